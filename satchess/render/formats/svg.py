"""SVG: a picture of a placement, of a list as a contact sheet, of a table as a heat map."""

from collections.abc import Sequence

from satchess.answers import Answer
from satchess.chains import Chain
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.chain import sheet
from satchess.render.formats.base import Format, Look
from satchess.render.heat_map import heat_map
from satchess.render.scenes import draw_question
from satchess.render.svg import LARGEST_SHEET, contact_sheet, ensure_drawable, picture
from satchess.tables import Table


class SvgFormat(Format):
    """One picture, whatever there is to show."""

    name = "svg"
    gathers = True

    def ensure_possible(self, question: Question) -> None:
        """Refuse boards that are too large to draw."""
        ensure_drawable(question.board)

    def answer(self, answer: Answer, look: Look) -> str:
        """Draw the placement of the answer."""
        return picture(draw_question(answer.question, self.placement_of(answer)))

    def gathered(self, question: Question, placements: Sequence[Placement], look: Look) -> str:
        """Draw all placements of a list on one sheet, each above its number."""
        numbered = enumerate(placements, start=1)
        drawings = [draw_question(question, placed, str(number)) for number, placed in numbered]
        sheet = contact_sheet(drawings, title=str(question))
        return picture(sheet, largest=LARGEST_SHEET)

    def chain(self, chain: Chain, look: Look) -> str:
        """Draw the six boards on one sheet."""
        return picture(sheet(chain), largest=LARGEST_SHEET)

    def of_picture(self, picture: str) -> str:
        """Leave it as it is."""
        return picture

    def table(self, table: Table) -> str:
        """Draw a heat map."""
        return picture(heat_map(table))
