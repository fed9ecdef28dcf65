"""Evidence: what is known of an answer while engines are at work."""

from dataclasses import dataclass, replace

from satchess.answers import Status
from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.errors import WrongAnswer
from satchess.events import (
    Bounded,
    Chosen,
    Compiling,
    Counted,
    Decided,
    Divided,
    Done,
    Drawn,
    Event,
    Explained,
    Fingerprinted,
    Found,
    Infeasible,
    Listed,
    Progressed,
    Settled,
    Sized,
)
from satchess.model import Sense
from satchess.service.check import ensure_valid
from satchess.task import Progress, Task
from satchess.verbs import TASKS


@dataclass(frozen=True)
class Evidence:
    """The sum of the events so far; every placement in it has been checked."""

    task: Task
    engine: str = ""
    confirmed_by: str = ""
    """A second engine that agrees."""
    lower: int | None = None
    upper: int | None = None
    placement: Placement | None = None
    beginning: Fingerprint = ()
    """The proved beginning of the best fingerprint."""
    count: int | None = None
    exact: bool = False
    by_size: tuple[tuple[int, int], ...] | None = None
    listed: bool = False
    """Whether the engine has listed placements: when it is done, all of them."""
    infeasible: bool = False
    reason: str = ""
    done: bool = False
    gave_up: bool = False
    """Whether the engine ended without an answer, so that another one may try."""
    progress: Progress | None = None
    decided: int = 0
    """How many prefixes the engine has decided."""
    decided_last: str = ""
    compiling: str = ""
    """The kernel that is being compiled."""

    @classmethod
    def at_first(cls, task: Task) -> "Evidence":
        """Return the evidence that a task starts with."""
        known = cls(task, lower=task.lower, upper=task.upper, beginning=task.beginning)
        if task.listed:  # all checked by whoever remembered them
            known = replace(known._with_placement(task.listed[0]), count=len(task.listed))
        return known if task.best is None else known._with_placement(task.best)

    def continued(self) -> Task:
        """Return the task for another engine, told what is proved by now."""
        question = self.task.question
        return replace(
            self.task,
            lower=self.lower,
            upper=self.upper,
            beginning=self.beginning,
            best=self.placement if question.asks_for_fingerprint else None,
        )

    def learn(self, event: Event) -> "Evidence":
        """Return the evidence after an event."""
        match event:
            case Chosen(engine):
                return replace(self, engine=engine)
            case Found(placement):
                return self._with_placement(placement)
            case Bounded(lower, upper):
                return self._with_bounds(lower, upper)
            case Fingerprinted(beginning):
                return self._with_beginning(beginning)
            case Infeasible():
                return replace(self, infeasible=True)
            case Listed(placements):
                known = self
                for placement in placements:
                    known = known._with_listed(placement)
                return replace(known, count=(self.count or 0) + len(placements), listed=True)
            case Drawn(placements):
                known = self
                for placement in placements:
                    known = known._with_listed(placement)
                return known
            case Counted(count, exact):
                if not exact and self.task.approximate is None:
                    count = max(count, self.count or 0)  # two engines may be at work
                known = replace(self, count=count, exact=exact)
                given = self.task.question.given_value
                return known._with_bounds(given, given) if count else known
            case Sized(by_size):
                total = sum(number for _, number in by_size)
                return replace(self, by_size=by_size, count=total, exact=True)
            case Progressed(progress):
                return replace(self, progress=progress)
            case Decided(fact):
                if fact.placement is not None:
                    ensure_valid(self.task.question, fact.placement, self.engine)
                return replace(self, decided=self.decided + 1, decided_last=fact.claim.given)
            case Compiling(kernel, over):
                return replace(self, compiling="" if over else kernel)
            case Divided() | Settled():  # for whoever runs the parts; it proves nothing
                return self
            case Explained(reason):
                return replace(self, reason=reason)
            case Done():
                return replace(self, done=True, exact=self.exact or self.listed)

    def _with_placement(self, placement: Placement) -> "Evidence":
        question = self.task.question
        ensure_valid(question, placement, self.engine)
        value = question.value(placement)
        known = self if self._is_worse(placement) else replace(self, placement=placement)
        known._ensure_no_smaller(placement)
        match question.goal:
            case Sense.FEWEST:
                return known._with_bounds(None, value)
            case Sense.MOST:
                return known._with_bounds(value, None)
            case None:
                return known._with_bounds(value, value)

    def _is_worse(self, placement: Placement) -> bool:
        """Whether the known placement has as many pieces and a smaller fingerprint."""
        question = self.task.question
        if self.placement is None or not question.asks_for_fingerprint:
            return False
        if question.value(placement) != question.value(self.placement):
            return False
        known, new = map(question.fingerprint_of, (self.placement, placement))
        return known is not None and new is not None and known < new

    def _with_beginning(self, beginning: Fingerprint) -> "Evidence":
        """Keep the longer beginning; the shorter must be a prefix of it."""
        short, long = sorted((self.beginning, beginning), key=len)
        if long[: len(short)] != short:
            raise WrongAnswer(
                f"engine {self.engine} contradicts itself on '{self.task.question}':"
                f" the fingerprint begins with {short}, and with {long}"
            )
        known = replace(self, beginning=long)
        if self.placement is not None:
            known._ensure_no_smaller(self.placement)
        return known

    def _ensure_no_smaller(self, placement: Placement) -> None:
        """Raise `WrongAnswer` for a placement better than the proved optimum."""
        question = self.task.question
        shown = question.fingerprint_of(placement) or ()
        optimal = question.goal is None or question.value(placement) == self.value
        if optimal and shown[: len(self.beginning)] < self.beginning:
            raise WrongAnswer(
                f"engine {self.engine} contradicts itself on '{question}': the fingerprint begins"
                f" with {self.beginning}, and {placement} is better"
            )

    def _with_listed(self, placement: Placement) -> "Evidence":
        """Check a placement of a list; lists are long, and after the first it tells no more."""
        question = self.task.question
        known = self
        if self.placement is None or (question.goal is not None and self.value is None):
            known = self._with_placement(placement)
        else:
            ensure_valid(question, placement, self.engine)
        known._ensure_optimal(placement)
        return known

    def _ensure_optimal(self, placement: Placement) -> None:
        """Raise `WrongAnswer` for a listed placement that is not optimal."""
        question = self.task.question
        value, shown = question.value(placement), question.fingerprint_of(placement)
        if (question.goal is not None and self.value not in (None, value)) or (
            question.asks_for_fingerprint and shown != self.beginning
        ):
            raise WrongAnswer(
                f"engine {self.engine} lists a placement of '{question}' that is not optimal:"
                f" {placement}"
            )

    def _with_bounds(self, lower: int | None, upper: int | None) -> "Evidence":
        if not self.task.question.has_value:  # an engine may bound something internal
            return self
        lower = max((b for b in (self.lower, lower) if b is not None), default=None)
        upper = min((b for b in (self.upper, upper) if b is not None), default=None)
        if lower is not None and upper is not None and lower > upper:
            raise WrongAnswer(
                f"engine {self.engine} contradicts itself on '{self.task.question}':"
                f" at least {lower}, at most {upper}"
            )
        return replace(self, lower=lower, upper=upper)

    @property
    def value(self) -> int | None:
        """The optimum, once it is proved."""
        return self.lower if self.lower == self.upper else None

    @property
    def least_count(self) -> int | None:
        """How many placements there are at least; None if nothing is known."""
        if self.count is None and self.solved and not self.task.by_size:
            return 1
        return self.count

    @property
    def numbers(self) -> tuple[object, ...]:
        """What a second engine has to agree with."""
        return self.status, self.value, self.count, self.by_size, self.beginning

    @property
    def solved(self) -> bool:
        """Whether there is a placement and a proof that none is better."""
        if self.placement is None:
            return False
        question = self.task.question
        value = question.value(self.placement)
        if question.asks_for_fingerprint and (
            question.fingerprint_of(self.placement) != self.beginning
        ):
            return False
        return value is None or value == self.value

    @property
    def counted(self) -> bool:
        """Whether all placements of the proved optimum are counted."""
        return self.exact and (self.solved or not self.task.question.asks_for_fingerprint)

    @property
    def status(self) -> Status:
        """The status of the answer so far."""
        if self.infeasible:
            return Status.INFEASIBLE
        if TASKS[self.task.verb].is_answered(self):
            return Status.OPTIMAL
        if (self.lower, self.upper, self.count) == (None, None, None):
            return Status.UNKNOWN
        return Status.BOUNDED
