"""Compiled branch and prune: whether queens can be placed in the open rows of a board.

A node is a set of open rows with their open squares. A short search may end it at once
(`chase_leaves_numba`); its diagonals (`chase_diagonals_numba`) or prices (`chase_prices_numba`) may
refute it or remove squares; otherwise it branches over a row, a column or a full diagonal,
whichever has the fewest squares, counted as they are and by weight.

Work is measured in ticks, about 0.1 microseconds each, so that two runs do the same.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.first_queens.kernels.branching import branch, close, descend
from satchess.engines.first_queens.kernels.corner import fit_corner, set_corner
from satchess.engines.first_queens.kernels.diagonals import narrow
from satchess.engines.first_queens.kernels.duals import (
    extrapolate,
    propose,
    prove,
    scale,
    take_logs,
)
from satchess.engines.first_queens.kernels.leaves import search_leaf
from satchess.engines.first_queens.kernels.tree_workspace import CLOSED, MOST_KEPT, Room
from satchess.engines.first_queens.kernels.workspace import DEAD, MOST_CLOSED, ROOM, Numbers, Words
from satchess.engines.first_queens.lp import Prices
from satchess.engines.kernels.bits import signed
from satchess.engines.kernels.compile import kernel
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

_ONE = np.uint64(1)
_NONE = np.uint64(0)

LEAF_NODES = 200
"""Nodes of a short search, before prices are asked."""

LONG_LEAF_NODES = 2_000
"""Nodes of a long search, where prices have turned out to be of little use."""

_SAMPLE = 16.0
"""Of so many nodes, one is for finding out whether the other way would be better."""

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


def branches(room: Room) -> list[tuple[int, int]]:
    """Return the branches of the root, if it has any: places of rows, and columns."""
    return [
        (int(cell) >> 8, int(cell) & 255) for cell in room.children.cells[: room.children.number[0]]
    ]


def are_refuting(
    wide: tuple[int, ...],
    room: Room,
    count: int,
    prices: Prices,
) -> bool:
    """Whether prices, rounded to integers, refute the `count` open rows of the root."""
    propose(room.size, room.desk, prices)
    refuted, _, _ = prove(wide, room.size, room.nodes, room.desk, 0, count)
    return bool(refuted)


def filled_of(room: Room) -> Words:
    """Return the diagonals of the root that have a queen in every placement, as bits of words."""
    return room.nodes.filled[: len(room.desk.used)]


def keep_prices(
    room: Room,
    prices: Prices,
) -> None:
    """Keep prices to be tried at every node; the first ones are."""
    if room.kept[0] < MOST_KEPT:
        propose(room.size, room.desk, prices)
        factors = int(room.size.factors)
        first = int(room.kept[0]) * factors
        room.tight[first : first + factors] = room.desk.logs[:factors]
        room.kept[0] += 1


def share_done(room: Room) -> float:
    """Return how much of the tree is done where it stopped, if all branches of a node are alike."""
    done, share = 0.0, 1.0
    for depth in range(int(room.children.depth[0])):
        share /= float(room.children.number[depth])
        done += share * float(room.children.tried[depth] - 1)
    return done


def copy_root(source: Room, target: Room) -> None:
    """Write the root of a tree into that of another one, with all that is known of it."""
    size = source.size
    words = len(source.leaves.need) // (ROOM + 2)
    cells = int(size.most * size.across)
    mine, other = source.nodes, target.nodes
    other.rows[:ROOM] = mine.rows[:ROOM]
    other.open[: words * ROOM] = mine.open[: words * ROOM]
    other.need[:words] = mine.need[:words]
    other.filled[: len(source.desk.used)] = mine.filled[: len(source.desk.used)]
    other.shares[:cells] = mine.shares[:cells]
    other.dead[:cells] = mine.dead[:cells]
    other.factors[: int(size.factors)] = mine.factors[: int(size.factors)]
    other.corner.edge[:] = mine.corner.edge
    other.corner.upper[:] = mine.corner.upper
    other.corner.least[0] = mine.corner.least[0]
    other.corner.most[0] = mine.corner.most[0]
    target.kept[:] = source.kept
    target.tight[:] = source.tight


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
    for w in range(len(room.desk.used)):
        nodes.filled[w] = _NONE
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
    masks = np.uint64(len(room.desk.used))
    for w in range(masks):
        leaves.filled[w] = nodes.filled[np.uint64(depth) * masks + w]
    corner = nodes.corner
    leaves.least[0], leaves.most[0] = corner.least[depth], corner.most[depth]
    return search_leaf(
        wide, room.size.side, count, leaves, corner.edge[0], corner.upper, most, columns
    )


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
                    if cell >= CLOSED:
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
                    may_close = noise == 0 and closed < MOST_CLOSED and size < ROOM
                    branch(
                        wide, room, depth, size, squarely and depth == 0, may_close, noise, state
                    )
        if children.tried[depth] == children.number[depth]:
            if children.number[depth]:
                spent = statistics[_TICKS] - children.since[depth]
                subtree[size] += _SLOW_GAIN * (spent - subtree[size])
            depth -= 1
            continue
        cell = children.cells[depth * ROOM + children.tried[depth]]
        children.tried[depth] += 1
        if cell >= CLOSED:
            entering = close(wide, room, depth, size, cell - CLOSED)
        else:
            entering = descend(wide, room, depth, size, cell >> 8, cell & 255)
        if entering:
            depth += 1
            children.rows[depth] = size - (cell < CLOSED)
    children.depth[0] = -1
    return REFUTED
