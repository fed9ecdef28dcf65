"""Systems: the inequalities of a statement, and further ones that follow from them.

    clique a1 b1 c1         any two exclude each other by the statement: at most one is true
    sum 1*3 2*7             the sum of inequality 3 and twice inequality 7

Inequalities are numbered as in the statement, from 1, then as they are added. A clique says what
the pairs in it say, all of them together, and takes their place in what has to be shown of a
placement.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from satchess.verify.formula import Constraint, room
from satchess.verify.inequalities import Inequality, weighted_sum
from satchess.verify.reader import Reader

MOST_TERMS = 10_000_000
"""Terms of all further inequalities together, by the room that they take: more would not fit into
memory."""

MOST_BITS = 4_096
"""Length of a number: sums of sums of sums grow without end otherwise."""


class System:
    """Inequalities, and which of them say all that the statement says."""

    def __init__(self, names: Sequence[str], constraints: Iterable[Constraint]) -> None:
        self.names = names
        self.inequalities = list(map(_inequality, constraints))
        self.stated = len(self.inequalities)
        self.essential = dict.fromkeys(range(len(self.inequalities)))
        self.numbers = {name: number for number, name in enumerate(names, start=1)}
        self._pairs: dict[tuple[int, int], list[int]] = {}
        for number, inequality in enumerate(self.inequalities):
            if inequality.is_at_most_one and len(inequality.coefficients) == 2:
                one, other = sorted(-literal for literal in inequality.coefficients)
                self._pairs.setdefault((one, other), []).append(number)

    def __len__(self) -> int:
        return len(self.inequalities)

    def excludes(self, one: int, other: int) -> bool:
        """Whether the statement says that two variables are not both true."""
        return (min(one, other), max(one, other)) in self._pairs

    def read(self, reader: Reader) -> list[str]:
        """Read what is derived; return the first line that is something else."""
        terms = 0
        while (words := reader.next())[0] in ("clique", "sum"):
            if words[0] == "sum":
                self.add_sum(reader.multipliers(words[1:], len(self)))
            else:
                clique = self.read_squares(reader, words[1:])
                if len(clique) < 2:
                    raise reader.refusal("expected two squares at least")
                for pair in combinations(clique, 2):
                    if pair not in self._pairs:
                        one, other = (self.names[variable - 1] for variable in pair)
                        raise reader.refusal(
                            f"nothing says that {one} and {other} exclude each other"
                        )
                self.add_clique(clique)
            total = self.inequalities[-1].total
            terms += room(len(self.inequalities[-1].coefficients) + 1, total)
            if terms > MOST_TERMS or total.bit_length() > MOST_BITS:
                raise reader.refusal("the further inequalities are too large")
        return words

    def read_squares(self, reader: Reader, words: list[str]) -> list[int]:
        """Read names of variables, each at most once."""
        unknown = [word for word in words if word not in self.numbers]
        if unknown:
            raise reader.refusal(f"there is no {unknown[0][:20]!r}")
        squares = sorted({self.numbers[word] for word in words})
        if len(squares) < len(words):
            raise reader.refusal("a square is named twice")
        return squares

    def push(self, more: Constraint) -> Inequality:
        """Add what one case demands."""
        inequality = _inequality(more)
        self.places[len(self)] = len(self.places)
        self.inequalities.append(inequality)
        return inequality

    def pop(self) -> None:
        """Forget the inequality that was added last."""
        self.inequalities.pop()
        del self.places[len(self)]

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each inequality that is followed, by its number.

        All are, but the pairs whose place a clique has taken.
        """
        followed = (i for i in range(len(self)) if i in self.essential or i >= self.stated)
        return {number: place for place, number in enumerate(followed)}

    @cached_property
    def followed(self) -> list[Inequality]:
        """The inequalities that are followed, by their place."""
        return [self.inequalities[number] for number in self.places]

    def read_sum(self, reader: Reader, words: list[str]) -> dict[int, int]:
        """Read multipliers of inequalities that are followed; they are told by their places."""
        read = reader.multipliers(words, len(self))
        return {self._place(reader, number): times for number, times in read.items()}

    def read_number(self, reader: Reader, word: str) -> int:
        """Read the number of an inequality that is followed; return its place."""
        return self._place(reader, reader.whole(word, 1, len(self)) - 1)

    def _place(self, reader: Reader, number: int) -> int:
        if number not in self.places:
            raise reader.refusal(f"a clique has taken the place of inequality {number + 1}")
        return self.places[number]

    def add_sum(self, multipliers: Mapping[int, int]) -> int:
        """Add a sum of inequalities; return its number, from 0."""
        self.inequalities.append(weighted_sum(self.inequalities, multipliers))
        return len(self) - 1

    def add_clique(self, clique: Sequence[int]) -> int:
        """Add that at most one of some variables is true; return its number, from 0."""
        self.inequalities.append(
            Inequality(dict.fromkeys((-v for v in clique), 1), len(clique) - 1)
        )
        for pair in combinations(clique, 2):
            for number in self._pairs[pair]:
                self.essential.pop(number, None)
        self.essential[len(self) - 1] = None
        return len(self) - 1


def _inequality(constraint: Constraint) -> Inequality:
    literals, coefficients, degree = constraint
    return Inequality.of(zip(coefficients, literals, strict=True), degree)
