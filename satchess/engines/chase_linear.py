"""Prices of lines by a linear programme, for a board with some queens.

How many queens fit on the open squares, if they may be divided? If less than there are open rows,
the multipliers of the lines are prices that prove it; `chase_prices_numba` checks them in integers.
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from satchess.engines.chase_board import Cell, Opening
from satchess.engines.highs import State, load, run_simplex


class Prices(NamedTuple):
    """Prices of columns and of diagonals; what is not there is free."""

    columns: dict[int, float]
    down: dict[int, float]
    """By column minus row."""
    up: dict[int, float]
    """By column plus row."""


def refuting_prices(opening: Opening) -> Prices | None:
    """Return prices that refute an opening; None if the programme finds room for all queens."""
    cells = [cell for row in opening.open for cell in opening.row(row)]
    lines: dict[tuple[str, int], list[int]] = {}
    for number, cell in enumerate(cells):
        for line in _lines(cell):
            lines.setdefault(line, []).append(number)
    lengths = [len(members) for members in lines.values()]
    solver = load(
        costs=np.full(len(cells), -1.0),
        starts=np.cumsum([0, *lengths]),
        columns=np.concatenate([np.array(members) for members in lines.values()]),
        entries=np.ones(sum(lengths)),
        needed=np.zeros(len(lines), np.bool_),
    )
    if run_simplex(solver, primal=True) is not State.OPTIMAL:
        return None
    if -solver.getInfo().objective_function_value > len(opening.open) - 1e-6:
        return None
    prices: dict[Hashable, dict[int, float]] = {"row": {}, "column": {}, "down": {}, "up": {}}
    for (kind, number), price in zip(lines, solver.getSolution().row_dual, strict=True):
        prices[kind][number] = abs(price)
    return Prices(prices["column"], prices["down"], prices["up"])


def _lines(cell: Cell) -> tuple[tuple[str, int], ...]:
    return (
        ("row", cell.row),
        ("column", cell.column),
        ("down", cell.column - cell.row),
        ("up", cell.column + cell.row),
    )
