"""A table as a picture: the larger a number, the redder its cell."""

from satchess.render.layout import entry, heat, lay_out
from satchess.render.svg import HEAT, INK, Drawing, escaped
from satchess.tables import Table

_SIZE, _HEIGHT, _GAP = 40, 80, 40
_LETTER = 25
"""The room for a character."""


def heat_map(table: Table) -> Drawing:
    """Draw a table on white ground."""
    layout, warmth = lay_out(table), heat(table)
    heads = len(layout.corner)
    texts = [[*layout.corner, *layout.across]]
    texts += [[*line.heads, *map(entry, line.cells)] for line in layout.lines]
    widths = [_GAP + _LETTER * max(map(len, column)) for column in zip(*texts, strict=True)]
    lefts = [sum(widths[:index]) for index in range(len(widths))]
    width, height = sum(widths), _HEIGHT * len(texts)
    elements = [f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for row, line in enumerate(layout.lines, start=1):
        for column, answer in enumerate(line.cells, start=heads):
            if (share := warmth(answer)) is not None:
                elements.append(
                    f'<rect class="shade" x="{lefts[column]}" y="{_HEIGHT * row}"'
                    f' width="{widths[column]}" height="{_HEIGHT}" fill="{HEAT}"'
                    f' fill-opacity="{0.05 + 0.6 * share:.2f}"/>'
                )
    for row, line_of_texts in enumerate(texts):
        for column, text in enumerate(line_of_texts):
            weight = "bold" if row == 0 or column < heads else "normal"
            elements.append(
                f'<text x="{lefts[column] + widths[column] - _GAP // 2}"'
                f' y="{_HEIGHT * row + _HEIGHT // 2 + _SIZE // 3}" fill="{INK}"'
                f' font-family="sans-serif" font-weight="{weight}" font-size="{_SIZE}"'
                f' text-anchor="end">{escaped(text)}</text>'
            )
    names = ", ".join(table.names)
    description = "; ".join(": ".join(filter(None, texts_of)) for texts_of in texts[1:])
    return Drawing(f"A table over {names}", description, 0, 0, width, height, tuple(elements))
