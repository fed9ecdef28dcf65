"""The optimum of a board in quarters: a bound from shares, then halves that may be joined.

The shares leave a *slack*: pieces of a better cover, less four times the lightest cover of a
quarter. Whatever a better cover does worse than the lightest in one of the quarters, it pays out of
the slack. So a sweep over half of the board keeps only states that no quarter regrets too much,
some thousands; the other half is its mirror image. If no two of them fit together, there is no
better cover.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from satchess.engines.kernels.bits import ONE, WORD
from satchess.engines.linear.covers import CoverSearch
from satchess.engines.linear.programme import Permutation
from satchess.engines.quarters.kernels import Indices, Numbers, Words, join
from satchess.engines.quarters.prices import SCALE, Pricing, Shares, ShareSearch
from satchess.engines.quarters.quartering import Quartering, clauses_of, moved
from satchess.engines.quarters.sweep import (
    MOST_AT_ONCE,
    Frontier,
    Inside,
    States,
    Window,
    step,
)
from satchess.engines.sat.optimum import Bounds
from satchess.errors import NotKnown
from satchess.logs import logger_of

_log = logger_of(__name__)

SWAPS = (20_000, 200_000)
"""Steps of the local search: before the shares are looked for, and after."""

Variables = frozenset[int]


def optimise(quartering: Quartering, bounds: Bounds) -> Iterator[Bounds]:
    """Yield ever tighter bounds; the last are closed."""
    covers = CoverSearch(quartering.clauses, len(quartering.order))
    bounds = _with_cover(bounds, covers.improve(bounds.lower, SWAPS[0]))
    yield bounds
    shares = None
    for shares in ShareSearch(quartering).improved():
        lower = -(-4 * shares.least // SCALE)
        if lower > bounds.lower:
            bounds = bounds.narrowed(min(lower, bounds.upper), None)
            yield bounds
        if _most(bounds) < lower:
            yield bounds.narrowed(_most(bounds) + 1, None)
            return
    assert shares is not None
    bounds = _with_cover(bounds, covers.improve(bounds.lower, SWAPS[1]))
    yield bounds
    while bounds.lower <= (most := _most(bounds)):
        better = Halves(quartering, shares, most).joined()
        bounds = _with_cover(bounds, better) if better else bounds.narrowed(most + 1, None)
        yield bounds


def _with_cover(bounds: Bounds, cover: Variables) -> Bounds:
    if bounds.best is not None and len(bounds.best) <= len(cover):
        return bounds
    better = replace(bounds, best=cover, feasible=True)
    return better.narrowed(None, len(cover)) if len(cover) < bounds.upper else better


def _most(bounds: Bounds) -> int:
    """Return the most pieces that would be news."""
    return bounds.upper if bounds.best is None else min(bounds.upper, len(bounds.best) - 1)


@dataclass(frozen=True)
class _Side:
    """The states of one side of the cut, and their numbers in the sweep."""

    masks: Words
    pieces: Numbers
    excess: Numbers
    numbers: Numbers

    def sorted(self) -> "_Side":
        """Return the states in the order of their excess."""
        order = np.argsort(self.excess, kind="stable")
        return _Side(self.masks[order], self.pieces[order], self.excess[order], self.numbers[order])


class Halves:
    """Covers of a limited number of pieces, as two halves of the board."""

    def __init__(self, quartering: Quartering, shares: Shares, most: int) -> None:
        self._quartering = quartering
        self._most = most
        self._slack = most * SCALE - 4 * shares.least
        _log.info("shares leave %.3f pieces of slack below %d", self._slack / SCALE, most + 1)
        self._weights = dict.fromkeys(quartering.order, 0)
        self._windows = []
        for image in quartering.images[:2]:
            self._windows.append(self._window(shares, image))
            for v, weight in shares.weights.items():
                self._weights[image[v - 1]] += weight
        self._cutoff = 2 * shares.least + self._slack
        self._frontier = Frontier(quartering.clauses, quartering.order)
        self._parents: list[Indices] = []

    def _window(self, shares: Shares, image: Permutation) -> Window:
        clauses = tuple(clauses_of(self._quartering.quarter, image))
        weights = {image[v - 1]: weight for v, weight in shares.weights.items()}
        order = tuple(v for v in self._quartering.order if v in weights)
        prices = Pricing(clauses, order).prices(weights)
        return Window(Frontier(clauses, order), weights, prices, shares.least + self._slack)

    def joined(self) -> Variables | None:
        """Return a cover, or None if there is none."""
        if self._slack < 0:
            return None
        down = self._quartering.half
        up = len(self._quartering.order) - down
        sides = self._sweep(down, up)
        clauses = self._frontier.open_after(down)
        number = {clause: c for c, clause in enumerate(self._quartering.clauses)}
        upside_down = self._quartering.upside_down
        mirrored = [number[moved(self._quartering.clauses[c], upside_down)] for c in clauses]
        here, there = sides[down].sorted(), sides[up].sorted()
        _log.info("%d and %d states reach the middle", len(here.pieces), len(there.pieces))
        state, other = join(
            self._bits(here, clauses), here.pieces, here.excess,
            self._bits(there, mirrored), there.pieces, there.excess,
            _all_bits(len(clauses)), self._most, self._slack,
        )  # fmt: skip
        if state < 0:
            return None
        cover = self._chosen(down, int(here.numbers[state]))
        return cover | moved(self._chosen(up, int(there.numbers[other])), upside_down)

    def _sweep(self, *cuts: int) -> dict[int, _Side]:
        """Decide the lines of the first half; return the states at the cuts."""
        inside = Inside(self._windows)
        states = States.at_first(self._frontier.words, 0, len(inside))
        prices = [0] * len(self._quartering.clauses)
        sides = {}
        for t in range(max(cuts)):
            weight = self._weights[self._frontier.order[t]]
            states, _, parents = step(
                self._frontier, t, states, weight, 1, prices, inside, self._cutoff
            )
            self._parents.append(parents)
            if len(states) > MOST_AT_ONCE:
                raise NotKnown(f"quarters: a half has more than {MOST_AT_ONCE:,} states at a time")
            if t + 1 in cuts:
                excess = inside.bounds(states) - self._cutoff + self._slack
                sides[t + 1] = _Side(states.masks, states.pieces, excess, np.arange(len(states)))
        return sides

    def _bits(self, side: _Side, clauses: Sequence[int]) -> Words:
        """Return the states' masks with the bits of some clauses, one after the other."""
        masks = np.zeros((len(side.pieces), max(1, -(-len(clauses) // WORD))), np.uint64)
        for place, c in enumerate(clauses):
            word, bit = divmod(self._frontier.slots[c], WORD)
            bits = side.masks[:, word] >> np.uint64(bit) & ONE
            masks[:, place // WORD] |= bits << np.uint64(place % WORD)
        return masks

    def _chosen(self, steps: int, state: int) -> Variables:
        """Return the variables that a state has chosen in so many steps."""
        chosen = set()
        for t in reversed(range(steps)):
            state, taken = divmod(int(self._parents[t][state]), 2)
            if taken:
                chosen.add(self._frontier.order[t])
        return frozenset(chosen)


def _all_bits(number: int) -> Words:
    """Return a mask with so many bits."""
    words = max(1, -(-number // WORD))
    full = (1 << number) - 1
    return np.array([full >> (WORD * k) & (1 << WORD) - 1 for k in range(words)], np.uint64)
