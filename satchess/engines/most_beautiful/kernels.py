"""The compiled search for queens on given cells: one in each row and column, groups bounded.

A node holds, for each row without a queen, the columns left to it, as words. It branches on the
row or the column with the fewest cells, or on a group that needs one more queen or all of its
cells. All of this lies in arrays, so a search that has used up its nodes can be continued later.

Arguments that all kernels share:

- `words`: a tuple with an element for each word of a row. Only its length counts, which is thereby
  known to the compiler.
- `nodes`: for each depth, the `options` of the rows left, the numbers of these `rows`, the columns
  still `needed`, and for each group the `room` for further queens and the `supply` of cells.
- `picks`: for each depth the `choices` (index of a row left, column), the number of them and of
  those tried in the last place; and `marks`, scratch space for sorting.
- `board`: the group of each cell, the cells of each group as words, the preference of each cell.
"""

from typing import Any

import numpy as np

from satchess.engines.kernels.bits import lowest, ones, xorshift
from satchess.engines.kernels.compile import kernel

Array = Any
Arrays = tuple[Any, ...]

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LOW = np.int64(63)

EXHAUSTED, FULL, STOPPED = 0, 1, 2
"""How a run ends: nothing is left, there are enough placements, the nodes are used up."""

DEPTH, NODES, SEED, FOUND = 0, 1, 2, 3
"""Places in the array of numbers that a search keeps between two runs."""


@kernel()
def _random(numbers: Array) -> float:  # pragma: no cover
    """Return a pseudo-random number from 0 to 1."""
    seed = xorshift(np.uint64(numbers[SEED]))
    numbers[SEED] = np.int64(seed)
    return np.float64((seed >> np.uint64(16)) & np.uint64(0xFFFF)) / 65536.0


@kernel()
def _open(  # pragma: no cover
    words: tuple[int, ...],
    depth: int,
    nodes: Arrays,
    picks: Arrays,
    board: Arrays,
    noise: float,
    numbers: Array,
) -> bool:
    """List the cells of the row, column or group with the fewest; False if a line has none.

    In one piece: as helpers, even inlined ones, its steps take some 7% more time a node.
    """
    options, rows, needed, room, supply = nodes
    choices, marks = picks
    _, group_cells, preference = board
    size = len(rows)
    left = size - depth
    fewest = 1 << 30
    which = -1
    for k in range(left):
        number = 0
        for w in range(len(words)):
            number += ones(options[depth, k, w])
        if number < fewest:
            fewest = number
            which = k
    if fewest == 0:
        return False
    column = -1
    rank = 5  # columns with fewer cells than this are seen
    for w in range(len(words)):
        once = twice = thrice = often = _NONE
        for k in range(left):
            word = options[depth, k, w]
            often |= thrice & word
            thrice |= twice & word
            twice |= once & word
            once |= word
        need = needed[depth, w]
        if need & ~once:
            return False
        if rank > 1 and need & ~twice:
            rank = 1
            column = 64 * w + lowest(need & ~twice)
        elif rank > 2 and need & ~thrice:
            rank = 2
            column = 64 * w + lowest(need & ~thrice)
        elif rank > 3 and need & ~often:
            rank = 3
            column = 64 * w + lowest(need & ~often)
    fewest = min(fewest, rank)
    group = -1
    if fewest > 1:
        for g in range(room.shape[1]):
            if room[depth, g] > 0:
                if room[depth, g] == supply[depth, g]:
                    group = g
                    fewest = 1
                    break
                if room[depth, g] == 1 and supply[depth, g] < fewest:
                    group = g
                    fewest = supply[depth, g]
    number = 0
    if group >= 0:
        most = supply[depth, group] if room[depth, group] == 1 else 1
        for k in range(left):
            for w in range(len(words)):
                word = options[depth, k, w] & group_cells[group, rows[depth, k], w]
                while word and number < most:
                    choices[depth, number, 0] = k
                    choices[depth, number, 1] = 64 * w + lowest(word)
                    number += 1
                    word &= word - _ONE
            if number == most:
                break
    elif column >= 0 and rank == fewest:
        word_of = column >> 6
        bit = _ONE << np.uint64(column & _LOW)
        for k in range(left):
            if options[depth, k, word_of] & bit:
                choices[depth, number, 0] = k
                choices[depth, number, 1] = column
                number += 1
    else:
        for w in range(len(words)):
            word = options[depth, which, w]
            while word:
                choices[depth, number, 0] = which
                choices[depth, number, 1] = 64 * w + lowest(word)
                number += 1
                word &= word - _ONE
    if noise >= 0.0 and number > 1:
        for a in range(number):
            k = choices[depth, a, 0]
            c = choices[depth, a, 1]
            value = preference[rows[depth, k], c] + noise * _random(numbers)
            b = a - 1
            while b >= 0 and marks[b] < value:
                marks[b + 1] = marks[b]
                choices[depth, b + 1, 0] = choices[depth, b, 0]
                choices[depth, b + 1, 1] = choices[depth, b, 1]
                b -= 1
            marks[b + 1] = value
            choices[depth, b + 1, 0] = k
            choices[depth, b + 1, 1] = c
    choices[depth, size, 0] = number
    choices[depth, size, 1] = 0
    return True


@kernel(inline="always")
def _bit(position: int) -> np.uint64:  # pragma: no cover
    """Return a word with one bit; with none if its position is outside the word."""
    return _ONE << np.uint64(position) if 0 <= position < 64 else _NONE


@kernel(inline="always")
def _attacked(column: int, distance: int) -> np.uint64:  # pragma: no cover
    """Return the columns of a word that a queen so many rows away attacks."""
    return _bit(column) | _bit(column - distance) | _bit(column + distance)


@kernel(inline="always")
def _lose(  # pragma: no cover
    word: np.uint64, row: int, first: int, group_of: Array, depth: int, supply: Array
) -> None:
    """Take cells from the supply of their groups; bit 0 of the word is the column `first`."""
    while word:
        lost = group_of[row, first + lowest(word)]
        if lost >= 0:
            supply[depth, lost] -= 1
        word &= word - _ONE


@kernel()
def _descend(  # pragma: no cover
    words: tuple[int, ...],
    depth: int,
    which: int,
    column: int,
    nodes: Arrays,
    board: Arrays,
) -> bool:
    """Put a queen on a cell; False if that leaves a row or a group without the cells it needs."""
    options, rows, needed, room, supply = nodes
    group_of, group_cells, _ = board
    size = len(rows)
    row = rows[depth, which]
    below = depth + 1
    for g in range(room.shape[1]):
        room[below, g] = room[depth, g]
        supply[below, g] = supply[depth, g]
    group = group_of[row, column]
    closed = False
    if group >= 0:
        room[below, group] -= 1
        closed = room[below, group] == 0
    for w in range(len(words)):
        needed[below, w] = needed[depth, w]
    needed[below, column >> 6] &= ~(_ONE << np.uint64(column & _LOW))
    q = 0
    for k in range(size - depth):
        if k == which:
            continue
        other = rows[depth, k]
        rows[below, q] = other
        any_left = _NONE
        for w in range(len(words)):
            gone = _attacked(column - 64 * w, abs(other - row))
            if closed:
                gone |= group_cells[group, other, w]
            word = options[depth, k, w]
            options[below, q, w] = word & ~gone
            any_left |= word & ~gone
            _lose(word & gone, other, 64 * w, group_of, below, supply)
        if any_left == _NONE:
            return False
        q += 1
    for w in range(len(words)):
        _lose(options[depth, which, w], row, 64 * w, group_of, below, supply)
    enough = True
    for g in range(room.shape[1]):
        enough &= supply[below, g] >= room[below, g]
    return enough


@kernel()
def search(  # pragma: no cover
    words: tuple[int, ...],
    nodes: Arrays,
    picks: Arrays,
    board: Arrays,
    noise: float,
    numbers: Array,
    most_nodes: int,
    found: Array,
) -> int:
    """Continue a search for at most so many nodes; placements go into `found`.

    Depth -1 in `numbers` means that the search is over, -2 that it has not begun. With `noise`
    below 0, cells are tried in board order; else by preference, give or take the noise.
    """
    rows = nodes[1]
    choices = picks[0]
    size = len(rows)
    depth = numbers[DEPTH]
    if depth == -2:
        depth = 0 if _open(words, 0, nodes, picks, board, noise, numbers) else -1
    visited = 0
    number = 0
    ending = EXHAUSTED
    while depth >= 0:
        if visited >= most_nodes:
            ending = STOPPED
            break
        at = choices[depth, size, 1]
        if at == choices[depth, size, 0]:
            depth -= 1
            continue
        choices[depth, size, 1] = at + 1
        which = choices[depth, at, 0]
        column = choices[depth, at, 1]
        visited += 1
        if depth == size - 1:
            for d in range(size):
                past = choices[d, size, 1] - 1
                found[number, rows[d, choices[d, past, 0]]] = choices[d, past, 1]
            number += 1
            if number == len(found):
                ending = FULL
                break
        elif _descend(words, depth, which, column, nodes, board) and _open(
            words, depth + 1, nodes, picks, board, noise, numbers
        ):
            depth += 1
    numbers[DEPTH] = depth
    numbers[NODES] += visited
    numbers[FOUND] = number
    return ending
