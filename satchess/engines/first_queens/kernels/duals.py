"""Compiled dual bounds: prices of lines refute a node or remove squares, in integers.

Give every open column a price of any sign, and every diagonal a price of at least 0. A square costs
what its column and its two diagonals cost. The queens of any placement together cost at most the
sum of all prices, because columns are used once and diagonals at most once, and at least the sum of
the cheapest squares of the rows. If the latter is more, there is no placement; otherwise the
difference is the slack, and a square that is dearer than the cheapest of its row by more than the
slack is in no placement.

A diagonal whose price exceeds the slack has a queen in every placement: it is forced, and its price
may have any sign from then on. Where the number of queens in the corner is bounded, the corner has
a price too, of any sign, for each queen there.

Good prices come from a matrix over the open squares that is scaled until rows and columns sum to 1
and diagonals to at most 1, forced ones to 1 (R. Sinkhorn, 1964): the logarithms of the factors are
the prices, and where no such matrix exists they grow until they refute. The factors are floats and
only propose prices; those are rounded to integers, and the proof is in integers.
"""

import numpy as np

from satchess.engines.first_queens.kernels.diagonals import is_forced, lacks_forced, note_used
from satchess.engines.first_queens.kernels.nodes import close_squares, is_row_closed
from satchess.engines.first_queens.kernels.workspace import (
    DEAD,
    ROW_STRIDE,
    Floats,
    Nodes,
    Scratch,
    Size,
)
from satchess.engines.first_queens.lp import Prices
from satchess.engines.kernels.bits import NONE, ONE, WordSlots, has_bit, lowest, signed
from satchess.engines.kernels.compile import kernel_in_place

UNIT = 1_000_000
"""Integer units for a price of 1 from a linear programme."""

_SCALE = np.float32(256.0)
"""Integer units for a factor of e."""

_DEAREST = np.float32(16_000_000.0)
# a square has four prices, of any sign: even the difference of two tells whether it is open
assert 8 * int(_DEAREST) < DEAD // 2 < DEAD - 8 * int(_DEAREST)

_LEAST = np.float32(1e-30)
_MOST = np.float32(1e30)
_NOTHING = np.float32(1e-25)
_LN2 = np.float32(0.6931472)

REASSOCIATE = {"reassoc", "contract", "arcp", "nsz"}


@kernel_in_place(fastmath=REASSOCIATE)
def scale(size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int, rounds: int) -> None:
    """Scale the matrix of a node: rows, columns and forced diagonals to 1, others to at most 1.

    Diagonals are over-relaxed.
    """
    across = size.across
    side = np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    cells = np.uint64(depth) * size.most * across
    mine = np.uint64(depth) * size.factors
    shares, factors, rows = nodes.shares, nodes.factors, nodes.rows
    sums, change = scratch.sums, scratch.change
    _limit(size, nodes, scratch, depth)
    for _ in range(rounds):
        for j in range(size.corner):
            sums[j] = np.float32(0.0)
        for k in range(np.uint64(count)):
            row = cells + k * across
            total = np.float32(0.0)
            for j in range(across):
                total += shares[row + j]
            factor = np.float32(1.0) / (total + _LEAST)
            for j in range(across):
                shares[row + j] *= factor
                sums[j] += shares[row + j]
        for j in range(across):
            total = sums[j]
            factor = np.float32(1.0) / total if total > _NOTHING else np.float32(1.0)
            change[j] = factor
            factors[mine + j] = min(max(factors[mine + j] * factor, _LEAST), _MOST)
        for k in range(np.uint64(count)):
            row = cells + k * across
            down = across + side - ONE - np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[j]
                sums[down + j] += shares[row + j]
        _cap(factors, scratch, mine, across, across)
        _scale_corner(size, nodes, scratch, depth, count)
        for k in range(np.uint64(count)):
            row = cells + k * across
            down = across + side - ONE - np.uint64(rows[at + k])
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[down + j]
                sums[up + j] += shares[row + j]
        _cap(factors, scratch, mine, np.uint64(3) * across, across)
        for k in range(np.uint64(count)):
            row = cells + k * across
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[up + j]


@kernel_in_place()
def _limit(size: Size, nodes: Nodes, scratch: Scratch, depth: int) -> None:
    """Write the largest factors allowed: 1 for a diagonal that is not forced."""
    across = size.across
    for j in range(size.factors):
        scratch.most[j] = _MOST
    for up in (False, True):
        first = np.uint64(3) * across if up else across
        for j in range(np.uint64(2) * across):
            if not is_forced(nodes, scratch, depth, j, up):
                scratch.most[first + j] = np.float32(1.0)


@kernel_in_place(inline="always")
def _cap(
    factors: Floats, scratch: Scratch, mine: np.uint64, first: np.uint64, across: np.uint64
) -> None:
    """Rescale the diagonals of one direction: forced ones to 1, others to at most 1."""
    sums, change, most = scratch.sums, scratch.change, scratch.most
    for j in range(first, first + np.uint64(2) * across):
        total = sums[j]
        factor = np.float32(1.0) / total if total > _NOTHING else np.float32(1.0)
        old = factors[mine + j]
        new = min(max(old * factor * np.sqrt(factor), _LEAST), most[j])
        change[j] = new / old
        factors[mine + j] = new


@kernel_in_place(inline="always")
def _scale_corner(size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int) -> None:
    """Rescale the corner, so that its squares sum up to the queens that are to be placed there."""
    least, most = nodes.corner.least[depth], nodes.corner.most[depth]
    if least <= 0 and most >= count:
        return
    first = corner_place(size, nodes)
    last = np.uint64(3) * size.across
    total = np.float32(0.0)
    for j in range(first, last):
        total += scratch.sums[j]
    place = np.uint64(depth) * size.factors + size.corner
    old = nodes.factors[place]
    if least == most or total < least or (total <= most and old > 1):
        wanted = np.float32(least)
    else:
        wanted = np.float32(most)
    wanted = min(max(wanted, np.float32(0.01)), np.float32(count) - np.float32(0.01))
    total = min(max(total, np.float32(0.001)), np.float32(count) - np.float32(0.001))
    new = old * wanted / (np.float32(count) - wanted) * (np.float32(count) - total) / total
    if least < most and (new > 1) != (old > 1) and least <= total <= most:
        new = np.float32(1.0)
    new = min(max(new, _LEAST), _MOST)
    nodes.factors[place] = new
    for j in range(first, last):
        scratch.change[j] *= new / old


@kernel_in_place(inline="always")
def corner_place(size: Size, nodes: Nodes) -> np.uint64:
    """Return the place of the first diagonal of the corner; all that follow are in it too."""
    return np.uint64(signed(size.across) + size.side - 1 + nodes.corner.edge[0])


@kernel_in_place(fastmath=REASSOCIATE)
def take_logs(size: Size, nodes: Nodes, scratch: Scratch, depth: int) -> None:
    """Turn the factors of a node into prices that are not rounded yet.

    The logarithm is the exponent of the float plus a polynomial of its mantissa: good to 1e-4, and
    vectorised to a few instructions for eight of them.
    """
    lines = size.factors
    mine = np.uint64(depth) * lines
    bits = nodes.factors.view(np.int32)
    logs = scratch.logs
    for j in range(lines):
        word = bits[mine + j]
        exponent = np.float32((word >> 23) - 127)
        scratch.prices[j] = (word & 0x7FFFFF) | 0x3F800000
        logs[j] = exponent
    mantissas = scratch.prices.view(np.float32)
    for j in range(lines):
        x = mantissas[j]
        log = np.float32(-0.08001088) * x + np.float32(0.63551112)
        log = log * x - np.float32(2.09940228)
        log = log * x + np.float32(4.04961689)
        log = log * x - np.float32(2.50561466)
        logs[j] = -(logs[j] + log) * _LN2 * _SCALE


def propose(size: Size, scratch: Scratch, prices: Prices) -> None:
    """Write the prices of a linear programme to `scratch.logs`."""
    across = int(size.across)
    scratch.logs[:] = 0
    places = ((0, prices.columns), (across + size.side - 1, prices.down), (3 * across, prices.up))
    for first, lines in places:
        for line, price in lines.items():
            scratch.logs[first + line] = price * UNIT
    scratch.logs[int(size.corner)] = prices.corner * UNIT


@kernel_in_place()
def prove(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int
) -> tuple[bool, int, int]:
    """Round `scratch.logs` to prices; return if they refute a node, the slack, and squares removed.

    From here on there are only integers: this is the proof. Diagonals that turn out to be forced
    are noted.
    """
    _round_prices(size, scratch)
    if not _clear_unused(slots, size, nodes, scratch, depth, count):
        return True, 0, 0
    upper, dearest = _most_paid(size, nodes, scratch, depth)
    is_complete, lower = _least_paid(slots, size, nodes, scratch, depth, count)
    if not is_complete:
        return True, 0, 0
    slack = upper - lower
    if slack < 0:
        return True, slack, 0
    if dearest > slack:
        _force_dear_diagonals(size, nodes, scratch, depth, slack)
    is_closed, removed = _remove_dear_squares(slots, size, nodes, scratch, depth, count, slack)
    return is_closed, slack, removed


@kernel_in_place(inline="always")
def _round_prices(size: Size, scratch: Scratch) -> None:
    for j in range(size.factors):
        price = scratch.logs[j]
        price = price if price < _DEAREST else _DEAREST
        price = price if price > -_DEAREST else -_DEAREST
        scratch.prices[j] = np.int32(price + np.float32(0.5))


@kernel_in_place(inline="always")
def _most_paid(size: Size, nodes: Nodes, scratch: Scratch, depth: int) -> tuple[int, int]:
    """Return what the queens pay at most, and the largest price of a diagonal.

    The price of the corner is added to those of its diagonals.
    """
    prices = scratch.prices
    upper = dearest = 0
    for j in range(size.across):
        upper += prices[j]
    for j in range(size.across, size.corner):
        upper += prices[j]
        dearest = max(dearest, signed(prices[j]))
    price = prices[size.corner]
    upper += signed(price) * (nodes.corner.most[depth] if price > 0 else nodes.corner.least[depth])
    for j in range(corner_place(size, nodes), np.uint64(3) * size.across):
        prices[j] += price
    return upper, dearest


@kernel_in_place(inline="always")
def _least_paid(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int
) -> tuple[bool, int]:
    """Return whether every line has an open square, and what the queens pay at least.

    That is the cheapest square of each row, and what the cheapest square of each column costs
    beyond that. Costs of squares, less that of the cheapest in their row, go to `scratch.costs`.
    """
    across = size.across
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    prices, costs, cheapest = scratch.prices, scratch.costs, scratch.cheapest
    for j in range(across):
        cheapest[j] = DEAD
    lower = 0
    for k in range(np.uint64(count)):
        row = (np.uint64(depth) * size.most + k) * across
        to = k * across
        down = across + np.uint64(size.side) - ONE - np.uint64(nodes.rows[at + k])
        up = np.uint64(3) * across + np.uint64(nodes.rows[at + k])
        least = np.int32(DEAD)
        for j in range(across):
            cost = nodes.dead[row + j] + prices[j] + prices[down + j] + prices[up + j]
            costs[to + j] = cost
            least = min(least, cost)
        if least >= DEAD // 2:
            return False, 0
        lower += signed(least)
        for j in range(across):
            costs[to + j] -= least
            cheapest[j] = min(cheapest[j], costs[to + j])
    words = np.uint64(len(slots))
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != NONE:
            column = np.uint64(64) * w + np.uint64(lowest(need))
            need &= need - ONE
            if cheapest[column] >= DEAD // 2:
                return False, 0
            lower += signed(cheapest[column])
    return True, lower


@kernel_in_place(inline="always")
def _remove_dear_squares(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int, slack: int
) -> tuple[bool, int]:
    """Close squares that cost more than the slack; return whether a row has none left, how many."""
    across, costs, cheapest = size.across, scratch.costs, scratch.cheapest
    most = np.int32(min(slack, DEAD // 2))  # an open square is never dearer than that
    words = np.uint64(len(slots))
    removed = 0
    for k in range(np.uint64(count)):
        to = k * across
        dear = 0
        for j in range(across):
            cost = costs[to + j]
            dear += (cost - cheapest[j] > most) & (cost < DEAD // 2)
        if dear:
            removed += dear
            for w in range(words):
                gone = NONE
                for j in range(np.uint64(64) * w, min(across, np.uint64(64) * (w + ONE))):
                    is_dear = costs[to + j] < DEAD // 2 and costs[to + j] - cheapest[j] > most
                    gone |= np.uint64(is_dear) << (j & np.uint64(63))
                close_squares(slots, size, nodes, depth, k, w, gone)
            first = np.uint64(depth) * np.uint64(ROW_STRIDE) * words + k
            if is_row_closed(slots, nodes.open, first):
                return True, removed
    return False, removed


@kernel_in_place()
def _force_dear_diagonals(
    size: Size, nodes: Nodes, scratch: Scratch, depth: int, slack: int
) -> None:
    """Note as forced the diagonals that are dearer than the slack.

    Without a queen there, all queens would pay at most the sum of all prices less this one.
    """
    across = size.across
    words = np.uint64(len(scratch.used))
    corner = corner_place(size, nodes)
    for first, base in ((across, NONE), (np.uint64(3) * across, words >> ONE)):
        for j in range(np.uint64(2) * across):
            price = signed(scratch.prices[first + j])
            if corner <= first + j < np.uint64(3) * across:
                price -= signed(scratch.prices[size.corner])  # which was added to it
            if price > slack:
                word = np.uint64(depth) * words + base + (j >> np.uint64(6))
                nodes.forced[word] |= ONE << (j & np.uint64(63))


@kernel_in_place()
def _clear_unused(
    slots: WordSlots, size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int
) -> bool:
    """Set to 0 the prices of lines without an open square, and negative prices of diagonals.

    Forced diagonals may have any price; False if one of them has no open square.
    """
    words = np.uint64(len(slots))
    across = size.across
    prices, used = scratch.prices, scratch.used
    up = np.uint64(2 * len(slots) + 1)
    note_used(slots, size, nodes, scratch, depth, count)
    if lacks_forced(nodes, scratch, depth):
        return False
    forced = np.uint64(depth) * np.uint64(len(used))
    for j in range(across):
        word = nodes.need[np.uint64(depth) * words + (j >> np.uint64(6))]
        if not has_bit(word, j):
            prices[j] = 0
    for first, line in ((NONE, across), (up, np.uint64(3) * across)):
        for j in range(np.uint64(2) * across):
            word = first + (j >> np.uint64(6))
            if has_bit(nodes.forced[forced + word], j):
                continue
            if not has_bit(used[word], j) or prices[line + j] < 0:
                prices[line + j] = 0
    return True


@kernel_in_place(fastmath=REASSOCIATE)
def extrapolate(
    slots: WordSlots,
    size: Size,
    nodes: Nodes,
    scratch: Scratch,
    depth: int,
    count: int,
    slack: int,
) -> tuple[bool, int, int]:
    """Follow the drift of the prices since the last call; return as `prove` does.

    Where the matrix cannot be scaled, the factors drift in one direction for ever, and that
    direction is a proof: longer and longer steps are tried, and half of the best one is kept.
    """
    now, before, logs = scratch.now, scratch.before, scratch.logs
    lines = size.factors
    for j in range(lines):
        now[j] = logs[j]
    best, kept, removed = slack, np.float32(0.0), 0
    step = np.float32(2.0)
    while step < 600:
        for j in range(lines):
            logs[j] = now[j] + step * (now[j] - before[j])
        refuted, reached, more = prove(slots, size, nodes, scratch, depth, count)
        removed += more
        if refuted:
            return True, reached, removed
        if reached >= best:
            break
        best, kept = reached, step
        step *= np.float32(3.0)
    if kept > 0:
        _move(size, nodes, scratch, depth, count, np.float32(0.5) * kept)
    for j in range(lines):
        before[j] = logs[j] if kept > 0 else now[j]
    return False, best, removed


@kernel_in_place(fastmath=REASSOCIATE)
def _move(
    size: Size, nodes: Nodes, scratch: Scratch, depth: int, count: int, step: np.float32
) -> None:
    """Move the factors of a node by a step of the drift, and the matrix with them."""
    across = size.across
    mine = np.uint64(depth) * size.factors
    at = np.uint64(depth) * np.uint64(ROW_STRIDE)
    logs, downs = scratch.logs, scratch.sums
    for j in range(size.factors):
        log = (scratch.now[j] + step * (scratch.now[j] - scratch.before[j])) / _SCALE
        may_be_negative = scratch.most[j] > np.float32(1.0)
        log = min(max(log, np.float32(-60.0 if may_be_negative else 0.0)), np.float32(60.0))
        logs[j] = downs[j] = log * _SCALE
        nodes.factors[mine + j] = np.exp(-log)
    for j in range(corner_place(size, nodes), np.uint64(3) * across):
        downs[j] += logs[size.corner]
    for k in range(np.uint64(count)):
        row = (np.uint64(depth) * size.most + k) * across
        down = across + np.uint64(size.side) - ONE - np.uint64(nodes.rows[at + k])
        up = np.uint64(3) * across + np.uint64(nodes.rows[at + k])
        least = np.float32(1e30)
        for j in range(across):
            if nodes.dead[row + j] == 0:
                least = min(least, logs[j] + downs[down + j] + logs[up + j])
        for j in range(across):
            if nodes.dead[row + j] == 0:
                price = logs[j] + downs[down + j] + logs[up + j] - least
                nodes.shares[row + j] = np.exp(-price / _SCALE)
