"""Independence: the most pieces of which none attacks another.

Of a piece that attacks one way only, two stand in conflict if either attacks the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import Family, attacked_squares, attacking_pairs
from satchess.domain.squares import Square
from satchess.model import AtMost, Clause, Constraint, Sense
from satchess.questions.demands import Demand
from satchess.questions.grammar import flag
from satchess.questions.placing import PlacingQuestion


@dataclass(frozen=True)
class Independence(PlacingQuestion):
    """`independence PIECE BOARD`."""

    kind: ClassVar[str] = "independence"
    summary: ClassVar[str] = "The most pieces, none attacking another."

    maximal: bool = flag("Any number of pieces with no room for a further one.")

    @property
    def any_size(self) -> bool:
        """An inclusion-maximal placement may have any size, unless `size` is given."""
        return self.all or (self.maximal and self.given_size is None)

    @property
    def sense(self) -> Sense:
        """The most pieces."""
        return Sense.MOST

    @property
    def families(self) -> tuple[Family, ...]:
        """The lines, or else other cliques: at most one piece in each."""
        return self.conflicts.lines or (self.conflicts.clique_partition,)

    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """At most one piece in each clique of attacks; if maximal, every square covered."""
        yield from none_attacks(self, variable)
        if self.maximal:
            yield from all_covered(self, variable)

    def demands(self) -> tuple[Demand, ...]:
        """Where nothing may stand is no condition of its own where no room may be left."""
        entangled = ("within", "forbid") if self.maximal else ()
        return tuple(demand for demand in super().demands() if demand.field not in entangled)

    def achievement(self, things: int) -> str:
        """They do not attack each other."""
        verb = "fits" if things == 1 else "fit"
        text = f"{verb} on {self.board.described}, none attacking another"
        return text + ", with no room for a further one" * self.maximal

    @property
    def set_name(self) -> str:
        """An independent set."""
        return "maximal " * self.maximal + "independent set"

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield the pairs that attack each other."""
        yield from attacks_among(self, occupied)
        if self.maximal:
            yield from free_squares(self, occupied)


def none_attacks(question: PlacingQuestion, variable: dict[int, int]) -> Iterator[Constraint]:
    """State that no piece attacks another."""
    for clique in question.conflicts.cliques:
        literals = tuple(variable[vertex] for vertex in clique if vertex in variable)
        if len(literals) > 1:
            yield AtMost(1, literals)


def attacks_among(question: PlacingQuestion, occupied: frozenset[Square]) -> Iterator[str]:
    """Yield the pairs of occupied squares that attack each other."""
    for square, other in attacking_pairs(question.piece, question.board, occupied):
        yield f"{square} and {other} {question.conflict}"


def all_covered(question: PlacingQuestion, variable: dict[int, int]) -> Iterator[Constraint]:
    """State that every square on which a piece may stand is occupied or attacked."""
    for vertex in variable:
        around = (vertex, *question.conflicts.neighbours[vertex])
        yield Clause(tuple(sorted(variable[v] for v in around if v in variable)))


def free_squares(question: PlacingQuestion, occupied: frozenset[Square]) -> Iterator[str]:
    """Yield the squares on which a further piece would fit."""
    piece = question.piece.either_way
    attacked = occupied.union(
        *(attacked_squares(piece, question.board, square) for square in occupied)
    )
    for square in sorted(question.allowed - attacked):
        yield f"a further {'vertex fits:' if question.board.graph else 'piece fits on'} {square}"
