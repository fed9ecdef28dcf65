"""What a square is worth to each quarter of the board: weights that make light covers rare.

A quarter pays a share of each piece, and all four together no more than one. Then four times the
lightest cover of a quarter is a bound for the whole board, whatever the shares are. A linear
programme proposes shares under which all covers seen so far are heavy; a sweep finds the lightest
one, and others that are nearly as light. Asked is about shares between the proposed ones and the
best so far (in-out separation, Ben-Ameur, Neto 2007). The bound is that of whole-numbered weights.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from satchess.engines.highs import Floats, GrowingProgramme, SimplexStatus, infinity
from satchess.engines.linear.programme import Orbits
from satchess.engines.quarters.pricing import SCALE, Pricing
from satchess.engines.quarters.quartering import Quartering
from satchess.engines.quarters.sweep import Frontier, Window

STEP = 0.3
"""How far to go from the best shares towards those proposed."""

NEARLY = SCALE // 50
"""How much heavier than the lightest cover those are that are learned with it."""

LEARNED = 40
"""How many covers are drawn from a sweep."""

GAP = SCALE // 10
"""How far above the bound of prices the lightest cover is first looked for."""

TOLERANCE = 5e-3
"""Pieces by which a bound may still rise when the search for shares ends."""

MOST_ROUNDS = 150
PATIENCE = 15
"""Rounds, and how many of them may bring no better shares one after the other."""

SEED = 17


@dataclass(frozen=True)
class Shares:
    """The weight of each variable for a quarter, and that of the lightest cover."""

    weights: dict[int, int]
    least: int


class ShareSearch:
    """Looks for shares whose lightest cover is heavy."""

    def __init__(self, quartering: Quartering) -> None:
        self._quartering = quartering
        variables = frozenset().union(*quartering.quarter)
        order = tuple(v for v in quartering.order if v in variables)
        self._frontier = Frontier(quartering.quarter, order)
        self._pricing = Pricing(quartering.quarter, order)
        self._orbits = Orbits(len(quartering.order), quartering.folding)
        number: dict[int, int] = {}
        for v in order:
            number.setdefault(self._orbits.number[v], len(number))
        self._group = np.array([number[self._orbits.number[v]] for v in order])
        self._place = {v: place for place, v in enumerate(order)}
        self._chance = random.Random(SEED)
        self._covers: dict[tuple[int, ...], None] = {}
        self._start_proposing(len(number))

    def _start_proposing(self, groups: int) -> None:
        """Variables: a share for each group, and the least weight of a cover, to be maximised."""
        self._proposing = GrowingProgramme(
            np.append(np.zeros(groups), -1.0),
            np.zeros(groups + 1),
            np.append(np.ones(groups), infinity()),
        )
        orbits = self._quartering.orbits
        usage = np.zeros((len(orbits.members), groups + 1))
        for v, group in zip(self._frontier.order, self._group, strict=True):
            usage[orbits.number[v], group] -= 4
        for row, size in zip(usage, orbits.sizes, strict=True):
            if row.any():
                self._proposing.add_row(row, -float(size))
        self._groups = groups
        self._learn(self._frontier.order)

    def _learn(self, cover: Sequence[int]) -> None:
        taken = np.bincount(self._group[[self._place[v] for v in cover]], minlength=self._groups)
        if (key := tuple(taken.tolist())) not in self._covers:
            self._covers[key] = None
            self._proposing.add_row(np.append(taken, -1.0), 0.0)

    def improved(self) -> Iterator[Shares]:
        """Yield ever better shares, until they are nearly as good as can be."""
        uses = np.zeros(len(self._quartering.order) + 1)
        for image in self._quartering.images:
            for v in self._frontier.order:
                uses[image[v - 1]] += 1
        sums = np.bincount(self._group, weights=[1 / uses[v] for v in self._frontier.order])
        asked = good = sums / np.bincount(self._group)
        least, idle = -1, 0
        for _ in range(MOST_ROUNDS):
            weights = self._whole(asked)
            window = self._lightest(weights, least)
            assert window.least is not None
            for trial in range(LEARNED):
                self._learn(self._drawn(window, weights, NEARLY if trial else 0))
            idle += 1
            if window.least > least:
                least, good, idle = window.least, asked, 0
                yield Shares(weights, least)
            status, proposed, _ = self._proposing.solve()
            hope = proposed[-1] * SCALE - least
            if status is not SimplexStatus.OPTIMAL or idle > PATIENCE:
                return
            if 4 * hope < TOLERANCE * SCALE:
                return
            asked = STEP * proposed[:-1] + (1 - STEP) * good

    def _whole(self, shares: Floats) -> dict[int, int]:
        """Return whole weights of which no square has more than one piece's."""
        whole = np.maximum(shares * SCALE, 0).astype(np.int64)
        weights = {
            v: int(whole[group]) for v, group in zip(self._frontier.order, self._group, strict=True)
        }
        used = [0] * (len(self._quartering.order) + 1)
        for image in self._quartering.images:
            for v, weight in weights.items():
                used[image[v - 1]] += weight
        most = max(used)
        return {v: w * SCALE // most for v, w in weights.items()} if most > SCALE else weights

    def _lightest(self, weights: dict[int, int], guess: int) -> Window:
        """Sweep the quarter with cutoffs that grow until there is a cover."""
        bound = sum(self._pricing.prices(weights))
        of_groups = np.zeros(self._groups, np.int64)
        for v, group in zip(self._frontier.order, self._group, strict=True):
            of_groups[group] = weights[v]
        known = int((np.array(list(self._covers)) @ of_groups).min())
        gap = GAP
        cutoff = max(guess, bound + gap)
        while True:
            window = Window(self._frontier, weights, self._pricing, min(cutoff, known) + NEARLY)
            if window.least is not None:
                return window
            cutoff += gap
            gap *= 2

    def _drawn(self, window: Window, weights: dict[int, int], more: int) -> list[int]:
        """Draw a cover that is no more than so much heavier than the lightest."""
        state, spent, cover = 0, 0, []
        for t, v in enumerate(window.order):
            choices = []
            for taken in (0, 1):
                child = int(window.children[t][taken, state])
                cost = spent + taken * weights[v]
                if child >= 0 and cost + window.values[t + 1][child] <= window.values[0][0] + more:
                    choices.append((child, cost, taken))
            state, spent, taken = self._chance.choice(choices)
            if taken:
                cover.append(v)
        return cover
