"""The formula of a question, for any SAT solver or model counter."""

from pathlib import Path

import click

from satchess.cli.failures import ANSWERED
from satchess.cli.questions import verb_group
from satchess.cli.writing import OutputFile, written
from satchess.engines.plan import choose_engine, ensure_known
from satchess.errors import BadQuestion
from satchess.questions import Question
from satchess.task import Task, Tuning


def _cnf(
    question: Question,
    output: Path,
    break_symmetry: bool,
    cardinality: str | None,
    at_most_one: str | None,
) -> int:
    """Write the formula of a question in DIMACS, with a map of variables to squares.

    Without --size the formula says which placements obey the rules, and comments say what is to be
    optimised. A projection line ('c p show') names the board variables for model counters.
    """
    from satchess.encodings.formula import Formula
    from satchess.render.export import write_formula

    ensure_known(None, Tuning(cardinality=cardinality, at_most_one=at_most_one))
    if question.asks_for_fingerprint:
        raise BadQuestion(
            "cnf: no formula says which fingerprint is the smallest;"
            " expected --fingerprint too, or no --bottleneck"
        )
    choose_engine(Task("solve", question), "sat")  # refuses a board that is too large
    formula = Formula(question.model(), cardinality=cardinality, at_most_one=at_most_one)
    if break_symmetry:
        formula.break_symmetry()
    with written(output, encoding="ascii") as stream:
        write_formula(stream, question, formula)
    return ANSWERED


cnf = verb_group(
    "cnf",
    _cnf,
    [
        click.Option(
            ["--output"],
            type=OutputFile(allow_dash=True),
            default="-",
            metavar="FILE",
            help="Write it there instead of to standard output.",
        ),
        click.Option(
            ["--break-symmetry"],
            is_flag=True,
            help="Keep one placement of each symmetry class (or a few): not for counting.",
        ),
        click.Option(["--cardinality"], metavar="NAME", help="Encode bounds this way."),
        click.Option(["--at-most-one"], metavar="NAME", help="Encode cliques this way."),
    ],
)
