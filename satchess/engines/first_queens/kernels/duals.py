"""Compiled prices of lines: refute open rows of a board with queens by counting, in integers.

Give every open column a price, of any sign, and every diagonal one that is not negative. A square
costs what its column and its two diagonals cost. Whatever the placement, its queens cost at most
the sum of all prices, because columns are used once and diagonals at most once; and at least the
sum of the cheapest squares of the rows. If that is more, there is no placement; and a square that
is dearer than the cheapest by more than the difference is in none.

Nor is there a placement without a queen on a diagonal whose price is more than the difference: it
is filled, and its price may have any sign from then on. Where it is settled how many queens are to
stand in the corner, it has a price too, of any sign, for each of them.

Good prices come from a matrix over the open squares that is scaled until rows and columns sum up
to 1 and diagonals to at most 1, filled ones to 1 (R. Sinkhorn, 1964): the logarithms of the factors
are the prices, and where there is no such matrix, they grow until they refute. The factors are
floats and only propose; prices are rounded to integers, and the proof is theirs.
"""

import numpy as np

from satchess.engines.first_queens.kernels.diagonals import is_filled, lacks_filled, note_used
from satchess.engines.first_queens.kernels.workspace import DEAD, ROOM, Desk, Floats, Nodes, Size
from satchess.engines.first_queens.lp import Prices
from satchess.engines.kernels.bits import lowest, signed
from satchess.engines.kernels.compile import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)

UNIT = 1_000_000
"""Units of a price that is proposed from elsewhere."""

_SCALE = np.float32(256.0)
"""Units of a price for a factor of e."""

_DEAREST = np.float32(16_000_000.0)
# a square has four prices, of any sign: whether it is open is seen even in the difference of two
assert 8 * int(_DEAREST) < DEAD // 2 < DEAD - 8 * int(_DEAREST)

_LEAST = np.float32(1e-30)
_MOST = np.float32(1e30)
_NOTHING = np.float32(1e-25)
_LN2 = np.float32(0.6931472)

REASSOCIATE = {"reassoc", "contract", "arcp", "nsz"}


@kernel(fastmath=REASSOCIATE)
def scale(size: Size, nodes: Nodes, desk: Desk, depth: int, count: int, rounds: int) -> None:
    """Scale the matrix of a node: rows and columns to 1, diagonals to at most 1, over-relaxed.

    Diagonals that are filled are scaled to 1 as well.
    """
    across = size.across
    side = np.uint64(size.side)
    at = np.uint64(depth) * np.uint64(ROOM)
    cells = np.uint64(depth) * size.most * across
    mine = np.uint64(depth) * size.factors
    shares, factors, rows = nodes.shares, nodes.factors, nodes.rows
    sums, change = desk.sums, desk.change
    _limit(size, nodes, desk, depth)
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
            down = across + side - _ONE - np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[j]
                sums[down + j] += shares[row + j]
        _cap(factors, desk, mine, across, across)
        _fill(size, nodes, desk, depth, count)
        for k in range(np.uint64(count)):
            row = cells + k * across
            down = across + side - _ONE - np.uint64(rows[at + k])
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[down + j]
                sums[up + j] += shares[row + j]
        _cap(factors, desk, mine, np.uint64(3) * across, across)
        for k in range(np.uint64(count)):
            row = cells + k * across
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[up + j]


@kernel()
def _limit(size: Size, nodes: Nodes, desk: Desk, depth: int) -> None:
    """Write how large factors may be: a diagonal that is not filled has at most 1."""
    across = size.across
    for j in range(size.factors):
        desk.most[j] = _MOST
    for up in (False, True):
        first = np.uint64(3) * across if up else across
        for j in range(np.uint64(2) * across):
            if not is_filled(nodes, desk, depth, j, up):
                desk.most[first + j] = np.float32(1.0)


@kernel(inline="always")
def _cap(factors: Floats, desk: Desk, mine: np.uint64, first: np.uint64, across: np.uint64) -> None:
    """Change the factors of the diagonals of one direction: to 1 if filled, to at most 1 if not."""
    sums, change, most = desk.sums, desk.change, desk.most
    for j in range(first, first + np.uint64(2) * across):
        total = sums[j]
        factor = np.float32(1.0) / total if total > _NOTHING else np.float32(1.0)
        old = factors[mine + j]
        new = min(max(old * factor * np.sqrt(factor), _LEAST), most[j])
        change[j] = new / old
        factors[mine + j] = new


@kernel(inline="always")
def _fill(size: Size, nodes: Nodes, desk: Desk, depth: int, count: int) -> None:
    """Change the factor of the corner, so that its squares sum up to what is to be placed there."""
    least, most = nodes.corner.least[depth], nodes.corner.most[depth]
    if least <= 0 and most >= count:
        return
    first = corner_place(size, nodes)
    last = np.uint64(3) * size.across
    total = np.float32(0.0)
    for j in range(first, last):
        total += desk.sums[j]
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
        desk.change[j] *= new / old


@kernel(inline="always")
def corner_place(size: Size, nodes: Nodes) -> np.uint64:
    """Return the place of the first diagonal of the corner; those that follow are in it too."""
    return np.uint64(signed(size.across) + size.side - 1 + nodes.corner.edge[0])


@kernel(fastmath=REASSOCIATE)
def take_logs(size: Size, nodes: Nodes, desk: Desk, depth: int) -> None:
    """Turn the factors of a node into prices that are not rounded yet.

    The logarithm is that of the exponent of a float, with a polynomial for the rest: good to 1e-4,
    and compiled to a few instructions for eight of them.
    """
    lines = size.factors
    mine = np.uint64(depth) * lines
    bits = nodes.factors.view(np.int32)
    logs = desk.logs
    for j in range(lines):
        word = bits[mine + j]
        exponent = np.float32((word >> 23) - 127)
        desk.prices[j] = (word & 0x7FFFFF) | 0x3F800000
        logs[j] = exponent
    mantissas = desk.prices.view(np.float32)
    for j in range(lines):
        x = mantissas[j]
        log = np.float32(-0.08001088) * x + np.float32(0.63551112)
        log = log * x - np.float32(2.09940228)
        log = log * x + np.float32(4.04961689)
        log = log * x - np.float32(2.50561466)
        logs[j] = -(logs[j] + log) * _LN2 * _SCALE


def propose(size: Size, desk: Desk, prices: Prices) -> None:
    """Write prices from elsewhere to `desk.logs`; those of diagonals by column minus, plus row."""
    across = int(size.across)
    desk.logs[:] = 0
    places = ((0, prices.columns), (across + size.side - 1, prices.down), (3 * across, prices.up))
    for first, lines in places:
        for line, price in lines.items():
            desk.logs[first + line] = price * UNIT
    desk.logs[int(size.corner)] = prices.corner * UNIT


@kernel()
def prove(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> tuple[bool, int, int]:
    """Round `desk.logs` to prices; return if they refute a node, the slack, and squares removed.

    Nothing but integers from here on: this is the proof. The slack is how much the prices lack.
    Diagonals that turn out to be filled are noted.
    """
    words = np.uint64(len(wide))
    across = size.across
    side = np.uint64(size.side)
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    cells = np.uint64(depth) * size.most * across
    prices, costs, cheapest = desk.prices, desk.costs, desk.cheapest
    for j in range(size.factors):
        price = desk.logs[j]
        price = price if price < _DEAREST else _DEAREST
        price = price if price > -_DEAREST else -_DEAREST
        prices[j] = np.int32(price + np.float32(0.5))
    if not _clear_unused(wide, size, nodes, desk, depth, count):
        return True, 0, 0
    upper = dearest = 0
    for j in range(across):
        upper += prices[j]
    for j in range(across, size.corner):
        upper += prices[j]
        dearest = max(dearest, signed(prices[j]))
    price = prices[size.corner]
    upper += signed(price) * (nodes.corner.most[depth] if price > 0 else nodes.corner.least[depth])
    for j in range(corner_place(size, nodes), np.uint64(3) * across):
        prices[j] += price
    for j in range(across):
        cheapest[j] = DEAD
    lower = 0
    for k in range(np.uint64(count)):
        row = cells + k * across
        to = k * across
        down = across + side - _ONE - np.uint64(nodes.rows[at + k])
        up = np.uint64(3) * across + np.uint64(nodes.rows[at + k])
        least = np.int32(DEAD)
        for j in range(across):
            cost = nodes.dead[row + j] + prices[j] + prices[down + j] + prices[up + j]
            costs[to + j] = cost
            least = min(least, cost)
        if least >= DEAD // 2:
            return True, 0, 0
        lower += signed(least)
        for j in range(across):
            costs[to + j] -= least
            cheapest[j] = min(cheapest[j], costs[to + j])
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != _NONE:
            column = np.uint64(64) * w + np.uint64(lowest(need))
            need &= need - _ONE
            if cheapest[column] >= DEAD // 2:
                return True, 0, 0
            lower += signed(cheapest[column])
    slack = upper - lower
    if slack < 0:
        return True, slack, 0
    if dearest > slack:
        _fill_diagonals(size, nodes, desk, depth, slack)
    most = np.int32(min(slack, DEAD // 2))  # an open square is never dearer than that
    removed = 0
    for k in range(np.uint64(count)):
        to = k * across
        dear = 0
        for j in range(across):
            cost = costs[to + j]
            dear += (cost - cheapest[j] > most) & (cost < DEAD // 2)
        if dear:
            removed += dear
            left = _NONE
            for j in range(across):
                if costs[to + j] < DEAD // 2 and costs[to + j] - cheapest[j] > most:
                    word = masks + (j >> np.uint64(6)) * room + k
                    nodes.open[word] &= ~(_ONE << (j & np.uint64(63)))
                    nodes.dead[cells + to + j] = DEAD
                    nodes.shares[cells + to + j] = np.float32(0.0)
            for w in range(words):
                left |= nodes.open[masks + w * room + k]
            if left == _NONE:
                return True, slack, removed
    return False, slack, removed


@kernel()
def _fill_diagonals(size: Size, nodes: Nodes, desk: Desk, depth: int, slack: int) -> None:
    """Note that diagonals are filled which are dearer than the slack of the prices.

    Without a queen there, the queens would pay at most what all prices add up to, less this one.
    """
    across = size.across
    words = np.uint64(len(desk.used))
    corner = corner_place(size, nodes)
    for first, base in ((across, _NONE), (np.uint64(3) * across, words >> _ONE)):
        for j in range(np.uint64(2) * across):
            price = signed(desk.prices[first + j])
            if corner <= first + j < np.uint64(3) * across:
                price -= signed(desk.prices[size.corner])  # which was added to it
            if price > slack:
                word = np.uint64(depth) * words + base + (j >> np.uint64(6))
                nodes.filled[word] |= _ONE << (j & np.uint64(63))


@kernel()
def _clear_unused(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> bool:
    """Make lines free that no open square is on, and let no diagonal be paid for being used.

    But for those that are filled: they are used in any case. False if one of them cannot be.
    """
    words = np.uint64(len(wide))
    across = size.across
    prices, used = desk.prices, desk.used
    up = np.uint64(2 * len(wide) + 1)
    note_used(wide, size, nodes, desk, depth, count)
    if lacks_filled(nodes, desk, depth):
        return False
    filled = np.uint64(depth) * np.uint64(len(used))
    for j in range(across):
        word = nodes.need[np.uint64(depth) * words + (j >> np.uint64(6))]
        if (word >> (j & np.uint64(63))) & _ONE == _NONE:
            prices[j] = 0
    for first, line in ((_NONE, across), (up, np.uint64(3) * across)):
        for j in range(np.uint64(2) * across):
            word, bit = first + (j >> np.uint64(6)), j & np.uint64(63)
            if (nodes.filled[filled + word] >> bit) & _ONE != _NONE:
                continue
            if (used[word] >> bit) & _ONE == _NONE or prices[line + j] < 0:
                prices[line + j] = 0
    return True


@kernel(fastmath=REASSOCIATE)
def extrapolate(
    wide: tuple[int, ...],
    size: Size,
    nodes: Nodes,
    desk: Desk,
    depth: int,
    count: int,
    slack: int,
) -> tuple[bool, int, int]:
    """Follow the drift of the prices since the last call; see `prove` for what is returned.

    Where there is no such matrix the factors drift for ever in one direction, which is a proof:
    longer steps in that direction are tried, and half of the best one is kept.
    """
    now, before, logs = desk.now, desk.before, desk.logs
    lines = size.factors
    for j in range(lines):
        now[j] = logs[j]
    best, kept, removed = slack, np.float32(0.0), 0
    step = np.float32(2.0)
    while step < 600:
        for j in range(lines):
            logs[j] = now[j] + step * (now[j] - before[j])
        refuted, reached, more = prove(wide, size, nodes, desk, depth, count)
        removed += more
        if refuted:
            return True, reached, removed
        if reached >= best:
            break
        best, kept = reached, step
        step *= np.float32(3.0)
    if kept > 0:
        _move(size, nodes, desk, depth, count, np.float32(0.5) * kept)
    for j in range(lines):
        before[j] = logs[j] if kept > 0 else now[j]
    return False, best, removed


@kernel(fastmath=REASSOCIATE)
def _move(size: Size, nodes: Nodes, desk: Desk, depth: int, count: int, step: np.float32) -> None:
    """Change the factors of a node by a step of the drift, and the matrix with them."""
    across = size.across
    mine = np.uint64(depth) * size.factors
    at = np.uint64(depth) * np.uint64(ROOM)
    logs, downs = desk.logs, desk.sums
    for j in range(size.factors):
        log = (desk.now[j] + step * (desk.now[j] - desk.before[j])) / _SCALE
        may_be_negative = desk.most[j] > np.float32(1.0)
        log = min(max(log, np.float32(-60.0 if may_be_negative else 0.0)), np.float32(60.0))
        logs[j] = downs[j] = log * _SCALE
        nodes.factors[mine + j] = np.exp(-log)
    for j in range(corner_place(size, nodes), np.uint64(3) * across):
        downs[j] += logs[size.corner]
    for k in range(np.uint64(count)):
        row = (np.uint64(depth) * size.most + k) * across
        down = across + np.uint64(size.side) - _ONE - np.uint64(nodes.rows[at + k])
        up = np.uint64(3) * across + np.uint64(nodes.rows[at + k])
        least = np.float32(1e30)
        for j in range(across):
            if nodes.dead[row + j] == 0:
                least = min(least, logs[j] + downs[down + j] + logs[up + j])
        for j in range(across):
            if nodes.dead[row + j] == 0:
                price = logs[j] + downs[down + j] + logs[up + j] - least
                nodes.shares[row + j] = np.exp(-price / _SCALE)
