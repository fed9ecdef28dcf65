"""Compiled depth-first search over the open rows of a board with queens.

The smallest problems end here. The next line is always one with the fewest open squares.
"""

from typing import NamedTuple

import numpy as np

from satchess.engines.first_queens.kernels.corner import sides
from satchess.engines.first_queens.kernels.diagonals import leave_diagonals
from satchess.engines.first_queens.kernels.nodes import is_row_closed
from satchess.engines.first_queens.kernels.workspace import (
    ROW_STRIDE,
    Numbers,
    Words,
    diagonal_words,
)
from satchess.engines.kernels.bits import (
    NONE,
    ONE,
    WordSlots,
    attacked_by,
    has_bit,
    lowest,
    ones,
    signed,
    tally,
)
from satchess.engines.kernels.compile import kernel_in_place
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED


class Leaves(NamedTuple):
    """Memory of the search: for each depth, what is open there and what has been tried."""

    rows: Numbers
    open: Words
    need: Words
    forced: Words
    """Forced diagonals that still need a queen."""
    counted: Words
    """Diagonals with one open square or more, with two or more, with three or more."""
    left: Words
    """Columns of the row branched over that are not tried yet."""
    branch: Numbers
    """For each depth, what is branched over: see `_BRANCH`."""
    least: Numbers
    most: Numbers
    """Bounds on the queens still to be placed in the corner."""


_BRANCH = 5
_LINE, _COLUMN, _SLOPE, _AT, _CELL = map(np.uint64, range(_BRANCH))
"""A branch: place of the row, column (or number of the diagonal), slope of the diagonal or 0, where
to look for the next square, and the queen as row << 8 | column."""


def make_leaves(words: int) -> Leaves:
    """Allocate for boards of so many words."""
    depths = ROW_STRIDE + 2
    return Leaves(
        rows=np.zeros(depths * ROW_STRIDE, np.int64),
        open=np.zeros(depths * words * ROW_STRIDE, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        forced=np.zeros(depths * diagonal_words(words), np.uint64),
        counted=np.zeros(3 * diagonal_words(words), np.uint64),
        left=np.zeros(depths * words, np.uint64),
        branch=np.zeros(depths * _BRANCH, np.int64),
        least=np.zeros(depths, np.int64),
        most=np.zeros(depths, np.int64),
    )


@kernel_in_place(inline="always")
def attacked(slots: WordSlots, column: int, apart: int, word: int) -> np.uint64:
    """Return the columns of a word that a queen attacks so many rows away."""
    if len(slots) == 1:
        return attacked_by(ONE << np.uint64(column), np.uint64(apart))
    found = NONE
    for place in (column - apart, column, column + apart):
        bit = place - 64 * word
        if 0 <= bit < 64:
            found |= ONE << np.uint64(bit)
    return found


@kernel_in_place(inline="always")
def _slopes(slots: WordSlots) -> np.uint64:
    """Return the words for diagonals; the first half is for those going down."""
    return np.uint64(2 * (2 * len(slots) + 1))


@kernel_in_place()
def search_leaf(
    slots: WordSlots,
    side: int,
    count: int,
    leaves: Leaves,
    edge: int,
    upper: Words,
    budget: int,
    columns: Numbers,
) -> tuple[int, int]:
    """Place queens in the first `count` rows of depth 0; return the status and the nodes.

    The row, column or forced diagonal with the fewest squares is next. The corner has the squares
    from diagonal `edge` on: the columns `upper` of each row. The columns of a placement are written
    to `columns`, by rows of the board.
    """
    is_bounded = leaves.least[0] > 0 or leaves.most[0] < count
    has_forced = False
    for w in range(_slopes(slots)):
        has_forced |= leaves.forced[w] != NONE
    nodes = 0
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            if depth == count:
                _write_placement(leaves, count, columns)
                return FOUND, nodes
            nodes += 1
            if nodes > budget:
                return UNDECIDED, nodes
            entering = False
            if not _open_node(slots, side, count, leaves, depth, upper, is_bounded, has_forced):
                depth -= 1
                continue
        place, column = _next_square(slots, side, count, leaves, depth)
        if column < 0:
            depth -= 1
            continue
        row = leaves.rows[np.uint64(depth) * np.uint64(ROW_STRIDE) + place]
        if not _place_queen(slots, count, leaves, depth, place, column):
            continue
        if has_forced:
            _copy_forced(slots, side, leaves, depth, row, column)
        if is_bounded:
            inside = column - row >= edge
            leaves.least[depth + 1] = leaves.least[depth] - inside
            leaves.most[depth + 1] = leaves.most[depth] - inside
        depth += 1
        entering = True
    return REFUTED, nodes


@kernel_in_place(inline="always")
def _write_placement(leaves: Leaves, count: int, columns: Numbers) -> None:
    """Write the queens of the current path."""
    for each in range(np.uint64(count)):
        cell = leaves.branch[each * np.uint64(_BRANCH) + _CELL]
        columns[cell >> 8] = cell & 255


@kernel_in_place(inline="always")
def _open_node(
    slots: WordSlots,
    side: int,
    count: int,
    leaves: Leaves,
    depth: int,
    upper: Words,
    is_bounded: bool,
    has_forced: bool,
) -> bool:
    """Choose what a node branches over; False if it is refuted."""
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    size = np.uint64(count - depth)
    at = np.uint64(depth) * stride
    cells, masks = at * words, np.uint64(depth) * words
    if is_bounded and not _fit(
        slots,
        size,
        leaves.rows,
        at,
        leaves.open,
        cells,
        upper,
        leaves.least[depth],
        leaves.most[depth],
    ):
        return False
    line, column, fewest = _scarcest(slots, size, leaves.open, cells, leaves.need, masks)
    slope = 0
    if line >= 0 and has_forced:
        _count_diagonals(slots, side, size, leaves.rows, at, leaves.open, cells, leaves.counted)
        due = np.uint64(depth) * _slopes(slots)
        line, column, slope = _scarcest_of_all(
            slots, side, leaves.forced, due, leaves.counted, line, column, fewest
        )
    if line < 0:
        return False
    here = np.uint64(depth) * np.uint64(_BRANCH)
    leaves.branch[here + _LINE] = line
    leaves.branch[here + _COLUMN] = column
    leaves.branch[here + _SLOPE] = slope
    leaves.branch[here + _AT] = 0
    for w in range(words):
        leaves.left[masks + w] = leaves.open[cells + w * stride + np.uint64(line)]
    return True


@kernel_in_place(inline="always")
def _next_square(
    slots: WordSlots, side: int, count: int, leaves: Leaves, depth: int
) -> tuple[np.uint64, int]:
    """Return the next square of a branch: place of its row, and column; -1 if there is none."""
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    size = np.uint64(count - depth)
    at = np.uint64(depth) * stride
    cells, masks = at * words, np.uint64(depth) * words
    here = np.uint64(depth) * np.uint64(_BRANCH)
    opened, left, branch = leaves.open, leaves.left, leaves.branch
    place = np.uint64(branch[here + _LINE])
    column = branch[here + _COLUMN]
    slope = branch[here + _SLOPE]
    if slope != 0:
        place = np.uint64(branch[here + _AT])
        diagonal, column = column, -1
        while place < size:
            there = diagonal - slope * leaves.rows[at + place]
            if 0 <= there < side:
                word = cells + np.uint64(there >> 6) * stride + place
                if has_bit(opened[word], there):
                    column = there
                    break
            place += ONE
        branch[here + _AT] = place + ONE
    elif column < 0:
        for w in range(words):
            some = left[masks + w]
            if some != NONE:
                column = 64 * signed(w) + lowest(some)
                left[masks + w] = some & (some - ONE)
                break
    else:
        place = np.uint64(branch[here + _AT])
        word = cells + np.uint64(column >> 6) * stride
        while place < size and not has_bit(opened[word + place], column):
            place += ONE
        branch[here + _AT] = place + ONE
        if place >= size:
            column = -1
    return place, column


@kernel_in_place(inline="always")
def _place_queen(
    slots: WordSlots, count: int, leaves: Leaves, depth: int, place: np.uint64, column: int
) -> bool:
    """Write what a queen leaves open to the next depth; False if a row has no square then."""
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    size = np.uint64(count - depth)
    at = np.uint64(depth) * stride
    below = at + stride
    cells, cells_below, masks = at * words, below * words, np.uint64(depth) * words
    rows, opened, need = leaves.rows, leaves.open, leaves.need
    row = rows[at + place]
    for k in range(size):
        other = rows[at + k]
        rows[below + k] = other
        apart = abs(other - row)
        for w in range(words):
            opened[cells_below + w * stride + k] = opened[cells + w * stride + k] & ~attacked(
                slots, column, apart, signed(w)
            )
    last = size - ONE
    rows[below + place] = rows[below + last]
    for w in range(words):
        plane = cells_below + w * stride
        opened[plane + place] = opened[plane + last]
        need[masks + words + w] = need[masks + w]
    stuck = False
    for k in range(last):
        stuck |= is_row_closed(slots, opened, cells_below + k)
    if stuck:
        return False
    need[masks + words + np.uint64(column >> 6)] &= ~(ONE << np.uint64(column & 63))
    leaves.branch[np.uint64(depth) * np.uint64(_BRANCH) + _CELL] = (row << 8) | column
    return True


@kernel_in_place(inline="always")
def _copy_forced(
    slots: WordSlots, side: int, leaves: Leaves, depth: int, row: int, column: int
) -> None:
    """Copy forced diagonals to the next depth, but for those of a queen."""
    slopes = _slopes(slots)
    due = np.uint64(depth) * slopes
    for w in range(slopes):
        leaves.forced[due + slopes + w] = leaves.forced[due + w]
    leave_diagonals(slots, side, leaves.forced, due + slopes, row, column)


@kernel_in_place(inline="always")
def _fit(
    slots: WordSlots,
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    upper: Words,
    least: int,
    most: int,
) -> bool:
    """Count rows open in the corner only, or elsewhere only; False if they are too many.

    If there are just as many as queens, the other rows lose their squares on that side. For the
    last row, which has a single square, this checks the bounds themselves.
    """
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    inside = outside = 0
    for k in range(size):
        row = np.uint64(rows[at + k])
        within, without = sides(slots, opened, cells + k, upper, row)
        inside += without == NONE
        outside += within == NONE
    if inside > most or outside > signed(size) - least:
        return False
    if inside + outside < signed(size) and (inside == most or outside == signed(size) - least):
        for k in range(size):
            row = np.uint64(rows[at + k])
            within, without = sides(slots, opened, cells + k, upper, row)
            if within != NONE and without != NONE:
                for w in range(words):
                    mask = upper[row * words + w]
                    opened[cells + w * stride + k] &= ~mask if inside == most else mask
    return True


@kernel_in_place(inline="always")
def _scarcest(
    slots: WordSlots,
    size: np.uint64,
    opened: Words,
    cells: np.uint64,
    need: Words,
    masks: np.uint64,
) -> tuple[int, int, int]:
    """Return the row with the fewest squares, a column if one has fewer, and their number.

    The row is -1 if a line has no square.
    """
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    fewest = 1 << 20
    line = 0
    for k in range(size):
        number = 0
        for w in range(words):
            number += ones(opened[cells + w * stride + k])
        if number < fewest:
            fewest = number
            line = signed(k)
    if fewest == 0:
        return -1, -1, 0
    column = -1
    for w in range(words):
        once = twice = thrice = more = NONE
        for k in range(size):
            some = opened[cells + w * stride + k]
            more |= thrice & some
            thrice |= twice & some
            twice |= once & some
            once |= some
        wanted = need[masks + w]
        if wanted & ~once != NONE:
            return -1, -1, 0
        if fewest > 1 and wanted & ~twice != NONE:
            column = 64 * signed(w) + lowest(wanted & ~twice)
            fewest = 1
        elif fewest > 2 and wanted & ~thrice != NONE:
            column = 64 * signed(w) + lowest(wanted & ~thrice)
            fewest = 2
        elif fewest > 3 and wanted & ~more != NONE:
            column = 64 * signed(w) + lowest(wanted & ~more)
            fewest = 3
    return line, column, fewest


@kernel_in_place(inline="always")
def _count_diagonals(
    slots: WordSlots,
    side: int,
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    counted: Words,
) -> None:
    """Write to `counted` which diagonals have one open square, two, three or more."""
    if len(slots) == 1:
        _count_diagonals_of_a_word(np.uint64(side), size, rows, at, opened, cells, counted)
        return
    slopes = _slopes(slots)
    for w in range(np.uint64(3) * slopes):
        counted[w] = NONE
    for k in range(size):
        row = np.uint64(rows[at + k])
        for w in range(np.uint64(len(slots))):
            some = opened[cells + w * np.uint64(ROW_STRIDE) + k]
            for shift, first in ((np.uint64(side) - ONE - row, NONE), (row, slopes >> ONE)):
                bit = np.uint64(64) * w + shift
                word = first + (bit >> np.uint64(6))
                bit &= np.uint64(63)
                _count(counted, word, slopes, some << bit)
                _count(counted, word + ONE, slopes, (some >> ONE) >> (np.uint64(63) - bit))


@kernel_in_place(inline="always")
def _count_diagonals_of_a_word(
    side: np.uint64,
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    counted: Words,
) -> None:
    """Do the same on a board of one word, in registers until the end."""
    last = np.uint64(63)
    down = far_down = up = far_up = (NONE, NONE, NONE)
    for k in range(size):
        row = np.uint64(rows[at + k])
        rest = side - ONE - row
        some = opened[cells + k]
        down = tally(down, some << rest)
        far_down = tally(far_down, (some >> ONE) >> (last - rest))
        up = tally(up, some << row)
        far_up = tally(far_up, (some >> ONE) >> (last - row))
    for each in range(3):
        first = 6 * each
        counted[first], counted[first + 1] = down[each], far_down[each]
        counted[first + 3], counted[first + 4] = up[each], far_up[each]


@kernel_in_place(inline="always")
def _count(counted: Words, word: np.uint64, slopes: np.uint64, some: np.uint64) -> None:
    tallied = (counted[word], counted[word + slopes], counted[word + slopes + slopes])
    once, twice, thrice = tally(tallied, some)
    counted[word], counted[word + slopes], counted[word + slopes + slopes] = once, twice, thrice


@kernel_in_place(inline="always")
def _scarcest_of_all(
    slots: WordSlots,
    side: int,
    forced: Words,
    due: np.uint64,
    counted: Words,
    line: int,
    column: int,
    fewest: int,
) -> tuple[int, int, int]:
    """Return a forced diagonal instead of a line if it has fewer squares: its number and slope.

    Its number is column - row with a slope of -1, column + row with 1. The line is -1 if a forced
    diagonal has no open square.
    """
    slopes = _slopes(slots)
    up = slopes >> ONE
    slope = 0
    for w in range(slopes):
        wanted = forced[due + w]
        if wanted == NONE:
            continue
        if wanted & ~counted[w] != NONE:
            return -1, -1, 0
        few = wanted & ~counted[w + slopes]
        number = 1
        if few == NONE:
            few = wanted & ~counted[w + slopes + slopes]
            number = 2
        if few != NONE and number < fewest:
            fewest = number
            if w < up:
                slope = -1
                column = 64 * signed(w) + lowest(few) - side + 1
            else:
                slope = 1
                column = 64 * signed(w - up) + lowest(few)
    return line, column, slope
