"""The door to HiGHS, a solver for linear programmes in floating-point numbers.

What it says is a proposal: whoever uses it proves the rest in integers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def load(
    costs: Floats, starts: Integers, columns: Integers, entries: Floats, needed: NDArray[np.bool_]
) -> Any:
    """Return a solver: minimise costs of variables that are not negative, under rows.

    Row i has the entries from `starts[i]` on; it is at most 1, and exactly 1 if it is needed.
    """
    import highspy

    infinity = highspy.kHighsInf
    problem = highspy.HighsLp()
    problem.num_col_, problem.num_row_ = len(costs), len(needed)
    problem.col_cost_ = costs
    problem.col_lower_ = np.zeros(len(costs))
    problem.col_upper_ = np.full(len(costs), infinity)
    problem.row_lower_ = np.where(needed, 1.0, -infinity)
    problem.row_upper_ = np.ones(len(needed))
    problem.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    problem.a_matrix_.start_ = starts.astype(np.int32)
    problem.a_matrix_.index_ = columns.astype(np.int32)
    problem.a_matrix_.value_ = entries
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
        solver.setOptionValue(option, value)
    solver.passModel(problem)
    return solver


def run_simplex(solver: Any, *, primal: bool) -> bool:
    """Run the primal or the dual simplex method; return whether there is an optimum."""
    import highspy

    solver.setOptionValue("simplex_strategy", 4 if primal else 1)
    solver.run()
    return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)
