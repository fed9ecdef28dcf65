"""SAT for what linear programmes leave open: is there a placement with these orbit sums?"""

from contextlib import ExitStack
from functools import cached_property

from satchess.closable import Closable
from satchess.encodings.formula import Formula
from satchess.encodings.objective import loose_bound
from satchess.encodings.totalizer import CountBound
from satchess.engines.linear.programme import Orbits
from satchess.engines.linear.relaxation import Box
from satchess.engines.sat.solver import SatSolver
from satchess.model import Model


class _Solver(Closable):
    """A formula of the model, with bounds on its objective and on orbit sums as assumptions."""

    def __init__(self, model: Model, orbits: Orbits, *, symmetric: bool) -> None:
        self._board = len(model.places)
        self._formula = Formula(model)
        if symmetric:
            self._formula.break_symmetry()
        self._bound = loose_bound(self._formula)
        self._sums = [CountBound(self._formula.collector, orbit) for orbit in orbits.members]
        self._solver = SatSolver()

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def find(self, value: int, box: Box, conflicts: int) -> frozenset[int] | bool | None:
        """Return a placement, False if there is none, None if the conflicts were too few."""
        wanted = [*self._bound.at_least_as_good_as(value)]
        for bound, lower, upper in zip(self._sums, box.lower, box.upper, strict=True):
            limits = (bound.at_least(lower), bound.at_most(upper))
            wanted += [literal for literal in limits if literal is not None]
        self._solver.add(self._formula.collector.take_new())
        answer = self._solver.solve(wanted, conflicts)
        if not answer:
            return answer
        return frozenset(v for v in self._solver.true_variables() if v <= self._board)


class Leaves(Closable):
    """Decides boxes by SAT, and looks for first placements."""

    def __init__(self, model: Model, orbits: Orbits) -> None:
        self._model = model
        self._orbits = orbits
        self._stack = ExitStack()

    def close(self) -> None:
        """Give the solvers' memory back."""
        self._stack.close()

    @cached_property
    def _finder(self) -> _Solver:
        return self._stack.enter_context(_Solver(self._model, self._orbits, symmetric=False))

    @cached_property
    def _refuter(self) -> _Solver:
        return self._stack.enter_context(_Solver(self._model, self._orbits, symmetric=True))

    def find(self, value: int, box: Box, conflicts: int) -> frozenset[int] | bool | None:
        """Look for a placement at least as good as a value, symmetry unbroken."""
        return self._finder.find(value, box, conflicts)

    def decide(self, value: int, box: Box, conflicts: int) -> frozenset[int] | bool | None:
        """Decide whether a placement at least as good as a value has such orbit sums."""
        return self._refuter.find(value, box, conflicts)
