"""Clique cuts: cells that all attack each other though they are not on one line hold one queen.

The corners of a square and its centre are such cells, whether the square is upright or tilted by
45 degrees. A linear programme that only knows lines may put half a queen on each of them.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

VIOLATED = 1.01
"""A clique is worth a row if the values of its cells add up to more than this."""

NOTHING = 1e-6


def violated_cliques(values: Floats) -> list[Integers]:
    """Return the cliques whose cells have too large a sum, the most violated first.

    `values` has a number for each cell, with a sum of at most 1 on each line. So at least three
    cells of a violated clique are positive, not all on one line, and two of them share a row or a
    column: all cliques are found from such pairs. Cells are numbered row by row.
    """
    size = len(values)
    across = _cliques_by_rows(values)
    down = _cliques_by_rows(values.T)[:, :, ::-1]
    cliques = np.concatenate([across, down])
    inside = (cliques.min(2) >= 0) & (cliques.max(2) < size)
    places = np.where(inside[:, :, None], cliques, 0)
    sums = np.where(inside, values[places[:, :, 0], places[:, :, 1]], 0.0).sum(1)
    violated = np.flatnonzero(sums > VIOLATED)
    violated = violated[np.argsort(-sums[violated], kind="stable")]
    numbers = size * cliques[:, :, 0] + cliques[:, :, 1]
    return [np.unique(numbers[i][inside[i]]) for i in violated]


def _cliques_by_rows(values: Floats) -> Integers:
    """Return the cliques with two positive cells in a row: five cells (row, column) each.

    Cells may lie outside the board. A square without a centre cell has one outside instead.
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
    for column, radius, fits in (  # the pair is a diagonal of a tilted square, or half of one
        ((left + right) // 2, side // 2, even),
        (left, side, None),
        (right, side, None),
    ):
        tilted = [
            (rows, column),
            (rows, column - radius),
            (rows, column + radius),
            (rows - radius, column),
            (rows + radius, column),
        ]
        if fits is not None:
            tilted = [(np.where(fits, r, -1), np.where(fits, c, -1)) for r, c in tilted]
        found.append(tilted)
    return np.concatenate([np.stack([np.stack(cell, 1) for cell in clique], 1) for clique in found])


def _pairs(values: Floats) -> tuple[Integers, Integers, Integers]:
    """Return the pairs of positive cells in a row: rows, left columns, right columns."""
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
