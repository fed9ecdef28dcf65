"""Delegation, for engines that reduce one question to another."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from satchess.engines import ENGINES, engine
from satchess.engines.plan import able_engines
from satchess.errors import NotKnown
from satchess.events import Counted, Event, Explained, Found, Infeasible, Listed
from satchess.task import Division, Task


def ask_others(task: Task, *, without: Collection[str] = ()) -> Iterator[Event]:
    """Yield the remembered answer to a task, else the events of engines until one settles it.

    Engines in `without` are skipped. None may divide the work: the caller could not run the parts.
    Raises `NotKnown` if none settles it.
    """
    if news := recall(task):
        yield from news
        return
    task = replace(task, division=Division.NEVER)
    for name in able_engines(task, (e for e in ENGINES if e not in without)):
        decided = False
        for event in engine(name).run(task):
            decided |= isinstance(event, Infeasible | Listed)
            decided |= isinstance(event, Found) and task.verb in ("solve", "first")
            decided |= isinstance(event, Counted) and event.exact
            yield event
        if decided:
            return
    raise NotKnown(f"no engine could {task.verb} '{task.question}'")


def recall(task: Task) -> list[Event]:
    """Return a remembered answer as events; empty if it does not settle the task."""
    said: list[Event] = []
    for other in task.remembered:
        if other.question == task.question:
            if not other.feasible:
                said.append(Infeasible())
            elif other.verb == task.verb == "count" and other.count is not None:
                said.append(Counted(other.count, exact=True))
            elif other.verb == task.verb != "list" and other.placement is not None:
                said.append(Found(other.placement))
    return [Explained("answered before"), said[0]] if said else []
