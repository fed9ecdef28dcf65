"""Checking a proof, line by line.

Each line is one rule, with ` ;` at its end. Rules that are not listed in `RULES` are refused, `a`
(an axiom that nobody checks) among them. The proofs that the rules are sound are in
`docs/explanation/certificates.md`.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from satchess.verify.formula import Constraint, Formula
from satchess.verify.refusal import Refused
from satchess.verify.veripb.arithmetic import (
    Image,
    Sum,
    implies,
    is_contradiction,
    is_trivial,
    negation,
    normal,
    substituted,
)
from satchess.verify.veripb.database import Database
from satchess.verify.veripb.propagation import is_refuted
from satchess.verify.veripb.reading import Names, read_number

HEADER = "pseudo-Boolean proof version 3.0"
END = "end pseudo-Boolean proof"
DEEPEST_STACK = 10_000
MOST_COMPARED = 50_000_000
"""Terms that all `red` together may look at: each of its goals may look at all that is nearby."""
SHORT = 18
"""Digits of an id that can be read without further ado."""


@dataclass(frozen=True)
class Proved:
    """What a proof concludes of its formula.

    `kind` is SAT, UNSAT, BOUNDS or ENUMERATION_COMPLETE; with BOUNDS, no solution is below `lower`
    and there is one with `upper`; None stands for infinity. An enumeration has `solutions`, each as
    the variables that are true.
    """

    kind: str
    lower: int | None = None
    upper: int | None = None
    solutions: frozenset[frozenset[int]] = frozenset()


def check_proof(formula: Formula, lines: Iterable[str], name: str) -> Proved:
    """Check a proof about a formula; return what it concludes."""
    checker = _Checker(formula)
    number = 0
    try:
        for line in lines:
            number += 1
            checker.take(line)
        return checker.result()
    except Refused as refusal:
        raise refusal.at(name, number) from None


class _Checker:
    """The state of a check."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._names = Names(formula.names)
        self._known = Database(_normal(c) for c in formula.constraints)
        self._best: int | None = None
        self._listed: set[frozenset[int]] = set()
        self._compared = 0
        self._proved: Proved | None = None
        self._steps = self._order()
        next(self._steps)

    def take(self, line: str) -> None:
        """Check one line."""
        if line.startswith("%") or not line.strip():
            return
        self._steps.send(line)

    def result(self) -> Proved:
        """Return what was concluded, once all lines were taken."""
        if self._proved is None:
            raise Refused("the proof has no end")
        return self._proved

    def _order(self) -> Generator[None, str, None]:
        """Take lines in the order that a proof must have: head, rules, output, conclusion, end."""
        line = yield
        if line != HEADER:
            raise Refused(f"expected {HEADER!r}")
        words = _words((yield))
        if words not in (["f"], ["f", str(len(self._formula.constraints))]):
            raise Refused(f"expected f {len(self._formula.constraints)}")
        while (words := _words((yield)))[0] != "output":
            rule = RULES.get(words[0])
            if rule is None:
                raise Refused(f"rule {words[0][:40]!r}: not known, or not to be trusted")
            rule(self, words[1:])
        if words != ["output", "NONE"]:
            raise Refused("expected output NONE")
        words = _words((yield))
        if words[0] != "conclusion" or len(words) < 2 or words[1] not in CONCLUSIONS:
            raise Refused("expected a conclusion")
        proved = CONCLUSIONS[words[1]](self, words[2:])
        if _words((yield)) != END.split():
            raise Refused(f"expected {END!r}")
        self._proved = proved
        yield
        raise Refused("something follows after the end of the proof")

    # Rules

    def pol(self, words: list[str]) -> None:
        """Add up constraints, in reverse Polish notation."""
        stack: list[Sum] = []
        number: int | None = None

        def top() -> Sum:
            if not stack:
                raise Refused("the stack is empty")
            return stack.pop()

        for word in words:
            if number is not None:
                factor, number = number, None
                if word == "*":
                    stack.append(top().multiply(factor))
                    continue
                if word == "d":
                    stack.append(top().divide(factor))
                    continue
                stack.append(Sum.of(self._known.get(factor)))
            if word == "+":
                stack.append(top().add(top()))
            elif word == "s":
                stack.append(top().saturate())
            elif word == "w":
                weakened = top()
                if len(weakened.terms) != 1 or weakened.degree != 0:
                    raise Refused("w: expected a variable before it")
                stack.append(top().weaken(next(iter(weakened.terms))))
            elif (literal := self._names.known(word)) is not None:
                stack.append(Sum.axiom(literal))
            else:
                number = read_number(word)
            if len(stack) > DEEPEST_STACK:
                raise Refused(f"the stack is deeper than {DEEPEST_STACK}")
        if number is not None:
            stack.append(Sum.of(self._known.get(number)))
        if len(stack) != 1:
            raise Refused(f"{len(stack)} constraints are left on the stack, expected 1")
        self._known.add(stack.pop().done())

    def rup(self, words: list[str]) -> None:
        """Deny a constraint, and propagate to a contradiction."""
        said, hints = _split(words)
        if hints is None:
            raise Refused("rup: expected hints")
        constraint = self._names.constraint(said)
        if not self._known.follows(constraint, _identifiers(hints)):
            raise Refused("rup: the hints do not lead to a contradiction")
        self._known.add(constraint)

    def red(self, words: list[str]) -> None:
        """Add a constraint that loses no optimum, as its witness shows.

        Where the constraint does not hold, the witness changes the assignment so that it does; and
        everything else still holds, at no higher cost.
        """
        said, witnessed = _split(words)
        if witnessed is None:
            raise Refused("red: expected a witness")
        constraint = self._names.constraint(said)
        witness = self._names.witness(witnessed)
        if self._formula.is_listed and min(witness, default=0) <= len(self._formula.names):
            raise Refused("red: the witness changes a variable that is to be preserved")
        denied = negation(constraint)
        nearby = list(self._known.touching(witness))
        around = sum(len(other.literals) + 1 for other in nearby)
        self._compare(around)
        goals = [substituted(other, witness) for other in (constraint, *nearby)]
        if worse := self._worsened(witness):
            goals.append(worse)
        for goal in goals:
            if is_trivial(goal) or implies(denied, goal):
                continue
            self._compare(around)
            if any(implies(other, goal) for other in nearby):
                continue
            if not is_refuted([denied, negation(goal), *nearby]):
                raise Refused("red: what has to hold under the witness is not seen to")
        self._known.add(constraint)

    def _compare(self, terms: int) -> None:
        """Refuse what would look at too much."""
        self._compared += terms
        if self._compared > MOST_COMPARED:
            raise Refused(f"red: more than {MOST_COMPARED} terms would have to be compared")

    def _worsened(self, witness: dict[int, Image]) -> Constraint | None:
        """Return what says that the witness does not raise the objective; None if it is clear."""
        touched = [(c, v) for c, v in self._formula.objective or () if v in witness]
        if not touched:
            return None
        made, bound = Sum({}, 0), 0
        for weight, variable in touched:
            made.include(weight, variable)
            image = witness[variable]
            if isinstance(image, bool):
                bound += weight * image
            else:
                made.include(-weight, image)
        made.degree += bound
        return made.done()

    def delete(self, words: list[str]) -> None:
        """Forget constraints."""
        if len(words) < 2 or words[0] != "id":
            raise Refused("expected del id, with ids")
        for number in sorted(map(self._known.absolute, map(_identifier, words[1:]))):
            self._known.delete(number)

    def improve(self, words: list[str]) -> None:
        """Log a solution; from now on, only better ones count."""
        if self._formula.objective is None:
            raise Refused("soli: there is no objective")
        value = self._solution(words)
        if self._best is None or value < self._best:
            self._best = value
        terms = ((-weight, variable) for weight, variable in self._formula.objective)
        self._known.add(normal(terms, 1 - value), to_core=True)

    def exclude(self, words: list[str]) -> None:
        """List a solution; from now on, only others count."""
        if not self._formula.is_listed:
            raise Refused("solx: the formula does not preserve its variables")
        self._solution(words)
        true = self._names.assignment(words)
        if true in self._listed:
            raise Refused("solx: the solution is listed already")
        self._listed.add(true)
        variables = range(1, len(self._formula.names) + 1)
        others = ((1, -variable if variable in true else variable) for variable in variables)
        self._known.add(normal(others, 1), to_core=True)

    def _solution(self, words: list[str]) -> int:
        true = self._names.assignment(words)
        broken = self._formula.broken(true)
        if broken is not None:
            raise Refused(f"the solution breaks constraint {broken} of the formula")
        return self._formula.value(true)

    # Conclusions

    def satisfiable(self, words: list[str]) -> Proved:
        """There is a solution, and here it is."""
        if words[:1] != [":"]:
            raise Refused("SAT: expected a solution")
        self._solution(words[1:])
        return Proved("SAT")

    def unsatisfiable(self, words: list[str]) -> Proved:
        """There is no solution: a constraint that was derived cannot be fulfilled."""
        if self._best is not None or self._listed:
            raise Refused("UNSAT: but a solution was logged")
        self._ensure_contradiction(words)
        return Proved("UNSAT")

    def bounds(self, words: list[str]) -> Proved:
        """The objective has this minimum, or lies between two numbers."""
        if self._formula.objective is None:
            raise Refused("BOUNDS: there is no objective")
        lower, words = _bound(words)
        proof, words = ([], words) if words[:1] != [":"] else (words[:2], words[2:])
        upper, words = _bound(words)
        if upper is not None:
            if words[:1] != [":"]:
                raise Refused("BOUNDS: expected a solution")
            if self._solution(words[1:]) > upper:
                raise Refused(f"the solution is worse than {upper}")
        elif words:
            raise Refused(f"{words[0][:40]!r}: one word too many")
        if lower is None or (self._best is not None and lower > self._best):
            raise Refused("BOUNDS: the lower bound is above a solution that was logged")
        if len(proof) < 2:
            raise Refused("BOUNDS: expected the id of a proof of the lower bound")
        wanted = normal(self._formula.objective, lower)
        if not implies(shown := self._known.get(_identifier(proof[1])), wanted):
            self._ensure_contradiction(proof)
            assert is_contradiction(shown)
        return Proved("BOUNDS", lower, upper)

    def enumerated(self, words: list[str]) -> Proved:
        """All solutions are listed: what is left cannot be fulfilled."""
        if words[:1] != [str(len(self._listed))] or not self._formula.is_listed:
            raise Refused(f"ENUMERATION_COMPLETE: {len(self._listed)} solutions are listed")
        self._ensure_contradiction(words[1:])
        return Proved("ENUMERATION_COMPLETE", solutions=frozenset(self._listed))

    def _ensure_contradiction(self, words: list[str]) -> None:
        if len(words) != 2 or words[0] != ":":
            raise Refused("expected the id of a contradiction")
        if not is_contradiction(self._known.get(_identifier(words[1]))):
            raise Refused(f"constraint {words[1][:40]} is no contradiction")


RULES: dict[str, Callable[[_Checker, list[str]], None]] = {
    "pol": _Checker.pol,
    "rup": _Checker.rup,
    "red": _Checker.red,
    "del": _Checker.delete,
    "soli": _Checker.improve,
    "solx": _Checker.exclude,
}

CONCLUSIONS: dict[str, Callable[[_Checker, list[str]], Proved]] = {
    "SAT": _Checker.satisfiable,
    "UNSAT": _Checker.unsatisfiable,
    "BOUNDS": _Checker.bounds,
    "ENUMERATION_COMPLETE": _Checker.enumerated,
}


def _normal(constraint: Constraint) -> Constraint:
    return normal(zip(constraint.coefficients, constraint.literals, strict=True), constraint.degree)


def _words(line: str) -> list[str]:
    """Return the words of a line without the semicolon at its end."""
    if not line.endswith(";"):
        raise Refused("expected ; at the end of the line")
    words = line[:-1].split()
    if not words:
        raise Refused("the line is empty")
    return words


def _split(words: list[str]) -> tuple[list[str], list[str] | None]:
    """Split at the colon, if there is one."""
    if ":" not in words:
        return words, None
    place = words.index(":")
    return words[:place], words[place + 1 :]


def _identifier(word: str) -> int:
    number = read_number(word)
    if number == 0:
        raise Refused("0 is no id")
    return number


def _identifiers(words: list[str]) -> list[int]:
    """Read hints; `~` is 0, the constraint that is denied."""
    denied, rest = ([0], words[1:]) if words[:1] == ["~"] else ([], words)
    if rest and all(map(str.isdecimal, rest)) and len(max(rest, key=len)) < SHORT:
        numbers = list(map(int, rest))
        if 0 not in numbers:
            return denied + numbers
    return [*denied, *(0 if word == "~" else _identifier(word) for word in rest)]


def _bound(words: list[str]) -> tuple[int | None, list[str]]:
    if not words:
        raise Refused("BOUNDS: expected two bounds")
    return None if words[0] == "INF" else read_number(words[0]), words[1:]
