"""The `quarters` engine: the fewest leapers on a board with two mirrors."""

from collections.abc import Iterator
from typing import ClassVar

from satchess.engines.quarters.quartering import quartered
from satchess.engines.sat.greedy import longest_cover_clause
from satchess.engines.sat.optimum import Bounds
from satchess.events import Bounded, Done, Event, Found
from satchess.task import Task

LONGEST_CLAUSE = 25
"""Pieces that cover more squares leave too much to shares."""

MOST_LINES = 5
"""Clauses that span more lines are open for too long: camels are left to cores."""

FEWEST_SQUARES = 170
"""On smaller boards cores are as quick."""

MOST_SQUARES = 2_500


class QuartersEngine:
    """Prices the quarters of a board, and joins its halves."""

    name: ClassVar[str] = "quarters"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "the fewest leapers on boards with two mirrors, by quarters and halves"

    def objection(self, task: Task) -> str | None:
        """Refuse all but plain covers on boards with two mirrors."""
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        if task.question.goal is None:
            return "nothing is to be optimised"
        quarters = quartered(task.question.model())
        return quarters if isinstance(quarters, str) else None

    def reluctance(self, task: Task) -> str | None:
        """Leave riders and small boards to others."""
        squares = len(task.question.board)
        if squares < FEWEST_SQUARES:
            return f"the board has {squares} squares, fewer than {FEWEST_SQUARES}"
        longest = longest_cover_clause(task.question.model())
        if longest > LONGEST_CLAUSE:
            return f"a square can be covered from {longest}, more than {LONGEST_CLAUSE}"
        quarters = quartered(task.question.model())
        assert not isinstance(quarters, str)
        if quarters.span > MOST_LINES:
            return f"a piece covers squares of {quarters.span} lines, more than {MOST_LINES}"
        return None

    def forecast(self, task: Task) -> str:
        """Say how large a quarter is."""
        quarters = quartered(task.question.model())
        assert not isinstance(quarters, str)
        return f"a quarter has {len(quarters.quarter)} clauses"

    def run(self, task: Task) -> Iterator[Event]:
        """Yield bounds and placements as they are found."""
        # late: whether it is asked at all should not cost the time to load numba and HiGHS
        from satchess.engines.quarters.search import optimise

        model = task.question.model()
        at_first = Bounds.at_first(model).narrowed(task.lower, task.upper)
        for bounds in optimise(model, at_first):
            yield Bounded(bounds.lower, None)
            if bounds.best is not None:
                yield Found(model.placement(bounds.best))
        yield Done()
