"""Compiled kernels for placements with one piece in each row: two backtracking searches.

`count_rows` walks the rows of a plane board with a word for each row and direction; it knows queens
and leprechauns. `count_transversals` walks over any items and groups and knows nothing of boards.
Sums are 64 bits: a search that could overflow them would take decades.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_ONE = np.uint64(1)
_NONE = np.uint64(0)

FARTHEST_DEADLINE = 14
"""The longest range whose windows the four-bit counters of `_still_in_time` can count."""

SHARES = 12
"""`count_rows` adds up shares 1/1 to 1/4 of placements, in units of 1/12."""


def words(masks: list[int], width: int) -> Words:
    """Write masks of so many bits as rows of words."""
    length = max(1, -(-width // 64))
    data = b"".join(mask.to_bytes(8 * length, "little") for mask in masks)
    return np.frombuffer(data, "<u8").reshape(len(masks), length).astype(np.uint64)


@njit(cache=True)
def count_rows(reach: int, deadlines: bool, allowed: Words, ties: Words) -> int:
    """Count placements of pieces that attack like queens and within `reach` king moves.

    Row r may use the columns `allowed[r]`. A placement counts as 1 / (1 + the number of its squares
    in `ties`), in units of 1/12. `deadlines` asks for the rule of `_still_in_time`, which holds
    where every column needs a piece.

    The three words of a row (columns, diagonals shifted left, diagonals shifted right) are those of
    M. Richards, Backtracking algorithms in MCPL using bit patterns and recursion (1997).
    """
    rows = len(allowed)
    taken = np.zeros(rows, np.uint64)
    left = np.zeros(rows, np.uint64)
    right = np.zeros(rows, np.uint64)
    open_ = np.zeros(rows, np.uint64)
    chosen = np.zeros(rows, np.uint64)
    near = np.zeros(rows, np.uint64)
    windows = (~_NONE >> np.uint64(64 - rows + reach)) if deadlines else _NONE
    total = 0
    row = 0
    open_[0] = allowed[0]
    while row >= 0:
        squares = open_[row]
        if squares == _NONE:
            row -= 1
            continue
        square = squares & (~squares + _ONE)
        open_[row] = squares ^ square
        chosen[row] = square
        after = row + 1
        if after == rows:
            tied = 1
            for each in range(rows):
                tied += (chosen[each] & ties[each]) != _NONE
            total += SHARES // tied
            continue
        columns = taken[row] | square
        leftward = (left[row] | square) << _ONE
        rightward = (right[row] | square) >> _ONE
        free = allowed[after] & ~(columns | leftward | rightward)
        if reach > 1:
            around = square
            for _ in range(reach):
                around |= (around << _ONE) | (around >> _ONE)
            near[row] = around
            for each in range(max(0, after - reach), after):
                free &= ~near[each]
        if free == _NONE:
            continue
        # A look at the row behind the next one saves a quarter of the queens' nodes.
        if (
            after + 1 < rows
            and allowed[after + 1] & ~(columns | (leftward << _ONE) | (rightward >> _ONE)) == _NONE
        ):
            continue
        if windows != _NONE:
            free = _still_in_time(reach, rows - 1 - after, windows, columns, free)
            if free == _NONE:
                continue
        row = after
        taken[row] = columns
        left[row] = leftward
        right[row] = rightward
        open_[row] = free
    return total


@njit(cache=True, inline="always")
def _still_in_time(
    reach: int, rows_behind: int, windows: np.uint64, taken: np.uint64, free: np.uint64
) -> np.uint64:
    """Return the columns of a row that leave every window of columns enough rows; 0 if none.

    A window is reach + 1 adjacent columns, named by its first. Where every column has a piece, it
    has reach + 1 of them, any two at least reach + 1 rows apart, because they are within reach by
    columns. So with `rows_behind` rows after this one, a window that lacks
    rows_behind // (reach + 1) + 1 pieces is due: the next must stand in this row or in one of the
    next rows_behind % (reach + 1). One that lacks more is too late.
    """
    width = reach + 1
    slack = rows_behind % width
    due = reach - rows_behind // width
    if due < 0:
        return free
    # The number of pieces in each window, in four bits, for all windows at once.
    bit0 = bit1 = bit2 = bit3 = _NONE
    for shift in range(width):
        carry = taken >> np.uint64(shift)
        bit0, carry = bit0 ^ carry, bit0 & carry
        bit1, carry = bit1 ^ carry, bit1 & carry
        bit2, carry = bit2 ^ carry, bit2 & carry
        bit3 ^= carry
    late = _NONE
    equal = windows
    for bit, weight in ((bit3, 8), (bit2, 4), (bit1, 2), (bit0, 1)):
        if due & weight:
            late |= equal & ~bit
            equal &= bit
        else:
            equal &= ~bit
    if late != _NONE:
        return _NONE
    # Windows that are due and share no column need a row each; in the last row, all the same one.
    disjoint = 0
    while equal != _NONE:
        window = equal & (~equal + _ONE)
        for _ in range(reach):
            window |= window << _ONE
        disjoint += 1
        if slack == 0:
            free &= window
            equal &= equal - _ONE
        else:
            equal &= ~window
    if slack and disjoint > slack + 1:
        return _NONE
    return free


@njit(cache=True)
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
        bit = bits & (~bits + _ONE)
        open_[level, word] = bits ^ bit
        item = (word << 6) + _ones(bit - _ONE)
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
                    number += _ones(alive[level + 1, part] & groups[group, part])
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


@njit(cache=True, inline="always")
def _ones(word: np.uint64) -> int:
    """Count the bits that are set."""
    word -= (word >> _ONE) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
