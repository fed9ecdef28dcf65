"""Arrows that show which edges of a board are glued, and how, as mathematicians draw them.

Edges with the same arrows are one; where one of the arrows is turned round, so is the edge.

>>> from satchess.domain.board import Board
>>> [(arrow.side, arrow.ahead) for arrow in arrows(Board.parse("3:moebius"))]
[('left', 1), ('right', -1)]
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from satchess.domain.board import Board, Topology


class Arrow(NamedTuple):
    """An arrow beside an edge: `ahead` is 1 for upwards or to the right, else -1."""

    side: Literal["left", "right", "bottom", "top"]
    ahead: int
    along: int
    """How many squares it is from the corner at a1: on a line, where no coordinate stands."""
    heads: int


def arrows(board: Board) -> Iterator[Arrow]:
    """Yield the arrows of a board; a plane has none."""
    if board.topology.wraps_columns:
        middle = (board.rows + 1) // 2
        yield Arrow("left", 1, middle, 1)
        yield Arrow("right", -1 if board.topology.is_twisted else 1, middle, 1)
    if board.topology.wraps_rows:
        middle = (board.columns + 1) // 2
        yield Arrow("bottom", 1, middle, 2)
        yield Arrow("top", -1 if board.topology is Topology.PROJECTIVE else 1, middle, 2)
