"""The core-guided engine: bounds rise from infeasible wishes until all that is left can be had.

Every square of a sum is wished empty (or occupied, if the most are asked for). A *core* is a set of
wishes that contradict each other: one of them has to be given up, and the bound rises by one. For
leapers, whose cores are small and many, that is quicker than asking for one value after the other.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satchess.encodings.formula import Formula
from satchess.engines.components import solve_by_components
from satchess.engines.sat.greedy import longest_cover_clause
from satchess.engines.sat.optimum import Bounds
from satchess.engines.sat.solver import CoreSearch
from satchess.events import Event
from satchess.model import Model, Sense
from satchess.task import Task

LONGEST_CLAUSE = 25
"""Pieces that cover more squares have large cores: bounds on lines refute more."""

LARGE = 256
"""On boards with more squares cores grow, and linear bounds are stronger."""

MOST_SQUARES = 2_500


class CoresEngine:
    """Unsatisfiable cores, relaxed one after the other."""

    name: ClassVar[str] = "cores"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "core-guided optimum: the fewest leapers on boards of moderate size"

    def objection(self, task: Task) -> str | None:
        """Refuse what has no sum of squares, and boards whose model takes long to state."""
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        objective = task.question.goal and task.question.model().objective
        if not objective:
            return "nothing is to be optimised"
        if objective.is_weighed:
            return "the sum is weighed"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Leave riders and large boards to others."""
        squares = len(task.question.board)
        if squares > LARGE:
            return f"the board has {squares} squares, more than {LARGE}"
        longest = longest_cover_clause(task.question.model())
        if not longest:
            return "it is made for covers"
        if longest > LONGEST_CLAUSE:
            return f"a square can be covered from {longest}, more than {LONGEST_CLAUSE}"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many wishes there are."""
        objective = task.question.model().objective
        return f"{len(objective.terms) if objective else 0} wishes"

    def run(self, task: Task) -> Iterator[Event]:
        """Solve component after component."""
        return solve_by_components(task, optimise)


def optimise(model: Model, bounds: Bounds) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a model; the last are closed."""
    objective = model.objective
    assert objective is not None
    fewest = objective.sense is Sense.FEWEST
    wishes = [-term if fewest else term for term in objective.terms]
    with CoreSearch(Formula(model).collector.clauses, dict.fromkeys(wishes, 1)) as search:
        for given_up in search.given_up():
            value = given_up if fewest else len(wishes) - given_up
            before = bounds
            bounds = bounds.narrowed(value if fewest else None, None if fewest else value)
            if bounds != before:
                yield bounds
        true = search.model
    if true is None:
        yield replace(bounds, feasible=False)
        return
    best = frozenset(v for v in true if v <= model.top)
    value = objective.value(best)
    yield replace(bounds.narrowed(value, value), best=best, feasible=True)
