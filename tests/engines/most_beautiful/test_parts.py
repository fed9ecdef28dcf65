"""The parts of the walk to most-beautiful queens, each against brute force on small boards."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product, repeat
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from satchess.engines.most_beautiful import cases as beautiful_cases
from satchess.engines.most_beautiful import enumerate as beautiful_all
from satchess.engines.most_beautiful import query as beautiful_query
from satchess.engines.most_beautiful.board import Ground, leaving
from satchess.engines.most_beautiful.cases import cases
from satchess.engines.most_beautiful.diving import dives
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.forced import full_diagonals
from satchess.engines.most_beautiful.lp import Integers, Optimum, Programme
from satchess.engines.most_beautiful.parity import fix_colours
from satchess.engines.most_beautiful.probing import Refuted, shaved
from satchess.engines.most_beautiful.query import (
    Query,
    SatRounds,
    SearchRounds,
    Verdict,
    decided_by_cases,
)
from satchess.engines.most_beautiful.search import Placed, Search
from satchess.engines.most_beautiful.state import (
    State,
    pinwheels,
    with_a_line_chosen,
    without_symmetry,
)
from satchess.engines.most_beautiful.walk import Walk
from tests.beautiful_boards import (
    all_placements_of,
    all_queens,
    placements_in,
    planted,
    some_states,
)


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


@pytest.mark.parametrize(("side", "at_the_rim"), [(7, False), (8, False), (8, True), (10, True)])
def test_shaving_leaves_all_placements(side: int, at_the_rim: bool) -> None:
    shorter = False
    for ground, state in [*some_states(side), *(numbered_states(side) if at_the_rim else ())]:
        for symmetries in (state.symmetries, state.symmetries[:1]):
            placements = placements_in(ground, state)
            for cells in shaved(ground, state, symmetries, at_the_rim=at_the_rim):
                if isinstance(cells, Refuted):
                    assert not placements
                    assert cells.size > 0
                else:
                    rows = np.arange(side)
                    assert all(cells[rows, list(placed)].all() for placed in placements)
                    assert leaving(state.symmetries, cells) == state.symmetries
                    shaved_off = state.alive & ~cells
                    assert not at_the_rim or (ground.groups[shaved_off] < state.following).all()
                    shorter |= bool(shaved_off.any())
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
def test_cases_share_the_placements_of_a_state_among_them(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beautiful_cases, "DOUBLING", 1.0)  # any division promises to be faster
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


def test_a_state_is_not_divided_if_that_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    states = numbered_states(8)
    monkeypatch.setattr(beautiful_cases, "DOUBLING", 1e9)  # a case takes as long as the whole
    found = [cases(ground, state) for ground, state in states]
    assert max(map(len, found)) == 1


@pytest.mark.parametrize("side", [6, 7, 8])
def test_cases_decide_what_the_whole_would(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beautiful_query, "ROUNDS_OF_A_CASE", 0)  # as far as it can be divided
    monkeypatch.setattr(beautiful_cases, "DOUBLING", 1.0)
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


def fully_numbered_states(side: int) -> list[tuple[Ground, State]]:
    """States whose groups all have a number: that of a placement, or one queen moved elsewhere."""
    ground = Ground.centred(side)
    chance = Random(side)
    states = []
    for placed in chance.choices(all_queens(side), k=10):
        counts = ground.counts(placed).tolist()
        for moved in (False, True):
            if moved:
                source, target = chance.sample(range(len(counts)), 2)
                counts[target] += counts[source] > 0
                counts[source] -= counts[source] > 0
            numbers = {group: number for group, number in enumerate(counts) if number}
            alive = np.isin(ground.groups, list(numbers))
            states.append((ground, State(alive, ground.symmetries, len(counts), numbers)))
    return states


@pytest.mark.parametrize("side", [7, 8])
def test_a_question_is_divided_if_nothing_else_answers_it(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = beautiful_query._ways

    def hardly_any(
        ground: Ground, state: State, plain: State
    ) -> dict[str, Iterator[Verdict | None]]:
        ways: dict[str, Iterator[Verdict | None]] = {way: repeat(None) for way in ("sat", "search")}
        if plain.alive.sum() == side:
            ways["search"] = honest(ground, state, plain)["search"]
        return ways

    monkeypatch.setattr(beautiful_query, "_ways", hardly_any)
    monkeypatch.setattr(beautiful_query, "shaved", lambda *_, **_options: iter(()))
    monkeypatch.setattr(beautiful_query, "START", {})
    monkeypatch.setattr(beautiful_query, "SAT_START", 0.0)
    monkeypatch.setattr(beautiful_query, "CASES_AFTER", 0.0)
    monkeypatch.setattr(beautiful_query, "ROUNDS_OF_A_CASE", 0)
    monkeypatch.setattr(beautiful_cases, "DOUBLING", 1.0)
    methods = set()
    for ground, state in fully_numbered_states(side):
        verdict = Query(ground, state).ask(float("inf"))
        assert verdict is not None
        placements = placements_in(ground, state)
        assert verdict.placed in placements if placements else verdict.placed is None
        methods.add(verdict.method)
    assert "cases" in methods


def test_ways_are_charged_for_their_own_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    asked: Counter[str] = Counter()

    def working(way: str) -> Iterator[None]:
        nonlocal clock
        while True:
            asked[way] += 1
            clock += 1.0
            yield None

    names = ("search", "guided", "diving", "sat")
    monkeypatch.setattr(beautiful_query, "time", SimpleNamespace(process_time=lambda: clock))
    monkeypatch.setattr(beautiful_query, "_ways", lambda *_: {way: working(way) for way in names})
    monkeypatch.setattr(Query, "_shaving", lambda _: working("shaving"))
    monkeypatch.setattr(beautiful_query, "SHAVED_OUT_AFTER", 150.0)
    ground = Ground.centred(8)
    query = Query(ground, State.first(ground))
    for number in range(1, 301):
        assert query.ask(1.0) is None
        clock += 1000.0  # others have their turn
        if number == 100:
            assert asked["sat"] > 60
            assert asked["shaving"] < 25
    assert query.seconds == asked.total() == 300
    assert asked["sat"] < 155, "what is small is shaved out then"
    assert asked["shaving"] > 100


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
            less = without_symmetry(ground, state, exchanging=ground.cells)
            answer = has_placement(ground, usual)
            assert has_placement(ground, less) == answer
            if usual is not None and less is not None and less.alive.sum() < usual.alive.sum():
                fewer += 1
                answers.add(answer)
            if less is not None:
                wheels = pinwheels(ground, less)
                assert (ground.propagated(less.alive & ~wheels) is None) == wheels.any()
                sizes = Counter(ground.groups[wheels].tolist())
                assert set(sizes.values()) <= {4}, "all are turned one way"
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


@pytest.mark.parametrize("shaving", ["late", "at once"])
@pytest.mark.parametrize("side", [8, 12, 14, 16, 17, 18, 20])
def test_all_that_attain_a_fingerprint(
    side: int, shaving: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shaving == "at once":
        monkeypatch.setattr(beautiful_all, "NODES_BEFORE_SHAVING", 1)
    ground = Ground.centred(side)
    walk = Walk(ground)
    list(walk.run())
    state = replace(walk.state, alive=np.isin(ground.groups, list(walk.state.numbers)))
    assert_all_are_found(ground, walk.state, all_placements_of(ground, state))


@pytest.mark.parametrize("shaving", ["late", "at once"])
@pytest.mark.parametrize("side", [12, 14, 16, 18])
def test_all_that_attain_a_fingerprint_where_groups_have_several_orbits(
    side: int, shaving: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shaving == "at once":
        monkeypatch.setattr(beautiful_all, "NODES_BEFORE_SHAVING", 1)
    for seed in range(12):
        ground, state = planted(side, seed)
        assert_all_are_found(ground, state, all_placements_of(ground, state))


def assert_all_are_found(ground: Ground, state: State, everything: set[Placed]) -> None:
    """See to it that the placements of a state and their images are found, none of them twice."""
    found = Attaining(ground, state)
    listed = [placed for batch in found.placements() for placed in batch]
    assert len(listed) == len(set(listed))
    assert set(listed) == everything
    upright = [placed for batch in found.upright() for placed in batch]
    assert found.each_stands_for * len(upright) == len(listed)
    assert set(upright) <= everything
    for placed in upright:
        turned = list(found.turned(placed))
        assert turned[0] == min(turned)
        assert len(turned) == found.each_stands_for
