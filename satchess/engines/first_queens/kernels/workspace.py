"""Memory of the kernels: which array holds what, and where.

Arrays are flat and indexed by unsigned numbers: a view of an array, or an index that might be
negative, costs a compiled loop more than its work.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Integers = NDArray[np.int32]

ROW_STRIDE = 128
"""Places reserved at each depth for rows, and in each word of a mask for their open columns."""

MOST_CLOSED = 32
"""Most diagonals on the way to a node that are decided to stay without a queen."""

DEAD = 1 << 28
"""The price of a square that is not open."""

LINES = 5
"""Factors of a node, in units of `across`: columns, and twice as many diagonals each way."""


class Corners(NamedTuple):
    """The squares with column - row >= `edge`, and bounds on the number of queens there."""

    edge: Numbers
    upper: Words
    """Columns of the corner, in each row of the board."""
    least: Numbers
    most: Numbers
    """For each depth: bounds on the queens still to be placed there."""


class Nodes(NamedTuple):
    """The nodes on the current path of a tree: for each depth, what is open there.

    The rows of a node are stored one after the other; `shares` and `dead` have `across` places for
    each of them. `factors` holds those of columns, then of diagonals going down, then going up.
    """

    rows: Numbers
    open: Words
    need: Words
    """Columns that still need a queen."""
    forced: Words
    """Diagonals with a queen in every placement, laid out like `Scratch.used`."""
    shares: Floats
    dead: Integers
    factors: Floats
    corner: Corners


class Scratch(NamedTuple):
    """Temporaries for the work on one node; nothing here survives it."""

    sums: Floats
    change: Floats
    logs: Floats
    before: Floats
    now: Floats
    prices: Integers
    costs: Integers
    cheapest: Integers
    used: Words
    """Diagonals with an open square: those going down, then those going up."""
    most: Floats
    """The largest factor a line may have: 1 for a line that may stay empty."""


class Size(NamedTuple):
    """The size of the board, and the strides that follow from it."""

    side: int
    across: np.uint64
    """Places for the columns of a row: a multiple of eight, for vector instructions."""
    most: np.uint64
    """Most rows of a node."""
    corner: np.uint64
    """The place of the corner's factor, behind those of the lines."""
    factors: np.uint64
    """Number of factors of a node."""


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
    """Return the number of words that hold a bit for each diagonal, if a row takes `words`."""
    return 2 * (2 * words + 1)


def depths_of(rows: int) -> int:
    """Return the greatest number of depths of a tree over so many open rows."""
    return rows + MOST_CLOSED + 2


def make_nodes(size: Size, words: int) -> Nodes:
    """Allocate the nodes of a tree."""
    depths, cells = depths_of(int(size.most)), int(size.most * size.across)
    return Nodes(
        rows=np.zeros(depths * ROW_STRIDE, np.int64),
        open=np.zeros(depths * words * ROW_STRIDE, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        forced=np.zeros(depths * diagonal_words(words), np.uint64),
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


def make_scratch(size: Size, words: int) -> Scratch:
    """Allocate the temporaries of a node."""
    factors = int(size.factors)
    return Scratch(
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
