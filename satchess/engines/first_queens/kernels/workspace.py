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

MOST_CLOSED = 32
"""Diagonals that are settled to have no queen, on the way to a node."""

DEAD = 1 << 28
"""What a square costs that is not open."""

LINES = 5
"""Factors of a node: columns, and twice as many diagonals in each direction; one for its corner."""


class Corners(NamedTuple):
    """The squares whose column is `edge` or more beyond their row, and how many queens go there."""

    edge: Numbers
    upper: Words
    """Its columns in each row of the board."""
    least: Numbers
    most: Numbers
    """At each depth: queens that are still to be placed there."""


class Nodes(NamedTuple):
    """Room for the nodes of a tree: for each depth, what is open there.

    The rows of a node stand one after the other; `shares` and `dead` have `across` places for each
    of them. `factors` are those of columns, then of diagonals that go down, then of those that go
    up.
    """

    rows: Numbers
    open: Words
    need: Words
    filled: Words
    """Diagonals that have a queen in every placement, as `Desk.used` has them."""
    shares: Floats
    dead: Integers
    factors: Floats
    corner: Corners


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
    """Diagonals with an open square: those that go down, then those that go up."""
    most: Floats
    """The largest factor that a line may have: 1 for what is filled once at most."""


class Size(NamedTuple):
    """The size of the board, and of the room for it."""

    side: int
    across: np.uint64
    """Places for the columns of a row: a multiple of eight."""
    most: np.uint64
    """Rows of a node, at most."""
    corner: np.uint64
    """The place of the corner's factor, behind those of the lines."""
    factors: np.uint64
    """How many factors a node has."""


def make_size(side: int, rows: int) -> Size:
    """Return the size of a board with so many open rows."""
    across = -(-side // 8) * 8
    lines = LINES * across
    return Size(
        side,
        np.uint64(across),
        np.uint64(rows),
        corner=np.uint64(lines),
        factors=np.uint64(lines + 8),
    )


def diagonal_words(words: int) -> int:
    """Return how many words have a bit for each diagonal, where a row of squares has so many."""
    return 2 * (2 * words + 1)


def depths_of(rows: int) -> int:
    """Return how many depths a tree may have, for so many open rows."""
    return rows + MOST_CLOSED + 2


def make_nodes(size: Size, words: int) -> Nodes:
    """Make room for a tree."""
    depths, cells = depths_of(int(size.most)), int(size.most * size.across)
    return Nodes(
        rows=np.zeros(depths * ROOM, np.int64),
        open=np.zeros(depths * words * ROOM, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        filled=np.zeros(depths * diagonal_words(words), np.uint64),
        shares=np.zeros(depths * cells, np.float32),
        dead=np.full(depths * cells, DEAD, np.int32),
        factors=np.ones(depths * int(size.factors), np.float32),
        corner=Corners(
            edge=np.full(1, size.side, np.int64),
            upper=np.zeros(size.side * words, np.uint64),
            least=np.zeros(depths, np.int64),
            most=np.zeros(depths, np.int64),
        ),
    )


def make_desk(size: Size, words: int) -> Desk:
    """Make room for the work on a node."""
    factors = int(size.factors)
    return Desk(
        sums=np.zeros(factors, np.float32),
        change=np.zeros(factors, np.float32),
        logs=np.zeros(factors, np.float32),
        before=np.zeros(factors, np.float32),
        now=np.zeros(factors, np.float32),
        prices=np.zeros(factors, np.int32),
        costs=np.zeros(int(size.most * size.across), np.int32),
        cheapest=np.zeros(int(size.across), np.int32),
        used=np.zeros(diagonal_words(words), np.uint64),
        most=np.zeros(factors, np.float32),
    )
