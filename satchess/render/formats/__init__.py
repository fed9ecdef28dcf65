"""The output formats: one file for each, and one line here.

Formats are imported on use.
"""

from importlib import import_module
from typing import NamedTuple

from satchess.errors import BadInput, expected_one_of
from satchess.render.formats.base import Format, Look

__all__ = ["FORMATS", "Format", "Look", "format_named", "formats_for"]


class Home(NamedTuple):
    """Where a format lives, and what it can write."""

    module: str
    name: str
    writes: frozenset[str]


_ALL = frozenset({"answer", "list", "table"})
_TABLE = frozenset({"table"})

FORMATS: dict[str, Home] = {
    "text": Home("text", "TextFormat", _ALL),
    "json": Home("json", "JsonFormat", _ALL),
    "markdown": Home("markdown", "MarkdownFormat", _TABLE),
    "csv": Home("csv", "CsvFormat", _TABLE),
    "html": Home("html", "HtmlFormat", _TABLE),
}
"""The formats by name; the first is the default."""


def formats_for(what: str) -> list[str]:
    """Return the formats that can write an answer, a list or a table."""
    return [name for name, home in FORMATS.items() if what in home.writes]


def format_named(name: str) -> Format:
    """Return the named format; `BadInput` if there is none."""
    if name not in FORMATS:
        raise BadInput(f"format {name!r}: {expected_one_of(name, FORMATS)}")
    home = FORMATS[name]
    made: Format = getattr(import_module(f"satchess.render.formats.{home.module}"), home.name)()
    return made
