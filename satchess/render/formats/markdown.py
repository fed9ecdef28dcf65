"""Markdown tables."""

from satchess.render.formats.base import Format, grid
from satchess.service.table import Cells


class MarkdownFormat(Format):
    """A table with a header line."""

    name = "markdown"

    def table(self, cells: Cells) -> str:
        """Write the cells as a Markdown table."""
        head, *rows = grid(cells)
        lines = [head, ["---:"] * len(head), *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
