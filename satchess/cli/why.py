"""The command why: which conditions leave no placement."""

import json
from typing import Any

import click

from satchess.answers import Why
from satchess.cli.failures import ANSWERED
from satchess.cli.options import REMEMBERING, SHOWING, WORKING, cache_choice
from satchess.cli.progress import Ticker
from satchess.cli.questions import verb_group
from satchess.cli.showing import terminal
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.render.formats.text import drawing
from satchess.service.contradiction import explain
from satchess.service.options import take_run_options


def _why(question: Question, as_json: bool, ascii: bool, **rest: Any) -> int:
    """Say which conditions leave no placement: a smallest set of them that does.

    Each is shown to be needed by a placement that breaks it alone.
    """
    options, cache = take_run_options(rest), cache_choice(rest)
    try:
        with Ticker() as ticker:
            reason = explain(question, options, cache=cache, watch=ticker.show)
    except (TimeoutError, MemoryError) as error:
        raise NotKnown(str(error)) from None
    except KeyboardInterrupt:
        raise NotKnown("interrupted before a reason was found") from None
    if as_json:
        click.echo(json.dumps(reason.as_json()))
        return ANSWERED
    click.echo(_sentence(reason))
    for text, placement in zip(reason.conditions, reason.witnesses, strict=True):
        click.echo(f"Without {text}: {_named(question, placement)}")
    if reason.placement is not None:
        click.echo(drawing(question, reason.placement, terminal(ascii=ascii)))
    return ANSWERED


def _named(question: Question, placement: Placement) -> str:
    nothing = "the empty board" if question.board.graph is None else "no vertex"
    return str(placement) or nothing


def _sentence(reason: Why) -> str:
    """Say what contradicts what."""
    if reason.placement is not None:
        placed = _named(reason.question, reason.placement)
        return f"There is such a placement, so nothing is contradicted: {placed}"
    if not reason.conditions:
        return (
            "There is no such placement, and no condition is to blame:"
            f" '{reason.contradiction}' has none either."
        )
    conditions = "\n".join(f"  {text}" for text in reason.conditions)
    number = len(reason.conditions)
    if number == 1:
        return f"There is no such placement. One condition alone leaves none:\n{conditions}"
    said = f"There is no such placement. {counted(number, 'condition')} contradict each other"
    sure = "no fewer do" if reason.smallest else "none of them can be spared, but fewer may do"
    return f"{said}; {sure}:\n{conditions}"


why = verb_group(
    "why",
    _why,
    [*WORKING, *REMEMBERING, *(option for option in SHOWING if option.name != "picture")],
)
