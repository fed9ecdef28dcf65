"""Counts of placements: the contenders' answers, and the base class of counting peers."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial, reduce

from benchmarks.trials import Trial, Work
from satchess.engines.counting.base import Polynomial, product
from satchess.model import Exactly, Model, Objective, Sense
from satchess.request import Request

MOST_DIGITS = 15
"""Longer numbers are printed rounded, but compared exactly."""


@dataclass(frozen=True)
class Counts:
    """The numbers of placements by their size: of the best size only, or of all."""

    by_size: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, sizes: Polynomial) -> "Counts":
        """Take the counts of a polynomial."""
        return cls(tuple(sorted(sizes.items())))

    def __str__(self) -> str:
        if not self.by_size:
            return "none"
        (least, _), *_, (most, _) = self.by_size * 2
        number = sum(count for _, count in self.by_size)
        text = str(number) if len(str(number)) <= MOST_DIGITS else f"{Decimal(number):.4e}"
        return f"{text} of {least}" if least == most else f"{text} of {least}..{most}"


class Counter(ABC):
    """A peer that counts the placements of models without auxiliaries, given its library."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    @abstractmethod
    def total(self, model: Model) -> int | None:
        """Count the placements, whatever the objective; None if that was not finished."""

    @abstractmethod
    def best(self, model: Model) -> Polynomial | None:
        """Return the best size and its count; empty if infeasible, None if not finished."""

    def sizes(self, model: Model) -> Polynomial | None:
        """Count all sizes, one after the other; what is asked for has no gaps."""
        assert model.objective is not None
        found: Polynomial = {}
        for size in range(len(model.objective.terms) + 1):
            count = self.total(model.with_value(size))
            if count is None:
                return None
            if count:
                found[size] = count
            elif found:
                break
        return found


def prepared(make: Callable[[Trial], Counter], trial: Trial) -> Work:
    """Prepare a peer: load its library and build the model."""
    request = Request.parse(f"count {trial.question}")
    question, counting = request.question, request.counting
    model = question.model()
    if model.auxiliaries:
        raise NotImplementedError("peers count models without auxiliaries")
    counter = make(trial)
    return partial(_count, counter, model, counting.by_size)


def _count(counter: Counter, model: Model, by_size: bool) -> Counts | None:
    """Count independent components one by one, as any user would."""
    if model.objective is None:
        number = counter.total(model)
        return None if number is None else Counts.of({pieces_of(model): number} if number else {})
    parts = [counter.sizes(p) if by_size else counter.best(p) for p in model.components()]
    finished = [part for part in parts if part is not None]
    return Counts.of(reduce(product, finished)) if len(finished) == len(parts) else None


def pieces_of(model: Model) -> int:
    """Return the number of pieces that a model asks for."""
    everything = tuple(model.board_variables)
    return next(
        constraint.bound
        for constraint in model.constraints
        if isinstance(constraint, Exactly) and constraint.literals == everything
    )


def costs(objective: Objective) -> tuple[int, ...]:
    """Return the literals of which as few as can be are to be true."""
    fewest = objective.sense is Sense.FEWEST
    return objective.terms if fewest else tuple(-term for term in objective.terms)
