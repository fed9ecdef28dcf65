"""Systems: the inequalities of a statement, and further ones that follow from them.

    clique a1 b1 c1         any two exclude each other by the statement: at most one is true
    sum 1*3 2*7             the sum of inequality 3 and twice inequality 7

Inequalities are numbered as in the statement, from 1, then as they are added. A clique says what
the pairs in it say, all of them together, and takes their place in what has to be shown of a
placement.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from satchess.verify.formula import Constraint
from satchess.verify.inequalities import Inequality, weighted_sum
from satchess.verify.reader import Reader


class System:
    """Inequalities, and which of them say all that the statement says."""

    def __init__(self, names: Sequence[str], constraints: Iterable[Constraint]) -> None:
        self.names = names
        self.inequalities = [
            Inequality.of(zip(coefficients, literals, strict=True), degree)
            for literals, coefficients, degree in constraints
        ]
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
        while (words := reader.next())[0] in ("clique", "sum"):
            if words[0] == "sum":
                self.add_sum(reader.multipliers(words[1:], len(self)))
            else:
                unknown = [word for word in words[1:] if word not in self.numbers]
                if unknown:
                    raise reader.refusal(f"there is no {unknown[0][:20]!r}")
                clique = sorted({self.numbers[word] for word in words[1:]})
                for pair in combinations(clique, 2):
                    if pair not in self._pairs:
                        one, other = (self.names[variable - 1] for variable in pair)
                        raise reader.refusal(
                            f"nothing says that {one} and {other} exclude each other"
                        )
                self.add_clique(clique)
        return words

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
