"""PDF: vectors for print, a page for each placement of a list."""

from collections.abc import Sequence

from satchess.answers import Answer
from satchess.chains import Chain
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look
from satchess.render.formats.svg import SvgFormat
from satchess.render.pdf import pdf
from satchess.render.scenes import draw_question
from satchess.render.svg import picture as as_picture
from satchess.tables import Table


class PdfFormat(Format):
    """Pages as large as what they show."""

    name = "pdf"
    binary = True
    gathers = True

    def __init__(self) -> None:
        self._svg = SvgFormat()

    def ensure_possible(self, question: Question) -> None:
        """Refuse boards that are too large to draw."""
        self._svg.ensure_possible(question)

    def answer(self, answer: Answer, look: Look) -> bytes:
        """Draw the placement of the answer."""
        self.placement_of(answer)
        return pdf([self._svg.answer(answer, look)])

    def gathered(self, question: Question, placements: Sequence[Placement], look: Look) -> bytes:
        """Draw each placement on a page of its own."""
        return pdf(as_picture(draw_question(question, placed)) for placed in placements)

    def chain(self, chain: Chain, look: Look) -> bytes:
        """Draw the six boards on one sheet."""
        return pdf([self._svg.chain(chain, look)])

    def of_picture(self, picture: str) -> bytes:
        """Write a picture that is drawn already, as SVG."""
        return pdf([picture])

    def table(self, table: Table) -> bytes:
        """Draw a heat map."""
        return pdf([self._svg.table(table)])
