"""Guesses: placements looked for where there often are some, and not for long.

A solver has a budget of conflicts under each hint: see `satchess.engines.sat.hints`. That nothing
is found proves nothing.
"""

from collections.abc import Iterable
from itertools import product

from satchess.domain.placement import Placement
from satchess.encodings.formula import Formula
from satchess.engines.sat.hints import hints
from satchess.engines.sat.solver import SatSolver
from satchess.model import Model

CONFLICTS_A_HINT = 20_000


def guessed(
    model: Model, formula: Formula, solver: str | None, budgets: Iterable[int] = (CONFLICTS_A_HINT,)
) -> Placement | None:
    """Return a placement that satisfies a formula of a model, or None if no hint leads to one."""
    for conflicts, hint in product(budgets, hints(model)):
        if found := placed(model, formula, hint, solver, conflicts):
            return found
    return None


def placed(
    model: Model,
    formula: Formula,
    more: Iterable[list[int]],
    solver: str | None,
    conflicts: int | None = None,
) -> Placement | None:
    """Return a placement that satisfies a formula and more clauses, within a conflict budget."""
    with SatSolver(formula.collector.clauses, solver) as sat:
        sat.add(more)
        if not sat.solve((), conflicts):
            return None
        return model.placement(v for v in sat.true_variables() if v <= len(model.places))
