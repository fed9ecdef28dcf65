"""The verb check: whether a placement keeps the rules, and whether it is the best."""

import json
from pathlib import Path
from typing import Any

import click

from satchess.cli.failures import ANSWERED, CHECK_FAILED
from satchess.cli.options import REMEMBERING, SHOWING, Seconds, cache_choice
from satchess.cli.questions import verb_group
from satchess.cli.reading import Text, TextFile
from satchess.cli.showing import draw_board, save_picture
from satchess.domain.phrases import between
from satchess.model import Sense
from satchess.questions import Question
from satchess.render.formats.text import describe_fingerprint
from satchess.render.svg import ensure_drawable
from satchess.service.appraisal import BUDGET, Appraisal
from satchess.service.appraisal import check as appraise


def _check(
    question: Question,
    placement: str | None,
    from_file: str | None,
    as_json: bool,
    ascii: bool,
    picture: Path | None,
    timeout: float,
    rules_only: bool,
    **rest: Any,
) -> int:
    """Check a placement: whether it keeps the rules, and whether it is the best there is.

    Exit code 0 if it keeps the rules, the best or not; 1 if it breaks one.
    """
    text = placement if from_file is None else from_file
    if text is None or None not in (placement, from_file):
        raise click.UsageError("expected a placement: one of --placement and --from")
    if picture is not None:
        ensure_drawable(question.board)
    cache = cache_choice(rest)
    appraisal = appraise(question, text, cache=cache, timeout=timeout, rules_only=rules_only)
    if as_json:
        click.echo(json.dumps(appraisal.as_json()))
    else:
        _show(appraisal, ascii=ascii, rules_only=rules_only)
    if picture is not None:
        save_picture(picture, question, appraisal.placement)
    return ANSWERED if appraisal.holds else CHECK_FAILED


def _show(appraisal: Appraisal, *, ascii: bool, rules_only: bool) -> None:
    question, placed = appraisal.question, appraisal.placement
    for violation in appraisal.violations:
        click.echo(f"no: {violation}")
    if appraisal.holds:
        click.echo(_verdict(appraisal, rules_only=rules_only))
    click.echo(draw_board(question, placed, ascii=ascii))
    if appraisal.fingerprint is not None:
        click.echo(describe_fingerprint(appraisal.fingerprint, placed.symmetry(question.board)))


def _verdict(appraisal: Appraisal, *, rules_only: bool) -> str:
    """Say that it holds, and how good it is as far as that is known."""
    value, placed = appraisal.value, appraisal.placement
    counts = value is None or value == len(placed)
    holds = f"It holds, with {placed.tally}" + ("" if counts else f", and its value is {value}")
    if rules_only:
        return f"{holds}."
    compared = [_value_compared(appraisal), _fingerprint_compared(appraisal)]
    sentence = "; ".join([holds, *filter(None, compared)]) + "."
    if appraisal.first is None:
        return sentence
    if appraisal.is_first:
        return f"{sentence} It is the lexicographically first placement."
    return f"{sentence} The lexicographically first placement is {appraisal.first}."


def _value_compared(appraisal: Appraisal) -> str:
    goal, value = appraisal.question.goal, appraisal.value
    if goal is None or value is None:
        return ""
    bounds = between(appraisal.lower, appraisal.upper)
    if appraisal.distance == 0:
        return f"no placement has {'more' if goal is Sense.MOST else 'fewer'}"
    if appraisal.distance is not None:
        more = "more" if goal is Sense.MOST else "fewer"
        return f"it is not an optimum: that is {bounds}, {appraisal.distance} {more}"
    if appraisal.is_optimal is False:
        return f"it is not an optimum: that is {bounds}"
    known = "" if bounds == "not known" else f", only that it is {bounds}"
    return f"the optimum is not known{known}"


def _fingerprint_compared(appraisal: Appraisal) -> str:
    if not appraisal.question.asks_for_fingerprint or appraisal.distance not in (0, None):
        return ""
    index = appraisal.first_difference
    if appraisal.is_optimal:
        return "no placement has a smaller fingerprint"
    if index is not None and appraisal.is_optimal is False:
        assert appraisal.fingerprint is not None
        assert appraisal.beginning is not None
        own, best = appraisal.fingerprint[index], appraisal.beginning[index]
        return f"its fingerprint is not the smallest: weight {index + 1} is {own}, not {best}"
    if appraisal.is_optimal is False:
        return "its fingerprint is not the smallest"
    return "whether its fingerprint is the smallest is not known"


check = verb_group(
    "check",
    _check,
    [
        click.Option(
            ["--placement"],
            type=Text(),
            metavar="PLACEMENT",
            help="Squares such as 'a1 b5 c8', columns such as '2 4 1 3', FEN, a drawing or a matrix"
            " of 0 and 1; @FILE and - (standard input) hold one.",
        ),
        click.Option(
            ["--from", "from_file"],
            type=TextFile(),
            metavar="FILE",
            help="Read the placement from a file; what satchess prints will do.",
        ),
        click.Option(
            ["--timeout"],
            type=Seconds(),
            default=BUDGET,
            show_default=True,
            metavar="SECONDS",
            help="Look for the best for so long.",
        ),
        click.Option(["--rules-only"], is_flag=True, help="Do not ask whether it is the best."),
        *REMEMBERING,
        *SHOWING,
    ],
)
