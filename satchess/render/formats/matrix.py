"""Matrices of 0 and 1, for programs that know no chess."""

from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.forms import FormFormat


class MatrixFormat(FormFormat):
    """A line for each rank, the top one first; a blank line between matrices."""

    name = "matrix"
    separator = "\n"

    def form(self, question: Question, placement: Placement) -> str:
        """Write a line for each rank."""
        rows = placement.array(question.board).tolist()
        return "\n".join(" ".join(map(str, row)) for row in rows)
