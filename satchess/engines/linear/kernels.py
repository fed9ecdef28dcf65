"""Compiled searches for covers: every row has at least one of its columns."""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, lowest, xorshift
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

MOST_ROWS = 64
"""Rows of `least_cover`: a word."""


@kernel()
def least_cover(
    weights: Numbers, columns: Words, rows: Numbers, lengths: Numbers, bound: int, cover: Numbers
) -> int:
    """Return the least weight of a cover, or `bound` if none is lighter.

    Column `v` covers the rows in the word `columns[v]`; `rows[r]` lists `lengths[r]` columns. A
    lighter cover is written to `cover`. Branches over the columns of the row with the fewest, each
    without those before it; rows are priced greedily for a bound.
    """
    number, depths = len(weights), len(lengths) + 2
    open_rows = np.zeros(depths, np.uint64)
    cost = np.zeros(depths, np.int64)
    choices = np.zeros((depths, rows.shape[1]), np.int64)
    chosen = np.zeros(depths, np.int64)
    choice_count = np.zeros(depths, np.int64)
    is_banned = np.zeros(number, np.bool_)
    left = np.zeros(number, np.int64)
    for row in range(len(lengths)):
        open_rows[0] |= ONE << np.uint64(row)
    for v in range(number):
        if weights[v] == 0:
            open_rows[0] &= ~columns[v]
    depth, entering = 0, True
    while depth >= 0:
        if entering:
            chosen[depth] = choice_count[depth] = 0
            if open_rows[depth] == NONE:
                if cost[depth] < bound:
                    bound = cost[depth]
                    for v in range(number):
                        cover[v] = weights[v] == 0
                    for above in range(depth):
                        cover[choices[above, chosen[above] - 1]] = 1
            else:
                row, price = _price(weights, rows, lengths, open_rows[depth], is_banned, left)
                if row >= 0 and cost[depth] + price < bound:
                    choice_count[depth] = _sort_choices(
                        rows[row, : lengths[row]], is_banned, left, choices[depth]
                    )
        elif chosen[depth] > 0:
            is_banned[choices[depth, chosen[depth] - 1]] = True
        entering = False
        if chosen[depth] == choice_count[depth]:
            for tried in range(choice_count[depth]):
                is_banned[choices[depth, tried]] = False
            depth -= 1
            continue
        v = choices[depth, chosen[depth]]
        chosen[depth] += 1
        if cost[depth] + weights[v] < bound:
            open_rows[depth + 1] = open_rows[depth] & ~columns[v]
            cost[depth + 1] = cost[depth] + weights[v]
            depth += 1
            entering = True
    return bound


@kernel()
def _price(
    weights: Numbers,
    rows: Numbers,
    lengths: Numbers,
    open_rows: np.uint64,
    is_banned: NDArray[np.bool_],
    left: Numbers,
) -> tuple[int, int]:
    """Return the open row with the fewest columns, -1 if one has none, and a lower bound.

    Each row in turn is priced as high as the weights `left` of its columns allow.
    """
    left[:] = weights
    total, fewest, tightest = 0, len(weights) + 1, -1
    while open_rows != NONE:
        row = lowest(open_rows)
        open_rows &= open_rows - ONE
        price, allowed = -1, 0
        for v in rows[row, : lengths[row]]:
            if not is_banned[v]:
                allowed += 1
                if price < 0 or left[v] < price:
                    price = left[v]
        if allowed == 0:
            return -1, 0
        if allowed < fewest:
            fewest, tightest = allowed, row
        if price > 0:
            total += price
            for v in rows[row, : lengths[row]]:
                left[v] -= price
    return tightest, total


@kernel()
def _sort_choices(
    row: Numbers, is_banned: NDArray[np.bool_], left: Numbers, choices: Numbers
) -> int:
    """Write the allowed columns of a row to `choices`, those with least weight left first."""
    number = 0
    for v in row:
        if not is_banned[v]:
            place = number
            while place > 0 and left[choices[place - 1]] > left[v]:
                choices[place] = choices[place - 1]
                place -= 1
            choices[place] = v
            number += 1
    return number


@kernel()
def swap_search(
    rows: Numbers,
    lengths: Numbers,
    columns: Numbers,
    heights: Numbers,
    enough: int,
    steps: int,
    chance: np.uint64,
    cover: Numbers,
) -> int:
    """Look for a small cover by swapping columns; return the size of the one in `cover`.

    `rows[r]` lists `lengths[r]` columns, `columns[v]` the `heights[v]` rows that v covers. Starts
    from the cover that is given, ends when it has `enough` columns. Rows that stay open gain
    weight. Gao, Weise, Li: An Efficient Local Search Heuristic with Row Weighting for the Unicost
    Set Covering Problem. EJOR 246 (2015).
    """
    number = len(heights)
    taken = cover.copy()
    weights = np.ones(len(lengths), np.int64)
    times = np.zeros(len(lengths), np.int64)  # how often a row is covered
    scores = np.zeros(number, np.int64)  # what a column would win, or lose
    moved = np.zeros(number, np.int64)
    may_enter = np.ones(number, np.bool_)
    open_rows = np.zeros(len(lengths), np.int64)
    place = np.full(len(lengths), -1, np.int64)
    for r in range(len(lengths)):
        for v in rows[r, : lengths[r]]:
            times[r] += taken[v]
    for v in range(number):
        for r in columns[v, : heights[v]]:
            scores[v] += weights[r] * (times[r] == taken[v])
    best = taken.sum() + 1
    open_count, last_in = 0, -1
    for step in range(1, steps + 1):
        while open_count == 0:
            size = taken.sum()
            if size < best:
                best = size
                cover[:] = taken
            if best <= enough:
                return int(best)
            v = _cheapest(taken, scores, moved, -1)
            open_count = _move(
                v, -1, rows, lengths, columns, heights, taken, times, weights, scores, may_enter,
                open_rows, place, open_count,
            )  # fmt: skip
            moved[v] = step
        v = _cheapest(taken, scores, moved, last_in)
        if v >= 0:  # else there is only the one that has just come
            open_count = _move(
                v, -1, rows, lengths, columns, heights, taken, times, weights, scores, may_enter,
                open_rows, place, open_count,
            )  # fmt: skip
            may_enter[v] = False
            moved[v] = step
        chance = xorshift(chance)
        row = open_rows[chance % np.uint64(open_count)]
        entering = _most_wanted(rows[row, : lengths[row]], scores, moved, may_enter)
        open_count = _move(
            entering, 1, rows, lengths, columns, heights, taken, times, weights, scores,
            may_enter, open_rows, place, open_count,
        )  # fmt: skip
        moved[entering] = step
        last_in = entering
        for index in range(open_count):
            r = open_rows[index]
            weights[r] += 1
            for v in rows[r, : lengths[r]]:
                scores[v] += 1
    return int(best)


@kernel()
def _cheapest(taken: Numbers, scores: Numbers, moved: Numbers, forbidden: int) -> int:
    """Return the taken column that is missed least, the one that was moved longest ago."""
    cheapest = -1
    for v in range(len(taken)):
        if (
            taken[v]
            and v != forbidden
            and (
                cheapest < 0
                or scores[v] < scores[cheapest]
                or (scores[v] == scores[cheapest] and moved[v] < moved[cheapest])
            )
        ):
            cheapest = v
    return int(cheapest)


@kernel()
def _most_wanted(
    row: Numbers, scores: Numbers, moved: Numbers, may_enter: NDArray[np.bool_]
) -> int:
    """Return the column of an open row that would win most, the one that was moved longest ago.

    One that has just left waits until a neighbour has moved, unless no other covers the row.
    """
    wanted = -1
    for v in row:
        better = (
            wanted < 0
            or may_enter[v] > may_enter[wanted]
            or (
                may_enter[v] == may_enter[wanted]
                and (
                    scores[v] > scores[wanted]
                    or (scores[v] == scores[wanted] and moved[v] < moved[wanted])
                )
            )
        )
        if better:
            wanted = v
    return int(wanted)


@kernel()
def _move(
    moving: int,
    change: int,
    rows: Numbers,
    lengths: Numbers,
    columns: Numbers,
    heights: Numbers,
    taken: Numbers,
    times: Numbers,
    weights: Numbers,
    scores: Numbers,
    may_enter: NDArray[np.bool_],
    open_rows: Numbers,
    place: Numbers,
    open_count: int,
) -> int:
    """Take a column (change 1) or give it up (-1); return the new number of open rows."""
    taken[moving] += change
    for r in columns[moving, : heights[moving]]:
        before = times[r]
        times[r] += change
        after = times[r]
        if after == 0:  # opened: now every column of it would win
            open_rows[open_count] = r
            place[r] = open_count
            open_count += 1
            for v in rows[r, : lengths[r]]:
                if v != moving:
                    scores[v] += weights[r]
        elif before == 0:  # covered: only the new column counts
            open_count -= 1
            moved_row = open_rows[open_count]
            open_rows[place[r]] = moved_row
            place[moved_row] = place[r]
            place[r] = -1
            for v in rows[r, : lengths[r]]:
                if v != moving:
                    scores[v] -= weights[r]
        elif after == 1 and before == 2:  # the column that is left is missed now
            for v in rows[r, : lengths[r]]:
                if taken[v]:
                    scores[v] += weights[r]
        elif after == 2 and before == 1:
            for v in rows[r, : lengths[r]]:
                if taken[v] and v != moving:
                    scores[v] -= weights[r]
        for v in rows[r, : lengths[r]]:
            may_enter[v] = True
    scores[moving] = 0
    for r in columns[moving, : heights[moving]]:
        scores[moving] += weights[r] * (times[r] == taken[moving])
    return open_count
