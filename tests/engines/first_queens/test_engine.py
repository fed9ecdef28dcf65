"""First queens against SAT, the paper and brute force, in one piece or in parts."""

import random
from pathlib import Path
from typing import Any

import pytest

import satchess
from satchess import Status
from satchess.engines import engine as engine_of
from satchess.engines.first_queens import decisions
from satchess.engines.first_queens import engine as chase
from satchess.engines.first_queens.decisions import BEGINNING, Effort, decider
from satchess.engines.first_queens.greedy import any_placement, complete, greedy_opening
from satchess.engines.first_queens.position import Cell, Corner, Opening
from satchess.engines.first_queens.tree import Tree
from satchess.errors import WrongAnswer
from satchess.events import Decided, Divided, Found, Settled
from satchess.questions import Question
from satchess.request import Request
from satchess.task import Claim, Division, Fact, Part, Task
from tests.first_queens_boards import PUBLISHED, completions, openings, wide_openings


def queens(side: int) -> Question:
    return Question.parse(f"queens {side}")


def first(side: int, engine: str, **options: Any) -> list[int]:
    answer = queens(side).first(engine=engine, cache=False, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.placement is not None
    return [place.square.column + 1 for place in sorted(answer.placement.places)]


# The boundary


@pytest.mark.parametrize("side", range(4, 23))
def test_engines_agree(side: int) -> None:
    assert first(side, "plain") == first(side, "chase") == first(side, "sat")


@pytest.mark.parametrize("side", range(23, 28))
def test_a_plain_search_agrees_with_chase(side: int) -> None:
    assert first(side, "plain") == first(side, "chase")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("queens 27", None),
        ("independence queen 12x12", None),
        ("queens 3", "needs a board of 4 to 27 rows"),
        ("queens 28", "needs a board of 4 to 27 rows"),
        ("independence queen 12x13", "only knows n queens on a plain n x n board"),
        ("independence queen 12x12:torus", "only knows n queens on a plain n x n board"),
        ("queens 8 --require a1", "only knows n queens on a plain n x n board"),
        ("leprechauns 12 3", "only knows n queens on a plain n x n board"),
    ],
)
def test_what_a_plain_search_knows(question: str, expected: str | None) -> None:
    task = Task("first", Question.parse(question))
    assert engine_of("plain").objection(task) == expected


@pytest.mark.slow
@pytest.mark.parametrize("side", range(23, 34))
def test_sat_and_chase_agree_on_larger_boards(side: int) -> None:
    assert first(side, "chase") == first(side, "sat")


def test_a_published_board() -> None:
    assert first(57, "chase") == PUBLISHED["solutions"]["57"]


@pytest.mark.slow
@pytest.mark.parametrize("side", [56, 58, 60, 61, 63, 65, 67, 69, 71, 73, 77, 79])
def test_more_published_boards(side: int) -> None:
    assert first(side, "chase") == PUBLISHED["solutions"][str(side)]


@pytest.mark.parametrize("side", [int(side) for side in PUBLISHED["solutions"]])
def test_the_last_rows_of_published_boards(side: int) -> None:
    """Where the published queens end, none comes before them."""
    columns = [column - 1 for column in PUBLISHED["solutions"][str(side)]]
    for row in range(side - 16, side):
        opening = Opening.of(side, columns[:row])
        for cell in opening.row(row):
            verdict = decider(side).decide(opening.with_queen(cell), BEGINNING)
            assert verdict is not None
            if cell.column == columns[row]:
                assert verdict.columns is not None
                assert verdict.columns[: row + 1] == tuple(columns[: row + 1])
                break
            assert verdict.columns is None


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("queens 12x12:torus", "plain"),
        ("queens 12 --forbid a1", "plain"),
        ("independence rook 12x12 --size 12", "plain"),
        ("leprechauns 2 12", "plain"),
        ("beautiful 12", "plain"),
        ("queens 129", "128"),
        ("queens 3", "4"),
    ],
)
def test_what_it_does_not_know(question: str, why: str) -> None:
    objection = chase.ChaseEngine().objection(Task("first", Question.parse(question)))
    assert objection is not None
    assert why in objection


def test_the_optimum_is_said_where_it_is_asked_for() -> None:
    answer = satchess.independence("queen", "12x12").first(engine="chase", cache=False)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 12)
    assert answer.placement == queens(12).first(engine="sat", cache=False).placement


# Decisions


@pytest.mark.parametrize("side", [8, 11, 14])
def test_decisions_are_those_of_brute_force(side: int) -> None:
    for opening in openings(side, 60, seed=side):
        verdict = decider(side).decide(opening, BEGINNING)
        assert verdict is not None
        assert (verdict.columns is None) == (next(completions(opening), None) is None)
        if verdict.columns is not None:
            assert set(opening.queens) <= {Cell(*cell) for cell in enumerate(verdict.columns)}
            assert Opening.of(side, verdict.columns).open == {}


@pytest.mark.parametrize("side", [9, 12, "wide"])
def test_a_tree_that_stops_at_every_node_decides_the_same(side: int | str) -> None:
    """A tree that stops at every node, and goes on."""
    for opening in wide_openings(30, 3) if side == "wide" else openings(int(side), 20, seed=3):
        tree = Tree(opening.side)
        tree.reset(b"")
        tree.begin(opening)
        verdict = None
        while verdict is None:
            verdict = tree.go_on(nodes=1)
        assert verdict == (next(completions(opening), None) is not None)


def test_the_widest_board_has_room_for_all_its_rows() -> None:
    from satchess.engines.first_queens.kernels.tree_workspace import make_workspace

    workspace = make_workspace(chase.WIDEST, chase.WIDEST)
    assert {len(seen) for seen in workspace.averages} == {chase.WIDEST + 1}


# Parts


def test_parts_by_the_number_of_queens_in_the_corner_cover() -> None:
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19"
    task = Task("first", queens(36), claim=Claim(None, beginning))
    engine = chase.ChaseEngine()
    steps = decider(36).steps(Opening.of(36, chase.columns_of(beginning)))
    assert all(isinstance(step, Corner) for step in steps)
    names = [chase.part_name([step]) for step in steps]
    assert [chase.steps_of(name) for name in names] == [(step,) for step in steps]

    def is_all(*names: str) -> bool:
        return engine.covers(task, [Part(name) for name in names])

    assert is_all(*names)
    assert not is_all(*names[1:])
    assert not is_all(*names[:-1])
    assert is_all("8/0-10", "8/11-24")
    assert not is_all("8/0-11", "8/11-24")
    assert not is_all("8/0-9", "8/11-24")
    assert not is_all("8/0-10", "7/11-24")
    assert not is_all("8/0-10", "8/11-23")
    # the corner is on the board, and settled once
    assert not is_all("-36/0-10", "-36/11-24")
    assert not is_all("8/0-10", "8/11-24,8/0-5", "8/11-24,8/6-24")
    first_row = Opening.of(36, chase.columns_of(beginning)).row(12)
    assert is_all("8/0-10", *("8/11-24," + chase.part_name([cell]) for cell in first_row))
    assert not is_all("8/0-10", *("8/11-24," + chase.part_name([cell]) for cell in first_row[1:]))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything but the shortest trees be divided."""
    monkeypatch.setattr(chase, "BEGINNING", (Effort(0, 1000),))
    monkeypatch.setattr(chase, "PART", (Effort(0, 2000),))
    monkeypatch.setattr(decisions, "PART", (Effort(0, 2000),))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("side", [16, 20])
def test_divided_work_comes_to_the_same(side: int, tmp_path: Path) -> None:
    answer = queens(side).first(engine="chase", cache=tmp_path / "cache.db", workers=0)
    assert answer.placement == queens(side).first(engine="sat", cache=False).placement
    with satchess.cache.Store(tmp_path / "cache.db") as store:
        jobs = store.jobs.all()
        assert jobs
        assert any(len(store.jobs.entries(job)) > 1 for job in jobs)


@pytest.mark.usefixtures("impatient")
def test_what_may_not_be_divided_is_gone_through() -> None:
    task = Task("first", queens(18), division=Division.NEVER)
    events = list(chase.ChaseEngine().run(task))
    assert not [event for event in events if isinstance(event, Divided)]
    assert any(isinstance(e, Decided) and e.method.startswith("parts: ") for e in events)
    last = [event for event in events if isinstance(event, Found)][-1]
    assert last.placement == queens(18).first(engine="sat", cache=False).placement


@pytest.mark.usefixtures("impatient")
def test_parts_are_settled_or_divided_and_cover() -> None:
    claim = Claim(None, "1 3 5 2")
    task = Task("first", queens(20), claim=claim)
    engine = chase.ChaseEngine()

    def events(part: str, division: Division) -> list[object]:
        there = Task("first", queens(20), claim=claim, part=Part(part), division=division)
        return list(engine.run(there))

    (divided,) = (e for e in events("", Division.NOW) if isinstance(e, Divided))
    parts = list(divided.parts)
    assert len(parts) > 1
    assert engine.covers(task, parts)
    assert not engine.covers(task, parts[1:])
    assert not engine.covers(task, [])
    assert not engine.covers(task, [*parts, Part("")])
    (again,) = (e for e in events(parts[0].name, Division.NOW) if isinstance(e, Divided))
    assert engine.covers(task, [*again.parts, *parts[1:]])
    assert not engine.covers(task, [*again.parts[1:], *parts[1:]])
    assert not engine.covers(task, [*again.parts, *parts])
    assert sum(part.weight for part in again.parts) == pytest.approx(1.0)
    (settled,) = (e for e in events(parts[0].name, Division.NEVER) if isinstance(e, Settled))
    assert settled.outcome.method


def test_a_walk_that_is_told_facts_does_not_find_them_out_again() -> None:
    events = list(chase.ChaseEngine().run(Task("first", queens(24))))
    facts = tuple(event.fact for event in events if isinstance(event, Decided))
    assert facts
    again = list(chase.ChaseEngine().run(Task("first", queens(24), facts=facts)))
    assert not [event for event in again if isinstance(event, Decided)]
    assert [e for e in again if isinstance(e, Found)][-1] == [
        e for e in events if isinstance(e, Found)
    ][-1]


@pytest.mark.parametrize("engine", ["chase", "sat"])
@pytest.mark.parametrize("question", ["queens 12", "independence queen 12x12"])
def test_a_walk_is_not_led_astray_by_a_placement_that_begins_otherwise(
    engine: str, question: str
) -> None:
    """As a journal may say that was written by hand."""
    asked = Question.parse(question)
    placement = asked.first(engine="sat", cache=False).placement
    assert placement is not None
    value = 12 if engine == "sat" and asked.goal is not None else None
    given = "2" if engine == "chase" else "-1 2"
    task = Task("first", asked, facts=(Fact(Claim(value, given), placement),))
    with pytest.raises(WrongAnswer, match="begins with"):
        list(engine_of(engine).run(task))


def test_what_is_said_of_fewer_queens_is_no_fact_of_all_of_them() -> None:
    asked = Question.parse("independence queen 12x12")
    facts = (Fact(Claim(11, "1"), None),)
    events = list(chase.ChaseEngine().run(Task("first", asked, facts=facts)))
    last = [event for event in events if isinstance(event, Found)][-1]
    assert last.placement == queens(12).first(engine="sat", cache=False).placement


def test_a_placement_of_fewer_queens_is_not_walked_over() -> None:
    asked = Question.parse("independence queen 12x12")
    facts = (Fact(Claim(None, "1"), asked.read("a1")),)
    with pytest.raises(WrongAnswer, match="begins with '1'"):
        list(chase.ChaseEngine().run(Task("first", asked, facts=facts)))


# A fresh install, where kernels are yet to be compiled


def _interrupt(_side: int) -> None:
    raise KeyboardInterrupt


def test_a_run_that_is_stopped_before_its_kernels_are_compiled_keeps_a_prefix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache.db"
    monkeypatch.setattr(chase, "decider", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        queens(85).first(engine="chase", cache=path, workers=0)
    with satchess.cache.Store(path) as store:
        (entry,) = store.journal.entries(str(Request.parse("first queens 85")))
    given = chase.columns_of(entry.fact.claim.given)
    assert entry.fact.placement is not None
    assert len(given) >= 10
    assert Opening.of(85, given) == greedy_opening(85, len(given))


def test_a_run_goes_on_from_what_was_found_without_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache.db"
    with monkeypatch.context() as patch:
        patch.setattr(chase, "decider", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            queens(24).first(engine="chase", cache=path, workers=0)
    monkeypatch.setattr(chase, "any_placement", _interrupt)
    answer = queens(24).first(engine="chase", cache=path, workers=0)
    assert answer.placement == queens(24).first(engine="sat", cache=False).placement


@pytest.mark.parametrize("side", [4, 6, 8, 23, 64, 85, 128])
def test_a_greedy_placement_is_one(side: int) -> None:
    opening, columns = any_placement(side)
    assert Opening.of(side, columns).open == {}
    assert opening == greedy_opening(side, len(opening.queens))
    assert {Cell(*cell) for cell in enumerate(columns)} >= set(opening.queens)


@pytest.mark.parametrize("side", [6, 8])
def test_a_random_completion_is_there_if_brute_force_finds_one(side: int) -> None:
    for opening in openings(side, 40, seed=5):
        columns = complete(opening, random.Random(side), most_nodes=10_000)
        placements = [tuple(each[row] for row in range(side)) for each in completions(opening)]
        assert columns in placements if placements else columns is None
