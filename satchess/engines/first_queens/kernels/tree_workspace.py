"""Memory of a tree: its nodes, its branches, and running averages that steer the search."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satchess.engines.first_queens.kernels.leaves import Leaves, make_leaves
from satchess.engines.first_queens.kernels.workspace import (
    ROW_STRIDE,
    Floats,
    Nodes,
    Numbers,
    Scratch,
    Size,
    depths_of,
    make_nodes,
    make_scratch,
    make_size,
)
from satchess.engines.kernels.bits import word_slots

MOST_KEPT = 3
"""Price vectors that are tried at every node."""

CLOSED = 1 << 20
"""Marks a branch that leaves a diagonal empty; its place among the lines is added."""


class Children(NamedTuple):
    """The branches at each depth."""

    rows: Numbers
    """Number of open rows."""
    cells: Numbers
    """Queens as place of the row << 8 | column, or an empty diagonal: see CLOSED."""
    keys: Floats
    """What branches are sorted by."""
    number: Numbers
    tried: Numbers
    since: Numbers
    """Ticks when the node was entered."""
    depth: Numbers
    """Where the search stopped."""


class RunningAverages(NamedTuple):
    """Statistics by the number of open rows, from none to all of them."""

    ends: NDArray[np.float64]
    """Rate at which a short search settles a node."""
    passed: NDArray[np.float64]
    """Number of nodes."""
    subtree: NDArray[np.float64]
    """Ticks spent on a node that branches, its subtree included."""
    deep_cost: NDArray[np.float64]
    """Ticks spent on thorough pricing."""
    deep_wins: NDArray[np.float64]
    """Rate at which thorough pricing refutes."""
    failed: NDArray[np.float64]
    """Number of short searches that did not settle a node."""
    long_search: NDArray[np.float64]
    """Ticks spent on a node by a long search, its subtree included where that did not settle it."""
    wins: NDArray[np.float64]
    """Rate at which pricing refutes."""
    tight_wins: NDArray[np.float64]
    """Rate at which the prices kept from the root refute."""


class Workspace(NamedTuple):
    """All memory of a tree, allocated once for the largest board it is used for."""

    size: Size
    nodes: Nodes
    scratch: Scratch
    leaves: Leaves
    children: Children
    averages: RunningAverages
    tight: Floats
    """Prices for the root from linear programmes, tried at every node."""
    kept: Numbers
    """How many of them there are."""


def make_workspace(side: int, rows: int) -> Workspace:
    """Allocate for boards of a side with so many open rows; replace `size` for smaller ones."""
    words = len(word_slots(side))
    size = make_size(side, rows)
    depths = depths_of(rows)
    children = Children(
        rows=np.zeros(depths, np.int64),
        cells=np.zeros(depths * ROW_STRIDE, np.int64),
        keys=np.zeros(depths * ROW_STRIDE, np.float32),
        number=np.zeros(depths, np.int64),
        tried=np.zeros(depths, np.int64),
        since=np.zeros(depths, np.int64),
        depth=np.zeros(1, np.int64),
    )
    return Workspace(
        size,
        make_nodes(size, words),
        make_scratch(size, words),
        make_leaves(words),
        children,
        RunningAverages(*(np.zeros(rows + 1) for _ in RunningAverages._fields)),
        tight=np.zeros(MOST_KEPT * int(size.factors), np.float32),
        kept=np.zeros(1, np.int64),
    )
