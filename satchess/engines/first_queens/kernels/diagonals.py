"""Compiled work on diagonals: which are used or forced, and a bound by their squares.

The diagonals of a placement have fixed sums, and a fixed sum of squares. A diagonal is forced if
every placement is known to have a queen on it.
"""

import numpy as np

from satchess.engines.first_queens.kernels.nodes import close_squares, is_row_closed
from satchess.engines.first_queens.kernels.workspace import ROW_STRIDE, Nodes, Scratch, Size, Words
from satchess.engines.kernels.bits import (
    NONE,
    ONE,
    WordSlots,
    bits_between,
    has_bit,
    lowest,
    signed,
)
from satchess.engines.kernels.compile import kernel_in_place


@kernel_in_place()
def prune_by_diagonals(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int
) -> tuple[bool, int]:
    """Refute a node by the squares of its diagonals, or remove squares; return which, how many.

    A queen in row r and column c stands on the diagonals c - r and c + r, and their squares add up
    to 2 r r + 2 c c. Over all open rows and columns that is a fixed number, and the sums of the
    diagonals are fixed too. As all diagonals are different, they cannot lie too close to their
    means; so none of them may lie too far away.
    """
    note_used(slots, size, nodes, scratch, depth, count)
    if lacks_forced(nodes, scratch, depth):
        return True, 0
    sum_rows, sum_columns, squares = _moments(slots, nodes, depth, count)
    shift = size.side - 1  # so that no diagonal has a negative number
    ends = 2 * size.side - 1
    down = sum_columns - sum_rows
    up = sum_columns + sum_rows
    mean_down = down + count * shift
    least_down, last_down = _closest(scratch.used, signed(0), ends, count, mean_down)
    least_up, last_up = _closest(scratch.used, signed(2 * len(slots) + 1), ends, count, up)
    if least_down < 0 or least_up < 0:
        return True, 0
    slack = count * (2 * count * squares - down * down - up * up) - least_down - least_up
    if slack < 0:
        return True, 0
    reach = _root(last_down + slack)
    first_down, last_down = -((reach - mean_down) // count), (mean_down + reach) // count
    reach = _root(last_up + slack)
    first_up, last_up = -((reach - up) // count), (up + reach) // count
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    removed = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        first = max(first_down - shift + row, first_up - row)
        last = min(last_down - shift + row, last_up - row)
        removed += _keep_between(slots, size, nodes, depth, k, first, last)
        if is_row_closed(slots, nodes.open, at * np.uint64(len(slots)) + k):
            return True, removed
    return False, removed


@kernel_in_place(inline="always")
def _moments(slots: WordSlots, nodes: Nodes, depth: int, count: int) -> tuple[int, int, int]:
    """Return the sum of open rows, that of needed columns, and the sum of all their squares."""
    words = np.uint64(len(slots))
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    sum_rows = sum_columns = squares = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        sum_rows += row
        squares += row * row
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != NONE:
            column = 64 * signed(w) + lowest(need)
            need &= need - ONE
            sum_columns += column
            squares += column * column
    return sum_rows, sum_columns, squares


@kernel_in_place(inline="always")
def _keep_between(
    slots: WordSlots, size: Size, nodes: Nodes, depth: int, place: int, first: int, last: int
) -> int:
    """Close the squares of a row outside a range of columns; return how many were open."""
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    removed = 0
    for w in range(words):
        base = 64 * signed(w)
        word = (np.uint64(depth) * words + w) * stride + np.uint64(place)
        gone = nodes.open[word] & ~bits_between(first - base, last - base)
        removed += close_squares(slots, size, nodes, depth, place, w, gone)
    return removed


@kernel_in_place()
def _closest(used: Words, first: int, ends: int, count: int, mean: int) -> tuple[int, int]:
    """Choose the `count` used lines closest to a mean; return their sum of squares, and the last.

    Squares are those of `count` times the distance; `mean` is `count` times the mean. The sum is -1
    if there are too few lines.
    """
    low = min(max(mean // count, 0), ends - 1)
    high = low + 1
    total = square = 0
    for _ in range(count):
        while low >= 0 and not has_bit(used[first + (low >> 6)], low):
            low -= 1
        while high < ends and not has_bit(used[first + (high >> 6)], high):
            high += 1
        below, above = count * low - mean, count * high - mean
        if low >= 0 and (high >= ends or below * below <= above * above):
            square = below * below
            low -= 1
        elif high < ends:
            square = above * above
            high += 1
        else:
            return -1, 0
        total += square
    return total, square


@kernel_in_place()
def _root(square: int) -> int:
    """Return the integer square root."""
    root = int(np.sqrt(float(square)))
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


@kernel_in_place()
def note_used(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int
) -> None:
    """Write to `scratch.used` which diagonals have an open square."""
    words = np.uint64(len(slots))
    stride = np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    masks = at * words
    used = scratch.used
    up = np.uint64(2 * len(slots) + 1)
    for w in range(np.uint64(2) * up):
        used[w] = NONE
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        for w in range(words):
            some = nodes.open[masks + w * stride + k]
            for place, first in ((np.uint64(size.side) - ONE - row, NONE), (row, up)):
                bit = np.uint64(64) * w + place
                word = first + (bit >> np.uint64(6))
                bit &= np.uint64(63)
                used[word] |= some << bit
                used[word + ONE] |= (some >> ONE) >> (np.uint64(63) - bit)


@kernel_in_place()
def lacks_forced(nodes: Nodes, scratch: Scratch, depth: int) -> bool:
    """Whether a forced diagonal has no open square, by `scratch.used`."""
    words = np.uint64(len(scratch.used))
    for w in range(words):
        if nodes.forced[np.uint64(depth) * words + w] & ~scratch.used[w] != NONE:
            return True
    return False


@kernel_in_place()
def is_forced(nodes: Nodes, scratch: Scratch, depth: int, bit: int, up: bool) -> bool:
    """Whether a diagonal is forced, by its place among those of its direction."""
    words = np.uint64(len(scratch.used))
    word = np.uint64(depth) * words + (np.uint64(bit) >> np.uint64(6))
    if up:
        word += words >> ONE
    return has_bit(nodes.forced[word], bit)


@kernel_in_place(inline="always")
def leave_diagonals(
    slots: WordSlots, side: int, forced: Words, first: np.uint64, row: int, column: int
) -> None:
    """Drop the diagonals of a queen from the forced ones, whose words start at `first`."""
    up = np.uint64(2 * len(slots) + 1)
    for bit, base in ((column + side - 1 - row, first), (column + row, first + up)):
        forced[base + np.uint64(bit >> 6)] &= ~(ONE << np.uint64(bit & 63))
