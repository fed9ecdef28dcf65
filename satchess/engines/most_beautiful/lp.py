"""Linear programmes for queens on cells, with bounds that are checked in integers.

A programme has one variable for each orbit of cells under a group of symmetries: the number of
queens on the orbit divided by its size. Averaging a placement over its images gives a solution,
so whatever no solution attains, no placement attains.

HiGHS works in floating point. It proposes multipliers for the rows; they are rounded to integers,
in units of 1 / 2^28, and `OrbitLP.bound` adds up exactly what these prove.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satchess.engines.highs import SimplexStatus, infinity, load, run_simplex, twin
from satchess.engines.most_beautiful.board import Symmetry, WeightedBoard, orbits
from satchess.engines.most_beautiful.budgets import CUT_ROUNDS, CUTS_PER_ROUND, SIMPLEX_STEPS
from satchess.engines.most_beautiful.cuts import violated_cliques
from satchess.engines.most_beautiful.search import Cells

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

UNIT = 1 << 28
"""Multipliers are integers in units of 1 / UNIT."""

LARGEST_MULTIPLIER = 1 << 36
"""Keeps sums over the largest board far below 2^63."""


@dataclass(frozen=True, eq=False)
class Proposal:
    """What HiGHS says of a programme; none of it is proved."""

    value: float
    solution: Floats
    multipliers: Floats


@dataclass(frozen=True, eq=False)
class Bound:
    """The objective is at least `least` / UNIT, plus `reduced` / UNIT for each 1 of a variable.

    The surplus holds for variables with a positive reduced cost, and adds up over several of them.
    """

    least: int
    reduced: Integers
    size: int
    """How many multipliers are not 0."""


@dataclass(frozen=True, eq=False)
class Row:
    """A weighted sum of variables that equals `number` if `exact`, else is at most `number`."""

    columns: Integers
    entries: Integers
    number: int
    exact: bool


class OrbitLP:
    """A queen in every row and column, at most one on a diagonal, fixed numbers in some groups."""

    def __init__(
        self,
        board: WeightedBoard,
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
        self.group_of: Integers = board.groups.ravel()[heads]
        self.live = np.ones(self.length, np.bool_)
        """The variables that are not banned."""
        self._build_line_rows(board)
        self._further_rows: list[Row] = []
        self._cliques: set[bytes] = set()
        """The cliques that are rows already, by their columns and entries."""
        self._solver = self._loaded()
        for group, number in numbers.items():
            self.fix(group, number)

    def _build_line_rows(self, board: WeightedBoard) -> None:
        """Build a row for each orbit of lines."""
        rows: list[Integers] = []
        values: list[Integers] = []
        needed: list[bool] = []
        seen: set[bytes] = set()
        for line in board.lines:
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
        # every cell lies in a row of the board, so every variable has an entry
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
        """Spread the values of the variables over their cells; 0 elsewhere."""
        padded = np.append(values, np.zeros(1, values.dtype))
        return padded[self.orbit_of].reshape(self._shape)

    @property
    def of_odd_cells(self) -> NDArray[np.bool_] | None:
        """The variables of cells whose row + column is odd; None if some orbit has both kinds."""
        rows, columns = np.indices(self._shape)
        odd = ((rows + columns) % 2 == 1).ravel() & (self.orbit_of >= 0)
        times = np.bincount(self.orbit_of[odd], minlength=self.length)
        return None if ((times > 0) & (times < self.sizes)).any() else times > 0

    # Changes

    def fix(self, group: int, number: int) -> None:
        """Give a group exactly so many queens."""
        members = np.flatnonzero((self.group_of == group) & self.live)
        self.add(Row(members, self.sizes[members], number, exact=True))

    def _add_cuts(self, proposal: Proposal) -> bool:
        """Add rows for cliques that a solution violates; False if there are no new ones."""
        added = 0
        for cells in violated_cliques(self.on_cells(proposal.solution)):
            inside = self.orbit_of[cells]
            columns, times = np.unique(inside[inside >= 0], return_counts=True)
            key = columns.tobytes() + times.tobytes()
            if key not in self._cliques:
                self._cliques.add(key)
                self.add(Row(columns, times, 1, exact=False))
                added += 1
            if added == CUTS_PER_ROUND:
                break
        return added > 0

    def add(self, row: Row) -> None:
        """Add a row."""
        self._further_rows.append(row)
        self._solver.addRow(
            float(row.number) if row.exact else -infinity(),
            float(row.number),
            len(row.columns),
            row.columns.astype(np.int32),
            row.entries.astype(np.float64),
        )

    def ban(self, variables: Integers) -> None:
        """Remove the queens from some orbits, for good."""
        variables = variables[self.live[variables]].astype(np.int32)
        self.live[variables] = False
        nothing = np.zeros(len(variables))
        self._solver.changeColsBounds(len(variables), variables, nothing, nothing)

    def confine(self, cells: Cells) -> None:
        """Let the solver use only some cells, until the next call; bounds ignore this.

        Every orbit must be a single cell.
        """
        upper = np.where(self.live & cells.ravel()[self.heads], infinity(), 0.0)
        self._solver.changeColsBounds(
            self.length, np.arange(self.length, dtype=np.int32), np.zeros(self.length), upper
        )

    # Floating-point numbers propose

    def minimise(self, costs: Integers) -> Proposal | None:
        """Minimise a sum; None if HiGHS finds no solution."""
        solver = self._solver
        solver.changeColsCost(
            self.length, np.arange(self.length, dtype=np.int32), costs.astype(np.float64)
        )
        status = run_simplex(solver, primal=True, steps=SIMPLEX_STEPS)
        if status is SimplexStatus.STOPPED:
            solver.clearSolver()
            status = run_simplex(solver, primal=False)
        return self._proposal(status)

    def minimise_tightly(self, costs: Integers) -> Proposal | None:
        """Minimise a sum, adding rows for the cliques that solutions violate."""
        proposal = self.minimise(costs)
        for _ in range(CUT_ROUNDS):
            if proposal is None or not self._add_cuts(proposal):
                break
            proposal = self.minimise(costs)
        return proposal

    def again(self) -> Proposal | None:
        """Minimise the same sum again, after `confine`."""
        return self._proposal(run_simplex(self._solver, primal=False))

    def _proposal(self, status: SimplexStatus) -> Proposal | None:
        if status is not SimplexStatus.OPTIMAL:
            return None
        solution = self._solver.getSolution()
        return Proposal(
            self._solver.getInfo().objective_function_value,
            np.array(solution.col_value),
            np.array(solution.row_dual),
        )

    # Integers decide

    def bound(self, costs: Integers, multipliers: Floats) -> Bound | None:
        """Return what multipliers prove of a sum; None if they could overflow."""
        rounded = np.rint(multipliers * UNIT)
        if not (abs(rounded) < LARGEST_MULTIPLIER).all():
            return None
        return self.exact_bound(costs, rounded.astype(np.int64))

    def exact_bound(self, costs: Integers, multipliers: Integers) -> Bound:
        """Return what integer multipliers prove of a sum over the live variables.

        An inequality only bounds the sum from below if its multiplier is negative; positive ones
        count as 0. Variables lie between 0 and 1, so a negative reduced cost is paid in full.
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
        """Return the size of an exact proof that there is no solution; None if none is found.

        Minimises by how much the exact rows are violated: that always has a solution, and its
        multipliers prove that the minimum is positive.
        """
        relaxed = twin(self._solver)
        relaxed.changeColsCost(
            self.length, np.arange(self.length, dtype=np.int32), np.zeros(self.length)
        )
        exact = [*np.flatnonzero(self._needed)]
        exact += [len(self._needed) + i for i, row in enumerate(self._further_rows) if row.exact]
        for row in exact:
            for sign in (1.0, -1.0):  # one would do, but both keep multipliers within -1 and 1
                relaxed.addCol(1.0, 0.0, infinity(), 1, np.array([row], np.int32), np.array([sign]))
        relaxed.run()
        multipliers = np.array(relaxed.getSolution().row_dual)
        if multipliers.size != len(self._needed) + len(self._further_rows):
            return None
        proved = self.bound(np.zeros(self.length, np.int64), multipliers)
        if proved is None or proved.least <= 0:
            return None
        return proved.size
