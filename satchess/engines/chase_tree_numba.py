"""Compiled branch and prune: whether queens can be placed in the open rows of a board.

A node is a set of open rows with their open squares. A short search may end it at once
(`chase_leaves_numba`); its diagonals (`chase_diagonals_numba`) or prices (`chase_prices_numba`) may
refute it or remove squares; otherwise it branches over a row, a column or a full diagonal,
whichever has the fewest squares, counted as they are and by weight.

Work is measured in ticks, about 0.1 microseconds each, so that two runs do the same.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satchess.engines.bits_numba import lowest, ones, shaken, signed
from satchess.engines.chase_corner_numba import descend_corner, fit_corner, set_corner
from satchess.engines.chase_diagonals_numba import narrow
from satchess.engines.chase_leaves_numba import Leaves, attacked, make_leaves, search_leaf
from satchess.engines.chase_prices_numba import (
    REASSOCIATE,
    extrapolate,
    propose,
    prove,
    scale,
    take_logs,
)
from satchess.engines.chase_room_numba import (
    DEAD,
    MOST_CLOSED,
    ROOM,
    Desk,
    Floats,
    Nodes,
    Numbers,
    Size,
    depths_of,
    make_desk,
    make_nodes,
    make_size,
)
from satchess.engines.kernels_numba import kernel
from satchess.engines.verdicts import FOUND, REFUTED, UNDECIDED

_ONE = np.uint64(1)
_NONE = np.uint64(0)

LEAF_NODES = 200
"""Nodes of a short search, before prices are asked."""

LONG_LEAF_NODES = 2_000
"""Nodes of a long search, where prices have turned out to be of little use."""

_SAMPLE = 16.0
"""Of so many nodes, one is for finding out whether the other way would be better."""

_FULL = np.float32(0.03)
"""What may be missing on a diagonal that is worth branching over."""

_CLOSED = 1 << 20
"""A branch that is not a queen, but a diagonal without any: this, and its place among the lines."""

MOST_KEPT = 3
"""Prices that are tried at every node."""

_ROUNDS = 4
"""Rounds of scaling between two proofs."""
_MOST_ROUNDS = 60
_DEEP_ROUNDS = 1000
_DEEP_STEP = 24
"""Rounds between two extrapolations."""

_GAIN = 0.02
"""How much a node counts in what is known of how often short searches end one."""
_SLOW_GAIN = 0.05
"""How much a node counts in averages of ticks, and of how often prices refute."""

STATISTICS = ("ticks", "nodes", "searches", "searched", "certificates", "removed")
_TICKS, _NODES, _SEARCHES, _SEARCHED, _CERTIFICATES, _REMOVED = range(len(STATISTICS))


class Children(NamedTuple):
    """The branches of each depth, and how many rows are open there."""

    rows: Numbers
    cells: Numbers
    """Queens, as place of the row << 8 | column; or a diagonal without any, see _CLOSED."""
    keys: Floats
    number: Numbers
    tried: Numbers
    since: Numbers
    depth: Numbers
    """Where the search stopped."""


class Habits(NamedTuple):
    """What has been seen so far in nodes of so many rows, from none to all of them."""

    ends: NDArray[np.float64]
    """How often a short search ends a node."""
    passed: NDArray[np.float64]
    """How many nodes there were."""
    subtree: NDArray[np.float64]
    """The ticks of a node that branches, with all below it."""
    deep_cost: NDArray[np.float64]
    """The ticks of thorough prices."""
    deep_wins: NDArray[np.float64]
    """How often they refute."""
    failed: NDArray[np.float64]
    """How many short searches have not ended a node."""
    long_search: NDArray[np.float64]
    """The ticks of a node that is searched for long, with all below it if that does not end it."""
    wins: NDArray[np.float64]
    """How often prices refute."""
    tight_wins: NDArray[np.float64]
    """How often prices for the root refute."""


class Room(NamedTuple):
    """Room for a tree, made once for a size of boards."""

    size: Size
    nodes: Nodes
    desk: Desk
    leaves: Leaves
    children: Children
    habits: Habits
    tight: Floats
    """Prices for the root by linear programmes, which are tried at every node."""
    kept: Numbers
    """How many of them."""


def make_room(side: int, rows: int) -> Room:
    """Make room for boards of a side with so many open rows."""
    words = -(-side // 64)
    size = make_size(side, rows)
    depths = depths_of(rows)
    children = Children(
        rows=np.zeros(depths, np.int64),
        cells=np.zeros(depths * ROOM, np.int64),
        keys=np.zeros(depths * ROOM, np.float32),
        number=np.zeros(depths, np.int64),
        tried=np.zeros(depths, np.int64),
        since=np.zeros(depths, np.int64),
        depth=np.zeros(1, np.int64),
    )
    return Room(
        size,
        make_nodes(size, words),
        make_desk(size, words),
        make_leaves(words),
        children,
        Habits(*(np.zeros(rows + 1) for _ in Habits._fields)),
        tight=np.zeros(MOST_KEPT * int(size.factors), np.float32),
        kept=np.zeros(1, np.int64),
    )


def branches(room: Room) -> list[tuple[int, int]]:
    """Return the branches of the root, if it has any: places of rows, and columns."""
    return [
        (int(cell) >> 8, int(cell) & 255) for cell in room.children.cells[: room.children.number[0]]
    ]


def are_refuting(
    wide: tuple[int, ...],
    room: Room,
    count: int,
    columns: Mapping[int, float],
    down: Mapping[int, float],
    up: Mapping[int, float],
    corner: float,
) -> bool:
    """Whether prices, rounded to integers, refute the `count` open rows of the root."""
    propose(room.size, room.desk, columns, down, up, corner)
    refuted, _, _ = prove(wide, room.size, room.nodes, room.desk, 0, count)
    return bool(refuted)


def keep_prices(
    room: Room,
    columns: Mapping[int, float],
    down: Mapping[int, float],
    up: Mapping[int, float],
    corner: float,
) -> None:
    """Keep prices to be tried at every node; the first ones are."""
    if room.kept[0] < MOST_KEPT:
        propose(room.size, room.desk, columns, down, up, corner)
        factors = int(room.size.factors)
        first = int(room.kept[0]) * factors
        room.tight[first : first + factors] = room.desk.logs
        room.kept[0] += 1


def share_done(room: Room) -> float:
    """Return how much of the tree is done where it stopped, if all branches of a node are alike."""
    done, share = 0.0, 1.0
    for depth in range(int(room.children.depth[0])):
        share /= float(room.children.number[depth])
        done += share * float(room.children.tried[depth] - 1)
    return done


@kernel()
def set_up(
    wide: tuple[int, ...],
    room: Room,
    rows: Numbers,
    open_: NDArray[np.uint64],
    edge: int,
    least: int,
    most: int,
) -> None:
    """Write rows of a board with their open squares into the root of the tree, and its corner."""
    nodes, size = room.nodes, room.size
    words = len(wide)
    set_corner(wide, size, nodes, edge, least, most)
    room.kept[0] = 0
    for w in range(words):
        nodes.need[w] = _NONE
    for j in range(size.factors):
        nodes.factors[j] = np.float32(1.0)
    for k in range(len(rows)):
        nodes.rows[k] = rows[k]
        for w in range(words):
            nodes.open[w * ROOM + k] = open_[k, w]
            nodes.need[w] |= open_[k, w]
        first = k * size.across
        for j in range(size.across):
            is_open = (open_[k, j >> np.uint64(6)] >> (j & np.uint64(63))) & _ONE != _NONE
            nodes.shares[first + j] = np.float32(1.0) if is_open else np.float32(0.0)
            nodes.dead[first + j] = 0 if is_open else DEAD


@kernel()
def _search(
    wide: tuple[int, ...], room: Room, depth: int, count: int, most: int, columns: Numbers
) -> tuple[int, int]:
    nodes, leaves = room.nodes, room.leaves
    words = np.uint64(len(wide))
    across = np.uint64(ROOM)
    at = np.uint64(depth) * across
    for k in range(np.uint64(count)):
        leaves.rows[k] = nodes.rows[at + k]
        for w in range(words):
            leaves.open[w * across + k] = nodes.open[at * words + w * across + k]
    for w in range(words):
        leaves.need[w] = nodes.need[np.uint64(depth) * words + w]
    corner = nodes.corner
    leaves.least[0], leaves.most[0] = corner.least[depth], corner.most[depth]
    return search_leaf(wide, count, leaves, corner.edge[0], corner.upper, most, columns)


@kernel()
def _price(
    wide: tuple[int, ...],
    room: Room,
    depth: int,
    count: int,
    deep: bool,
    most: int,
    statistics: Numbers,
) -> bool:
    """Scale and prove in turns; return whether the node is refuted."""
    size, nodes, desk = room.size, room.nodes, room.desk
    cost = count * signed(size.across) // 64 + 8
    best = before = 1 << 60
    stalled = rounds = since = 0
    while True:
        take_logs(size, nodes, desk, depth)
        refuted, slack, removed = prove(wide, size, nodes, desk, depth, count)
        statistics[_REMOVED] += removed
        statistics[_TICKS] += cost
        if refuted:
            return True
        if rounds == 0:
            for j in range(len(desk.logs)):
                desk.before[j] = desk.logs[j]
        if deep and rounds - since >= _DEEP_STEP:
            since = rounds
            statistics[_TICKS] += 4 * cost
            refuted, slack, removed = extrapolate(wide, size, nodes, desk, depth, count, slack)
            statistics[_REMOVED] += removed
            if refuted:
                return True
            stalled = 0 if slack < best - best // 100 else stalled + 1
            best = min(best, slack)
            if stalled == 4:
                return False
        elif not deep and removed == 0 and rounds > 3 * _ROUNDS:
            gain = before - slack
            if gain <= 0 or slack * _ROUNDS > 2 * _MOST_ROUNDS * gain:
                return False
        if rounds >= most:
            return False
        before = slack
        scale(size, nodes, desk, depth, count, _ROUNDS)
        rounds += _ROUNDS
        statistics[_TICKS] += cost * _ROUNDS


@kernel()
def _try_kept(
    wide: tuple[int, ...], room: Room, depth: int, count: int, statistics: Numbers
) -> bool:
    """Try the prices that are kept; return whether the node is refuted."""
    factors = signed(room.size.factors)
    for each in range(room.kept[0]):
        for j in range(factors):
            room.desk.logs[j] = room.tight[each * factors + j]
        refuted, _, removed = prove(wide, room.size, room.nodes, room.desk, depth, count)
        statistics[_REMOVED] += removed
        statistics[_TICKS] += count * signed(room.size.across) // 64 + 8
        if refuted:
            return True
    return False


@kernel(fastmath=REASSOCIATE)
def _scarcest_diagonal(room: Room, depth: int, count: int) -> tuple[np.float32, np.uint64]:
    """Return the diagonal with the fewest squares, counted as they are and by weight.

    That it has no queen at all is one more possibility. What is returned is that number, and the
    place of the diagonal among all lines.
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
    line = np.uint64(across)
    for after in range(size.corner - across):
        place = across + np.uint64(after)
        none = max(np.float32(1.0) - sums[place], np.float32(0.0))
        if number[place] > 0 and none < _FULL:
            score = np.float32(number[place])
            score += np.float32(1.0) / (squares[place] + none * none)
            if score < best:
                best = score
                line = place
    return best, line


@kernel(fastmath=REASSOCIATE)
def _branch_over_diagonal(room: Room, depth: int, count: int, diagonal: np.uint64) -> None:
    """Branch over the squares of a diagonal, and over none of them."""
    size, nodes, children = room.size, room.nodes, room.children
    across, side = size.across, np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROOM)
    none = np.float32(1.0)
    found = 0
    state = np.zeros(1, np.uint64)
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
                _insert(children, at, found, signed(k) << 8 | signed(j), share, 0.0, state)
                found += 1
    _insert(children, at, found, _CLOSED | signed(diagonal), none, 0.0, state)
    children.number[depth] = found + 1
    children.tried[depth] = 0


@kernel(fastmath=REASSOCIATE)
def _branch(
    wide: tuple[int, ...],
    room: Room,
    depth: int,
    count: int,
    diagonals: bool,
    noise: float,
    state: NDArray[np.uint64],
) -> None:
    """Choose the line to branch over, and sort its squares."""
    size, nodes, children = room.size, room.nodes, room.children
    most = np.float32(1e30)
    diagonal = _NONE
    if diagonals:
        most, diagonal = _scarcest_diagonal(room, depth, count)
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
    if most < best:
        _branch_over_diagonal(room, depth, count, diagonal)
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
def _descend(
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
    _hand_down_factors(room, depth)
    return True


@kernel()
def _close(wide: tuple[int, ...], room: Room, depth: int, count: int, diagonal: int) -> bool:
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
    _hand_down_factors(room, depth)
    return True


@kernel(inline="always")
def _hand_down_factors(room: Room, depth: int) -> None:
    size, factors = room.size, room.nodes.factors
    here, there = np.uint64(depth) * size.factors, np.uint64(depth + 1) * size.factors
    for j in range(size.factors):
        factors[there + j] = factors[here + j]


@kernel()
def search_tree(
    wide: tuple[int, ...],
    room: Room,
    count: int,
    budget: int,
    most_nodes: int,
    anew: bool,
    squarely: bool,
    noise: float,
    state: NDArray[np.uint64],
    statistics: Numbers,
    columns: Numbers,
) -> int:
    """Place queens in the `count` open rows of the root; return the verdict.

    At most so many ticks and nodes; a tree that is not begun `anew` goes on where it was. If
    `squarely`, the root branches over a row or a column, not over a diagonal. With `noise`, lines
    and squares are chosen with some chance, and nothing is spent on a thorough refutation: that is
    for finding a placement, by many short runs. The columns of a placement that is found are
    written to `columns`, by rows of the board.
    """
    nodes, children = room.nodes, room.children
    ends, passed, subtree, deep_cost, deep_wins, failed, long_search, wins, tight = room.habits
    depth = children.depth[0]
    if anew:
        depth = 0
        children.rows[0] = count
        for each in range(len(ends)):
            ends[each], passed[each], subtree[each] = 0.5, 0.0, 0.0
            deep_cost[each], deep_wins[each] = 10_000.0, 0.3
            failed[each], long_search[each], wins[each], tight[each] = 0.0, 0.0, 0.3, 0.3
    entering = True
    done_nodes = 0
    limit = statistics[_TICKS] + budget
    while depth >= 0:
        size = children.rows[depth]
        if entering:
            entering = False
            done_nodes += 1
            children.since[depth] = statistics[_TICKS]
            children.number[depth] = children.tried[depth] = 0
            if statistics[_TICKS] > limit or done_nodes > most_nodes:
                children.depth[0] = depth
                return UNDECIDED
            statistics[_NODES] += 1
            passed[size] += 1.0
            verdict = UNDECIDED
            if size == 0:
                verdict = FOUND
            else:
                refuted, removed = fit_corner(wide, room.size, nodes, depth, size)
                statistics[_REMOVED] += removed
                if not refuted:
                    refuted, removed = narrow(wide, room.size, nodes, room.desk, depth, size)
                    statistics[_REMOVED] += removed
                statistics[_TICKS] += 3
                if not refuted and (tight[size] > 0.02 or passed[size] % 16.0 == 0.0):
                    refuted = _try_kept(wide, room, depth, size, statistics)
                    tight[size] += _GAIN * (refuted - tight[size])
                if refuted:
                    statistics[_CERTIFICATES] += 1
                    depth -= 1
                    continue
            if verdict == UNDECIDED and (ends[size] > 0.15 or passed[size] % 16.0 == 0.0):
                for most in (LEAF_NODES, LONG_LEAF_NODES):
                    verdict, searched = _search(wide, room, depth, size, most, columns)
                    statistics[_SEARCHES] += 1
                    statistics[_SEARCHED] += searched
                    statistics[_TICKS] += searched + 10
                    if most == LEAF_NODES:
                        ends[size] += _GAIN * ((verdict != UNDECIDED) - ends[size])
                    else:
                        spent = float(searched)
                        if verdict == UNDECIDED:
                            spent += subtree[size]
                        gain = max(_SLOW_GAIN, _SAMPLE / failed[size])
                        long_search[size] += min(gain, 1.0) * (spent - long_search[size])
                    if verdict != UNDECIDED or noise > 0 or subtree[size] == 0.0:
                        break
                    failed[size] += 1.0
                    sample = failed[size] % _SAMPLE == 1.0
                    if (long_search[size] < subtree[size]) == sample and failed[size] > 1.0:
                        break
            if verdict == FOUND:
                for each in range(depth):
                    cell = children.cells[each * ROOM + children.tried[each] - 1]
                    if cell >= _CLOSED:
                        continue
                    columns[nodes.rows[each * ROOM + (cell >> 8)]] = cell & 255
                return FOUND
            if verdict == UNDECIDED:
                refuted = False
                for deep in (False, True):
                    if deep and noise > 0:
                        break
                    worth = depth == 0 or subtree[size] * deep_wins[size] > deep_cost[size]
                    if deep and not worth:
                        break
                    before = statistics[_TICKS]
                    most_rounds = _DEEP_ROUNDS if deep else _MOST_ROUNDS
                    if not deep and wins[size] < 0.05 and passed[size] % 8.0 != 0.0:
                        most_rounds = _ROUNDS
                    refuted = _price(wide, room, depth, size, deep, most_rounds, statistics)
                    if not deep and most_rounds > _ROUNDS:
                        wins[size] += _SLOW_GAIN * (refuted - wins[size])
                    spent = statistics[_TICKS] - before
                    if deep:
                        deep_wins[size] += _SLOW_GAIN * (refuted - deep_wins[size])
                        deep_wins[size] = max(deep_wins[size], 0.02)
                        deep_cost[size] += _SLOW_GAIN * (spent - deep_cost[size])
                    if refuted:
                        break
                if refuted:
                    statistics[_CERTIFICATES] += 1
                else:
                    children.since[depth] = statistics[_TICKS]
                    closed = size + depth - count
                    diagonals = noise == 0 and (squarely == 0 or depth > 0)
                    diagonals = diagonals and closed < MOST_CLOSED and size < ROOM
                    _branch(wide, room, depth, size, diagonals, noise, state)
        if children.tried[depth] == children.number[depth]:
            if children.number[depth]:
                spent = statistics[_TICKS] - children.since[depth]
                subtree[size] += _SLOW_GAIN * (spent - subtree[size])
            depth -= 1
            continue
        cell = children.cells[depth * ROOM + children.tried[depth]]
        children.tried[depth] += 1
        if cell >= _CLOSED:
            entering = _close(wide, room, depth, size, cell - _CLOSED)
        else:
            entering = _descend(wide, room, depth, size, cell >> 8, cell & 255)
        if entering:
            depth += 1
            children.rows[depth] = size - (cell < _CLOSED)
    children.depth[0] = -1
    return REFUTED
