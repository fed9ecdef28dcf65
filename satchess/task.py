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


@dataclass(frozen=True)
class Part:
    """Some of the placements of a question.

    The engine that made the part knows it by its name. It stands for `times` parts that have
    equally many placements. `weight` is the share of the whole work that it is expected to be.
    """

    name: str
    times: Fraction = Fraction(1)
    weight: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """What has become of a part: how many placements it has, or one of them, or that it has none.

    `seconds` is how long that took, `method` how it was done: `tree: 1234 nodes, 56 certificates`.
    """

    count: int | None = None
    placement: Placement | None = None
    seconds: float = 0.0
    method: str = ""

    def agrees_with(self, other: "Outcome") -> bool:
        """Whether two workers that did the same part say the same of it.

        Two may well find different placements.
        """
        return (self.count, self.placement is None) == (other.count, other.placement is None)


@dataclass(frozen=True)
class Claim:
    """What a division is about: placements of a value (None: of any), than which none is better.

    `given` is what else holds for them, in the words of the engine.
    """

    value: int | None = None
    given: str = ""


@dataclass(frozen=True)
class Fact:
    """What has become of a claim: a placement, or that there is none."""

    claim: Claim
    placement: Placement | None


FactsByEngine = Mapping[str, tuple[Fact, ...]]
"""What each engine has found out, in words of its own."""

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

    `share` of the expected work is done, some of it in earlier runs; `left` is how many seconds the
    rest is expected to take, None if that cannot be told yet.
    """

    done: int
    parts: int
    share: float
    rate: float
    left: float | None = None


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
    of a divided task alone, and `claim` is what the division is about. `facts` are what the same
    engine has found out before: by divisions of the task, or as it said by `Decided`.

    `listed` are placements that need not be listed again, though they may be.

    Where a fingerprint is asked for, `beginning` is how the best one is known to begin, and `best`
    is the best placement that is known already. `remembered` are answers to related requests.
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
    remembered: tuple[Remembered, ...] = ()

    def fits(self, question: Question) -> bool | None:
        """Whether a related question is remembered to have a placement; None if it is not."""
        known = (other.feasible for other in self.remembered if other.question == question)
        return next(known, None)
