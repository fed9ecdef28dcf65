"""Placements and squares in any form: what is written in each form reads back, and bad input."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.domain.board import Board, Topology
from satchess.domain.notation import read_squares
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.region_words import FURTHER, REGIONS
from satchess.domain.signs import STANDARD
from satchess.domain.squares import Square, parse_squares, write_squares
from satchess.errors import BadInput, BadPlacement, BadSquare
from satchess.questions import Question
from satchess.render.text import draw
from tests import strategies
from tests.strategies import boards, pieces, placements, square_sets

QUEEN = Piece.parse("queen")
CHESS_MEN = [piece for piece in STANDARD if piece.steps and not piece.label]

# Writers, as plain as can be


def as_fen(placement: Placement, board: Board, sign: Callable[[Piece], str] = lambda p: "Q") -> str:
    at = dict(placement.places)
    ranks = []
    for row in reversed(range(board.rows)):
        here = (at.get(Square(row, column)) for column in range(board.columns))
        cells = "".join("." if piece is None else sign(piece) for piece in here)
        ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return "/".join(ranks) + " w - - 0 1"


def as_rows(placement: Placement, board: Board) -> list[list[int]]:
    return [
        [int(Square(row, column) in placement.squares) for column in range(board.columns)]
        for row in reversed(range(board.rows))
    ]


WRITERS: dict[str, Callable[[Placement, Board], str]] = {
    "words": lambda p, b: " ".join(map(str, p.squares)),
    "capitals": lambda p, b: ",".join(map(str, p.squares)).upper(),
    "drawing": lambda p, b: draw(b, p),
    "ascii": lambda p, b: draw(b, p, ascii=True),
    "coloured": lambda p, b: draw(b, p, colour=True),
    "in colours that are lost": lambda p, b: re.sub(r"\x1b\[[0-9;]*m", "", draw(b, p, colour=True)),
    "within other text": lambda p, b: f"12 queens, 3 of them\n{draw(b, p)}\nengine sat, 0.1 s",
    "without labels": lambda p, b: "\n".join(
        re.sub(r"^ *\d+ ", "", line) for line in draw(b, p).splitlines()[: b.rows]
    ),
    "without ranks": lambda p, b: "\n".join(line[2:] for line in draw(b, p).splitlines()),
    "without files": lambda p, b: "\n".join(draw(b, p).splitlines()[: b.rows]),
    "matrix": lambda p, b: "\n".join(" ".join(map(str, row)) for row in as_rows(p, b)),
    "dense matrix": lambda p, b: "\n".join("".join(map(str, row)) for row in as_rows(p, b)),
    "python": lambda p, b: str(as_rows(p, b)),
    "numpy": lambda p, b: f"array({as_rows(p, b)})".replace("],", "],\n      "),
    "semicolons": lambda p, b: "; ".join(" ".join(map(str, row)) for row in as_rows(p, b)),
}
SHOWING_HOLES = {"drawing", "ascii", "in colours that are lost", "coloured", "within other text"}


@pytest.mark.parametrize("form", WRITERS)
@settings(max_examples=25)
@given(data=st.data())
def test_every_form_reads_back(form: str, data: st.DataObject) -> None:
    most_missing = 4 if form in SHOWING_HOLES else 0
    board = data.draw(boards((Topology.PLANE,), missing=most_missing).filter(lambda b: b.rows > 1))
    occupied = data.draw(st.frozensets(strategies.squares(board), min_size=1))
    placement = Placement.of(Place(square, QUEEN) for square in occupied)
    text = WRITERS[form](placement, board)
    assert Placement.read(text, board, [QUEEN]) == placement
    missing = board.holes | board.walls
    assert read_squares(text, board.rows, board.columns, missing) == occupied
    question = f"independence queen {board} --all --require '{text}'"
    assert Question.parse(question) == Question.parse(
        f"independence queen {board} --all --require {write_squares(occupied)}"
    )


@given(data=st.data())
def test_fen_reads_back_with_its_kinds(data: st.DataObject) -> None:
    board = Board(data.draw(st.integers(2, 5)), data.draw(st.integers(1, 14)))
    kinds = data.draw(st.lists(st.sampled_from(CHESS_MEN), min_size=1, max_size=3, unique=True))
    occupied = data.draw(square_sets(board, 9))
    kind = st.sampled_from(kinds)
    placement = Placement.of(Place(square, data.draw(kind)) for square in occupied)
    text = as_fen(placement, board, lambda piece: STANDARD[piece][0])
    assert Placement.read(text, board, kinds) == placement
    assert read_squares(text, board.rows, board.columns) == occupied


@given(data=st.data())
def test_a_permutation_reads_back(data: st.DataObject) -> None:
    board = Board(data.draw(st.integers(2, 12)), data.draw(st.integers(1, 12)))
    columns = data.draw(
        st.lists(st.integers(1, board.columns), min_size=board.rows, max_size=board.rows)
    )
    for text in (" ".join(map(str, columns)), ", ".join(map(str, columns)), str(columns)):
        assert Placement.read(text, board, [QUEEN]).permutation(board) == tuple(columns)
    if max(board.rows, board.columns) <= 9:
        dense = "".join(map(str, columns))
        assert Placement.read(dense, board, [QUEEN]).permutation(board) == tuple(columns)


@given(data=st.data())
def test_drawings_of_several_kinds_read_back(data: st.DataObject) -> None:
    board = data.draw(boards(missing=3))
    placement = data.draw(placements(board, kinds=3))
    kinds = list({place.piece for place in placement.places})
    for ascii in (False, True):
        assert Placement.read(draw(board, placement, ascii=ascii), board, kinds) == placement


@given(data=st.data())
def test_one_kind_of_any_piece_reads_back(data: st.DataObject) -> None:
    board, piece = data.draw(boards()), data.draw(pieces())
    occupied = data.draw(square_sets(board))
    placement = Placement.of(Place(square, piece) for square in occupied)
    assert Placement.read(draw(board, placement, ascii=True), board, [piece]) == placement


@pytest.mark.parametrize(
    ("question", "placement"),
    [
        ("peaceable queen 4", "white:queen@a1 black:queen@d2 white:queen@b1"),
        ("stamps 3x3 --values 1,2,10", "1@a1 2@b1 10@c2"),
        ("lights 3x3 --start dark", "press@b2"),
        ("non-dominating queen 5", "a1 b2"),
        (
            """puzzle '{board="2x2",pieces={king=1},regions=["a1 a2","b1 b2"],attacks={a1=1}}'""",
            "b2",
        ),
    ],
)
def test_what_questions_draw_reads_back(question: str, placement: str) -> None:
    asked = Question.parse(question)
    placed = asked.read(placement)
    scene = asked.scene(placed)
    for ascii in (False, True):
        text = draw(asked.board, placed, ascii=ascii, marks=scene.marks, regions=scene.regions)
        assert asked.read(text) == placed


@given(boards((Topology.PLANE,)))
def test_regions_by_arithmetic(board: Board) -> None:
    rows, columns = board.rows, board.columns

    def inside(test: Callable[[int, int], bool]) -> set[Square]:
        return {Square(r, c) for r in range(rows) for c in range(columns) if test(r, c)}

    expected = {
        "diagonal": inside(lambda r, c: r == c),
        "border": inside(lambda r, c: r in (0, rows - 1) or c in (0, columns - 1)),
        "dark": inside(lambda r, c: (r + c) % 2 == 0),
        "light": inside(lambda r, c: (r + c) % 2 == 1),
        "none": set(),
        "all": inside(lambda r, c: True),
        "antidiagonal": inside(lambda r, c: r + c == columns - 1),
        "corners": inside(lambda r, c: r in (0, rows - 1) and c in (0, columns - 1)),
        "centre": inside(lambda r, c: abs(2 * r - rows + 1) < 2 and abs(2 * c - columns + 1) < 2),
    }
    assert expected.keys() == REGIONS.keys() | FURTHER.keys()
    for name, squares in expected.items():
        assert read_squares(name, rows, columns) == squares
        assert read_squares(name.upper(), rows, columns, board.holes) == squares - board.holes
    assert read_squares("rank1 file-a", rows, columns) == inside(lambda r, c: 0 in (r, c))


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("corners and b2", "a1 c1 a3 c3 b2"),
        ("a1 and ...\n.Q.\n...", "a1 b2"),
        ("border, b2", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("1 - 3", "a1 c3"),
        ("#..\n...\n..#", "a3 c1"),
        ("Q#.\n...\n..#", "a3"),
        ("+-+-+-+\n| |Q| |\n+-+-+-+\n| | | |\n|x| | |", "b3 a1"),
        ("x../.../..x", "a3 c1"),
        ("['a1', 'b2']", "a1 b2"),
        ("[[False, True, False], [False]*0 + [0, 0, 0], [0, 0, 0]]", None),
        ("3 x . .\n2 . . .\n1 . x .", "a3 b1"),
        ("3 1 2\n2 3 1\n1 2 3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    ],
)
def test_forms_on_three_by_three(text: str, squares: str | None) -> None:
    if squares is None:
        with pytest.raises(BadSquare, match="matrix"):
            read_squares(text, 3, 3)
    else:
        assert read_squares(text, 3, 3) == parse_squares(squares)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "square"),
        ("middle", "'middle'.*diagonal, border"),
        ("d1", "d1 is not on a 3x3 board"),
        ("rank4", "a4 is not on a 3x3 board"),
        ("filed", "d1 is not on a 3x3 board"),
        ("1 2", "permutation '1 2': 2 columns, expected 3"),
        ("0 1 2", "column 0, expected 1 to 3"),
        ("1 4 2", "column 4, expected 1 to 3"),
        ("8/8/8", "rank 3 has more, expected 3"),
        ("2/3/3", "rank 3 has 2, expected 3"),
        ("3/3", "2 ranks, expected 3"),
        ("9999999999/3/3", "rank 3 has more"),
        ("[[0,1],[1,0]]", "2 rows of 2, expected 3 of 3"),
        ("[[0,1,0],[1,0],[0,0,0]]", "rows of 2/3"),
        ("0 1\n1 0", "matrix .*: expected 3 lines of 3"),
        (". . .\n. Q .", "2 lines that are no drawing of 3 ranks and 3 files"),
        (". . . .\n. Q .\n...", "3 lines that are no drawing"),
        ("3 . . .\n2 . . .\n1 . . .\n  a b c\n3 . . .\n2 . . .\n1 . . .\n  a b c", "2 drawings"),
    ],
)
def test_bad_forms(text: str, says: str) -> None:
    for read in (
        lambda: read_squares(text, 3, 3),
        lambda: Question.parse(f"domination queen 3 --forbid '{text}'"),
    ):
        with pytest.raises(BadSquare, match=says) as caught:
            read()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3/1Z1/3", "'Z' on b2 in FEN, expected one of K"),
        ("0 0 0\n0 1 0\n0 0 0", "'1' on b2 in a matrix, expected one of K"),
        ("border", "expected a kind too"),
        ("2 2 2", "'1' on a1|'1' on b1"),
        ("somewhere", "'somewhere'"),
    ],
)
def test_bad_placements_of_several_kinds(text: str, says: str) -> None:
    with pytest.raises(BadPlacement, match=says):
        Placement.read(text, Board.parse("3"), [Piece.parse("king"), QUEEN])


def test_a_matrix_says_no_kinds() -> None:
    matrix = "\n".join(["0 0 0 0 0 0 1 0", *["0 0 0 0 0 0 0 0"] * 7])
    with pytest.raises(BadPlacement, match="'1' on g8 in a matrix, expected one of"):
        Question.parse("puzzle detective").read(matrix)  # its clues are numbers, too


@given(st.text("aQ1 0.\n/[];,-#8", max_size=30), st.integers(1, 4), st.integers(1, 4))
def test_any_text_is_squares_or_bad_input(text: str, rows: int, columns: int) -> None:
    with suppress(BadInput):
        squares = read_squares(text, rows, columns)
        assert all(s.row < rows and s.column < columns for s in squares)
