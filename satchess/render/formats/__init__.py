"""The output formats: one file for each, and one line here.

Formats are imported on use.
"""

from importlib import import_module
from typing import NamedTuple

from satchess.errors import BadInput, expected_one_of
from satchess.render.formats.base import Format, Look

__all__ = [
    "FORMATS",
    "PICTURES",
    "Format",
    "Look",
    "fits_file",
    "format_named",
    "format_of_file",
    "formats_for",
]


class Home(NamedTuple):
    """Where a format lives, what it can write, and how its files are called."""

    module: str
    name: str
    writes: frozenset[str]
    suffix: str


_ALL = frozenset({"answer", "list", "table"})
_CHAIN_TOO = _ALL | {"chain"}
_SEQUENCE_TOO = _CHAIN_TOO | {"sequence"}
_SEQUENCE = frozenset({"sequence"})
_PLACED = frozenset({"answer", "list"})
_TABLE = frozenset({"table"})

FORMATS: dict[str, Home] = {
    "text": Home("text", "TextFormat", _SEQUENCE_TOO, ".txt"),
    "json": Home("json", "JsonFormat", _SEQUENCE_TOO, ".json"),
    "fen": Home("fen", "FenFormat", _PLACED, ".fen"),
    "permutation": Home("permutation", "PermutationFormat", _PLACED, ""),
    "matrix": Home("matrix", "MatrixFormat", _PLACED, ""),
    "latex": Home("latex", "LatexFormat", _ALL, ".tex"),
    "svg": Home("svg", "SvgFormat", _CHAIN_TOO, ".svg"),
    "png": Home("png", "PngFormat", _CHAIN_TOO, ".png"),
    "pdf": Home("pdf", "PdfFormat", _CHAIN_TOO, ".pdf"),
    "markdown": Home("markdown", "MarkdownFormat", _TABLE, ".md"),
    "csv": Home("csv", "CsvFormat", _TABLE, ".csv"),
    "html": Home("html", "HtmlFormat", _TABLE, ".html"),
    "bfile": Home("bfile", "BFileFormat", _SEQUENCE, ""),
    "oeis": Home("oeis", "OeisFormat", _SEQUENCE, ""),
}
"""The formats by name; the first is the default."""

PICTURES = ("svg", "png", "pdf")
"""The formats of a file that holds a picture and nothing else."""


def format_of_file(name: str) -> str | None:
    """Return the format that the suffix of a file names; None if it names none."""
    endings = (form for form, home in FORMATS.items() if home.suffix)
    return next((form for form in endings if name.lower().endswith(FORMATS[form].suffix)), None)


def fits_file(form: str, name: str) -> bool:
    """Whether a format without an ending of its own may be in a file of this name: in a text."""
    return not FORMATS[form].suffix and name.lower().endswith(FORMATS["text"].suffix)


def formats_for(what: str) -> list[str]:
    """Return the formats that can write an answer, a list, a table, a chain or a sequence."""
    return [name for name, home in FORMATS.items() if what in home.writes]


def format_named(name: str) -> Format:
    """Return the named format; `BadInput` if there is none."""
    if name not in FORMATS:
        raise BadInput(f"format {name!r}: {expected_one_of(name, FORMATS)}")
    home = FORMATS[name]
    made: Format = getattr(import_module(f"satchess.render.formats.{home.module}"), home.name)()
    return made
