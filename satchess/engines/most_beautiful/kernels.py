"""The compiled search for queens on chosen cells: one in each row and column, groups bounded.

A node holds, for each row still without a queen, the columns left to it, as words. The row or the
column with the fewest cells left is filled next, or the group that needs one more queen or all of
its cells. All of the state lies in arrays, so that a search
that has used up its share of nodes goes on later where it stopped.
"""

from typing import Any

import numpy as np

from satchess.engines.kernels.bits import lowest, ones, xorshift
from satchess.engines.kernels.compile import kernel

Array = Any
Arrays = tuple[Any, ...]

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_ALL = ~_NONE
_LOW = np.int64(63)

EXHAUSTED, FULL, STOPPED = 0, 1, 2
"""How a run ends: nothing is left, the room for placements is full, the share of nodes is used."""

DEPTH, NODES, SEED, FOUND = 0, 1, 2, 3
"""Places in the array of numbers that a search keeps between two runs."""


@kernel()
def _random(numbers: Array) -> float:  # pragma: no cover
    """Return a number from 0 to 1, by chance."""
    seed = xorshift(np.uint64(numbers[SEED]))
    numbers[SEED] = np.int64(seed)
    return np.float64((seed >> np.uint64(16)) & np.uint64(0xFFFF)) / 65536.0


@kernel()
def _open(  # pragma: no cover
    width: tuple[int, ...],
    depth: int,
    nodes: Arrays,
    picks: Arrays,
    board: Arrays,
    noise: float,
    numbers: Array,
) -> bool:
    """List the cells of the row, column or group with the fewest; False if a line has none."""
    options, rows, needed, room, supply = nodes
    choices, marks = picks
    _, group_cells, liking = board
    size = len(rows)
    words = len(width)
    left = size - depth
    fewest = 1 << 30
    which = -1
    for k in range(left):
        number = 0
        for w in range(words):
            number += ones(options[depth, k, w])
        if number < fewest:
            fewest = number
            which = k
    if fewest == 0:
        return False
    column = -1
    rank = 5  # columns with fewer cells than this are seen
    for w in range(words):
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
            for w in range(words):
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
        for w in range(words):
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
            value = liking[rows[depth, k], c] + noise * _random(numbers)
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


@kernel()
def _descend(  # pragma: no cover
    width: tuple[int, ...],
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
    words = len(width)
    left = size - depth
    row = rows[depth, which]
    below = depth + 1
    q = 0
    group = group_of[row, column]
    for g in range(room.shape[1]):
        room[below, g] = room[depth, g]
        supply[below, g] = supply[depth, g]
    closed = False
    if group >= 0:
        room[below, group] -= 1
        closed = room[below, group] == 0
    word_of = column >> 6
    bit = _ONE << np.uint64(column & _LOW)
    for w in range(words):
        needed[below, w] = needed[depth, w]
    needed[below, word_of] &= ~bit
    for k in range(left):
        if k == which:
            for w in range(words):
                word = options[depth, k, w]
                while word:
                    lost = group_of[row, 64 * w + lowest(word)]
                    if lost >= 0:
                        supply[below, lost] -= 1
                    word &= word - _ONE
            continue
        other = rows[depth, k]
        rows[below, q] = other
        distance = abs(other - row)
        any_left = _NONE
        if words == 1:
            word = options[depth, k, 0] & ~bit
            if distance < 64:
                shift = np.uint64(distance)
                word &= ~((bit << shift) | (bit >> shift))
            if closed:
                word &= ~group_cells[group, other, 0]
            options[below, q, 0] = word
            any_left = word
            gone = options[depth, k, 0] & ~word
            while gone:
                lost = group_of[other, lowest(gone)]
                if lost >= 0:
                    supply[below, lost] -= 1
                gone &= gone - _ONE
        else:
            for w in range(words):
                options[below, q, w] = options[depth, k, w]
            options[below, q, word_of] &= ~bit
            c = column - distance
            if c >= 0:
                options[below, q, c >> 6] &= ~(_ONE << np.uint64(c & _LOW))
            c = column + distance
            if c < size:
                options[below, q, c >> 6] &= ~(_ONE << np.uint64(c & _LOW))
            for w in range(words):
                if closed:
                    options[below, q, w] &= ~group_cells[group, other, w]
                any_left |= options[below, q, w]
                gone = options[depth, k, w] & ~options[below, q, w]
                while gone:
                    lost = group_of[other, 64 * w + lowest(gone)]
                    if lost >= 0:
                        supply[below, lost] -= 1
                    gone &= gone - _ONE
        if any_left == _NONE:
            return False
        q += 1
    enough = True
    for g in range(room.shape[1]):
        enough &= supply[below, g] >= room[below, g]
    return enough


@kernel()
def search(  # pragma: no cover
    width: tuple[int, ...],
    nodes: Arrays,
    picks: Arrays,
    board: Arrays,
    noise: float,
    numbers: Array,
    most_nodes: int,
    found: Array,
) -> int:
    """Go on with a search for at most so many nodes; the placements go into `found`.

    Depth -1 in `numbers` is a search that is over, -2 one that is yet to begin. With `noise` below
    0, cells are taken in their order on the board; else those with the largest liking first, give
    or take the noise.
    """
    rows = nodes[1]
    choices = picks[0]
    size = len(rows)
    depth = numbers[DEPTH]
    if depth == -2:
        depth = 0 if _open(width, 0, nodes, picks, board, noise, numbers) else -1
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
        elif _descend(width, depth, which, column, nodes, board) and _open(
            width, depth + 1, nodes, picks, board, noise, numbers
        ):
            depth += 1
    numbers[DEPTH] = depth
    numbers[NODES] += visited
    numbers[FOUND] = number
    return ending
