"""Samples: optimal placements drawn at random, each equally likely, with repetition.

All placements are counted; numbers below that are drawn, which are ranks in an order that depends
on the question alone; and an engine finds the placements of these ranks. So a seed gives the same
sample whichever engine does it.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Answer, Sample, Status, Stop, StopReason
from satchess.cache.merging import MOST_LISTED
from satchess.domain.placement import Placement
from satchess.engines.counting.ranking import in_order
from satchess.errors import BadInput, EnginesDisagree, NotKnown
from satchess.events import Drawn
from satchess.questions import Question
from satchess.questions.grammar import ensure_keywords
from satchess.request import Request
from satchess.service.answer import respond, stream
from satchess.service.memory import opened
from satchess.service.options import ListOptions, RunOptions, take_run_options
from satchess.service.session import Session, Watcher
from satchess.task import Task
from satchess.verbs import verb_named

FEW = 1_000
"""As many placements are listed at once: no diagram is needed for them."""

MOST_DRAWN = 1_000_000
"""A sample is kept in memory."""

BY_LIST = "list"
"""The method, where all placements are listed."""


def sample(
    question: Question, number: int = 10, *, seed: int = 1, **options: Unpack[ListOptions]
) -> Sample:
    """Draw optimal placements, each equally likely, with repetition.

    The same question and seed give the same sample everywhere, and a larger number one that begins
    with it. Options are as in `answer`; `engine` finds the placements, any may count them. Raises
    `TimeoutError` or `MemoryError` at the limits, and `NotKnown` where the placements cannot be
    counted.
    """
    ensure_keywords("sample", options, ["number", "seed", *ListOptions.__annotations__])
    said: dict[str, Any] = {**options}
    work = take_run_options(said)
    cache, watch = said.pop("cache", True), said.pop("watch", None)
    return draw(question, number, seed, work, cache=cache, watch=watch)


def draw(
    question: Question,
    number: int,
    seed: int,
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> Sample:
    """Draw optimal placements, as `sample` does."""
    for name, value in {"number": number, "seed": seed}.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadInput(f"{name} {value!r}: expected a whole number, 0 or more")
    if number > MOST_DRAWN:
        raise BadInput(f"number {number}: expected at most {MOST_DRAWN}")
    options.ensure_usable(verb_named("count"))
    started = time.monotonic()
    if number == 0:
        return Sample(question, (), seed, None, "", 0.0)
    counted = _counted(question, options, cache, watch)
    assert counted.count is not None
    ranks = tuple(ranks_below(counted.count, number, seed))
    if options.timeout is not None:
        options = replace(options, timeout=max(0.001, options.timeout - counted.seconds))
    found, method = _find(counted, ranks, options, cache, watch)
    seconds = time.monotonic() - started
    return Sample(question, found, seed, counted.count, method, seconds)


def ranks_below(total: int, number: int, seed: int) -> Iterator[int]:
    """Draw numbers below a total, each equally likely; none if there is nothing to draw from.

    Numbers of as many bits are drawn until one is small enough: nothing else of `random` is sure to
    stay as it is from one version of Python to the next.
    """
    randomness = random.Random(seed)
    for _ in range(number if total else 0):
        rank = total
        while rank >= total:
            rank = randomness.getrandbits(total.bit_length())
        yield rank


def _counted(
    question: Question, options: RunOptions, cache: Path | str | bool, watch: Watcher | None
) -> Answer:
    """Count all placements by whichever engine can; raise at the limits."""
    able = replace(options, engine=None)
    counted, interrupt = respond(Request("count", question), able, cache=cache, watch=watch)
    if interrupt is not None:
        raise interrupt
    if not counted.status.is_final:
        _raise_stopped(counted.stopped, f"the placements of '{question}' are not counted")
    return counted


def _raise_stopped(stopped: StopReason | None, what: str) -> None:
    match stopped:
        case StopReason(Stop.OUT_OF_TIME):
            raise TimeoutError(f"{what}: {stopped}")
        case StopReason(Stop.OUT_OF_MEMORY):
            raise MemoryError(f"{what}: {stopped}")
    raise NotKnown(f"{what}: {stopped}" if stopped else what)


def _find(
    counted: Answer,
    ranks: tuple[int, ...],
    options: RunOptions,
    cache: Path | str | bool,
    watch: Watcher | None,
) -> tuple[tuple[Placement, ...], str]:
    """Return the placements of ranks, and the method: an engine, or else the list of all."""
    if counted.status is Status.INFEASIBLE:
        return (), counted.engine
    question, total = counted.question, counted.count
    assert total is not None
    with opened(cache) as memory:
        listed = memory.recall(Request("list", question)) if options.engine is None else None
    if options.engine is not None or not (total <= FEW or (listed and listed.is_complete_list)):
        try:
            return _found_by_engine(counted, ranks, options, watch)
        except NotKnown:
            if options.engine is not None or total > MOST_LISTED:
                raise
    alone = replace(options, workers=0 if options.workers == 0 else None, cluster=None)
    every = in_order(question.model(), stream(question, alone, cache=cache, watch=watch))
    if len(every) != total:
        raise EnginesDisagree(
            f"engines disagree on '{question}': {counted.engine} counts {total} placements,"
            f" {len(every)} are listed"
        )
    return tuple(every[rank] for rank in ranks), BY_LIST


def _found_by_engine(
    counted: Answer, ranks: tuple[int, ...], options: RunOptions, watch: Watcher | None
) -> tuple[tuple[Placement, ...], str]:
    """Have an engine find the placements of ranks."""
    question = counted.question
    task = Task("sample", question, lower=counted.value, upper=counted.value, ranks=ranks)
    found: tuple[Placement, ...] = ()
    with Session.on(Request("sample", question), options, None, watch) as session:
        for event in session.pursue(task, options.engine):
            if isinstance(event, Drawn):
                found += event.placements
    if session.interrupt is not None:
        raise session.interrupt
    if len(found) < len(ranks):
        _raise_stopped(session.stopped, f"no sample of '{question}' is drawn")
    return found, session.known.engine
