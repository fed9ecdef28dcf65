"""The engine `beautiful`: against brute force, published boards, SAT alone."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from satchess.domain.weights import parse_fingerprint
from satchess.engines import engine
from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import (
    Budgets,
    QueryBudget,
    RoundsBudget,
    WalkBudget,
)
from satchess.engines.most_beautiful.decisions import Decision, Method
from satchess.engines.most_beautiful.engine import METHODS, explained
from satchess.engines.most_beautiful.state import State
from satchess.engines.most_beautiful.trail import Proof
from satchess.engines.most_beautiful.walk import Walk
from satchess.events import (
    Bounded,
    Counted,
    Event,
    Explained,
    Fingerprinted,
    Found,
    Infeasible,
    Listed,
)
from satchess.questions import Question
from satchess.task import Task
from tests.beautiful_boards import best_of, walked, weighed
from tests.paths import ROOT, published, result

PUBLISHED: dict[str, Any] = published("beautiful_queens")
"""M. Fischetti, D. Salvagnin, Finding first and most-beautiful queens by integer programming."""

RESULTS: dict[str, Any] = result("beautiful_queens")

SHORT_ROUNDS = RoundsBudget(nodes=1, complete_factor=1)


# Against brute force


@pytest.mark.parametrize("side", [1, *range(4, 10)])
def test_it_agrees_with_brute_force(side: int) -> None:
    board = WeightedBoard.centred(side)
    assert walked(board) == best_of(board)


@pytest.mark.parametrize("symmetric", ["", "mirror", "half turn", "quarter turn", "diagonal"])
def test_weights_may_have_any_symmetry_or_none(symmetric: str) -> None:
    for side, seed in product((6, 7, 8), (1, 2)):
        board = weighed(side, seed, symmetric)
        assert len(board.symmetries) == {"": 1, "quarter turn": 4}.get(symmetric, 2)
        assert walked(board) == best_of(board)


def test_cells_may_be_left_out() -> None:
    board = WeightedBoard.centred(8)
    cells = board.cells.copy()
    cells[0, :3] = cells[4, 4] = False
    confined = WeightedBoard(board.weights, cells)
    assert walked(confined) == best_of(confined)
    cells[0] = False
    assert walked(WeightedBoard(board.weights, cells)) == ((), set())


@pytest.mark.parametrize("small", [0, 40])
def test_states_may_be_left_open(small: int) -> None:
    budgets = Budgets(
        walk=WalkBudget(patience=1e-9, longest=1e-9, small=small), rounds=SHORT_ROUNDS
    )
    for board in (
        WeightedBoard.centred(8),
        WeightedBoard.centred(9),
        weighed(7, 3),
        weighed(8, 4, "half turn"),
    ):
        left_open = 0

        def log(depth: int, state: State, decision: Decision | None, seconds: float) -> None:
            nonlocal left_open
            left_open += decision is None

        assert walked(board, budgets=budgets, log=log) == best_of(board)
        assert left_open


@pytest.mark.parametrize(("seed", "symmetric"), [(1, "quarter turn"), (3, "half turn")])
def test_groups_may_lose_their_cells_after_their_number_was_fixed(
    seed: int, symmetric: str
) -> None:
    budgets = Budgets(
        walk=WalkBudget(patience=3e-3, longest=1e-2, small=0),
        query=QueryBudget(sat_delay_per_cell=1.0),  # time for probing
        rounds=SHORT_ROUNDS,
    )
    board = weighed(8, seed, symmetric)
    assert walked(board, budgets=budgets) == best_of(board)


@pytest.mark.parametrize("side", [2, 3])
def test_there_may_be_no_placement(side: int) -> None:
    assert list(Walk(WeightedBoard.centred(side)).run()) == []


# Against what is published, and against ourselves


@pytest.mark.parametrize("side", [16, 32, pytest.param(48, marks=pytest.mark.slow)])
def test_it_agrees_with_the_paper(side: int) -> None:
    board = WeightedBoard.centred(side)
    *_, last = Walk(board).run()
    published = tuple(column - 1 for column in PUBLISHED["solutions"][str(side)])
    assert last.beginning == board.fingerprint(published) == board.fingerprint(last.best)


def test_the_table_agrees_with_the_paper_and_with_its_own_placements() -> None:
    for row in RESULTS["boards"]:
        side = row["side"]
        if row["fingerprint"] is None:
            assert side in (2, 3)
            continue
        board = WeightedBoard.centred(side)
        placed = tuple(column - 1 for column in row["placement"])
        assert parse_fingerprint(row["fingerprint"]) == board.fingerprint(placed)
        assert len({*placed}) == len({r - c for r, c in enumerate(placed)}) == side
        assert len({r + c for r, c in enumerate(placed)}) == side
        if published := PUBLISHED["solutions"].get(str(side)):
            beautiful = board.fingerprint(tuple(column - 1 for column in published))
            assert beautiful == board.fingerprint(placed)


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
    tool = ROOT / "tools" / "beautiful_queens.py"
    table = tmp_path / "table.json"
    for sides in (["1..4"], ["3..6"]):
        words = [sys.executable, str(tool), *sides, "--out", str(table)]
        ended = subprocess.run(words, capture_output=True, text=True, check=True)
    assert [line.split(":")[0].strip() for line in ended.stdout.splitlines()] == ["5", "6"]
    rows = json.loads(table.read_text())["boards"]
    assert [(row["side"], row["placements"]) for row in rows] == [
        (1, 1), (2, 0), (3, 0), (4, 2), (5, 2), (6, 4)
    ]  # fmt: skip


def test_every_method_is_explained() -> None:
    assert set(METHODS) == set(get_args(Method))
    proofs = tuple(Proof(1, 1, method, 1) for method in METHODS)
    assert all(f"1 by {text}" in explained(proofs) for text in METHODS.values())
