"""Leprechauns and diverse queens on boards where only theorems answer."""

import random

import pytest

import satchess
from satchess.answers import Status
from satchess.cli.failures import exit_code_of
from satchess.domain.attacks import attacked_squares, attacking_pairs
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.leprechauns.constructions import known
from satchess.errors import NotKnown
from satchess.questions import Diverse, Question


def are_leprechauns(reach: int, columns: tuple[int, ...]) -> bool:
    """By the definition: any two are on different lines, and out of reach."""
    lines = (
        columns,
        [row + column for row, column in enumerate(columns)],
        [row - column for row, column in enumerate(columns)],
    )
    return all(len(set(line)) == len(columns) for line in lines) and all(
        max(later - row, abs(columns[later] - column)) > reach
        for row, column in enumerate(columns)
        for later in range(row + 1, min(row + reach + 1, len(columns)))
    )


@pytest.mark.parametrize("remainder", range(6))
def test_constructions_for_every_remainder_of_the_side(remainder: int) -> None:
    """Two runs are for sides of remainder 2 or 3, which no linear congruence fits."""
    named = set()
    for reach in (3, 5, 9, 20):
        for side in range(3 * (reach + 1) ** 2 // 6 * 6 + remainder, 5 * (reach + 1) ** 2, 42):
            theorem = known(reach, side)
            if theorem is not None:
                assert theorem.columns is not None
                assert sorted(theorem.columns) == list(range(side))
                assert are_leprechauns(reach, theorem.columns), (reach, side)
                named.add(theorem.name.split(":")[0].partition(" of ")[0])
    assert named == ({"two runs"} if remainder in (2, 3) else {"linear congruence"})


def test_where_leprechauns_do_not_fit_nothing_is_constructed() -> None:
    for reach in (3, 4, 5):
        for side in range(2, (reach + 1) ** 2):
            theorem = known(reach, side)
            assert theorem is not None
            assert theorem.columns is None


def test_leprechauns_of_range_99_on_20000_rows() -> None:
    answer = satchess.leprechauns(99, 20_000).solve(cache=False)
    assert answer.status is Status.OPTIMAL
    assert answer.permutation is not None
    assert are_leprechauns(99, tuple(column - 1 for column in answer.permutation))
    assert str(Square(0, 19_999)) == "acof1"


def test_too_many_leprechauns_of_range_99() -> None:
    answer = satchess.leprechauns(99, 9_999).solve(cache=False)
    assert answer.status is Status.INFEASIBLE
    assert "100^2" in answer.reason


def test_diverse_queens_where_theorems_agree() -> None:
    answer = Diverse.of(19_999).solve(cache=False)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 141)
    assert answer.permutation is not None
    assert are_leprechauns(140, tuple(column - 1 for column in answer.permutation))


def test_diverse_queens_where_theorems_leave_a_gap() -> None:
    answer = Diverse.of(20_000).solve(cache=False)
    assert (answer.status, answer.upper) == (Status.BOUNDED, 141)
    assert answer.lower is not None
    assert answer.lower > 130
    assert "no theorem" in answer.note


@pytest.mark.parametrize(
    "words", ["count leprechauns 60 20000", "list diverse 20000", "first diverse 300"]
)
def test_what_is_beyond_reach_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of([*words.split(), "--no-cache"]) == NotKnown.exit_code
    (line,) = capsys.readouterr().err.splitlines()
    assert "no engine can" in line


def test_a_wrong_pair_among_thousands_is_found() -> None:
    question = satchess.leprechauns(60, 19_999)
    theorem = known(60, 19_999)
    assert theorem is not None
    assert theorem.columns is not None
    columns = list(theorem.columns)
    columns[7], columns[8] = columns[8], columns[7]
    (piece,) = question.kinds
    places = (Place(Square(row, column), piece) for row, column in enumerate(columns))
    assert any("attack each other" in wrong for wrong in question.violations(Placement.of(places)))


@pytest.mark.parametrize("piece", ["leprechaun:3", "king", "R3N", "(4,1)", "nightrider", "queen"])
@pytest.mark.parametrize("number", [2, 9, 40])
def test_attacking_pairs_are_those_of_attacked_squares(piece: str, number: int) -> None:
    board, moves = Board.parse("12x9"), Piece.parse(piece)
    occupied = random.Random(f"{piece} {number}").sample(sorted(board.squares), number)
    expected = [
        (one, other)
        for one in sorted(occupied)
        for other in sorted(occupied)
        if one < other and other in attacked_squares(moves, board, one)
    ]
    assert attacking_pairs(moves, board, occupied) == expected


def test_the_closest_two_are_found() -> None:
    question = Question.parse("diverse 30")
    assert isinstance(question, Diverse)
    for seed in range(30):
        squares = random.Random(seed).sample(sorted(question.board.squares), 2 + seed // 3)
        placed = Placement.of(Place(square, question.piece) for square in squares)
        assert question.value(placed) == min(
            max(abs(a.row - b.row), abs(a.column - b.column))
            for i, a in enumerate(squares)
            for b in squares[:i]
        )
    assert question.value(Placement(())) is None
