"""Parts: long work in pieces that can be done anywhere, in any order, and again after a kill."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from satchess.domain.placement import Placement


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
class Subject:
    """What a division is about: placements of a value (None: of any), than which none is better.

    `given` is what else holds for them, in the words of the engine.
    """

    value: int | None = None
    given: str = ""


@dataclass(frozen=True)
class Fact:
    """What has become of a subject: a placement, or that there is none."""

    subject: Subject
    placement: Placement | None


FactsByEngine = Mapping[str, tuple[Fact, ...]]
"""What each engine has found out, in words of its own."""

NO_FACTS: FactsByEngine = MappingProxyType({})


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
