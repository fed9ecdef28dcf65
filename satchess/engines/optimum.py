"""The optimum of one model by incremental SAT, from both sides.

Two solvers share the work. The finder looks for a better placement; it keeps all placements, since
symmetry breaking makes placements rarer and so harder to find. The refuter asks whether there is a
placement as good as the bound; it keeps one placement of each symmetry class. They take turns with
growing budgets of conflicts until they meet, so that both bounds are known at every moment.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property

from satchess.encodings.formula import Formula, ObjectiveBound
from satchess.engines.base import Tuning
from satchess.engines.greedy import fewest_needed, greedy_variables, most_possible
from satchess.engines.solver import SatSolver
from satchess.model import Model, Sense

FIRST_BUDGET = 2_000
BUDGET_GROWTH = 1.5


@dataclass(frozen=True)
class Bounds:
    """What is known of the optimum of a model.

    `best` are the true board variables of the best placement found so far; its value may be worse
    than a bound that was known from elsewhere. `feasible` is None until it is known whether there
    is any placement. A model without objective has the bounds 0 and 0.
    """

    lower: int
    upper: int
    best: frozenset[int] | None = None
    feasible: bool | None = None

    @classmethod
    def at_first(cls, model: Model) -> "Bounds":
        """Return what can be said without any search."""
        if model.objective is None:
            return cls(0, 0)
        return cls(fewest_needed(model), most_possible(model))

    def narrowed(self, lower: int | None, upper: int | None) -> "Bounds":
        """Return the bounds after others have become known."""
        return replace(
            self,
            lower=self.lower if lower is None else max(lower, self.lower),
            upper=self.upper if upper is None else min(upper, self.upper),
        )


class _Side:
    """A solver with the formula of a model, and bounds on its objective as assumptions."""

    def __init__(self, model: Model, tuning: Tuning, *, breaks_symmetry: bool) -> None:
        self._formula = Formula(
            model, cardinality=tuning.cardinality, at_most_one=tuning.at_most_one
        )
        if breaks_symmetry:
            self._formula.break_symmetry()
        self._board = len(model.places)
        self._bound = ObjectiveBound(self._formula) if model.objective else None
        self._solver = SatSolver(name=tuning.solver)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def decide(
        self, value: int | None, conflicts: int | None, assumptions: list[int] | None = None
    ) -> bool | None:
        """Decide whether there is a placement at least as good as a value (None: any)."""
        wanted: list[int] = []
        if value is not None and self._bound is not None:
            wanted = self._bound.at_least_as_good_as(value)
        self._solver.add(self._formula.collector.take_new())
        return self._solver.solve([*wanted, *(assumptions or [])], conflicts)

    def placement(self) -> frozenset[int]:
        return frozenset(v for v in self._solver.true_variables() if v <= self._board)


def optimise(model: Model, bounds: Bounds, tuning: Tuning) -> Iterator[Bounds]:
    """Yield bounds that close in on the optimum; the last ones are closed."""
    with ExitStack() as stack:
        yield from _Search(model, bounds, tuning, stack).run()


class _Search:
    """The state of an optimisation."""

    def __init__(self, model: Model, bounds: Bounds, tuning: Tuning, stack: ExitStack) -> None:
        self._model = model
        self._tuning = tuning
        self._stack = stack
        self._bounds = bounds
        self._finder = self._side(breaks_symmetry=False)

    def _side(self, *, breaks_symmetry: bool) -> _Side:
        side = _Side(self._model, self._tuning, breaks_symmetry=breaks_symmetry)
        self._stack.callback(side.close)
        return side

    @cached_property
    def _refuter(self) -> _Side:
        return self._side(breaks_symmetry=True)

    def run(self) -> Iterator[Bounds]:
        if self._model.objective is not None:
            self._start()
            yield self._bounds
        budget = FIRST_BUDGET
        while not self._closed:
            before = self._bounds
            self._ask(self._finder, budget, self._easiest)
            self._ask(self._refuter, budget, self._best_possible)
            if self._bounds != before:
                yield self._bounds
            budget = int(budget * BUDGET_GROWTH)

    def _start(self) -> None:
        """Take the greedy placement, or any, or find that there is none."""
        guess = greedy_variables(self._model)
        outside = set(self._model.board_variables).difference(guess)
        greedy = [*guess, *(-v for v in outside)]
        if self._finder.decide(None, None, greedy) or self._finder.decide(None, None):
            self._found(self._finder.placement())
        else:
            self._bounds = replace(self._bounds, feasible=False)

    def _ask(self, side: _Side, budget: int, wanted: Callable[[], int | None]) -> None:
        """Let a side work on the value that is wanted of it until its budget is used up."""
        while not self._closed:
            value = wanted()
            answer = side.decide(value, budget)
            if answer is None:
                return
            if answer:
                self._found(side.placement())
            else:
                self._refuted(value)

    # What is known, for both senses

    @property
    def _fewest(self) -> bool:
        return self._model.objective is None or self._model.objective.sense is Sense.FEWEST

    @property
    def _value(self) -> int | None:
        """The value of the best placement so far."""
        if self._bounds.best is None:
            return None
        return self._model.objective.value(self._bounds.best) if self._model.objective else 0

    @property
    def _closed(self) -> bool:
        if self._bounds.feasible is False:
            return True
        return self._bounds.lower == self._bounds.upper == self._value

    def _easiest(self) -> int | None:
        """The worst value that would be news."""
        if self._model.objective is None:
            return None
        if self._fewest:
            return self._bounds.upper - (self._value == self._bounds.upper)
        return self._bounds.lower + (self._value == self._bounds.lower)

    def _best_possible(self) -> int | None:
        """The best value that is not refuted yet."""
        if self._model.objective is None:
            return None
        return self._bounds.lower if self._fewest else self._bounds.upper

    def _found(self, placement: frozenset[int]) -> None:
        self._bounds = replace(self._bounds, best=placement, feasible=True)
        if self._fewest:
            self._bounds = self._bounds.narrowed(None, self._value)
        else:
            self._bounds = self._bounds.narrowed(self._value, None)

    def _refuted(self, value: int | None) -> None:
        """Take note that nothing is as good as a value; that there is nothing, if it is None."""
        if value is None:
            self._bounds = replace(self._bounds, feasible=False)
        elif self._fewest:
            self._bounds = self._bounds.narrowed(value + 1, None)
        else:
            self._bounds = self._bounds.narrowed(None, value - 1)
