"""The optimum of one model by incremental SAT, from both sides.

Two solvers share the work. The finder looks for better placements, under hints first; it does not
break symmetry, which would make solutions rarer and harder to find. The refuter asks for a
placement as good as the bound while that is easy, then for any that is better than the best so far,
with symmetry broken and pieces counted by lines. They take turns
with growing conflict budgets until they meet, so that both bounds are known at every moment.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property

from satchess.domain.placement import Placement
from satchess.encodings.formula import Formula
from satchess.encodings.objective import Bound, loose_bound, tight_bound
from satchess.engines.sat.cover_bound import cover_bound
from satchess.engines.sat.greedy import (
    fewest_needed,
    greedy_variables,
    most_possible,
    stated_bound,
)
from satchess.engines.sat.hints import hints
from satchess.engines.sat.solver import SatSolver, heaviest_model
from satchess.model import Model, Sense
from satchess.task import Tuning

FINDING_BUDGET = 500
"""Conflicts that the finder first spends on each hint."""
REFUTING_BUDGET = 4_000
"""Conflicts that the refuter first spends."""
BUDGET_GROWTH = 2
BUDGET_BEFORE_THE_LAST = 32_000
"""After so many conflicts, no value worse than what would be news is asked for again."""
PATIENCE_WITH_SEVERAL = 2
"""How many times longer to wait while several values are open: a better placement may turn up,
and a division is about all that are better than the best so far."""


@dataclass(frozen=True)
class Bounds:
    """What is known of the optimum of a model.

    `best` holds the true variables of the best placement so far, which may be worse than a bound
    known from elsewhere. `feasible` is None until known. Without an objective, both bounds are 0.
    """

    lower: int
    upper: int
    best: frozenset[int] | None = None
    feasible: bool | None = None

    @classmethod
    def at_first(cls, model: Model) -> "Bounds":
        """Return the bounds that take no search."""
        if model.objective is None:
            return cls(0, 0)
        if model.objective.terms != tuple(model.board_variables):
            # the bounds below count every piece once
            return cls(0, stated_bound(model))
        lower = fewest_needed(model)
        if model.counts_pieces and not model.families:
            lower = max(lower, cover_bound(model))
        upper = most_possible(model)
        return cls(lower, upper, feasible=False if lower > upper else None)

    def is_closed(self, model: Model) -> bool:
        """Whether `best` is proved optimal, or the model infeasible."""
        if self.best is None:
            return self.feasible is False
        return model.objective is None or self.lower == self.upper == model.objective.value(
            self.best
        )

    def news(self, model: Model) -> int | None:
        """Return the worst value that would improve on what is known; None without an objective."""
        if model.objective is None:
            return None
        value = None if self.best is None else model.objective.value(self.best)
        if model.objective.sense is Sense.FEWEST:
            return self.upper - (value == self.upper)
        return self.lower + (value == self.lower)

    def best_possible(self, model: Model) -> int | None:
        """Return the best value that is not refuted; None without an objective."""
        if model.objective is None:
            return None
        return self.lower if model.objective.sense is Sense.FEWEST else self.upper

    def narrowed(self, lower: int | None, upper: int | None) -> "Bounds":
        """Return the bounds intersected with others."""
        return replace(
            self,
            lower=self.lower if lower is None else max(lower, self.lower),
            upper=self.upper if upper is None else min(upper, self.upper),
        )


class _Side:
    """A solver for a model's formula, with bounds on the objective as assumptions."""

    def __init__(self, formula: Formula, tuning: Tuning) -> None:
        self.formula = formula
        self._bound: Bound | None = None
        self._solver = SatSolver(name=tuning.solver)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def bound(self, value: int | None) -> list[int]:
        """Return assumptions that ask for a value at least as good (None: any)."""
        if value is None or self._bound is None:
            return []
        return self._bound.at_least_as_good_as(value)

    def decide(
        self, value: int | None, conflicts: int | None, assumptions: Iterable[int] = ()
    ) -> bool | None:
        """Decide whether there is a placement at least as good as a value."""
        wanted = [*self.bound(value), *assumptions]
        self._solver.add(self.formula.collector.take_new())
        return self._solver.solve(wanted, conflicts)

    def placement(self) -> frozenset[int]:
        """Return the placement just found: the variables of the model that are true."""
        top = self.formula.model.top
        return frozenset(v for v in self._solver.true_variables() if v <= top)


class _Finder(_Side):
    """Looks for placements, under hints first."""

    def __init__(self, formula: Formula, tuning: Tuning) -> None:
        super().__init__(formula, tuning)
        self._bound = loose_bound(formula) if formula.model.objective else None
        self._parts: list[list[int]] = []
        for clauses in hints(formula.model):
            selector = formula.collector.fresh()
            with formula.collector.only_if(selector):
                for clause in clauses:
                    formula.collector.add(clause)
            self._parts.append([selector])
        self._parts.append([])

    def find(self, value: int | None, conflicts: int) -> bool | None:
        """Look for a placement at least as good as a value; False if there is provably none."""
        for part in self._parts:
            answer = self.decide(value, conflicts, part)
            if answer:
                self._parts.remove(part)  # what helped once is likely to help again
                self._parts.insert(0, part)
                return True
            if answer is False and not part:
                return False
        return None


class _Refuter(_Side):
    """Refutes values, with symmetry broken; `worst` is the worst that will be asked for."""

    def __init__(self, formula: Formula, tuning: Tuning, worst: int | None) -> None:
        super().__init__(formula, tuning)
        self._bound = None if worst is None else tight_bound(formula, worst)
        formula.break_symmetry()
        self._tuning = tuning
        self._committed = False

    def commit(self, value: int | None) -> None:
        """Restart with the bound as unit clauses: no worse value will be asked for again."""
        if not self._committed:
            self._committed = True
            units = [[literal] for literal in self.bound(value)]
            self._solver.close()
            self._solver = SatSolver(self.formula.collector.clauses, self._tuning.solver)
            self._solver.add(units)
            self.formula.collector.take_new()


def completed(
    model: Model, placement: Placement, value: int | None, tuning: Tuning
) -> frozenset[int]:
    """Extend a placement with a given value to all variables of a model; return the true ones."""
    taken = model.variables(placement)
    formula = Formula(model, cardinality=tuning.cardinality, at_most_one=tuning.at_most_one)
    if model.objective is not None and value is not None:
        for literal in loose_bound(formula).at_least_as_good_as(value):
            formula.collector.add([literal])
    with SatSolver(formula.collector.clauses, tuning.solver) as solver:
        solver.add([[v if v in taken else -v] for v in model.board_variables])
        solver.solve()
        return frozenset(v for v in solver.true_variables() if v <= model.top)


def optimise(
    model: Model, bounds: Bounds, tuning: Tuning, patience: int | None = None
) -> Iterator[Bounds]:
    """Yield ever tighter bounds.

    The last are closed, unless a solver call would take more conflicts than `patience`; more are
    granted while several values are open.
    """
    with ExitStack() as stack:
        yield from _Search(model, bounds, tuning, stack).run(patience)


class _Search:
    """The state of an optimisation."""

    def __init__(self, model: Model, bounds: Bounds, tuning: Tuning, stack: ExitStack) -> None:
        self._model = model
        self._tuning = tuning
        self._stack = stack
        self._bounds = bounds
        self._finder = _Finder(self._formula(), tuning)
        stack.callback(self._finder.close)

    def _formula(self) -> Formula:
        return Formula(
            self._model,
            cardinality=self._tuning.cardinality,
            at_most_one=self._tuning.at_most_one,
        )

    def run(self, patience: int | None) -> Iterator[Bounds]:
        if self._model.objective is not None:
            if self._bounds.best is None and not self._closed:
                self._start()
            if not self._closed and self._model.objective.is_weighed:
                self._weigh()
            yield self._bounds
        finding, refuting = FINDING_BUDGET, REFUTING_BUDGET
        while not self._closed and (patience is None or refuting <= self._granted(patience)):
            assert self._bounds.lower <= self._bounds.upper, "a bound passed in is wrong"
            before = self._bounds
            self._find(finding)
            if self._bounds != before:
                yield self._bounds
            before = self._bounds
            self._refute(refuting)
            if self._bounds != before:
                yield self._bounds
            finding, refuting = finding * BUDGET_GROWTH, refuting * BUDGET_GROWTH

    def _granted(self, patience: int) -> int:
        is_last = self._news() == self._best_possible()
        return patience if is_last else PATIENCE_WITH_SEVERAL * patience

    def _start(self) -> None:
        """Start from the greedy placement or any other, or find the model infeasible."""
        guess = greedy_variables(self._model)
        outside = set(self._model.board_variables).difference(guess)
        greedy = [*guess, *(-v for v in outside)]
        if self._finder.decide(None, None, greedy) or self._finder.decide(None, None):
            self._found(self._finder.placement())
        else:
            self._bounds = replace(self._bounds, feasible=False)

    def _weigh(self) -> None:
        """Find the optimum of a weighed sum by cores: there are too many values to refute."""
        objective = self._model.objective
        assert objective is not None
        sign = -1 if self._fewest else 1
        wanted = {sign * term: times for term, times in objective.weights.items()}
        true = heaviest_model(self._formula().collector.clauses, wanted)
        assert true is not None, "there was a placement before"
        best = frozenset(v for v in true if v <= self._model.top)
        value = objective.value(best)
        self._bounds = replace(self._bounds.narrowed(value, value), best=best)

    def _find(self, budget: int) -> None:
        """Improve the best placement for as long as it is easy."""
        while not self._closed:
            value = self._news()
            answer = self._finder.find(value, budget)
            if answer is None:
                return
            if answer:
                self._found(self._finder.placement())
            else:
                self._refuted(value)

    def _refute(self, budget: int) -> None:
        """Improve the bound for as long as it is easy; then refute all that is open at once.

        The last value must be refuted in any case, unless it is found: what is spent on the
        values before it is only worth its while if they are easy.
        """
        while not self._closed:
            value = self._best_possible()
            is_last = value == self._news()
            answer = None if is_last else self._refuter.decide(value, REFUTING_BUDGET)
            if answer is None:
                value = self._news()
                if is_last or budget > BUDGET_BEFORE_THE_LAST:
                    self._refuter.commit(value)
                answer = self._refuter.decide(value, budget)
            if answer is None:
                return
            if answer:
                self._found(self._refuter.placement())
            else:
                self._refuted(value)

    @cached_property
    def _refuter(self) -> _Refuter:
        refuter = _Refuter(self._formula(), self._tuning, self._news())
        self._stack.callback(refuter.close)
        return refuter

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
        return self._bounds.is_closed(self._model)

    def _news(self) -> int | None:
        return self._bounds.news(self._model)

    def _best_possible(self) -> int | None:
        return self._bounds.best_possible(self._model)

    def _found(self, placement: frozenset[int]) -> None:
        self._bounds = replace(self._bounds, best=placement, feasible=True)
        if self._fewest:
            self._bounds = self._bounds.narrowed(None, self._value)
        else:
            self._bounds = self._bounds.narrowed(self._value, None)

    def _refuted(self, value: int | None) -> None:
        """Record `value` as refuted; None means infeasible."""
        if value is None:
            self._bounds = replace(self._bounds, feasible=False)
        elif self._fewest:
            self._bounds = self._bounds.narrowed(value + 1, None)
        else:
            self._bounds = self._bounds.narrowed(None, value - 1)
