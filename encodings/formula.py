"""Formulas: a whole model as CNF, in a form that suits solvers.

Three things make it fast. Long clauses that are unions of lines have one literal for each line
('the line is occupied'). Bounds on the number of pieces also bound the occupied lines of each
direction: at most as many as pieces, exactly as many where no two share a line. And where
placements are not counted, only the lexicographically greatest of each orbit is kept.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from satchess.encodings.at_most_one import DEFAULT_AT_MOST_ONE
from satchess.encodings.cardinality import DEFAULT_CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.constraints import encode
from satchess.encodings.lex_leader import lex_leader
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Family, Model, When

SHORTEST_LINED_CLAUSE = 6
"""In shorter clauses, line literals would save nothing."""


class Formula:
    """The CNF of a model; more clauses, such as bounds, may be added to `collector` later."""

    MOST_SYMMETRIES = 64
    """A torus has many; clauses for all of them would cost more than they save."""

    def __init__(
        self,
        model: Model,
        *,
        cardinality: str | None = None,
        at_most_one: str | None = None,
    ) -> None:
        self.model = model
        self.collector = ClauseCollector(model.top)
        self._cardinality = cardinality or DEFAULT_CARDINALITY
        self._at_most_one = at_most_one or DEFAULT_AT_MOST_ONE
        self.is_covered_by_lines = False
        """Whether some squares are stated to be covered along whole lines."""
        self._occupied: dict[tuple[int, ...], int] = {}
        for constraint in model.constraints:
            for stated in self._restated(constraint):
                encode(
                    stated,
                    self.collector,
                    cardinality=self._cardinality,
                    at_most_one=self._at_most_one,
                )

    def _restated(self, constraint: Constraint) -> Iterable[Constraint]:
        """Restate a constraint by lines where possible."""
        everything = tuple(self.model.board_variables)
        match constraint:
            case Clause(literals) if len(literals) >= SHORTEST_LINED_CLAUSE:
                return [Clause(self._by_lines(literals))]
            case When(literal, AtMost(0, literals)):
                return [Clause((-literal, -taken)) for taken in self._by_lines(literals)]
        if isinstance(constraint, Exactly) and constraint.literals == everything:
            if counts := self.exact_counts:
                return [Exactly(constraint.bound, literals) for literals in counts]
            return [constraint, *(AtMost(constraint.bound, low) for low in self.low_counts)]
        if isinstance(constraint, AtMost | AtLeast) and constraint.literals == everything:
            # 'at most one' itself may be what keeps two from sharing a group
            if constraint.bound > 1 and (counts := self.exact_counts):
                return [replace(constraint, literals=literals) for literals in counts]
            if isinstance(constraint, AtMost):
                return [constraint, *(AtMost(constraint.bound, low) for low in self.low_counts)]
        return [constraint]

    def _by_lines(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """Return an equivalent list of literals, with one literal for each whole line."""
        left = set(literals)
        whole = {
            group
            for groups in self._group_of
            for literal in literals
            if (group := groups.get(literal)) and left.issuperset(group)
        }
        lines = []
        for group in sorted(whole, key=lambda group: (-len(group), group)):
            if len(group) > 1 and not left.isdisjoint(group):
                lines.append(self.occupied_literal(group))
                self.is_covered_by_lines = True
                left.difference_update(group)
        return (*lines, *(literal for literal in literals if literal in left))

    @cached_property
    def _group_of(self) -> list[dict[int, tuple[int, ...]]]:
        return [{v: group for group in family for v in group} for family in self.model.families]

    def occupied_literal(self, group: tuple[int, ...]) -> int:
        """Return the literal for 'some square of the group is occupied'."""
        if len(group) == 1:
            return group[0]
        if group not in self._occupied:
            literal = self._occupied[group] = self.collector.fresh()
            for square in group:
                self.collector.add([-square, literal])
            self.collector.add([-literal, *group])
        return self._occupied[group]

    @property
    def line_variables(self) -> dict[int, tuple[int, ...]]:
        """The variables for 'this line is occupied', each with its squares."""
        return {literal: group for group, literal in self._occupied.items()}

    # Counting pieces by lines

    def _line_count(self, family: Family) -> tuple[int, ...]:
        """Return the literals of a family's lines: at most as many are true as there are pieces."""
        grouped = {v for group in family for v in group}
        single = (v for v in self.model.board_variables if v not in grouped)
        return (*map(self.occupied_literal, family), *single)

    @cached_property
    def exact_counts(self) -> list[tuple[int, ...]]:
        """Lists of literals, just as many of them true as there are pieces in every placement.

        One list for each of the smallest families in which no two pieces share a group.
        """
        families = self.model.exclusive_families
        fewest = min(map(len, families), default=0)
        return [self._line_count(family) for family in families if len(family) == fewest]

    @cached_property
    def low_counts(self) -> list[tuple[int, ...]]:
        """Lists of literals, at most as many of them true as there are pieces."""
        return [self._line_count(family) for family in self.model.families]

    # Symmetry

    @property
    def ordered_groups(self) -> list[tuple[int, ...]]:
        """The groups whose occupation, in this order, ranks placements lexicographically."""
        if self.is_covered_by_lines:
            return [group for family in self.model.families[:2] for group in family]
        return [(v,) for v in self.model.board_variables]

    def break_symmetry(self) -> None:
        """Keep only the greatest placement of each orbit, up to ties.

        Where squares are covered by lines, placements are ordered by the lines of two directions:
        fewer and stronger literals than the squares, which order them otherwise.
        """
        groups = self.ordered_groups
        known = {frozenset(group) for group in groups}
        literals = [self.occupied_literal(group) for group in groups]
        for permutation in self.model.symmetries[: self.MOST_SYMMETRIES]:
            images = [tuple(sorted(permutation[v - 1] for v in group)) for group in groups]
            if known.issuperset(map(frozenset, images)):
                lex_leader(self.collector, literals, list(map(self.occupied_literal, images)))
