"""A question as a file for other solvers: clauses, integer programmes, constraints."""

from pathlib import Path

import click

from satchess.cli.failures import ANSWERED
from satchess.cli.questions import verb_group
from satchess.cli.writing import OutputFile, written
from satchess.questions import Question
from satchess.render.exports import EXPORTS, Encoding, format_of, write_export


def _cnf(question: Question, output: Path, **encoding: str | bool | None) -> int:
    """Write the formula of a question in DIMACS, with a map of variables to squares.

    Without --size the formula says which placements obey the rules, and comments say what is to be
    optimised. A projection line ('c p show') names the board variables for model counters.
    """
    return _export(question, output, "cnf", **encoding)


def _export(
    question: Question, output: Path, form: str | None, **encoding: str | bool | None
) -> int:
    """Write a question for other solvers: SAT, MaxSAT, pseudo-Boolean, integer programming.

    The objective is part of the file, except in DIMACS. Comments, or the names of variables, say
    what stands where. Without --format, the ending of the file says which it is.
    """
    chosen = form or format_of(output) or next(iter(EXPORTS))
    with written(output) as stream:
        write_export(stream, question, chosen, Encoding(**encoding))  # type: ignore[arg-type]
    return ANSWERED


def _output(*names: str) -> click.Option:
    return click.Option(
        [*names, "output"],
        type=OutputFile(allow_dash=True),
        default="-",
        metavar="FILE",
        help="Write it there instead of to standard output.",
    )


_ENCODING = [
    click.Option(
        ["--break-symmetry"],
        is_flag=True,
        help="Keep one placement of each symmetry class (or a few): not for counting.",
    ),
    click.Option(["--cardinality"], metavar="NAME", help="Encode bounds this way."),
    click.Option(["--at-most-one"], metavar="NAME", help="Encode cliques this way."),
]

cnf = verb_group("cnf", _cnf, [_output("--output"), *_ENCODING])

export = verb_group(
    "export",
    _export,
    [
        click.Option(
            ["--format", "form"],
            type=click.Choice(list(EXPORTS)),
            help="; ".join(f"{name}: {home.help}" for name, home in EXPORTS.items()) + ".",
        ),
        _output("--out", "--output"),
        *_ENCODING,
    ],
)
