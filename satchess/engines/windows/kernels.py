"""Compiled backtracking over the queens that cover a board and leave a frame of lines empty.

The squares of the frame's four lines, and the lines beyond it, are *items* in three words: the
squares of the two files, 32 bits each, those of the two ranks, and the ranks and files to occupy.
`items[:, p]` are those that a queen at place p covers. A window is a row of `windows`: which of the
first two words it is in, its squares in that word, and the lines outside it that have to be
occupied, in the third. By the argument of `satchess.encodings.frame_cuts`, no queen gains more than
4 of a window, a line counting 2: what is left to gain bounds the queens, and chooses them.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, lowest, ones
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Places = NDArray[np.uint16]

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
    items: Words,
    conflicts: Words,
    windows: Words,
    light: Words,
    kinds: Numbers,
    everything: Words,
    required: Words,
    places: Places,
    start: int,
    limit: int,
    orbit: Words,
    turns: Numbers,
    counts: Numbers,
    fixed: Numbers,
    example: Numbers,
) -> int:
    """Count the covers by `limit` queens: one at `start`, all others among `places`.

    `reach[:, p]` are the squares of the board that a queen at p covers, `conflicts[p]` the places
    that do not go with it. `counts[j]` counts the covers with j queens of an `orbit`, and
    `fixed[j]` how many turns leave them as they are. Of an item that the fewest queens cover, each
    of these is tried, and then left out. Returns how often a queen was placed.
    """
    wide = len(reach)
    candidates = np.zeros((limit + 1, len(places) + 1), np.uint16)
    number = np.zeros(limit + 1, np.int64)
    kept = np.zeros(limit + 1, np.int64)
    board = np.zeros((limit + 1, wide), np.uint64)
    covered = np.zeros((limit + 1, 3), np.uint64)
    chosen = np.zeros(limit, np.int64)
    gains = np.zeros(len(places), np.int64)
    coloured = np.zeros(len(places), np.uint64)
    there, found = np.zeros(4, np.int64), np.zeros(4, np.int64)
    most, ways = np.zeros(4, np.uint64), np.zeros((4, MOST_WAYS), np.uint64)
    farthest = 0
    for place in range(reach.shape[1]):
        gain = 0
        for k in range(wide):
            gain += ones(reach[k, place])
        farthest = max(farthest, gain)
    candidates[0, : len(places)] = places
    candidates[0, len(places)] = start
    number[0] = len(places) + 1
    kept[0] = len(places)
    depth = nodes = 0
    while depth >= 0:
        if number[depth] == kept[depth]:
            depth -= 1
            continue
        number[depth] -= 1
        place = candidates[depth, number[depth]]
        chosen[depth] = place
        left = limit - depth - 1
        nodes += 1
        for k in range(3):
            covered[depth + 1, k] = covered[depth, k] | items[k, place]
        if not _enough(windows, covered[depth + 1], left):
            continue
        uncovered = 0
        for k in range(wide):
            board[depth + 1, k] = board[depth, k] | reach[k, place]
            uncovered += ones(everything[k] & ~board[depth + 1, k])
        if uncovered > left * farthest:
            continue
        if left == 0:
            if _is_done(required, covered[limit]):
                _note(chosen, orbit, turns, counts, fixed, example)
            continue
        if left == 1:
            for i in range(number[depth]):
                last = candidates[depth, i]
                if (
                    _covers_rest(items, required, covered[depth + 1], last)
                    and _covers_rest(reach, everything, board[depth + 1], last)
                    and (conflicts[place, last >> 6] >> np.uint64(last & 63)) & ONE == NONE
                ):
                    chosen[limit - 1] = last
                    _note(chosen, orbit, turns, counts, fixed, example)
            continue
        depth += 1
        number[depth] = 0
        for i in range(number[depth - 1]):
            other = candidates[depth - 1, i]
            if (conflicts[place, other >> 6] >> np.uint64(other & 63)) & ONE == NONE:
                candidates[depth, number[depth]] = other
                number[depth] += 1
        number[depth] = sift(
            items, windows, covered[depth], candidates[depth], number[depth], left, gains
        )
        if left <= MOST_BY_COLOUR and number[depth]:
            number[depth] = sift_by_colour(
                items,
                windows,
                light,
                kinds,
                covered[depth],
                candidates[depth],
                number[depth],
                left,
                coloured,
                there,
                most,
                found,
                ways,
            )
        kept[depth] = split(
            items,
            required,
            covered[depth],
            reach,
            everything,
            board[depth],
            candidates[depth],
            number[depth],
        )
    return nodes


@kernel()
def sift(
    items: Words,
    windows: Words,
    covered: Words,
    candidates: Places,
    number: int,
    left: int,
    gains: Numbers,
) -> int:
    """Move the queens that gain enough to the front, and return how many these are.

    A queen gains enough if so many of the best ones cover all the rest of every window with it.
    """
    for w in range(len(windows)):
        view = np.int64(windows[w, 0])
        squares = windows[w, 1] & ~covered[view]
        lines = windows[w, 2] & ~covered[LINES]
        needed = ones(squares) + 2 * ones(lines)
        if needed <= left * MOST_GAIN // 2:
            continue
        most = 0
        for i in range(number):
            place = candidates[i]
            gain = ones(squares & items[view, place]) + 2 * ones(lines & items[LINES, place])
            gains[i] = gain
            most = max(most, gain)
        if most * left < needed:
            return 0
        least = needed - (left - 1) * most
        if least > 0:
            enough = 0
            for i in range(number):
                candidates[enough] = candidates[i]
                enough += gains[i] >= least
            number = enough
    return number


@kernel()
def sift_by_colour(
    items: Words,
    windows: Words,
    light: Words,
    kinds: Numbers,
    covered: Words,
    candidates: Places,
    number: int,
    left: int,
    gains: Words,
    there: Numbers,
    most: Words,
    found: Numbers,
    ways: Words,
) -> int:
    """Move the queens that may be among so many who cover a window of each view to the front.

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
    for i in range(number):
        place = candidates[i]
        gain = _gain(
            upright, transposed, light, items[0, place], items[1, place], items[LINES, place]
        )
        gains[i] = gain
        kind = kinds[place]
        there[kind] += 1
        most[kind] = _larger(most[kind], gain)
    _find_ways(there, most, needs, left, found, ways)
    enough = 0
    for i in range(number):
        kind = kinds[candidates[i]]
        for way in range(found[kind]):
            if _suffices(ways[kind, way] + gains[i], needs):
                candidates[enough] = candidates[i]
                enough += 1
                break
    return enough


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


@kernel()
def split(
    items: Words,
    required: Words,
    covered: Words,
    reach: Words,
    everything: Words,
    board: Words,
    candidates: Places,
    number: int,
) -> int:
    """Move the queens that cover the hardest item to the end, and return where these begin.

    Where no item is left, it is a square of the board.
    """
    fewest, hardest = number + 1, -1
    for k in range(3):
        missing = required[k] & ~covered[k]
        if missing != NONE:
            times, item = _rarest(items[k], missing, candidates, number)
            if times < fewest:
                fewest, hardest = times, (k << 6) + item
    if hardest >= 0:
        return _at_the_end(items[hardest >> 6], hardest & 63, candidates, number)
    for k in range(len(everything)):
        missing = everything[k] & ~board[k]
        if missing != NONE:
            times, square = _rarest(reach[k], missing, candidates, number)
            if times < fewest:
                fewest, hardest = times, (k << 6) + square
    if hardest < 0:  # fewer queens cover the board
        return number
    return _at_the_end(reach[hardest >> 6], hardest & 63, candidates, number)


@kernel()
def _rarest(masks: Words, missing: np.uint64, candidates: Places, number: int) -> tuple[int, int]:
    """Return how many candidates have the rarest missing bit, up to 31, and which one that is.

    All bits are counted at once: the word `once` holds the lowest digits of their counts, `twos`
    the next, and so on.
    """
    once = twos = fours = eights = sixteens = NONE
    for i in range(number):
        carry = masks[candidates[i]]
        once, carry = once ^ carry, once & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights, carry = eights ^ carry, eights & carry
        sixteens |= carry
    times = 0
    for digit, worth in ((sixteens, 16), (eights, 8), (fours, 4), (twos, 2), (once, 1)):
        if missing & ~digit != NONE:
            missing &= ~digit
        else:
            times += worth
    return times, lowest(missing)


@kernel()
def _at_the_end(masks: Words, bit: int, candidates: Places, number: int) -> int:
    """Move the candidates whose mask has a bit to the end, and return where they begin."""
    i, end = 0, number
    while i < end:
        place = candidates[i]
        if (masks[place] >> np.uint64(bit)) & ONE != NONE:
            end -= 1
            candidates[i] = candidates[end]
            candidates[end] = place
        else:
            i += 1
    return end


@kernel(inline="always")
def _enough(windows: Words, covered: Words, left: int) -> bool:
    """Whether so many queens may gain what is left of every window."""
    for w in range(len(windows)):
        squares = windows[w, 1] & ~covered[np.int64(windows[w, 0])]
        lines = windows[w, 2] & ~covered[LINES]
        if ones(squares) + 2 * ones(lines) > left * MOST_GAIN:
            return False
    return True


@kernel(inline="always")
def _is_done(required: Words, covered: Words) -> bool:
    missing = NONE
    for k in range(len(required)):
        missing |= required[k] & ~covered[k]
    return bool(missing == NONE)


@kernel(inline="always")
def _covers_rest(masks: Words, required: Words, covered: Words, place: int) -> bool:
    """Whether a queen covers all that is not covered yet."""
    missing = NONE
    for k in range(len(required)):
        missing |= required[k] & ~covered[k] & ~masks[k, place]
    return bool(missing == NONE)


@kernel()
def _note(
    chosen: Numbers, orbit: Words, turns: Numbers, counts: Numbers, fixed: Numbers, example: Numbers
) -> None:
    """Count a cover, and the turns that leave it as it is."""
    inside = 0
    for i in range(len(chosen)):
        inside += np.int64((orbit[chosen[i] >> 6] >> np.uint64(chosen[i] & 63)) & ONE)
    counts[inside] += 1
    example[:] = chosen
    for t in range(len(turns)):
        is_fixed = True
        for i in range(len(chosen)):
            image, found = turns[t, chosen[i]], False
            for j in range(len(chosen)):
                found |= chosen[j] == image
            if not found:
                is_fixed = False
                break
        fixed[inside] += is_fixed
