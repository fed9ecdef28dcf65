"""The linear engine: optimum of leapers by branch and bound over linear programmes."""

from collections.abc import Iterator
from typing import ClassVar

from satchess.engines.components import solve_by_components
from satchess.engines.sat.greedy import longest_cover_clause
from satchess.events import Event
from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Sense
from satchess.task import Task

LONGEST_CLAUSE = 20
"""Pieces that cover more squares leave too much to linear bounds."""

FEWEST_SQUARES = 50
"""On smaller boards SAT is done before the libraries for this engine are loaded."""

MOST_SQUARES = 2_500

CROWD = 3
"""Where pieces of other kinds take one of so many squares, SAT has no good bound for leapers."""

LARGEST_GROUP = 4
"""Squares of which one piece takes all, if it is no rider."""


class LinearEngine:
    """Symmetric linear programmes with local cuts; every bound is proved in integers."""

    name: ClassVar[str] = "linear"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = (
        "branch and bound over linear programmes with local cuts, proved in integers"
    )

    def objection(self, task: Task) -> str | None:
        """Refuse what is not a sum of squares under plain linear constraints."""
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        if task.question.goal is None:
            return "nothing is to be optimised"
        if not is_linear(task.question.model()):
            return "some conditions are not linear in the squares"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Leave small boards, riders, and the most of anything that has room to SAT."""
        squares = len(task.question.board)
        if squares < FEWEST_SQUARES:
            return f"the board has {squares} squares, fewer than {FEWEST_SQUARES}"
        model = task.question.model()
        if is_crowded(model, squares):
            return None
        longest = longest_cover_clause(model)
        assert model.objective is not None
        if model.objective.sense is Sense.MOST or not longest:
            return "it is made for covers"
        if longest > LONGEST_CLAUSE:
            return f"a square can be covered from {longest}, more than {LONGEST_CLAUSE}"
        return None

    def forecast(self, task: Task) -> str:
        """Say how large the relaxation is."""
        model = task.question.model()
        return f"{len(model.places)} variables, {len(model.constraints)} constraints"

    def run(self, task: Task) -> Iterator[Event]:
        """Solve component after component."""
        # late: whether it is asked at all should not cost the time to load numba and HiGHS
        from satchess.engines.linear.search import optimise

        return solve_by_components(task, optimise)


def is_linear(model: Model) -> bool:
    """Whether constraints are plain sums of board variables, and one of them is to be optimised."""
    return (
        model.objective is not None
        and not model.auxiliaries
        and all(isinstance(c, Clause | AtMost | AtLeast | Exactly) for c in model.constraints)
    )


def is_crowded(model: Model, squares: int) -> bool:
    """Whether the most leapers are asked for on a board that other pieces take much of."""
    if model.objective is None or model.objective.sense is not Sense.MOST:
        return False
    wanted = set(model.objective.terms)
    taken = sum(
        c.bound
        for c in model.constraints
        if isinstance(c, Exactly) and wanted.isdisjoint(c.literals)
    )
    groups = (
        len(c.literals)
        for c in model.constraints
        if isinstance(c, AtMost) and wanted.issuperset(c.literals)
    )
    return CROWD * taken >= squares and max(groups, default=0) <= LARGEST_GROUP
