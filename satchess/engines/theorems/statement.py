"""A statement about a piece on all boards of a kind, with its source: what it covers.

Boards are m x n with m <= n, without holes, walls or side conditions.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from satchess.domain.board import Board, Topology
from satchess.domain.pieces import Piece
from satchess.domain.sizes import Sizes
from satchess.questions import Question
from satchess.questions.placing import PlacingQuestion

YAGLOM = "Yaglom and Yaglom, Challenging mathematical problems with elementary solutions I (1964)"
UNTWISTED = tuple(topology for topology in Topology if not topology.is_twisted)
"""A twist makes one line of two rows."""


@dataclass(frozen=True)
class Statement:
    """Which questions and boards are covered."""

    name: str
    statement: str
    source: str
    kind: type[PlacingQuestion]
    piece: str
    holds: Callable[[int, int], bool] = field(default=lambda m, n: True, kw_only=True)
    options: dict[str, bool] = field(default_factory=dict, kw_only=True)
    topologies: tuple[Topology, ...] = field(default=(Topology.PLANE,), kw_only=True)

    def answers(self, question: Question) -> bool:
        """Whether the statement covers a question."""
        if not isinstance(question, self.kind) or question.board.topology not in self.topologies:
            return False
        if isinstance(question.size, Sizes):
            return False
        plain = self.kind.of(
            Piece.parse(self.piece),
            Board(question.board.rows, question.board.columns, question.board.topology),
            size=question.size,
            all=question.all,
            **self.options,
        )
        return question.normalised() == plain and self.holds(*sides(question))

    def __str__(self) -> str:
        return f"{self.statement} ({self.source})"


def sides(question: Question) -> tuple[int, int]:
    """Return the sides of the board, the shorter one first."""
    rows, columns = question.board.rows, question.board.columns
    return min(rows, columns), max(rows, columns)
