"""Compiled backtracking over the queens that cover a board and leave a frame of lines empty.

The squares of the frame's four lines, and the lines beyond it, are *items* in three words: the
squares of the two files, 32 bits each, those of the two ranks, and the ranks and files to occupy.
`items[p]` are those that a queen at place p covers, `coverers_of_item[i]` the places from which
item i is covered, as a mask. A window is a row of `windows`: which of the
first two words it is in, its squares in that word, and the lines outside it that have to be
occupied, in the third. By the argument of `satchess.encodings.frame_cuts`, no queen gains more than
4 of a window, a line counting 2: what is left to gain bounds the queens, and chooses them.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, lowest, ones
from satchess.engines.kernels.compile import kernel
from satchess.engines.kernels.sets import is_fixed, number_in, rarest

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

MOST_GAIN = 4

LINES = 2
"""The word of the lines to occupy."""

MOST_BY_COLOUR = 15
"""More queens may gain more than a byte holds."""

MOST_WAYS = 816
"""So many ways there are to be so many queens of four kinds."""

HIGH = np.uint64(0x80808080808080)
"""The highest bits of seven bytes."""


@kernel()
def walk_frame(
    reach: Words,
    coverers: Words,
    items: Words,
    coverers_of_item: Words,
    conflicts: Words,
    windows: Words,
    light: Words,
    kinds: Numbers,
    required: Words,
    places: Words,
    start: int,
    limit: int,
    orbit: Words,
    turns: Numbers,
    counts: Numbers,
    fixed: Numbers,
    example: Numbers,
) -> int:
    """Count the covers by `limit` queens: one at `start`, all others among `places`.

    `reach[p]` are the squares of the board that a queen at p covers, `coverers[s]` the places from
    which square s is covered, `conflicts[p]` the places that do not go with p. `counts[j]` counts
    the covers with j queens of an `orbit`, and `fixed[j]` how many turns leave them as they are. Of
    an item that the fewest queens cover, each of these is tried, and then left out. Returns how
    often a queen was placed.
    """
    wide, deep = coverers.shape[1], reach.shape[1]
    open_places = np.zeros((limit + 1, wide), np.uint64)
    to_try = np.zeros((limit + 1, wide), np.uint64)
    board = np.zeros((limit + 1, deep), np.uint64)
    covered = np.zeros((limit + 1, 3), np.uint64)
    chosen = np.zeros(limit, np.int64)
    digits = np.zeros((3, wide), np.uint64)
    candidates, gains = np.zeros(len(reach), np.int64), np.zeros(len(reach), np.uint64)
    there, found = np.zeros(4, np.int64), np.zeros(4, np.int64)
    most, ways = np.zeros(4, np.uint64), np.zeros((4, MOST_WAYS), np.uint64)
    everything = np.zeros(deep, np.uint64)
    for square in range(len(coverers)):
        everything[square >> 6] |= ONE << np.uint64(square & 63)
    farthest = 0
    for place in range(len(reach)):
        gain = 0
        for k in range(deep):
            gain += ones(reach[place, k])
        farthest = max(farthest, gain)
    open_places[0] = places
    to_try[0, start >> 6] = ONE << np.uint64(start & 63)
    depth = nodes = 0
    while depth >= 0:
        place = _next(to_try[depth])
        if place < 0:
            depth -= 1
            continue
        open_places[depth, place >> 6] &= ~(ONE << np.uint64(place & 63))
        chosen[depth] = place
        left = limit - depth - 1
        nodes += 1
        uncovered = 0
        for k in range(deep):
            board[depth + 1, k] = board[depth, k] | reach[place, k]
            uncovered += ones(everything[k] & ~board[depth + 1, k])
        if uncovered > left * farthest:
            continue
        for k in range(3):
            covered[depth + 1, k] = covered[depth, k] | items[place, k]
        depth += 1
        if left == 0:
            if _covers_rest(items, required, covered[limit], place):
                _note(chosen, orbit, turns, counts, fixed, example)
            depth -= 1
            continue
        for k in range(wide):
            open_places[depth, k] = open_places[depth - 1, k] & ~conflicts[place, k]
        if not sift(coverers_of_item, windows, covered[depth], open_places[depth], left, digits):
            depth -= 1
            continue
        if left == 1:
            place = _next(open_places[depth])
            while place >= 0:
                if _covers_rest(items, required, covered[depth], place) and _covers_rest(
                    reach, everything, board[depth], place
                ):
                    chosen[depth] = place
                    _note(chosen, orbit, turns, counts, fixed, example)
                place = _next(open_places[depth])
            depth -= 1
            continue
        if left <= MOST_BY_COLOUR:
            sift_by_colour(
                items,
                windows,
                light,
                kinds,
                covered[depth],
                open_places[depth],
                left,
                candidates,
                gains,
                there,
                most,
                found,
                ways,
            )
        hardest = rarest(required, covered[depth], coverers_of_item, open_places[depth], 0)
        if hardest >= 0:
            for k in range(wide):
                to_try[depth, k] = coverers_of_item[hardest, k] & open_places[depth, k]
            continue
        hardest = rarest(everything, board[depth], coverers, open_places[depth], 0)
        for k in range(wide):  # if no square is left, fewer queens cover the board
            to_try[depth, k] = NONE
            if hardest >= 0:
                to_try[depth, k] = coverers[hardest, k] & open_places[depth, k]
    return nodes


@kernel(inline="always")
def _next(mask: Words) -> int:
    """Take the lowest bit out of a mask; -1 if it is empty."""
    for k in range(len(mask)):
        word = mask[k]
        if word != NONE:
            mask[k] = word & (word - ONE)
            return (k << 6) + lowest(word)
    return -1


@kernel()
def sift(
    coverers_of_item: Words,
    windows: Words,
    covered: Words,
    open_places: Words,
    left: int,
    digits: Words,
) -> bool:
    """Close the places that gain too little; False if none are left or all are too few.

    A queen gains enough if so many of the best ones cover all the rest of every window with it.
    What all places gain is counted at once: the first of the `digits` are the lowest ones of their
    numbers, which are 4 at most.
    """
    wide = len(open_places)
    for w in range(len(windows)):
        view = np.int64(windows[w, 0])
        squares = windows[w, 1] & ~covered[view]
        lines = windows[w, 2] & ~covered[LINES]
        needed = ones(squares) + 2 * ones(lines)
        if needed > left * MOST_GAIN:
            return False
        if needed <= left * MOST_GAIN // 2:
            continue
        some = some_one = some_two = some_three = some_four = NONE
        for k in range(wide):
            some = open_places[k]
            one = two = four = NONE
            word = squares if some != NONE else NONE
            while word != NONE:
                carry = coverers_of_item[(view << 6) + lowest(word), k]
                word &= word - ONE
                one, carry = one ^ carry, one & carry
                two, carry = two ^ carry, two & carry
                four |= carry
            word = lines if some != NONE else NONE
            while word != NONE:
                carry = coverers_of_item[(LINES << 6) + lowest(word), k]
                word &= word - ONE
                two, carry = two ^ carry, two & carry
                four |= carry
            digits[0, k], digits[1, k], digits[2, k] = one, two, four
            some_one |= one & some
            some_two |= two & some
            some_three |= one & two & some
            some_four |= four & some
        most = 0
        if some_four != NONE:
            most = 4
        elif some_three != NONE:
            most = 3
        elif some_two != NONE:
            most = 2
        elif some_one != NONE:
            most = 1
        if most * left < needed:
            return False
        least = needed - (left - 1) * most
        if least > 0:
            for k in range(wide):
                one, two, four = digits[0, k], digits[1, k], digits[2, k]
                if least == 1:
                    two |= one
                elif least == 3:
                    two &= one
                elif least == 4:
                    two = NONE
                open_places[k] &= two | four
    return True


@kernel()
def sift_by_colour(
    items: Words,
    windows: Words,
    light: Words,
    kinds: Numbers,
    covered: Words,
    open_places: Words,
    left: int,
    candidates: Numbers,
    gains: Words,
    there: Numbers,
    most: Words,
    found: Numbers,
    ways: Words,
) -> None:
    """Close the places that cannot be among so many queens who cover a window of each view.

    Along its diagonals a queen covers squares of its own colour, along its rank and file those that
    their parities tell: so there are four kinds of queens. `light` are the light squares of both
    views, the lines that count as light, and those that count as light and dark. Take the tightest
    window of each view, and queens that gain the most of their kind, in every respect: a number of
    each kind has to cover what is light, dark and all of both windows, and still if one of them is
    a given queen.
    """
    upright, transposed = _tightest(windows, covered, 0), _tightest(windows, covered, 1)
    needs = _gain(upright, transposed, light, upright[0], transposed[0], upright[1] | transposed[1])
    for kind in range(4):
        there[kind], most[kind] = 0, NONE
    number = 0
    for k in range(len(open_places)):
        word = open_places[k]
        while word != NONE:
            place = (k << 6) + lowest(word)
            word &= word - ONE
            gain = _gain(
                upright, transposed, light, items[place, 0], items[place, 1], items[place, LINES]
            )
            candidates[number], gains[number] = place, gain
            number += 1
            kind = kinds[place]
            there[kind] += 1
            most[kind] = _larger(most[kind], gain)
    _find_ways(there, most, needs, left, found, ways)
    for i in range(number):
        kind = kinds[candidates[i]]
        is_enough = False
        for way in range(found[kind]):
            if _suffices(ways[kind, way] + gains[i], needs):
                is_enough = True
                break
        if not is_enough:
            open_places[candidates[i] >> 6] &= ~(ONE << np.uint64(candidates[i] & 63))


@kernel(inline="always")
def _tightest(windows: Words, covered: Words, view: int) -> tuple[np.uint64, np.uint64]:
    """Return what is to be gained of the window of a view of which that is most."""
    most = -1
    squares = lines = NONE
    for w in range(len(windows)):
        if np.int64(windows[w, 0]) == view:
            inside, outside = windows[w, 1] & ~covered[view], windows[w, 2] & ~covered[LINES]
            needed = ones(inside) + 2 * ones(outside)
            if needed > most:
                most, squares, lines = needed, inside, outside
    return squares, lines


@kernel()
def _find_ways(
    there: Numbers, most: Words, needs: np.uint64, left: int, found: Numbers, ways: Words
) -> None:
    """Write for each kind what the others gain, in the ways that suffice and have the kind."""
    for kind in range(4):
        found[kind] = 0
    for first in range(min(left, there[0]) + 1):
        gain_of_first = np.uint64(first) * most[0]
        for second in range(min(left - first, there[1]) + 1):
            gain_of_two = gain_of_first + np.uint64(second) * most[1]
            rest = left - first - second
            for third in range(max(0, rest - there[3]), min(rest, there[2]) + 1):
                fourth = rest - third
                gain = gain_of_two + np.uint64(third) * most[2] + np.uint64(fourth) * most[3]
                if _suffices(gain, needs):
                    if first:
                        _add_way(ways, found, 0, gain - most[0])
                    if second:
                        _add_way(ways, found, 1, gain - most[1])
                    if third:
                        _add_way(ways, found, 2, gain - most[2])
                    if fourth:
                        _add_way(ways, found, 3, gain - most[3])


@kernel(inline="always")
def _add_way(ways: Words, found: Numbers, kind: int, gain: np.uint64) -> None:
    ways[kind, found[kind]] = gain
    found[kind] += 1


@kernel(inline="always")
def _gain(
    upright: tuple[np.uint64, np.uint64],
    transposed: tuple[np.uint64, np.uint64],
    light: Words,
    of_files: np.uint64,
    of_ranks: np.uint64,
    lines: np.uint64,
) -> np.uint64:
    """Return what is gained of two windows, in bytes: light, dark and all of each, and of both."""
    one = _gain_of(upright[0] & of_files, upright[1] & lines, light, 0)
    other = _gain_of(transposed[0] & of_ranks, transposed[1] & lines, light, 1)
    total = (one >> np.uint64(16)) + (other >> np.uint64(16))
    return one | other << np.uint64(24) | total << np.uint64(48)


@kernel(inline="always")
def _gain_of(squares: np.uint64, lines: np.uint64, light: Words, view: int) -> np.uint64:
    total = ones(squares) + 2 * ones(lines)
    bright = ones(squares & light[view]) + 2 * ones(lines & light[2]) + ones(lines & light[3])
    return np.uint64(bright | (total - bright) << 8 | total << 16)


@kernel(inline="always")
def _suffices(gain: np.uint64, needs: np.uint64) -> bool:
    """Whether no byte is less than another one."""
    return bool((((gain | HIGH) - needs) & HIGH) == HIGH)


@kernel(inline="always")
def _larger(gain: np.uint64, other: np.uint64) -> np.uint64:
    """Return the larger bytes of both."""
    high = ((gain | HIGH) - other) & HIGH
    mask = high - (high >> np.uint64(7))
    return (gain & mask) | (other & ~mask)


@kernel(inline="always")
def _covers_rest(masks: Words, required: Words, covered: Words, place: int) -> bool:
    """Whether a queen covers all that is not covered yet."""
    missing = NONE
    for k in range(len(required)):
        missing |= required[k] & ~covered[k] & ~masks[place, k]
    return bool(missing == NONE)


@kernel()
def _note(
    chosen: Numbers, orbit: Words, turns: Numbers, counts: Numbers, fixed: Numbers, example: Numbers
) -> None:
    """Count a cover, and the turns that leave it as it is."""
    inside = number_in(chosen, len(chosen), orbit)
    counts[inside] += 1
    example[:] = chosen
    for t in range(len(turns)):
        fixed[inside] += is_fixed(chosen, len(chosen), turns[t])
