"""The only module that talks to HiGHS, a floating-point solver for linear programs.

Its answers are only proposals: callers prove them in integer arithmetic.
"""

from enum import Enum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satchess.engines import tally

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# highspy is imported on use: it cannot be imported after OR-tools in the same process.

_UNLIMITED = (1 << 31) - 1


class SimplexStatus(Enum):
    """How a simplex run ended."""

    OPTIMAL = auto()
    INFEASIBLE = auto()
    STOPPED = auto()


def load(
    costs: Floats, starts: Integers, columns: Integers, entries: Floats, needed: NDArray[np.bool_]
) -> Any:
    """Return a solver that minimises `costs` over non-negative variables, subject to the rows.

    The entries of row i begin at `starts[i]`. A row is at most 1, and exactly 1 if it is `needed`.
    """
    import highspy

    problem = highspy.HighsLp()
    problem.num_col_, problem.num_row_ = len(costs), len(needed)
    problem.col_cost_ = costs
    problem.col_lower_ = np.zeros(len(costs))
    problem.col_upper_ = np.full(len(costs), infinity())
    problem.row_lower_ = np.where(needed, 1.0, -infinity())
    problem.row_upper_ = np.ones(len(needed))
    problem.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    problem.a_matrix_.start_ = starts.astype(np.int32)
    problem.a_matrix_.index_ = columns.astype(np.int32)
    problem.a_matrix_.value_ = entries
    solver = _solver()
    solver.setOptionValue("presolve", "off")
    solver.passModel(problem)
    return solver


class GrowingProgramme:
    """Minimises costs over bounded variables; rows `>= least` are added as they are needed."""

    def __init__(self, costs: Floats, lower: Floats, upper: Floats) -> None:
        import highspy

        self._solver = _solver()
        problem = highspy.HighsLp()
        problem.num_col_, problem.num_row_ = len(costs), 0
        problem.col_cost_, problem.col_lower_, problem.col_upper_ = costs, lower, upper
        problem.a_matrix_.start_ = np.zeros(len(costs) + 1, np.int32)
        self._solver.passModel(problem)
        self._columns = np.arange(len(costs), dtype=np.int32)
        self.rows = 0

    def add_row(self, coefficients: Floats, least: float) -> None:
        """Demand that the coefficients times the variables add up to at least so much."""
        at = np.flatnonzero(coefficients).astype(np.int32)
        self._solver.addRow(least, infinity(), len(at), at, coefficients[at])
        self.rows += 1

    def keep_rows(self, kept: NDArray[np.bool_]) -> None:
        """Drop the rows that are not marked."""
        dropped = np.flatnonzero(~kept).astype(np.int32)
        self._solver.deleteRows(len(dropped), dropped)
        self.rows -= len(dropped)

    def set_costs(self, costs: Floats) -> None:
        """Change all costs."""
        self._solver.changeColsCost(len(costs), self._columns[: len(costs)], costs)

    def set_bounds(self, lower: Floats, upper: Floats) -> None:
        """Change the bounds of all variables."""
        self._solver.changeColsBounds(len(lower), self._columns[: len(lower)], lower, upper)

    def solve(self) -> tuple[SimplexStatus, Floats, Floats]:
        """Return how it ended, the variables, and a multiplier for each row."""
        import highspy

        self._solver.run()
        tally.add(programmes=1, pivots=max(0, self._solver.getInfo().simplex_iteration_count))
        optimal = self._solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        solution = self._solver.getSolution()
        status = SimplexStatus.OPTIMAL if optimal else SimplexStatus.STOPPED
        return status, np.array(solution.col_value), np.array(solution.row_dual)


def twin(solver: Any) -> Any:
    """Return a copy of the solver with the same program loaded."""
    other = _solver()
    other.passModel(solver.getLp())
    return other


def _solver() -> Any:
    import highspy

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    return solver


def run_simplex(solver: Any, *, primal: bool, steps: int = _UNLIMITED) -> SimplexStatus:
    """Run the primal or dual simplex method for at most `steps` pivots."""
    import highspy

    solver.setOptionValue("simplex_strategy", 4 if primal else 1)
    solver.setOptionValue("simplex_iteration_limit", steps)
    solver.run()
    tally.add(programmes=1, pivots=max(0, solver.getInfo().simplex_iteration_count))
    ends = {
        highspy.HighsModelStatus.kOptimal: SimplexStatus.OPTIMAL,
        highspy.HighsModelStatus.kInfeasible: SimplexStatus.INFEASIBLE,
    }
    return ends.get(solver.getModelStatus(), SimplexStatus.STOPPED)


def infinity() -> float:
    """Return the value HiGHS treats as infinity."""
    import highspy

    return float(highspy.kHighsInf)
