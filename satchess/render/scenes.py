"""Drawings of what people have: placements of questions, boards, pieces and their moves."""

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import UNLIMITED, Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.scene import Scene
from satchess.domain.squares import Square
from satchess.questions.base import Question
from satchess.render.svg import Drawing, drawing

NOTHING_PLACED = Placement(())

RIDE = 4
"""Squares that a rider is shown to go."""

RIDES = 2
"""Steps of a rider that are shown at least."""

LONGEST_LEAP = 10
"""Longer leaps are left out of the picture of a piece."""


def draw_question(
    question: Question, placement: Placement | None, title: str = "", *, defines: bool = True
) -> Drawing:
    """Draw a placement of a question; the bare board where there is none."""
    placed = placement or NOTHING_PLACED
    scene = question.scene(placed)
    return drawing(question.board, placed, scene, title=title or str(question), defines=defines)


def draw_moves(piece: Piece) -> Drawing:
    """Draw a piece in the middle of a board, and the squares that it attacks."""
    board, centre, attacked = moves_of(piece)
    scene = Scene(shade=dict.fromkeys(attacked, 0.6))
    return drawing(board, Placement((Place(centre, piece),)), scene, title=f"Moves of {piece}")


def moves_of(piece: Piece) -> tuple[Board, Square, frozenset[Square]]:
    """Return a board on which a piece shows its moves, its middle, and what is attacked from it."""
    rides = any(step.reach == UNLIMITED for step in piece.steps)
    reach = min(max(piece.reach(RIDES), RIDE * rides, 1), LONGEST_LEAP)
    board, centre = Board(2 * reach + 1, 2 * reach + 1), Square(reach, reach)
    return board, centre, attacked_squares(piece, board, centre)
