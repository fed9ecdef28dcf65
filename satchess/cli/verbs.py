"""The verbs that ask: solve, count, list, first, lookup."""

import json
from typing import Any

import click

from satchess.answers import Answer, Trust
from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    COUNTING,
    REMEMBERING,
    SHOWING,
    WORKING,
    cache_choice,
    counting_choice,
    run_options,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionGroup, verb_group
from satchess.cli.showing import describe_fingerprint, draw_board, save_svg, show_answer
from satchess.domain.placement import Placement
from satchess.engines import plan
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.render.svg import ensure_drawable
from satchess.request import Request
from satchess.service import answer as asking
from satchess.service.tasks import state_task
from satchess.verbs import VERBS


def _answering(verb: str, doc: str, params: list[click.Parameter] | None = None) -> QuestionGroup:
    """Make the command of a verb that gives one answer."""

    def handle(
        question: Question, as_json: bool, ascii: bool, svg: Any, explain: bool, **rest: Any
    ) -> int:
        request = Request(verb, question, counting_choice(rest))
        options, cache = run_options(rest), cache_choice(rest)
        if svg is not None:
            ensure_drawable(question.board)  # before the work, not after it
        if explain:
            task = state_task(request, tuning=options.tuning)
            click.echo("\n".join(plan.explain(task, options.engine)))
            return ANSWERED
        with Ticker() as ticker:
            answer, _ = asking.respond(request, options, cache=cache, watch=ticker.show)
        code = _show(question, answer, as_json, ascii, svg)
        if request.counting.cross_check and answer.trust is Trust.SINGLE:
            return NOT_KNOWN
        return ANSWERED if request.counting.approximate and answer.count is not None else code

    handle.__doc__ = doc
    return verb_group(verb, handle, [*(params or []), _EXPLAIN, *WORKING, *REMEMBERING, *SHOWING])


_EXPLAIN = click.Option(
    ["--explain"], is_flag=True, help="Say which engine would be used, and why."
)


def _show(question: Question, answer: Answer, as_json: bool, ascii: bool, svg: Any) -> int:
    if as_json:
        click.echo(json.dumps(answer.as_json()))
    else:
        show_answer(question, answer, ascii=ascii)
    if svg is not None:
        save_svg(svg, question, answer.placement)
    return ANSWERED if answer.status.is_final else NOT_KNOWN


solve = _answering("solve", "Find the optimum, with a placement and a proof.")
count = _answering("count", "Count the optimal placements.", COUNTING)
first = _answering(
    "first",
    "Find the lexicographically first optimal placement: square by square from a1, row by row,"
    " occupied before empty.",
)


def _list(question: Question, limit: int | None, as_json: bool, ascii: bool, **rest: Any) -> int:
    """List the optimal placements, in no particular order, as they are found."""
    options, cache = run_options(rest), cache_choice(rest)
    number = 0
    try:
        with Ticker() as ticker:
            listed = asking.stream(question, options, limit=limit, cache=cache, watch=ticker.show)
            for number, placement in enumerate(listed, start=1):
                _show_listed(question, number, placement, as_json, ascii)
    except (TimeoutError, MemoryError) as error:
        raise NotKnown(str(error)) from None
    except KeyboardInterrupt:
        raise NotKnown(f"interrupted after {number} placements") from None
    if number == 0 and not as_json and limit != 0:
        click.echo("There is no such placement.")
    return ANSWERED


def _show_listed(
    question: Question, number: int, placement: Placement, as_json: bool, ascii: bool
) -> None:
    permutation = placement.permutation(question.board)
    if as_json:
        line = {
            "question": str(question),
            "number": number,
            "placement": list(question.words(placement)),
            "permutation": permutation and list(permutation),
            "fingerprint": question.fingerprint_of(placement),
            "symmetry": placement.symmetry(question.board),
        }
        click.echo(json.dumps(line))
    else:
        click.echo(f"{number}: {placement}")
        click.echo(draw_board(question, placement, ascii=ascii))
        if number == 1 and (fingerprint := question.fingerprint_of(placement)) is not None:
            click.echo(describe_fingerprint(fingerprint, None))  # the same for all of them


list_ = verb_group(
    "list",
    _list,
    [
        click.Option(["--limit"], type=click.IntRange(min=0), help="Stop after so many."),
        *WORKING,
        *REMEMBERING,
        *(option for option in SHOWING if option.name != "svg"),
    ],
)


def _looking_up(verb: str) -> QuestionGroup:
    def handle(question: Question, as_json: bool, ascii: bool, svg: Any, **rest: Any) -> int:
        counting = counting_choice(rest)
        choice = cache_choice({**rest, "no_cache": False})
        answer = asking.lookup(verb, question, counting=counting, cache=choice)
        if answer is None:
            raise NotKnown(f"not known: {counting.with_flags(verb)} {question}")
        return _show(question, answer, as_json, ascii, svg)

    handle.__doc__ = f"Say what is remembered of '{verb}', without any work."
    cache_file = [option for option in REMEMBERING if option.name == "cache"]
    flags = [o for o in COUNTING if o.name in ("by_size", "up_to_symmetry") and verb == "count"]
    return verb_group(verb, handle, [*flags, *cache_file, *SHOWING])


lookup = Group(
    "lookup",
    help="Say what is remembered, without any work; exit code 3 if nothing is.",
    commands={verb: _looking_up(verb) for verb in VERBS},
)
