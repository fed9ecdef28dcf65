"""The room for a tree of the chase: its nodes, its branches, and what was seen on the way."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satchess.engines.first_queens.kernels.leaves import Leaves, make_leaves
from satchess.engines.first_queens.kernels.workspace import (
    ROOM,
    Desk,
    Floats,
    Nodes,
    Numbers,
    Size,
    depths_of,
    make_desk,
    make_nodes,
    make_size,
)

MOST_KEPT = 3
"""Prices that are tried at every node."""

CLOSED = 1 << 20
"""A branch that is not a queen, but a diagonal without any: this, and its place among the lines."""


class Children(NamedTuple):
    """The branches of each depth, and how many rows are open there."""

    rows: Numbers
    cells: Numbers
    """Queens, as place of the row << 8 | column; or a diagonal without any, see CLOSED."""
    keys: Floats
    number: Numbers
    tried: Numbers
    since: Numbers
    depth: Numbers
    """Where the search stopped."""


class Habits(NamedTuple):
    """What has been seen so far in nodes of so many rows, from none to all of them."""

    ends: NDArray[np.float64]
    """How often a short search ends a node."""
    passed: NDArray[np.float64]
    """How many nodes there were."""
    subtree: NDArray[np.float64]
    """The ticks of a node that branches, with all below it."""
    deep_cost: NDArray[np.float64]
    """The ticks of thorough prices."""
    deep_wins: NDArray[np.float64]
    """How often they refute."""
    failed: NDArray[np.float64]
    """How many short searches have not ended a node."""
    long_search: NDArray[np.float64]
    """The ticks of a node that is searched for long, with all below it if that does not end it."""
    wins: NDArray[np.float64]
    """How often prices refute."""
    tight_wins: NDArray[np.float64]
    """How often prices for the root refute."""


class Room(NamedTuple):
    """Room for a tree, made once for a size of boards."""

    size: Size
    nodes: Nodes
    desk: Desk
    leaves: Leaves
    children: Children
    habits: Habits
    tight: Floats
    """Prices for the root by linear programmes, which are tried at every node."""
    kept: Numbers
    """How many of them."""


def make_room(side: int, rows: int) -> Room:
    """Make room for boards of a side with so many open rows; for smaller ones, change its size."""
    words = -(-side // 64)
    size = make_size(side, rows)
    depths = depths_of(rows)
    children = Children(
        rows=np.zeros(depths, np.int64),
        cells=np.zeros(depths * ROOM, np.int64),
        keys=np.zeros(depths * ROOM, np.float32),
        number=np.zeros(depths, np.int64),
        tried=np.zeros(depths, np.int64),
        since=np.zeros(depths, np.int64),
        depth=np.zeros(1, np.int64),
    )
    return Room(
        size,
        make_nodes(size, words),
        make_desk(size, words),
        make_leaves(words),
        children,
        Habits(*(np.zeros(rows + 1) for _ in Habits._fields)),
        tight=np.zeros(MOST_KEPT * int(size.factors), np.float32),
        kept=np.zeros(1, np.int64),
    )
