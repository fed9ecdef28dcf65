"""The `plain` engine: the first placement of n queens on a small board, by backtracking in order.

It needs nothing but the bits of Python's integers. On boards of up to 27 rows that takes less time
than others take to load what they need.
"""

from collections.abc import Iterator
from typing import ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.leprechauns.construct import range_if_one_a_row
from satchess.events import Bounded, Done, Event, Found
from satchess.task import Task

SMALLEST = 4
"""On 2 x 2 and 3 x 3, n queens do not fit."""

LARGEST = 27
"""The search visits 1.7 million nodes with 22 rows, half a million with 27, 3 million with 28."""


class PlainEngine:
    """Tries the squares of each row from left to right."""

    name: ClassVar[str] = "plain"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = f"backtracking in order: first of n queens on up to {LARGEST} rows"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) != 1:
            return "only knows n queens on a plain n x n board"
        if not SMALLEST <= task.question.board.rows <= LARGEST:
            return f"needs a board of {SMALLEST} to {LARGEST} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Nothing is quicker: other engines have more to load."""
        return None

    def forecast(self, task: Task) -> str:
        """Say what is searched."""
        return f"{task.question.board.rows} rows, from left to right"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the first placement; with a queen in every row it is also a largest one."""
        question = task.question
        side = question.board.rows
        (piece,) = question.kinds
        if question.goal is not None:
            yield Bounded(None, side)
        squares = (Square(row, column) for row, column in enumerate(first_columns(side)))
        yield Found(Placement(tuple(Place(square, piece) for square in squares)))
        yield Done()


def first_columns(side: int) -> list[int]:
    """Return the columns of the first placement, counted from 0: there has to be one.

    Bits are columns: those taken, and those that diagonals of either direction attack in a row.
    """
    every = (1 << side) - 1
    taken, rising, falling, untried, queens = ([0] * side for _ in range(5))
    untried[0] = every
    row = 0
    while True:
        if not (left := untried[row]):
            row -= 1
            continue
        queen = left & -left
        untried[row] = left ^ queen
        queens[row] = queen
        if row == side - 1:
            return [queen.bit_length() - 1 for queen in queens]
        columns = taken[row] | queen
        up = (rising[row] | queen) << 1
        down = (falling[row] | queen) >> 1
        row += 1
        taken[row], rising[row], falling[row] = columns, up, down
        untried[row] = every & ~(columns | up | down)
