"""What an engine is: it takes a task and yields what it learns, as it learns it.

Every event is knowledge that stays true if the engine is stopped right after it, so that an
interrupted run still has bounds, a placement, a count so far.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.questions.base import Question
from satchess.task import Fact, Outcome, Part, Progress, Subject


@dataclass(frozen=True)
class Tuning:
    """Choices that change how an engine works, never what it answers. None: the default."""

    solver: str | None = None
    cardinality: str | None = None
    at_most_one: str | None = None


DEFAULT_TUNING = Tuning()


class Division(Enum):
    """Whether an engine may answer that the work falls into parts."""

    NEVER = "never"
    IF_LONG = "if long"
    NOW = "now"
    """It is known to be too long, or too large."""


@dataclass(frozen=True)
class Task:
    """A request for an engine. `lower` and `upper` are bounds that are known already.

    `by_size` and `up_to_symmetry` say what `count` counts; with `approximate`, a pair (epsilon,
    delta), a number will do that is within a factor 1 + epsilon with probability 1 - delta.

    `division` says whether the engine may divide the task. A task with a `part` asks for that part
    of a divided task alone, and `subject` is what the division is about. `facts` are what the same
    engine has found out before: by divisions of the task, or as it said by `Decided`.

    Where a fingerprint is asked for, `beginning` is how the best one is known to begin, and `best`
    is the best placement that is known already.
    """

    verb: str
    question: Question
    by_size: bool = False
    up_to_symmetry: bool = False
    approximate: tuple[float, float] | None = None
    lower: int | None = None
    upper: int | None = None
    tuning: Tuning = DEFAULT_TUNING
    division: Division = Division.NEVER
    part: Part | None = None
    subject: Subject = Subject()
    facts: tuple[Fact, ...] = ()
    beginning: Fingerprint = ()
    best: Placement | None = None


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
class Fingerprinted:
    """The best fingerprint is proved to begin with these weights.

    No placement with the optimal number of pieces has a smaller beginning, and one has this one. It
    is the whole fingerprint if it is that of a placement that was found.
    """

    beginning: Fingerprint


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
class Divided:
    """The engine cannot go on until these parts, which are all of a subject, are done.

    If the task asked for a part of a divided task, that part falls into these.
    """

    parts: tuple[Part, ...]
    subject: Subject = Subject()


@dataclass(frozen=True)
class Settled:
    """What has become of the part that the task asked for."""

    outcome: Outcome


@dataclass(frozen=True)
class Decided:
    """The engine has found out about some of the placements, without dividing the work.

    The fact is given back to it when it takes up the task again, whatever stopped it. `method` says
    in a few words how it was found, first the name: `tree: 1234 nodes, 56 certificates`.
    """

    fact: Fact
    method: str
    seconds: float


@dataclass(frozen=True)
class Progressed:
    """How far a divided task has come."""

    progress: Progress


@dataclass(frozen=True)
class Explained:
    """Why it is so, in a few words: the theorem or the reduction that the answer rests on."""

    reason: str


@dataclass(frozen=True)
class Done:
    """The engine has finished: what it has yielded is the whole answer."""


Event = (
    Chosen
    | Found
    | Bounded
    | Fingerprinted
    | Infeasible
    | Listed
    | Counted
    | Sized
    | Explained
    | Divided
    | Settled
    | Decided
    | Progressed
    | Done
)


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


@runtime_checkable
class DividingEngine(Engine, Protocol):
    """An engine that divides long work into parts.

    The parts are a function of the task alone: two runs agree on them.
    """

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts of a task have all its placements, and no two of them the same one."""
