"""Compiled prices of lines: refute open rows of a board with queens by counting, in integers.

Give every open column a price, of any sign, and every diagonal one that is not negative. A square
costs what its column and its two diagonals cost. Whatever the placement, its queens cost at most
the sum of all prices, because columns are used once and diagonals at most once; and at least the
sum of the cheapest squares of the rows. If that is more, there is no placement; and a square that
is dearer than the cheapest by more than the difference is in none.

Good prices come from a matrix over the open squares that is scaled until rows and columns sum up
to 1 and diagonals to at most 1 (R. Sinkhorn, 1964): the logarithms of the factors are the prices,
and where there is no such matrix, they grow until they refute. The factors are floats and only
propose; prices are rounded to integers, and the proof is theirs.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satchess.engines.bits_numba import lowest, signed
from satchess.engines.chase_leaves_numba import ROOM, Numbers, Words
from satchess.engines.kernels_numba import kernel

Floats = NDArray[np.float32]
Integers = NDArray[np.int32]

_ONE = np.uint64(1)
_NONE = np.uint64(0)

DEAD = 1 << 28
"""What a square costs that is not open."""

UNIT = 1_000_000
"""Units of a price that is proposed from elsewhere."""

_SCALE = np.float32(256.0)
"""Units of a price for a factor of e."""

_DEAREST = np.float32(16_000_000.0)
_LEAST = np.float32(1e-30)
_MOST = np.float32(1e30)
_NOTHING = np.float32(1e-25)
_LN2 = np.float32(0.6931472)

LINES = 5
"""Factors of a node: columns, and twice as many diagonals in each direction."""

REASSOCIATE = {"reassoc", "contract", "arcp", "nsz"}


class Nodes(NamedTuple):
    """Room for the nodes of a tree: for each depth, what is open there.

    The rows of a node stand one after the other; `shares` and `dead` have `across` places for each
    of them. `factors` are those of columns, then of diagonals that go down, then of those that go
    up. See `chase_leaves_numba.Leaves` for why all of it is flat.
    """

    rows: Numbers
    open: Words
    need: Words
    shares: Floats
    dead: Integers
    factors: Floats


class Desk(NamedTuple):
    """Room for the work on one node."""

    sums: Floats
    change: Floats
    logs: Floats
    before: Floats
    now: Floats
    prices: Integers
    costs: Integers
    cheapest: Integers
    used: Words


class Size(NamedTuple):
    """The size of the board, and of the room for it."""

    side: int
    across: np.uint64
    """Places for the columns of a row: a multiple of eight."""
    most: np.uint64
    """Rows of a node, at most."""


def make_size(side: int, rows: int) -> Size:
    """Return the size of a board with so many open rows."""
    return Size(side, np.uint64(-(-side // 8) * 8), np.uint64(rows))


def make_nodes(size: Size, words: int) -> Nodes:
    """Make room for a tree."""
    depths, cells = int(size.most) + 2, int(size.most * size.across)
    return Nodes(
        rows=np.zeros(depths * ROOM, np.int64),
        open=np.zeros(depths * words * ROOM, np.uint64),
        need=np.zeros(depths * words, np.uint64),
        shares=np.zeros(depths * cells, np.float32),
        dead=np.full(depths * cells, DEAD, np.int32),
        factors=np.ones(depths * LINES * int(size.across), np.float32),
    )


def make_desk(size: Size, words: int) -> Desk:
    """Make room for the work on a node."""
    lines = LINES * int(size.across)
    return Desk(
        sums=np.zeros(lines, np.float32),
        change=np.zeros(lines, np.float32),
        logs=np.zeros(lines, np.float32),
        before=np.zeros(lines, np.float32),
        now=np.zeros(lines, np.float32),
        prices=np.zeros(lines, np.int32),
        costs=np.zeros(int(size.most * size.across), np.int32),
        cheapest=np.zeros(int(size.across), np.int32),
        used=np.zeros(2 * (2 * words + 1), np.uint64),
    )


@kernel(fastmath=REASSOCIATE)
def scale(size: Size, nodes: Nodes, desk: Desk, depth: int, count: int, rounds: int) -> None:
    """Scale the matrix of a node: rows and columns to 1, diagonals to at most 1, over-relaxed."""
    across = size.across
    side = np.uint64(size.side)
    lines = np.uint64(LINES) * across
    at = np.uint64(depth) * np.uint64(ROOM)
    cells = np.uint64(depth) * size.most * across
    mine = np.uint64(depth) * lines
    shares, factors, rows = nodes.shares, nodes.factors, nodes.rows
    sums, change = desk.sums, desk.change
    for _ in range(rounds):
        for j in range(lines):
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
        _cap(factors, sums, change, mine, across)
        for k in range(np.uint64(count)):
            row = cells + k * across
            down = across + side - _ONE - np.uint64(rows[at + k])
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[down + j]
                sums[up + j] += shares[row + j]
        _cap(factors, sums, change, mine, np.uint64(3) * across)
        for k in range(np.uint64(count)):
            row = cells + k * across
            up = np.uint64(3) * across + np.uint64(rows[at + k])
            for j in range(across):
                shares[row + j] *= change[up + j]


@kernel(inline="always")
def _cap(factors: Floats, sums: Floats, change: Floats, mine: np.uint64, first: np.uint64) -> None:
    """Change the factors of the diagonals of one direction, as far as they are more than 1."""
    across = np.uint64(len(change) // LINES)
    for j in range(first, first + np.uint64(2) * across):
        total = sums[j]
        factor = np.float32(1.0) / total if total > _NOTHING else np.float32(1.0)
        old = factors[mine + j]
        new = min(max(old * factor * np.sqrt(factor), _LEAST), np.float32(1.0))
        change[j] = new / old
        factors[mine + j] = new


@kernel(fastmath=REASSOCIATE)
def take_logs(size: Size, nodes: Nodes, desk: Desk, depth: int) -> None:
    """Turn the factors of a node into prices that are not rounded yet.

    The logarithm is that of the exponent of a float, with a polynomial for the rest: good to 1e-4,
    and compiled to a few instructions for eight of them.
    """
    lines = np.uint64(LINES) * size.across
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


def propose(
    size: Size,
    desk: Desk,
    columns: Mapping[int, float],
    down: Mapping[int, float],
    up: Mapping[int, float],
) -> None:
    """Write prices from elsewhere to `desk.logs`; those of diagonals by column minus, plus row."""
    across = int(size.across)
    desk.logs[:] = 0
    for first, prices in ((0, columns), (across + size.side - 1, down), (3 * across, up)):
        for line, price in prices.items():
            desk.logs[first + line] = price * UNIT


@kernel()
def prove(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> tuple[bool, int, int]:
    """Round `desk.logs` to prices; return if they refute a node, the slack, and squares removed.

    Nothing but integers from here on: this is the proof. The slack is how much the prices lack.
    """
    words = np.uint64(len(wide))
    across = size.across
    side = np.uint64(size.side)
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    cells = np.uint64(depth) * size.most * across
    prices, costs, cheapest = desk.prices, desk.costs, desk.cheapest
    lines = np.uint64(LINES) * across
    for j in range(lines):
        price = desk.logs[j]
        price = price if price < _DEAREST else _DEAREST
        price = price if price > -_DEAREST else -_DEAREST
        prices[j] = np.int32(price + np.float32(0.5))
    _clear_unused(wide, size, nodes, desk, depth, count)
    upper = 0
    for j in range(lines):
        upper += prices[j]
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
    most = np.int32(min(slack, DEAD // 4))
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
def narrow(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> tuple[bool, int]:
    """Refute a node by the squares of its diagonals, or remove squares; return which, how many.

    A queen in row r and column c stands on the diagonals c - r and c + r, and their squares add up
    to 2 r r + 2 c c. Over all open rows and columns that is a fixed number, and the sums of the
    diagonals are fixed too. As all diagonals are different, they cannot lie too close to their
    means; so none of them may lie too far away.
    """
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    sum_rows = sum_columns = squares = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        sum_rows += row
        squares += row * row
    for w in range(words):
        need = nodes.need[np.uint64(depth) * words + w]
        while need != _NONE:
            column = 64 * signed(w) + lowest(need)
            need &= need - _ONE
            sum_columns += column
            squares += column * column
    _note_used(wide, size, nodes, desk, depth, count)
    shift = size.side - 1  # so that no diagonal has a negative number
    ends = 2 * size.side - 1
    down = sum_columns - sum_rows
    up = sum_columns + sum_rows
    mean_down = down + count * shift
    least_down, last_down = _closest(desk.used, 0, ends, count, mean_down)
    least_up, last_up = _closest(desk.used, 2 * len(wide) + 1, ends, count, up)
    if least_down < 0 or least_up < 0:
        return True, 0
    slack = count * (2 * count * squares - down * down - up * up) - least_down - least_up
    if slack < 0:
        return True, 0
    reach = _root(last_down + slack)
    first_down, last_down = -((reach - mean_down) // count), (mean_down + reach) // count
    reach = _root(last_up + slack)
    first_up, last_up = -((reach - up) // count), (up + reach) // count
    removed = 0
    for k in range(np.uint64(count)):
        row = nodes.rows[at + k]
        first = max(first_down - shift + row, first_up - row)
        last = min(last_down - shift + row, last_up - row)
        left = _NONE
        for w in range(words):
            word = masks + w * room + k
            base = 64 * signed(w)
            keep = _between(first - base, last - base)
            gone = nodes.open[word] & ~keep
            nodes.open[word] &= keep
            left |= nodes.open[word]
            while gone != _NONE:
                j = np.uint64(base + lowest(gone))
                gone &= gone - _ONE
                place = (np.uint64(depth) * size.most + k) * size.across + j
                nodes.dead[place] = DEAD
                nodes.shares[place] = np.float32(0.0)
                removed += 1
        if left == _NONE:
            return True, removed
    return False, removed


@kernel()
def _closest(used: Words, first: int, ends: int, count: int, mean: int) -> tuple[int, int]:
    """Choose so many used lines close to a mean; return the sum of squares, and the last square.

    Squares are those of `count` times the distance; `mean` is `count` times the mean. The sum is -1
    if there are too few lines.
    """
    low = min(max(mean // count, 0), ends - 1)
    high = low + 1
    total = square = 0
    for _ in range(count):
        while low >= 0 and not used[first + (low >> 6)] >> np.uint64(low & 63) & _ONE:
            low -= 1
        while high < ends and not used[first + (high >> 6)] >> np.uint64(high & 63) & _ONE:
            high += 1
        below, above = count * low - mean, count * high - mean
        if low >= 0 and (high >= ends or below * below <= above * above):
            square = below * below
            low -= 1
        elif high < ends:
            square = above * above
            high += 1
        else:
            return -1, 0
        total += square
    return total, square


@kernel()
def _root(square: int) -> int:
    """Return the largest number whose square is not more."""
    root = int(np.sqrt(float(square)))
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


@kernel()
def _between(first: int, last: int) -> np.uint64:
    """Return the bits of a word from one place to another, as far as they are in it."""
    first, last = max(first, 0), min(last, 63)
    if first > last:
        return _NONE
    return (~_NONE >> np.uint64(63 - last)) & (~_NONE << np.uint64(first))


@kernel()
def _note_used(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> None:
    """Note which diagonals have an open square: first those that go down, then those that go up."""
    words = np.uint64(len(wide))
    room = np.uint64(ROOM)
    at = np.uint64(depth) * room
    masks = at * words
    used = desk.used
    up = np.uint64(2 * len(wide) + 1)
    for w in range(np.uint64(2) * up):
        used[w] = _NONE
    for k in range(np.uint64(count)):
        row = np.uint64(nodes.rows[at + k])
        for w in range(words):
            some = nodes.open[masks + w * room + k]
            for place, first in ((np.uint64(size.side) - _ONE - row, _NONE), (row, up)):
                bit = np.uint64(64) * w + place
                word = first + (bit >> np.uint64(6))
                bit &= np.uint64(63)
                used[word] |= some << bit
                used[word + _ONE] |= (some >> _ONE) >> (np.uint64(63) - bit)


@kernel()
def _clear_unused(
    wide: tuple[int, ...], size: Size, nodes: Nodes, desk: Desk, depth: int, count: int
) -> None:
    """Make lines free that no open square is on, and let no diagonal be paid for being used."""
    words = np.uint64(len(wide))
    across = size.across
    prices, used = desk.prices, desk.used
    up = np.uint64(2 * len(wide) + 1)
    _note_used(wide, size, nodes, desk, depth, count)
    for j in range(across):
        word = nodes.need[np.uint64(depth) * words + (j >> np.uint64(6))]
        if (word >> (j & np.uint64(63))) & _ONE == _NONE:
            prices[j] = 0
    for first, line in ((_NONE, across), (up, np.uint64(3) * across)):
        for j in range(np.uint64(2) * across):
            word = used[first + (j >> np.uint64(6))]
            if (word >> (j & np.uint64(63))) & _ONE == _NONE or prices[line + j] < 0:
                prices[line + j] = 0


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
    lines = np.uint64(LINES) * size.across
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
    lines = np.uint64(LINES) * across
    mine = np.uint64(depth) * lines
    at = np.uint64(depth) * np.uint64(ROOM)
    logs = desk.logs
    for j in range(lines):
        log = (desk.now[j] + step * (desk.now[j] - desk.before[j])) / _SCALE
        log = min(max(log, np.float32(-60.0 if j < across else 0.0)), np.float32(60.0))
        logs[j] = log * _SCALE
        nodes.factors[mine + j] = np.exp(-log)
    for k in range(np.uint64(count)):
        row = (np.uint64(depth) * size.most + k) * across
        down = across + np.uint64(size.side) - _ONE - np.uint64(nodes.rows[at + k])
        up = np.uint64(3) * across + np.uint64(nodes.rows[at + k])
        least = np.float32(1e30)
        for j in range(across):
            if nodes.dead[row + j] == 0:
                least = min(least, logs[j] + logs[down + j] + logs[up + j])
        for j in range(across):
            if nodes.dead[row + j] == 0:
                price = logs[j] + logs[down + j] + logs[up + j] - least
                nodes.shares[row + j] = np.exp(-price / _SCALE)
