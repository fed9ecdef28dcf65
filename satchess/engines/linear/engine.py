"""The linear engine: optimum of leapers by branch and bound over linear programmes."""

from collections.abc import Iterator
from typing import ClassVar

from satchess.domain.placement import Placement
from satchess.engines.sat.greedy import cover_clauses
from satchess.engines.sat.optimum import Bounds
from satchess.events import Bounded, Done, Event, Found, Infeasible
from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Sense
from satchess.task import Task

LONGEST_CLAUSE = 20
"""Pieces that cover more squares leave too much to linear bounds."""

FEWEST_SQUARES = 50
"""On smaller boards SAT is done before the libraries for this engine are loaded."""

MOST_SQUARES = 2_500


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
        """Leave small boards, riders, and the most of anything to SAT."""
        squares = len(task.question.board)
        if squares < FEWEST_SQUARES:
            return f"the board has {squares} squares, fewer than {FEWEST_SQUARES}"
        model = task.question.model()
        clauses = cover_clauses(model)
        assert model.objective is not None
        if model.objective.sense is Sense.MOST or not clauses:
            return "it is made for covers"
        longest = max(map(len, clauses))
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

        parts = task.question.model().components()
        known = [_at_first(part) for part in parts]
        if len(parts) == 1:
            known = [known[0].narrowed(task.lower, task.upper)]
        for number, part in enumerate(parts):
            for bounds in optimise(part, known[number]):
                known[number] = bounds
                if bounds.feasible is False:
                    yield Infeasible()
                    yield Done()
                    return
                yield Bounded(sum(b.lower for b in known), sum(b.upper for b in known))
                best = [b.best for b in known if b.best is not None]
                if len(best) == len(parts):
                    placements = (m.placement(b) for m, b in zip(parts, best, strict=True))
                    yield Found(Placement.of(p for found in placements for p in found.places))
        yield Done()


def is_linear(model: Model) -> bool:
    """Whether constraints are plain sums of board variables, and one of them is to be optimised."""
    return (
        model.objective is not None
        and not model.auxiliaries
        and all(isinstance(c, Clause | AtMost | AtLeast | Exactly) for c in model.constraints)
    )


def _at_first(model: Model) -> Bounds:
    assert model.objective is not None
    return Bounds(0, len(model.objective.terms))
