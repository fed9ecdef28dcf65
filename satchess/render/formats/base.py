"""The format interface: writes an answer, the placements of a list, or a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NoReturn

from satchess.answers import Answer, Status
from satchess.domain.placement import Placement
from satchess.errors import BadInput, NotKnown
from satchess.questions.base import Question

if TYPE_CHECKING:
    from satchess.chains import Chain
    from satchess.sequences.values import Sequence as Numbers
    from satchess.sequences.values import Term
    from satchess.tables import Table


@dataclass(frozen=True)
class Look:
    """What the user's terminal can show; without a width there is none to fit into."""

    ascii: bool = False
    colour: bool = False
    width: int | None = None


class Format:
    """An output format; it refuses what it cannot write."""

    name: ClassVar[str]
    binary: ClassVar[bool] = False
    """Whether it writes bytes, which no terminal can show."""
    gathers: ClassVar[bool] = False
    """Whether a list is written as a whole, by `gathered`."""
    by_term: ClassVar[bool] = False
    """Whether a sequence is written term by term, as they are found."""
    ends_unknown: ClassVar[bool] = False
    """Whether a sequence ends before the first term that is not known."""

    def ensure_possible(self, question: Question) -> None:
        """Refuse, before the work, a question whose placements it cannot write."""

    def answer(self, answer: Answer, look: Look) -> str | bytes:
        """Write one answer."""
        self._refuse("an answer")

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement of a list."""
        self._refuse("a list")

    def gathered(
        self, question: Question, placements: Sequence[Placement], look: Look
    ) -> str | bytes:
        """Write the placements of a list, of which there is one at least."""
        self._refuse("a list")

    def table(self, table: "Table") -> str | bytes:
        """Write the answers of a table."""
        self._refuse("a table")

    def chain(self, chain: "Chain", look: Look) -> str | bytes:
        """Write the six numbers of a chain."""
        self._refuse("a chain")

    def term(self, term: "Term") -> str:
        """Write a term of a sequence on a line."""
        self._refuse("a sequence")

    def closing(self, sequence: "Numbers") -> str:
        """Write what is said behind the terms of a sequence; empty for nothing."""
        return ""

    def sequence(self, sequence: "Numbers") -> str:
        """Write a whole sequence."""
        lines = [*map(self.term, sequence), self.closing(sequence)]
        return "\n".join(filter(None, lines))

    def of_picture(self, picture: str) -> str | bytes:
        """Write a picture that is drawn already, as SVG."""
        self._refuse("a picture")

    def placement_of(self, answer: Answer) -> Placement:
        """Return the placement of an answer; say why where there is none to write."""
        if answer.placement is not None:
            return answer.placement
        if answer.status is Status.INFEASIBLE:
            raise NotKnown(f"format {self.name}: there is no such placement")
        if answer.status is Status.OPTIMAL:
            raise BadInput(
                f"format {self.name}: '{answer.verb}' has no placement to write,"
                " expected solve, first or list"
            )
        raise NotKnown(f"format {self.name}: no placement is known; {answer.note}")

    def _refuse(self, what: str) -> NoReturn:
        raise BadInput(f"format {self.name}: cannot write {what}; expected another format")
