"""The lexicographically first n queens, beside CP-SAT with one worker.

CP-SAT is used in the ways that its users would try: searching in the order of the rows with the
least column first, so that the first solution is the answer; or row by row, each column made as
small as it can be with those above it fixed, the last solution as a hint.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any

from benchmarks.contest import Contest, hold
from benchmarks.own import asked, ready
from benchmarks.peers import cp_sat_programme
from benchmarks.trials import Contender, Told, Trial, Work
from satchess.questions import Question

QUESTIONS = tuple(f"queens {n}" for n in (8, *range(12, 34), 35, 37, 39))

COLUMNS_SHOWN = 6


@dataclass(frozen=True)
class Columns:
    """The column of the queen in each row; shown shortly."""

    columns: tuple[int, ...]

    def __str__(self) -> str:
        more = ", ..." if len(self.columns) > COLUMNS_SHOWN else ""
        return ", ".join(map(str, self.columns[:COLUMNS_SHOWN])) + more


def ours(trial: Trial) -> Work:
    """Prepare satchess: first questions load what is compiled. It has no seed: runs repeat."""
    ready("first", {}, "queens 5", "queens 22")
    return partial(_by_satchess, trial)


def _by_satchess(trial: Trial) -> object:
    answer = asked(f"first {trial.question}", trial.limit)
    if answer.permutation is None:
        return None
    return Told(Columns(answer.permutation), answer.engine)


class _Queens:
    """A programme of CP-SAT for n queens, in which the columns of rows are numbers."""

    def __init__(self, trial: Trial, *, level: int) -> None:
        self.cp_model: Any = import_module("ortools.sat.python.cp_model")
        self.question = Question.parse(trial.question)
        self.size = self.question.board.rows
        self._trial = trial
        self._level = level

    def build(self) -> tuple[Any, list[Any]]:
        """Return the programme, and the column of each row, counted from 1."""
        raise NotImplementedError

    def solve(self, programme: Any, deadline: float, *, in_order: bool = False) -> Any:
        """Return a solver with an optimal solution; None if the time is up."""
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = self._level
        solver.parameters.random_seed = self._trial.seed
        solver.parameters.max_time_in_seconds = max(0.0, deadline - monotonic())
        if in_order:
            solver.parameters.search_branching = self.cp_model.FIXED_SEARCH
            # or it may prefer a mirror image
            solver.parameters.symmetry_level = 0
            solver.parameters.keep_all_feasible_solutions_in_presolve = True
        status = solver.solve(programme)
        return solver if status == self.cp_model.OPTIMAL else None

    def in_order(self) -> object:
        """Search row by row, the least column first: the first solution is the answer."""
        deadline = monotonic() + self._trial.limit
        programme, columns = self.build()
        programme.add_decision_strategy(
            columns, self.cp_model.CHOOSE_FIRST, self.cp_model.SELECT_MIN_VALUE
        )
        solver = self.solve(programme, deadline, in_order=True)
        return None if solver is None else Columns(tuple(map(solver.value, columns)))

    def row_by_row(self) -> object:
        """Make the column of each row as small as it can be, then fix it."""
        deadline = monotonic() + self._trial.limit
        programme, columns = self.build()
        solver = self.solve(programme, deadline)
        if solver is None:
            return None
        found = [solver.value(column) for column in columns]
        for row, column in enumerate(columns):
            if found[row] > _least_free(found[:row]):  # else it is the least for sure
                programme.clear_hints()
                for other, value in zip(columns, found, strict=True):
                    programme.add_hint(other, value)
                programme.minimize(column)
                solver = self.solve(programme, deadline)
                if solver is None:
                    return None
                found = [solver.value(other) for other in columns]
            programme.add(column == found[row])
        return Columns(tuple(found))


def _least_free(above: Sequence[int]) -> int:
    """Return the least column of the next row that no queen above attacks."""
    row = len(above)
    taken = {c + d for r, c in enumerate(above) for d in (0, row - r, r - row)}
    return next(column for column in range(1, len(taken) + 2) if column not in taken)


class _AllDifferent(_Queens):
    """Columns, sums and differences are all different."""

    def build(self) -> tuple[Any, list[Any]]:
        programme = self.cp_model.CpModel()
        columns = [programme.new_int_var(1, self.size, "") for _ in range(self.size)]
        for slope in (0, 1, -1):
            programme.add_all_different(c + slope * r for r, c in enumerate(columns))
        return programme, columns


class _Squares(_Queens):
    """A Boolean for each square, as satchess states it, and the columns in terms of them."""

    def build(self) -> tuple[Any, list[Any]]:
        model = self.question.model()
        programme, terms = cp_sat_programme(self.cp_model, model)
        rows: dict[int, list[tuple[int, int]]] = {}
        for variable, place in enumerate(model.places, start=1):
            rows.setdefault(place.square.row, []).append((place.square.column + 1, variable))
        columns = []
        for row in sorted(rows):
            column = programme.new_int_var(1, self.size, "")
            numbers, variables = zip(*rows[row], strict=True)
            squares = terms(variables)
            programme.add_exactly_one(squares)
            programme.add(column == sum(n * s for n, s in zip(numbers, squares, strict=True)))
            columns.append(column)
        return programme, columns


def cp_sat(
    trial: Trial, kind: Callable[..., _Queens], level: int, way: Callable[[_Queens], object]
) -> Work:
    """Prepare CP-SAT: import it."""
    return partial(way, kind(trial, level=level))


def _settings() -> Iterable[Contender]:
    """The quickest first: those after it are given up when they take longer."""
    kinds: dict[str, Callable[..., _Queens]] = {"all different": _AllDifferent, "squares": _Squares}
    ways = {"in order": _Queens.in_order, "row by row": _Queens.row_by_row}
    for way, walk in ways.items():
        for name, kind in kinds.items():
            for level in (1, 2) if kind is _Squares and way == "row by row" else (1,):
                prepare = partial(cp_sat, kind=kind, level=level, way=walk)
                setting = f"{way}, {name}" + (f", lin {level}" if level > 1 else "")
                yield Contender("CP-SAT", prepare, "ortools", setting)


PEERS = tuple(_settings())


CONTEST = Contest(
    name="first",
    description=__doc__ or "",
    answer="columns",
    questions=QUESTIONS,
    contenders=(Contender("satchess", ours, "satchess"), *PEERS),
    asked_as="first",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
