"""Whether a state has a placement: all ways agree with brute force, and share the time."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, repeat
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from satchess.engines.most_beautiful import cases as cases_module
from satchess.engines.most_beautiful import query as query_module
from satchess.engines.most_beautiful.board import WeightedBoard, preserving
from satchess.engines.most_beautiful.budgets import (
    DEFAULT,
    Budgets,
    CasesBudget,
    QueryBudget,
    Way,
)
from satchess.engines.most_beautiful.cases import cases, decided_by_cases
from satchess.engines.most_beautiful.decisions import Decision, Placed, Refuted
from satchess.engines.most_beautiful.diving import dives
from satchess.engines.most_beautiful.forced import forced_diagonals
from satchess.engines.most_beautiful.query import Query
from satchess.engines.most_beautiful.rounds import SatRounds, SearchRounds
from satchess.engines.most_beautiful.state import (
    State,
    without_symmetry,
)
from satchess.engines.most_beautiful.walk import Walk
from tests.beautiful_boards import (
    all_queens,
    numbered_states,
    placements_in,
    some_states,
)

EAGER_CASES = CasesBudget(doubling=1.0, sat_rounds=0)
"""Any division promises to be faster, and goes as far as it can."""


@pytest.mark.parametrize("side", [7, 8])
def test_all_ways_agree_on_whether_a_state_has_a_placement(side: int) -> None:
    answers = set()
    for board, state in some_states(side):
        exists = bool(placements_in(board, state))
        answers.add(exists)
        plain = without_symmetry(board, state)
        if plain is None:
            assert not exists
            continue
        assert bool(placements_in(board, plain)) == exists
        for rounds in (
            SatRounds(board, plain, DEFAULT.rounds),
            SatRounds(board, plain, DEFAULT.rounds, forced_diagonals(board, state)),
            SearchRounds(board, plain, DEFAULT.rounds),
        ):
            decision = rounds.round(5)
            assert decision is not None
            assert isinstance(decision, Placed) == exists
        decision = Query(board, state).ask(float("inf"))
        assert decision is not None
        assert isinstance(decision, Placed) == exists
        assert not isinstance(decision, Placed) or decision.queens in all_queens(side)
    assert answers == {True, False}


@pytest.mark.parametrize("side", [6, 7, 8])
def test_cases_share_the_placements_of_a_state_among_them(
    side: int,
) -> None:
    divided = 0
    for board, state in [*some_states(side), *numbered_states(side)]:
        found = cases(board, state, EAGER_CASES)
        divided += len(found) > 1
        shared = [placed for case in found for placed in placements_in(board, case)]
        assert sorted(shared) == sorted(placements_in(board, state))
        if found == [state]:
            continue
        for case in found:
            assert case.alive.sum() < state.alive.sum()
            assert preserving(case.symmetries, case.alive) == case.symmetries
    assert divided > 3


def test_a_state_is_not_divided_if_that_promises_nothing() -> None:
    as_long = CasesBudget(doubling=1e9)  # a case takes as long as the whole
    found = [cases(board, state, as_long) for board, state in numbered_states(8)]
    assert max(map(len, found)) == 1


@pytest.mark.parametrize("side", [6, 7, 8])
def test_cases_decide_what_the_whole_would(side: int) -> None:
    budgets = Budgets(cases=EAGER_CASES)
    answers = set()
    for board, state in numbered_states(side):
        said = [d for d in decided_by_cases(board, state, (), budgets) if d is not None]
        if not said:
            assert cases(board, state, EAGER_CASES) == [state]
            continue
        exists = bool(placements_in(board, state))
        answers.add(exists)
        match said[0]:
            case Placed(queens):
                assert queens in placements_in(board, state)
            case Refuted(method):
                assert not exists
                assert method == "cases"
    assert answers == {True, False}


def fully_numbered_states(side: int) -> list[tuple[WeightedBoard, State]]:
    """States whose groups all have a number: that of a placement, or one queen moved elsewhere."""
    board = WeightedBoard.centred(side)
    chance = Random(side)
    states = []
    for placed in chance.choices(all_queens(side), k=10):
        counts = board.counts(placed).tolist()
        for moved in (False, True):
            if moved:
                source, target = chance.sample(range(len(counts)), 2)
                counts[target] += counts[source] > 0
                counts[source] -= counts[source] > 0
            numbers = {group: number for group, number in enumerate(counts) if number}
            alive = np.isin(board.groups, list(numbers))
            states.append((board, State(alive, board.symmetries, len(counts), numbers)))
    return states


@pytest.mark.parametrize("side", [7, 8])
def test_a_question_is_divided_if_nothing_else_answers_it(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = query_module._searches

    def hardly_any(
        board: WeightedBoard, state: State, plain: State, budgets: Budgets
    ) -> dict[Way, Iterator[Decision | None]]:
        ways: dict[Way, Iterator[Decision | None]] = {"sat": repeat(None), "search": repeat(None)}
        if plain.alive.sum() == side:
            ways["search"] = honest(board, state, plain, budgets)["search"]
        return ways

    monkeypatch.setattr(query_module, "_searches", hardly_any)
    for module in (query_module, cases_module):
        monkeypatch.setattr(module, "probed", lambda *_, **_options: iter(()))
    budgets = Budgets(
        query=QueryBudget(delays={}, sat_delay_per_cell=0.0, cases_after=0.0), cases=EAGER_CASES
    )
    methods = set()
    for board, state in fully_numbered_states(side):
        decision = Query(board, state, budgets).ask(float("inf"))
        placements = placements_in(board, state)
        if isinstance(decision, Placed):
            assert decision.queens in placements
        else:
            assert decision is not None
            assert not placements
            methods.add(decision.method)
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
    monkeypatch.setattr(query_module, "time", SimpleNamespace(process_time=lambda: clock))
    monkeypatch.setattr(query_module, "_searches", lambda *_: {way: working(way) for way in names})
    monkeypatch.setattr(Query, "_probe", lambda _: working("probing"))
    budgets = Budgets(query=QueryBudget(probe_out_after=150.0))
    board = WeightedBoard.centred(8)
    query = Query(board, State.first(board), budgets)
    for number in range(1, 301):
        assert query.ask(1.0) is None
        clock += 1000.0  # others have their turn
        if number == 100:
            assert asked["sat"] > 60
            assert asked["probing"] < 25
    assert query.seconds == asked.total() == 300
    assert asked["sat"] < 155, "what is small is probed out then"
    assert asked["probing"] > 100


@pytest.mark.parametrize("side", [8, 11, 16])
def test_dives_find_placements_of_the_state_and_no_others(side: int) -> None:
    board = WeightedBoard.centred(side)
    walk = Walk(board)
    list(walk.run())
    rows = np.arange(side)
    for step in walk.trail.steps:
        steps = islice(dives(board, step.state, DEFAULT.dives), 200)
        placed = next((placed for placed in steps if placed is not None), None)
        if placed is not None:
            assert step.state.alive[rows, list(placed)].all()
            counts = board.counts(placed)
            assert all(counts[g] <= number for g, number in step.state.numbers.items())
            assert len({r - c for r, c in enumerate(placed)}) == len(set(placed)) == side
            assert len({r + c for r, c in enumerate(placed)}) == side
    assert placed is not None, "the last state is all but a placement"
