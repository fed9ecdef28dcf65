"""Events of an engine: each is knowledge that stays true if the engine is stopped right after.

So an interrupted run still has bounds, a placement, a count so far.
"""

from dataclasses import dataclass

from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.task import Claim, Fact, Outcome, Part, Progress


@dataclass(frozen=True)
class Chosen:
    """The engine chosen for the task."""

    engine: str


@dataclass(frozen=True)
class Found:
    """A valid placement, perhaps not the best one."""

    placement: Placement


@dataclass(frozen=True)
class Bounded:
    """Proved bounds on the optimum."""

    lower: int | None = None
    upper: int | None = None


UNBOUNDED = Bounded()


@dataclass(frozen=True)
class Fingerprinted:
    """The best fingerprint is proved to begin with these weights.

    No placement with the optimal number of pieces has a smaller beginning, and one has this one. If
    it is the fingerprint of a placement found, it is complete.
    """

    beginning: Fingerprint


@dataclass(frozen=True)
class Infeasible:
    """There is no placement at all."""


@dataclass(frozen=True)
class Listed:
    """More placements, all optimal and none listed before."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Drawn:
    """The placements of the ranks that were asked for, in that order."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Counted:
    """A lower bound on the number of optimal placements; the number itself if `exact`.

    If the task asked for an approximation, an estimate.
    """

    count: int
    exact: bool


@dataclass(frozen=True)
class Sized:
    """The number of placements of each size, complete."""

    by_size: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Divided:
    """The engine needs the outcomes of these parts, which make up a claim, to go on.

    If the task was itself a part, these are its subdivision.
    """

    parts: tuple[Part, ...]
    claim: Claim = Claim()


@dataclass(frozen=True)
class Settled:
    """The outcome of the part that the task asked for."""

    outcome: Outcome


@dataclass(frozen=True)
class Decided:
    """The engine has settled some of the placements, without dividing the work.

    It gets the fact back when it resumes the task, whatever stopped it. `method` says briefly how
    it was proved, the name first: `tree: 1234 nodes, 56 certificates`.
    """

    fact: Fact
    method: str
    seconds: float


@dataclass(frozen=True)
class Progressed:
    """How far a divided task has come."""

    progress: Progress


@dataclass(frozen=True)
class Compiling:
    """A kernel is being compiled, which happens once; `over` if none is any more."""

    kernel: str
    over: bool = False


@dataclass(frozen=True)
class Explained:
    """The theorem or the reduction that the answer rests on, in a few words."""

    reason: str


@dataclass(frozen=True)
class Done:
    """The engine has finished: its events are the whole answer."""


Event = (
    Chosen
    | Found
    | Bounded
    | Fingerprinted
    | Infeasible
    | Listed
    | Drawn
    | Counted
    | Sized
    | Explained
    | Divided
    | Settled
    | Decided
    | Progressed
    | Compiling
    | Done
)
