"""The plan: which engine answers a task."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from satchess.engines import ENGINES, engine
from satchess.engines.base import Engine, Task
from satchess.errors import NotKnown


@dataclass(frozen=True)
class Plan:
    """An engine and why it was chosen."""

    engine: Engine
    why: str


def make_plan(task: Task, engine_name: str | None = None, *, without: Collection[str] = ()) -> Plan:
    """Choose the engine that was asked for, or the first not in `without` that can."""
    objections = []
    for name in [engine_name] if engine_name else [e for e in ENGINES if e not in without]:
        candidate = engine(name)
        objection = _objection(candidate, task)
        if objection is None:
            return Plan(candidate, "asked for" if engine_name else "the first that can")
        objections.append(f"{name}: {objection}")
    raise NotKnown(f"no engine can {task.verb} {task.question} ({'; '.join(objections)})")


def explain(task: Task) -> Iterator[str]:
    """Yield a line for each engine: what it would do, or why it cannot; the first that can does."""
    chosen = False
    for name in ENGINES:
        candidate = engine(name)
        objection = _objection(candidate, task)
        if objection is None:
            yield f"{'->' if not chosen else '  '} {name}: {candidate.forecast(task)}"
            chosen = True
        else:
            yield f"   {name}: no, {objection}"


def _objection(candidate: Engine, task: Task) -> str | None:
    if task.verb not in candidate.verbs:
        return f"does not {task.verb}"
    if (task.approximate is not None) != (candidate.name == "approximate"):
        return "is exact" if task.approximate else "is not exact"
    return candidate.objection(task)
