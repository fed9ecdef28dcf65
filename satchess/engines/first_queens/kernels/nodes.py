"""Compiled operations on a node that several kernels share."""

import numpy as np

from satchess.engines.first_queens.kernels.workspace import DEAD, ROW_STRIDE, Nodes, Size, Words
from satchess.engines.kernels.bits import NONE, ONE, WordSlots, lowest
from satchess.engines.kernels.compile import kernel_in_place


@kernel_in_place(inline="always")
def is_row_closed(slots: WordSlots, open_: Words, place: np.uint64) -> bool:
    """Whether a row has no open square; `place` is that of its first word."""
    some = NONE
    for w in range(np.uint64(len(slots))):
        some |= open_[place + w * np.uint64(ROW_STRIDE)]
    return bool(some == NONE)


@kernel_in_place(inline="always")
def close_squares(
    slots: WordSlots,
    size: Size,
    nodes: Nodes,
    depth: int,
    place: int,
    w: int,
    gone: np.uint64,
) -> int:
    """Close open columns of a word in the row at a place; return how many there are."""
    word = (np.uint64(depth) * np.uint64(len(slots)) + np.uint64(w)) * np.uint64(ROW_STRIDE)
    word += np.uint64(place)
    nodes.open[word] &= ~gone
    removed = 0
    while gone != NONE:
        j = np.uint64(64) * np.uint64(w) + np.uint64(lowest(gone))
        gone &= gone - ONE
        cell = (np.uint64(depth) * size.most + np.uint64(place)) * size.across + j
        nodes.dead[cell] = DEAD
        nodes.shares[cell] = np.float32(0.0)
        removed += 1
    return removed


@kernel_in_place(inline="always")
def close_square_of(size: Size, nodes: Nodes, cells: np.uint64, column: int) -> None:
    """Close a square in the row whose cells start there, if it is on the board."""
    if 0 <= column < size.side:
        nodes.shares[cells + np.uint64(column)] = np.float32(0.0)
        nodes.dead[cells + np.uint64(column)] = DEAD


@kernel_in_place(inline="always")
def copy_cells(size: Size, nodes: Nodes, source: np.uint64, target: np.uint64) -> None:
    """Copy the shares and prices of a row."""
    for j in range(size.across):
        nodes.shares[target + j] = nodes.shares[source + j]
    for j in range(size.across):
        nodes.dead[target + j] = nodes.dead[source + j]


@kernel_in_place(inline="always")
def copy_lines_down(
    slots: WordSlots, size: Size, nodes: Nodes, forced_words: int, depth: int
) -> None:
    """Copy needed columns, forced diagonals and factors to the next depth."""
    words = np.uint64(len(slots))
    here, there = np.uint64(depth), np.uint64(depth + 1)
    for w in range(words):
        nodes.need[there * words + w] = nodes.need[here * words + w]
    diagonals = np.uint64(forced_words)
    for w in range(diagonals):
        nodes.forced[there * diagonals + w] = nodes.forced[here * diagonals + w]
    for j in range(size.factors):
        nodes.factors[there * size.factors + j] = nodes.factors[here * size.factors + j]
