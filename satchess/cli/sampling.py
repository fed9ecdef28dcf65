"""The command sample: optimal placements at random."""

from typing import Any

import click

from satchess.answers import Sample
from satchess.cli.failures import ANSWERED
from satchess.cli.options import (
    REMEMBERING,
    SHOWING,
    WORKING,
    cache_choice,
    format_options,
    output_choice,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import verb_group
from satchess.domain.phrases import counted
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.service import sampling
from satchess.service.options import take_run_options
from satchess.verbs import TASKS

_TUNING = ("solver", "cardinality", "at_most_one")


def _sample(question: Question, number: int, seed: int, **rest: Any) -> int:
    output = output_choice(rest, "list")
    output.ensure_possible(question)
    options, cache = take_run_options(rest), cache_choice(rest)
    try:
        with Ticker() as ticker:
            drawn = sampling.draw(question, number, seed, options, cache=cache, watch=ticker.show)
    except (TimeoutError, MemoryError) as error:
        raise NotKnown(str(error)) from None
    except KeyboardInterrupt:
        raise NotKnown("interrupted before the sample was drawn") from None
    with output.listing(question) as printed:
        for placement in drawn:
            printed.show(placement, drawn.as_json())
        printed.add(_summary(drawn), aside=True)
    return ANSWERED


def _summary(drawn: Sample) -> str:
    """Say how the sample was drawn."""
    if drawn.total is None:
        return "Nothing was drawn."
    if drawn.total == 0:
        return "There is no such placement."
    method = "the list of all" if drawn.method == sampling.BY_LIST else f"engine {drawn.method}"
    return (
        f"{len(drawn)} drawn from {counted(drawn.total, 'placement')}, each equally likely at each"
        f" draw; seed {drawn.seed}, {method}, {drawn.seconds:.2f} s"
    )


_sample.__doc__ = TASKS["sample"].description

sample = verb_group(
    "sample",
    _sample,
    [
        click.Option(
            ["--number"],
            type=click.IntRange(0, sampling.MOST_DRAWN),
            default=10,
            show_default=True,
            metavar="N",
            help="How many to draw.",
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(min=0),
            default=1,
            show_default=True,
            metavar="N",
            help="The same seed gives the same sample.",
        ),
        *(option for option in WORKING if option.name not in _TUNING),
        *REMEMBERING,
        *format_options("list"),
        *(option for option in SHOWING if option.name != "picture"),
    ],
)
