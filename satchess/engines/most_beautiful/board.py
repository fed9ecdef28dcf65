"""The board of a most-beautiful placement: cells with weights, and their symmetries.

Cells are numbered row by row. A symmetry is an array: the cell that each cell is mapped to.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.search import Cells, Queens

Symmetry = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WeightedBoard:
    """An n x n board with an integer weight for each cell, and the cells that may be used.

    Cells of equal weight form a group. Groups are numbered from the heaviest.
    """

    weights: NDArray[np.int64]
    cells: Cells

    @classmethod
    def centred(cls, size: int) -> "WeightedBoard":
        """Return the board whose weights are squared distances from the centre, times four."""
        return cls(centre_weights(size), np.ones((size, size), np.bool_))

    @property
    def size(self) -> int:
        """The number of rows, of columns and of queens."""
        return len(self.weights)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The weight of each group."""
        return tuple(int(v) for v in np.unique(self.weights)[::-1])

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The group of each cell."""
        return np.searchsorted(-np.array(self.values), -self.weights)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotations and reflections that preserve weights and cells, the identity first.

        If there are all eight, the first four are the rotations.
        """
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
        """Rows and columns, then the diagonals of at least two cells."""
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

    def counts(self, queens: Queens) -> NDArray[np.int64]:
        """Return how many queens each group has."""
        return np.bincount(
            self.groups[np.arange(self.size), list(queens)], minlength=len(self.values)
        )

    def fingerprint(self, queens: Queens) -> tuple[int, ...]:
        """Return the weights of the queens, the largest first."""
        return tuple(sorted((int(self.weights[r, c]) for r, c in enumerate(queens)), reverse=True))

    def attacked(self, row: int, column: int) -> Cells:
        """Return the cells that a queen attacks, without its own."""
        rows, columns = np.indices((self.size, self.size))
        down, right = rows - row, columns - column
        attacked: Cells = (down == 0) | (right == 0) | (abs(down) == abs(right))
        attacked[row, column] = False
        return attacked

    def propagated(self, alive: Cells) -> Cells | None:
        """Remove what the only cell of a row or column attacks; None if one has no cell left.

        Every row and column needs a queen, so no placement is lost.
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

    def images(self, queens: Queens) -> set[Queens]:
        """Return the images of a placement under the symmetries of the board."""
        cells = [self.size * r + c for r, c in enumerate(queens)]
        images = set()
        for symmetry in self.symmetries:
            squares = sorted(int(symmetry[cell]) for cell in cells)
            images.add(tuple(square % self.size for square in squares))
        return images


@dataclass(frozen=True, eq=False)
class Line:
    """Cells that hold exactly one queen if it is `needed`, else at most one."""

    cells: NDArray[np.int64]
    needed: bool


def centre_weights(size: int) -> NDArray[np.int64]:
    """Return (2i - n - 1)^2 + (2j - n - 1)^2 for the cells of an n x n board."""
    squares = (2 * np.arange(size) - size + 1) ** 2
    return squares[:, None] + squares[None, :]


def preserving(symmetries: Iterable[Symmetry], cells: Cells) -> tuple[Symmetry, ...]:
    """Return the symmetries that map a set of cells onto itself."""
    flat = cells.ravel()
    return tuple(s for s in symmetries if (flat[s] == flat).all())


def orbits(symmetries: Sequence[Symmetry]) -> NDArray[np.int64]:
    """Label each cell by the smallest cell of its orbit under a group of symmetries."""
    smallest: NDArray[np.int64] = np.minimum.reduce(list(symmetries))
    return smallest
