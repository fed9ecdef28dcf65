"""The plan: which engine answers a task."""

from dataclasses import dataclass

from satchess.engines import ENGINES, engine
from satchess.engines.base import Engine, Task
from satchess.errors import NotKnown


@dataclass(frozen=True)
class Plan:
    """An engine and why it was chosen."""

    engine: Engine
    why: str


def make_plan(task: Task, engine_name: str | None = None) -> Plan:
    """Choose the engine that was asked for, or the first that has no objection."""
    objections = []
    for name in [engine_name] if engine_name else ENGINES:
        candidate = engine(name)
        objection = _objection(candidate, task)
        if objection is None:
            return Plan(candidate, "asked for" if engine_name else "the first that can")
        objections.append(f"{name}: {objection}")
    raise NotKnown(f"no engine can {task.verb} {task.question} ({'; '.join(objections)})")


def _objection(candidate: Engine, task: Task) -> str | None:
    if task.verb not in candidate.verbs:
        return f"does not {task.verb}"
    return candidate.objection(task)
