"""Compiled randomised search that completes n leprechauns on n x n, one per row and column.

A board is a word of open columns per row; a row with one open column has its piece. Propagation
crosses out squares, in rows and columns alike; then the search branches on the row or column with
the fewest squares. Ties and values are randomised: where placements are rare, many short searches
find one sooner than a long one.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import (
    attacked_by,
    bits_between,
    leading_zeros,
    lowest,
    lowest_bit,
    ones,
    signed,
    xorshift,
)
from satchess.engines.kernels.compile import kernel
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_ONE = np.uint64(1)
_NONE = np.uint64(0)

WIDEST = 64
"""Columns that fit a word, and the most rows of a board."""

_DONE_ROWS, _DONE_COLUMNS = WIDEST, WIDEST + 1
"""Words after the rows of a board: the rows, and the columns, already propagated."""


@kernel()
def complete(
    reach: int, side: int, opened: Words, budget: int, chance: Words, columns: Numbers
) -> tuple[int, int]:
    """Search for a piece in every row, on its open columns; return the verdict and the nodes.

    `opened` has `WIDEST` words. The columns of a placement are written to `columns`. `chance` is
    the state of the generator, one non-zero word, updated in place.
    """
    boards = np.zeros((side + 1, WIDEST + 2), np.uint64)
    boards[0, :side] = opened[:side]
    turned = np.zeros(WIDEST, np.uint64)
    ends = np.zeros(reach + 1, np.int64)
    left = np.zeros(side + 1, np.uint64)
    line = np.zeros(side + 1, np.int64)
    nodes = 1
    if not _cross_out(reach, side, boards[0], turned, ends):
        return REFUTED, nodes
    depth = 0
    entering = True
    while depth >= 0:
        board = boards[depth]
        if entering:
            entering = False
            line[depth] = _scarcest(side, board, turned, chance)
            if line[depth] < 0:
                for row in range(side):
                    columns[row] = lowest(board[row])
                return FOUND, nodes
            at = line[depth]
            left[depth] = board[at] if at < WIDEST else turned[at - WIDEST]
        if left[depth] == _NONE:
            depth -= 1
            continue
        if nodes >= budget:
            return UNDECIDED, nodes
        nodes += 1
        some = left[depth]
        for _ in range(_below(ones(some), chance)):
            some &= some - _ONE
        square = lowest_bit(some)
        left[depth] ^= square
        deeper = boards[depth + 1]
        deeper[:] = board
        if line[depth] < WIDEST:
            deeper[line[depth]] = square
        else:
            deeper[lowest(square)] = _ONE << np.uint64(line[depth] - WIDEST)
        if _cross_out(reach, side, deeper, turned, ends):
            depth += 1
            entering = True
    return REFUTED, nodes


@kernel(inline="always")
def _below(number: int, chance: Words) -> int:
    """Return a random number below `number`."""
    chance[0] = word = xorshift(chance[0])
    return signed((word >> np.uint64(32)) % np.uint64(number))  # type: ignore[no-any-return]


@kernel()
def _scarcest(side: int, board: Words, turned: Words, chance: Words) -> int:
    """Return the open row, or `WIDEST` + the open column, with the fewest squares; -1 if none."""
    fewest = WIDEST + 1
    ties = 0
    best = -1
    for line in range(2 * side):
        number = ones(board[line]) if line < side else ones(turned[line - side])
        if 1 < number <= fewest:
            ties = ties + 1 if number == fewest else 1
            if _below(ties, chance) == 0:
                best = line if line < side else WIDEST + line - side
            fewest = number
    return best


@kernel()
def _cross_out(reach: int, side: int, board: Words, turned: Words, ends: Numbers) -> bool:
    """Propagate to a fixpoint, keeping the transpose in `turned`; False on a conflict."""
    while True:
        found, board[_DONE_ROWS] = _cross_out_rows(reach, side, board, board[_DONE_ROWS], ends)
        if found < 0:
            return False
        _turn(board, turned)
        found, board[_DONE_COLUMNS] = _cross_out_rows(
            reach, side, turned, board[_DONE_COLUMNS], ends
        )
        if found <= 0:
            return found == 0
        _turn(turned, board)


@kernel()
def _turn(words: Words, into: Words) -> None:
    """Transpose: swap blocks of 32 x 32, then of 16 x 16 within them, and so on."""
    for row in range(WIDEST):
        into[row] = words[row]
    size = 32
    low = ~_NONE >> np.uint64(32)
    while size:
        width = np.uint64(size)
        for row in range(WIDEST):
            if row & size == 0:
                swapped = ((into[row] >> width) ^ into[row + size]) & low
                into[row + size] ^= swapped
                into[row] ^= swapped << width
        size >>= 1
        low ^= low << np.uint64(size)


@kernel()
def _cross_out_rows(
    reach: int, side: int, rows: Words, done: np.uint64, ends: Numbers
) -> tuple[int, np.uint64]:
    """Cross out what pieces attack, and what leaves no room for the pieces of adjacent rows.

    Return 1 if anything changed, 0 if not, -1 if some row is left without a square; and the rows
    whose pieces have been propagated.
    """
    found = 0
    again = True
    while again:
        again = False
        for row in range(side):
            square = rows[row]
            if square == _NONE:
                return -1, done
            if square & (square - _ONE) != _NONE or done >> np.uint64(row) & _ONE:
                continue
            done |= _ONE << np.uint64(row)
            near = square
            for apart in range(1, reach + 1):
                near |= square << np.uint64(apart) | square >> np.uint64(apart)
            for other in range(side):
                apart = abs(other - row)
                attacked = attacked_by(square, np.uint64(apart))
                if apart <= reach:
                    attacked |= near
                if other != row and rows[other] & attacked:
                    rows[other] &= ~attacked
                    found = 1
                    again |= other < row
        if not again:
            for first in range(side - reach):
                crossed = _cross_out_window(reach, first, rows, ends)
                if crossed < 0:
                    return -1, done
                found |= crossed
                again |= crossed > 0
    return found, done


@kernel()
def _cross_out_window(reach: int, first: int, rows: Words, ends: Numbers) -> int:
    """Cross out, in reach + 1 adjacent rows, what leaves no room for as many pieces.

    Being within reach by rows, any two of them are at least reach + 1 columns apart. So the first
    from the left is nowhere left of the first open column, the next one at least reach + 1 columns
    farther, and so on; and likewise from the right. Return as `_cross_out_rows` does.
    """
    some = _NONE
    for row in range(first, first + reach + 1):
        some |= rows[row]
    rest = some
    for number in range(reach, -1, -1):
        if rest == _NONE:
            return -1
        last = 63 - signed(leading_zeros(rest))
        ends[number] = last
        rest &= (_ONE << np.uint64(max(0, last - reach))) - _ONE
    rest = some
    room = _NONE
    for number in range(reach + 1):
        if rest == _NONE:
            return -1
        start = lowest(rest)
        if start > ends[number]:
            return -1
        room |= bits_between(start, ends[number])
        farther = start + reach + 1
        rest &= ~_NONE << np.uint64(min(farther, 63))
        if farther > 63:
            rest = _NONE
    if some & ~room == _NONE:
        return 0
    for row in range(first, first + reach + 1):
        rows[row] &= room
    return 1
