"""The attack graph of a piece on a board, for other programs and for the eye."""

from pathlib import Path
from typing import Any

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED
from satchess.cli.questions import question_parameters
from satchess.cli.writing import OutputFile, written
from satchess.questions import Independence
from satchess.questions.grammar import build, words_of
from satchess.render.graphs import GRAPHS, graph_format_of, write_graph

_WORDS = {name: words_of(Independence)[name] for name in ("piece", "board")}
_NAMES = {*_WORDS, *(part for word in _WORDS.values() for part, *_ in word.suboptions)}


def _graph(form: str | None, output: Path, **said: Any) -> int:
    attacks = build(Independence, said).graph
    text = write_graph(attacks, form or graph_format_of(output) or next(iter(GRAPHS)))
    with written(output) as stream:
        stream.write(text)
    return ANSWERED


graph = Command(
    "graph",
    callback=_graph,
    help="Write the attack graph of a piece on a board: squares, joined where one attacks the"
    " other. Without --format, the ending of the file says which it is.",
    params=[
        *(own for own in question_parameters(Independence) if own.name in _NAMES),
        click.Option(
            ["--format", "form"],
            type=click.Choice(list(GRAPHS)),
            help="; ".join(f"{name}: {home.help}" for name, home in GRAPHS.items()) + ".",
        ),
        click.Option(
            ["--out", "--output", "output"],
            type=OutputFile(allow_dash=True),
            default="-",
            metavar="FILE",
            help="Write it there instead of to standard output.",
        ),
    ],
)
