"""What an engine is: it takes a task and yields what it learns, as it learns it.

Every event is knowledge that stays true if the engine is stopped right after it, so that an
interrupted run still has bounds, a placement, a count so far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from satchess.placement import Placement
from satchess.questions.base import Question


@dataclass(frozen=True)
class Tuning:
    """Choices that change how an engine works, never what it answers. None: the default."""

    solver: str | None = None
    cardinality: str | None = None
    at_most_one: str | None = None


DEFAULT_TUNING = Tuning()


@dataclass(frozen=True)
class Task:
    """A request for an engine. `lower` and `upper` are bounds that are known already.

    `by_size` and `up_to_symmetry` say what `count` counts; with `approximate`, a pair (epsilon,
    delta), a number will do that is within a factor 1 + epsilon with probability 1 - delta.
    """

    verb: str
    question: Question
    by_size: bool = False
    up_to_symmetry: bool = False
    approximate: tuple[float, float] | None = None
    lower: int | None = None
    upper: int | None = None
    tuning: Tuning = DEFAULT_TUNING


@dataclass(frozen=True)
class Chosen:
    """Which engine works on the task."""

    engine: str


@dataclass(frozen=True)
class Found:
    """A placement that answers the question, perhaps not the best one."""

    placement: Placement


@dataclass(frozen=True)
class Bounded:
    """The optimum is proved to lie between these."""

    lower: int | None = None
    upper: int | None = None


@dataclass(frozen=True)
class Infeasible:
    """There is no placement at all."""


@dataclass(frozen=True)
class Listed:
    """Further placements, all of them optimal and none listed before."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Counted:
    """There are at least so many optimal placements; exactly so many if `exact`.

    If the task asked for an approximation, there are about so many.
    """

    count: int
    exact: bool


@dataclass(frozen=True)
class Sized:
    """The number of placements of each size, all of them counted."""

    by_size: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Explained:
    """Why it is so, in a few words: the theorem or the reduction that the answer rests on."""

    reason: str


@dataclass(frozen=True)
class Done:
    """The engine has finished: what it has yielded is the whole answer."""


Event = Chosen | Found | Bounded | Infeasible | Listed | Counted | Sized | Explained | Done


class Engine(Protocol):
    """Something that answers."""

    name: str
    summary: str

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do the task; None if it can."""

    def reluctance(self, task: Task) -> str | None:
        """Why another engine that can do the task is likely to be quicker; None if none is."""

    def forecast(self, task: Task) -> str:
        """Say how large the work will be, as far as that can be told without doing it."""

    def run(self, task: Task) -> Iterator[Event]:
        """Yield what is learned; `Done` at the end."""
