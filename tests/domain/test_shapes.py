"""Shapes of boards: what they keep, in which words, and what a drawing says."""

from collections.abc import Sequence

import pytest

from satchess.cli.failures import exit_code_of
from satchess.conformance import ensure_question
from satchess.domain.board import Board
from satchess.domain.shapes import SHAPES
from satchess.errors import BadBoard
from satchess.questions import Question
from satchess.signature import sign


def lengths(board: Board) -> Sequence[int]:
    """How many squares each row has, from the bottom."""
    return [sum(square.row == row for square in board.squares) for row in range(board.rows)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 --shape staircase", [5, 4, 3, 2, 1]),
        ("2x6 --shape staircase", [6, 3]),
        ("6x2 --shape staircase", [2, 2, 2, 1, 1, 1]),
        ("5x9 --shape triangle", [9, 7, 5, 3, 1]),
        ("3 --shape triangle", [3, 3, 1]),
        ("5 --shape diamond", [1, 3, 5, 3, 1]),
        ("4 --shape diamond", [2, 4, 4, 2]),
        ("7 --shape cross", [3, 3, 7, 7, 7, 3, 3]),
        ("3 --shape cross", [1, 3, 1]),
        ("4 --shape Cross", [2, 4, 4, 2]),
        ("1 --shape diamond", [1]),
    ],
)
def test_named_shapes(text: str, expected: Sequence[int]) -> None:
    assert lengths(Board.parse(text)) == expected


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("size", ["1", "2", "1x5", "5x1", "3x8", "8x3", "9"])
def test_shapes_are_walls(name: str, size: str) -> None:
    board = Board.parse(f"{size} --shape {name}")
    assert Board.parse(str(board)) == board
    assert "--shape" not in str(board)
    assert not board.holes
    rows = [sorted(s.column for s in board.squares if s.row == r) for r in range(board.rows)]
    for row in rows:  # in one piece, and no row is empty
        assert row == list(range(row[0], row[-1] + 1))
    if name != "staircase":  # all others are mirror-symmetric
        assert all(row[0] + row[-1] == board.columns - 1 for row in rows)


def test_a_shape_and_its_walls_have_one_signature() -> None:
    shaped = Question.parse("independence queen 4 --shape diamond")
    walled = Question.parse("independence queen 4 --walls a1,d1,a4,d4")
    assert shaped == walled
    assert sign("count", shaped).text == "count independence queen 4x4 --walls a1,d1,a4,d4"


@pytest.mark.parametrize(
    "drawing",
    [
        "#.#\n...\n..#",
        "0 1 0\n1 1 1\n1 1 0",
        "[[0,1,0],[1,1,1],[1,1,0]]",
        "3 . x .\n2 x x x\n1 x x .\n  a b c",
        "a1 b1 rank2 b3",
    ],
)
def test_a_drawing_is_a_shape(drawing: str) -> None:
    board = Board.parse(f"3 --shape '{drawing}'")
    assert str(board) == "3x3 --walls c1,a3,c3"


def test_shapes_intersect_and_leave_holes_inside() -> None:
    board = Board.parse("5 --shape diamond --shape staircase --holes c1,a1 --walls c2")
    assert str(board.walls & board.holes) == "frozenset()"
    assert sorted(map(str, board.holes)) == ["c1"]
    assert sorted(map(str, board.squares)) == ["a3", "b2", "b3", "b4", "c3", "d2"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4 --shape circle", "shape 'circle': expected staircase, diamond, triangle,"),
        ("4 --shape star", "or a drawing of the board; did you mean 'staircase'?"),
        ("4 --shape '..\n..'", "expected staircase, diamond, triangle, cross, or a drawing"),
        ("4 --shape e5", "e5 is not on a 4x4 board"),
        ("2 --shape '##\n##'", "no square is left"),
        ("4 --shape", "expected staircase"),
    ],
)
def test_bad_shapes(text: str, says: str) -> None:
    with pytest.raises(BadBoard) as caught:
        Board.parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "independence queen 3 --shape triangle",
        "domination king 4 --shape cross --holes light",
        "independence rook 3x4 --shape staircase --all",
    ],
)
def test_engines_agree(text: str) -> None:
    ensure_question(text)


def test_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    def shell(words: str) -> tuple[int, str, str]:
        capfd.readouterr()
        return exit_code_of([*words.split(), "--no-cache"]), *capfd.readouterr()

    # a staircase of 4 steps, line by line from the shortest: 1, 2 - 1, 3 - 2 and 4 - 3 squares
    _, said, _ = shell("count independence rook 4 --shape staircase")
    assert "1 way. 4 rooks fit on the 4x4 staircase" in said
    _, said, _ = shell("solve independence king 3 --holes light")
    assert "4 kings fit on 3x3 with holes at b1, a2, c2 and b3" in said
    code, _, complaint = shell("solve independence king 3 --shape heart")
    assert code == 2
    assert "shape 'heart': expected staircase" in complaint
