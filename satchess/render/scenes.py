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


def draw_question(question: Question, placement: Placement | None, title: str = "") -> Drawing:
    """Draw a placement of a question; the bare board where there is none."""
    placed = placement or NOTHING_PLACED
    return drawing(question.board, placed, question.scene(placed), title=title or str(question))


def draw_moves(piece: Piece) -> Drawing:
    """Draw a piece in the middle of a board, and the squares that it attacks."""
    rides = any(step.reach == UNLIMITED for step in piece.steps)
    reach = min(max(piece.reach(RIDES), RIDE * rides, 1), LONGEST_LEAP)
    board, centre = Board(2 * reach + 1, 2 * reach + 1), Square(reach, reach)
    attacked = attacked_squares(piece, board, centre)
    scene = Scene(shade=dict.fromkeys(attacked, 0.6))
    return drawing(board, Placement((Place(centre, piece),)), scene, title=f"Moves of {piece}")
