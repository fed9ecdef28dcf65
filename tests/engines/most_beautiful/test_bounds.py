"""Linear programmes of most-beautiful queens: floats propose, integers decide."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.cuts import VIOLATED, violated_cliques
from satchess.engines.most_beautiful.lp import UNIT, Integers, OrbitLP, Proposal, Row
from tests.beautiful_boards import all_queens, best_of, walked


@pytest.mark.parametrize("side", [6, 7, 8])
def test_any_multipliers_prove_only_what_is_true(side: int) -> None:
    board = WeightedBoard.centred(side)
    chance = np.random.default_rng(side)
    for symmetries in (board.symmetries, board.symmetries[:1]):
        lp = OrbitLP(board, board.cells, symmetries, {})
        for group in range(len(board.values)):
            costs = np.where(lp.group_of == group, lp.sizes, 0)
            fewest = min(int(board.counts(placed)[group]) for placed in all_queens(side))
            proposal = lp.minimise_tightly(costs)
            assert proposal is not None
            length = len(proposal.multipliers)
            tampered = [
                proposal.multipliers * 1.5,
                -proposal.multipliers,
                proposal.multipliers + 1,
                proposal.multipliers + chance.normal(size=length),
                chance.normal(scale=3, size=length),
            ]
            for multipliers in [proposal.multipliers, *tampered]:
                bound = lp.bound(costs, multipliers)
                assert bound is not None
                assert bound.least <= fewest * UNIT


def slow_bound(
    lp: OrbitLP, rows: list[tuple[Integers, int, bool]], costs: Integers, multipliers: Integers
) -> tuple[int, list[int]]:
    """A bound by its definition: rows are (entries of all variables, number, exact)."""
    counting = [
        int(m) if exact else min(int(m), 0)
        for m, (_, _, exact) in zip(multipliers, rows, strict=True)
    ]
    reduced = [
        int(cost) * UNIT
        - sum(m * int(row[v]) for m, (row, _, _) in zip(counting, rows, strict=True))
        for v, cost in enumerate(costs)
    ]
    least = sum(m * number for m, (_, number, _) in zip(counting, rows, strict=True))
    return least + sum(min(r, 0) for r, live in zip(reduced, lp.live, strict=True) if live), reduced


@pytest.mark.parametrize("symmetric", [False, True])
def test_exact_bounds_are_those_of_their_slow_twin(symmetric: bool) -> None:
    board = WeightedBoard.centred(6)
    symmetries = board.symmetries if symmetric else board.symmetries[:1]
    rng = np.random.default_rng(6)
    lp = OrbitLP(board, board.cells, symmetries, {})
    rows: list[tuple[Integers, int, bool]] = []
    seen = set()
    for line in board.lines:
        entries = np.bincount(lp.orbit_of[line.cells], minlength=lp.length)
        if (line.needed, entries.tobytes()) not in seen:
            seen.add((line.needed, entries.tobytes()))
            rows.append((entries, 1, line.needed))
    for number, exact in ((2, True), (1, False), (3, False)):
        columns = np.sort(rng.choice(lp.length, 4, replace=False))
        entries = rng.integers(1, 4, 4)
        lp.add(Row(columns, entries, number, exact=exact))
        dense = np.zeros(lp.length, np.int64)
        dense[columns] = entries
        rows.append((dense, number, exact))
    for banned in ([], [0, 2]):
        lp.ban(np.array(banned, np.int64))
        for number in range(60):
            costs = rng.integers(-2, 3, lp.length)
            multipliers = rng.integers(-UNIT, UNIT, len(rows))
            if number % 2:  # one multiplier at a time: none may hide behind the others
                multipliers[np.arange(len(rows)) != number // 2 % len(rows)] = 0
            bound = lp.exact_bound(costs, multipliers)
            assert (bound.least, bound.reduced.tolist()) == slow_bound(lp, rows, costs, multipliers)
            assert bound.size == np.count_nonzero(multipliers)


@pytest.mark.parametrize("exact", [False, True])
def test_a_row_that_may_stay_below_its_number_proves_nothing_by_that(exact: bool) -> None:
    board = WeightedBoard.centred(6)
    lp = OrbitLP(board, board.cells, board.symmetries[:1], {})
    variables = np.array([0, 5, 30, 35])  # the corners of the board
    lp.add(Row(variables, np.ones(4, np.int64), 1, exact=exact))
    lp.ban(variables)
    costs = np.zeros(lp.length, np.int64)
    proposal = lp.minimise(costs)
    assert (proposal is None) == exact
    assert bool(lp.refutation()) == exact
    length = len(board.lines) + 1
    for multiplier in (1, UNIT):
        multipliers = np.zeros(length, np.int64)
        multipliers[-1] = multiplier
        assert lp.exact_bound(costs, multipliers).least == (multiplier if exact else 0)


def test_a_bound_is_as_good_as_the_programme_if_the_multipliers_are() -> None:
    board = WeightedBoard.centred(8)
    lp = OrbitLP(board, board.cells, board.symmetries, {})
    heavy = lp.group_of < 5
    costs = np.where(heavy, lp.sizes, 0)
    proposal = lp.minimise(costs)
    assert proposal is not None
    assert proposal.value > 0.5
    bound = lp.bound(costs, proposal.multipliers)
    assert bound is not None
    assert bound.least / UNIT == pytest.approx(proposal.value, abs=1e-4)
    assert bound.size == np.count_nonzero(np.rint(proposal.multipliers * UNIT))


def test_squares_make_a_programme_tighter() -> None:
    board = WeightedBoard.centred(6)
    fewest = min(int((board.counts(placed)[:3]).sum()) for placed in all_queens(6))
    least = {}
    for tightly in (False, True):
        lp = OrbitLP(board, board.cells, board.symmetries[:1], {})
        costs = np.where(lp.group_of < 3, 1, 0)
        proposal = (lp.minimise_tightly if tightly else lp.minimise)(costs)
        assert proposal is not None
        bound = lp.bound(costs, proposal.multipliers)
        assert bound is not None
        assert bound.least / UNIT == pytest.approx(proposal.value, abs=1e-4)
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
        for cells in violated_cliques(values):
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
    board = WeightedBoard.centred(side)
    lp = OrbitLP(board, board.cells, board.symmetries[:1], {})
    chance = np.random.default_rng(0)
    overfull = 0
    for _ in range(10):
        proposal = lp.minimise(chance.integers(0, 1000, lp.length))
        assert proposal is not None
        values = lp.on_cells(proposal.solution)
        expected = {s for s in squares if sum(values[cell] for cell in s) > VIOLATED}
        found = violated_cliques(values)
        assert {frozenset((int(c) // side, int(c) % side) for c in f) for f in found} >= expected
        overfull += len(expected)
    assert overfull


def test_multipliers_that_could_overflow_are_refused() -> None:
    board = WeightedBoard.centred(6)
    lp = OrbitLP(board, board.cells, board.symmetries, {})
    costs = np.zeros(lp.length, np.int64)
    proposal = lp.minimise(costs)
    assert proposal is not None
    for value in (1e9, -1e9, float("inf"), float("nan")):
        multipliers = proposal.multipliers.copy()
        multipliers[0] = value
        assert lp.bound(costs, multipliers) is None


def test_a_programme_with_a_solution_is_not_refuted() -> None:
    board = WeightedBoard.centred(8)
    assert OrbitLP(board, board.cells, board.symmetries, {}).refutation() is None


def test_a_programme_without_a_solution_is_refuted() -> None:
    board = WeightedBoard.centred(8)
    outermost = next(g for g, v in enumerate(board.values) if v == 50)
    too_many = OrbitLP(board, board.cells, board.symmetries, {outermost: 7})
    assert too_many.minimise(np.zeros(too_many.length, np.int64)) is None
    assert too_many.refutation()


@pytest.mark.parametrize("lie", ["too much", "too little", "noise", "no solution"])
def test_a_lying_solver_of_linear_programmes_does_no_harm(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = OrbitLP.minimise
    chance = np.random.default_rng(1)

    def lying(self: OrbitLP, costs: Integers) -> Proposal | None:
        proposal = honest(self, costs)
        if proposal is None or lie == "no solution":
            return None
        match lie:
            case "too much":
                return replace(
                    proposal, value=proposal.value + 1, multipliers=proposal.multipliers * 1.4 + 0.1
                )
            case "too little":
                return replace(proposal, value=0.0, solution=proposal.solution * 0)
            case _:
                return replace(
                    proposal,
                    value=chance.normal(),
                    solution=chance.random(len(proposal.solution)),
                    multipliers=chance.normal(size=len(proposal.multipliers)),
                )

    monkeypatch.setattr(OrbitLP, "minimise", lying)
    for side in (7, 8):
        board = WeightedBoard.centred(side)
        assert walked(board) == best_of(board)
