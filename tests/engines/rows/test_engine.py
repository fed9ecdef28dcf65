"""The `rows` engine against brute force and published numbers, and what it leaves to others."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.domain.attacks import attacked_squares
from satchess.domain.squares import Square
from satchess.engines.rows.engine import SMALLEST_BOARDS, RowsEngine
from satchess.events import Bounded, Counted, Done, Event, Infeasible
from satchess.questions import Independence, Question
from satchess.task import Task
from tests.strategies import boards, square_sets

ENGINE = RowsEngine()


def events(question: str | Question, **options: bool) -> list[Event]:
    if isinstance(question, str):
        question = Question.parse(f"independence {question}")
    task = Task("count", question, **options)  # type: ignore[arg-type]
    assert ENGINE.objection(task) is None
    return list(ENGINE.run(task))


def counted(question: str | Question, **options: bool) -> int:
    """The exact count; 0 where there are no placements with one in each row."""
    *_, answer, done = events(question, **options)
    assert isinstance(done, Done)
    if isinstance(answer, Counted):
        assert answer.exact
        return answer.count
    assert isinstance(answer, Infeasible | Bounded)
    return 0


def objection(question: str, **options: object) -> str | None:
    task = Task("count", Question.parse(question), **options)  # type: ignore[arg-type]
    return ENGINE.objection(task)


# Brute force


def independent_sets(question: Independence) -> list[frozenset[Square]]:
    """All placements of any size: what `require` and the attacks allow."""

    def grow(chosen: frozenset[Square], rest: list[Square]) -> Iterator[frozenset[Square]]:
        if not rest:
            yield chosen
            return
        square, *others = rest
        yield from grow(chosen, others)
        attacked = attacked_squares(question.piece, question.board, square)
        yield from grow(chosen | {square}, [s for s in others if s not in attacked])

    return [s for s in grow(frozenset(), sorted(question.allowed)) if question.require <= s]


def check(question: Independence) -> None:
    """Compare counts, also up to symmetry, with brute force, where the engine does not object."""
    if ENGINE.objection(Task("count", question)) is not None:
        return
    sets = independent_sets(question)
    first, *rest, done = events(question)
    assert isinstance(done, Done)
    if question.size is None and isinstance(first, Bounded) and first.lower is None:
        assert not rest
        assert first.upper is not None
        assert max(map(len, sets), default=0) <= first.upper
        return
    size = question.given_value
    if size is None:
        size = max(map(len, sets), default=0)
    best = [s for s in sets if len(s) == size]
    if best:
        assert first == Bounded(size, size)
    bounds = [event.count for event in rest if isinstance(event, Counted)]
    assert bounds == sorted(bounds)
    assert counted(question) == len(best)
    turns = list(question.symmetries())
    orbits = {frozenset(frozenset(map(turn, s)) for turn in turns) for s in best}
    assert counted(question, up_to_symmetry=True) == len(orbits)


QUESTIONS = [
    *(f"queen {m}x{n}" for m in range(1, 6) for n in range(1, 6)),
    *(f"queen {m}x{n}:{t}" for m in (1, 4, 5) for n in (1, 4, 5) for t in ("torus", "cylinder")),
    *(f"{piece} 4x5" for piece in ("rook", "amazon", "chancellor", "dragon-king", "raven", "vR")),
    *(f"leprechaun:{k} {m}x6" for k in (1, 2, 3, 4) for m in (2, 3, 4)),
    "queen 5x5 --forbid c1",
    "queen 5x5 --forbid a1,b1,c1,d1,e1",
    "queen 5x5 --within a1,b3,c5,d2,e4,e5",
    "queen 5x5 --within border",
    "queen 5x5 --require a1",
    "queen 5x5 --require a1,b2 --size 5",
    "queen 5x5 --require a1,b2",
    "queen 5x5 --holes c3",
    "queen 5x5 --walls a3",
    "queen 4x5 --walls a1,a2,a3,a4",
    "rook 4x4 --holes a1,b2,c3,d4",
    "rook 4x4 --walls a1,d1 --size 4",
    "queen 3 --size 3",
    "leprechaun:2 5 --size 5",
    "vR 5x3",
    "sR 5x3",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_brute_force(question: str) -> None:
    asked = Question.parse(f"independence {question}")
    assert isinstance(asked, Independence)
    check(asked)


@st.composite
def questions(draw: st.DrawFn) -> Independence:
    """Questions about pieces that attack along rows, on boards of up to 20 squares."""
    board = draw(boards(missing=3).filter(lambda board: len(board) <= 20))
    piece = draw(st.sampled_from(["R", "RB", "RN", "RF", "RBN", "RBNCZ", "RDD", "RBNN", "RH"]))
    require = draw(square_sets(board, 1))
    forbid = draw(square_sets(board, 3)) - require
    size = draw(st.none() | st.integers(1, min(4, len(board))))
    return Independence.of(piece, board, require=require, forbid=forbid, size=size)


@given(questions())
def test_random_questions(question: Independence) -> None:
    check(question)


# Published numbers

QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596]  # A000170
QUEENS_UP_TO_SYMMETRY = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233]  # A002562
SUPERQUEENS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516, 202900]  # A051223
TORUS_QUEENS = [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524]  # A051906 with its zeros
LEPRECHAUNS = {
    # G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard (2021), table 5
    3: {16: 2, 17: 34, 18: 4, 19: 112, 20: 516, 21: 7312},
    4: {28: 10},
    5: {36: 2},
}


@pytest.mark.parametrize(
    ("question", "options", "counts"),
    [
        ("queen {n} --size {n}", {}, QUEENS),
        ("queen {n} --size {n}", {"up_to_symmetry": True}, QUEENS_UP_TO_SYMMETRY),
        ("amazon {n} --size {n}", {}, SUPERQUEENS),
        ("queen {n}:torus --size {n}", {}, TORUS_QUEENS),
    ],
)
def test_sequences(question: str, options: dict[str, bool], counts: list[int]) -> None:
    sizes = range(1, len(counts) + 1)
    assert [counted(question.format(n=n), **options) for n in sizes] == counts


@pytest.mark.slow
def test_long_searches() -> None:
    assert counted("queen 16") == 14772512
    assert counted("queen 16", up_to_symmetry=True) == 1846955
    assert counted("leprechaun:3 22") == 81324
    assert counted("leprechaun:6 52") == 6


@pytest.mark.parametrize("reach", LEPRECHAUNS)
def test_leprechauns(reach: int) -> None:
    for size, count in LEPRECHAUNS[reach].items():
        assert counted(f"leprechaun:{reach} {size}") == count


@pytest.mark.parametrize("reach", [1, 2, 3, 4])
def test_smallest_boards(reach: int) -> None:
    """What `objection` takes from the paper is so: also with a --size, the search finds nothing."""
    for size in range(2, SMALLEST_BOARDS[reach]):
        question = f"leprechaun:{reach} {size}"
        assert objection(f"independence {question}") == f"fewer than {size} pieces fit"
        assert events(f"{question} --size {size}") == [Infeasible(), Done()]


def test_a_forbidden_square_costs_the_placements_that_use_it() -> None:
    for square in ("a1", "b1", "c2", "d4"):
        using = counted(f"queen 8 --require {square}")
        assert counted(f"queen 8 --forbid {square}") == 92 - using


def test_the_widest_words() -> None:
    """All 64 bits of a word are used and no more: knight's moves fill a board of 64 columns."""
    places = [Square(row, (2 * row + 1) % 65) for row in range(64)]
    within = ",".join(map(str, places))
    assert counted(f"queen 64 --within {within}") == 1
    assert counted(f"queen 64 --within {within} --forbid {places[9]} --size 63") == 1


# What it leaves to others


@pytest.mark.parametrize(
    ("question", "options", "words"),
    [
        ("domination queen 8", {}, "independent"),
        ("independence king 8", {}, "rows"),
        ("independence bishop 8", {}, "rows"),
        ("independence queen 8 --size 7", {}, "8 pieces"),
        ("independence queen 8 --where 'a1 | b2'", {}, "condition"),
        ("independence queen 8 --all", {}, "condition"),
        ("independence queen 8 --maximal", {}, "condition"),
        ("independence queen 8", {"by_size": True}, "one size"),
        ("independence queen 8 --walls d4", {}, "rows"),
        ("independence queen 3", {}, "fewer"),
        ("independence queen 8", {"upper": 7}, "fewer"),
    ],
)
def test_objections(question: str, options: dict[str, object], words: str) -> None:
    assert words in (objection(question, **options) or "")


def test_a_forecast_says_how_large_the_work_is() -> None:
    task = Task("count", Question.parse("independence queen 4x5 --require a1"))
    assert ENGINE.forecast(task) == "4 pieces, row by row, on 10 squares"


def test_an_optimum_below_one_a_row_is_left_open() -> None:
    assert events("queen 4 --forbid b1,c1") == [Bounded(None, 3), Done()]


def test_an_interrupted_count_is_a_lower_bound() -> None:
    first, second, *_ = events("queen 12")
    assert first == Bounded(12, 12)
    assert isinstance(second, Counted)
    assert not second.exact
    assert 0 < second.count < 14200
