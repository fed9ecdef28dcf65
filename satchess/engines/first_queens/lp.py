"""Prices of lines by linear programming, for a board with some queens.

The relaxation places fractions of queens on the open squares. If fewer fit than there are open
rows, the dual values of the lines are prices that prove it; `kernels.duals` checks them in
integers, so that no answer depends on the floats here.
"""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np

from satchess.engines.first_queens.position import Cell, Opening, Window
from satchess.engines.highs import SimplexStatus, infinity, load, run_simplex

_PENALTY = 4.0
"""Penalty for a queen missing in the corner, in queens; it bounds the price of the corner."""

_TOLERANCE = 1e-4
"""Fractions of a queen below this count as none."""


class Prices(NamedTuple):
    """Prices of columns, diagonals and the corner; lines that are missing cost nothing."""

    columns: dict[int, float]
    down: dict[int, float]
    """By column minus row."""
    up: dict[int, float]
    """By column plus row."""
    corner: float = 0.0

    def within(self, window: Window) -> "Prices":
        """Return the same prices in the coordinates of a window."""
        top, left = window.top, window.left
        return self._replace(
            columns={column - left: price for column, price in self.columns.items()},
            down={line - left + top: price for line, price in self.down.items()},
            up={line - left - top: price for line, price in self.up.items()},
        )


class Relaxed(NamedTuple):
    """The relaxation of an opening."""

    prices: Prices | None
    """Prices that refute the opening; None if all queens fit."""
    in_corner: float
    """Number of queens in the corner, in the solution found."""


def relax(opening: Opening, edge: int | None = None) -> Relaxed:
    """Solve the relaxation; `edge` is that of the corner, where the opening does not bound it."""
    relaxation = _Relaxation(opening, edge)
    if run_simplex(relaxation.solver, primal=True) is not SimplexStatus.OPTIMAL:
        return Relaxed(None, 0.0)
    solution = relaxation.solver.getSolution()
    in_corner = float(np.array(solution.col_value)[relaxation.inside].sum())
    if -relaxation.solver.getInfo().objective_function_value > len(opening.open) - 1e-6:
        return Relaxed(None, in_corner)
    return Relaxed(relaxation.prices(), in_corner)


def tight_prices(opening: Opening) -> Iterator[Prices]:
    """Yield prices that come close to a refutation, from different linear programmes.

    They ask by how much the capacity of all diagonals, or of those of one direction, could shrink.
    """
    for kinds in (("down", "up"), ("down",), ("up",)):
        relaxation = _Relaxation(opening, None)
        relaxation.shrink_diagonals(kinds)
        if run_simplex(relaxation.solver, primal=False) is SimplexStatus.OPTIMAL:
            yield relaxation.prices()


def forcing_prices(opening: Opening) -> Iterator[Prices]:
    """Yield prices that prove diagonals forced: every placement has a queen there.

    Each linear programme minimises the fraction of a queen on one diagonal. If that is positive,
    the dual values prove it, with 1 added for the diagonal itself.
    """
    relaxation = _Relaxation(opening, None)
    relaxation.place_all()
    yield from relaxation.forcing()


class _Relaxation:
    """A linear programme: the most fractional queens on the open squares."""

    def __init__(self, opening: Opening, edge: int | None) -> None:
        if opening.corner:
            edge = opening.corner.edge
        cells = [cell for row in opening.open for cell in opening.row(row)]
        self._corner = opening.corner
        self._lines: dict[tuple[str, int], list[int]] = {}
        for number, cell in enumerate(cells):
            for line in _lines(cell):
                self._lines.setdefault(line, []).append(number)
        inside = [n for n, cell in enumerate(cells) if _is_inside(cell, edge)]
        self.inside = np.array(inside, np.int32)
        lengths = [len(members) for members in self._lines.values()]
        self.solver = load(
            costs=np.full(len(cells), -1.0),
            starts=np.cumsum([0, *lengths]),
            columns=np.concatenate([np.array(members) for members in self._lines.values()]),
            entries=np.ones(sum(lengths)),
            needed=np.zeros(len(self._lines), np.bool_),
        )
        if opening.corner:
            least, most = map(float, opening.corner[1:])
            self.solver.addRow(least, most, len(inside), self.inside, np.ones(len(inside)))
            missing = np.array([len(self._lines)], np.int32)
            self.solver.addCol(_PENALTY, 0.0, infinity(), 1, missing, np.ones(1))

    def place_all(self) -> None:
        """Require a queen in every row and column, and drop the objective."""
        solver = self.solver
        count = solver.getNumCol()
        for number, (kind, _) in enumerate(self._lines):
            if kind in ("row", "column"):
                solver.changeRowBounds(number, 1.0, 1.0)
        solver.changeColsCost(count, np.arange(count, dtype=np.int32), np.zeros(count))
        if self._corner:
            solver.changeColBounds(count - 1, 0.0, 0.0)

    def forcing(self) -> Iterator[Prices]:
        """Yield prices for each diagonal that cannot stay empty."""
        solver = self.solver
        may_be_empty: set[tuple[str, int]] = set()
        for line, members in self._lines.items():
            if line[0] not in ("down", "up") or line in may_be_empty:
                continue
            squares = np.array(members, np.int32)
            solver.changeColsCost(len(squares), squares, np.ones(len(squares)))
            if run_simplex(solver, primal=True) is not SimplexStatus.OPTIMAL:
                return
            if solver.getInfo().objective_function_value > _TOLERANCE:
                yield self.prices(with_one=line)
            else:
                values = np.array(solver.getSolution().col_value)
                may_be_empty.update(
                    other for other, some in self._lines.items() if values[some].sum() < _TOLERANCE
                )
            solver.changeColsCost(len(squares), squares, np.zeros(len(squares)))

    def shrink_diagonals(self, kinds: tuple[str, ...]) -> None:
        """Require all queens, and maximise the slack common to all diagonals of some kinds."""
        self.place_all()
        solver = self.solver
        diagonals = np.array(
            [n for n, (kind, _) in enumerate(self._lines) if kind in kinds], np.int32
        )
        solver.addCol(-1.0, -infinity(), 1.0, len(diagonals), diagonals, np.ones(len(diagonals)))

    def prices(self, with_one: tuple[str, int] | None = None) -> Prices:
        """Return the dual values of the lines, with 1 added for one of them."""
        duals = self.solver.getSolution().row_dual
        prices: dict[Hashable, dict[int, float]] = {"row": {}, "column": {}, "down": {}, "up": {}}
        for (kind, number), price in zip(self._lines, duals, strict=False):
            prices[kind][number] = -price
        if with_one is not None:
            kind, number = with_one
            prices[kind][number] += 1.0
        corner = -float(duals[-1]) if self._corner else 0.0
        return Prices(prices["column"], prices["down"], prices["up"], corner)


def _is_inside(cell: Cell, edge: int | None) -> bool:
    return edge is not None and cell.column - cell.row >= edge


def _lines(cell: Cell) -> tuple[tuple[str, int], ...]:
    return (
        ("row", cell.row),
        ("column", cell.column),
        ("down", cell.column - cell.row),
        ("up", cell.column + cell.row),
    )
