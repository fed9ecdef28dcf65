"""The `kings` engine: how many ways there are to put the most kings on a board with even sides.

boxes     the idea, in Python integers
kernels   the same, compiled, modulo primes

Up to symmetry, `frontier` counts the placements that a turn leaves as they are (Burnside's lemma).
"""

from collections.abc import Iterator
from typing import ClassVar

from satchess.engines import tally
from satchess.engines.counting.base import over_orbits
from satchess.engines.counting.remainders import number_with
from satchess.engines.kings import boxes
from satchess.engines.room import ensure_room, in_words
from satchess.engines.theorems.statement import Statement, sides
from satchess.events import Bounded, Counted, Done, Event
from satchess.questions import Independence, Question
from satchess.task import Task

MOST_IN_PYTHON = 8
"""Columns of boxes that take less time in Python than loading the kernels does."""

MOST_COLUMNS = 28
"""More would take days, and more memory than machines have."""

STATEMENT = Statement(
    "king independence, even sides",
    "one king in each box of 2 x 2",
    "Wilf, The problem of the kings, Electronic J. Combin. 2 (1995)",
    Independence,
    "king",
    holds=lambda m, n: m % 2 == n % 2 == 0,
)


class KingsEngine:
    """Counts by the switches of rows of boxes, and the raised kings of a row."""

    name: ClassVar[str] = "kings"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "The most kings on a board with even sides, a row of boxes at a time."

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if not STATEMENT.answers(task.question):
            return "counts kings on plain boards with even sides only"
        if task.by_size or task.question.given_value is not None or task.question.goal is None:
            return "counts the most kings only"
        columns, _ = _boxes(task.question)
        if columns > MOST_COLUMNS:
            return f"needs {_forecast(columns)}; limit {MOST_COLUMNS} boxes across"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Nothing is faster."""
        return None

    def forecast(self, task: Task) -> str:
        """Give the number of states, and the memory that they take."""
        return _forecast(_boxes(task.question)[0])

    def run(self, task: Task) -> Iterator[Event]:
        """Count."""
        columns, rows = _boxes(task.question)
        kings = rows * columns
        yield Bounded(kings, kings)
        number = count(rows, columns)
        if task.up_to_symmetry:  # few kings are free to move where a turn fixes the placement
            from satchess.engines.frontier.engine import FrontierEngine

            model, frontier = task.question.model(all_symmetries=True), FrontierEngine()
            yield Counted(-(-number // len(model.symmetries)), exact=False)
            orbits = over_orbits(
                model, task, lambda part: {0: frontier.number_at(part, kings)}, {0: number}
            )
            number = orbits[0]
        yield Counted(number, exact=True)
        yield Done()


def count(rows: int, columns: int) -> int:
    """Return the number of ways on so many rows and columns of boxes."""
    if columns <= MOST_IN_PYTHON:
        return boxes.count(rows, columns)
    ensure_room("kings", _bytes(columns), f"{_states(columns):,} states")
    import numpy as np

    from satchess.engines.kings import kernels

    most = (columns + 1) ** rows * (rows + 1) ** columns  # every row and column has a switch

    def remainder(prime: int) -> int:
        tally.add(states=_states(columns) * rows)
        return int(kernels.count(rows, columns, np.uint32(prime)))

    return number_with(remainder, most, kernels.PRIMES_BELOW)


def _boxes(question: Question) -> tuple[int, int]:
    short, long = sides(question)
    return short // 2, long // 2


def _states(columns: int) -> int:
    return columns + 1 << columns


def _bytes(columns: int) -> int:
    """Two numbers of four bytes for each state, and three for each set of columns."""
    return 4 * (2 * _states(columns) + (3 << columns))


def _forecast(columns: int) -> str:
    return f"{_states(columns):,} states at a time, {in_words(_bytes(columns))} of memory"
