"""Permutations: the column of the piece in row 1, 2, and so on."""

from satchess.domain.placement import Placement
from satchess.errors import BadInput
from satchess.questions.base import Question
from satchess.render.formats.forms import FormFormat


class PermutationFormat(FormFormat):
    """Columns counted from 1, on one line."""

    name = "permutation"

    def form(self, question: Question, placement: Placement) -> str:
        """Write one line; refused unless there is one piece in each row."""
        columns = placement.permutation(question.board)
        if columns is None:
            raise BadInput(
                f"format permutation: '{placement}' has not one piece in each of the"
                f" {question.board.rows} rows; expected another format, such as fen"
            )
        return " ".join(map(str, columns))
