"""Independence: the most pieces of which none attacks another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.attacks import Family, attacked_squares
from satchess.model import AtMost, Constraint, Sense
from satchess.questions.placing import PlacingQuestion
from satchess.squares import Square


@dataclass(frozen=True)
class Independence(PlacingQuestion):
    """`independence PIECE BOARD`."""

    kind: ClassVar[str] = "independence"
    summary: ClassVar[str] = "The most pieces, none attacking another."

    @property
    def sense(self) -> Sense:
        """The most pieces."""
        return Sense.MOST

    @property
    def families(self) -> tuple[Family, ...]:
        """The lines, and where there are none, other cliques: at most one piece in each."""
        return self.graph.lines or (self.graph.clique_partition,)

    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """At most one piece in each clique of the attack graph."""
        yield from none_attacks(self, variable)

    def achievement(self, pieces: int) -> str:
        """They stand in peace."""
        return f"{'fits' if pieces == 1 else 'fit'} on {self.board}, none attacking another"

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield the pairs that attack each other."""
        yield from attacking_pairs(self, occupied)


def none_attacks(question: PlacingQuestion, variable: dict[int, int]) -> Iterator[Constraint]:
    """State that no piece attacks another."""
    for clique in question.graph.cliques:
        literals = tuple(variable[vertex] for vertex in clique if vertex in variable)
        if len(literals) > 1:
            yield AtMost(1, literals)


def attacking_pairs(question: PlacingQuestion, occupied: frozenset[Square]) -> Iterator[str]:
    """Yield the pairs of occupied squares that attack each other."""
    for square in sorted(occupied):
        attacked = attacked_squares(question.piece, question.board, square)
        for other in sorted(attacked & occupied):
            if square < other:
                yield f"{square} and {other} attack each other"
