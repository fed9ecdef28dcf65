"""Formats that write a placement and nothing else, so that programs can read it."""

from abc import abstractmethod
from typing import ClassVar

from satchess.answers import Answer
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look


class FormFormat(Format):
    """A form that shows the placement alone."""

    separator: ClassVar[str] = ""
    """What stands between the placements of a list."""

    @abstractmethod
    def form(self, question: Question, placement: Placement) -> str:
        """Write a placement."""

    def answer(self, answer: Answer, look: Look) -> str:
        """Write the placement of the answer."""
        return self.form(answer.question, self.placement_of(answer))

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement of a list."""
        return self.separator * (number > 1) + self.form(question, placement)
