"""The format interface: writes an answer, a placement of a list, or a table."""

from dataclasses import dataclass
from typing import ClassVar, NoReturn

from satchess.answers import Answer
from satchess.domain.placement import Placement
from satchess.errors import BadInput
from satchess.questions.base import Question
from satchess.tables import Table


@dataclass(frozen=True)
class Look:
    """What the user's terminal can show."""

    ascii: bool = False
    colour: bool = False


class Format:
    """An output format; it refuses what it cannot write."""

    name: ClassVar[str]

    def answer(self, answer: Answer, look: Look) -> str:
        """Write one answer."""
        self._refuse("an answer")

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement of a list."""
        self._refuse("a list")

    def table(self, table: Table) -> str:
        """Write the answers of a table."""
        self._refuse("a table")

    def _refuse(self, what: str) -> NoReturn:
        raise BadInput(f"format {self.name}: cannot write {what}; expected another format")
