"""The output formats: one file for each, and one line here.

Formats are imported on use.
"""

from importlib import import_module

from satchess.errors import BadInput
from satchess.render.formats.base import Cells, Format, Look

__all__ = ["FORMATS", "Cells", "Format", "Look", "format_named"]

FORMATS: dict[str, str] = {
    "text": "satchess.render.formats.text:TextFormat",
    "json": "satchess.render.formats.json:JsonFormat",
    "markdown": "satchess.render.formats.markdown:MarkdownFormat",
    "csv": "satchess.render.formats.csv:CsvFormat",
}
"""Module and class of each format, by name."""


def format_named(name: str) -> Format:
    """Return the named format; `BadInput` if there is none."""
    if name not in FORMATS:
        raise BadInput(f"format {name!r}: expected one of {', '.join(FORMATS)}")
    module, _, called = FORMATS[name].partition(":")
    made: Format = getattr(import_module(module), called)()
    return made
