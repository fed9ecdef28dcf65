"""Compiled counting in the corner: bounds on its queens refute a node or remove squares.

A row or column whose open squares all lie in the corner has its queen there; one without any has
it elsewhere. If there are more of them than queens, there is no placement; if just as many, the
other lines lose their squares on that side.
"""

import numpy as np

from satchess.engines.first_queens.kernels.nodes import close_squares
from satchess.engines.first_queens.kernels.workspace import ROW_STRIDE, Nodes, Size, Words
from satchess.engines.kernels.bits import ALL, NONE, WordSlots, bits_between, ones
from satchess.engines.kernels.compile import kernel_in_place


@kernel_in_place()
def prune_by_corner(
    slots: WordSlots, size: Size, nodes: Nodes, depth: int, count: int
) -> tuple[bool, int]:
    """Refute a node by the rows and columns of its corner, or remove squares; return how many."""
    least, most = nodes.corner.least[depth], nodes.corner.most[depth]
    if least <= 0 and most >= count:
        return False, 0
    removed = 0
    while True:
        inside, outside = _rows_of_one_side(slots, nodes, depth, count)
        only_in = only_out = 0
        for w in range(np.uint64(len(slots))):
            within, without = _columns(slots, nodes, depth, count, w)
            only_in += ones(within & ~without)
            only_out += ones(without & ~within)
        if max(inside, only_in) > most or max(outside, only_out) > count - least:
            return True, removed
        more = 0
        by_rows = inside == most or outside == count - least
        if by_rows or only_in == most or only_out == count - least:
            full = inside == most if by_rows else only_in == most
            more = _clear(slots, size, nodes, depth, count, full, by_rows)
        if more == 0:
            return False, removed
        removed += more


@kernel_in_place(inline="always")
def sides(
    slots: WordSlots, open_: Words, place: np.uint64, upper: Words, row: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the open columns of a row in the corner, and elsewhere, its words united."""
    words = np.uint64(len(slots))
    within = without = NONE
    for w in range(words):
        some = open_[place + w * np.uint64(ROW_STRIDE)]
        within |= some & upper[row * words + w]
        without |= some & ~upper[row * words + w]
    return within, without


@kernel_in_place(inline="always")
def _rows_of_one_side(slots: WordSlots, nodes: Nodes, depth: int, count: int) -> tuple[int, int]:
    """Return how many rows are open in the corner only, and how many elsewhere only."""
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    inside = outside = 0
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        within, without = sides(slots, nodes.open, at * words + k, nodes.corner.upper, row)
        inside += without == NONE
        outside += within == NONE
    return inside, outside


@kernel_in_place(inline="always")
def _columns(
    slots: WordSlots, nodes: Nodes, depth: int, count: int, w: int
) -> tuple[np.uint64, np.uint64]:
    """Return the columns of a word that are open in the corner, and those open elsewhere."""
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    within = without = NONE
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        some = nodes.open[at * words + np.uint64(w) * stride + k]
        upper = nodes.corner.upper[row * words + np.uint64(w)]
        within |= some & upper
        without |= some & ~upper
    return within, without


@kernel_in_place()
def _clear(
    slots: WordSlots,
    size: Size,
    nodes: Nodes,
    depth: int,
    count: int,
    inside: bool,
    by_rows: bool,
) -> int:
    """Close the squares inside or outside, in lines that have squares on the other side too."""
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    removed = 0
    for w in range(words):
        within, without = _columns(slots, nodes, depth, count, w)
        both = within & without
        for k in range(np.uint64(count)):
            row = np.uint64(nodes.rows[at + k])
            if by_rows:
                within, without = sides(slots, nodes.open, at * words + k, nodes.corner.upper, row)
                if within == NONE or without == NONE:
                    continue
                both = ALL
            upper = nodes.corner.upper[row * words + w]
            gone = nodes.open[at * words + w * stride + k] & both & (upper if inside else ~upper)
            removed += close_squares(slots, size, nodes, depth, k, w, gone)
    return removed


@kernel_in_place()
def set_corner(
    slots: WordSlots, size: Size, nodes: Nodes, edge: int, least: int, most: int
) -> None:
    """Write the corner of the root."""
    nodes.corner.edge[0] = edge
    nodes.corner.least[0] = least
    nodes.corner.most[0] = most
    for row in range(size.side):
        for w in range(len(slots)):
            mask = bits_between(row + edge - 64 * w, 63)
            nodes.corner.upper[row * len(slots) + w] = mask


@kernel_in_place(inline="always")
def corner_after(nodes: Nodes, depth: int, count: int, row: int, column: int) -> bool:
    """Count a queen at the next depth, with `count` rows; False if the corner has one too many."""
    corner = nodes.corner
    inside = column - row >= corner.edge[0]
    corner.least[depth + 1] = corner.least[depth] - inside
    corner.most[depth + 1] = corner.most[depth] - inside
    return bool(corner.most[depth + 1] >= 0 and corner.least[depth + 1] <= count)
