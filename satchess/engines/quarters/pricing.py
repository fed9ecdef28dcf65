"""Prices of clauses: those of what covers a set of clauses never exceed its weight."""

from collections.abc import Mapping, Sequence

import numpy as np

from satchess.engines.highs import GrowingProgramme, infinity
from satchess.engines.quarters.quartering import Cover

SCALE = 1_000_000
"""The weight of a piece."""


class Pricing:
    """Prices of clauses, as high as the weights of the variables allow that are not yet decided."""

    def __init__(self, clauses: Sequence[Cover], order: Sequence[int]) -> None:
        self._order = order
        place = {v: i for i, v in enumerate(order)}
        self._matrix = np.zeros((len(clauses), len(order)), np.int64)
        for c, clause in enumerate(clauses):
            self._matrix[c, [place[v] for v in clause]] = 1

    def prices(
        self, weights: Mapping[int, int], decided: int = 0, lacking: Sequence[float] | None = None
    ) -> list[int]:
        """Return prices in whole numbers, repaired where rounding has made them too high.

        Their sum is to be large, each counted as often as its clause is `lacking`: still to be
        covered when so many variables are decided.
        """
        limits = np.array([weights[v] for v in self._order[decided:]], np.int64)
        matrix = self._matrix[:, decided:]
        ends = np.full(len(limits), infinity())
        programme = GrowingProgramme(limits / SCALE, np.zeros(len(limits)), ends)
        for row, least in zip(matrix, lacking or [1.0] * len(matrix), strict=True):
            programme.add_row(row.astype(np.float64), least)
        _, _, multipliers = programme.solve()
        prices = np.maximum(multipliers * SCALE, 0).astype(np.int64)
        excess = prices @ matrix - limits
        for v in np.flatnonzero(excess > 0):
            over = int(prices @ matrix[:, v] - limits[v])
            for c in np.flatnonzero(matrix[:, v]):
                less = min(max(over, 0), int(prices[c]))
                prices[c] -= less
                over -= less
        return [int(price) for price in prices]
