"""What values look like: as text where they are printed, as pictures in notebooks."""

from functools import singledispatch
from html import escape

from satchess.answers import Answer, Chosen
from satchess.chains import Chain
from satchess.domain.attacks import AttackGraph
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.render.graphs import MOST_DRAWN, edges_of, write_graph
from satchess.render.heat_map import heat_map
from satchess.render.scenes import draw_moves, draw_question
from satchess.render.svg import (
    LARGEST_SHEET,
    MOST_SQUARES,
    contact_sheet,
    drawing,
    is_drawable,
    picture,
)
from satchess.sequences.values import Sequence
from satchess.service.appraisal import Appraisal
from satchess.tables import Table


@singledispatch
def text(value: object) -> str:
    """Return what `print` shows."""
    raise NotImplementedError(f"no text for {type(value).__name__}")


@singledispatch
def html(value: object) -> str | None:
    """Return what a notebook shows; None where a picture is all."""
    return None


@singledispatch
def svg(value: object) -> str | None:
    """Return a picture; None where there is nothing to draw."""
    return None


@text.register
def _(table: Table) -> str:
    from satchess.render.formats.text import TextFormat

    return TextFormat().table(table)


@html.register
def _(table: Table) -> str:
    from satchess.render.formats.html import HtmlFormat

    return HtmlFormat().table(table)


def sequence(terms: Sequence, form: str) -> str:
    """Return a sequence in a named format."""
    from satchess.render.formats import format_named

    return format_named(form).sequence(terms)


@text.register
def _(terms: Sequence) -> str:
    return sequence(terms, "text")


@text.register
def _(chain: Chain) -> str:
    from satchess.render.formats.base import Look
    from satchess.render.formats.text import TextFormat

    return TextFormat().chain(chain, Look())


@svg.register
def _(chain: Chain) -> str | None:
    from satchess.render.chain import sheet

    if not is_drawable(chain["gamma"].question.board):
        return None
    return picture(sheet(chain), largest=LARGEST_SHEET // 3)


@text.register
def _(answer: Answer) -> str:
    from satchess.render.formats.base import Look
    from satchess.render.formats.text import TextFormat

    return TextFormat().answer(answer, Look())


@svg.register
def _(answer: Answer) -> str | None:
    if answer.placement is None or not is_drawable(answer.question.board):
        return None
    return picture(draw_question(answer.question, answer.placement))


@html.register
def _(answer: Answer) -> str:
    from satchess.render.formats.text import provenance, sentence

    said = escape(sentence(answer)).replace("\n", "<br>")
    drawn = svg(answer) or ""
    return f"<div><p>{said}</p>\n{drawn}<p><small>{escape(provenance(answer))}</small></p></div>"


@svg.register
def _(placement: Placement) -> str | None:
    board = placement.smallest_board
    return picture(drawing(board, placement)) if is_drawable(board) else None


@svg.register
def _(board: Board) -> str | None:
    return picture(drawing(board, Placement(()))) if is_drawable(board) else None


@svg.register
def _(piece: Piece) -> str:
    return picture(draw_moves(piece))


@svg.register
def _(graph: AttackGraph) -> str | None:
    return write_graph(graph, "svg") if len(edges_of(graph)) <= MOST_DRAWN else None


@svg.register
def _(table: Table) -> str:
    return picture(heat_map(table))


@svg.register
def _(several: Chosen) -> str | None:
    """Draw a sheet; nothing where it would be too large for a notebook."""
    if not several or len(several) * len(several.question.board) > MOST_SQUARES // 10:
        return None
    drawings = [
        draw_question(several.question, placed, str(number))
        for number, placed in enumerate(several, start=1)
    ]
    return picture(contact_sheet(drawings), largest=LARGEST_SHEET // 3)


@text.register
def _(appraisal: Appraisal) -> str:
    from satchess.render.formats.base import Look
    from satchess.render.verdict import judgement

    return judgement(appraisal, Look(), rules_only=not appraisal.is_judged)


@svg.register
def _(appraisal: Appraisal) -> str | None:
    if not is_drawable(appraisal.question.board):
        return None
    return picture(draw_question(appraisal.question, appraisal.placement))


@html.register
def _(appraisal: Appraisal) -> str:
    from satchess.render.verdict import findings

    said = "<br>".join(map(escape, findings(appraisal, rules_only=not appraisal.is_judged)))
    return f"<div><p>{said}</p>\n{svg(appraisal) or ''}</div>"
