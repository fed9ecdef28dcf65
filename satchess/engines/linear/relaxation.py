"""The symmetric relaxation: bounds proposed by a linear programme and proved in whole numbers.

For any multipliers y >= 0 of the rows A x >= b, costs c and bounds l <= x <= u,

    c x  >=  y b + sum over j of min((c - y A)_j l_j, (c - y A)_j u_j).

So multipliers may be rounded at will: the bound is computed from the rounded ones, in integers. It
also shows how far each variable may move before the cost is too high (reduced-cost fixing).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from satchess.engines.highs import Floats, GrowingProgramme, Integers, SimplexStatus
from satchess.engines.linear.programme import Costs, Orbits, Permutation, Row

GRID = 1 << 20
"""Multipliers are rounded to multiples of 1 / GRID."""

LARGEST = 1 << 60
"""Above this, int64 might overflow: nothing is proved."""

UNUSED_FOR = 20
"""Solutions after which a cut that was not tight is dropped."""


@dataclass(frozen=True)
class Box:
    """Bounds on the orbit sums: a node of the tree."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]

    def with_sum(self, orbit: int, lower: int | None = None, upper: int | None = None) -> "Box":
        """Return the part of the box where one sum has other bounds."""
        low, high = list(self.lower), list(self.upper)
        low[orbit] = low[orbit] if lower is None else lower
        high[orbit] = high[orbit] if upper is None else upper
        return Box(tuple(low), tuple(high))


@dataclass(frozen=True)
class Relaxed:
    """A solved relaxation: a proved bound on the cost, the box that is left, a solution.

    `cost` is that of the solution, which is a proposal.
    """

    bound: int
    box: Box
    sums: Floats
    cost: float


class Relaxation:
    """A growing set of rows, averaged over a group, as a linear programme of orbit sums."""

    def __init__(
        self,
        rows: Iterable[Row],
        costs: Costs,
        symmetries: Sequence[Permutation],
        orbits: Orbits,
    ) -> None:
        self.orbits = orbits
        self._symmetries = symmetries
        self._costs = np.zeros(len(orbits.members), np.int64)
        for v, cost in costs.of.items():  # equal on an orbit
            self._costs[orbits.number[v]] = cost
        self._constant = costs.constant
        # a penalised variable in every row: what is infeasible is dear, and proved by multipliers
        self._penalty = 4 * int(np.abs(self._costs * orbits.sizes).sum() + 1)
        size = len(self._costs)
        self._programme = GrowingProgramme(
            np.append(self._costs, self._penalty).astype(np.float64),
            np.zeros(size + 1),
            np.append(orbits.sizes, 1e9).astype(np.float64),
        )
        self._known: set[tuple[tuple[int, ...], int]] = set()
        self._matrix = np.zeros((0, size), np.int64)
        self._least = np.zeros(0, np.int64)
        self._idle = np.zeros(0, np.int64)
        self._permanent = 0
        for row in rows:
            self._add(row)
        self._permanent = len(self._least)

    @cached_property
    def everything(self) -> Box:
        """The root of the tree."""
        return Box((0,) * len(self._costs), tuple(map(int, self.orbits.sizes)))

    def add_images(self, row: Row) -> bool:
        """Add a valid row with its images under all symmetries; False if all are known."""
        # not a list: every one has to be added
        return max([self._add(row), *(self._add(row.image(p)) for p in self._symmetries)])

    def _add(self, row: Row) -> bool:
        coefficients, least = self.orbits.averaged(row)
        divisor = int(np.gcd.reduce(np.append(coefficients, least))) or 1
        coefficients, least = coefficients // divisor, least // divisor
        key = (tuple(coefficients.tolist()), least)
        if key in self._known:
            return False
        self._known.add(key)
        self._matrix = np.vstack([self._matrix, coefficients])
        self._least = np.append(self._least, least)
        self._idle = np.append(self._idle, 0)
        self._programme.add_row(np.append(coefficients, 1.0).astype(np.float64), float(least))
        return True

    def solve(self, box: Box, cutoff: int) -> Relaxed | None:
        """Solve within a box, for costs up to `cutoff`; None if that is refuted."""
        size = len(self._costs)
        lower, upper = (np.array(b, np.int64) for b in (box.lower, box.upper))
        while True:
            self._programme.set_bounds(lower.astype(np.float64), upper.astype(np.float64))
            status, sums, multipliers = self._programme.solve()
            if status is not SimplexStatus.OPTIMAL:
                sums, multipliers = lower.astype(np.float64), np.zeros(len(self._least))
            whole = np.maximum(np.round(multipliers * GRID), 0).astype(np.int64)
            scale = np.abs(whole) @ np.abs(self._matrix).astype(np.float64) @ (upper + 1.0)
            if scale + float(whole @ np.abs(self._least).astype(np.float64)) > LARGEST:
                whole = np.zeros(len(self._least), np.int64)
            reduced = self._costs * GRID - whole @ self._matrix
            corner = np.where(reduced > 0, reduced * lower, reduced * upper)
            proved = int(whole @ self._least + corner.sum())
            bound = -(-proved // GRID) + self._constant
            if bound > cutoff:
                return None
            slack = (cutoff - self._constant) * GRID - proved
            falling = np.where(reduced > 0, slack // np.maximum(reduced, 1), upper - lower)
            rising = np.where(reduced < 0, slack // np.maximum(-reduced, 1), upper - lower)
            tighter_upper = np.minimum(upper, lower + falling)
            tighter_lower = np.maximum(lower, upper - rising)
            if (tighter_lower > tighter_upper).any():
                return None
            self._drop_idle(whole)
            if status is not SimplexStatus.OPTIMAL or not self._moved(
                sums[:size], tighter_lower, tighter_upper
            ):
                left = Box(tuple(tighter_lower.tolist()), tuple(tighter_upper.tolist()))
                cost = float(self._costs @ sums[:size]) + self._constant
                return Relaxed(bound, left, sums[:size], cost)
            lower, upper = tighter_lower, tighter_upper

    @staticmethod
    def _moved(sums: Floats, lower: Integers, upper: Integers) -> bool:
        """Whether a solution is outside of tightened bounds."""
        return bool(((sums < lower - 1e-6) | (sums > upper + 1e-6)).any())

    def _drop_idle(self, whole: Integers) -> None:
        """Forget cuts that have not helped for a while."""
        self._idle = np.where(whole > 0, 0, self._idle + 1)
        kept = self._idle < UNUSED_FOR
        kept[: self._permanent] = True
        if 2 * kept.sum() < len(kept):
            for coefficients, least in zip(self._matrix[~kept], self._least[~kept], strict=True):
                self._known.discard((tuple(coefficients.tolist()), int(least)))
            self._programme.keep_rows(kept)
            self._matrix, self._least, self._idle = (
                a[kept] for a in (self._matrix, self._least, self._idle)
            )

    def shares(self, sums: Floats) -> Floats:
        """Return the value of each variable, given the orbit sums."""
        mean = sums / self.orbits.sizes
        return np.array([mean[self.orbits.number[v]] for v in range(1, self.orbits.variables + 1)])
