"""All solutions of linear equations over GF(2), in large blocks with their weights."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satchess.domain.gf2 import Solutions, gray_code

BLOCK_DIMENSIONS = 16
"""Dimension of the subspace of solutions that is weighed at once."""

Weights = tuple[tuple[int, int], ...]
"""Pairs (factor, mask): the weight of a solution is the sum of factor times common bits."""


class Block(NamedTuple):
    """Solutions, as rows of 64-bit words with the lowest first, and their weights."""

    rows: NDArray[np.uint64]
    weights: NDArray[np.int64]

    def masks(self, weight: int) -> Iterator[int]:
        """Yield the solutions of a given weight, as bit masks."""
        for row in self.rows[self.weights == weight].astype("<u8"):
            yield int.from_bytes(row.tobytes(), "little")


def weighed(solutions: Solutions, weights: Weights) -> Iterator[Block]:
    """Yield all solutions in blocks."""
    size = max((solutions.one, 1, *solutions.basis)).bit_length() // 64 + 1
    near = np.zeros((1, size), dtype=np.uint64)
    for vector in solutions.basis[:BLOCK_DIMENSIONS]:
        near = np.concatenate((near, near ^ _words(vector, size)))
    factors = [(factor, _words(members, size)) for factor, members in weights]
    for mask in gray_code(solutions.one, solutions.basis[BLOCK_DIMENSIONS:]):
        rows = near ^ _words(mask, size)
        total = np.zeros(len(rows), dtype=np.int64)
        for factor, members in factors:
            total += factor * np.bitwise_count(rows & members).sum(axis=1, dtype=np.int64)
        yield Block(rows, total)


def by_weight(solutions: Solutions, weights: Weights) -> dict[int, int]:
    """Count the solutions of each weight."""
    counts: dict[int, int] = {}
    for block in weighed(solutions, weights):
        for weight, number in enumerate(np.bincount(block.weights)):
            if number:
                counts[weight] = counts.get(weight, 0) + int(number)
    return counts


def _words(mask: int, size: int) -> NDArray[np.uint64]:
    inside = mask & (1 << 64 * size) - 1
    return np.frombuffer(inside.to_bytes(8 * size, "little"), dtype="<u8").astype(np.uint64)
