"""PNG: the pictures of the SVG format for programs that want pixels."""

from collections.abc import Sequence

from satchess.answers import Answer
from satchess.chains import Chain
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look
from satchess.render.formats.svg import SvgFormat
from satchess.render.png import ensure_available, png
from satchess.tables import Table


class PngFormat(Format):
    """One picture, whatever there is to show."""

    name = "png"
    binary = True
    gathers = True

    def __init__(self) -> None:
        ensure_available()
        self._svg = SvgFormat()

    def ensure_possible(self, question: Question) -> None:
        """Refuse boards that are too large to draw."""
        self._svg.ensure_possible(question)

    def answer(self, answer: Answer, look: Look) -> bytes:
        """Draw the placement of the answer."""
        self.placement_of(answer)
        return png(self._svg.answer(answer, look))

    def gathered(self, question: Question, placements: Sequence[Placement], look: Look) -> bytes:
        """Draw all placements of a list on one sheet."""
        return png(self._svg.gathered(question, placements, look))

    def chain(self, chain: Chain, look: Look) -> bytes:
        """Draw the six boards on one sheet."""
        return png(self._svg.chain(chain, look))

    def of_picture(self, picture: str) -> bytes:
        """Write a picture that is drawn already, as SVG."""
        return png(picture)

    def table(self, table: Table) -> bytes:
        """Draw a heat map."""
        return png(self._svg.table(table))
