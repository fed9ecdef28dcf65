"""Compiled kernels: queens that fill a triangle, and queens on the squares left by those."""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import lowest, ones
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@kernel(inline="always")
def _bit(place: int) -> np.uint64:
    return _ONE << np.uint64(place)


@kernel()
def fill_triangle(queens: int, found: Words) -> int:
    """Place queens so that their rows, their columns and their third numbers are 0, 1, 2, ... each.

    The three numbers of a square add up to 3 (queens - 1) / 2. Sets of row - column + queens - 1
    are written as words, as many as there is room for; the number of placements is returned.
    """
    total = 3 * (queens - 1) // 2
    used = np.zeros((queens + 1, 3), np.uint64)  # rows, columns, third numbers
    sums = np.zeros(queens + 1, np.uint64)
    kind = np.zeros(queens + 1, np.int64)
    at = np.zeros(queens + 1, np.int64)
    options = np.zeros(queens + 1, np.uint64)
    number = depth = 0
    entering = True
    while depth >= 0:
        if entering and depth == queens:
            if number < len(found):
                found[number] = sums[depth]
            number += 1
            entering = False
            depth -= 1
            continue
        if entering:
            entering = False
            fewest = queens + 1
            for each in range(3 * queens):
                line, place = each // queens, each % queens
                if used[depth, line] & _bit(place):
                    continue
                left = _NONE
                for other in range(
                    max(0, total - place - queens + 1), min(queens, total - place + 1)
                ):
                    # the next number after that of the line, and the one after that
                    last = total - place - other
                    row, column = place, other
                    if line == 1:
                        row, column = last, place
                    elif line == 2:
                        row, column = other, last
                    third = total - row - column
                    taken = (used[depth, 0] & _bit(row)) | (used[depth, 1] & _bit(column))
                    taken |= used[depth, 2] & _bit(third)
                    taken |= sums[depth] & _bit(row - column + queens - 1)
                    if taken == _NONE:
                        left |= _bit(other)
                if ones(left) < fewest:
                    fewest = ones(left)
                    kind[depth], at[depth], options[depth] = line, place, left
                    if fewest <= 1:
                        break
        if options[depth] == _NONE:
            depth -= 1
            continue
        other = lowest(options[depth])
        options[depth] &= options[depth] - _ONE
        last = total - at[depth] - other
        row, column = at[depth], other
        if kind[depth] == 1:
            row, column = last, at[depth]
        elif kind[depth] == 2:
            row, column = other, last
        used[depth + 1, 0] = used[depth, 0] | _bit(row)
        used[depth + 1, 1] = used[depth, 1] | _bit(column)
        used[depth + 1, 2] = used[depth, 2] | _bit(total - row - column)
        sums[depth + 1] = sums[depth] | _bit(row - column + queens - 1)
        depth += 1
        entering = True
    return number


@kernel(inline="always")
def _cheapest(open_: np.uint64, order: Numbers, costs: Numbers, count: int) -> tuple[int, int, int]:
    """Return the total cost of the cheapest diagonals, the dearest of them, and the next one.

    If there are too few, the total is negative.
    """
    total = dearest = seen = 0
    for place in order:
        if open_ & _bit(place):
            if seen == count:
                return total, dearest, costs[place]
            seen += 1
            dearest = costs[place]
            total += dearest
    return (total, dearest, 1 << 60) if seen == count else (-1, 0, 0)


@kernel(inline="always")
def _sort_out(
    open_: np.uint64, costs: Numbers, most: int, least: int
) -> tuple[np.uint64, np.uint64]:
    """Return the diagonals that cost more than `most`, and those that cost less than `least`."""
    too_dear = needed = _NONE
    left = open_
    while left != _NONE:
        place = lowest(left)
        left &= left - _ONE
        if costs[place] > most:
            too_dear |= _bit(place)
        elif costs[place] < least:
            needed |= _bit(place)
    return too_dear, needed


@kernel()
def place_the_rest(
    squares: Words,
    columns: np.uint64,
    costs: Numbers,
    orders: Numbers,
    budget: int,
) -> tuple[bool, int]:
    """Place a queen in every row, on its `squares`, and in every column; return the nodes too.

    The `costs` of the diagonals, ascending and descending ones, add up to `budget` in every
    placement, so that dear ones leave too little for the others. `orders` has the diagonals of each
    direction, cheapest first.
    """
    rows = len(squares)
    open_ = np.zeros((rows + 1, rows), np.uint64)
    open_[0] = squares
    left_rows = np.zeros(rows + 1, np.uint64)
    left_columns = np.zeros(rows + 1, np.uint64)
    left_budget = np.zeros(rows + 1, np.int64)
    left_rows[0], left_columns[0], left_budget[0] = _bit(rows) - _ONE, columns, budget
    branches = np.zeros((rows + 1, rows + 64), np.int64)
    number = np.zeros(rows + 1, np.int64)
    nodes = depth = 0
    entering = True
    while depth >= 0:
        if entering:
            entering = False
            nodes += 1
            if left_rows[depth] == _NONE:
                return True, nodes
            number[depth] = _branch(
                open_[depth],
                left_rows[depth],
                left_columns[depth],
                costs,
                orders,
                left_budget[depth],
                rows - depth,
                branches[depth],
            )
        if number[depth] == 0:
            depth -= 1
            continue
        number[depth] -= 1
        row, column = branches[depth, number[depth]] >> 8, branches[depth, number[depth]] & 255
        spent = costs[0, column + row] + costs[1, column - row + rows - 1]
        left_rows[depth + 1] = left_rows[depth] & ~_bit(row)
        left_columns[depth + 1] = left_columns[depth] & ~_bit(column)
        left_budget[depth + 1] = left_budget[depth] - spent
        for other in range(rows):
            apart = np.uint64(abs(other - row))
            queen = _bit(column)
            attacked = queen | queen << apart | queen >> apart
            open_[depth + 1, other] = open_[depth, other] & ~attacked
        depth += 1
        entering = True
    return False, nodes


@kernel()
def _branch(
    open_: Words,
    rows: np.uint64,
    columns: np.uint64,
    costs: Numbers,
    orders: Numbers,
    budget: int,
    count: int,
    branches: Numbers,
) -> int:
    """Close squares that cost too much, and choose a line with few squares to branch on."""
    last = len(open_) - 1
    while True:
        best, scarce = 1 << 20, 0
        seen = np.zeros((3, 3), np.uint64)  # columns and both diagonals: once, twice, more often
        left = rows
        while left != _NONE:
            row = lowest(left)
            left &= left - _ONE
            word = open_[row]
            if ones(word) < best:
                best, scarce = ones(word), row
            for each in range(3):
                placed = word
                if each == 1:
                    placed = word << np.uint64(row)
                elif each == 2:
                    placed = word << np.uint64(last - row)
                seen[each, 2] |= seen[each, 1] & placed
                seen[each, 1] |= seen[each, 0] & placed
                seen[each, 0] |= placed
        if best == 0 or columns & ~seen[0, 0] != _NONE:
            return 0
        ascending, dearest, following = _cheapest(seen[1, 0], orders[0], costs[0], count)
        descending, dearest_down, following_down = _cheapest(seen[2, 0], orders[1], costs[1], count)
        room = budget - ascending - descending
        if ascending < 0 or descending < 0 or room < 0:
            return 0
        closed, needed = _sort_out(seen[1, 0], costs[0], dearest + room, following - room)
        closed_down, needed_down = _sort_out(
            seen[2, 0], costs[1], dearest_down + room, following_down - room
        )
        if closed | closed_down == _NONE:
            break
        left = rows
        while left != _NONE:
            row = lowest(left)
            left &= left - _ONE
            open_[row] &= ~(closed >> np.uint64(row)) & ~(closed_down >> np.uint64(last - row))
    kind, place = 0, scarce
    for often in (1, 2):
        if best > often:
            for each, lines in enumerate((columns, needed, needed_down)):
                few = lines & ~seen[each, often]
                if few != _NONE:
                    best, kind, place = often, each + 1, lowest(few)
                    break
    found = 0
    left = rows
    while left != _NONE:
        row = lowest(left)
        left &= left - _ONE
        if kind == 0 and row != place:
            continue
        word = open_[row]
        while word != _NONE:
            column = lowest(word)
            word &= word - _ONE
            if (
                kind == 0
                or (kind == 1 and column == place)
                or (kind == 2 and column + row == place)
                or (kind == 3 and column - row + last == place)
            ):
                branches[found] = row << 8 | column
                found += 1
    return found
