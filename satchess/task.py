"""What an engine is asked: a task, the choices that tune it, and the parts of long work.

A part can be done anywhere, in any order, and again after a kill.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.questions.base import Question
from satchess.tuning import DEFAULT_TUNING as DEFAULT_TUNING
from satchess.tuning import Tuning as Tuning


@dataclass(frozen=True)
class Part:
    """A subset of the placements of a question.

    Its name means something to the engine that made it. It stands for `times` parts with equally
    many placements. `weight` is its expected share of the whole work.
    """

    name: str
    times: Fraction = Fraction(1)
    weight: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """The outcome of a part: its number of placements, one of them, or that there is none.

    `seconds` is how long that took, `method` how it was done: `tree: 1234 nodes, 56 certificates`.
    """

    count: int | None = None
    placement: Placement | None = None
    seconds: float = 0.0
    method: str = ""

    def agrees_with(self, other: "Outcome") -> bool:
        """Whether two outcomes of the same part are consistent.

        They may show different placements.
        """
        return (self.count, self.placement is None) == (other.count, other.placement is None)


@dataclass(frozen=True)
class Claim:
    """The placements a division covers: those at least as good as a value (None: any).

    `given` restricts them further, in the engine's own notation.
    """

    value: int | None = None
    given: str = ""


@dataclass(frozen=True)
class Fact:
    """A settled claim: a placement, or None if refuted."""

    claim: Claim
    placement: Placement | None


FactsByEngine = Mapping[str, tuple[Fact, ...]]
"""The facts each engine has proved, in its own notation."""

NO_FACTS: FactsByEngine = MappingProxyType({})


@dataclass(frozen=True)
class Remembered:
    """The final answer to a related request: see `Question.related`.

    `count` counts as the task does; `placement` answers the request.
    """

    verb: str
    question: Question
    feasible: bool
    count: int | None = None
    placement: Placement | None = None


@dataclass(frozen=True)
class Progress:
    """How far a divided task has come.

    `share` of the expected work is done, some of it in earlier runs; `left` estimates the remaining
    seconds, None if it is too early to tell.
    """

    done: int
    parts: int
    share: float
    rate: float
    left: float | None = None


class Division(Enum):
    """Whether an engine may divide the work into parts."""

    NEVER = "never"
    IF_LONG = "if long"
    NOW = "now"
    """The work is known to be too long, or too large."""


@dataclass(frozen=True)
class Task:
    """A request to an engine. `lower` and `upper` are the bounds already known.

    `by_size` and `up_to_symmetry` say what `count` counts; `approximate`, a pair (epsilon, delta),
    asks for an estimate within a factor 1 + epsilon with probability 1 - delta.

    `division` says whether the engine may divide the task. A task with a `part` asks for that part
    alone, of a division that covers `claim`. `facts` are what the same engine has proved before,
    through divisions of the task or `Decided` events.

    `listed` are placements that need not be listed again.

    `ranks` name the placements that a sample consists of, in that order: see
    `satchess.engines.counting.ranking`. The optimum is known then: it is `lower` and `upper`.

    Where a fingerprint is asked for, `beginning` is the known beginning of the best one, and `best`
    the best placement so far. `remembered` are answers to related requests.
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
    claim: Claim = Claim()
    facts: tuple[Fact, ...] = ()
    beginning: Fingerprint = ()
    best: Placement | None = None
    listed: tuple[Placement, ...] = ()
    ranks: tuple[int, ...] = ()
    remembered: tuple[Remembered, ...] = ()

    def fits(self, question: Question) -> bool | None:
        """Whether a related question is feasible, if the cache knows; else None."""
        known = (other.feasible for other in self.remembered if other.question == question)
        return next(known, None)
