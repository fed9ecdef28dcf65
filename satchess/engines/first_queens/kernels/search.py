"""Compiled branch and prune: whether queens can be placed in the open rows of a board.

A node is a set of open rows with their open squares. A short depth-first search may settle it at
once (`leaves`); its corner, its diagonals or prices (`corner`, `diagonals`, `duals`) may refute it
or remove squares; otherwise it branches (`branching`).

Work is measured in ticks of about 0.1 microseconds, counted and not timed, so that two runs do the
same.
"""

import numpy as np

from satchess.engines.first_queens.kernels.branching import branch, close, descend
from satchess.engines.first_queens.kernels.corner import prune_by_corner, set_corner
from satchess.engines.first_queens.kernels.diagonals import prune_by_diagonals
from satchess.engines.first_queens.kernels.duals import (
    extrapolate,
    propose,
    prove,
    scale,
    take_logs,
)
from satchess.engines.first_queens.kernels.leaves import search_leaf
from satchess.engines.first_queens.kernels.tree_workspace import CLOSED, MOST_KEPT, Workspace
from satchess.engines.first_queens.kernels.workspace import (
    DEAD,
    MOST_CLOSED,
    ROW_STRIDE,
    Numbers,
    Words,
)
from satchess.engines.first_queens.lp import Prices
from satchess.engines.kernels.bits import NONE, WordSlots, has_bit, signed
from satchess.engines.kernels.compile import kernel_in_place
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

LEAF_NODES = 200
"""Node limit of a short search, which comes before pricing."""

LONG_LEAF_NODES = 2_000
"""Node limit of a long search, where pricing has turned out to be of little use."""

_SAMPLE = 16.0
"""One node out of so many does the other thing, to learn whether that would be better."""

_ROUNDS = 4
"""Rounds of scaling between two proofs."""
_MOST_ROUNDS = 60
_DEEP_ROUNDS = 1000
_DEEP_STEP = 24
"""Rounds between two extrapolations."""

_GAIN = 0.02
"""Weight of a node in the running average of how often short searches settle one."""
_SLOW_GAIN = 0.05
"""Weight of a node in the running averages of ticks, and of how often pricing refutes."""

STATISTICS = ("ticks", "nodes", "searches", "searched", "certificates", "removed")
_TICKS, _NODES, _SEARCHES, _SEARCHED, _CERTIFICATES, _REMOVED = range(len(STATISTICS))


def branches(workspace: Workspace) -> list[tuple[int, int]]:
    """Return the branches of the root, if it has any: places of rows, and columns."""
    return [
        (int(cell) >> 8, int(cell) & 255)
        for cell in workspace.children.cells[: workspace.children.number[0]]
    ]


def are_refuting(slots: WordSlots, workspace: Workspace, count: int, prices: Prices) -> bool:
    """Whether prices, rounded to integers, refute the `count` open rows of the root."""
    propose(workspace.size, workspace.scratch, prices)
    refuted, _, _ = prove(slots, workspace.size, workspace.nodes, workspace.scratch, 0, count)
    return bool(refuted)


def forced_of(workspace: Workspace) -> Words:
    """Return the forced diagonals of the root, as bits of words."""
    return workspace.nodes.forced[: len(workspace.scratch.used)]


def keep_prices(workspace: Workspace, prices: Prices) -> None:
    """Keep prices to be tried at every node, up to `MOST_KEPT`."""
    if workspace.kept[0] < MOST_KEPT:
        propose(workspace.size, workspace.scratch, prices)
        factors = int(workspace.size.factors)
        first = int(workspace.kept[0]) * factors
        workspace.tight[first : first + factors] = workspace.scratch.logs[:factors]
        workspace.kept[0] += 1


def share_done(workspace: Workspace) -> float:
    """Return the share of the tree that is done, if all branches of a node are equally long."""
    done, share = 0.0, 1.0
    for depth in range(int(workspace.children.depth[0])):
        share /= float(workspace.children.number[depth])
        done += share * float(workspace.children.tried[depth] - 1)
    return done


def copy_root(source: Workspace, target: Workspace) -> None:
    """Copy the root of a tree and all that is known of it to another tree."""
    size = source.size
    words = len(source.leaves.need) // (ROW_STRIDE + 2)
    cells = int(size.most * size.across)
    mine, other = source.nodes, target.nodes
    other.rows[:ROW_STRIDE] = mine.rows[:ROW_STRIDE]
    other.open[: words * ROW_STRIDE] = mine.open[: words * ROW_STRIDE]
    other.need[:words] = mine.need[:words]
    other.forced[: len(source.scratch.used)] = mine.forced[: len(source.scratch.used)]
    other.shares[:cells] = mine.shares[:cells]
    other.dead[:cells] = mine.dead[:cells]
    other.factors[: int(size.factors)] = mine.factors[: int(size.factors)]
    other.corner.edge[:] = mine.corner.edge
    other.corner.upper[:] = mine.corner.upper
    other.corner.least[0] = mine.corner.least[0]
    other.corner.most[0] = mine.corner.most[0]
    target.kept[:] = source.kept
    target.tight[:] = source.tight


@kernel_in_place()
def set_up(
    slots: WordSlots,
    workspace: Workspace,
    rows: Numbers,
    open_: Words,
    edge: int,
    least: int,
    most: int,
) -> None:
    """Write the root of a tree: rows of a board, their open squares, and the corner."""
    nodes, size = workspace.nodes, workspace.size
    words = len(slots)
    set_corner(slots, size, nodes, edge, least, most)
    workspace.kept[0] = 0
    for w in range(words):
        nodes.need[w] = NONE
    for w in range(len(workspace.scratch.used)):
        nodes.forced[w] = NONE
    for j in range(size.factors):
        nodes.factors[j] = np.float32(1.0)
    for k in range(len(rows)):
        nodes.rows[k] = rows[k]
        for w in range(words):
            nodes.open[w * ROW_STRIDE + k] = open_[k, w]
            nodes.need[w] |= open_[k, w]
        first = k * size.across
        for j in range(size.across):
            is_open = has_bit(open_[k, j >> np.uint64(6)], j)
            nodes.shares[first + j] = np.float32(1.0) if is_open else np.float32(0.0)
            nodes.dead[first + j] = 0 if is_open else DEAD


@kernel_in_place()
def _search(
    slots: WordSlots, workspace: Workspace, depth: int, count: int, most: int, columns: Numbers
) -> tuple[int, int]:
    """Search a node depth-first, for so many nodes at most; return as `search_leaf` does."""
    nodes, leaves = workspace.nodes, workspace.leaves
    words, stride = np.uint64(len(slots)), np.uint64(ROW_STRIDE)
    at = np.uint64(depth) * stride
    for k in range(np.uint64(count)):
        leaves.rows[k] = nodes.rows[at + k]
        for w in range(words):
            leaves.open[w * stride + k] = nodes.open[at * words + w * stride + k]
    for w in range(words):
        leaves.need[w] = nodes.need[np.uint64(depth) * words + w]
    diagonals = np.uint64(len(workspace.scratch.used))
    for w in range(diagonals):
        leaves.forced[w] = nodes.forced[np.uint64(depth) * diagonals + w]
    corner = nodes.corner
    leaves.least[0], leaves.most[0] = corner.least[depth], corner.most[depth]
    side = workspace.size.side
    return search_leaf(slots, side, count, leaves, corner.edge[0], corner.upper, most, columns)


@kernel_in_place()
def _price(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    deep: bool,
    most: int,
    statistics: Numbers,
) -> bool:
    """Scale and prove in turns; return whether that refutes the node."""
    size, nodes, scratch = workspace.size, workspace.nodes, workspace.scratch
    cost = count * signed(size.across) // 64 + 8
    best = before = 1 << 60
    stalled = rounds = since = 0
    while True:
        take_logs(size, nodes, scratch, depth)
        refuted, slack, removed = prove(slots, size, nodes, scratch, depth, count)
        statistics[_REMOVED] += removed
        statistics[_TICKS] += cost
        if refuted:
            return True
        if rounds == 0:
            for j in range(len(scratch.logs)):
                scratch.before[j] = scratch.logs[j]
        if deep and rounds - since >= _DEEP_STEP:
            since = rounds
            statistics[_TICKS] += 4 * cost
            refuted, slack, removed = extrapolate(slots, size, nodes, scratch, depth, count, slack)
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
        scale(size, nodes, scratch, depth, count, _ROUNDS)
        rounds += _ROUNDS
        statistics[_TICKS] += cost * _ROUNDS


@kernel_in_place()
def _try_kept(
    slots: WordSlots, workspace: Workspace, depth: int, count: int, statistics: Numbers
) -> bool:
    """Try the prices kept from the root; return whether they refute the node."""
    factors = signed(workspace.size.factors)
    for each in range(workspace.kept[0]):
        for j in range(factors):
            workspace.scratch.logs[j] = workspace.tight[each * factors + j]
        refuted, _, removed = prove(
            slots, workspace.size, workspace.nodes, workspace.scratch, depth, count
        )
        statistics[_REMOVED] += removed
        statistics[_TICKS] += count * signed(workspace.size.across) // 64 + 8
        if refuted:
            return True
    return False


@kernel_in_place()
def search_tree(
    slots: WordSlots,
    workspace: Workspace,
    rows: int,
    budget: int,
    most_nodes: int,
    anew: bool,
    rows_or_columns_only: bool,
    noise: float,
    random_state: Words,
    statistics: Numbers,
    columns: Numbers,
) -> int:
    """Place queens in the open rows of the root; return the status.

    Stops after `budget` ticks or `most_nodes`; unless begun `anew`, a tree goes on where it
    stopped. With `rows_or_columns_only`, the root does not branch over a diagonal. With `noise`,
    lines and squares are chosen at random and no thorough refutation is tried: that is for finding
    a placement, in many short runs. The columns of a placement are written to `columns`, by rows of
    the board.
    """
    children = workspace.children
    if anew:
        _begin(workspace, rows)
    depth = children.depth[0]
    entering = True
    done_nodes = 0
    limit = statistics[_TICKS] + budget
    while depth >= 0:
        count = children.rows[depth]
        if entering:
            entering = False
            done_nodes += 1
            children.since[depth] = statistics[_TICKS]
            children.number[depth] = children.tried[depth] = 0
            if statistics[_TICKS] > limit or done_nodes > most_nodes:
                children.depth[0] = depth
                return UNDECIDED
            status = _settle(slots, workspace, depth, count, noise, statistics, columns)
            if status == FOUND:
                _write_path(workspace, depth, columns)
                return FOUND
            if status == UNDECIDED:
                children.since[depth] = statistics[_TICKS]
                closed = count + depth - rows
                may_close = noise == 0 and closed < MOST_CLOSED and count < ROW_STRIDE
                only_lines = rows_or_columns_only and depth == 0
                branch(slots, workspace, depth, count, only_lines, may_close, noise, random_state)
        if children.tried[depth] == children.number[depth]:
            if children.number[depth]:
                spent = statistics[_TICKS] - children.since[depth]
                subtree = workspace.averages.subtree
                subtree[count] += _SLOW_GAIN * (spent - subtree[count])
            depth -= 1
            continue
        entering = _follow_branch(slots, workspace, depth, count)
        if entering:
            depth += 1
    children.depth[0] = -1
    return REFUTED


@kernel_in_place(inline="always")
def _follow_branch(slots: WordSlots, workspace: Workspace, depth: int, count: int) -> bool:
    """Write the next branch of a node to the next depth; False if it is refuted at once."""
    children = workspace.children
    cell = children.cells[depth * ROW_STRIDE + children.tried[depth]]
    children.tried[depth] += 1
    children.rows[depth + 1] = count - (cell < CLOSED)
    if cell >= CLOSED:
        return close(slots, workspace, depth, count, cell - CLOSED)
    return descend(slots, workspace, depth, count, cell >> 8, cell & 255)


@kernel_in_place(inline="always")
def _begin(workspace: Workspace, rows: int) -> None:
    """Go to the root, and start all running averages anew."""
    workspace.children.depth[0] = 0
    workspace.children.rows[0] = rows
    averages = workspace.averages
    for each in range(len(averages.ends)):
        averages.ends[each] = 0.5
        averages.passed[each] = averages.subtree[each] = 0.0
        averages.deep_cost[each], averages.deep_wins[each] = 10_000.0, 0.3
        averages.failed[each] = averages.long_search[each] = 0.0
        averages.wins[each] = averages.tight_wins[each] = 0.3


@kernel_in_place(inline="always")
def _settle(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    noise: float,
    statistics: Numbers,
    columns: Numbers,
) -> int:
    """Find out about a node without branching: prune, search below it, price it."""
    averages = workspace.averages
    statistics[_NODES] += 1
    averages.passed[count] += 1.0
    if count == 0:
        return FOUND
    if _prune(slots, workspace, depth, count, statistics):
        statistics[_CERTIFICATES] += 1
        return REFUTED
    status = UNDECIDED
    if averages.ends[count] > 0.15 or averages.passed[count] % 16.0 == 0.0:
        status = _search_below(slots, workspace, depth, count, noise, statistics, columns)
    if status == UNDECIDED and _refute_by_prices(slots, workspace, depth, count, noise, statistics):
        statistics[_CERTIFICATES] += 1
        status = REFUTED
    return status


@kernel_in_place(inline="always")
def _prune(
    slots: WordSlots, workspace: Workspace, depth: int, count: int, statistics: Numbers
) -> bool:
    """Remove squares by cheap counting; return whether that refutes a node."""
    size, nodes, averages = workspace.size, workspace.nodes, workspace.averages
    refuted, removed = prune_by_corner(slots, size, nodes, depth, count)
    statistics[_REMOVED] += removed
    if not refuted:
        refuted, removed = prune_by_diagonals(slots, size, nodes, workspace.scratch, depth, count)
        statistics[_REMOVED] += removed
    statistics[_TICKS] += 3
    wins = averages.tight_wins
    if not refuted and (wins[count] > 0.02 or averages.passed[count] % 16.0 == 0.0):
        refuted = _try_kept(slots, workspace, depth, count, statistics)
        wins[count] += _GAIN * (refuted - wins[count])
    return refuted


@kernel_in_place(inline="always")
def _search_below(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    noise: float,
    statistics: Numbers,
    columns: Numbers,
) -> int:
    """Search a node depth-first, for long if that is cheaper than branching; return the status."""
    averages = workspace.averages
    ends, failed = averages.ends, averages.failed
    subtree, long_search = averages.subtree, averages.long_search
    status = UNDECIDED
    for most in (LEAF_NODES, LONG_LEAF_NODES):
        status, searched = _search(slots, workspace, depth, count, most, columns)
        statistics[_SEARCHES] += 1
        statistics[_SEARCHED] += searched
        statistics[_TICKS] += searched + 10
        if most == LEAF_NODES:
            ends[count] += _GAIN * ((status != UNDECIDED) - ends[count])
        else:
            spent = float(searched)
            if status == UNDECIDED:
                spent += subtree[count]
            gain = max(_SLOW_GAIN, _SAMPLE / failed[count])
            long_search[count] += min(gain, 1.0) * (spent - long_search[count])
        if status != UNDECIDED or noise > 0 or subtree[count] == 0.0:
            break
        failed[count] += 1.0
        sample = failed[count] % _SAMPLE == 1.0
        if (long_search[count] < subtree[count]) == sample and failed[count] > 1.0:
            break
    return status


@kernel_in_place(inline="always")
def _refute_by_prices(
    slots: WordSlots,
    workspace: Workspace,
    depth: int,
    count: int,
    noise: float,
    statistics: Numbers,
) -> bool:
    """Price a node, thoroughly if that is likely to pay; return whether that refutes it."""
    averages = workspace.averages
    wins, deep_wins, deep_cost = averages.wins, averages.deep_wins, averages.deep_cost
    for deep in (False, True):
        if deep and noise > 0:
            break
        worth = depth == 0 or averages.subtree[count] * deep_wins[count] > deep_cost[count]
        if deep and not worth:
            break
        before = statistics[_TICKS]
        most_rounds = _DEEP_ROUNDS if deep else _MOST_ROUNDS
        if not deep and wins[count] < 0.05 and averages.passed[count] % 8.0 != 0.0:
            most_rounds = _ROUNDS
        refuted = _price(slots, workspace, depth, count, deep, most_rounds, statistics)
        if not deep and most_rounds > _ROUNDS:
            wins[count] += _SLOW_GAIN * (refuted - wins[count])
        spent = statistics[_TICKS] - before
        if deep:
            deep_wins[count] += _SLOW_GAIN * (refuted - deep_wins[count])
            deep_wins[count] = max(deep_wins[count], 0.02)
            deep_cost[count] += _SLOW_GAIN * (spent - deep_cost[count])
        if refuted:
            return True
    return False


@kernel_in_place(inline="always")
def _write_path(workspace: Workspace, depth: int, columns: Numbers) -> None:
    """Write the queens on the path to a node."""
    children = workspace.children
    for each in range(depth):
        cell = children.cells[each * ROW_STRIDE + children.tried[each] - 1]
        if cell < CLOSED:
            columns[workspace.nodes.rows[each * ROW_STRIDE + (cell >> 8)]] = cell & 255
