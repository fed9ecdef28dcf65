"""Cells of which every two are on a line, though not all on the same: at most one has a queen.

The corners of a square and its centre are such cells, be it upright or on a corner. A linear
programme that knows lines only may put a half of a queen on each of them.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TOO_MUCH = 1.01
"""A sum of values from which on a square is worth a row."""

NOTHING = 1e-6


def overfull_squares(values: Floats) -> list[Integers]:
    """Return squares whose cells have a sum of more than 1, the fullest first.

    `values` has a number for each cell of a board, of at most 1 on a line. Cells are numbered row
    by row. Three cells of such a square that are not on a line have something; two of them share a
    row or a column.
    """
    size = len(values)
    across = _squares_by_rows(values)
    down = _squares_by_rows(values.T)[:, :, ::-1]
    squares = np.concatenate([across, down])
    inside = (squares.min(2) >= 0) & (squares.max(2) < size)
    places = np.where(inside[:, :, None], squares, 0)
    sums = np.where(inside, values[places[:, :, 0], places[:, :, 1]], 0.0).sum(1)
    overfull = np.flatnonzero(sums > TOO_MUCH)
    overfull = overfull[np.argsort(-sums[overfull], kind="stable")]
    numbers = size * squares[:, :, 0] + squares[:, :, 1]
    return [np.unique(numbers[i][inside[i]]) for i in overfull]


def _squares_by_rows(values: Floats) -> Integers:
    """Return squares with two cells of a row that have something: five cells (row, column) each.

    Cells may lie outside of the board. A square without a centre has a corner twice, outside.
    """
    rows, left, right = _pairs(values)
    side = right - left
    nowhere = np.full_like(rows, -1)
    even = side % 2 == 0
    found = []
    for direction in (1, -1):  # the pair is an edge, with the square below or above
        other = rows + direction * side
        middle = np.where(even, (left + right) // 2, nowhere)
        centre = np.where(even, rows + direction * side // 2, nowhere)
        found.append([(rows, left), (rows, right), (other, left), (other, right), (centre, middle)])
    for column, radius, fits in (  # the pair is on the diagonal of a square on its corner
        ((left + right) // 2, side // 2, even),
        (left, side, None),
        (right, side, None),
    ):
        square = [
            (rows, column),
            (rows, column - radius),
            (rows, column + radius),
            (rows - radius, column),
            (rows + radius, column),
        ]
        if fits is not None:
            square = [(np.where(fits, r, -1), np.where(fits, c, -1)) for r, c in square]
        found.append(square)
    return np.concatenate([np.stack([np.stack(cell, 1) for cell in square], 1) for square in found])


def _pairs(values: Floats) -> tuple[Integers, Integers, Integers]:
    """Return the pairs of cells of a row that have something: rows, left and right columns."""
    rows, columns = np.nonzero(values > NOTHING)
    reach = 1
    pairs = []
    while (same := np.flatnonzero(rows[reach:] == rows[:-reach])).size:
        pairs.append(np.stack([rows[same], columns[same], columns[same + reach]]))
        reach += 1
    if not pairs:
        nothing = np.zeros(0, np.int64)
        return nothing, nothing, nothing
    together = np.concatenate(pairs, 1)
    return together[0], together[1], together[2]
