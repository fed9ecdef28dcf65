"""What the linear engine proves: cuts that no cover violates, bounds that no placement beats."""

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from satchess.engines.linear.covers import CoverSearch
from satchess.engines.linear.kernels import least_cover
from satchess.engines.linear.local_cuts import Separator, windows
from satchess.engines.linear.programme import Costs, Orbits, Row, rows_of
from satchess.engines.linear.relaxation import Box, Relaxation
from satchess.engines.sat.greedy import cover_clauses
from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Objective, Sense
from satchess.questions.base import Question

clauses_of_seven = st.lists(
    st.frozensets(st.integers(1, 7), min_size=1, max_size=4), min_size=1, max_size=9, unique=True
)


def all_covers(clauses: list[frozenset[int]], variables: int) -> list[frozenset[int]]:
    choices = product((False, True), repeat=variables)
    taken = (frozenset(v for v, is_in in enumerate(row, 1) if is_in) for row in choices)
    return [cover for cover in taken if all(cover & clause for clause in clauses)]


@given(clauses_of_seven, st.lists(st.integers(0, 9), min_size=7, max_size=7))
def test_least_cover_is_the_lightest(clauses: list[frozenset[int]], weights: list[int]) -> None:
    lengths = np.array([len(clause) for clause in clauses])
    rows = np.zeros((len(clauses), 4), np.int64)
    columns = np.zeros(7, np.uint64)
    for r, clause in enumerate(clauses):
        rows[r, : len(clause)] = [v - 1 for v in sorted(clause)]
        for v in clause:
            columns[v - 1] |= np.uint64(1 << r)
    weight_of = {cover: sum(weights[v - 1] for v in cover) for cover in all_covers(clauses, 7)}
    lightest = min(weight_of.values())
    cover = np.zeros(7, np.int64)
    found = least_cover(np.array(weights), columns, rows, lengths, lightest + 5, cover)
    assert found == lightest
    assert weight_of[frozenset(int(v) + 1 for v in np.flatnonzero(cover))] == lightest
    assert least_cover(np.array(weights), columns, rows, lengths, lightest, cover) == lightest


@given(clauses_of_seven, st.lists(st.floats(0, 1), min_size=7, max_size=7), st.booleans())
def test_no_cover_violates_a_cut(
    clauses: list[frozenset[int]], point: list[float], mirrored: bool
) -> None:
    mirror = (7, 6, 5, 4, 3, 2, 1)
    symmetries = [(1, 2, 3, 4, 5, 6, 7)]
    if mirrored:
        symmetries.append(mirror)
        clauses = list(dict.fromkeys([*clauses, *(frozenset(8 - v for v in c) for c in clauses)]))
    cut = Separator(clauses, symmetries).cut(point)
    if cut is not None:
        assert sum(c * point[v - 1] for v, c in cut.coefficients) < cut.least
        for cover in all_covers(clauses, 7):
            assert sum(c for v, c in cut.coefficients if v in cover) >= cut.least


@pytest.mark.parametrize("size", [4, 9, 16, 64])
@pytest.mark.parametrize("board", ["4x4", "5x4", "3x4:torus", "1x6"])
def test_windows_are_distinct_sets_of_clauses(board: str, size: int) -> None:
    model = Question.parse(f"domination knight {board}").model()
    clauses = list(dict.fromkeys(cover_clauses(model)))
    found = list(windows(clauses, model.symmetries, size))
    assert found
    for window in found:
        assert 0 < len(set(window)) == len(window) <= size
        assert set(window) <= set(clauses)


def test_rows_say_what_constraints_say() -> None:
    constraints = (
        Clause((1, -2)),
        AtMost(1, (1, 2, -3)),
        AtLeast(2, (1, 2, 3)),
        Exactly(1, (-1, 3)),
        AtMost(2, (1, 1, 2)),
    )
    for constraint in constraints:
        rows = list(rows_of(Model((), (constraint,))))
        for values in product((0, 1), repeat=3):
            true = [values[abs(v) - 1] == (v > 0) for v in constraint.literals]
            match constraint:
                case Clause():
                    holds = any(true)
                case AtMost(bound):
                    holds = sum(true) <= bound
                case AtLeast(bound):
                    holds = sum(true) >= bound
                case Exactly(bound):
                    holds = sum(true) == bound
            sums = [sum(c * values[v - 1] for v, c in row.coefficients) for row in rows]
            said = all(total >= row.least for total, row in zip(sums, rows, strict=True))
            assert said == holds


def relaxation_of(clauses: list[frozenset[int]], costs: list[int]) -> Relaxation:
    rows = [Row.of(sorted(clause), 1) for clause in clauses]
    orbits = Orbits(7, ())
    return Relaxation(rows, Costs(dict(enumerate(costs, 1)), 0, 1), [], orbits)


@given(
    clauses_of_seven,
    st.lists(st.integers(-3, 9), min_size=7, max_size=7),
    st.lists(st.sampled_from([(0, 1), (0, 0), (1, 1)]), min_size=7, max_size=7),
    st.integers(-10, 40),
)
def test_no_cover_in_a_box_is_lost(
    clauses: list[frozenset[int]],
    costs: list[int],
    limits: list[tuple[int, int]],
    cutoff: int,
) -> None:
    box = Box(tuple(low for low, _ in limits), tuple(high for _, high in limits))
    relaxed = relaxation_of(clauses, costs).solve(box, cutoff)
    for cover in all_covers(clauses, 7):
        cost = sum(costs[v - 1] for v in cover)
        inside = all(low <= (v in cover) <= high for v, (low, high) in enumerate(limits, 1))
        if inside and cost <= cutoff:
            assert relaxed is not None
            assert relaxed.bound <= cost
            left = zip(relaxed.box.lower, relaxed.box.upper, strict=True)
            assert all(low <= (v in cover) <= high for v, (low, high) in enumerate(left, 1))


def test_wrong_multipliers_prove_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Floating point proposes: whatever it proposes, no bound is above the optimum."""
    from satchess.engines import highs

    solve = highs.GrowingProgramme.solve
    chance = np.random.default_rng(17)

    def shaken(
        self: highs.GrowingProgramme,
    ) -> tuple[highs.SimplexStatus, highs.Floats, highs.Floats]:
        status, values, multipliers = solve(self)
        return status, values, multipliers * chance.uniform(0.2, 3.0, len(multipliers))

    monkeypatch.setattr(highs.GrowingProgramme, "solve", shaken)
    model = Question.parse("domination knight 6").model()
    orbits = Orbits(len(model.places), model.symmetries)
    for _ in range(50):
        relaxation = Relaxation(rows_of(model), Costs.of_model(model), model.symmetries, orbits)
        relaxed = relaxation.solve(relaxation.everything, 8)
        assert relaxed is not None, "8 knights do it"
        assert relaxed.bound <= 8


@given(clauses_of_seven)
@example([frozenset({1, 2}), frozenset({3}), frozenset({1, 4})])  # 3 left, and never came back
def test_local_search_covers(clauses: list[frozenset[int]]) -> None:
    cover = CoverSearch(clauses, 7).improve(0, 200)
    assert all(cover & clause for clause in clauses)
    assert len(cover) == min(map(len, all_covers(clauses, 7)))


def test_costs_of_the_most_are_negative() -> None:
    model = Model((), (), Objective(Sense.MOST, (1, 1, -2)))
    costs = Costs.of_model(model)
    assert (costs.of, costs.constant, costs.sign) == ({1: -2, 2: 1}, -1, -1)
