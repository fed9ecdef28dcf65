"""Compiled branching: over which line a node branches, and what is open behind each branch."""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.first_queens.kernels.corner import descend_corner
from satchess.engines.first_queens.kernels.diagonals import (
    hand_down_filled,
    is_filled,
    leave_diagonals,
)
from satchess.engines.first_queens.kernels.duals import REASSOCIATE
from satchess.engines.first_queens.kernels.leaves import attacked
from satchess.engines.first_queens.kernels.tree_workspace import CLOSED, Children, Room
from satchess.engines.first_queens.kernels.workspace import DEAD, ROOM
from satchess.engines.kernels.bits import lowest, ones, shaken, signed
from satchess.engines.kernels.compile import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)

_FULL = np.float32(0.03)
"""What may be missing on a diagonal that is worth branching over."""


@kernel(fastmath=REASSOCIATE)
def _scarcest_diagonal(
    room: Room, depth: int, count: int, may_close: bool
) -> tuple[np.float32, np.uint64, bool]:
    """Return the diagonal with the fewest squares, counted as they are and by weight.

    That it has no queen at all is one more possibility, unless it is filled; others are looked at
    only if they `may_close`. What is returned is that number, the place of the diagonal among all
    lines, and whether it is filled.
    """
    size, nodes = room.size, room.nodes
    sums, squares = room.desk.sums, room.desk.change
    number = room.desk.prices  # which are not needed any more
    across, side = size.across, np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROOM)
    for j in range(size.corner):
        sums[j] = squares[j] = np.float32(0.0)
        number[j] = 0
    for k in range(np.uint64(count)):
        cells = (np.uint64(depth) * size.most + k) * across
        row = np.uint64(nodes.rows[at + k])
        for first in (across + side - _ONE - row, np.uint64(3) * across + row):
            for j in range(across):
                x = nodes.shares[cells + j]
                sums[first + j] += x
                squares[first + j] += x * x
                number[first + j] += nodes.dead[cells + j] == 0
    best = np.float32(1e30)
    line, filled = across, False
    for up in (False, True):
        first = np.uint64(3) * across if up else across
        for j in range(np.uint64(2) * across):
            place = first + j
            must = is_filled(nodes, room.desk, depth, j, up)
            if number[place] == 0:
                if must:  # there is no placement, and no branch
                    return np.float32(-2.0), place, must
                continue
            score = np.float32(number[place])
            none = max(np.float32(1.0) - sums[place], np.float32(0.0))
            if must:
                score += sums[place] * sums[place] / (squares[place] + np.float32(1e-30))
                if number[place] == 1:
                    score = np.float32(0.0)
            elif may_close and none < _FULL:
                score += np.float32(1.0) / (squares[place] + none * none)
            else:
                continue
            if score < best:
                best, line, filled = score, place, must
    return best, line, filled


@kernel(fastmath=REASSOCIATE)
def _branch_over_diagonal(
    room: Room,
    depth: int,
    count: int,
    diagonal: np.uint64,
    filled: bool,
    noise: float,
    state: NDArray[np.uint64],
) -> None:
    """Branch over the squares of a diagonal, and over none of them if it is not filled."""
    size, nodes, children = room.size, room.nodes, room.children
    across, side = size.across, np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROOM)
    none = np.float32(1.0)
    found = 0
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        first = across + side - _ONE - row
        if diagonal >= np.uint64(3) * across:
            first = np.uint64(3) * across + row
        if first <= diagonal < first + side:
            j = diagonal - first
            place = (np.uint64(depth) * size.most + k) * across + j
            if nodes.dead[place] == 0:
                share = nodes.shares[place]
                none -= share
                _insert(children, at, found, signed(k) << 8 | signed(j), share, noise, state)
                found += 1
    if not filled:
        _insert(children, at, found, CLOSED | signed(diagonal), none, noise, state)
        found += 1
    children.number[depth] = found
    children.tried[depth] = 0


@kernel(fastmath=REASSOCIATE)
def branch(
    wide: tuple[int, ...],
    room: Room,
    depth: int,
    count: int,
    squarely: bool,
    may_close: bool,
    noise: float,
    state: NDArray[np.uint64],
) -> None:
    """Choose the line to branch over, and sort its squares.

    If `squarely`, that is a row or a column; if not, it may be a filled diagonal, or if they
    `may_close` any other that is nearly full.
    """
    size, nodes, children = room.size, room.nodes, room.children
    fewest = np.float32(1e30)
    diagonal, filled = _NONE, False
    if not squarely:
        fewest, diagonal, filled = _scarcest_diagonal(room, depth, count, may_close)
    sums, squares, number = room.desk.sums, room.desk.change, room.desk.cheapest
    words = np.uint64(len(wide))
    across = size.across
    room_ = np.uint64(ROOM)
    at = np.uint64(depth) * room_
    cells = np.uint64(depth) * size.most * across
    for j in range(across):
        sums[j] = squares[j] = np.float32(0.0)
        number[j] = 0
    best = np.float32(1e30)
    line, column = 0, -1  # a row, whatever the floats are
    for k in range(np.uint64(count)):
        row = cells + k * across
        total = square = np.float32(0.0)
        for j in range(across):
            x = nodes.shares[row + j]
            total += x
            square += x * x
            sums[j] += x
            squares[j] += x * x
            number[j] += nodes.dead[row + j] == 0
        left = 0
        for w in range(words):
            left += ones(nodes.open[at * words + w * room_ + k])
        score = np.float32(left) + total * total / (square + np.float32(1e-30))
        if left <= 1:
            score = np.float32(left - 1)
        if noise > 0:
            score *= np.float32(1.0 + 0.4 * noise * _random(state))
        if score < best:
            best = score
            line = signed(k)
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != _NONE:
            each = np.uint64(64) * w + np.uint64(lowest(need))
            need &= need - _ONE
            score = np.float32(number[each]) + sums[each] * sums[each] / (
                squares[each] + np.float32(1e-30)
            )
            if number[each] <= 1:
                score = np.float32(number[each] - 1)
            if noise > 0:
                score *= np.float32(1.0 + 0.4 * noise * _random(state))
            if score < best:
                best = score
                column = signed(each)
    if fewest < best:
        _branch_over_diagonal(room, depth, count, diagonal, filled, noise, state)
        return
    found = 0
    if column < 0:
        for j in range(across):
            place = cells + np.uint64(line) * across + j
            if nodes.dead[place] == 0:
                _insert(
                    children, at, found, line << 8 | signed(j), nodes.shares[place], noise, state
                )
                found += 1
    else:
        for k in range(np.uint64(count)):
            place = cells + k * across + np.uint64(column)
            if nodes.dead[place] == 0:
                _insert(
                    children,
                    at,
                    found,
                    signed(k) << 8 | column,
                    nodes.shares[place],
                    noise,
                    state,
                )
                found += 1
    children.number[depth] = found
    children.tried[depth] = 0


@kernel(inline="always")
def _insert(
    children: Children,
    at: np.uint64,
    found: int,
    cell: int,
    share: np.float32,
    noise: float,
    state: NDArray[np.uint64],
) -> None:
    """Put a branch in its place, the largest share first."""
    key = share
    if noise > 0:
        gumbel = -np.log(-np.log(_random(state) * 0.999999 + 1e-7))
        key = np.float32(np.log(share + np.float32(1e-20)) + noise * gumbel)
    place = at + np.uint64(found)
    while place > at and children.keys[place - _ONE] < key:
        children.keys[place] = children.keys[place - _ONE]
        children.cells[place] = children.cells[place - _ONE]
        place -= _ONE
    children.keys[place] = key
    children.cells[place] = cell


@kernel(inline="always")
def _random(state: NDArray[np.uint64]) -> float:
    """Return a number between 0 and 1, by chance."""
    state[0] = word = shaken(state[0])
    return float(signed(word >> np.uint64(11)) + 1) / 9007199254740994.0


@kernel()
def descend(
    wide: tuple[int, ...], room: Room, depth: int, count: int, line: int, column: int
) -> bool:
    """Place a queen, and write what stays open to the next depth; False if a row has no square."""
    size, nodes = room.size, room.nodes
    words = np.uint64(len(wide))
    across = size.across
    room_ = np.uint64(ROOM)
    at = np.uint64(depth) * room_
    below = at + room_
    row = nodes.rows[at + np.uint64(line)]
    if not descend_corner(nodes, depth, count - 1, row, column):
        return False
    to = np.uint64(0)
    for k in range(np.uint64(count)):
        if k == np.uint64(line):
            continue
        apart = abs(nodes.rows[at + k] - row)
        left = _NONE
        for w in range(words):
            some = nodes.open[at * words + w * room_ + k] & ~attacked(
                wide, column, apart, signed(w)
            )
            nodes.open[below * words + w * room_ + to] = some
            left |= some
        if left == _NONE:
            return False
        nodes.rows[below + to] = nodes.rows[at + k]
        source = (np.uint64(depth) * size.most + k) * across
        target = (np.uint64(depth + 1) * size.most + to) * across
        for j in range(across):
            nodes.shares[target + j] = nodes.shares[source + j]
        for j in range(across):
            nodes.dead[target + j] = nodes.dead[source + j]
        for place in (column - apart, column, column + apart):
            if 0 <= place < size.side:
                nodes.shares[target + np.uint64(place)] = np.float32(0.0)
                nodes.dead[target + np.uint64(place)] = DEAD
        to += _ONE
    for w in range(words):
        nodes.need[np.uint64(depth + 1) * words + w] = nodes.need[np.uint64(depth) * words + w]
    word = np.uint64(depth + 1) * words + np.uint64(column >> 6)
    nodes.need[word] &= ~(_ONE << np.uint64(column & 63))
    hand_down_filled(nodes, room.desk, depth)
    filled = np.uint64(depth + 1) * np.uint64(len(room.desk.used))
    leave_diagonals(wide, size.side, nodes.filled, filled, row, column)
    _hand_down_factors(room, depth)
    return True


@kernel()
def close(wide: tuple[int, ...], room: Room, depth: int, count: int, diagonal: int) -> bool:
    """Write a node without the squares of a diagonal to the next depth; False if a row has none."""
    size, nodes = room.size, room.nodes
    words = np.uint64(len(wide))
    across = size.across
    room_ = np.uint64(ROOM)
    at = np.uint64(depth) * room_
    below = at + room_
    nodes.corner.least[depth + 1] = nodes.corner.least[depth]
    nodes.corner.most[depth + 1] = nodes.corner.most[depth]
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        nodes.rows[below + k] = row
        if diagonal >= 3 * signed(across):
            column = diagonal - 3 * signed(across) - row
        else:
            column = diagonal - signed(across) - size.side + 1 + row
        source = (np.uint64(depth) * size.most + k) * across
        target = (np.uint64(depth + 1) * size.most + k) * across
        for j in range(across):
            nodes.shares[target + j] = nodes.shares[source + j]
        for j in range(across):
            nodes.dead[target + j] = nodes.dead[source + j]
        if 0 <= column < size.side:
            nodes.shares[target + np.uint64(column)] = np.float32(0.0)
            nodes.dead[target + np.uint64(column)] = DEAD
        left = _NONE
        for w in range(words):
            some = nodes.open[at * words + w * room_ + k]
            if 0 <= column < size.side and column >> 6 == signed(w):
                some &= ~(_ONE << np.uint64(column & 63))
            nodes.open[below * words + w * room_ + k] = some
            left |= some
        if left == _NONE:
            return False
    for w in range(words):
        nodes.need[np.uint64(depth + 1) * words + w] = nodes.need[np.uint64(depth) * words + w]
    hand_down_filled(nodes, room.desk, depth)
    _hand_down_factors(room, depth)
    return True


@kernel(inline="always")
def _hand_down_factors(room: Room, depth: int) -> None:
    size, factors = room.size, room.nodes.factors
    here, there = np.uint64(depth) * size.factors, np.uint64(depth + 1) * size.factors
    for j in range(size.factors):
        factors[there + j] = factors[here + j]
