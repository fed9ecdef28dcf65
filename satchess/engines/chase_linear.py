"""Prices of lines by a linear programme, for a board with some queens.

How many queens fit on the open squares, if they may be divided? If less than there are open rows,
the multipliers of the lines are prices that prove it; `chase_prices_numba` checks them in integers.
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from satchess.engines.chase_board import Cell, Opening
from satchess.engines.highs import State, infinity, load, run_simplex

_FINE = 4.0
"""What a queen costs that is missing in the corner, in queens: its price is not more."""


class Prices(NamedTuple):
    """Prices of columns, of diagonals and of the corner; what is not there is free."""

    columns: dict[int, float]
    down: dict[int, float]
    """By column minus row."""
    up: dict[int, float]
    """By column plus row."""
    corner: float = 0.0


class Relaxed(NamedTuple):
    """What a linear programme says of an opening."""

    prices: Prices | None
    """Prices that refute it; None if there is room for all queens."""
    in_corner: float
    """How many of them stand in the corner, if that is how they stand."""


def relax(opening: Opening, edge: int | None = None) -> Relaxed:
    """Place divided queens on the open squares; `edge`: of the corner, if nothing is settled."""
    if opening.corner:
        edge = opening.corner.edge
    cells = [cell for row in opening.open for cell in opening.row(row)]
    lines: dict[tuple[str, int], list[int]] = {}
    for number, cell in enumerate(cells):
        for line in _lines(cell):
            lines.setdefault(line, []).append(number)
    inside = np.array(
        [n for n, cell in enumerate(cells) if edge is not None and cell.column - cell.row >= edge],
        np.int32,
    )
    lengths = [len(members) for members in lines.values()]
    solver = load(
        costs=np.full(len(cells), -1.0),
        starts=np.cumsum([0, *lengths]),
        columns=np.concatenate([np.array(members) for members in lines.values()]),
        entries=np.ones(sum(lengths)),
        needed=np.zeros(len(lines), np.bool_),
    )
    if opening.corner:
        least, most = map(float, opening.corner[1:])
        solver.addRow(least, most, len(inside), inside, np.ones(len(inside)))
        missing = np.array([len(lines)], np.int32)
        solver.addCol(_FINE, 0.0, infinity(), 1, missing, np.ones(1))
    if run_simplex(solver, primal=True) is not State.OPTIMAL:
        return Relaxed(None, 0.0)
    solution = solver.getSolution()
    in_corner = float(np.array(solution.col_value)[inside].sum()) if len(inside) else 0.0
    if -solver.getInfo().objective_function_value > len(opening.open) - 1e-6:
        return Relaxed(None, in_corner)
    prices: dict[Hashable, dict[int, float]] = {"row": {}, "column": {}, "down": {}, "up": {}}
    for (kind, number), price in zip(lines, solution.row_dual, strict=False):
        prices[kind][number] = abs(price)
    corner = -float(solution.row_dual[-1]) if opening.corner else 0.0
    return Relaxed(Prices(prices["column"], prices["down"], prices["up"], corner), in_corner)


def _lines(cell: Cell) -> tuple[tuple[str, int], ...]:
    return (
        ("row", cell.row),
        ("column", cell.column),
        ("down", cell.column - cell.row),
        ("up", cell.column + cell.row),
    )
