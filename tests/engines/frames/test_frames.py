"""The frames engine beside SAT and published values; what frame cuts must not cut off."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satchess
from satchess.domain.board import Board
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.formula import Formula
from satchess.encodings.frame_cuts import Frame, FrameCuts, is_refuted
from satchess.engines.frames.engine import FramesEngine
from satchess.engines.frames.frames import frame_named, name_of, open_frames, turned
from satchess.engines.plan import choose_engine
from satchess.engines.sat.solver import SatSolver
from satchess.events import Bounded, Counted, Divided, Done, Found, Settled
from satchess.questions.base import Question
from satchess.task import Division, Part, Task


def frame_of(squares: list[Square], rows: int, columns: int) -> Frame:
    files = sorted(set(range(columns)) - {square.column for square in squares})
    ranks = sorted(set(range(rows)) - {square.row for square in squares})
    return Frame(files[0], files[-1], ranks[0], ranks[-1])


# Cuts


@cache
def covers(size: str, queens: int) -> tuple[Placement, ...]:
    question = Question.parse(f"domination queen {size} --size {queens}")
    return tuple(question.placements(cache=False, engine="sat", workers=0))


@pytest.mark.parametrize(
    ("size", "queens"), [("4x4", 2), ("5x5", 3), ("5x6", 3), ("6x6", 4), ("6x7", 4), ("7x7", 4)]
)
def test_no_cover_is_cut_off(size: str, queens: int) -> None:
    board = Board.parse(size)
    model = Question.parse(f"domination queen {size}").model()
    number_of = {place.square: v for v, place in enumerate(model.places, start=1)}
    formula = Formula(model)
    cuts = FrameCuts(formula, number_of, board.rows, board.columns)
    found = covers(size, queens)
    assert found
    by_frame: dict[Frame, list[Placement]] = {}
    for placement in found:
        frame = frame_of(list(placement.squares), board.rows, board.columns)
        by_frame.setdefault(frame, []).append(placement)
    for frame, placements in by_frame.items():
        assert not is_refuted(frame, board.rows, board.columns, queens)
        collector = ClauseCollector(formula.collector.top)
        cuts.add(collector, frame, queens)
        with SatSolver(formula.collector.clauses) as solver:
            solver.add(collector.clauses)
            for placement in placements:
                taken = model.variables(placement)
                literals = [v if v in taken else -v for v in model.board_variables]
                assert solver.solve(literals), f"{placement} is a cover with {frame}"


def test_cuts_do_cut() -> None:
    model = Question.parse("domination queen 11").model()
    number_of = {place.square: v for v, place in enumerate(model.places, start=1)}
    formula = Formula(model)
    cuts = FrameCuts(formula, number_of, 11, 11)
    collector = ClauseCollector(formula.collector.top)
    cuts.add(collector, Frame(0, 10, 0, 9), 6)
    forbidden = [clause for clause in collector.clauses if len(clause) == 1 and clause[0] < 0]
    assert len(forbidden) > 4, "more than the empty lines"


# Frames


@given(
    rows=st.integers(5, 9),
    columns=st.integers(5, 9),
    places=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=3),
)
def test_every_placement_has_an_open_frame_up_to_symmetry(
    rows: int, columns: int, places: list[tuple[int, int]]
) -> None:
    board = Board(rows, columns)
    squares = [Square(row % rows, column % columns) for row, column in places]
    frame = frame_of(squares, rows, columns)
    turns = [turn for turn in board.turns if turn.turned_size == (rows, columns)]
    images = {turned(frame, turn) for turn in turns}
    for turn in turns:
        moved = frame_of([turn(square) for square in squares], rows, columns)
        assert turned(frame, turn) == moved
    kept = set(open_frames(rows, columns, 3, turns)) & images
    assert len(kept) == (0 if any(is_refuted(f, rows, columns, 3) for f in images) else 1)


@given(st.lists(st.integers(0, 99), min_size=4, max_size=4))
def test_names_are_read_back(lines: list[int]) -> None:
    frame = Frame(*lines)
    assert frame_named(name_of(frame)) == frame


def test_counting_alone_is_the_bound_of_weakley() -> None:
    """(n - 1) / 2 queens at least; half a queen less has no frame left."""
    for size in range(5, 24):
        board = Board(size, size)
        fewer = (size - 2) // 2
        assert not open_frames(size, size, fewer, board.turns)
        if size % 2:
            assert open_frames(size, size, (size - 1) // 2, board.turns)


# The engine


def solved(question: str) -> int | None:
    """Return the optimum that the engine proves by itself; None if it gives up."""
    asked = Question.parse(question)
    task = Task("solve", asked)
    assert FramesEngine().objection(task) is None
    lower, best = 0, None
    for event in FramesEngine().run(task):
        if isinstance(event, Bounded) and event.lower is not None:
            lower = event.lower
        if isinstance(event, Found):
            assert not list(asked.violations(event.placement))
            value = len(event.placement)
            best = value if best is None else min(best, value)
    return lower if lower == best else None


@pytest.mark.parametrize(
    "question",
    [
        *(f"domination queen {n}" for n in range(5, 11)),
        *(f"domination queen {size}" for size in ("5x7", "6x9", "7x8", "8x11", "9x7")),
        *(f"domination queen {n} --independent" for n in (7, 8, 9)),
        *(f"domination queen {size} --total" for size in ("7", "8", "7x9")),
        "domination queen 8 --require a1,b4",
        "domination queen 8 --where 'count(rank1) >= 2'",
    ],
)
def test_optimum_is_that_of_sat(question: str) -> None:
    other = satchess.ask(f"solve {question}", engine="sat", cache=False, workers=0)
    assert solved(question) == other.value


@pytest.mark.parametrize(
    ("size", "value"),
    [(11, 5), (12, 6), (13, 7), pytest.param(17, 9, marks=pytest.mark.slow), (18, 9)],
)
def test_queens_are_as_published(size: int, value: int) -> None:
    """OEIS A075458."""
    assert solved(f"domination queen {size}") == value


def test_parts_are_the_open_frames_and_agree() -> None:
    question = Question.parse("domination queen 13")
    task = Task("solve", question, division=Division.IF_LONG)
    divided = next(e for e in FramesEngine().run(task) if isinstance(e, Divided))
    assert divided.claim.value == 6
    job = Task("solve", question, claim=divided.claim)
    assert FramesEngine().covers(job, divided.parts)
    assert not FramesEngine().covers(job, divided.parts[1:])
    assert not FramesEngine().covers(job, (*divided.parts[1:], Part("0-1-0-1")))
    for part in divided.parts:
        *_, settled, done = FramesEngine().run(
            Task("solve", question, part=part, claim=divided.claim)
        )
        assert isinstance(settled, Settled)
        assert settled.outcome.placement is None, "6 queens do not cover 13x13"
        assert isinstance(done, Done)


def test_work_in_parts_is_the_same() -> None:
    answer = satchess.ask("solve domination queen 13", engine="frames", cache=False, workers=2)
    assert (answer.status, answer.value) == (satchess.Status.OPTIMAL, 7)


# Counting


@pytest.mark.parametrize("flag", ["", "--up-to-symmetry"])
@pytest.mark.parametrize(
    "question",
    [
        *(f"domination queen {size}" for size in ("5", "6", "5x7")),
        "domination queen 7 --independent",
        "domination queen 6 --total",
        "domination queen 6 --require a1",
        "domination queen 6 --where 'count(rank4) = 1'",
    ],
)
def test_counts_are_those_of_diagrams(question: str, flag: str) -> None:
    ours, theirs = (
        satchess.ask(f"count {flag} {question}", engine=engine, cache=False, workers=0)
        for engine in ("frames", "diagram")
    )
    assert ours.engine == "frames"
    assert (ours.status, ours.value, ours.count) == (theirs.status, theirs.value, theirs.count)


def test_counts_close_to_the_bound_are_as_published() -> None:
    """OEIS A002564 and A002563: the slack of 5 queens on 11x11 leaves little to look at."""
    question = Question.parse("domination queen 11")
    for up_to_symmetry, number in ((False, 2), (True, 1)):
        task = Task("count", question, up_to_symmetry=up_to_symmetry)
        counted = [event.count for event in FramesEngine().run(task) if isinstance(event, Counted)]
        assert counted == [number]


@pytest.mark.parametrize(("flag", "number"), [("", 4), ("--up-to-symmetry", 1)])
def test_counts_in_parts_are_the_same(flag: str, number: int) -> None:
    """OEIS A002564 and A002563."""
    text = f"count {flag} domination queen 6"
    answer = satchess.ask(text, engine="frames", cache=False, workers=2)
    assert (answer.value, answer.count) == (3, number)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [(12, 8), (13, 288), (18, 16)])
def test_counts_are_as_published(size: int, number: int) -> None:
    """OEIS A002564."""
    answer = satchess.ask(f"count domination queen {size}", engine="frames", cache=False)
    assert answer.count == number


def test_small_boards_are_counted_by_others() -> None:
    for size, is_small in ((13, True), (14, False)):
        task = Task("count", Question.parse(f"domination queen {size}"))
        assert (FramesEngine().reluctance(task) is not None) == is_small
    assert choose_engine(task) == "windows"
    assert FramesEngine().objection(replace(task, by_size=True))


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("domination rook 14", "queens"),
        ("domination queen 14:torus", "plain"),
        ("domination queen 14 --holes a1", "plain"),
        ("domination queen 14 --forbid a1", "empty"),
        ("domination queen 14 --upper", "fewest"),
        ("domination queen 14 --target border", "whole"),
        ("domination queen 14 --size 9", "fewest"),
        ("independence queen 14", "fewest"),
        ("domination queen 70", "60"),
    ],
)
def test_other_questions_are_refused(question: str, reason: str) -> None:
    objection = FramesEngine().objection(Task("solve", Question.parse(question)))
    assert objection is not None
    assert reason in objection


def test_queens_without_a_frame_are_left_to_others() -> None:
    """On 3x6 and the like, some placements leave less than two lines empty."""
    assert solved("domination queen 3x6") is None
    assert solved("domination queen 4x9") is None
    assert FramesEngine().reluctance(Task("solve", Question.parse("domination queen 8")))
