"""All optimal placements of one model, and the lexicographically first of them, by SAT.

Placements are sets of true board variables. `any_one` is a known optimal placement, whose value is
the optimum.
"""

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from satchess.encodings.formula import Formula
from satchess.encodings.objective import tight_bound
from satchess.engines.sat.solver import SatSolver
from satchess.model import Exactly, Model
from satchess.task import Tuning


def optimal_orbits(
    model: Model, any_one: frozenset[int], tuning: Tuning, known: Iterable[frozenset[int]] = ()
) -> Iterator[frozenset[frozenset[int]]]:
    """Yield all optimal placements, those that symmetries carry into each other together.

    A placement that is found is blocked with all its images, on board variables alone. Those that
    are `known` already come first, without a search.
    """
    board = model.board_variables
    same_size = pieces_are_fixed(model)
    with SatSolver(_optimal(model, any_one, tuning), tuning.solver) as solver:

        def found() -> Iterator[frozenset[int]]:
            while solver.solve():
                yield frozenset(v for v in solver.true_variables() if v in board)

        seen: set[frozenset[int]] = set()
        for taken in chain(known, found()):
            if taken in seen:
                continue
            orbit = {frozenset(p[v - 1] for v in taken) for p in model.symmetries} | {taken}
            yield frozenset(orbit)
            if known:
                seen |= orbit
            for image in orbit:
                # of equally many pieces, no other placement has all of these
                others = () if same_size else (v for v in board if v not in image)
                solver.add([[*(-v for v in image), *others]])


class Undecided(Exception):
    """Whether a placement begins with these literals exceeds the conflict budget."""

    def __init__(self, beginning: tuple[int, ...]) -> None:
        super().__init__(beginning)
        self.beginning = beginning


@dataclass(frozen=True)
class Call:
    """A solver call: whether a placement begins with these literals."""

    beginning: tuple[int, ...]
    found: frozenset[int] | None
    conflicts: int
    seconds: float


def first_placement(
    model: Model,
    any_one: frozenset[int],
    tuning: Tuning,
    *,
    decided: Mapping[tuple[int, ...], frozenset[int] | None] | None = None,
    conflicts: int | None = None,
) -> Generator[Call, None, frozenset[int]]:
    """Return the lexicographically first optimal placement; yield every solver call.

    Variables are decided in board order: each is true if that is consistent with those before it.
    `decided` maps beginnings already decided to a placement, or None if refuted. `Undecided` if a
    solver call exceeds `conflicts`.
    """
    board = model.board_variables
    found = any_one
    walked: list[int] = []
    with SatSolver(_optimal(model, any_one, tuning), tuning.solver) as solver:
        for variable in board:
            if variable not in found:
                beginning = (*walked, variable)
                if decided is not None and beginning in decided:
                    found = decided[beginning] or found
                else:
                    started, before = time.perf_counter(), solver.conflicts
                    answer = solver.solve(beginning, conflicts)
                    if answer is None:
                        raise Undecided(beginning)
                    new = None
                    if answer:
                        new = frozenset(v for v in solver.true_variables() if v in board)
                    seconds = time.perf_counter() - started
                    yield Call(beginning, new, solver.conflicts - before, seconds)
                    found = new or found
            walked.append(variable if variable in found else -variable)
    return found


def _optimal(model: Model, any_one: frozenset[int], tuning: Tuning) -> list[list[int]]:
    """Return clauses whose models are the optimal placements."""
    formula = Formula(model, cardinality=tuning.cardinality, at_most_one=tuning.at_most_one)
    if model.objective is not None:
        value = model.objective.value(any_one)
        for literal in tight_bound(formula, value).at_least_as_good_as(value):
            formula.collector.add([literal])
    return formula.collector.clauses


def pieces_are_fixed(model: Model) -> bool:
    """Whether all optimal placements are of one size."""
    everything = tuple(model.board_variables)
    return (model.objective is not None and model.objective.terms == everything) or any(
        isinstance(constraint, Exactly) and constraint.literals == everything
        for constraint in model.constraints
    )
