"""Small covers by local search: for leapers they are nearly always optimal."""

from collections.abc import Sequence

import numpy as np

from satchess.engines.linear.kernels import swap_search

SEED = 2**61 - 1


class CoverSearch:
    """A local search for covers of clauses, which goes on where it stopped."""

    def __init__(self, clauses: Sequence[frozenset[int]], variables: int) -> None:
        self._rows, self._lengths = _table([sorted(v - 1 for v in clause) for clause in clauses])
        covered: list[list[int]] = [[] for _ in range(variables)]
        for r, clause in enumerate(clauses):
            for v in clause:
                covered[v - 1].append(r)
        self._columns, self._heights = _table(covered)
        self._cover = np.ones(variables, np.int64)
        self._chance = SEED

    def improve(self, enough: int, steps: int) -> frozenset[int]:
        """Return the smallest cover so far; stop at one that is small enough."""
        self._chance = (self._chance * 6364136223846793005 + 1442695040888963407) % 2**64 or SEED
        swap_search(
            self._rows, self._lengths, self._columns, self._heights,
            enough, steps, np.uint64(self._chance), self._cover,
        )  # fmt: skip
        return frozenset(int(v) + 1 for v in np.flatnonzero(self._cover))


def _table(
    lists: list[list[int]],
) -> tuple[
    np.ndarray[tuple[int, int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.int64]]
]:
    lengths = np.array([len(items) for items in lists], np.int64)
    table = np.zeros((len(lists), max(1, lengths.max(initial=0))), np.int64)
    for row, items in enumerate(lists):
        table[row, : len(items)] = items
    return table, lengths
