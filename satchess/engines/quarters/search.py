"""The optimum of a board in quarters: a bound from shares, then halves that may be completed.

The shares leave a *slack*: pieces of a better cover, less four times the lightest cover of a
quarter. What a cover weighs more than that in a quarter is its *excess* there, and a better cover
pays it out of the slack: one of its halves, no more than half of it. That half may be the upper
one, as a mirror exchanges them. So a sweep over the upper half drops states of more excess, and few
reach the middle. The same tables, in the mirror, tell of most that the lower half would pay too
much; of the others, cores tell how many pieces it needs.

Of states that leave the same open, the one with fewest pieces is kept, among these the lightest. No
better cover is lost by that if there is any: take one with fewest pieces, and of these one whose
upper half is lightest, so that its lower half is no lighter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import ONE, WORD
from satchess.engines.linear.covers import CoverSearch
from satchess.engines.linear.programme import Permutation
from satchess.engines.quarters.kernels import Indices, Numbers, undominated
from satchess.engines.quarters.prices import Shares, ShareSearch
from satchess.engines.quarters.pricing import SCALE, Pricing
from satchess.engines.quarters.quartering import Quartering, clauses_of, quartered
from satchess.engines.quarters.sweep import Frontier, Inside, States, Window, step
from satchess.engines.sat.optimum import Bounds
from satchess.engines.sat.solver import CoreSearch
from satchess.logs import logger_of
from satchess.model import Model

_log = logger_of(__name__)

SWAPS = 200_000
"""Steps of the local search before each search for shares."""

OVERLAPS = (0, 1, 2)
"""By how many lines the quarters reach over the middle: larger ones leave less slack."""

LITTLE_SLACK = SCALE * 8 // 5
"""With more slack, larger quarters are quicker than a sweep over half of the board."""

Variables = frozenset[int]


def optimise(model: Model, bounds: Bounds, overlaps: Sequence[int] = OVERLAPS) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a model that has quarters; the last are closed."""
    covers = None
    for overlap in overlaps:
        quartering = _quartered(model, overlap)
        covers = covers or CoverSearch(quartering.clauses, len(quartering.order))
        bounds = _with_cover(bounds, covers.improve(bounds.lower, SWAPS))
        yield bounds
        for shares in ShareSearch(quartering).improved():
            lower = -(-4 * shares.least // SCALE)
            if lower > bounds.lower:
                bounds = bounds.narrowed(min(lower, bounds.upper), None)
                yield bounds
            if _most(bounds) < lower:
                yield bounds.narrowed(_most(bounds) + 1, None)
                return
        bound = 4 * shares.least
        _log.info("%d lines over the middle: at least %.3f", overlap, bound / SCALE)
        if _most(bounds) * SCALE - bound <= LITTLE_SLACK:
            break
    while bounds.lower <= (most := _most(bounds)):
        better = Halves(quartering, shares, most).joined()
        bounds = _with_cover(bounds, better) if better else bounds.narrowed(most + 1, None)
        yield bounds


def _quartered(model: Model, overlap: int) -> Quartering:
    quarters = quartered(model, overlap)
    assert not isinstance(quarters, str)
    return quarters


def _with_cover(bounds: Bounds, cover: Variables) -> Bounds:
    if bounds.best is not None and len(bounds.best) <= len(cover):
        return bounds
    better = replace(bounds, best=cover, feasible=True)
    return better.narrowed(None, len(cover)) if len(cover) < bounds.upper else better


def _most(bounds: Bounds) -> int:
    """Return the most pieces that would be news."""
    return bounds.upper if bounds.best is None else min(bounds.upper, len(bounds.best) - 1)


@dataclass(frozen=True)
class _Group:
    """States in the middle: which of the open clauses each covers, with how many pieces."""

    states: Numbers
    covered: NDArray[np.bool_]
    pieces: Numbers

    def divided(self) -> Iterator["_Group"]:
        """Divide by the number of pieces, or by the clause that divides most evenly."""
        first = self.pieces == self.pieces.min()
        if first.all():
            number = self.covered.sum(axis=0)
            first = self.covered[:, np.minimum(number, len(self.states) - number).argmax()]
        for part in (first, ~first):
            yield _Group(self.states[part], self.covered[part], self.pieces[part])


class Halves:
    """Covers of a limited number of pieces, as two halves of the board."""

    def __init__(self, quartering: Quartering, shares: Shares, most: int) -> None:
        self._quartering = quartering
        self._shares = shares
        self._most = most
        self._slack = most * SCALE - 4 * shares.least
        _log.info("shares leave %.3f pieces of slack below %d", self._slack / SCALE, most + 1)
        self._frontier = Frontier(quartering.clauses, quartering.order)
        self._parents: list[Indices] = []

    def joined(self) -> Variables | None:
        """Return a cover, or None if there is none."""
        if self._slack < 0:
            return None
        upper = [self._window(image) for image in self._quartering.images[:2]]
        inside = Inside(upper)
        states = self._sweep(inside)
        best = undominated(states.masks, states.pieces)
        spent = inside.bounds(states)
        kept = np.array([s for s in best if self._may_be_completed(s, spent[s], upper)], np.int64)
        _log.info(
            "%d states reach the middle, %d are not beaten, %d have to be completed",
            *(len(states), len(best), len(kept)),
        )
        clauses = self._frontier.open_after(self._quartering.half)
        slots = np.array([self._frontier.slots[c] for c in clauses], np.int64)
        words = states.masks[kept][:, slots // WORD]
        covered = (words >> (slots % WORD).astype(np.uint64) & ONE).astype(np.bool_)
        return self._completed(_Group(kept, covered, states.pieces[kept]), clauses)

    def _sweep(self, inside: Inside) -> States:
        """Decide the lines of the upper half, within half of the slack."""
        weights = dict.fromkeys(self._quartering.order, 0)
        for image in self._quartering.images[:2]:
            for v, weight in self._shares.weights.items():
                weights[image[v - 1]] += weight
        states = States.at_first(self._frontier.words, 0, len(inside))
        prices = [0] * len(self._quartering.clauses)
        cutoff = 2 * self._shares.least + self._slack // 2
        for t in range(self._quartering.half):
            weight = weights[self._frontier.order[t]]
            states, _, parents = step(self._frontier, t, states, weight, 1, prices, inside, cutoff)
            self._parents.append(parents)
        return states

    def _window(self, image: Permutation) -> Window:
        """Return a quarter of the upper half, within half of the slack.

        Kept are the states before the lines that the lower half's mirror image leaves to the upper.
        """
        clauses = tuple(clauses_of(self._quartering.quarter, image))
        weights = {image[v - 1]: weight for v, weight in self._shares.weights.items()}
        order = tuple(v for v in self._quartering.order if v in weights)
        first = self._quartering.order[: len(self._quartering.order) - self._quartering.half]
        frontier, pricing = Frontier(clauses, order), Pricing(clauses, order)
        cutoff = self._shares.least + self._slack // 2
        return Window(frontier, weights, pricing, cutoff, len(set(first).intersection(order)))

    def _may_be_completed(self, state: int, spent: int, upper: Sequence[Window]) -> bool:
        """Whether the quarters of the lower half, which are mirror images, leave it possible."""
        mirrored = {self._quartering.upside_down[v - 1] for v in self._chosen(state)}
        known = self._shares.least + self._slack // 2
        lower = sum(min(window.lightest(mirrored), known + 1) for window in upper)
        return spent + lower <= self._most * SCALE

    def _completed(self, group: _Group, clauses: Sequence[int]) -> Variables | None:
        """Return a cover that begins with one of some states; None if there is none.

        What would not even be completed if it covered all that any of them covers needs no closer
        look.
        """
        if not len(group.states):
            return None
        covered = {clauses[int(k)] for k in np.flatnonzero(group.covered.any(axis=0))}
        completion = self._completion(covered, self._most - int(group.pieces.min()))
        if completion is None:
            return None
        if len(group.states) == 1:
            return self._chosen(int(group.states[0])) | completion
        parts = (self._completed(part, clauses) for part in group.divided())
        return next(filter(None, parts), None)

    def _completion(self, covered: set[int], most: int) -> Variables | None:
        """Return at most so many variables of the lower half that cover all else, if some do."""
        if most < 0:
            return None
        lower = self._quartering.order[self._quartering.half :]
        last = self._frontier.last
        clauses = [
            sorted(clause.intersection(lower))
            for c, clause in enumerate(self._quartering.clauses)
            if last[c] >= self._quartering.half and c not in covered
        ]
        wishes = dict.fromkeys((-v for v in lower), 1)
        with CoreSearch(clauses, wishes) as search:
            if any(pieces > most for pieces in search.given_up()) or search.model is None:
                return None
            return frozenset(search.model)

    def _chosen(self, state: int) -> Variables:
        """Return the variables of the upper half that a state has chosen."""
        chosen = set()
        for t in reversed(range(self._quartering.half)):
            state, taken = divmod(int(self._parents[t][state]), 2)
            if taken:
                chosen.add(self._frontier.order[t])
        return frozenset(chosen)
