"""FEN: a placement in a line, as chess programs write it."""

from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.forms import FormFormat


class FenFormat(FormFormat):
    """The top rank first, numbers for empty squares."""

    name = "fen"

    def form(self, question: Question, placement: Placement) -> str:
        """Write one line."""
        return placement.fen(question.board)
