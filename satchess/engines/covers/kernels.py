"""Compiled backtracking over covers and over irredundant sets.

A mask is a row of words. `reach[p]` are the squares that a piece at place p covers, `coverers[s]`
the places from which a square s is covered. Walked through are the sets with a piece at `start` and
all others at some places (see `satchess.engines.orbits`): those whose second branch is a `share` of
`shares`, in turn. Sets are counted by their size and their pieces in an `orbit`, and `fixed` sums
up how many of the given turns leave each of them as it is: divided by the order of the group, that
is the number of sets up to symmetry (Burnside's lemma). `examples` keeps one set of each size.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, lowest, ones
from satchess.engines.kernels.compile import kernel
from satchess.engines.kernels.sets import is_fixed, number_in, rarest

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

PIECES_TO_BOUND = 6
"""With so many pieces left at most, the gain of each place is worth computing."""


@kernel()
def walk_covers(
    reach: Words,
    coverers: Words,
    conflicts: Words,
    minimal: bool,
    one_is_enough: bool,
    limit: int,
    start: int,
    places: Numbers,
    orbit: Words,
    share: int,
    shares: int,
    turns: Numbers,
    counts: Numbers,
    fixed: Numbers,
    examples: Numbers,
) -> None:
    """Count the covers of at most `limit` pieces, none of them superfluous if `minimal`.

    Pieces whose `conflicts` meet do not stand together. Of an uncovered square that the fewest
    places cover, each of these is tried, and then left empty. Covers are not extended: what is
    counted must be minimal, by `minimal`, by the conflicts, or because no cover is smaller. If
    `one_is_enough`, the first ends the walk.
    """
    squares = len(coverers)
    wide, deep = coverers.shape[1], reach.shape[1]
    open_places = np.zeros((limit + 2, wide), np.uint64)
    to_try = np.zeros((limit + 2, wide), np.uint64)
    once = np.zeros((limit + 2, deep), np.uint64)
    twice = np.zeros((limit + 2, deep), np.uint64)
    everything = np.zeros(deep, np.uint64)
    together = np.zeros(wide, np.uint64)
    gains = np.zeros(len(reach), np.int64)
    chosen = np.zeros(limit + 2, np.int64)
    for place in places:
        open_places[1, place >> 6] |= ONE << np.uint64(place & 63)
    for square in range(squares):
        everything[square >> 6] |= ONE << np.uint64(square & 63)
    most = 0
    for place in range(len(reach)):
        most = max(most, _ones_of(reach[place]))
    chosen[0] = start
    _add(reach, start, once, twice, 0)
    for k in range(wide):
        open_places[1, k] &= ~conflicts[start, k]
    if minimal:
        _spare_last_private(reach, coverers, chosen, 1, once, twice, open_places[1])
    depth, is_new, branch = 1, True, 0
    while depth >= 1:
        if is_new:
            is_new = False
            uncovered = 0
            for k in range(deep):
                uncovered += ones(everything[k] & ~once[depth, k])
            left = limit - depth
            if uncovered == 0:
                if depth == 1 and share > 0:
                    return
                _note(chosen, depth, orbit, turns, counts, fixed, examples)
                if one_is_enough:
                    return
                depth -= 1
                continue
            if uncovered > left * most:
                depth -= 1
                continue
            if left == 1:
                if depth == 1 and share > 0:
                    return
                together[:] = open_places[depth]
                _keep_coverers_of_all(everything, once[depth], coverers, together)
                for k in range(wide):
                    word = together[k]
                    while word != NONE:
                        chosen[depth] = (k << 6) + lowest(word)
                        word &= word - ONE
                        _add(reach, chosen[depth], once, twice, depth)
                        if not minimal or _all_private(reach, chosen, depth + 1, once, twice):
                            _note(chosen, depth + 1, orbit, turns, counts, fixed, examples)
                            if one_is_enough:
                                return
                depth -= 1
                continue
            if left <= PIECES_TO_BOUND and not _keep_gainful(
                reach, everything, once[depth], open_places[depth], gains, uncovered, left
            ):
                depth -= 1
                continue
            square = rarest(everything, once[depth], coverers, open_places[depth], 1)
            for k in range(wide):
                to_try[depth, k] = coverers[square, k] & open_places[depth, k]
        place = -1
        for k in range(wide):
            if to_try[depth, k] != NONE:
                place = (k << 6) + lowest(to_try[depth, k])
                to_try[depth, k] &= to_try[depth, k] - ONE
                break
        if place < 0:
            depth -= 1
            continue
        open_places[depth, place >> 6] &= ~(ONE << np.uint64(place & 63))
        if depth == 1:
            branch += 1
            if branch % shares != share:
                continue
        chosen[depth] = place
        _add(reach, place, once, twice, depth)
        for k in range(wide):
            open_places[depth + 1, k] = open_places[depth, k] & ~conflicts[place, k]
        if minimal and not _all_private(reach, chosen, depth + 1, once, twice):
            continue
        depth += 1
        is_new = True
        if minimal:
            _spare_last_private(reach, coverers, chosen, depth, once, twice, open_places[depth])


@kernel()
def walk_irredundant(
    reach: Words,
    maximal: bool,
    limit: int,
    least: int,
    start: int,
    others: Numbers,
    orbit: Words,
    share: int,
    shares: int,
    turns: Numbers,
    counts: Numbers,
    fixed: Numbers,
    examples: Numbers,
) -> None:
    """Count the irredundant sets of at most `limit` pieces; if `maximal`, those with none to add.

    Every subset of such a set is one too, so a place that does not go with a set goes with no
    larger one. Unless `least` is 0, only the largest sets matter, of so many pieces at least:
    others may be left out.
    """
    deep = reach.shape[1]
    candidates = np.zeros((limit + 2, len(others) + 1), np.int64)
    number = np.zeros(limit + 2, np.int64)
    next_one = np.zeros(limit + 2, np.int64)
    once = np.zeros((limit + 3, deep), np.uint64)
    twice = np.zeros((limit + 3, deep), np.uint64)
    chosen = np.zeros(limit + 3, np.int64)
    candidates[0, 0] = start
    candidates[0, 1:] = others
    number[0] = len(others) + 1
    depth = branch = 0
    while depth >= 0:
        if next_one[depth] == number[depth] or (depth == 0 and next_one[0] == 1):
            depth -= 1
            continue
        first = next_one[depth]
        next_one[depth] += 1
        if depth == 1:
            branch += 1
            if branch % shares != share:
                continue
        chosen[depth] = candidates[depth, first]
        _add(reach, chosen[depth], once, twice, depth)
        size = depth + 1
        kept = 0
        for i in range(first + 1, number[depth]):
            chosen[size] = candidates[depth, i]
            _add(reach, chosen[size], once, twice, size)
            if _all_private(reach, chosen, size + 1, once, twice):
                candidates[size, kept] = candidates[depth, i]
                kept += 1
        if (depth > 0 or share == 0) and (
            not maximal or (kept == 0 and _is_full(reach, chosen, size, once, twice))
        ):
            _note(chosen, size, orbit, turns, counts, fixed, examples)
            if least:
                least = max(least, size)
        if kept and size < limit and size + kept >= least:
            number[size], next_one[size] = kept, 0
            depth = size


@kernel(inline="always")
def _ones_of(mask: Words) -> int:
    total = 0
    for k in range(len(mask)):
        total += ones(mask[k])
    return total


@kernel()
def _add(reach: Words, place: int, once: Words, twice: Words, depth: int) -> None:
    """Write to the next depth what is covered, and what is covered twice, with one more piece."""
    for k in range(reach.shape[1]):
        once[depth + 1, k] = once[depth, k] | reach[place, k]
        twice[depth + 1, k] = twice[depth, k] | (once[depth, k] & reach[place, k])


@kernel()
def _all_private(reach: Words, chosen: Numbers, size: int, once: Words, twice: Words) -> bool:
    """Whether each of the chosen pieces covers a square that no other covers."""
    for i in range(size - 1, -1, -1):
        found = False
        for k in range(reach.shape[1]):
            if reach[chosen[i], k] & ~twice[size, k] != NONE:
                found = True
                break
        if not found:
            return False
    return True


@kernel()
def _is_full(reach: Words, chosen: Numbers, size: int, once: Words, twice: Words) -> bool:
    """Whether no further piece leaves all of them a private square."""
    for place in range(len(reach)):
        is_taken = False
        for i in range(size):
            is_taken |= chosen[i] == place
        if is_taken:
            continue
        chosen[size] = place
        _add(reach, place, once, twice, size)
        if _all_private(reach, chosen, size + 1, once, twice):
            return False
    return True


@kernel()
def _spare_last_private(
    reach: Words,
    coverers: Words,
    chosen: Numbers,
    size: int,
    once: Words,
    twice: Words,
    open_places: Words,
) -> None:
    """Close the places that cover the only private square of some piece."""
    for i in range(size):
        number, square = 0, 0
        for k in range(reach.shape[1]):
            private = reach[chosen[i], k] & ~twice[size, k]
            if private != NONE:
                number += ones(private)
                square = (k << 6) + lowest(private)
        if number == 1:
            for k in range(len(open_places)):
                open_places[k] &= ~coverers[square, k]


@kernel()
def _keep_coverers_of_all(
    everything: Words, covered: Words, coverers: Words, together: Words
) -> None:
    """Keep the places from which all uncovered squares are covered."""
    for k in range(len(everything)):
        word = everything[k] & ~covered[k]
        while word != NONE:
            square = (k << 6) + lowest(word)
            word &= word - ONE
            some = NONE
            for j in range(len(together)):
                together[j] &= coverers[square, j]
                some |= together[j]
            if some == NONE:
                return


@kernel()
def _keep_gainful(
    reach: Words,
    everything: Words,
    covered: Words,
    open_places: Words,
    gains: Numbers,
    uncovered: int,
    left: int,
) -> bool:
    """Keep the places that gain enough if all others gain the most; False if none are enough."""
    most = 0
    for k in range(len(open_places)):
        word = open_places[k]
        while word != NONE:
            place = (k << 6) + lowest(word)
            word &= word - ONE
            gain = 0
            for j in range(len(everything)):
                gain += ones(reach[place, j] & everything[j] & ~covered[j])
            gains[place] = gain
            most = max(most, gain)
    if most * left < uncovered:
        return False
    for k in range(len(open_places)):
        word = open_places[k]
        while word != NONE:
            place = (k << 6) + lowest(word)
            if gains[place] + (left - 1) * most < uncovered:
                open_places[k] &= ~(ONE << np.uint64(place & 63))
            word &= word - ONE
    return True


@kernel()
def _note(
    chosen: Numbers,
    size: int,
    orbit: Words,
    turns: Numbers,
    counts: Numbers,
    fixed: Numbers,
    examples: Numbers,
) -> None:
    """Count a set, and the turns that leave it as it is."""
    inside = number_in(chosen, size, orbit)
    counts[size, inside] += 1
    if examples[size, 0] < 0:
        examples[size, :size] = chosen[:size]
    for t in range(len(turns)):
        fixed[size, inside] += is_fixed(chosen, size, turns[t])
