"""Answers: frozen values with a status of more than two values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import overload

from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.domain.weights import Fingerprint
from satchess.questions.base import Question
from satchess.request import Request
from satchess.shown import Shown, looks


class Status(StrEnum):
    """What an answer says. Running out of time never says `infeasible`."""

    OPTIMAL = "optimal"
    """Answered: proved optimal (or, where nothing is optimised, found)."""
    INFEASIBLE = "infeasible"
    """Answered: proved that there is no placement."""
    BOUNDED = "bounded"
    """Not finished: the value lies between `lower` and `upper`; the count is a lower bound."""
    UNKNOWN = "unknown"
    """Not finished, and nothing learned."""

    @property
    def is_final(self) -> bool:
        """Whether more work cannot change the answer."""
        return self in (Status.OPTIMAL, Status.INFEASIBLE)


class Trust(StrEnum):
    """How an answer is known, weakest first."""

    SINGLE = "single"
    """One engine says so; placements are checked against the rules."""
    CONFIRMED = "confirmed"
    """Two engines that share no method agree."""
    CERTIFIED = "certified"
    """A proof was written, and the checker has verified it."""

    def is_at_least(self, other: "Trust") -> bool:
        """Whether it is as strong as another one."""
        return list(Trust).index(self) >= list(Trust).index(other)


class Stop(StrEnum):
    """What ended the work before there was an answer."""

    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"
    CLUSTER_LOST = "cluster lost"
    GAVE_UP = "gave up"
    """The engine found the work to be beyond it."""

    @property
    def from_outside(self) -> bool:
        """Whether the same engine could go on, given more time."""
        return self not in (Stop.OUT_OF_MEMORY, Stop.GAVE_UP)


@dataclass(frozen=True)
class StopReason:
    """Why the work stopped, and what the next run can build on."""

    kind: Stop
    detail: str = ""
    """The limit reached, the cluster lost, or the engine's message."""
    prefixes: int = 0
    """The number of prefixes kept in the journal."""
    job: str = ""
    """The job that keeps the finished parts."""
    parts_done: int = 0
    parts: int = 0

    def __str__(self) -> str:
        """Return it in one line."""
        match self.kind:
            case Stop.OUT_OF_TIME:
                said = f"out of time after {self.detail}"
            case Stop.OUT_OF_MEMORY:
                said = f"out of memory: {self.detail} were allowed"
            case Stop.CLUSTER_LOST:
                said = f"cluster {self.detail} is lost"
            case Stop.GAVE_UP:
                said = self.detail
            case _:
                said = str(self.kind)
        if self.prefixes:
            said += f"; journal keeps {counted(self.prefixes, 'prefix', 'prefixes')}"
        if self.job:
            said += f"; job {self.job} keeps {self.parts_done} of {counted(self.parts, 'part')}"
        return said


@dataclass(frozen=True)
class Answer(Shown):
    """The answer to a request such as `count domination king 8x8`.

    `value` is what the question optimises (mostly the number of pieces), known to lie between
    `lower` and `upper`. `count` is the number of placements, a lower bound unless `exact`.
    `by_size` is the number of placements of each size, if requested. `placements` are those found
    by `list`, complete if there are `count` of them. `beginning` is the proved beginning of the
    smallest fingerprint, if requested: all of it in a final answer.
    """

    request: Request
    signature: str
    status: Status
    value: int | None = None
    lower: int | None = None
    upper: int | None = None
    placement: Placement | None = None
    permutation: tuple[int, ...] | None = None
    count: int | None = None
    exact: bool = False
    by_size: tuple[tuple[int, int], ...] | None = None
    beginning: Fingerprint | None = None
    placements: tuple[Placement, ...] | None = None
    engine: str = ""
    confirmed_by: str = ""
    """A second engine that agrees."""
    certificate: str = ""
    """The digest of a certificate that proves it, and was verified."""
    seconds: float = 0.0
    cached: bool = False
    source: str = ""
    """Where it comes from if not from this machine: `atlas`."""
    version: str = ""
    reason: str = ""
    """What the answer rests on: a theorem, a reduction, a proof that there is none."""
    stopped: StopReason | None = None
    warnings: tuple[str, ...] = ()
    """What did not go as requested: no second engine, no space to store it."""

    def __str__(self) -> str:
        """Return what the command line prints."""
        text: str = looks().text(self)
        return text

    def __repr__(self) -> str:
        known = {"value": self.value, "count": self.count}
        if self.status is Status.BOUNDED:
            known = {"lower": self.lower, "upper": self.upper, "count": self.count}
        said = [f"{name}={value}" for name, value in known.items() if value is not None]
        return f"<Answer to '{self.verb} {self.question}': {', '.join([self.status, *said])}>"

    @property
    def question(self) -> Question:
        """What was asked."""
        return self.request.question

    @property
    def verb(self) -> str:
        """The verb with its flags: `count --up-to-symmetry`."""
        return self.request.verb_with_flags

    @property
    def trust(self) -> Trust:
        """How it is known."""
        if self.certificate:
            return Trust.CERTIFIED
        return Trust.CONFIRMED if self.confirmed_by else Trust.SINGLE

    @property
    def engines(self) -> str:
        """The engines that agree on it: `frontier+diagram`."""
        return "+".join(filter(None, [self.engine, self.confirmed_by]))

    @property
    def note(self) -> str:
        """Reason, caveats and warnings, in one line."""
        guarantee = ""
        if self.request.counting.approximate is not None and self.exact:
            guarantee = "exact: no approximation was needed"
        elif self.request.counting.approximate is not None and self.count is not None:
            epsilon, delta = self.request.counting.approximate
            guarantee = (
                f"approximate: within a factor {1 + epsilon:g} with probability {1 - delta:g}"
            )
        stopped = "" if self.stopped is None else str(self.stopped)
        said = [guarantee, self.reason, stopped, *self.warnings, self._caveat]
        return "; ".join(filter(None, said))

    @property
    def _caveat(self) -> str:
        """A limitation of the answer that the request does not show."""
        if self.request.counting.up_to_symmetry and self.question.normalised().goes_by_wording:
            return "--where is too large to compare by meaning: its symmetries are by its wording"
        return ""

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The weights of the squares of the placement, from the largest, where they have weights.

        It is the smallest one if the answer is final.
        """
        if self.placement is not None:
            return self.question.fingerprint_of(self.placement)
        return self.beginning if self.status.is_final else None

    @property
    def symmetry(self) -> str | None:
        """Which turns and mirrors leave the placement as it is, in words; None if none do."""
        return None if self.placement is None else self.placement.symmetry(self.question.board)

    @property
    def polynomial(self) -> str | None:
        """The number of placements of each size as coefficients: `1 + 4x + 2x^2`.

        None unless sizes are counted.
        """
        if self.by_size is None:
            return None
        terms = []
        for size, number in self.by_size:
            power = {0: "", 1: "x"}.get(size, f"x^{size}")
            terms.append(power if number == 1 and power else f"{number}{power}")
        return " + ".join(terms) or "0"

    @property
    def is_complete_list(self) -> bool:
        """Whether `placements` are all there are."""
        return self.placements is not None and self.exact and len(self.placements) == self.count

    def restated(self, turn: Turn, question: Question) -> "Answer":
        """Return it as the answer to a turned question, whose piece may be spelt differently."""
        if turn.is_identity and question == self.question:
            return self
        placements = self.placements
        if placements is not None:
            placements = tuple(question.respelt(placed.turned(turn)) for placed in placements)
        restated = replace(
            self, request=replace(self.request, question=question), placements=placements
        )
        if self.placement is None:
            return restated
        placement = question.respelt(self.placement.turned(turn))
        return restated.showing(placement, question.board)

    def showing(self, placement: Placement, board: Board) -> "Answer":
        """Return it with another placement."""
        return replace(self, placement=placement, permutation=placement.permutation(board))

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        words = self.question.words
        fields: dict[str, object] = {
            "verb": self.verb,
            "question": str(self.question),
            "signature": self.signature,
            "status": str(self.status),
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "placement": None if self.placement is None else list(words(self.placement)),
            "permutation": _listed(self.permutation),
            "fingerprint": _listed(self.fingerprint),
            "symmetry": self.symmetry,
            "count": self.count,
            "exact": self.exact,
            "by_size": None if self.by_size is None else {str(k): n for k, n in self.by_size},
            "beginning": _listed(self.beginning),
            "engine": self.engines,
            "seconds": round(self.seconds, 6),
            "cached": self.cached,
            "source": self.source or None,
            "version": self.version,
            "note": self.note,
            "trust": str(self.trust),
            "confirmed_by": self.confirmed_by or None,
            "certificate": self.certificate or None,
            "stopped": None if self.stopped is None else str(self.stopped.kind),
        }
        if self.placements is not None:
            fields["placements"] = [list(words(placed)) for placed in self.placements]
        return fields


@dataclass(frozen=True)
class Chosen(Shown, Sequence[Placement]):
    """Placements of a question, some of many."""

    question: Question
    placements: tuple[Placement, ...]

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | Sequence[Placement]:
        return self.placements[index]

    def __len__(self) -> int:
        return len(self.placements)


@dataclass(frozen=True)
class Sample(Chosen):
    """Placements drawn at random, each of `total` equally likely at each draw.

    `method` is the engine that found them by their ranks, or `list`. Nothing was counted (`total`
    is None) where nothing was drawn.
    """

    seed: int
    total: int | None
    method: str
    seconds: float

    def __repr__(self) -> str:
        drawn = counted(len(self), "placement")
        return f"<Sample of {drawn} of '{self.question}', seed {self.seed}>"

    def as_json(self) -> dict[str, object]:
        """Return how it was drawn."""
        return {
            "seed": self.seed,
            "total": self.total,
            "method": self.method,
            "distribution": "uniform, with repetition",
        }


@dataclass(frozen=True)
class Spread(Chosen):
    """Placements that differ pairwise in at least `distance` squares.

    No choice of as many differs pairwise in more than `bound` squares: the two are equal where the
    choice is proved to be the best. `chosen_from` are the placements that were compared, `complete`
    tells whether they are all there are; `bound` is for these. With fewer than two placements,
    nothing differs.
    """

    distance: int | None
    bound: int | None
    chosen_from: int
    complete: bool

    def __repr__(self) -> str:
        chosen = counted(len(self), "placement")
        return f"<Spread of {chosen} of '{self.question}', distance {self.distance}>"

    @property
    def is_best(self) -> bool:
        """Whether no choice is better."""
        return self.complete and self.distance == self.bound

    def as_json(self) -> dict[str, object]:
        """Return how different they are."""
        return {
            "distance": self.distance,
            "bound": self.bound,
            "best": self.is_best,
            "chosen_from": self.chosen_from,
            "complete": self.complete,
        }


@dataclass(frozen=True)
class Why:
    """Why a question has no placement: conditions that contradict each other under its rules.

    `question` with these `conditions` alone, `contradiction`, has none either; without any one of
    them there is one, of the same number in `witnesses`. If `smallest`, no fewer conditions
    contradict each other; if not, none of these can be left out, but fewer others may do. Without
    conditions, the rules alone leave nothing. A question that has a `placement` needs no reason.
    """

    question: Question
    placement: Placement | None = None
    conditions: tuple[str, ...] = ()
    contradiction: Question | None = None
    witnesses: tuple[Placement, ...] = ()
    smallest: bool = True
    seconds: float = 0.0

    @property
    def is_feasible(self) -> bool:
        """Whether there is a placement."""
        return self.placement is not None

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        words = self.question.words
        return {
            "question": str(self.question),
            "feasible": self.is_feasible,
            "placement": None if self.placement is None else list(words(self.placement)),
            "conditions": list(self.conditions),
            "contradiction": None if self.contradiction is None else str(self.contradiction),
            "witnesses": [list(words(placement)) for placement in self.witnesses],
            "smallest": self.smallest,
            "seconds": round(self.seconds, 6),
        }


def _listed(numbers: tuple[int, ...] | None) -> list[int] | None:
    return None if numbers is None else list(numbers)
