"""For engines that reduce a question to another one: let the other engines answer that."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from satchess.engines import ENGINES, engine
from satchess.engines.protocol import Engine
from satchess.events import Counted, Event, Found, Infeasible, Listed
from satchess.task import Division, Task


def ask_others(task: Task, *, without: Collection[str] = ()) -> Iterator[Event]:
    """Yield what engines find out about a task, one engine after the other until one can.

    Those `without` are not asked. None of them may divide the work: the one that asks could do
    nothing with the parts.
    """
    task = replace(task, division=Division.NEVER)
    for able in _able(task, without):
        decided = False
        for event in able.run(task):
            decided |= isinstance(event, Infeasible | Listed)
            decided |= isinstance(event, Found) and task.verb in ("solve", "first")
            decided |= isinstance(event, Counted) and event.exact
            yield event
        if decided:
            return


def _able(task: Task, without: Collection[str]) -> Iterator[Engine]:
    """Yield the engines that can do a task, those last that would rather not."""
    reluctant = []
    for name, home in ENGINES.items():
        if task.verb not in home.verbs or home.fingerprints or name in ("approximate", *without):
            continue
        candidate = engine(name)
        if candidate.objection(task) is None:
            if candidate.reluctance(task) is None:
                yield candidate
            else:
                reluctant.append(candidate)
    yield from reluctant
