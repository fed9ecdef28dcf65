"""Compiled counting in the corner: how many queens stand there is settled, or within bounds.

A row or a column whose open squares are all in the corner has its queen there, one without any has
it elsewhere. If there are more of them than queens, there is no placement; if there are as many,
the others lose their squares on that side.
"""

import numpy as np

from satchess.engines.first_queens.kernels.workspace import DEAD, ROOM, Nodes, Size, Words
from satchess.engines.kernels.bits import lowest, ones
from satchess.engines.kernels.compile import kernel

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@kernel()
def fit_corner(
    wide: tuple[int, ...], size: Size, nodes: Nodes, depth: int, count: int
) -> tuple[bool, int]:
    """Refute a node by the rows and columns of its corner, or remove squares; return how many."""
    least, most = nodes.corner.least[depth], nodes.corner.most[depth]
    if least <= 0 and most >= count:
        return False, 0
    removed = 0
    while True:
        inside, outside = _rows_of_one_side(wide, nodes, depth, count)
        only_in = only_out = 0
        for w in range(np.uint64(len(wide))):
            within, without = _columns(wide, nodes, depth, count, w)
            only_in += ones(within & ~without)
            only_out += ones(without & ~within)
        if max(inside, only_in) > most or max(outside, only_out) > count - least:
            return True, removed
        more = 0
        if inside == most or outside == count - least:
            more += _clear(wide, size, nodes, depth, count, inside == most, True)
        elif only_in == most or only_out == count - least:
            more += _clear(wide, size, nodes, depth, count, only_in == most, False)
        if more == 0:
            return False, removed
        removed += more


@kernel(inline="always")
def sides(
    wide: tuple[int, ...], open_: Words, place: np.uint64, upper: Words, row: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return open columns of a row in the corner, and elsewhere; all words of it in one."""
    words = np.uint64(len(wide))
    within = without = _NONE
    for w in range(words):
        some = open_[place + w * np.uint64(ROOM)]
        within |= some & upper[row * words + w]
        without |= some & ~upper[row * words + w]
    return within, without


@kernel(inline="always")
def _rows_of_one_side(
    wide: tuple[int, ...], nodes: Nodes, depth: int, count: int
) -> tuple[int, int]:
    """Return how many rows are open in the corner only, and how many elsewhere only."""
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    inside = outside = 0
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        within, without = sides(wide, nodes.open, at * words + k, nodes.corner.upper, row)
        inside += without == _NONE
        outside += within == _NONE
    return inside, outside


@kernel(inline="always")
def _columns(
    wide: tuple[int, ...], nodes: Nodes, depth: int, count: int, w: int
) -> tuple[np.uint64, np.uint64]:
    """Return the columns of a word that are open in the corner, and those that are elsewhere."""
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    within = without = _NONE
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        some = nodes.open[at * words + np.uint64(w) * room + k]
        upper = nodes.corner.upper[row * words + np.uint64(w)]
        within |= some & upper
        without |= some & ~upper
    return within, without


@kernel()
def _clear(
    wide: tuple[int, ...],
    size: Size,
    nodes: Nodes,
    depth: int,
    count: int,
    inside: bool,
    by_rows: bool,
) -> int:
    """Close the squares inside or outside, in lines that have squares on the other side too."""
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    removed = 0
    for w in range(words):
        within, without = _columns(wide, nodes, depth, count, w)
        both = within & without
        for k in range(np.uint64(count)):
            row = np.uint64(nodes.rows[at + k])
            if by_rows:
                within, without = sides(wide, nodes.open, at * words + k, nodes.corner.upper, row)
                if within == _NONE or without == _NONE:
                    continue
                both = ~_NONE
            upper = nodes.corner.upper[row * words + w]
            word = at * words + w * room + k
            gone = nodes.open[word] & both & (upper if inside else ~upper)
            nodes.open[word] &= ~gone
            while gone != _NONE:
                j = np.uint64(64) * w + np.uint64(lowest(gone))
                gone &= gone - _ONE
                place = (np.uint64(depth) * size.most + k) * size.across + j
                nodes.dead[place] = DEAD
                nodes.shares[place] = np.float32(0.0)
                removed += 1
    return removed


@kernel()
def set_corner(
    wide: tuple[int, ...], size: Size, nodes: Nodes, edge: int, least: int, most: int
) -> None:
    """Write the corner of the root."""
    nodes.corner.edge[0] = edge
    nodes.corner.least[0] = least
    nodes.corner.most[0] = most
    for row in range(size.side):
        for w in range(len(wide)):
            first = min(max(row + edge - 64 * w, 0), 64)
            mask = _NONE if first == 64 else ~_NONE << np.uint64(first)
            nodes.corner.upper[row * len(wide) + w] = mask


@kernel(inline="always")
def descend_corner(nodes: Nodes, depth: int, count: int, row: int, column: int) -> bool:
    """Count a queen at the next depth, with `count` rows; False if it is one too many."""
    corner = nodes.corner
    inside = column - row >= corner.edge[0]
    corner.least[depth + 1] = corner.least[depth] - inside
    corner.most[depth + 1] = corner.most[depth] - inside
    return bool(corner.most[depth + 1] >= 0 and corner.least[depth + 1] <= count)
