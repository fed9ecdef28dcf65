"""What an engine says: events, each of them knowledge that stays true if it is stopped right after.

So an interrupted run still has bounds, a placement, a count so far.
"""

from dataclasses import dataclass

from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.task import Claim, Fact, Outcome, Part, Progress


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
    """The engine cannot go on until these parts, which are all of a claim, are done.

    If the task asked for a part of a divided task, that part falls into these.
    """

    parts: tuple[Part, ...]
    claim: Claim = Claim()


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
