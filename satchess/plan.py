"""The plan: which engine answers a task."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from satchess.engines import ENGINES, engine
from satchess.engines.base import Task
from satchess.errors import NotKnown


@dataclass(frozen=True)
class Option:
    """An engine for a task, and what speaks against it."""

    name: str
    objection: str | None = None
    reluctance: str | None = None


def choose_engine(task: Task, name: str | None = None, *, without: Collection[str] = ()) -> str:
    """Choose the engine that was asked for, or the first that can and is not reluctant.

    Raises `NotKnown` if none can.
    """
    objections = []
    reluctant = []
    for option in _options(task, [name] if name else [e for e in ENGINES if e not in without]):
        if option.objection is not None:
            if task.verb in ENGINES[option.name].verbs:
                objections.append(f"{option.name}: {option.objection}")
        elif option.reluctance is not None:
            reluctant.append(option.name)
        else:
            return option.name
    if reluctant:
        return reluctant[0]
    raise NotKnown(f"no engine can {task.verb} {task.question} ({'; '.join(objections)})")


def explain(task: Task) -> Iterator[str]:
    """Yield a line for each engine: how large its work would be, or what speaks against it."""
    chosen = choose_engine(task)
    for option in _options(task, ENGINES):
        mark = "->" if option.name == chosen else "  "
        if option.objection is not None:
            yield f"{mark} {option.name}: no, {option.objection}"
        elif option.reluctance is not None:
            yield f"{mark} {option.name}: rather not, {option.reluctance}"
        else:
            yield f"{mark} {option.name}: {engine(option.name).forecast(task)}"


def _options(task: Task, names: Iterable[str]) -> Iterator[Option]:
    for name in names:
        if task.verb not in ENGINES[name].verbs:
            yield Option(name, f"does not {task.verb}")
        elif (task.approximate is not None) != (name == "approximate"):
            yield Option(name, "is exact" if task.approximate else "is not exact")
        else:
            candidate = engine(name)
            objection = candidate.objection(task)
            yield Option(name, objection, None if objection else candidate.reluctance(task))
