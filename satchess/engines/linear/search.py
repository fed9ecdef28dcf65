"""Branch and bound on orbit sums: relaxations refute, local search and SAT find.

The root is strengthened by local cuts of ever larger windows; for leapers that often is the whole
proof. What is left is divided by the sum of an orbit, which keeps all symmetries, and where every
sum is whole, SAT decides.
"""

import heapq
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import count, islice
from math import floor, prod

import numpy as np

from satchess.engines import tally
from satchess.engines.highs import Floats
from satchess.engines.linear.covers import CoverSearch
from satchess.engines.linear.leaves import Leaves
from satchess.engines.linear.local_cuts import Separator, windows
from satchess.engines.linear.programme import Costs, Orbits, rows_of
from satchess.engines.linear.relaxation import Box, Relaxation, Relaxed
from satchess.engines.sat.greedy import cover_clauses
from satchess.engines.sat.optimum import Bounds
from satchess.model import Clause, Model, Sense

WINDOW_SIZES = (16, 25, 36, 49)
"""Clauses of a window: larger ones only where smaller ones have not been enough."""

WINDOWS_A_SIZE = 3

LEAST_GAIN = 0.02
PATIENCE = 10
"""Rounds of cuts in which a bound has to rise by that gain."""

ROUNDS_A_NODE = 4

SWAPS_AT_FIRST = 5_000
"""Four times as many before each larger size of windows."""

FINDING_BUDGET = 500
CONFLICTS_A_LEAF = 2_000
"""Conflicts that SAT first spends; ten times as many when it comes back."""

STRONG_CANDIDATES = 8
"""Orbits that are tried before one is branched on."""


ROUNDING = 1e-4
"""Proposed numbers that are closer to a whole one are taken for it."""


@dataclass(order=True)
class _Node:
    """An open part of the tree; the lowest proved bound comes first, then the lowest proposal."""

    bound: int
    cost: float
    number: int
    relaxed: Relaxed = field(compare=False)
    conflicts: int = field(compare=False, default=CONFLICTS_A_LEAF)


class Search:
    """The state of an optimisation of a linear model."""

    def __init__(self, model: Model, bounds: Bounds, stack: ExitStack) -> None:
        self._model = model
        self.bounds = bounds
        self._costs = Costs.of_model(model)
        self._orbits = Orbits(len(model.places), model.symmetries)
        self._leaves = stack.enter_context(Leaves(model, self._orbits))
        self._clauses = list(dict.fromkeys(cover_clauses(model)))
        rows = dict.fromkeys(rows_of(model))
        self._relaxation = Relaxation(rows, self._costs, model.symmetries, self._orbits)
        self._separators: list[Separator] = []
        self._number = count()
        self._covers: CoverSearch | None = None
        self._swaps = SWAPS_AT_FIRST

    def run(self) -> Iterator[Bounds]:
        """Yield ever tighter bounds; the last are closed."""
        yield from self._start()
        if self.bounds.is_closed(self._model):
            yield self.bounds
            return
        root = yield from self._root()
        if root is not None:
            yield from self._tree(root)
        self._rise_to(self._cost + 1)
        yield self.bounds

    # What is known, as costs to be minimised

    @property
    def _cost(self) -> int:
        """The greatest cost that would be an improvement."""
        objective = self._model.objective
        assert objective is not None
        best = self.bounds.best
        ends = (self.bounds.lower, self.bounds.upper)
        known = max(self._costs.sign * end for end in ends)
        if best is None:
            return known
        return min(known, self._costs.sign * objective.value(best) - 1)

    def _value(self, cost: int) -> int:
        return self._costs.sign * cost

    def _rise_to(self, cost: int) -> bool:
        """Record that no placement costs less; whether that is news."""
        before = self.bounds
        fewest = self._costs.sign > 0
        value = self._value(cost)
        self.bounds = before.narrowed(value if fewest else None, None if fewest else value)
        return self.bounds != before

    def _found(self, placement: frozenset[int]) -> None:
        objective = self._model.objective
        assert objective is not None
        value = objective.value(placement)
        better = replace(self.bounds, best=placement, feasible=True)
        fewest = objective.sense is Sense.FEWEST
        self.bounds = better.narrowed(None if fewest else value, value if fewest else None)

    # Placements

    @property
    def _is_pure_cover(self) -> bool:
        return self._model.counts_pieces and all(
            isinstance(c, Clause) and c.literals and min(c.literals) > 0
            for c in self._model.constraints
        )

    def _start(self) -> Iterator[Bounds]:
        """Find a first placement, and improve it while that is easy."""
        if self._is_pure_cover:
            self._covers = CoverSearch(self._clauses, len(self._model.places))
            yield from self._swap()
            return
        box = self._relaxation.everything
        while not self.bounds.is_closed(self._model):
            budget = FINDING_BUDGET if self.bounds.best is not None else 1 << 30
            placement = self._leaves.find(self._value(self._cost), box, budget)
            if isinstance(placement, frozenset):
                self._found(placement)
                yield self.bounds
            elif placement is None:
                return
            elif self.bounds.best is None:
                self.bounds = replace(self.bounds, feasible=False)
                return
            else:
                self._rise_to(self._cost + 1)

    def _swap(self) -> Iterator[Bounds]:
        """Look for a smaller cover; for longer the next time."""
        if self._covers is not None:
            found = self._covers.improve(self.bounds.lower, self._swaps)
            self._swaps *= 4
            if self.bounds.best is None or len(found) < len(self.bounds.best):
                self._found(found)
                yield self.bounds

    # Bounds

    def _root(self) -> Generator[Bounds, None, Relaxed | None]:
        """Strengthen the root by cuts; return what is left of it."""
        relaxed = yield from self._strengthened(self._relaxation.everything)
        for size in WINDOW_SIZES:
            if relaxed is None or size > len(self._clauses):
                break
            yield from self._swap()
            self._separators = [
                Separator(window, self._model.symmetries)
                for window in islice(
                    windows(self._clauses, self._model.symmetries, size), WINDOWS_A_SIZE
                )
            ]
            relaxed = yield from self._strengthened(relaxed.box)
        return relaxed

    def _strengthened(self, box: Box) -> Generator[Bounds, None, Relaxed | None]:
        """Add cuts to the root for as long as they help."""
        history: list[float] = []
        while True:
            relaxed = self._relaxation.solve(box, self._cost)
            if relaxed is None:
                return None
            box = relaxed.box
            if self._rise_to(min(relaxed.bound, self._cost + 1)):
                yield self.bounds
            history.append(relaxed.cost)
            stalled = len(history) > PATIENCE and history[-1] < history[-PATIENCE] + LEAST_GAIN
            if stalled or not self._add_cuts(relaxed):
                return relaxed

    def _add_cuts(self, relaxed: Relaxed) -> bool:
        shares = self._relaxation.shares(relaxed.sums)
        cuts = [cut for separator in self._separators if (cut := separator.cut(shares))]
        return any([self._relaxation.add_images(cut) for cut in cuts])

    # The tree

    def _tree(self, root: Relaxed) -> Iterator[Bounds]:
        """Divide the root until nothing is open."""
        nodes: list[_Node] = []
        self._push(nodes, root, root.bound)
        while nodes:
            node = heapq.heappop(nodes)
            tally.add(boxes=1)
            if self._rise_to(min(node.bound, self._cost + 1)):
                yield self.bounds
            relaxed = self._relaxed_again(node.relaxed.box)
            if relaxed is None:
                continue
            if not _is_whole(relaxed.sums):
                self._divide(nodes, relaxed, node.bound)
                continue
            answer = self._leaves.decide(self._value(self._cost), relaxed.box, node.conflicts)
            if isinstance(answer, frozenset):
                self._found(answer)
                yield self.bounds
                self._push(nodes, relaxed, node.bound)
            elif answer is None and relaxed.box.lower != relaxed.box.upper:
                self._divide(nodes, relaxed, node.bound)
            elif answer is None:
                self._push(nodes, relaxed, node.bound, 10 * node.conflicts)

    def _push(
        self, nodes: list[_Node], relaxed: Relaxed, bound: int, conflicts: int = CONFLICTS_A_LEAF
    ) -> None:
        bound = max(bound, relaxed.bound)
        node = _Node(bound, relaxed.cost, next(self._number), relaxed, conflicts)
        heapq.heappush(nodes, node)

    def _divide(self, nodes: list[_Node], relaxed: Relaxed, bound: int) -> None:
        """Branch on the sum of an orbit whose halves cost most."""
        halves = max(self._candidates(relaxed), key=lambda pair: _gain(relaxed, pair))
        for half in halves:
            if half is not None:
                self._push(nodes, half, bound)

    def _candidates(self, relaxed: Relaxed) -> Iterator[tuple[Relaxed | None, ...]]:
        """Yield the halves for some orbits, those with the most fractional sums first."""
        box = relaxed.box
        free = [
            o for o, (low, high) in enumerate(zip(box.lower, box.upper, strict=True)) if low < high
        ]
        distance = np.abs(relaxed.sums - np.round(relaxed.sums))
        free.sort(key=lambda orbit: -distance[orbit])
        for orbit in free[:STRONG_CANDIDATES]:
            below = min(floor(relaxed.sums[orbit] + ROUNDING), box.upper[orbit] - 1)
            below = max(below, box.lower[orbit])
            halves = (box.with_sum(orbit, upper=below), box.with_sum(orbit, lower=below + 1))
            yield tuple(self._relaxation.solve(half, self._cost) for half in halves)

    def _relaxed_again(self, box: Box) -> Relaxed | None:
        """Return a box relaxed with the cuts of today and some more; None if it is refuted."""
        relaxed = self._relaxation.solve(box, self._cost)
        for _ in range(ROUNDS_A_NODE):
            if relaxed is None or not self._add_cuts(relaxed):
                break
            relaxed = self._relaxation.solve(relaxed.box, self._cost)
        return relaxed


def _is_whole(sums: Floats) -> bool:
    return bool(np.abs(sums - np.round(sums)).max() < ROUNDING)


def _gain(relaxed: Relaxed, halves: tuple[Relaxed | None, ...]) -> float:
    gains = (1.0 if half is None else half.cost - relaxed.cost for half in halves)
    return prod(min(max(gain, ROUNDING), 1.0) for gain in gains)


def optimise(model: Model, bounds: Bounds) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a linear model; the last are closed."""
    with ExitStack() as stack:
        yield from Search(model, bounds, stack).run()
