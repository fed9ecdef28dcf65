"""satchess: solve and count chessboard placement problems with SAT.

>>> import satchess
>>> satchess.ask("solve domination queen 8x8", cache=False).value
5
>>> question = satchess.independence("queen", "6")
>>> question.count(cache=False).count
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from satchess.answers import Answer, Sample, Status, Stop, StopReason, Trust
    from satchess.domain.board import Board
    from satchess.domain.pieces import Piece
    from satchess.domain.placement import Placement
    from satchess.domain.squares import Square
    from satchess.errors import SatchessError
    from satchess.questions import Diverse, Domination, Independence, Question
    from satchess.request import Counting, Request
    from satchess.service.answer import answer, ask, lookup, placements
    from satchess.service.appraisal import Appraisal, check
    from satchess.service.sampling import sample
    from satchess.task import Tuning

_HOMES = {
    "Answer": "answers",
    "Appraisal": "service.appraisal",
    "Board": "domain.board",
    "Counting": "request",
    "Diverse": "questions",
    "Domination": "questions",
    "Independence": "questions",
    "Piece": "domain.pieces",
    "Placement": "domain.placement",
    "Question": "questions",
    "Request": "request",
    "Sample": "answers",
    "SatchessError": "errors",
    "Square": "domain.squares",
    "Status": "answers",
    "Stop": "answers",
    "StopReason": "answers",
    "Trust": "answers",
    "Tuning": "task",
    "answer": "service.answer",
    "ask": "service.answer",
    "check": "service.appraisal",
    "lookup": "service.answer",
    "placements": "service.answer",
    "sample": "service.sampling",
}
"""The public names and where they live; imported when used, so that starting stays instant."""

__all__ = [
    "Answer",
    "Appraisal",
    "Board",
    "Counting",
    "Diverse",
    "Domination",
    "Independence",
    "Piece",
    "Placement",
    "Question",
    "Request",
    "Sample",
    "SatchessError",
    "Square",
    "Status",
    "Stop",
    "StopReason",
    "Trust",
    "Tuning",
    "answer",
    "ask",
    "beautiful",
    "check",
    "diverse",
    "domination",
    "independence",
    "leprechauns",
    "lookup",
    "placements",
    "queens",
    "sample",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'satchess' has no attribute {name!r}")
    return getattr(import_module(f"satchess.{_HOMES[name]}"), name)


def independence(piece: str, board: str, **options: object) -> "Independence":
    """Ask for the most pieces, none attacking another: `independence("queen", "8x8", size=7)`."""
    from satchess.questions import Independence

    return Independence.of(piece, board, **options)


def domination(piece: str, board: str, **options: object) -> "Domination":
    """Ask for the fewest pieces that attack every empty square: `domination("king", "5")`."""
    from satchess.questions import Domination

    return Domination.of(piece, board, **options)


def queens(side: int | str, **options: object) -> "Question":
    """Ask for n queens on n x n, none attacking another: `queens(8, require="c1")`."""
    from satchess.questions.leprechauns import QUEENS

    return QUEENS.of(side, **options)


def leprechauns(range: int, side: int | str, **options: object) -> "Question":
    """Ask for n leprechauns of a range on n x n, none attacking another: `leprechauns(3, 16)`."""
    from satchess.questions.leprechauns import LEPRECHAUNS

    return LEPRECHAUNS.of(range, side, **options)


def beautiful(side: int | str, **options: object) -> "Question":
    """Ask for n queens on n x n, none attacking another, closest to the centre: `beautiful(12)`."""
    from satchess.questions.leprechauns import BEAUTIFUL

    return BEAUTIFUL.of(side, **options)


def diverse(side: int | str) -> "Diverse":
    """Ask for n queens on n x n, the two closest as far apart as can be: `diverse(12)`."""
    from satchess.questions import Diverse

    return Diverse.of(side)
