"""A first placement without a kernel: as far left as possible for some rows, then at random.

Compiling the kernels takes half a minute on a fresh install. What is found here is kept before
that, and tells a run that comes after one that was stopped where to go on.
"""

import random
from dataclasses import dataclass
from itertools import count

from satchess.engines.first_queens.position import Cell, Opening

GREEDY_SHARE = 0.2
"""Share of the rows that are placed greedily; with more, random completions become rare."""

_ATTEMPTS = 50
"""Random completions tried before one greedy row is given up."""


def greedy_opening(side: int, rows: int) -> Opening:
    """Place queens as far left as possible, in so many rows or as long as there are squares."""
    opening = Opening.of(side)
    for row in range(rows):
        cells = opening.row(row)
        if not cells:
            break
        opening = opening.with_queen(cells[0])
    return opening


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
