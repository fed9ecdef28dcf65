"""HTML: a table as a heat map, for notebooks and pages."""

from html import escape

from satchess.answers import Answer
from satchess.render.formats.base import Format
from satchess.render.layout import entry, heat, lay_out
from satchess.tables import Table

_HEAT = "200,16,46"


class HtmlFormat(Format):
    """A table whose cells are the redder, the larger they are."""

    name = "html"

    def table(self, table: Table) -> str:
        """Write the cells as a heat map; readable on light and on dark pages."""
        layout, warmth = lay_out(table), heat(table)
        headings = (f"<th>{escape(text)}</th>" for text in (*layout.corner, *layout.across))
        lines = [f"<tr>{''.join(headings)}</tr>"]
        for line in layout.lines:
            heads = "".join(f"<th>{escape(head)}</th>" for head in line.heads)
            cells = "".join(_cell(answer, warmth(answer)) for answer in line.cells)
            lines.append(f"<tr>{heads}{cells}</tr>")
        return "\n".join(['<table class="satchess">', *lines, "</table>"])


def _cell(answer: Answer | None, warmth: float | None) -> str:
    style = "text-align:right"
    if warmth is not None:
        style += f";background:rgba({_HEAT},{0.05 + 0.45 * warmth:.2f})"
    title = "" if answer is None else f' title="{escape(f"{answer.verb} {answer.question}")}"'
    return f'<td style="{style}"{title}>{escape(entry(answer))}</td>'
