"""Tables: one question on a range of boards, or of several pieces on square boards."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from satchess.answers import Answer, Status
from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    REMEMBERING,
    WORKING,
    cache_choice,
    format_option,
    run_options,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionGroup, question_parameters
from satchess.domain.pieces import split_at_commas
from satchess.errors import BadBoard, BadQuestion, NotKnown
from satchess.questions import KindOfQuestion, Question
from satchess.questions.grammar import build
from satchess.render.formats import format_named
from satchess.request import Request
from satchess.service.answer import respond
from satchess.service.options import RunOptions
from satchess.tables import Key, Table

_RANGE = re.compile(r"(\d{1,5})(?:\.\.(\d{1,5}))?")


def parse_range(text: str) -> tuple[range, range | None, str]:
    """Read the boards of a table: `3..8x3..8`, `4..9` (squares only), with `:torus` behind it."""
    sizes, colon, topology = text.partition(":")
    sides: list[range] = []
    for side in sizes.split("x"):
        match = _RANGE.fullmatch(side)
        if match is None or len(sides) == 2:
            raise BadBoard(f"boards {text!r}: expected a range such as 3..8x3..8 or 4..10")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise BadBoard(f"boards {text!r}: the range {side} is empty")
        sides.append(range(first, last + 1))
    return sides[0], sides[1] if len(sides) == 2 else None, colon + topology


def fill(
    questions: Mapping[Key, Question],
    answer_for: Callable[[Question], Answer],
    tell: Callable[[str], None],
) -> tuple[dict[Key, Answer], bool]:
    """Answer the question of every cell; False if Ctrl-C came between."""
    cells: dict[Key, Answer] = {}
    try:
        for key, question in questions.items():
            tell(f"{question.board}, {len(cells) + 1} of {len(questions)}")
            cells[key] = answer_for(question)
    except KeyboardInterrupt:
        return cells, False
    return cells, True


def answer_cell(question: Question, verb: str, options: RunOptions, cache: Path | bool) -> Answer:
    """Answer one question; the optimum is looked for alone where counting came to nothing."""

    def ask(verb: str) -> Answer:
        request = Request(verb, question)
        try:
            answer, interrupt = respond(request, options, cache=cache)
        except NotKnown as error:  # the other boards may be within reach
            return Answer(request, "", Status.UNKNOWN, warnings=(str(error),))
        if interrupt is not None:
            raise interrupt
        return answer

    answer = ask(verb)
    if verb == "solve" or answer.status.is_final or answer.lower == answer.upper is not None:
        return answer
    solved = ask("solve")
    if solved.status is Status.INFEASIBLE:
        return replace(answer, status=Status.INFEASIBLE, count=0, exact=True)
    nothing = (solved.lower, solved.upper, answer.count) == (None, None, None)
    status = Status.UNKNOWN if nothing else Status.BOUNDED
    return replace(answer, status=status, lower=solved.lower, upper=solved.upper)


def _questions(
    kind: KindOfQuestion, said: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[Key, Question]]:
    """Return the arguments that vary, and the question of each cell."""
    if "board" not in said:
        raise BadQuestion(
            f"table {kind.kind}: it has a board of its own, expected another question"
        )
    if said["board"] is None:
        raise BadBoard("a table needs a range of boards, such as 3..8x3..8 or 4..10")
    rows, columns, topology = parse_range(str(said["board"]))
    pieces = split_at_commas(str(said.get("piece", "")))
    if len(pieces) > 1 and columns is not None:
        raise BadBoard(f"boards {said['board']!r}: expected squares, such as 4..10, for {pieces}")
    several = len(pieces) > 1
    questions: dict[Key, Question] = {}
    for m in rows:
        for n in columns or [m]:
            for piece in pieces:
                words = {**said, "board": f"{m}x{n}{topology}"} | (
                    {"piece": piece} if piece else {}
                )
                questions[(*[piece] * several, m, n)] = build(kind, words)
    return (*["piece"] * several, "rows", "columns"), questions


_OWN: list[click.Parameter] = [
    click.Option(["--count", "counting"], is_flag=True, help="Count the placements too."),
    format_option("table"),
]


def _table_command(kind: KindOfQuestion) -> click.Command:
    own = question_parameters(kind)

    def run(counting: bool, form: str | None, **values: Any) -> int:
        options, cache = run_options(values), cache_choice(values)
        verb = "count" if counting else "solve"
        names, questions = _questions(kind, values)
        with Ticker() as ticker:
            cells, complete = fill(
                questions,
                lambda question: answer_cell(question, verb, options, cache),
                ticker.tell,
            )
        click.echo(format_named(form or "text").table(Table(names, cells)))
        final = all(answer.status.is_final for answer in cells.values())
        return ANSWERED if complete and final else NOT_KNOWN

    return Command(
        kind.kind,
        callback=run,
        params=[*own, *_OWN, *WORKING, *REMEMBERING],
        help=kind.summary,
        epilog="BOARD is a range such as 3..8x3..8, or 4..10 for squares. PIECE may be several,"
        " such as queen,rook, on squares. --timeout is for each board, and again for the optimum"
        " alone where counting runs out of time.",
    )


table = QuestionGroup("table", "Answer a question on a range of boards.", _table_command)
