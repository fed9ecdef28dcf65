"""Prices of lines by a linear programme, for a board with some queens.

How many queens fit on the open squares, if they may be divided? If less than there are open rows,
the multipliers of the lines are prices that prove it; `chase_prices_numba` checks them in integers.
"""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np

from satchess.engines.first_queens.position import Cell, Opening, Window
from satchess.engines.highs import SimplexStatus, infinity, load, run_simplex

_FINE = 4.0
"""What a queen costs that is missing in the corner, in queens: its price is not more."""

_SOME = 1e-4
"""Of a queen: what counts as more than none of it."""


class Prices(NamedTuple):
    """Prices of columns, of diagonals and of the corner; what is not there is free."""

    columns: dict[int, float]
    down: dict[int, float]
    """By column minus row."""
    up: dict[int, float]
    """By column plus row."""
    corner: float = 0.0

    def within(self, window: Window) -> "Prices":
        """Return the prices by the rows and columns of a window."""
        top, left = window.top, window.left
        return self._replace(
            columns={column - left: price for column, price in self.columns.items()},
            down={line - left + top: price for line, price in self.down.items()},
            up={line - left - top: price for line, price in self.up.items()},
        )


class Relaxed(NamedTuple):
    """What a linear programme says of an opening."""

    prices: Prices | None
    """Prices that refute it; None if there is room for all queens."""
    in_corner: float
    """How many of them stand in the corner, if that is how they stand."""


def relax(opening: Opening, edge: int | None = None) -> Relaxed:
    """Place divided queens on the open squares; `edge`: of the corner, if nothing is settled."""
    programme = _Programme(opening, edge)
    if run_simplex(programme.solver, primal=True) is not SimplexStatus.OPTIMAL:
        return Relaxed(None, 0.0)
    solution = programme.solver.getSolution()
    in_corner = float(np.array(solution.col_value)[programme.inside].sum())
    if -programme.solver.getInfo().objective_function_value > len(opening.open) - 1e-6:
        return Relaxed(None, in_corner)
    return Relaxed(programme.prices(), in_corner)


def tight_prices(opening: Opening) -> Iterator[Prices]:
    """Yield prices that come closest to a refutation, each in its own way.

    By how much could all diagonals be narrower? Or those of one direction? That makes other linear
    programmes.
    """
    for kinds in (("down", "up"), ("down",), ("up",)):
        programme = _Programme(opening, None)
        programme.narrow(kinds)
        if run_simplex(programme.solver, primal=False) is SimplexStatus.OPTIMAL:
            yield programme.prices()


def filling_prices(opening: Opening) -> Iterator[Prices]:
    """Yield prices that show of a diagonal that it has a queen in every placement.

    How little of a queen can there be on it, if queens may be divided? If more than none, the
    multipliers show it, with one more for the diagonal itself.
    """
    programme = _Programme(opening, None)
    programme.place_all()
    yield from programme.filling()


class _Programme:
    """How many queens fit on the open squares, if they may be divided."""

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
            self.solver.addCol(_FINE, 0.0, infinity(), 1, missing, np.ones(1))

    def place_all(self) -> None:
        """Let rows and columns be full, and the corner too, at no cost."""
        solver = self.solver
        count = solver.getNumCol()
        for number, (kind, _) in enumerate(self._lines):
            if kind in ("row", "column"):
                solver.changeRowBounds(number, 1.0, 1.0)
        solver.changeColsCost(count, np.arange(count, dtype=np.int32), np.zeros(count))
        if self._corner:
            solver.changeColBounds(count - 1, 0.0, 0.0)

    def filling(self) -> Iterator[Prices]:
        """Yield prices for each diagonal that cannot be empty."""
        solver = self.solver
        may_be_empty: set[tuple[str, int]] = set()
        for line, members in self._lines.items():
            if line[0] not in ("down", "up") or line in may_be_empty:
                continue
            squares = np.array(members, np.int32)
            solver.changeColsCost(len(squares), squares, np.ones(len(squares)))
            if run_simplex(solver, primal=True) is not SimplexStatus.OPTIMAL:
                return
            if solver.getInfo().objective_function_value > _SOME:
                yield self.prices(with_one=line)
            else:
                values = np.array(solver.getSolution().col_value)
                may_be_empty.update(
                    other for other, some in self._lines.items() if values[some].sum() < _SOME
                )
            solver.changeColsCost(len(squares), squares, np.zeros(len(squares)))

    def narrow(self, kinds: tuple[str, ...]) -> None:
        """Let rows and columns be full, and ask for room on all diagonals of some kinds."""
        self.place_all()
        solver = self.solver
        diagonals = np.array(
            [n for n, (kind, _) in enumerate(self._lines) if kind in kinds], np.int32
        )
        solver.addCol(-1.0, -infinity(), 1.0, len(diagonals), diagonals, np.ones(len(diagonals)))

    def prices(self, with_one: tuple[str, int] | None = None) -> Prices:
        """Return the multipliers of the lines, with one more for a line."""
        multipliers = self.solver.getSolution().row_dual
        prices: dict[Hashable, dict[int, float]] = {"row": {}, "column": {}, "down": {}, "up": {}}
        for (kind, number), price in zip(self._lines, multipliers, strict=False):
            prices[kind][number] = -price
        if with_one is not None:
            kind, number = with_one
            prices[kind][number] += 1.0
        corner = -float(multipliers[-1]) if self._corner else 0.0
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
