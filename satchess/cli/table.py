"""Tables: one question on a range of boards, or of several pieces on square boards."""

from typing import Any

import click

from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    REMEMBERING,
    WORKING,
    cache_choice,
    format_option,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionCommand, QuestionGroup, question_parameters
from satchess.questions import KindOfQuestion
from satchess.render.formats import format_named
from satchess.service.options import take_run_options
from satchess.service.table import answer_cell, fill, table_questions
from satchess.tables import Table

_OWN: list[click.Parameter] = [
    click.Option(["--count", "counting"], is_flag=True, help="Count the placements too."),
    format_option("table"),
]


def _table_command(kind: KindOfQuestion) -> click.Command:
    own = question_parameters(kind)

    def run(counting: bool, form: str | None, **values: Any) -> int:
        options, cache = take_run_options(values), cache_choice(values)
        verb = "count" if counting else "solve"
        names, questions = table_questions(kind, values)
        with Ticker() as ticker:
            cells, complete = fill(
                questions,
                lambda question: answer_cell(question, verb, options, cache),
                ticker.tell,
            )
        click.echo(format_named(form or "text").table(Table(names, cells)))
        final = all(answer.status.is_final for answer in cells.values())
        return ANSWERED if complete and final else NOT_KNOWN

    return QuestionCommand(
        kind.kind,
        callback=run,
        params=[*own, *_OWN, *WORKING, *REMEMBERING],
        help=kind.summary,
        epilog="BOARD is a range such as 3..8x3..8, or 4..10 for squares. PIECE may be several,"
        " such as queen,rook, on squares. --timeout is for each board, and again for the optimum"
        " alone where counting runs out of time.",
    )


table = QuestionGroup("table", "Answer a question on a range of boards.", _table_command)
