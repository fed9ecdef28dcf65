"""Reading the words of a proof: names, numbers, constraints, witnesses."""

import re
from collections.abc import Sequence

from satchess.verify.formula import Constraint
from satchess.verify.refusal import Refused
from satchess.verify.veripb.arithmetic import FALSE, TRUE, Image, normal

LONGEST_NUMBER = 1_200
"""Digits of a number."""
MOST_VARIABLES = 10_000_000

ONE = "1"

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]+", re.ASCII)
_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)


def read_number(word: str) -> int:
    """Read a whole number."""
    if len(word) > LONGEST_NUMBER or not _NUMBER.fullmatch(word):
        raise Refused(f"{word[:40]!r}: expected a whole number")
    return int(word)


class Names:
    """The variables of a formula, and those that a proof adds by naming them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._literals: dict[str, int] = {}
        self.count = 0
        for name in names:
            self._enter(name)
        self.of_formula = self.count

    def _enter(self, name: str) -> None:
        self.count += 1
        self._literals[name] = self.count
        self._literals[f"~{name}"] = -self.count

    def literal(self, word: str) -> int:
        """Read a literal; a name that is new is a new variable."""
        known = self._literals.get(word)
        if known is None:
            name = word.removeprefix("~")
            if not _NAME.fullmatch(name) or len(name) > LONGEST_NUMBER:
                raise Refused(f"{word[:40]!r}: expected a literal such as x1 or ~x1")
            if self.count >= MOST_VARIABLES:
                raise Refused(f"there are more than {MOST_VARIABLES} variables")
            self._enter(name)
            known = self._literals[word]
        return known

    def known(self, word: str) -> int | None:
        """Return a literal that was named before, or None."""
        return self._literals.get(word)

    def variable(self, word: str) -> int:
        """Read a variable."""
        literal = self.literal(word)
        if literal < 0:
            raise Refused(f"{word[:40]!r}: expected a variable")
        return literal

    def constraint(self, words: Sequence[str]) -> Constraint:
        """Read `1 a1 2 ~b2 >= 2`."""
        if len(words) < 2 or len(words) % 2 or words[-2] != ">=":
            raise Refused("expected a constraint such as 1 x1 1 ~x2 >= 1")
        table = self._literals
        names, numbers = words[1:-2:2], words[:-2:2]
        try:
            literals = tuple(map(table.__getitem__, names))
        except KeyError:
            literals = tuple(map(self.literal, names))
        if all(map(ONE.__eq__, numbers)):
            coefficients = (1,) * len(numbers)
        else:
            coefficients = tuple(map(read_number, numbers))
        degree = read_number(words[-1])
        if len(set(map(abs, literals))) == len(literals) and min(coefficients, default=1) > 0:
            return Constraint(literals, coefficients, degree)
        return normal(zip(coefficients, literals, strict=True), degree)

    def witness(self, words: Sequence[str]) -> dict[int, Image]:
        """Read `x1 -> 0 x2 -> ~x3`."""
        found: dict[int, Image] = {}
        plain = [word for word in words if word != "->"]
        if len(plain) % 2:
            raise Refused("expected a witness such as x1 -> 0")
        for name, value in zip(plain[::2], plain[1::2], strict=True):
            variable = self.variable(name)
            if variable in found:
                raise Refused(f"the witness names {name[:40]!r} twice")
            found[variable] = value == TRUE if value in (TRUE, FALSE) else self.literal(value)
        return found

    def assignment(self, words: Sequence[str]) -> frozenset[int]:
        """Read literals, one for each variable of the formula; return the true variables."""
        literals = set(map(self.literal, words))
        variables = {abs(literal) for literal in literals}
        if len(variables) < len(literals):
            raise Refused("a literal and its negation are both said to be true")
        if not variables.issuperset(range(1, self.of_formula + 1)):
            raise Refused("a solution has to name every variable of the formula")
        return frozenset(literal for literal in literals if 0 < literal <= self.of_formula)
