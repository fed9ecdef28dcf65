"""The engine `beautiful`: against brute force, published boards, SAT alone; its exact bounds."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from satchess.bottleneck import parse_fingerprint
from satchess.engines import beautiful_query, beautiful_walk, engine
from satchess.engines.base import (
    Bounded,
    Counted,
    Event,
    Explained,
    Fingerprinted,
    Found,
    Infeasible,
    Listed,
    Task,
)
from satchess.engines.beautiful_all import attaining
from satchess.engines.beautiful_cases import cases
from satchess.engines.beautiful_cliques import TOO_MUCH, overfull_squares
from satchess.engines.beautiful_colours import fix_colours
from satchess.engines.beautiful_diagonals import full_diagonals
from satchess.engines.beautiful_diving import dives
from satchess.engines.beautiful_ground import Ground, leaving
from satchess.engines.beautiful_linear import UNIT, Integers, Optimum, Programme
from satchess.engines.beautiful_query import (
    Query,
    SatRounds,
    SearchRounds,
    Verdict,
    decided_by_cases,
)
from satchess.engines.beautiful_search import Placed, Search
from satchess.engines.beautiful_shaving import Refuted, shaved
from satchess.engines.beautiful_state import State, with_a_line_chosen, without_symmetry
from satchess.engines.beautiful_walk import Log, Walk
from satchess.questions import Question

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "published" / "beautiful_queens.json").read_text()
)
"""M. Fischetti, D. Salvagnin, Finding first and most-beautiful queens by integer programming."""

RESULTS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "docs" / "results" / "beautiful_queens.json").read_text()
)


@cache
def all_queens(side: int) -> tuple[Placed, ...]:
    """All placements of n queens, by plain backtracking."""
    found: list[Placed] = []

    def place(columns: Placed) -> None:
        row = len(columns)
        if row == side:
            found.append(columns)
        for column in range(side):
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
                place((*columns, column))

    place(())
    return tuple(found)


def weighed(side: int, seed: int, symmetric: str = "") -> Ground:
    """A board with weights at random, made symmetric if that is said."""
    chance = Random(seed)
    weights = np.array([[chance.randint(0, 9) for _ in range(side)] for _ in range(side)])
    match symmetric:
        case "mirror":
            weights = weights + weights[:, ::-1]
        case "half turn":
            weights = weights + weights[::-1, ::-1]
        case "quarter turn":
            weights = sum(np.rot90(weights, k) for k in range(4))
        case "diagonal":
            weights = weights + weights.T
    cells = np.ones((side, side), np.bool_)
    return Ground(np.ascontiguousarray(weights), cells)


def best_of(ground: Ground) -> tuple[tuple[int, ...], set[Placed]]:
    """The best fingerprint and its placements, by brute force."""
    usable = [
        p for p in all_queens(ground.size) if all(ground.cells[r, c] for r, c in enumerate(p))
    ]
    fingerprint = min(map(ground.fingerprint, usable))
    return fingerprint, {p for p in usable if ground.fingerprint(p) == fingerprint}


def walked(ground: Ground, log: Log | None = None) -> tuple[tuple[int, ...], set[Placed]]:
    """The same, by the walk; it checks what the walk says on its way."""
    walk = Walk(ground, log=log)
    before: tuple[int, ...] = ()
    for progress in walk.run():
        assert progress.beginning[: len(before)] == before
        before = progress.beginning
        assert ground.fingerprint(progress.best)[: len(before)] == before
    listed = [placed for batch in attaining(ground, walk.state) for placed in batch]
    assert len(listed) == len(set(listed))
    return before, set(listed)


# Against brute force


@pytest.mark.parametrize("side", [1, *range(4, 10)])
def test_it_agrees_with_brute_force(side: int) -> None:
    ground = Ground.centred(side)
    assert walked(ground) == best_of(ground)


@pytest.mark.parametrize("symmetric", ["", "mirror", "half turn", "quarter turn", "diagonal"])
def test_weights_may_have_any_symmetry_or_none(symmetric: str) -> None:
    for side, seed in product((6, 7, 8), (1, 2)):
        ground = weighed(side, seed, symmetric)
        assert len(ground.symmetries) == {"": 1, "quarter turn": 4}.get(symmetric, 2)
        assert walked(ground) == best_of(ground)


def test_cells_may_be_left_out() -> None:
    ground = Ground.centred(8)
    cells = ground.cells.copy()
    cells[0, :3] = cells[4, 4] = False
    confined = Ground(ground.weights, cells)
    assert walked(confined) == best_of(confined)
    cells[0] = False
    assert walked(Ground(ground.weights, cells)) == ((), set())


@pytest.mark.parametrize("small", [0, 40])
def test_states_may_be_left_open(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beautiful_query, "FIRST_NODES", 1)
    monkeypatch.setattr(beautiful_query, "COMPLETE_SHARE", 1)
    monkeypatch.setattr(beautiful_walk, "PATIENCE", 1e-9)
    monkeypatch.setattr(beautiful_walk, "LONGEST", 1e-9)
    monkeypatch.setattr(beautiful_walk, "SMALL", small)
    for ground in (Ground.centred(8), Ground.centred(9), weighed(7, 3), weighed(8, 4, "half turn")):
        left_open = 0

        def log(depth: int, state: State, verdict: Verdict | None, seconds: float) -> None:
            nonlocal left_open
            left_open += verdict is None

        assert walked(ground, log) == best_of(ground)
        assert left_open


@pytest.mark.parametrize("side", [2, 3])
def test_there_may_be_no_placement(side: int) -> None:
    assert list(Walk(Ground.centred(side)).run()) == []


# Against what is published, and against ourselves


@pytest.mark.parametrize("side", [16, 32, 48])
def test_it_agrees_with_the_paper(side: int) -> None:
    ground = Ground.centred(side)
    *_, last = Walk(ground).run()
    published = tuple(column - 1 for column in PUBLISHED["solutions"][str(side)])
    assert last.beginning == ground.fingerprint(published) == ground.fingerprint(last.best)


def test_the_table_agrees_with_the_paper_and_with_its_own_placements() -> None:
    for row in RESULTS["boards"]:
        side = row["side"]
        if row["fingerprint"] is None:
            assert side in (2, 3)
            continue
        ground = Ground.centred(side)
        placed = tuple(column - 1 for column in row["placement"])
        assert parse_fingerprint(row["fingerprint"]) == ground.fingerprint(placed)
        assert len({*placed}) == len({r - c for r, c in enumerate(placed)}) == side
        assert len({r + c for r, c in enumerate(placed)}) == side
        if published := PUBLISHED["solutions"].get(str(side)):
            beautiful = ground.fingerprint(tuple(column - 1 for column in published))
            assert beautiful == ground.fingerprint(placed)


# Floats propose, integers decide


def placements_in(ground: Ground, state: State) -> list[Placed]:
    """The placements of a state, by brute force."""
    rows = np.arange(ground.size)
    found = []
    for placed in all_queens(ground.size):
        counts = ground.counts(placed)
        fits = all(counts[g] == state.numbers.get(g, 0) for g in range(state.following))
        if fits and state.alive[rows, list(placed)].all():
            found.append(placed)
    return found


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


# The parts


def some_states(side: int) -> list[tuple[Ground, State]]:
    """States on the way to the best fingerprint, and some beside it."""
    ground = Ground.centred(side)
    walk = Walk(ground)
    list(walk.run())
    states = [step.state for step in walk.steps]
    first = State.first(ground)
    inner = ground.weights <= ground.values[3]
    return [
        (ground, first),
        (ground, replace(first, alive=inner, following=3)),
        (ground, replace(first, alive=ground.weights <= ground.values[5], following=5)),
        *((ground, state) for state in states),
    ]


@pytest.mark.parametrize("side", [7, 8])
def test_all_ways_agree_on_whether_a_state_has_a_placement(side: int) -> None:
    verdicts = set()
    for ground, state in some_states(side):
        exists = bool(placements_in(ground, state))
        verdicts.add(exists)
        plain = without_symmetry(ground, state)
        if plain is None:
            assert not exists
            continue
        assert bool(placements_in(ground, plain)) == exists
        for rounds in (
            SatRounds(ground, plain),
            SatRounds(ground, plain, full_diagonals(ground, state)),
            SearchRounds(ground, plain),
        ):
            verdict = rounds.round(5)
            assert verdict is not None
            assert (verdict.placed is not None) == exists
        verdict = Query(ground, state).ask(float("inf"))
        assert verdict is not None
        assert (verdict.placed is not None) == exists
        assert not exists or verdict.placed in all_queens(side)
    assert verdicts == {True, False}


@pytest.mark.parametrize("side", [7, 8])
def test_shaving_leaves_all_placements(side: int) -> None:
    shorter = False
    for ground, state in some_states(side):
        for symmetries in (state.symmetries, state.symmetries[:1]):
            placements = placements_in(ground, state)
            for cells in shaved(ground, state, symmetries):
                if isinstance(cells, Refuted):
                    assert not placements
                    assert cells.size > 0
                else:
                    rows = np.arange(side)
                    assert all(cells[rows, list(placed)].all() for placed in placements)
                    assert leaving(state.symmetries, cells) == state.symmetries
                    shorter |= bool(cells.sum() < state.alive.sum())
    assert shorter


@pytest.mark.parametrize("side", [6, 7, 8])
@pytest.mark.parametrize("turn", [0, 2])
def test_colours_are_fixed_only_as_all_placements_have_them(side: int, turn: int) -> None:
    ground = Ground.centred(side)
    symmetries = (ground.symmetries[0], ground.symmetries[turn])[: 1 + turn // 2]
    chance = np.random.default_rng(side)
    outcomes = set()
    for share in np.linspace(0.4, 1.0, 30):
        some = chance.random((side, side)) < share
        state = replace(State.first(ground), alive=some | np.rot90(some, turn))
        programme = Programme(ground, state.alive, symmetries, {})
        odd = programme.of_odd_cells
        assert odd is not None
        costs = np.where(odd, programme.sizes, 0)
        before = extremes(programme, costs)
        if before is None:
            continue
        size = fix_colours(programme)
        numbers = {sum((r + c) % 2 for r, c in enumerate(p)) for p in placements_in(ground, state)}
        after = extremes(programme, costs)
        if size is not None:
            assert size > 0
            assert not numbers
            outcomes.add("refuted")
        elif after is None:
            assert not numbers
        else:
            assert all(after[0] - 1e-6 <= number <= after[1] + 1e-6 for number in numbers)
            one = after[0] == pytest.approx(after[1]) and round(after[0]) % 2 == 0
            outcomes.add("fixed" if one and before[0] < before[1] - 0.1 else "open")
    assert "open" in outcomes
    assert "fixed" in outcomes or turn
    assert "refuted" in outcomes or side != 6 or turn


def test_colours_that_are_exchanged_are_left_alone() -> None:
    ground = Ground.centred(8)  # a quarter turn of an even board exchanges them
    programme = Programme(ground, ground.cells, ground.symmetries, {})
    assert programme.of_odd_cells is None
    assert fix_colours(programme) is None


def extremes(programme: Programme, costs: Integers) -> tuple[float, float] | None:
    """The least and the largest sum that a programme has solutions for."""
    least, most = programme.minimise(costs), programme.minimise(-costs)
    return None if least is None or most is None else (least.value, -most.value)


@pytest.mark.parametrize("side", [7, 8])
@pytest.mark.parametrize("multipliers", ["good", "at random"])
def test_full_diagonals_have_a_queen_in_every_placement(
    side: int, multipliers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = some_states(side)
    if multipliers == "at random":
        honest = Programme.minimise
        chance = np.random.default_rng(1)

        def guessing(self: Programme, costs: Integers) -> Optimum | None:
            optimum = honest(self, costs)
            if optimum is None:
                return None
            noise = chance.normal(size=len(optimum.multipliers)) * 0.1
            return replace(optimum, multipliers=optimum.multipliers + noise)

        monkeypatch.setattr(Programme, "minimise", guessing)
    open_ones = 0
    for ground, state in states:
        for symmetries in (state.symmetries, state.symmetries[:1]):
            placements = placements_in(ground, state)
            for cells in full_diagonals(ground, replace(state, symmetries=symmetries)):
                diagonal = set(cells.tolist())
                open_ones += int(state.alive.ravel()[cells].sum()) > 1
                for placed in placements:
                    assert any(side * r + c in diagonal for r, c in enumerate(placed))
    assert open_ones > 0 or multipliers != "good"


def numbered_states(side: int) -> list[tuple[Ground, State]]:
    """States whose groups have the numbers of a placement at random, or one queen less or more."""
    ground = Ground.centred(side)
    chance = Random(side)
    states = []
    for placed in chance.choices(all_queens(side), k=8):
        counts = ground.counts(placed)
        for changed in (0, -1, 1):
            following = chance.randint(2, len(ground.values) - 1)
            numbers = dict(enumerate(counts[:following].tolist()))
            group = chance.randrange(following)
            numbers[group] = max(0, numbers[group] + changed)
            empty = [group for group, number in numbers.items() if number == 0]
            alive = ground.cells & ~np.isin(ground.groups, empty)
            numbers = {group: number for group, number in numbers.items() if number}
            state = State(alive, ground.symmetries, following, numbers)
            states.append((ground, state))
    return states


@pytest.mark.parametrize("side", [6, 7, 8])
def test_cases_share_the_placements_of_a_state_among_them(side: int) -> None:
    divided = 0
    for ground, state in [*some_states(side), *numbered_states(side)]:
        found = cases(ground, state)
        divided += len(found) > 1
        shared = [placed for case in found for placed in placements_in(ground, case)]
        assert sorted(shared) == sorted(placements_in(ground, state))
        if found == [state]:
            continue
        for case in found:
            assert case.alive.sum() < state.alive.sum()
            assert leaving(case.symmetries, case.alive) == case.symmetries
    assert divided > 3


@pytest.mark.parametrize("side", [6, 7, 8])
def test_cases_decide_what_the_whole_would(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beautiful_query, "CASE_SECONDS", 1e-6)  # many rounds
    monkeypatch.setattr(beautiful_query, "CASES_AFTER", 0.0)
    verdicts = set()
    for ground, state in numbered_states(side):
        said = [verdict for verdict in decided_by_cases(ground, state) if verdict is not None]
        if not said:
            assert cases(ground, state) == [state]
            continue
        exists = bool(placements_in(ground, state))
        verdicts.add(exists)
        assert (said[0].placed is not None) == exists
        assert said[0].placed in placements_in(ground, state) or said[0].method == "cases"
    assert verdicts == {True, False}


@pytest.mark.parametrize("side", [8, 11, 16])
def test_dives_find_placements_of_the_state_and_no_others(side: int) -> None:
    ground = Ground.centred(side)
    walk = Walk(ground)
    list(walk.run())
    rows = np.arange(side)
    for step in walk.steps:
        steps = islice(dives(ground, step.state), 200)
        placed = next((placed for placed in steps if placed is not None), None)
        if placed is not None:
            assert step.state.alive[rows, list(placed)].all()
            counts = ground.counts(placed)
            assert all(counts[g] <= number for g, number in step.state.numbers.items())
            assert len({r - c for r, c in enumerate(placed)}) == len(set(placed)) == side
            assert len({r + c for r, c in enumerate(placed)}) == side
    assert placed is not None, "the last state is all but a placement"


def test_the_queen_of_the_first_row_is_fixed_for_free() -> None:
    ground = Ground.centred(16)
    state = State.first(ground).on(ground.weights <= 15**2 + 1)
    fixed = with_a_line_chosen(ground, state, 4)
    assert fixed is not None
    assert fixed.alive[0].sum() == fixed.alive[:, 0].sum() == 1
    assert len(fixed.symmetries) == 4
    assert with_a_line_chosen(ground, State.first(ground), 1) is None


def has_placement(ground: Ground, plain: State | None) -> bool:
    """Whether a state has a placement, by SAT."""
    if plain is None:
        return False
    rounds = SatRounds(ground, plain)
    verdict = next(verdict for number in range(20) if (verdict := rounds.round(number)))
    return verdict.placed is not None


def test_the_mirror_image_of_a_pinwheel_takes_its_place() -> None:
    answers = set()
    fewer = 0
    for ground, right in some_states(20):
        for change in (-1, 0, 1):  # the last number is too small, right, or too large
            last = max(right.numbers, default=0)
            changed = {last: right.numbers[last] + change} if right.numbers else {}
            state = replace(right, numbers={**right.numbers, **changed})
            usual = without_symmetry(ground, state)
            less = without_symmetry(ground, state, exchanging_pinwheels=True)
            answer = has_placement(ground, usual)
            assert has_placement(ground, less) == answer
            if usual is not None and less is not None and less.alive.sum() < usual.alive.sum():
                fewer += 1
                answers.add(answer)
    assert fewer
    assert answers == {False, True}


@pytest.mark.parametrize("side", [5, 8, 9])
def test_pinwheels_use_the_lines_of_their_mirror_images(side: int) -> None:
    ground = Ground.centred(side)
    cells = product(range(side), repeat=2)
    seen = 0
    for row, column in cells:
        wheel = {int(turn[side * row + column]) for turn in ground.symmetries[:4]}
        mirrored = {int(mirror[side * row + column]) for mirror in ground.symmetries[4:]}
        if len(wheel | mirrored) == 8:
            for line in ground.lines:
                on_line = set(line.cells.tolist())
                assert len(on_line & wheel) == len(on_line & mirrored) <= 1
            seen += 1
    assert seen


@pytest.mark.parametrize(("side", "room"), [(8, {}), (8, {0: 0, 1: 0, 2: 1}), (9, {3: 2, 6: 1})])
def test_the_search_finds_everything_in_slices(side: int, room: dict[int, int]) -> None:
    ground = Ground.centred(side)
    search = Search(ground.cells, ground.groups, room)
    found: list[Placed] = []
    over = False
    while not over:
        over, some = search.run(50, 7)
        found += some
    assert len(found) == len(set(found))
    numbers = list(room.values())
    groups = np.array([*room], np.int64)
    expected = {p for p in all_queens(side) if (ground.counts(p)[groups] == numbers).all()}
    assert expected <= set(found)
    assert all((ground.counts(p)[groups] <= numbers).all() for p in found)


@pytest.mark.parametrize("side", [63, 64, 65])
def test_the_search_knows_boards_of_several_words(side: int) -> None:
    ground = Ground.centred(side)
    for seed in range(40):
        liking = np.random.default_rng(seed).random((side, side)).astype(np.float32)
        search = Search(ground.cells, ground.groups, {}, liking=liking, noise=0.1, seed=seed)
        _, found = search.run(2000)
        if found:
            break
    (placed,) = found
    rows = range(side)
    for seen in (placed, [r - c for r, c in zip(rows, placed, strict=True)]):
        assert len(set(seen)) == side
    assert len({r + c for r, c in zip(rows, placed, strict=True)}) == side


# The engine


def events_of(text: str, verb: str = "solve", **known: Any) -> list[Event]:
    return list(engine("beautiful").run(Task(verb, Question.parse(text), **known)))


def test_its_events_keep_the_order_of_the_seam() -> None:
    events = events_of("beautiful 10")
    *_, beginning = (e.beginning for e in events if isinstance(e, Fingerprinted))
    *_, placement = (e.placement for e in events if isinstance(e, Found))
    assert Question.parse("beautiful 10").fingerprint_of(placement) == beginning
    assert any(isinstance(e, Explained) and "linear programmes" in e.reason for e in events)
    assert not any(isinstance(e, Bounded) for e in events)


def test_it_says_how_many_fit_if_that_was_asked() -> None:
    events = events_of("independence queen 7 --bottleneck centre")
    assert Bounded(7, 7) in events


def test_it_takes_up_what_is_known() -> None:
    plain = events_of("beautiful 12")
    *_, whole = (e.beginning for e in plain if isinstance(e, Fingerprinted))
    *_, placement = (e.placement for e in plain if isinstance(e, Found))
    for known in ((), whole[:3], whole[:7], whole):
        for best in (None, placement):
            events = events_of("beautiful 12", beginning=known, best=best)
            *_, again = (e.beginning for e in events if isinstance(e, Fingerprinted))
            assert again == whole


@pytest.mark.parametrize("side", [5, 6, 8, 9])
def test_it_counts_and_lists_as_sat_does(side: int) -> None:
    for options in ("", " --bottleneck corner --size 0".replace("0", str(side))):
        text = f"independence queen {side}{options}" if options else f"beautiful {side}"
        for up_to_symmetry in (False, True):
            task = Task("count", Question.parse(text), up_to_symmetry=up_to_symmetry)
            counts = [
                [e.count for e in engine(name).run(task) if isinstance(e, Counted) and e.exact]
                for name in ("beautiful", "bottleneck")
            ]
            assert counts[0] == counts[1] != []
    listed = [p for e in events_of(text, "list") if isinstance(e, Listed) for p in e.placements]
    *_, first = (e.placement for e in events_of(text, "first") if isinstance(e, Found))
    assert first == min(listed, key=lambda p: [s.column for s in p.squares])


@pytest.mark.parametrize("options", ["--require a1", "--forbid d1,e1", "--holes d1,e1,d4"])
def test_required_and_forbidden_squares_and_holes_are_kept(options: str) -> None:
    task = Task("solve", Question.parse(f"beautiful 8 {options}"))
    assert engine("beautiful").objection(task) is None
    ends = []
    for name in ("beautiful", "bottleneck"):
        *_, end = (e.beginning for e in engine(name).run(task) if isinstance(e, Fingerprinted))
        ends.append(end)
    assert ends[0] == ends[1]


def test_it_says_that_there_is_none() -> None:
    assert any(isinstance(e, Infeasible) for e in events_of("beautiful 3"))


@pytest.mark.parametrize(
    "text",
    [
        "queens 8",
        "independence rook 8 --bottleneck centre",
        "independence queen 8x9 --bottleneck centre",
        "independence queen 8:torus --bottleneck centre",
        "independence queen 8 --size 7 --bottleneck centre",
        "independence queen 3 --bottleneck centre",
        "independence queen 8 --forbid a1 --bottleneck centre",
        "beautiful 300",
        "domination queen 8 --bottleneck centre",
    ],
)
def test_it_leaves_other_questions_alone(text: str) -> None:
    assert engine("beautiful").objection(Task("solve", Question.parse(text))) is not None


def test_the_table_grows_board_by_board(tmp_path: Path) -> None:
    tool = Path(__file__).parents[1] / "tools" / "beautiful-queens"
    table = tmp_path / "table.json"
    for sides in (["1..4"], ["3..6"]):
        words = [sys.executable, str(tool), *sides, "--out", str(table)]
        ended = subprocess.run(words, capture_output=True, text=True, check=True)
    assert [line.split(":")[0].strip() for line in ended.stdout.splitlines()] == ["5", "6"]
    rows = json.loads(table.read_text())["boards"]
    assert [(row["side"], row["placements"]) for row in rows] == [
        (1, 1), (2, 0), (3, 0), (4, 2), (5, 2), (6, 4)
    ]  # fmt: skip
