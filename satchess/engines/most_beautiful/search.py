"""A search for n queens on chosen cells of an n x n board, with at most so many in each group."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.bool_]
"""Which cells of a board, as an array of rows and columns."""

Placed = tuple[int, ...]
"""The column of the queen of each row."""


class Search:
    """A depth-first search that can be stopped and continued.

    `cells` are the cells that may be used; `groups` gives the number of each cell's group, or -1;
    `room` says how many queens each group has room for. With `noise`, the cells that `liking` likes
    best come first, give or take so much; without, they come in their order on the board.
    """

    def __init__(
        self,
        cells: Cells,
        groups: NDArray[np.int64],
        room: Mapping[int, int],
        *,
        liking: NDArray[np.float32] | None = None,
        noise: float | None = None,
        seed: int = 0,
    ) -> None:
        size = len(cells)
        self.size = size
        words = -(-size // 64)
        names = list(room)
        group_of = np.full((size, size), -1, np.int16)
        masks = np.zeros((max(1, len(names)), size, words), np.uint64)
        cells = cells.copy()
        for number, name in enumerate(names):
            members = (groups == name) & cells
            if room[name] <= 0:
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
        left = np.zeros((size, len(masks)), np.int16)
        left[0, : len(names)] = [max(0, room[name]) for name in names]
        supply = np.zeros_like(left)
        supply[0] = np.bincount(group_of[group_of >= 0], minlength=len(masks))
        if liking is None:
            liking = np.zeros((size, size), np.float32)
        self._width = (0,) * words
        self._nodes = options, rows, needed, left, supply
        self._picks = np.zeros((size, size + 1, 2), np.int16), np.zeros(size + 1, np.float64)
        self._ground = group_of, masks, liking
        self._noise = -1.0 if noise is None else noise
        # a state of the generator must not be 0
        self._numbers = np.array([-2, 0, (seed * 0x9E3779B97F4A7C15 | 1) % 2**63, 0], np.int64)
        self._hopeless = bool((supply[0] < left[0]).any())

    @property
    def nodes(self) -> int:
        """How many queens have been placed so far."""
        return int(self._numbers[1])

    def run(self, most_nodes: int, most_found: int = 1) -> tuple[bool, list[Placed]]:
        """Search on; return whether the search is over, and the placements that it came upon."""
        from satchess.engines.most_beautiful import kernels as kernel

        if self._hopeless:
            return True, []
        found = np.zeros((most_found, self.size), np.int64)
        ending = kernel.search(
            self._width,
            self._nodes,
            self._picks,
            self._ground,
            self._noise,
            self._numbers,
            most_nodes,
            found,
        )
        number = int(self._numbers[kernel.FOUND])
        return ending == kernel.EXHAUSTED, [tuple(map(int, row)) for row in found[:number]]


def liking_of(weights: NDArray[np.int64], cells: Cells) -> NDArray[np.float32]:
    """Like heavy cells: there are few of them for the many queens at the rim."""
    heaviest = max(1, int(weights[cells].max()))
    return (weights / heaviest).astype(np.float32)


def packed(cells: Cells) -> NDArray[np.uint64]:
    """Write rows of cells as words, the first column in the lowest bit."""
    rows, columns = cells.shape
    words = -(-columns // 64)
    wide = np.zeros((rows, 64 * words), np.uint8)
    wide[:, :columns] = cells
    return np.packbits(wide, axis=1, bitorder="little").view("<u8").astype(np.uint64)
