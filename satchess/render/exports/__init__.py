"""Exports: a question as a file that solvers of other kinds read.

One file for each format, and one line here; a writer is imported on use.
"""

from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TextIO

from satchess.errors import BadInput, BadQuestion, expected_one_of
from satchess.questions.base import Question
from satchess.questions.grammar import ensure_keywords
from satchess.render.exports.base import DEFAULT_ENCODING, Encoding, EncodingOptions, Export

__all__ = ["DEFAULT_ENCODING", "EXPORTS", "Encoding", "exported", "format_of", "write_export"]


class Home(NamedTuple):
    """Where a writer lives, the endings of its files, and what it is."""

    module: str
    name: str
    suffixes: tuple[str, ...]
    help: str
    has_clauses: bool = False


EXPORTS: dict[str, Home] = {
    "cnf": Home("cnf", "CnfExport", (".cnf", ".dimacs"), "DIMACS, for SAT solvers", True),
    "wcnf": Home("wcnf", "WcnfExport", (".wcnf",), "weighted DIMACS, for MaxSAT", True),
    "opb": Home("opb", "OpbExport", (".opb",), "pseudo-Boolean constraints"),
    "lp": Home("lp", "LpExport", (".lp",), "an integer programme, to be read by people too"),
    "mps": Home("mps", "MpsExport", (".mps",), "an integer programme, for any solver"),
    "minizinc": Home("minizinc", "MiniZincExport", (".mzn",), "constraint programming"),
}
"""The formats by name; the first is the default."""


def format_of(path: Path) -> str | None:
    """Return the format that the ending of a file names, if any."""
    ending = path.suffix.lower()
    return next((name for name, home in EXPORTS.items() if ending in home.suffixes), None)


def write_export(
    stream: TextIO, question: Question, form: str, encoding: Encoding = DEFAULT_ENCODING
) -> None:
    """Write a question in a format."""
    if form not in EXPORTS:
        raise BadInput(f"format {form!r}: {expected_one_of(form, EXPORTS)}")
    home = EXPORTS[form]
    if encoding != DEFAULT_ENCODING and not home.has_clauses:
        known = " and ".join(name for name, home in EXPORTS.items() if home.has_clauses)
        raise BadQuestion(f"format {form}: has no clauses to encode; expected {known} for that")
    writer: Export = getattr(import_module(f"satchess.render.exports.{home.module}"), home.name)()
    writer.prepare(question, encoding)
    writer.write(stream, question, encoding)


def exported(question: Question, form: str, encoding: EncodingOptions) -> str:
    """Return a question in a format."""
    ensure_keywords("export", encoding, EncodingOptions.__annotations__)
    stream = StringIO()
    write_export(stream, question, form, Encoding(**encoding))
    return stream.getvalue()
