"""Tables of text, for people and for Markdown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NARROWEST = 2
"""Columns of which Markdown can be told to which side they are aligned."""


@dataclass(frozen=True)
class Table:
    """A heading for each column, rows of cells, and notes below. The first column is text."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def text(self) -> str:
        """Write columns, aligned."""
        ruler = ["-" * width for width in self._widths]
        lines = ["  ".join(self._aligned(row)) for row in (self.headings, ruler, *self.rows)]
        return "\n".join(line.rstrip() for line in [*lines, "", *self.notes])

    def markdown(self) -> str:
        """Write a Markdown table."""
        first, *others = self._widths
        ruler = ["-" * first, *("-" * (width - 1) + ":" for width in others)]
        rows = (self._aligned(self.headings), ruler, *map(self._aligned, self.rows))
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([*lines, "", *(f"- {note}" for note in self.notes)])

    @property
    def _widths(self) -> list[int]:
        columns = zip(self.headings, *self.rows, strict=True)
        return [max(NARROWEST, *map(len, column)) for column in columns]

    def _aligned(self, cells: Sequence[str]) -> list[str]:
        (first, width), *others = zip(cells, self._widths, strict=True)
        return [first.ljust(width), *(cell.rjust(width) for cell, width in others)]


FORMATS: dict[str, Callable[[Table], str]] = {"text": Table.text, "markdown": Table.markdown}
"""Ways to print a table, the default first."""
