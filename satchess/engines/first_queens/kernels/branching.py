"""Compiled branching: which line a node branches over, and what each branch leaves open."""

import numpy as np

from satchess.engines.first_queens.kernels.corner import corner_after
from satchess.engines.first_queens.kernels.diagonals import is_forced, leave_diagonals
from satchess.engines.first_queens.kernels.duals import REASSOCIATE
from satchess.engines.first_queens.kernels.leaves import attacked
from satchess.engines.first_queens.kernels.nodes import (
    close_square_of,
    copy_cells,
    copy_lines_down,
)
from satchess.engines.first_queens.kernels.tree_workspace import CLOSED, Children, Workspace
from satchess.engines.first_queens.kernels.workspace import ROW_STRIDE, Words
from satchess.engines.kernels.bits import NONE, ONE, WordSlots, lowest, ones, signed, xorshift
from satchess.engines.kernels.compile import kernel_in_place

_NEARLY_FULL = np.float32(0.03)
"""The largest share that may be missing on a diagonal worth branching over."""

_FAR = np.float32(1e30)
"""A score worse than that of any line."""

_TINY = np.float32(1e-30)


@kernel_in_place(fastmath=REASSOCIATE)
def _scarcest_diagonal(
    workspace: Workspace, depth: int, count: int, may_close: bool
) -> tuple[np.float32, np.uint64, bool]:
    """Return the diagonal with the lowest score: its score, place among all lines, if it is forced.

    That it has no queen at all is one more possibility, unless it is forced; diagonals that are not
    forced are considered only if they `may_close`.
    """
    across, scratch = workspace.size.across, workspace.scratch
    sums, squares = scratch.sums, scratch.change
    number = scratch.prices  # no longer needed
    _sum_diagonals(workspace, depth, count)
    best = _FAR
    line, forced = across, False
    for up in (False, True):
        first = np.uint64(3) * across if up else across
        for j in range(np.uint64(2) * across):
            place = first + j
            must = is_forced(workspace.nodes, scratch, depth, j, up)
            if number[place] == 0:
                if must:  # no placement, and no branch
                    return np.float32(-2.0), place, must
                continue
            score = np.float32(number[place])
            none = max(np.float32(1.0) - sums[place], np.float32(0.0))
            if must:
                score += sums[place] * sums[place] / (squares[place] + _TINY)
                if number[place] == 1:
                    score = np.float32(0.0)
            elif may_close and none < _NEARLY_FULL:
                score += np.float32(1.0) / (squares[place] + none * none)
            else:
                continue
            if score < best:
                best, line, forced = score, place, must
    return best, line, forced


@kernel_in_place(inline="always")
def _sum_diagonals(workspace: Workspace, depth: int, count: int) -> None:
    """Sum shares, their squares and the number of open squares for each diagonal."""
    size, nodes, scratch = workspace.size, workspace.nodes, workspace.scratch
    sums, squares, number = scratch.sums, scratch.change, scratch.prices
    across, side = size.across, np.uint64(size.side)
    for j in range(size.corner):
        sums[j] = squares[j] = np.float32(0.0)
        number[j] = 0
    for k in range(np.uint64(count)):
        cells = (np.uint64(depth) * size.most + k) * across
        row = np.uint64(nodes.rows[np.uint64(depth) * np.uint64(ROW_STRIDE) + k])
        for first in (across + side - ONE - row, np.uint64(3) * across + row):
            for j in range(across):
                x = nodes.shares[cells + j]
                sums[first + j] += x
                squares[first + j] += x * x
                number[first + j] += nodes.dead[cells + j] == 0


@kernel_in_place(fastmath=REASSOCIATE)
def _branch_over_diagonal(
    workspace: Workspace,
    depth: int,
    count: int,
    diagonal: np.uint64,
    forced: bool,
    noise: float,
    random_state: Words,
) -> None:
    """Branch over the squares of a diagonal, and over leaving it empty if it is not forced."""
    size, nodes, children = workspace.size, workspace.nodes, workspace.children
    across, side = size.across, np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    none = np.float32(1.0)
    found = 0
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        first = across + side - ONE - row
        if diagonal >= np.uint64(3) * across:
            first = np.uint64(3) * across + row
        if first <= diagonal < first + side:
            j = diagonal - first
            place = (np.uint64(depth) * size.most + k) * across + j
            if nodes.dead[place] == 0:
                share = nodes.shares[place]
                none -= share
                _insert(children, at, found, signed(k) << 8 | signed(j), share, noise, random_state)
                found += 1
    if not forced:
        _insert(children, at, found, CLOSED | signed(diagonal), none, noise, random_state)
        found += 1
    children.number[depth] = found
    children.tried[depth] = 0


@kernel_in_place(fastmath=REASSOCIATE)
def branch(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    rows_or_columns_only: bool,
    may_close: bool,
    noise: float,
    random_state: Words,
) -> None:
    """Choose the line to branch over, and sort its squares.

    Unless `rows_or_columns_only`, this may be a forced diagonal, or one that is nearly full if
    those `may_close`.
    """
    fewest = _FAR
    diagonal, forced = NONE, False
    if not rows_or_columns_only:
        fewest, diagonal, forced = _scarcest_diagonal(workspace, depth, count, may_close)
    best, line = _scarcest_row(slots, workspace, depth, count, noise, random_state)
    best, column = _scarcest_column(slots, workspace, depth, best, noise, random_state)
    if fewest < best:
        _branch_over_diagonal(workspace, depth, count, diagonal, forced, noise, random_state)
    elif column < 0:
        _branch_over_row(workspace, depth, line, noise, random_state)
    else:
        _branch_over_column(workspace, depth, count, column, noise, random_state)


@kernel_in_place(inline="always")
def _scarcest_row(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    noise: float,
    random_state: Words,
) -> tuple[np.float32, int]:
    """Return the lowest score of a row, and its place; sum shares, squares, numbers by column.

    The score is the number of open squares plus their effective number by weight.
    """
    size, nodes, scratch = workspace.size, workspace.nodes, workspace.scratch
    sums, squares, number = scratch.sums, scratch.change, scratch.cheapest
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    for j in range(size.across):
        sums[j] = squares[j] = np.float32(0.0)
        number[j] = 0
    best = _FAR
    line = 0  # a row, whatever the floats are
    for k in range(np.uint64(count)):
        row = (np.uint64(depth) * size.most + k) * size.across
        total = square = np.float32(0.0)
        for j in range(size.across):
            x = nodes.shares[row + j]
            total += x
            square += x * x
            sums[j] += x
            squares[j] += x * x
            number[j] += nodes.dead[row + j] == 0
        left = 0
        for w in range(words):
            left += ones(nodes.open[at * words + w * stride + k])
        score = _score(left, total, square, noise, random_state)
        if score < best:
            best = score
            line = signed(k)
    return best, line


@kernel_in_place(inline="always")
def _scarcest_column(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    best: np.float32,
    noise: float,
    random_state: Words,
) -> tuple[np.float32, int]:
    """Return a score below `best` and the column that has it; -1 if there is none."""
    sums, squares = workspace.scratch.sums, workspace.scratch.change
    number = workspace.scratch.cheapest
    words = np.uint64(len(slots))
    column = -1
    for w in range(words):
        need = workspace.nodes.need[np.uint64(depth) * words + w]
        while need != NONE:
            each = np.uint64(64) * w + np.uint64(lowest(need))
            need &= need - ONE
            score = _score(signed(number[each]), sums[each], squares[each], noise, random_state)
            if score < best:
                best = score
                column = signed(each)
    return best, column


@kernel_in_place(inline="always")
def _score(
    number: int, total: np.float32, square: np.float32, noise: float, random_state: Words
) -> np.float32:
    """Score a line with so many squares, the sum of their shares and of their squares."""
    score = np.float32(number) + total * total / (square + _TINY)
    if number <= 1:
        score = np.float32(number - 1)
    if noise > 0:
        score *= np.float32(1.0 + 0.4 * noise * _random(random_state))
    return score


@kernel_in_place(inline="always")
def _branch_over_row(
    workspace: Workspace, depth: int, line: int, noise: float, random_state: Words
) -> None:
    """Branch over the open squares of the row at a place."""
    size, nodes, children = workspace.size, workspace.nodes, workspace.children
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    cells = (np.uint64(depth) * size.most + np.uint64(line)) * size.across
    found = 0
    for j in range(size.across):
        if nodes.dead[cells + j] == 0:
            cell = line << 8 | signed(j)
            _insert(children, at, found, cell, nodes.shares[cells + j], noise, random_state)
            found += 1
    children.number[depth] = found
    children.tried[depth] = 0


@kernel_in_place(inline="always")
def _branch_over_column(
    workspace: Workspace, depth: int, count: int, column: int, noise: float, random_state: Words
) -> None:
    """Branch over the open squares of a column."""
    size, nodes, children = workspace.size, workspace.nodes, workspace.children
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    found = 0
    for k in range(np.uint64(count)):
        place = (np.uint64(depth) * size.most + k) * size.across + np.uint64(column)
        if nodes.dead[place] == 0:
            cell = signed(k) << 8 | column
            _insert(children, at, found, cell, nodes.shares[place], noise, random_state)
            found += 1
    children.number[depth] = found
    children.tried[depth] = 0


@kernel_in_place(inline="always")
def _insert(
    children: Children,
    at: np.uint64,
    found: int,
    cell: int,
    share: np.float32,
    noise: float,
    random_state: Words,
) -> None:
    """Insert a branch, the largest share first; with noise, at random by their shares."""
    key = share
    if noise > 0:
        gumbel = -np.log(-np.log(_random(random_state) * 0.999999 + 1e-7))
        key = np.float32(np.log(share + np.float32(1e-20)) + noise * gumbel)
    place = at + np.uint64(found)
    while place > at and children.keys[place - ONE] < key:
        children.keys[place] = children.keys[place - ONE]
        children.cells[place] = children.cells[place - ONE]
        place -= ONE
    children.keys[place] = key
    children.cells[place] = cell


@kernel_in_place(inline="always")
def _random(random_state: Words) -> float:
    """Return a pseudorandom number between 0 and 1."""
    random_state[0] = word = xorshift(random_state[0])
    return float(signed(word >> np.uint64(11)) + 1) / 9007199254740994.0


@kernel_in_place()
def descend(
    slots: WordSlots, workspace: Workspace, depth: int, count: int, line: int, column: int
) -> bool:
    """Place a queen, and write what stays open to the next depth; False if a row has no square."""
    size, nodes = workspace.size, workspace.nodes
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    below = at + stride
    row = nodes.rows[at + np.uint64(line)]
    if not corner_after(nodes, depth, count - 1, row, column):
        return False
    to = np.uint64(0)
    for k in range(np.uint64(count)):
        if k == np.uint64(line):
            continue
        apart = abs(nodes.rows[at + k] - row)
        left = NONE
        for w in range(words):
            some = nodes.open[at * words + w * stride + k] & ~attacked(
                slots, column, apart, signed(w)
            )
            nodes.open[below * words + w * stride + to] = some
            left |= some
        if left == NONE:
            return False
        nodes.rows[below + to] = nodes.rows[at + k]
        source = (np.uint64(depth) * size.most + k) * size.across
        target = (np.uint64(depth + 1) * size.most + to) * size.across
        copy_cells(size, nodes, source, target)
        for place in (column - apart, column, column + apart):
            close_square_of(size, nodes, target, place)
        to += ONE
    forced_words = len(workspace.scratch.used)
    copy_lines_down(slots, size, nodes, forced_words, depth)
    word = np.uint64(depth + 1) * words + np.uint64(column >> 6)
    nodes.need[word] &= ~(ONE << np.uint64(column & 63))
    forced = np.uint64(depth + 1) * np.uint64(forced_words)
    leave_diagonals(slots, size.side, nodes.forced, forced, row, column)
    return True


@kernel_in_place()
def close(slots: WordSlots, workspace: Workspace, depth: int, count: int, diagonal: int) -> bool:
    """Write a node without the squares of a diagonal to the next depth; False if a row has none."""
    size, nodes = workspace.size, workspace.nodes
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    below = at + stride
    nodes.corner.least[depth + 1] = nodes.corner.least[depth]
    nodes.corner.most[depth + 1] = nodes.corner.most[depth]
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        nodes.rows[below + k] = row
        if diagonal >= 3 * signed(size.across):
            column = diagonal - 3 * signed(size.across) - row
        else:
            column = diagonal - signed(size.across) - size.side + 1 + row
        source = (np.uint64(depth) * size.most + k) * size.across
        target = (np.uint64(depth + 1) * size.most + k) * size.across
        copy_cells(size, nodes, source, target)
        close_square_of(size, nodes, target, column)
        left = NONE
        for w in range(words):
            some = nodes.open[at * words + w * stride + k]
            if 0 <= column < size.side and column >> 6 == signed(w):
                some &= ~(ONE << np.uint64(column & 63))
            nodes.open[below * words + w * stride + k] = some
            left |= some
        if left == NONE:
            return False
    copy_lines_down(slots, size, nodes, len(workspace.scratch.used), depth)
    return True
