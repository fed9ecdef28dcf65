"""Compiled depth-first search over the open rows of a board with queens: rows and columns.

The smallest problems of the chase end here. A mask of columns is one word, or two on boards wider
than 64; `wide` is a tuple as long as a mask, so that a kernel is compiled for each length.
"""

from typing import NamedTuple

import numpy as np

from satchess.engines.first_queens.kernels.corner import sides
from satchess.engines.first_queens.kernels.diagonals import leave_diagonals
from satchess.engines.first_queens.kernels.workspace import ROOM, Numbers, Words, diagonal_words
from satchess.engines.kernels.bits import lowest, ones, signed
from satchess.engines.kernels.compile import kernel
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

_ONE = np.uint64(1)
_NONE = np.uint64(0)


class Leaves(NamedTuple):
    """Room for the search: for each depth, what is open there and what has been tried."""

    rows: Numbers
    open: Words
    need: Words
    filled: Words
    """Diagonals that are still to have a queen."""
    counted: Words
    """Diagonals with one open square or more, with two or more, with three or more."""
    left: Words
    branch: Numbers
    least: Numbers
    most: Numbers
    """Queens that are still to be placed in the corner."""


_BRANCH = 5
_LINE, _COLUMN, _SLOPE, _AT, _CELL = map(np.uint64, range(_BRANCH))


def make_leaves(words: int) -> Leaves:
    """Make room for boards of so many words."""
    depths = ROOM + 2
    return Leaves(
        rows=np.zeros(depths * ROOM, np.int64),
        open=np.zeros(depths * words * ROOM, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        filled=np.zeros(depths * diagonal_words(words), np.uint64),
        counted=np.zeros(3 * diagonal_words(words), np.uint64),
        left=np.zeros(depths * words, np.uint64),
        branch=np.zeros(depths * _BRANCH, np.int64),
        least=np.zeros(depths, np.int64),
        most=np.zeros(depths, np.int64),
    )


@kernel(inline="always")
def attacked(wide: tuple[int, ...], column: int, apart: int, word: int) -> np.uint64:
    """Return the columns of a word that a queen attacks so many rows away."""
    if len(wide) == 1:
        queen = _ONE << np.uint64(column)
        return queen | (queen << np.uint64(apart)) | (queen >> np.uint64(apart))
    found = _NONE
    for place in (column - apart, column, column + apart):
        bit = place - 64 * word
        if 0 <= bit < 64:
            found |= _ONE << np.uint64(bit)
    return found


@kernel(inline="always")
def _slopes(wide: tuple[int, ...]) -> np.uint64:
    """Return the words for diagonals: half of them for those that go down."""
    return np.uint64(2 * (2 * len(wide) + 1))


@kernel()
def search_leaf(
    wide: tuple[int, ...],
    side: int,
    count: int,
    room: Leaves,
    edge: int,
    upper: Words,
    budget: int,
    columns: Numbers,
) -> tuple[int, int]:
    """Place queens in the first `count` rows of depth 0; return the verdict and the nodes.

    The row, column or filled diagonal with the fewest squares is next. The corner has squares from
    `edge` on, in the columns `upper` of each row. The columns of a placement that is found are
    written to `columns`, by rows of the board.
    """
    words = np.uint64(len(wide))
    rows, opened, need, filled, counted, left, branch, least, most = room
    is_bounded = least[0] > 0 or most[0] < count
    slopes = _slopes(wide)
    is_filled = False
    for w in range(slopes):
        is_filled |= filled[w] != _NONE
    across = np.uint64(ROOM)
    nodes = 0
    depth = 0
    entering = True
    while depth >= 0:
        size = np.uint64(count - depth)
        at = np.uint64(depth) * across
        below = at + across
        cells, cells_below = at * words, below * words
        masks = np.uint64(depth) * words
        here = np.uint64(depth) * np.uint64(_BRANCH)
        if entering:
            if size == _NONE:
                for each in range(np.uint64(count)):
                    cell = branch[each * np.uint64(_BRANCH) + _CELL]
                    columns[cell >> 8] = cell & 255
                return FOUND, nodes
            nodes += 1
            if nodes > budget:
                return UNDECIDED, nodes
            entering = False
            if is_bounded and not _fit(
                wide, size, rows, at, opened, cells, upper, least[depth], most[depth]
            ):
                depth -= 1
                continue
            line, column, fewest = _scarcest(wide, size, opened, cells, need, masks)
            slope = 0
            if line >= 0 and is_filled:
                due = np.uint64(depth) * slopes
                _count_diagonals(wide, side, size, rows, at, opened, cells, counted)
                line, column, slope = _scarcest_of_all(
                    wide, side, filled, due, counted, line, column, fewest
                )
            if line < 0:
                depth -= 1
                continue
            branch[here + _LINE] = line
            branch[here + _COLUMN] = column
            branch[here + _SLOPE] = slope
            branch[here + _AT] = 0
            for w in range(words):
                left[masks + w] = opened[cells + w * across + np.uint64(line)]
        place = np.uint64(branch[here + _LINE])
        column = branch[here + _COLUMN]
        slope = branch[here + _SLOPE]
        if slope != 0:
            place = np.uint64(branch[here + _AT])
            diagonal, column = column, -1
            while place < size and column < 0:
                there = diagonal - slope * rows[at + place]
                if 0 <= there < side:
                    word = cells + np.uint64(there >> 6) * across + place
                    if (opened[word] >> np.uint64(there & 63)) & _ONE != _NONE:
                        column = there
                        break
                place += _ONE
            branch[here + _AT] = place + _ONE
            if column < 0:
                depth -= 1
                continue
        elif column < 0:
            for w in range(words):
                some = left[masks + w]
                if some != _NONE:
                    column = 64 * signed(w) + lowest(some)
                    left[masks + w] = some & (some - _ONE)
                    break
            if column < 0:
                depth -= 1
                continue
        else:
            place = np.uint64(branch[here + _AT])
            word, bit = cells + np.uint64(column >> 6) * across, np.uint64(column & 63)
            while place < size and (opened[word + place] >> bit) & _ONE == _NONE:
                place += _ONE
            branch[here + _AT] = place + _ONE
            if place >= size:
                depth -= 1
                continue
        row = rows[at + place]
        for k in range(size):
            other = rows[at + k]
            rows[below + k] = other
            apart = abs(other - row)
            for w in range(words):
                opened[cells_below + w * across + k] = opened[cells + w * across + k] & ~attacked(
                    wide, column, apart, signed(w)
                )
        last = size - _ONE
        rows[below + place] = rows[below + last]
        for w in range(words):
            plane = cells_below + w * across
            opened[plane + place] = opened[plane + last]
            need[masks + words + w] = need[masks + w]
        stuck = False
        for k in range(last):
            some = _NONE
            for w in range(words):
                some |= opened[cells_below + w * across + k]
            stuck |= some == _NONE
        if stuck:
            continue
        need[masks + words + np.uint64(column >> 6)] &= ~(_ONE << np.uint64(column & 63))
        branch[here + _CELL] = (row << 8) | column
        if is_filled:
            due = np.uint64(depth) * slopes
            for w in range(slopes):
                filled[due + slopes + w] = filled[due + w]
            leave_diagonals(wide, side, filled, due + slopes, row, column)
        if is_bounded:
            inside = column - row >= edge
            least[depth + 1] = least[depth] - inside
            most[depth + 1] = most[depth] - inside
        depth += 1
        entering = True
    return REFUTED, nodes


@kernel(inline="always")
def _fit(
    wide: tuple[int, ...],
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    upper: Words,
    least: int,
    most: int,
) -> bool:
    """Count rows with squares in the corner only, or elsewhere only; False if they are too many.

    If they are just as many as queens, the other rows lose their squares on that side. In the last
    row, which has one square, that is the test of the number itself.
    """
    words = np.uint64(len(wide))
    across = np.uint64(ROOM)
    inside = outside = 0
    for k in range(size):
        row = np.uint64(rows[at + k])
        within, without = sides(wide, opened, cells + k, upper, row)
        inside += without == _NONE
        outside += within == _NONE
    if inside > most or outside > signed(size) - least:
        return False
    if inside + outside < signed(size) and (inside == most or outside == signed(size) - least):
        for k in range(size):
            row = np.uint64(rows[at + k])
            within, without = sides(wide, opened, cells + k, upper, row)
            if within != _NONE and without != _NONE:
                for w in range(words):
                    mask = upper[row * words + w]
                    opened[cells + w * across + k] &= ~mask if inside == most else mask
    return True


@kernel(inline="always")
def _scarcest(
    wide: tuple[int, ...],
    size: np.uint64,
    opened: Words,
    cells: np.uint64,
    need: Words,
    masks: np.uint64,
) -> tuple[int, int, int]:
    """Return the row with the fewest squares, a column if one has fewer, and how many they are.

    The row is -1 if there is no way to go on.
    """
    words = np.uint64(len(wide))
    across = np.uint64(ROOM)
    fewest = 1 << 20
    line = 0
    for k in range(size):
        number = 0
        for w in range(words):
            number += ones(opened[cells + w * across + k])
        if number < fewest:
            fewest = number
            line = signed(k)
    if fewest == 0:
        return -1, -1, 0
    column = -1
    for w in range(words):
        once = twice = thrice = more = _NONE
        for k in range(size):
            some = opened[cells + w * across + k]
            more |= thrice & some
            thrice |= twice & some
            twice |= once & some
            once |= some
        wanted = need[masks + w]
        if wanted & ~once != _NONE:
            return -1, -1, 0
        if fewest > 1 and wanted & ~twice != _NONE:
            column = 64 * signed(w) + lowest(wanted & ~twice)
            fewest = 1
        elif fewest > 2 and wanted & ~thrice != _NONE:
            column = 64 * signed(w) + lowest(wanted & ~thrice)
            fewest = 2
        elif fewest > 3 and wanted & ~more != _NONE:
            column = 64 * signed(w) + lowest(wanted & ~more)
            fewest = 3
    return line, column, fewest


@kernel(inline="always")
def _count_diagonals(
    wide: tuple[int, ...],
    side: int,
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    counted: Words,
) -> None:
    """Note which diagonals have one open square, two, three or more."""
    if len(wide) == 1:
        _count_diagonals_of_a_word(np.uint64(side), size, rows, at, opened, cells, counted)
        return
    slopes = _slopes(wide)
    for w in range(np.uint64(3) * slopes):
        counted[w] = _NONE
    for k in range(size):
        row = np.uint64(rows[at + k])
        for w in range(np.uint64(len(wide))):
            some = opened[cells + w * np.uint64(ROOM) + k]
            for shift, first in ((np.uint64(side) - _ONE - row, _NONE), (row, slopes >> _ONE)):
                bit = np.uint64(64) * w + shift
                word = first + (bit >> np.uint64(6))
                bit &= np.uint64(63)
                _count(counted, word, slopes, some << bit)
                _count(counted, word + _ONE, slopes, (some >> _ONE) >> (np.uint64(63) - bit))


@kernel(inline="always")
def _count_diagonals_of_a_word(
    side: np.uint64,
    size: np.uint64,
    rows: Numbers,
    at: np.uint64,
    opened: Words,
    cells: np.uint64,
    counted: Words,
) -> None:
    """Do the same on a board of one word, without an array until the end."""
    last = np.uint64(63)
    down = far_down = up = far_up = (_NONE, _NONE, _NONE)
    for k in range(size):
        row = np.uint64(rows[at + k])
        rest = side - _ONE - row
        some = opened[cells + k]
        down = _tally(down, some << rest)
        far_down = _tally(far_down, (some >> _ONE) >> (last - rest))
        up = _tally(up, some << row)
        far_up = _tally(far_up, (some >> _ONE) >> (last - row))
    for each in range(3):
        first = 6 * each
        counted[first], counted[first + 1] = down[each], far_down[each]
        counted[first + 3], counted[first + 4] = up[each], far_up[each]


@kernel(inline="always")
def _tally(
    tallied: tuple[np.uint64, np.uint64, np.uint64], some: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Count bits that come once or more, twice or more, three times or more."""
    once, twice, thrice = tallied
    return once | some, twice | (once & some), thrice | (twice & some)


@kernel(inline="always")
def _count(counted: Words, word: np.uint64, slopes: np.uint64, some: np.uint64) -> None:
    tallied = (counted[word], counted[word + slopes], counted[word + slopes + slopes])
    once, twice, thrice = _tally(tallied, some)
    counted[word], counted[word + slopes], counted[word + slopes + slopes] = once, twice, thrice


@kernel(inline="always")
def _scarcest_of_all(
    wide: tuple[int, ...],
    side: int,
    filled: Words,
    due: np.uint64,
    counted: Words,
    line: int,
    column: int,
    fewest: int,
) -> tuple[int, int, int]:
    """Return a filled diagonal instead of a line if it has fewer squares: its number, its slope.

    It is column - row with a slope of -1, column + row with 1. The line is -1 if a filled diagonal
    has no open square.
    """
    slopes = _slopes(wide)
    up = slopes >> _ONE
    slope = 0
    for w in range(slopes):
        wanted = filled[due + w]
        if wanted == _NONE:
            continue
        if wanted & ~counted[w] != _NONE:
            return -1, -1, 0
        few = wanted & ~counted[w + slopes]
        number = 1
        if few == _NONE:
            few = wanted & ~counted[w + slopes + slopes]
            number = 2
        if few != _NONE and number < fewest:
            fewest = number
            if w < up:
                slope = -1
                column = 64 * signed(w) + lowest(few) - side + 1
            else:
                slope = 1
                column = 64 * signed(w - up) + lowest(few)
    return line, column, slope
