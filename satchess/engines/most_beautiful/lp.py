"""Linear programmes of queens on cells, their bounds checked in integers.

A programme has a variable for each orbit of cells under a group of symmetries: the average of its
queens over the orbit, and over all images of a placement. A placement on the cells gives a solution
of the programme, so what no solution does, no placement does.

HiGHS computes with floating-point numbers. It proposes multipliers for the rows; they are rounded
to integers, in units of 1 / 2^28, and `Programme.bound` adds up, exactly, what these prove.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satchess.engines.highs import State, infinity, load, run_simplex, twin
from satchess.engines.most_beautiful.board import Ground, Symmetry, orbits
from satchess.engines.most_beautiful.cuts import overfull_squares
from satchess.engines.most_beautiful.search import Cells

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

UNIT = 1 << 28
"""Multipliers are integers in units of 1 / UNIT."""

LARGEST_MULTIPLIER = 1 << 36
"""So that sums over a board of any size here stay far below 2^63."""

MOST_SQUARES = 100
"""So many squares are made rows at once."""

MOST_ROUNDS = 4
"""How often squares are made rows and the sum is minimised again."""

MOST_STEPS = 3000
"""Steps of the primal simplex method before the dual one is tried from the start."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """What HiGHS says of a programme: nothing here is proved."""

    value: float
    solution: Floats
    reduced: Floats
    multipliers: Floats


@dataclass(frozen=True, eq=False)
class Bound:
    """The objective is at least `least` / UNIT, and `reduced` / UNIT more for each 1 of a variable.

    The latter holds of variables with a positive reduced cost; of several, the sum.
    """

    least: int
    reduced: Integers
    size: int
    """How many multipliers there are, those that are 0 left out."""


@dataclass(frozen=True, eq=False)
class Row:
    """A sum of variables, with entries, that is a number; at most that number, if not `exact`."""

    columns: Integers
    entries: Integers
    number: int
    exact: bool


class Programme:
    """A queen in every row and column, at most one on a diagonal, fixed numbers in some groups."""

    def __init__(
        self,
        ground: Ground,
        alive: Cells,
        symmetries: Sequence[Symmetry],
        numbers: Mapping[int, int],
    ) -> None:
        flat = alive.ravel()
        self._shape = alive.shape
        heads = np.flatnonzero(flat & (orbits(symmetries) == np.arange(flat.size)))
        self.heads: Integers = heads
        """The first cell of each orbit."""
        place = np.full(flat.size, -1)
        place[heads] = np.arange(len(heads))
        self.orbit_of: Integers = np.where(flat, place[orbits(symmetries)], -1)
        """The variable of each cell; -1 where no queen may stand."""
        self.length = len(heads)
        self.sizes: Integers = np.bincount(self.orbit_of[flat], minlength=self.length)
        """How many cells each orbit has."""
        self.group_of: Integers = ground.groups.ravel()[heads]
        self.live = np.ones(self.length, np.bool_)
        """The variables that are not banned."""
        self._state_rows(ground, symmetries)
        self._further_rows: list[Row] = []
        self._squares: set[bytes] = set()
        """The squares that are rows, by what these look like."""
        self._solver = self._loaded()
        for group, number in numbers.items():
            self.fix(group, number)

    def _state_rows(self, ground: Ground, symmetries: Sequence[Symmetry]) -> None:
        """State the lines, one of each orbit of lines."""
        rows: list[Integers] = []
        values: list[Integers] = []
        needed: list[bool] = []
        seen: set[bytes] = set()
        for line in ground.lines:
            inside = self.orbit_of[line.cells]
            columns, times = np.unique(inside[inside >= 0], return_counts=True)
            if not line.needed and times.sum() < 2:
                continue
            key = bytes([line.needed]) + columns.tobytes() + times.tobytes()
            if key not in seen:
                seen.add(key)
                rows.append(columns)
                values.append(times)
                needed.append(line.needed)
        self._needed = np.array(needed)
        self._row_starts = np.cumsum([0, *map(len, rows)])
        columns = np.concatenate(rows)
        row_of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        entries = np.concatenate(values)
        self._by_row = columns, entries
        order = np.argsort(columns, kind="stable")
        self._entry_rows, self._entries = row_of[order], entries[order]
        # every cell lies in a row of the board: no variable is without an entry
        self._column_starts = np.searchsorted(columns[order], np.arange(self.length))

    def _loaded(self) -> Any:
        columns, entries = self._by_row
        return load(
            np.zeros(self.length),
            self._row_starts,
            columns,
            entries.astype(np.float64),
            self._needed,
        )

    @property
    def alive(self) -> Cells:
        """The cells whose variables are live."""
        return self.on_cells(self.live)

    def on_cells(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the values of the variables on their cells; nothing on the other cells."""
        padded = np.append(values, np.zeros(1, values.dtype))
        return padded[self.orbit_of].reshape(self._shape)

    @property
    def of_odd_cells(self) -> NDArray[np.bool_] | None:
        """The variables of cells whose row + column is odd; None if one has cells of both kinds."""
        rows, columns = np.indices(self._shape)
        odd = ((rows + columns) % 2 == 1).ravel() & (self.orbit_of >= 0)
        times = np.bincount(self.orbit_of[odd], minlength=self.length)
        return None if ((times > 0) & (times < self.sizes)).any() else times > 0

    # Changes

    def fix(self, group: int, number: int) -> None:
        """Let a group have exactly so many queens."""
        members = np.flatnonzero((self.group_of == group) & self.live)
        self.add(Row(members, self.sizes[members], number, exact=True))

    def _tighten(self, optimum: Optimum) -> bool:
        """Add rows for squares that a solution has too many queens on; False if there are none."""
        added = 0
        for cells in overfull_squares(self.on_cells(optimum.solution)):
            inside = self.orbit_of[cells]
            columns, times = np.unique(inside[inside >= 0], return_counts=True)
            key = columns.tobytes() + times.tobytes()
            if key not in self._squares:
                self._squares.add(key)
                self.add(Row(columns, times, 1, exact=False))
                added += 1
            if added == MOST_SQUARES:
                break
        return added > 0

    def add(self, row: Row) -> None:
        """Let a row hold, too."""
        self._further_rows.append(row)
        self._solver.addRow(
            float(row.number) if row.exact else -infinity(),
            float(row.number),
            len(row.columns),
            row.columns.astype(np.int32),
            row.entries.astype(np.float64),
        )

    def ban(self, variables: Integers) -> None:
        """Let there be no queen in some orbits."""
        variables = variables[self.live[variables]].astype(np.int32)
        self.live[variables] = False
        nothing = np.zeros(len(variables))
        self._solver.changeColsBounds(len(variables), variables, nothing, nothing)

    def confine(self, cells: Cells) -> None:
        """Let queens stand on some cells only, for the solver: for proposals, not for bounds.

        Only if every orbit is a single cell.
        """
        upper = np.where(self.live & cells.ravel()[self.heads], infinity(), 0.0)
        self._solver.changeColsBounds(
            self.length, np.arange(self.length, dtype=np.int32), np.zeros(self.length), upper
        )

    # Floating-point numbers: proposals

    def minimise(self, costs: Integers) -> Optimum | None:
        """Minimise a sum; None if HiGHS finds no solution."""
        solver = self._solver
        solver.changeColsCost(
            self.length, np.arange(self.length, dtype=np.int32), costs.astype(np.float64)
        )
        state = run_simplex(solver, primal=True, steps=MOST_STEPS)
        if state is State.STOPPED:
            solver.clearSolver()
            state = run_simplex(solver, primal=False)
        return self._optimum(state)

    def minimise_tightly(self, costs: Integers) -> Optimum | None:
        """Minimise a sum, with rows for the squares that have too many queens."""
        optimum = self.minimise(costs)
        for _ in range(MOST_ROUNDS):
            if optimum is None or not self._tighten(optimum):
                break
            optimum = self.minimise(costs)
        return optimum

    def again(self) -> Optimum | None:
        """Minimise the same sum, after `confine`."""
        return self._optimum(run_simplex(self._solver, primal=False))

    def _optimum(self, state: State) -> Optimum | None:
        if state is not State.OPTIMAL:
            return None
        solution = self._solver.getSolution()
        return Optimum(
            self._solver.getInfo().objective_function_value,
            np.array(solution.col_value),
            np.array(solution.col_dual),
            np.array(solution.row_dual),
        )

    # Integers: decisions

    def bound(self, costs: Integers, multipliers: Floats) -> Bound | None:
        """Return what multipliers prove of a sum; None if they are too large to add up."""
        rounded = np.rint(multipliers * UNIT)
        if not (abs(rounded) < LARGEST_MULTIPLIER).all():
            return None
        return self.exact_bound(costs, rounded.astype(np.int64))

    def exact_bound(self, costs: Integers, multipliers: Integers) -> Bound:
        """Return what integer multipliers prove of a sum over the variables that are live.

        A line that is not needed has at most one queen: its multiplier counts only if negative, and
        so for squares. A variable lies between 0 and 1: a negative reduced cost is paid in full.
        """
        lines = len(self._needed)
        on_lines = multipliers[:lines]
        on_lines = np.where(self._needed, on_lines, np.minimum(on_lines, 0))
        terms = self._entries * on_lines[self._entry_rows]
        reduced = costs * UNIT - np.add.reduceat(terms, self._column_starts)
        least = int(on_lines.sum())
        for row, multiplier in zip(self._further_rows, multipliers[lines:].tolist(), strict=True):
            counting = multiplier if row.exact else min(multiplier, 0)
            reduced[row.columns] -= row.entries * counting
            least += counting * row.number
        least += int(np.minimum(reduced, 0)[self.live].sum())
        return Bound(least, reduced, int(np.count_nonzero(multipliers)))

    def refutation(self) -> int | None:
        """Return the size of an exact proof that the programme has no solution; None without one.

        What the rows lack is minimised: that always has a solution, and its multipliers prove that
        they lack something.
        """
        lacking = twin(self._solver)
        lacking.changeColsCost(
            self.length, np.arange(self.length, dtype=np.int32), np.zeros(self.length)
        )
        exact = [*np.flatnonzero(self._needed)]
        exact += [len(self._needed) + i for i, row in enumerate(self._further_rows) if row.exact]
        for row in exact:
            for sign in (1.0, -1.0):
                lacking.addCol(1.0, 0.0, infinity(), 1, np.array([row], np.int32), np.array([sign]))
        lacking.run()
        multipliers = np.array(lacking.getSolution().row_dual)
        if multipliers.size != len(self._needed) + len(self._further_rows):
            return None
        proved = self.bound(np.zeros(self.length, np.int64), multipliers)
        if proved is None or proved.least <= 0:
            return None
        return proved.size
