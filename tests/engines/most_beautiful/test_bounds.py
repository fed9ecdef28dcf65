"""Linear programmes of most-beautiful queens: floats propose, integers decide."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.cuts import TOO_MUCH, overfull_squares
from satchess.engines.most_beautiful.lp import UNIT, Integers, Optimum, Programme
from tests.beautiful_boards import all_queens, best_of, walked


@pytest.mark.parametrize("side", [6, 7, 8])
def test_any_multipliers_prove_only_what_is_true(side: int) -> None:
    ground = Ground.centred(side)
    chance = np.random.default_rng(side)
    for symmetries in (ground.symmetries, ground.symmetries[:1]):
        programme = Programme(ground, ground.cells, symmetries, {})
        for group in range(len(ground.values)):
            costs = np.where(programme.group_of == group, programme.sizes, 0)
            fewest = min(int(ground.counts(placed)[group]) for placed in all_queens(side))
            optimum = programme.minimise_tightly(costs)
            assert optimum is not None
            length = len(optimum.multipliers)
            tampered = [
                optimum.multipliers * 1.5,
                -optimum.multipliers,
                optimum.multipliers + 1,
                optimum.multipliers + chance.normal(size=length),
                chance.normal(scale=3, size=length),
            ]
            for multipliers in [optimum.multipliers, *tampered]:
                bound = programme.bound(costs, multipliers)
                assert bound is not None
                assert bound.least <= fewest * UNIT


def test_a_bound_is_as_good_as_the_programme_if_the_multipliers_are() -> None:
    ground = Ground.centred(8)
    programme = Programme(ground, ground.cells, ground.symmetries, {})
    heavy = programme.group_of < 5
    costs = np.where(heavy, programme.sizes, 0)
    optimum = programme.minimise(costs)
    assert optimum is not None
    assert optimum.value > 0.5
    bound = programme.bound(costs, optimum.multipliers)
    assert bound is not None
    assert bound.least / UNIT == pytest.approx(optimum.value, abs=1e-4)
    assert bound.size == np.count_nonzero(np.rint(optimum.multipliers * UNIT))


def test_squares_make_a_programme_tighter() -> None:
    ground = Ground.centred(6)
    fewest = min(int((ground.counts(placed)[:3]).sum()) for placed in all_queens(6))
    least = {}
    for tightly in (False, True):
        programme = Programme(ground, ground.cells, ground.symmetries[:1], {})
        costs = np.where(programme.group_of < 3, 1, 0)
        optimum = (programme.minimise_tightly if tightly else programme.minimise)(costs)
        assert optimum is not None
        bound = programme.bound(costs, optimum.multipliers)
        assert bound is not None
        assert bound.least / UNIT == pytest.approx(optimum.value, abs=1e-4)
        least[tightly] = bound.least
    assert least[False] < least[True] <= fewest * UNIT


def attack(one: int, other: int, side: int) -> bool:
    down, right = one // side - other // side, one % side - other % side
    return down == 0 or right == 0 or abs(down) == abs(right)


@pytest.mark.parametrize("side", [4, 5, 8])
def test_of_an_overfull_square_any_two_cells_attack_each_other(side: int) -> None:
    chance = np.random.default_rng(side)
    found: set[int] = set()
    for filled in (0.2, 0.5, 1.0):
        values = chance.random((side, side)) * (chance.random((side, side)) < filled)
        for cells in overfull_squares(values):
            assert values.ravel()[cells].sum() > 1
            assert len(set(cells.tolist())) == len(cells)
            assert all(attack(a, b, side) for a, b in combinations(cells.tolist(), 2))
            found.add(len(cells))
    assert found >= {4, 5}


def test_all_overfull_squares_are_found() -> None:
    side = 7
    cells = list(product(range(side), repeat=2))
    inside = set(cells)
    squares = set()
    for (row, column), reach in product(cells, range(1, side)):
        upright = [(row + a, column + b) for a in (0, reach) for b in (0, reach)]
        if reach % 2 == 0:
            upright.append((row + reach // 2, column + reach // 2))
        if inside.issuperset(upright):
            squares.add(frozenset(upright))
        on_corner = [(0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)]
        squares.add(frozenset((row + a, column + b) for a, b in on_corner) & inside)
    ground = Ground.centred(side)
    programme = Programme(ground, ground.cells, ground.symmetries[:1], {})
    chance = np.random.default_rng(0)
    overfull = 0
    for _ in range(10):
        optimum = programme.minimise(chance.integers(0, 1000, programme.length))
        assert optimum is not None
        values = programme.on_cells(optimum.solution)
        expected = {s for s in squares if sum(values[cell] for cell in s) > TOO_MUCH}
        found = overfull_squares(values)
        assert {frozenset((int(c) // side, int(c) % side) for c in f) for f in found} >= expected
        overfull += len(expected)
    assert overfull


def test_multipliers_that_could_overflow_are_refused() -> None:
    ground = Ground.centred(6)
    programme = Programme(ground, ground.cells, ground.symmetries, {})
    costs = np.zeros(programme.length, np.int64)
    optimum = programme.minimise(costs)
    assert optimum is not None
    for value in (1e9, -1e9, float("inf"), float("nan")):
        multipliers = optimum.multipliers.copy()
        multipliers[0] = value
        assert programme.bound(costs, multipliers) is None


def test_a_programme_with_a_solution_is_not_refuted() -> None:
    ground = Ground.centred(8)
    assert Programme(ground, ground.cells, ground.symmetries, {}).refutation() is None


def test_a_programme_without_a_solution_is_refuted() -> None:
    ground = Ground.centred(8)
    outermost = next(g for g, v in enumerate(ground.values) if v == 50)
    too_many = Programme(ground, ground.cells, ground.symmetries, {outermost: 7})
    assert too_many.minimise(np.zeros(too_many.length, np.int64)) is None
    assert too_many.refutation()


@pytest.mark.parametrize("lie", ["too much", "too little", "noise", "no solution"])
def test_a_lying_solver_of_linear_programmes_does_no_harm(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Programme.minimise
    chance = np.random.default_rng(1)

    def lying(self: Programme, costs: Integers) -> Optimum | None:
        optimum = honest(self, costs)
        if optimum is None or lie == "no solution":
            return None
        match lie:
            case "too much":
                return replace(
                    optimum, value=optimum.value + 1, multipliers=optimum.multipliers * 1.4 + 0.1
                )
            case "too little":
                return replace(optimum, value=0.0, solution=optimum.solution * 0)
            case _:
                return replace(
                    optimum,
                    value=chance.normal(),
                    solution=chance.random(len(optimum.solution)),
                    multipliers=chance.normal(size=len(optimum.multipliers)),
                )

    monkeypatch.setattr(Programme, "minimise", lying)
    for side in (7, 8):
        ground = Ground.centred(side)
        assert walked(ground) == best_of(ground)
