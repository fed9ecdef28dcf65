"""From a request to a task for an engine, with what the cache already knows."""

from collections.abc import Iterator
from dataclasses import replace

from satchess.answers import Status
from satchess.events import Bounded
from satchess.request import PLAIN, Request
from satchess.service.memory import Memory
from satchess.task import DEFAULT_TUNING, Division, Remembered, Task, Tuning


def state_task(
    request: Request, memory: Memory | None = None, tuning: Tuning = DEFAULT_TUNING
) -> Task:
    """Return the task of a request, with the bounds already known."""
    request.ensure_askable()
    question, counting = request.question, request.counting
    task = Task(
        request.verb,
        question,
        by_size=counting.by_size,
        up_to_symmetry=counting.up_to_symmetry,
        approximate=counting.approximate,
        tuning=tuning,
        division=Division.NEVER
        if counting.approximate or not request.meaning.divides
        else Division.IF_LONG,
    )
    if memory is not None:
        task = replace(task, remembered=tuple(_related(request, memory)))
    solution = None if memory is None else memory.recall(Request("solve", question))
    if solution is None or counting.by_size:  # the optimum does not bound the other sizes
        return task
    return replace(
        task,
        lower=solution.lower,
        upper=solution.upper,
        beginning=solution.beginning or (),
        best=solution.placement if question.asks_for_fingerprint else None,
    )


def narrowed(task: Task, known: Bounded) -> Task:
    """Return the task with bounds that somebody else has proved."""
    lowers = [bound for bound in (task.lower, known.lower) if bound is not None]
    uppers = [bound for bound in (task.upper, known.upper) if bound is not None]
    return replace(task, lower=max(lowers, default=None), upper=min(uppers, default=None))


def _related(request: Request, memory: Memory) -> Iterator[Remembered]:
    """Yield remembered answers to related requests."""
    if request.meaning.streams:
        return  # one remembered placement is no list
    for verb, question in request.question.related(request.verb):
        counting = request.counting if verb == request.verb else PLAIN
        known = memory.recall(Request(verb, question, counting))
        if known is not None and known.status.is_final:
            feasible = known.status is not Status.INFEASIBLE
            yield Remembered(verb, question, feasible, known.count, known.placement)
