"""Markdown tables."""

from satchess.render.formats.base import Format
from satchess.render.layout import grid
from satchess.tables import Table


class MarkdownFormat(Format):
    """A table with a header line."""

    name = "markdown"

    def table(self, table: Table) -> str:
        """Write the cells as a Markdown table."""
        head, *rows = grid(table)
        lines = [head, ["---:"] * len(head), *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
