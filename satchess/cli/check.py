"""The verb check: whether a placement keeps the rules, and whether it is the best."""

import json
from pathlib import Path
from typing import Any

import click

from satchess.cli import remote
from satchess.cli.failures import ANSWERED, CHECK_FAILED
from satchess.cli.options import REMEMBERING, SHOWING, Seconds, cache_choice
from satchess.cli.questions import verb_group
from satchess.cli.reading import Text, TextFile
from satchess.cli.showing import ensure_picture, save_picture, terminal
from satchess.questions import Question
from satchess.render.verdict import judgement
from satchess.service.appraisal import BUDGET


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
    ensure_picture(picture, question.board)
    cache = cache_choice(rest)
    appraisal = remote.check(question, text, cache=cache, timeout=timeout, rules_only=rules_only)
    if as_json:
        click.echo(json.dumps(appraisal.as_json()))
    else:
        click.echo(judgement(appraisal, terminal(ascii=ascii), rules_only=rules_only))
    if picture is not None:
        save_picture(picture, question, appraisal.placement)
    return ANSWERED if appraisal.holds else CHECK_FAILED


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
