"""Compiled kernels for placements with one piece in each row: two backtracking searches.

`count_rows` walks the rows of a plane board with a word for each row and direction; it knows queens
and leprechauns. `count_transversals` walks over any items and groups and knows nothing of boards.
Sums are 64 bits: a search that could overflow them would take decades.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import leading_zeros, lowest_bit, ones
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]

_ONE = np.uint64(1)
_NONE = np.uint64(0)

FARTHEST_DEADLINE = 14
"""The longest range whose windows the four-bit counters of `_due_windows` can count."""

SHARES = 12
"""`count_rows` adds up shares 1/1 to 1/4 of placements, in units of 1/12."""

_BATCH = 128
"""Placements stacked at a row before the search goes deeper: two rows fit a core's cache."""

_FORESIGHT = 2
"""How many rows before a deadline `_in_time` runs; earlier it prunes too little to pay off."""

# The words of a partial placement, plus one for each further row of the range.
_OPEN, _TAKEN, _LEFT, _RIGHT, _DUE, _TIED, _NEAR = map(np.uint64, range(7))


def words(masks: list[int], width: int) -> Words:
    """Write masks of `width` bits as rows of words."""
    length = max(1, -(-width // 64))
    data = b"".join(mask.to_bytes(8 * length, "little") for mask in masks)
    return np.frombuffer(data, "<u8").reshape(len(masks), length).astype(np.uint64)


def count_rows(reach: int, deadlines: bool, allowed: Words, ties: Words) -> int:
    """Count placements of pieces that attack like queens and within `reach` king moves.

    Row r may use the columns `allowed[r]`. A placement counts as 1 / (1 + the number of its squares
    in `ties`), in units of 1/12. `deadlines` enables the pruning of `_in_time`, for ranges from 3
    to `FARTHEST_DEADLINE`; it is sound only where every column needs a piece.
    """
    if not allowed.all():  # the kernel assumes that each row has a square
        return 0
    # Compiled once per range: a tuple's length is part of its type.
    others = (0,) * (min(reach, 63) - 1)
    return int(_count_in_batches(others, deadlines, allowed, ties))


@kernel()
def _count_in_batches(others: tuple[int, ...], deadlines: bool, allowed: Words, ties: Words) -> int:
    """Count as in `count_rows`, for the range `len(others) + 1`.

    A depth-first search mispredicts a branch at nearly every node: whether a square is the last of
    its row, whether a piece leaves room in the next. So each row has a stack of partial placements,
    and `_place` takes many steps in one row, branch-free: a step only moves the ends of two stacks.
    The search descends when the next row's stack is full, and backtracks when its own is empty.
    """
    reach = len(others) + 1
    rows = len(allowed)
    last = rows - 1
    if deadlines and last < reach * (reach + 1):
        return 0  # the rows are too few for the pieces of a window: see `_in_time`
    length = np.uint64(6 + len(others))
    size = np.uint64(_BATCH + 1) * length
    stacks = np.empty(np.uint64(rows) * size, np.uint64)
    stacks[:length] = _NONE
    stacks[_OPEN] = allowed[0]
    windows = (~_NONE >> np.uint64(64 - rows + reach)) if deadlines else _NONE
    stacks[_DUE] = windows
    heights = np.zeros(rows, np.uint64)
    heights[0] = _ONE
    total = 0
    first = row = 0  # the rows before `first` are done
    while True:
        here = np.uint64(row) * size
        if row == last:
            for each in range(heights[row]):
                at = here + np.uint64(each) * length
                tied = stacks[at + _OPEN] & ties[row]
                before = 1 + int(stacks[at + _TIED])
                total += SHARES // before * ones(stacks[at + _OPEN] ^ tied)
                total += SHARES // (before + 1) * ones(tied)
            heights[row] = _NONE
        else:
            heights[row], heights[row + 1] = _place(
                others, deadlines, stacks, here, here + size, heights, row, allowed, ties, windows
            )
            if heights[row + 1] == _BATCH:
                row += 1
                continue
        if row > first:
            row -= 1
        elif row < last:
            first = row = row + 1
        else:
            return total


@kernel(inline="always")
def _place(
    others: tuple[int, ...],
    deadlines: bool,
    stacks: Words,
    here: np.uint64,
    there: np.uint64,
    heights: Words,
    row: int,
    allowed: Words,
    ties: Words,
    windows: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Place pieces in a row until its stack is empty or the next one full; return their heights.

    The three words of a row (columns, diagonals shifted left, diagonals shifted right) are those of
    M. Richards, Backtracking algorithms in MCPL using bit patterns and recursion (1997). For longer
    ranges, further words hold the columns near the pieces of the last row, of the last two, and so
    on. Words are written to the next stack before it is known whether they count.
    """
    reach = len(others) + 1
    length = np.uint64(6 + len(others))
    mine, next_ = heights[row], heights[row + 1]
    rows_behind = len(allowed) - 2 - row
    slack = rows_behind % (reach + 1)
    due = reach - rows_behind // (reach + 1)
    new_deadline = due > 0 and slack == reach
    look = due >= 0 and slack <= _FORESIGHT
    columns, tie = allowed[row + 1], ties[row]
    columns_behind = allowed[row + 2] if rows_behind else _NONE
    at_the_end = _NONE if rows_behind else ~_NONE
    while mine != _NONE and next_ < np.uint64(_BATCH):
        at = here + (mine - _ONE) * length
        to = there + next_ * length
        squares = stacks[at + _OPEN]
        square = lowest_bit(squares)
        squares ^= square
        stacks[at + _OPEN] = squares
        mine -= np.uint64(squares == _NONE)

        taken = stacks[at + _TAKEN] | square
        left = (stacks[at + _LEFT] | square) << _ONE
        right = (stacks[at + _RIGHT] | square) >> _ONE
        stacks[to + _TAKEN] = taken
        stacks[to + _LEFT] = left
        stacks[to + _RIGHT] = right
        stacks[to + _TIED] = stacks[at + _TIED] + np.uint64(square & tie != _NONE)
        # Up to `reach` columns below the square, as a difference of powers of two.
        lowest = square >> np.uint64(reach)
        below = square - (lowest + np.uint64(lowest == _NONE))
        near_next = near_behind = _NONE
        if reach > 1:
            near = below | _window(square, reach)
            near_next = near
            for each in range(len(others)):
                word = _NEAR + np.uint64(each)
                stacks[to + word] = near_next
                near_behind = near_next
                near_next = near | stacks[at + word]
        free = columns & ~(taken | left | right | near_next)
        behind = columns_behind & ~(taken | (left << _ONE) | (right >> _ONE) | near_behind)
        free &= _beside(behind, reach) | at_the_end
        late = _NONE
        if reach > 2 and deadlines:
            waiting = stacks[at + _DUE] & ~(below | square)
            if new_deadline:
                late = waiting
                waiting = _due_windows(reach, due, taken) & windows
            stacks[to + _DUE] = waiting
            if look:
                free, late_too = _in_time(reach, slack, waiting, free)
                late |= late_too
        stacks[to + _OPEN] = free
        next_ += np.uint64(free != _NONE) & np.uint64(late == _NONE)
    return mine, next_


@kernel(inline="always")
def _window(first: np.uint64, reach: int) -> np.uint64:
    """Return a column (or none) and the `reach` columns above it."""
    return first * (~_NONE >> np.uint64(63 - reach))


@kernel(inline="always")
def _beside(behind: np.uint64, reach: int) -> np.uint64:
    """Return the columns that leave the following row at least one of its columns.

    Pieces in adjacent rows attack each other if they are at most `reach` columns apart. So the
    lowest or the highest of those columns must be farther away than that.
    """
    lowest = lowest_bit(behind)
    above = ~((lowest << np.uint64(reach)) << _ONE) + _ONE
    highest: np.uint64 = ~_NONE >> leading_zeros(behind | _ONE)  # and all below it
    below = (highest >> np.uint64(reach)) >> _ONE
    return above | below


@kernel(inline="always")
def _due_windows(reach: int, due: int, taken: np.uint64) -> np.uint64:
    """Return the first columns of the windows with `due` columns taken: see `_in_time`."""
    # The number of pieces in each window, in four bits, for all windows at once.
    bit0 = bit1 = bit2 = bit3 = _NONE
    for shift in range(reach + 1):
        carry = taken >> np.uint64(shift)
        bit0, carry = bit0 ^ carry, bit0 & carry
        bit1, carry = bit1 ^ carry, bit1 & carry
        bit2, carry = bit2 ^ carry, bit2 & carry
        bit3 ^= carry
    other = bit0 ^ np.uint64(due & 1) * ~_NONE
    other |= bit1 ^ np.uint64(due >> 1 & 1) * ~_NONE
    other |= bit2 ^ np.uint64(due >> 2 & 1) * ~_NONE
    other |= bit3 ^ np.uint64(due >> 3) * ~_NONE
    return ~other


@kernel(inline="always")
def _in_time(
    reach: int, slack: int, due: np.uint64, free: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the columns of a row that can still meet the deadline, and the windows that cannot.

    A window is reach + 1 adjacent columns, named by its first. Where every column has a piece, a
    window has reach + 1 of them, any two at least reach + 1 rows apart, because they are within
    reach by columns. So, with n rows from 0, it has at least m pieces up to row
    n - 1 - (reach + 1 - m) (reach + 1): that is the m-th deadline, and windows with m - 1 pieces
    are due for it. None has fewer: it would have missed the deadline before. A piece takes the
    windows it stands in off the list. After a deadline, the list must be empty; then a new one is
    made.

    The deadline is `slack` rows after this one. Disjoint windows need a piece each: if there are as
    many of them as rows left, the piece of this row must stand in one of them; if there are more,
    prune. Greedily taking the lowest window finds the most disjoint ones.
    """
    needed = _NONE
    for _ in range(slack):
        window = _window(lowest_bit(due), reach)
        needed |= window
        due &= ~window
    window = _window(lowest_bit(due), reach)
    needed |= window | (np.uint64(due != _NONE) - _ONE)
    return free & needed, due & ~window


@kernel()
def count_transversals(friends: Words, groups: Words, covers: Words, start: int) -> int:
    """Count the sets of friendly items that hold `start` and cover every group exactly once.

    `friends[i]` are the items that may stand beside item i, `groups[g]` the items that cover group
    g, `covers[i]` the groups that item i covers, all as bits of words. Items of one group are no
    friends. The group with the fewest items left is covered first.
    """
    words = friends.shape[1]
    depth = len(groups) + 1
    alive = np.zeros((depth, words), np.uint64)
    open_ = np.zeros((depth, words), np.uint64)
    missing = np.zeros((depth, covers.shape[1]), np.uint64)
    for group in range(len(groups)):
        missing[0, group >> 6] |= _ONE << np.uint64(group & 63)
    alive[0] = ~_NONE
    open_[0, start >> 6] = _ONE << np.uint64(start & 63)
    total = 0
    level = 0
    while level >= 0:
        word = 0
        while word < words and open_[level, word] == _NONE:
            word += 1
        if word == words:
            level -= 1
            continue
        bits = open_[level, word]
        bit = lowest_bit(bits)
        open_[level, word] = bits ^ bit
        item = (word << 6) + ones(bit - _ONE)
        done = True
        for part in range(covers.shape[1]):
            missing[level + 1, part] = missing[level, part] & ~covers[item, part]
            done &= missing[level + 1, part] == _NONE
        if done:
            total += 1
            continue
        for part in range(words):
            alive[level + 1, part] = alive[level, part] & friends[item, part]
        fewest = len(friends) + 1
        best = 0
        for group in range(len(groups)):
            if missing[level + 1, group >> 6] >> np.uint64(group & 63) & _ONE:
                number = 0
                for part in range(words):
                    number += ones(alive[level + 1, part] & groups[group, part])
                if number < fewest:
                    fewest = number
                    best = group
                    if number == 0:
                        break
        if fewest:
            level += 1
            for part in range(words):
                open_[level, part] = alive[level, part] & groups[best, part]
    return total
