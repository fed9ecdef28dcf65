"""The ground of a most-beautiful placement: cells with weights, and the symmetries they have.

Cells are numbered row by row. A symmetry is an array: the number of the cell that each goes to.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.search import Cells, Placed

Symmetry = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ground:
    """An n x n board with an integer weight for each cell, and the cells that may be used."""

    weights: NDArray[np.int64]
    cells: Cells

    @classmethod
    def centred(cls, size: int) -> "Ground":
        """Return the board whose weights are squared distances from the centre, times four."""
        return cls(centre_weights(size), np.ones((size, size), np.bool_))

    @property
    def size(self) -> int:
        """The number of rows, of columns and of queens."""
        return len(self.weights)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The different weights, the largest first: that of each group."""
        return tuple(int(v) for v in np.unique(self.weights)[::-1])

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The number of the group of each cell, the heaviest is 0."""
        return np.searchsorted(-np.array(self.values), -self.weights)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and mirrors that leave weights and cells as they are, the identity first."""
        numbers = np.arange(self.size**2).reshape(self.size, self.size)
        turned = [np.rot90(side, k) for side in (numbers, numbers.T) for k in range(4)]
        images = [np.ascontiguousarray(t).ravel() for t in turned]
        weights, cells = self.weights.ravel(), self.cells.ravel()
        return tuple(
            image
            for image in images
            if (weights[image] == weights).all() and (cells[image] == cells).all()
        )

    @cached_property
    def lines(self) -> tuple["Line", ...]:
        """Rows and columns, which need a queen each, then diagonals, which have one at most."""
        size = self.size
        numbers = np.arange(size**2).reshape(size, size)
        needed = [*numbers, *numbers.T]
        offsets = range(2 - size, size - 1)
        mirrored = numbers[:, ::-1]
        diagonals = [board.diagonal(k) for board in (numbers, mirrored) for k in offsets]
        return (
            *(Line(np.array(cells), True) for cells in needed),
            *(Line(np.array(cells), False) for cells in diagonals),
        )

    def counts(self, placed: Placed) -> NDArray[np.int64]:
        """Return how many queens of a placement each group has."""
        return np.bincount(
            self.groups[np.arange(self.size), list(placed)], minlength=len(self.values)
        )

    def fingerprint(self, placed: Placed) -> tuple[int, ...]:
        """Return the weights of the queens of a placement, the largest first."""
        return tuple(sorted((int(self.weights[r, c]) for r, c in enumerate(placed)), reverse=True))

    def attacked(self, row: int, column: int) -> Cells:
        """Return the cells that a queen attacks; not its own."""
        rows, columns = np.indices((self.size, self.size))
        down, right = rows - row, columns - column
        attacked: Cells = (down == 0) | (right == 0) | (abs(down) == abs(right))
        attacked[row, column] = False
        return attacked

    def propagated(self, alive: Cells) -> Cells | None:
        """Leave out the cells that the only cell of a row or column attacks; None if one is empty.

        Only placements with a queen in every row and column are meant.
        """
        alive = alive.copy()
        done: set[tuple[int, int]] = set()
        while True:
            in_rows, in_columns = alive.sum(1), alive.sum(0)
            if not in_rows.all() or not in_columns.all():
                return None
            alone = {(int(r), int(alive[r].argmax())) for r in np.flatnonzero(in_rows == 1)}
            alone |= {(int(alive[:, c].argmax()), int(c)) for c in np.flatnonzero(in_columns == 1)}
            if alone <= done:
                return alive
            for row, column in alone - done:
                alive &= ~self.attacked(row, column)
            done |= alone

    def images(self, placed: Placed) -> set[Placed]:
        """Return a placement as the symmetries turn it."""
        cells = [self.size * r + c for r, c in enumerate(placed)]
        images = set()
        for symmetry in self.symmetries:
            squares = sorted(int(symmetry[cell]) for cell in cells)
            images.add(tuple(square % self.size for square in squares))
        return images


@dataclass(frozen=True, eq=False)
class Line:
    """Cells of which one holds a queen, if it is `needed`, or at most one."""

    cells: NDArray[np.int64]
    needed: bool


def centre_weights(size: int) -> NDArray[np.int64]:
    """Return (2i - n - 1)^2 + (2j - n - 1)^2 for the cells of an n x n board."""
    squares = (2 * np.arange(size) - size + 1) ** 2
    return squares[:, None] + squares[None, :]


def leaving(symmetries: Iterable[Symmetry], alive: Cells) -> tuple[Symmetry, ...]:
    """Return those of some symmetries that leave a set of cells as it is."""
    flat = alive.ravel()
    return tuple(s for s in symmetries if (flat[s] == flat).all())


def orbits(symmetries: Sequence[Symmetry]) -> NDArray[np.int64]:
    """Return for each cell the smallest cell that the symmetries, which are a group, take it to."""
    smallest: NDArray[np.int64] = np.minimum.reduce(list(symmetries))
    return smallest
