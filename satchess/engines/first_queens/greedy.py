"""A first placement without a kernel: as far left as possible for some rows, then at random.

Compiling the kernels takes half a minute on a fresh install. What is found here is kept before
that, and tells a run that comes after one that was stopped where to go on.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

from satchess.engines.first_queens.position import Cell, Opening

GREEDY_SHARE = 0.2
"""Share of the rows that are placed greedily; with more, random completions become rare."""

_ATTEMPTS = 50
"""Random completions tried before one greedy row is given up."""


def greedy_opening(side: int, rows: int) -> Opening:
    """Place queens as far left as possible, in so many rows or as long as there are squares."""
    opening = Opening.of(side)
    for row, column in enumerate(islice(greedy_columns(), rows)):
        if column >= side:  # no square is left within the board
            break
        opening = opening.with_queen(Cell(row, column))
    return opening


def greedy_columns() -> Iterator[int]:
    """Yield the greedy queens of the infinite board: in each row the least column not attacked.

    Columns are counted from 0: https://oeis.org/A065188 counts them from 1. The attacked diagonals
    around the main one form a band, which is stepped over; what is tried besides it is little.
    """
    columns: set[int] = set()
    rising: set[int] = set()
    falling: set[int] = set()
    # the least free column; no square with left < column - row < right is free
    least, left, right = 0, 0, 0
    for row in count():
        while least in columns:
            columns.remove(least)  # all before it are taken: no need to keep them
            least += 1
        while left in rising:
            left -= 1
        while right in rising:
            right += 1
        column = least
        while column in columns or column - row in rising or column + row in falling:
            column += 1
            if left < column - row < right:
                column = row + right
        columns.add(column)
        rising.add(column - row)
        falling.add(column + row)
        yield column


def any_placement(side: int) -> tuple[Opening, tuple[int, ...]]:
    """Return a greedy opening and the columns of a placement that completes it."""
    randomness = random.Random(side)
    for attempt in count():
        rows = max(int(GREEDY_SHARE * side) - attempt // _ATTEMPTS, 0)
        opening = greedy_opening(side, rows)
        columns = complete(opening, randomness, most_nodes=side + 100)
        if columns is not None:
            return opening, columns
    raise AssertionError  # count() does not end


@dataclass
class _Node:
    opening: Opening
    untried: list[Cell]


def complete(
    opening: Opening, randomness: random.Random, most_nodes: int
) -> tuple[int, ...] | None:
    """Return the columns of a placement; None if there is none, or not within so many nodes.

    The row with the fewest open squares is next; its squares are tried in random order.
    """
    path = [_node(opening, randomness)]
    for _ in range(most_nodes):
        while path and not path[-1].untried:
            path.pop()
        if not path:
            return None
        following = path[-1].opening.with_queen(path[-1].untried.pop())
        if not following.open:
            return tuple(queen.column for queen in sorted(following.queens))
        if not following.is_stuck:
            path.append(_node(following, randomness))
    return None


def _node(opening: Opening, randomness: random.Random) -> _Node:
    row = min(opening.open, key=lambda row: opening.open[row].bit_count())
    cells = opening.row(row)
    randomness.shuffle(cells)
    return _Node(opening, cells)
