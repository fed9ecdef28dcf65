"""Compiled work on diagonals: which are in use or filled, and a bound by their squares.

The diagonals of a placement have fixed sums, and a fixed sum of squares. A diagonal is filled if it
is known that every placement has a queen on it.
"""

import numpy as np

from satchess.engines.first_queens.kernels.workspace import DEAD, ROOM, Desk, Nodes, Size, Words
from satchess.engines.kernels.bits import lowest, signed
from satchess.engines.kernels.compile import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel()
def narrow(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> tuple[bool, int]:
    """Refute a node by the squares of its diagonals, or remove squares; return which, how many.

    A queen in row r and column c stands on the diagonals c - r and c + r, and their squares add up
    to 2 r r + 2 c c. Over all open rows and columns that is a fixed number, and the sums of the
    diagonals are fixed too. As all diagonals are different, they cannot lie too close to their
    means; so none of them may lie too far away.
    """
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    sum_rows = sum_columns = squares = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        sum_rows += row
        squares += row * row
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != _NONE:
            column = 64 * signed(w) + lowest(need)
            need &= need - _ONE
            sum_columns += column
            squares += column * column
    note_used(wide, size, nodes, desk, depth, count)
    if lacks_filled(nodes, desk, depth):
        return True, 0
    shift = size.side - 1  # so that no diagonal has a negative number
    ends = 2 * size.side - 1
    down = sum_columns - sum_rows
    up = sum_columns + sum_rows
    mean_down = down + count * shift
    least_down, last_down = _closest(desk.used, 0, ends, count, mean_down)
    least_up, last_up = _closest(desk.used, 2 * len(wide) + 1, ends, count, up)
    if least_down < 0 or least_up < 0:
        return True, 0
    slack = count * (2 * count * squares - down * down - up * up) - least_down - least_up
    if slack < 0:
        return True, 0
    reach = _root(last_down + slack)
    first_down, last_down = -((reach - mean_down) // count), (mean_down + reach) // count
    reach = _root(last_up + slack)
    first_up, last_up = -((reach - up) // count), (up + reach) // count
    removed = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        first = max(first_down - shift + row, first_up - row)
        last = min(last_down - shift + row, last_up - row)
        left = _NONE
        for w in range(words):
            word = masks + w * room + k
            base = 64 * signed(w)
            keep = _between(first - base, last - base)
            gone = nodes.open[word] & ~keep
            nodes.open[word] &= keep
            left |= nodes.open[word]
            while gone != _NONE:
                j = np.uint64(base + lowest(gone))
                gone &= gone - _ONE
                place = (np.uint64(depth) * size.most + k) * size.across + j
                nodes.dead[place] = DEAD
                nodes.shares[place] = np.float32(0.0)
                removed += 1
        if left == _NONE:
            return True, removed
    return False, removed


@kernel()
def _closest(used: Words, first: int, ends: int, count: int, mean: int) -> tuple[int, int]:
    """Choose so many used lines close to a mean; return the sum of squares, and the last square.

    Squares are those of `count` times the distance; `mean` is `count` times the mean. The sum is -1
    if there are too few lines.
    """
    low = min(max(mean // count, 0), ends - 1)
    high = low + 1
    total = square = 0
    for _ in range(count):
        while low >= 0 and not used[first + (low >> 6)] >> np.uint64(low & 63) & _ONE:
            low -= 1
        while high < ends and not used[first + (high >> 6)] >> np.uint64(high & 63) & _ONE:
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


@kernel()
def _root(square: int) -> int:
    """Return the largest number whose square is not more."""
    root = int(np.sqrt(float(square)))
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


@kernel()
def _between(first: int, last: int) -> np.uint64:
    """Return the bits of a word from one place to another, as far as they are in it."""
    first, last = max(first, 0), min(last, 63)
    if first > last:
        return _NONE
    return (~_NONE >> np.uint64(63 - last)) & (~_NONE << np.uint64(first))


@kernel()
def note_used(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> None:
    """Note which diagonals have an open square: first those that go down, then those that go up."""
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    used = desk.used
    up = np.uint64(2 * len(wide) + 1)
    for w in range(np.uint64(2) * up):
        used[w] = _NONE
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        for w in range(words):
            some = nodes.open[masks + w * room + k]
            for place, first in ((np.uint64(size.side) - _ONE - row, _NONE), (row, up)):
                bit = np.uint64(64) * w + place
                word = first + (bit >> np.uint64(6))
                bit &= np.uint64(63)
                used[word] |= some << bit
                used[word + _ONE] |= (some >> _ONE) >> (np.uint64(63) - bit)


@kernel()
def lacks_filled(nodes: Nodes, desk: Desk, depth: int) -> bool:
    """Whether a filled diagonal has no open square; `desk.used` has those that have one."""
    words = np.uint64(len(desk.used))
    for w in range(words):
        if nodes.filled[np.uint64(depth) * words + w] & ~desk.used[w] != _NONE:
            return True
    return False


@kernel()
def is_filled(nodes: Nodes, desk: Desk, depth: int, bit: int, up: bool) -> bool:
    """Whether a diagonal is filled, by its place among those of its direction."""
    words = np.uint64(len(desk.used))
    word = np.uint64(depth) * words + (np.uint64(bit) >> np.uint64(6))
    if up:
        word += words >> _ONE
    return bool((nodes.filled[word] >> (np.uint64(bit) & np.uint64(63))) & _ONE != _NONE)


@kernel()
def hand_down_filled(nodes: Nodes, desk: Desk, depth: int) -> None:
    """Write the filled diagonals of a node to the next depth."""
    words = np.uint64(len(desk.used))
    for w in range(words):
        nodes.filled[np.uint64(depth + 1) * words + w] = nodes.filled[np.uint64(depth) * words + w]


@kernel(inline="always")
def leave_diagonals(
    wide: tuple[int, ...], side: int, filled: Words, first: np.uint64, row: int, column: int
) -> None:
    """Take the diagonals of a queen from those that are still to be filled, from a word on."""
    up = np.uint64(2 * len(wide) + 1)
    for bit, base in ((column + side - 1 - row, first), (column + row, first + up)):
        filled[base + np.uint64(bit >> 6)] &= ~(_ONE << np.uint64(bit & 63))
