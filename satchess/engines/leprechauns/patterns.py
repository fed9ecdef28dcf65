"""The `patterns` engine: searches for n leprechauns on n x n among placements with a pattern.

Placements are rare and hard to find, but where any exist, some usually have a pattern: equal steps
from row to row, broken a few times, or within one patch of the board; or invariance under a quarter
or half turn, which leaves a question with a quarter or half of the squares. Failing to find one
proves nothing, so this engine may end without an answer and leave the question to others.

For the turns, each attack between orbits is one binary clause: for finding placements this was 10
times faster than ladders over lines and boxes, despite more clauses (42 leprechauns of range 5:
1.4 s against 22 s).
"""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.engines.leprechauns.construct import range_if_one_a_row
from satchess.engines.leprechauns.constructions import Theorem, in_runs
from satchess.engines.leprechauns.lattices import grown
from satchess.engines.sat.solver import SatSolver
from satchess.events import Bounded, Done, Event, Explained, Found
from satchess.questions import Question
from satchess.task import Task

LARGEST_SIDE = 120
"""The clauses grow with the third power of the side."""

MOST_RUNS = 8_000
"""Candidates in runs of equal steps to try."""

MOST_NODES = 100_000
"""Node budget for growing placements from lattices."""

BUDGETS = (40_000, 400_000)
"""Conflict limits per turn; the second applies once all turns have used up the first."""


class PatternsEngine:
    """Solves the question for orbits of squares instead of squares."""

    name: ClassVar[str] = "patterns"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "n leprechauns on n x n, in equal steps or symmetric"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) is None:
            return "only places n queens or leprechauns on a plain n x n board"
        if task.question.board.rows > LARGEST_SIDE:
            return f"the board has more than {LARGEST_SIDE} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Where placements exist, some are likely to have a pattern; on tight boards, few exist."""
        reach = range_if_one_a_row(task.question)
        assert reach is not None
        tight = task.question.board.rows <= (reach + 1) ** 2 + (reach + 1) // 2
        return "on so tight a board there is probably no placement" if tight else None

    def forecast(self, task: Task) -> str:
        """Name the patterns."""
        turns = (f"a {turn.name}" for turn in _turns(task.question.board.rows))
        return f"equal steps; placements invariant under {' or '.join(turns)}"

    def run(self, task: Task) -> Iterator[Event]:
        """Yield a placement if one is found within the budgets."""
        question = task.question
        (piece,) = question.kinds
        for pattern, squares in _patterned(question):
            yield Explained(pattern)
            if question.goal is not None:
                yield Bounded(None, question.board.rows)
            yield Found(Placement.of(Place(square, piece) for square in squares))
            break
        yield Done()


def _patterned(question: Question) -> Iterator[tuple[str, list[Square]]]:
    """Yield the placements found, each with the name of its pattern."""
    reach, side = range_if_one_a_row(question), question.board.rows
    assert reach is not None
    for theorem in _in_equal_steps(reach, side):
        assert theorem.columns is not None
        yield theorem.name, [Square(row, column) for row, column in enumerate(theorem.columns)]
    solvers = {turn: _Quotient(question, turn) for turn in _turns(side)}
    try:
        for budget in BUDGETS:
            for turn in list(solvers):
                found = solvers[turn].find(budget)
                if found:
                    yield f"invariant under a {turn.name}", found
                elif found is not None:
                    solvers.pop(turn).close()
    finally:
        for solver in solvers.values():
            solver.close()


def _in_equal_steps(reach: int, side: int) -> Iterator[Theorem]:
    """Yield placements with equal steps from row to row, at least over some rows."""
    yield from in_runs(reach, side, MOST_RUNS)
    if theorem := grown(reach, side, MOST_NODES):
        yield theorem


def _turns(side: int) -> list[Turn]:
    """Return the turns under which n pieces on n x n, one in each row, can be symmetric.

    A quarter turn moves pieces in fours, except one in the middle.
    """
    half = Turn(side, side, flips_rows=True, flips_columns=True)
    quarter = Turn(side, side, transposes=True, flips_rows=True)
    return [quarter, half] if side % 4 in (0, 1) else [half]


class _Quotient:
    """A solver with a variable for each orbit of squares under a turn."""

    def __init__(self, question: Question, turn: Turn) -> None:
        self._orbits: list[list[Square]] = []
        self._solver: SatSolver | None = None
        self._question = question
        self._reach = range_if_one_a_row(question) or 0
        self._turn = turn

    def find(self, conflicts: int) -> list[Square] | None:
        """Return the squares of a placement; empty if there is none, None if undecided."""
        if self._solver is None:
            self._solver = SatSolver(self._clauses())
        answer = self._solver.solve(conflicts=conflicts)
        if not answer:
            return None if answer is None else []
        taken = self._solver.true_variables()
        return [square for orbit in taken for square in self._orbits[orbit - 1]]

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()

    def _clauses(self) -> list[list[int]]:
        board, side, reach = self._question.board, self._question.board.rows, self._reach
        orbit_of: dict[Square, int] = {}
        for square in board.squares:
            if square not in orbit_of:
                orbit = [square]
                while (image := self._turn(orbit[-1])) != square:
                    orbit.append(image)
                self._orbits.append(orbit)
                orbit_of.update(dict.fromkeys(orbit, len(self._orbits)))
        lines: dict[tuple[str, int], set[int]] = {}
        for square, orbit_number in orbit_of.items():
            for line in _lines_through(square):
                lines.setdefault(line, set()).add(orbit_number)
        grid = [[orbit_of[Square(row, column)] for column in range(side)] for row in range(side)]
        clauses: set[tuple[int, ...]] = set()
        for number, orbit in enumerate(self._orbits, start=1):
            row, column = orbit[0]
            near = grid[max(0, row - reach) : row + reach + 1]
            boxes = (ids[max(0, column - reach) : column + reach + 1] for ids in near)
            foes = set().union(*map(lines.__getitem__, _lines_through(orbit[0])), *boxes)
            clauses.update((-min(number, foe), -max(number, foe)) for foe in foes - {number})
            if any(self._attack(*pair) for pair in combinations(orbit, 2)):
                clauses.add((-number,))
        ranks = {
            tuple(sorted(ids)) for (name, _), ids in lines.items() if name in ("row", "column")
        }
        return [*map(list, sorted(clauses)), *map(list, sorted(ranks))]

    def _attack(self, one: Square, other: Square) -> bool:
        apart = max(abs(one.row - other.row), abs(one.column - other.column))
        shared = set(_lines_through(one)) & set(_lines_through(other))
        return apart <= self._reach or bool(shared)


def _lines_through(square: Square) -> tuple[tuple[str, int], ...]:
    row, column = square
    return ("row", row), ("column", column), ("rising", row - column), ("falling", row + column)
