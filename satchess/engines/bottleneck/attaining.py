"""The placements with the smallest fingerprint: listed, counted, or the first of them.

They answer a plain question, with a fixed number of pieces on the squares of each weight. Few of
them are counted by listing; many by whatever engine counts best.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

from satchess.domain.placement import Placement
from satchess.engines.delegate import ask_others
from satchess.engines.sat.cubes import Space
from satchess.events import Counted, Done, Event, Infeasible
from satchess.task import Task

FEW = 10_000
"""Placements that are listed before another engine is asked to count."""

SECONDS_BETWEEN = 0.2


def attaining(task: Task, best: Placement) -> Iterator[Event]:
    """Yield what a task asks for about the placements with the fingerprint of the best one."""
    fingerprint = task.question.fingerprint_of(best)
    assert fingerprint is not None
    confined = replace(
        task,
        question=task.question.with_fingerprint(fingerprint),
        lower=None,
        upper=None,
    )
    if task.verb == "count":
        yield from _counted(confined)
        return
    for event in ask_others(confined):
        assert not isinstance(event, Infeasible), "the best placement is one of them"
        if not isinstance(event, Done):
            yield event


def _counted(task: Task) -> Iterator[Event]:
    """Count by listing; ask another engine if there are many."""
    model = task.question.model(all_symmetries=task.up_to_symmetry)
    number = 0
    sent = time.monotonic()
    space = Space(model, None, task.tuning)
    for number, _ in space.counted((), None, orbits=task.up_to_symmetry):
        if number and time.monotonic() - sent > SECONDS_BETWEEN:
            yield Counted(number, exact=False)
            sent = time.monotonic()
        if number > FEW:
            yield Counted(number, exact=False)
            yield from (event for event in ask_others(task) if isinstance(event, Counted))
            return
    yield Counted(number, exact=True)
