"""The room that the kernels of the chase work in: which array has what, and where.

The arrays are flat, with places that are unsigned: a view of an array, or a place that might be
negative, costs a compiled loop more than its work.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Integers = NDArray[np.int32]

ROOM = 128
"""Places of a depth for rows, and in each word for their open columns."""

DEAD = 1 << 28
"""What a square costs that is not open."""

LINES = 5
"""Factors of a node: columns, and twice as many diagonals in each direction."""


class Nodes(NamedTuple):
    """Room for the nodes of a tree: for each depth, what is open there.

    The rows of a node stand one after the other; `shares` and `dead` have `across` places for each
    of them. `factors` are those of columns, then of diagonals that go down, then of those that go
    up.
    """

    rows: Numbers
    open: Words
    need: Words
    shares: Floats
    dead: Integers
    factors: Floats


class Desk(NamedTuple):
    """Room for the work on one node."""

    sums: Floats
    change: Floats
    logs: Floats
    before: Floats
    now: Floats
    prices: Integers
    costs: Integers
    cheapest: Integers
    used: Words


class Size(NamedTuple):
    """The size of the board, and of the room for it."""

    side: int
    across: np.uint64
    """Places for the columns of a row: a multiple of eight."""
    most: np.uint64
    """Rows of a node, at most."""


def make_size(side: int, rows: int) -> Size:
    """Return the size of a board with so many open rows."""
    return Size(side, np.uint64(-(-side // 8) * 8), np.uint64(rows))


def make_nodes(size: Size, words: int) -> Nodes:
    """Make room for a tree."""
    depths, cells = int(size.most) + 2, int(size.most * size.across)
    return Nodes(
        rows=np.zeros(depths * ROOM, np.int64),
        open=np.zeros(depths * words * ROOM, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        shares=np.zeros(depths * cells, np.float32),
        dead=np.full(depths * cells, DEAD, np.int32),
        factors=np.ones(depths * LINES * int(size.across), np.float32),
    )


def make_desk(size: Size, words: int) -> Desk:
    """Make room for the work on a node."""
    lines = LINES * int(size.across)
    return Desk(
        sums=np.zeros(lines, np.float32),
        change=np.zeros(lines, np.float32),
        logs=np.zeros(lines, np.float32),
        before=np.zeros(lines, np.float32),
        now=np.zeros(lines, np.float32),
        prices=np.zeros(lines, np.int32),
        costs=np.zeros(int(size.most * size.across), np.int32),
        cheapest=np.zeros(int(size.across), np.int32),
        used=np.zeros(2 * (2 * words + 1), np.uint64),
    )
