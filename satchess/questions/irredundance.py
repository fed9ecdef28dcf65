"""Irredundance: pieces of which each covers some square that no other covers.

E. J. Cockayne, S. T. Hedetniemi, D. J. Miller, Properties of hereditary hypergraphs and middle
graphs, Canad. Math. Bull. 21 (1978). A piece covers its own square and those that it attacks; a
square that one piece alone covers is *private* to it. Sets of pieces that all have a private square
are irredundant. The most pieces of one are the upper irredundance number IR, the fewest pieces of
one that is maximal are the lower one, ir.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import ClassVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.squares import Square
from satchess.model import AtLeast, AtMost, Clause, Constraint, Sense, When
from satchess.questions.demands import Demand
from satchess.questions.grammar import flag
from satchess.questions.placing import PlacingQuestion


@dataclass(frozen=True)
class Irredundance(PlacingQuestion):
    """`irredundance PIECE BOARD`."""

    kind: ClassVar[str] = "irredundance"
    summary: ClassVar[str] = "The most pieces, each covering a square that no other covers."

    maximal: bool = flag("Any number of pieces to which none can be added.")
    lower: bool = flag("The fewest pieces to which none can be added, instead of the most.")

    @property
    def any_size(self) -> bool:
        """A maximal placement may have any size, unless `size` or `lower` says otherwise."""
        return self.all or (self.maximal and self.given_size is None and not self.lower)

    @property
    def sense(self) -> Sense:
        """The lower irredundance number is a minimum, the upper one a maximum."""
        return Sense.FEWEST if self.lower else Sense.MOST

    @property
    def _is_maximal(self) -> bool:
        return self.lower or self.maximal

    # Constraints

    @cached_property
    def _covered(self) -> tuple[tuple[int, ...], ...]:
        """What a piece on each vertex covers."""
        return _with_own(self.graph.neighbours)

    @cached_property
    def _coverers(self) -> tuple[tuple[int, ...], ...]:
        """Where a piece covers each vertex."""
        return _with_own(self.graph.attackers)

    @cached_property
    def _robberies(self) -> tuple[tuple[int, int], ...]:
        """Vertices, and the pieces whose private squares one more piece there may all cover."""
        if not self._is_maximal:
            return ()
        sets = [set(covered) for covered in self._covered]
        free = [v for v, square in enumerate(self.board.squares) if square in self.allowed]
        return tuple(
            (vertex, victim)
            for vertex in free
            for victim in free
            if vertex != victim and not sets[vertex].isdisjoint(self._covered[victim])
        )

    def auxiliaries(self) -> int:
        """Which squares are private; if maximal, which are covered, and what prevents a piece."""
        if not self._is_maximal:
            return len(self.board)
        return 3 * len(self.board) + len(self.allowed) + len(self._robberies)

    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Each piece has a private square; if maximal, one more would leave some piece without."""
        fresh = count(len(variable) + 1)
        coverers = [
            tuple(variable[v] for v in around if v in variable) for around in self._coverers
        ]
        private = [next(fresh) for _ in coverers]
        for mark, around in zip(private, coverers, strict=True):
            yield When(mark, AtMost(1, around))
        for vertex, piece in variable.items():
            yield Clause((-piece, *(private[s] for s in self._covered[vertex])))
        if self._is_maximal:
            yield from self._no_room(variable, coverers, fresh)

    def _no_room(
        self, variable: dict[int, int], coverers: list[tuple[int, ...]], fresh: Iterator[int]
    ) -> Iterator[Constraint]:
        """One more piece has no private square, or leaves another without."""
        covered, shared = ([next(fresh) for _ in coverers] for _ in range(2))
        for mark, twice, around in zip(covered, shared, coverers, strict=True):
            yield When(mark, Clause(around))
            yield When(twice, AtLeast(2, around))
        reasons = {vertex: [piece, next(fresh)] for vertex, piece in variable.items()}
        for vertex, (_, needless) in reasons.items():
            for square in self._covered[vertex]:
                yield When(needless, Clause((covered[square],)))
        for vertex, victim in self._robberies:
            robbed = next(fresh)
            reasons[vertex].append(robbed)
            yield When(robbed, Clause((variable[victim],)))
            for square in self._covered[victim]:
                if square not in self._covered[vertex]:
                    yield When(robbed, Clause((shared[square],)))
        for literals in reasons.values():
            yield Clause(tuple(literals))

    def demands(self) -> tuple[Demand, ...]:
        """Where nothing may stand is no condition of its own where no room may be left."""
        entangled = ("within", "forbid") if self._is_maximal else ()
        return tuple(demand for demand in super().demands() if demand.field not in entangled)

    # Sentences

    def achievement(self, things: int) -> str:
        """Each has a square of its own."""
        verb = "fits" if things == 1 else "fit"
        text = f"{verb} on {self.board.described}, each covering a square that no other covers"
        return text + ", with no room for a further one" * self._is_maximal

    @property
    def set_name(self) -> str:
        """An irredundant set."""
        return "maximal " * self._is_maximal + "irredundant set"

    # Rules of chess

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield the redundant pieces; if maximal, the squares for one that is not."""
        on = " on" * (self.board.graph is None)
        redundant = self._redundant(occupied)
        for square in sorted(redundant):
            yield f"the {self.piece}{on} {square} covers nothing that no other covers"
        if self._is_maximal and not redundant:
            for square in sorted(self.allowed - occupied):
                if not self._redundant(occupied | {square}):
                    fits = "vertex fits:" if self.board.graph else "piece fits on"
                    yield f"a further {fits} {square}"

    def _redundant(self, occupied: frozenset[Square]) -> set[Square]:
        """Return the pieces that have no private square."""
        guards: dict[Square, list[Square]] = {}
        for square in occupied:
            for covered in self._reach[square]:
                guards.setdefault(covered, []).append(square)
        return set(occupied).difference(*(g for g in guards.values() if len(g) == 1))

    @cached_property
    def _reach(self) -> dict[Square, frozenset[Square]]:
        """What a piece on each square covers, by its moves."""
        return {
            square: attacked_squares(self.piece, self.board, square) | {square}
            for square in self.board.squares
        }


def _with_own(around: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Add to what is around each vertex the vertex itself."""
    return tuple(tuple(sorted((vertex, *others))) for vertex, others in enumerate(around))
