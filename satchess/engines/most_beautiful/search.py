"""A search for n queens on given cells of an n x n board, with bounded numbers in some groups."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from satchess.engines import tally

Cells = NDArray[np.bool_]
"""A set of cells, as an array of rows and columns."""

Queens = tuple[int, ...]
"""A placement: the column of the queen of each row."""


class Search:
    """A depth-first search that can be stopped and continued.

    `groups` labels the cells; `capacity` bounds the queens of some groups from above. A branch is
    cut when such a group can no longer reach its capacity. With `noise`, the cells of a line are
    tried by `preference`, the highest first, give or take the noise; without, in board order.
    """

    def __init__(
        self,
        cells: Cells,
        groups: NDArray[np.int64],
        capacity: Mapping[int, int],
        *,
        preference: NDArray[np.float32] | None = None,
        noise: float | None = None,
        seed: int = 0,
    ) -> None:
        size = len(cells)
        self.size = size
        words = -(-size // 64)
        names = list(capacity)
        group_of = np.full((size, size), -1, np.int16)
        masks = np.zeros((max(1, len(names)), size, words), np.uint64)
        cells = cells.copy()
        for number, name in enumerate(names):
            members = (groups == name) & cells
            if capacity[name] <= 0:
                cells &= ~members
            else:
                group_of[members] = number
                masks[number] = packed(members)
        options = np.zeros((size, size, words), np.uint64)
        options[0] = packed(cells)
        rows = np.zeros((size, size), np.int16)
        rows[0] = np.arange(size)
        needed = np.zeros((size, words), np.uint64)
        needed[0] = packed(np.ones((1, size), np.bool_))[0]
        room = np.zeros((size, len(masks)), np.int16)
        room[0, : len(names)] = [max(0, capacity[name]) for name in names]
        supply = np.zeros_like(room)
        supply[0] = np.bincount(group_of[group_of >= 0], minlength=len(masks))
        if preference is None:
            preference = np.zeros((size, size), np.float32)
        self._words = (0,) * words
        self._nodes = options, rows, needed, room, supply
        self._picks = np.zeros((size, size + 1, 2), np.int16), np.zeros(size + 1, np.float64)
        self._board = group_of, masks, preference
        self._noise = -1.0 if noise is None else noise
        # the state of the random number generator must not be 0
        self._numbers = np.array([-2, 0, (seed * 0x9E3779B97F4A7C15 | 1) % 2**63, 0], np.int64)
        self._hopeless = bool((supply[0] < room[0]).any())

    @property
    def nodes(self) -> int:
        """How many queens have been placed so far."""
        return int(self._numbers[1])

    def run(self, most_nodes: int, most_found: int = 1) -> tuple[bool, list[Queens]]:
        """Continue; return whether the search is over, and the placements found on the way."""
        from satchess.engines.most_beautiful import kernels as kernel

        if self._hopeless:
            return True, []
        found = np.zeros((most_found, self.size), np.int64)
        before = self.nodes
        ending = kernel.search(
            self._words,
            self._nodes,
            self._picks,
            self._board,
            self._noise,
            self._numbers,
            most_nodes,
            found,
        )
        tally.add(nodes=self.nodes - before)
        number = int(self._numbers[kernel.FOUND])
        return ending == kernel.EXHAUSTED, [tuple(map(int, row)) for row in found[:number]]


def weight_preference(weights: NDArray[np.int64], cells: Cells) -> NDArray[np.float32]:
    """Prefer heavy cells: there are few of them for the many queens near the rim."""
    heaviest = max(1, int(weights[cells].max()))
    return (weights / heaviest).astype(np.float32)


def packed(cells: Cells) -> NDArray[np.uint64]:
    """Pack rows of cells into words, the first column in the lowest bit."""
    rows, columns = cells.shape
    words = -(-columns // 64)
    padded = np.zeros((rows, 64 * words), np.uint8)
    padded[:, :columns] = cells
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
