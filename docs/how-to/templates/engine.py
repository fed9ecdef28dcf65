"""The `exhaustive` engine: tries every set of places. Slow, short, and hard to get wrong.

A template: copy it to a folder of `satchess/engines/`, or to a package of your own. What speaks for
the method, and the paper it comes from, belongs here.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from satchess.domain.placement import Placement
from satchess.events import Bounded, Counted, Done, Event, Found, Infeasible
from satchess.model import Sense
from satchess.task import Task

MOST_PLACES = 16
"""More than 2 ** 16 sets would take too long."""


class ExhaustiveEngine:
    """Solves and counts on tiny boards."""

    name: ClassVar[str] = "exhaustive"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Tries every set of places, on tiny boards."
    # Only a plugin says this here: an engine of satchess itself says it in the registry.
    verbs: ClassVar[frozenset[str]] = frozenset({"solve", "count"})

    def objection(self, task: Task) -> str | None:
        """Say why it cannot do the task: every task it does not refuse, it must do right."""
        if task.by_size or task.up_to_symmetry:
            return "counts neither by size nor up to symmetry"
        model = task.question.model()
        if model.objective is None or model.objective.terms != tuple(model.board_variables):
            return "only knows the most or the fewest pieces"
        if len(model.places) > MOST_PLACES:
            return f"more than {MOST_PLACES} places"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Say why another engine would be quicker; None to be chosen before those that follow."""
        return "tries everything"

    def forecast(self, task: Task) -> str:
        """Say how large the work is, for `--explain`."""
        return f"{2 ** len(task.question.model().places)} sets"

    def run(self, task: Task) -> Iterator[Event]:
        """Yield what is learned, as it is learned.

        Each event must stay true if the engine is stopped right after it: a placement when it is
        found, a bound when it is proved, `Counted(..., exact=False)` for a count so far.
        """
        question, places = task.question, task.question.model().places
        sizes = range(len(places) + 1)
        if question.goal is Sense.MOST:
            sizes = sizes[::-1]
        for size in sizes:
            valid = [
                placement
                for chosen in combinations(places, size)
                if not any(question.violations(placement := Placement.of(chosen)))
            ]
            if valid:
                value = question.value(valid[0])
                yield Found(valid[0])
                yield Bounded(value, value)
                if task.verb == "count":
                    yield Counted(len(valid), exact=True)
                yield Done()
                return
        yield Infeasible()
        yield Done()
