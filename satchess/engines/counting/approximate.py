"""Approximate counting by random hashing: for counts that no exact engine reaches.

Chakraborty, Meel, Vardi: Algorithmic Improvements in Approximate Counting for Probabilistic
Inference: From Linear to Logarithmic SAT Calls. IJCAI 2016.
Soos, Gocht, Meel: Tinted, Detached, and Lazy CNF-XOR Solving and Its Applications to Counting and
Sampling. CAV 2020.

With probability 1 - delta the estimate lies within a factor of 1 + epsilon of the count.
"""

from collections.abc import Iterator
from typing import ClassVar

from satchess.encodings.formula import Formula
from satchess.encodings.objective import tight_bound
from satchess.engines.counting.base import countable
from satchess.engines.sat.optimum import Bounds, optimise
from satchess.engines.sat.solver import SatSolver
from satchess.errors import BadQuestion, NotKnown
from satchess.events import Bounded, Counted, Done, Event, Infeasible
from satchess.model import Model
from satchess.task import DEFAULT_TUNING, Task

MOST_SQUARES = 400
"""A hash is a parity of half the squares: long ones are hard (kings on 14x14 took over 20 s)."""

DEFAULT_SEED = 1


class ApproximateEngine:
    """Estimates the number of placements with a guarantee; never claims to be exact."""

    name: ClassVar[str] = "approximate"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "approximate model counting with a guarantee (ApproxMC)"

    def objection(self, task: Task) -> str | None:
        """Only for requests that ask for an estimate, of one number."""
        squares = len(task.question.board)
        if task.approximate is None:
            return "only for --approximate"
        if task.by_size:
            return "it counts one size at a time"
        if task.up_to_symmetry:
            return "Burnside's lemma needs exact counts"
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares; limit {MOST_SQUARES}"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Never reluctant: no other engine estimates."""
        return None

    def forecast(self, task: Task) -> str:
        """Give the number of squares to hash."""
        return f"hashes of {len(task.question.board)} squares"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the optimum by SAT, then estimate how many placements reach it."""
        assert task.approximate is not None
        model, value = countable(task)
        if value is not None:
            model = model.with_value(value)
        best = [_best(part) for part in model.components()]
        if any(bounds.feasible is False for bounds in best):
            yield Infeasible()
            yield Done()
            return
        if model.objective is not None:
            value = sum(bounds.lower for bounds in best)
            if not model.objective.is_heavy:
                model = model.with_value(value)
        if value is not None:
            yield Bounded(value, value)
        yield Counted(approximate_count(model, *task.approximate, value=value), exact=False)
        yield Done()


def _best(model: Model) -> Bounds:
    """Return the bounds of a model once its optimum is proved."""
    *_, bounds = optimise(model, Bounds.at_first(model), DEFAULT_TUNING)
    return bounds


def approximate_count(
    model: Model,
    epsilon: float,
    delta: float,
    seed: int = DEFAULT_SEED,
    value: int | None = None,
) -> int:
    """Estimate the number of placements of a model, at least as good as `value` if it is heavy.

    With probability 1 - delta it is within a factor of 1 + epsilon, up to rounding. The model is
    not split into components: a product of estimates would lose the guarantee.
    """
    _check(epsilon, delta)
    try:
        import pyapproxmc
    except ImportError:
        raise NotKnown(
            "approximate counting needs pyapproxmc: pip install satchess[approximate]"
        ) from None
    formula = Formula(model)
    if model.objective is not None and model.objective.is_heavy and value is not None:
        for literal in tight_bound(formula, value).at_least_as_good_as(value):
            formula.collector.add([literal])
    clauses = formula.collector.clauses
    with SatSolver(clauses) as solver:
        if not solver.solve():
            return 0
        known = solver.true_variables()
    # pyapproxmc 4.4.0 drops the factor 2 of each unconstrained variable. So constrain them all: a
    # clause that excludes one known placement unless a switch is on mentions every variable. N
    # placements become N with the switch on and N - 1 with it off, which keeps the guarantee.
    switch = formula.collector.fresh()
    board = model.board_variables
    formula.collector.add([switch, *(-v if v in known else v for v in board)])
    counter = pyapproxmc.Counter(epsilon=epsilon, delta=delta, seed=seed)
    counter.add_clauses(clauses)
    cell, hashes = counter.count([*board, switch])
    return ((int(cell) << int(hashes)) + 1) // 2


def _check(epsilon: float, delta: float) -> None:
    """Refuse parameters for which the library would abort the process."""
    if not 0 < epsilon < float("inf"):
        raise BadQuestion(f"epsilon {epsilon:g}: expected a number above 0, such as 0.8")
    if not 0 < delta < 1:
        raise BadQuestion(f"delta {delta:g}: expected a probability between 0 and 1, such as 0.2")
