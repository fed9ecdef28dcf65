"""`table`: one question on a range of boards, of several pieces, for ranges of numbers."""

from itertools import takewhile
from typing import Any

import click

from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    COUNTING,
    REMEMBERING,
    WORKING,
    cache_choice,
    format_options,
    output_choice,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionCommand, QuestionGroup, question_parameters
from satchess.cli.remote import fill_cell
from satchess.questions import KindOfQuestion
from satchess.request import PLAIN, Counting, Request
from satchess.service.options import take_counting, take_run_options
from satchess.service.table import fill, table_questions
from satchess.tables import Table

_FLAGS = [
    click.Option(["--count", "counted"], is_flag=True, help="Count the placements too."),
    *(option for option in COUNTING if option.name in ("by_size", "up_to_symmetry")),
    click.Option(["--first"], is_flag=True, help="The lexicographically first placements."),
]


def _verb(values: dict[str, Any]) -> tuple[str, Counting]:
    """Take what is asked of every cell out of the values of a command."""
    counting = take_counting(values)
    counted, first = values.pop("counted"), values.pop("first")
    if first and (counted or counting != PLAIN):
        raise click.UsageError("--first and --count exclude each other")
    if first:
        return "first", PLAIN
    return "count" if counted or counting != PLAIN else "solve", counting


def _table_command(kind: KindOfQuestion) -> click.Command:
    own = question_parameters(kind)

    def run(**values: Any) -> int:
        output = output_choice(values, "table")
        output.ensure_possible()
        options, cache = take_run_options(values), cache_choice(values)
        verb, counting = _verb(values)
        names, questions = table_questions(kind, values)
        for question in questions.values():
            Request(verb, question, counting).ensure_askable()
        with Ticker() as ticker:
            cells, complete = fill(
                questions,
                lambda question: fill_cell(question, verb, options, cache, counting, ticker),
                ticker.begin,
            )
        output.print(output.form.table(Table(names, cells)))
        if not complete:
            click.echo(f"interrupted: {len(cells)} of {len(questions)} cells", err=True)
        final = all(answer.status.is_final for answer in cells.values())
        return ANSWERED if complete and final else NOT_KNOWN

    return QuestionCommand(
        kind.kind,
        callback=run,
        params=[*own, *_FLAGS, *format_options("table"), *WORKING, *REMEMBERING],
        help=kind.summary,
        epilog="BOARD is a range such as 3..8x3..8, or 4..10 for squares; whole numbers may be"
        " ranges too, such as --pawns 0..3, and PIECE may be several, such as queen,rook."
        " --timeout is for each cell, and again for the optimum alone where counting runs out of"
        " time. Ctrl-C prints the cells that are done.",
    )


class TableGroup(QuestionGroup):
    """The questions of tables: what is asked may stand before them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move the flags that stand before the question behind it."""
        flags = {name for option in _FLAGS for name in option.opts}
        before = list(takewhile(flags.__contains__, args))
        return super().parse_args(ctx, [*args[len(before) :], *before])


table = TableGroup(
    "table", "Answer a question on a range of boards, or of numbers.", _table_command
)
