"""Bounds on the number of pieces by the lines they occupy, to refute small covers.

k pieces occupy at most k lines of each direction; and among every second line of a direction, at
most as many lines as there are pieces on them. The latter is stronger: it ties a queen's four
directions together, since the parities of rank and file fix those of the diagonals. Directions
share their piece counts, so that bounds propagate between them.
"""

from collections.abc import Iterable

from satchess.encodings.formula import Formula
from satchess.encodings.totalizer import Totalizer
from satchess.model import Family


class LineCounts:
    """Bounds on the number of pieces of a formula, by lines, for values up to `largest`."""

    def __init__(self, formula: Formula, largest: int) -> None:
        self._formula = formula
        self._collector = formula.collector
        self._largest = largest
        self._pieces: dict[frozenset[int], Totalizer] = {}
        self._totals: list[Totalizer] = []
        families = formula.model.families
        odd = [{v: i % 2 for i, group in enumerate(f) for v in group} for f in families]
        classes: dict[tuple[int, ...], set[int]] = {}
        for variable in formula.model.board_variables:
            parities = tuple(of_family.get(variable, 0) for of_family in odd)
            classes.setdefault(parities, set()).add(variable)
        for number, family in enumerate(families):
            pieces = [
                self._sum(members for parities, members in classes.items() if parities[number] == p)
                for p in (0, 1)
            ]
            lines = [self._lines(family[p::2]) for p in (0, 1)]
            for fewer, more in zip(lines, pieces, strict=True):
                self._at_most_as_many(fewer, more)
            total = Totalizer.sum_of(self._collector, pieces)
            self._pieces.setdefault(frozenset(formula.model.board_variables), total)
            self._totals += [total, Totalizer.sum_of(self._collector, lines)]

    def pieces(self, variables: frozenset[int]) -> Totalizer:
        """Return the number of pieces on some squares."""
        if variables not in self._pieces:
            self._pieces[variables] = Totalizer.of(self._collector, sorted(variables))
        return self._pieces[variables]

    def at_least_as_good_as(self, value: int) -> list[int]:
        """Return assumptions for at most `value` pieces."""
        return [-total.at_least(value + 1) for total in self._totals]

    def _sum(self, classes: Iterable[set[int]]) -> Totalizer:
        """Count the pieces on a union of disjoint classes by adding up their counts."""
        parts = [frozenset(members) for members in classes]
        union = frozenset().union(*parts)
        if union not in self._pieces:
            counts = [self.pieces(part) for part in parts]
            self._pieces[union] = Totalizer.sum_of(self._collector, counts)
        return self._pieces[union]

    def _lines(self, groups: Family) -> Totalizer:
        literals = [self._formula.occupied_literal(group) for group in groups]
        return Totalizer.of(self._collector, literals)

    def _at_most_as_many(self, fewer: Totalizer, more: Totalizer) -> None:
        for count in range(1, min(fewer.size, self._largest + 1) + 1):
            self._collector.add([-fewer.at_least(count), more.at_least(count)])
