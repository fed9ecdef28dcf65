"""Drawings: golden ones for small boards, and what holds of all."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.domain.board import Board
from satchess.domain.pieces import ARMIES, Piece
from satchess.domain.placement import Placement
from satchess.domain.signs import STANDARD
from satchess.domain.squares import Square
from satchess.render.svg import GLYPHS, LARGEST_DRAWING, SQUARE, svg
from satchess.render.text import draw, piece_letters
from tests.strategies import boards, placements

QUEEN = Piece.parse("queen")
SVG = "{http://www.w3.org/2000/svg}"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def drawing(board: str, placement: str = "", **options: object) -> str:
    return draw(Board.parse(board), Placement.parse(placement, QUEEN), **options)  # type: ignore[arg-type]


def golden(text: str) -> str:
    """Strip the frame that keeps drawings readable in this file."""
    return "\n".join(line.removeprefix("    ") for line in text.strip("\n").splitlines()).rstrip()


# Text


def test_eight_queens() -> None:
    assert drawing("8", "b1 h2 f3 a4 c5 e6 g7 d8") == golden("""
    8 · · · ♛ · · · ·
    7 · · · · · · ♛ ·
    6 · · · · ♛ · · ·
    5 · · ♛ · · · · ·
    4 ♛ · · · · · · ·
    3 · · · · · ♛ · ·
    2 · · · · · · · ♛
    1 · ♛ · · · · · ·
      a b c d e f g h
    """)


def test_holes_walls_and_marks() -> None:
    assert drawing("3x4 --holes b2,d3 --walls c2", "a1", marks={Square(2, 0): "✓"}) == golden("""
    3 ✓ · ·
    2 ·   ▓ ·
    1 ♛ · · ·
      a b c d
    """)
    marks = {Square(2, 0): "✓"}
    assert drawing("3x4 --holes b2,d3 --walls c2", "a1", ascii=True, marks=marks) == golden("""
    3 * . .
    2 .   # .
    1 Q . . .
      a b c d
    """)


def test_standard_pieces() -> None:
    words = "king@a1 queen@b1 rook@c1 bishop@d1 knight@e1"
    assert drawing("1x5", words).splitlines()[0] == "1 ♚ ♛ ♜ ♝ ♞"
    assert drawing("1x5", words, ascii=True).splitlines()[0] == "1 K Q R B N"


def test_fairy_pieces_have_a_letter_of_their_own_and_are_named() -> None:
    words = "amazon@a1 antelope@b1 (4,2)@c1 knight@d1 nightrider@e1"
    assert drawing("1x5:torus", words) == golden("""
    1 A T B ♞ I
      a b c d e
    A amazon
    T antelope
    I nightrider
    B (4,2)
    torus: the last file is beside the first, the top rank below the bottom one
    """)


def test_more_kinds_than_letters() -> None:
    words = " ".join(f"({n},{n + 1})@a{n}" for n in range(5, 35))
    letters = piece_letters(Placement.parse(words, QUEEN))
    assert len(letters) == 30
    assert Counter(letters.values())["?"] == 4


def test_long_coordinates_stay_aligned() -> None:
    lines = drawing("12x28", "aa11").splitlines()
    assert lines[0].startswith("12 · ·")
    assert lines[3].startswith(" 9 · ·")
    assert [line.index("♛") for line in lines if "♛" in line] == [3 + 2 * 26]
    assert lines[12] == "   " + " ".join("abcdefghijklmnopqrstuvwxyzaa")
    assert lines[13] == "   " + " " * 52 + "a b"


def test_cylinder_is_noted() -> None:
    assert drawing("2:cylinder").endswith("cylinder: the last file is beside the first")
    assert len(drawing("2").splitlines()) == 3


def test_colour_is_the_same_drawing_on_a_chequered_ground() -> None:
    coloured = drawing("2x3 --holes a2 --walls b2", "c1", colour=True)
    first, second, heading = coloured.splitlines()
    assert heading == "   a  b  c"
    assert ESCAPE.sub("", second) == "1        ♛ "
    assert first.startswith("2    \x1b[")  # no ground under a hole
    assert second.count("48;5;137") == 2  # a1 and c1 are dark
    assert second.count("48;5;223") == 1


@given(st.data())
def test_ascii_drawing_can_be_read_back(data: st.DataObject) -> None:
    board = data.draw(boards())
    placement = data.draw(placements(board, kinds=2))
    text = draw(board, placement, ascii=True)
    assert text.isascii()
    assert text == "\n".join(line.rstrip() for line in text.splitlines())
    kinds = {letter: piece for piece, letter in piece_letters(placement).items()}
    found: dict[str, set[str]] = {"#": set(), " ": set(), ".": set(), "pieces": set()}
    for line in text.splitlines()[: board.rows]:
        rank, cells = line.partition(" ")[0], line.partition(" ")[2].ljust(2 * board.columns)
        for column in range(board.columns):
            sign = cells[2 * column]
            square = Square(int(rank) - 1, column)
            if sign in kinds:
                found["pieces"].add(f"{kinds[sign]}@{square}")
            else:
                found[sign].add(str(square))
    assert found["pieces"] == {f"{piece}@{square}" for square, piece in placement.places}
    assert found["#"] == set(map(str, board.walls))
    assert found[" "] == set(map(str, board.holes))
    assert len(found["."]) == len(board) - len(placement)


@given(st.data())
def test_colour_and_unicode_say_the_same(data: st.DataObject) -> None:
    board = data.draw(boards())
    placement = data.draw(placements(board, kinds=2))
    plain = draw(board, placement)
    coloured = ESCAPE.sub("", draw(board, placement, colour=True))
    signs = {sign for _, sign in STANDARD.values()}
    assert Counter(c for c in plain if c in signs) == Counter(c for c in coloured if c in signs)
    assert len(plain.splitlines()) == len(coloured.splitlines())


# SVG


def tree(board: str, placement: str = "", **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(
        svg(Board.parse(board), Placement.parse(placement, QUEEN), **options)  # type: ignore[arg-type]
    )


def outlines(root: ElementTree.Element, kind: str) -> int:
    return sum(
        path.get("d", "").count("M")
        for path in root.iter(f"{SVG}path")
        if path.get("class") == kind
    )


def test_squares_of_every_colour_holes_and_walls() -> None:
    root = tree("3x4 --holes b2,d3 --walls c2")
    assert outlines(root, "light") + outlines(root, "dark") == 9
    assert outlines(root, "walls") == 1
    assert outlines(root, "grid") == 10
    assert outlines(tree("8"), "dark") == outlines(tree("8"), "light") == 32


def test_title_and_description() -> None:
    root = tree("3:torus", "a1 rook@b3", title='5 > 4 & "so" <on>\x00\n')
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == '5 > 4 & "so" <on>  '
    assert description.text is not None
    assert "queen on a1; rook on b3" in description.text
    assert "torus" in description.text
    assert root.get("role") == "img"


def test_standard_pieces_are_drawn_and_others_are_letters() -> None:
    without_army = {piece for piece in STANDARD if piece.label not in ARMIES}
    assert GLYPHS.keys() == without_army - {Piece.parse_any("watchman")}
    root = tree("1x6", "king@a1 queen@b1 rook@c1 bishop@d1 knight@e1 amazon@f1")
    drawn = {group.get("id") for group in root.iter(f"{SVG}g")}
    used = [use.get("href", "") for use in root.iter(f"{SVG}use")]
    assert used == ["#king", "#queen", "#rook", "#bishop", "#knight"]
    assert {name[1:] for name in used} <= drawn
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "letter"] == ["A"]


def test_shades_and_marks() -> None:
    a1, b1, c1 = (Square.parse(name) for name in ("a1", "b1", "c1"))
    root = tree("3", "a1", shade={a1: 0.0, b1: 0.5, c1: 7.0}, marks={a1: "x", b1: "<&"})
    shades = [path for path in root.iter(f"{SVG}path") if path.get("class") == "shade"]
    assert [path.get("fill-opacity") for path in shades] == ["0.000", "0.425", "0.850"]
    marks = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "mark"]
    assert marks == ["<&", "x"]  # where a piece stands, in the corner


@pytest.mark.parametrize("size", ["1x1", "1x64", "64x1", "8x8", "30x40", "64x64"])
def test_sizes(size: str) -> None:
    root = tree(size, "a1")
    board = Board.parse(size)
    _, _, width, height = map(int, root.get("viewBox", "").split())
    assert SQUARE * board.columns < width < SQUARE * board.columns + 300
    assert SQUARE * board.rows < height < SQUARE * board.rows + 300
    assert 0 < int(root.get("width", "")) <= LARGEST_DRAWING
    assert 0 < int(root.get("height", "")) <= LARGEST_DRAWING
    labels = [text.text for text in root.iter(f"{SVG}text")]
    assert len(labels) == board.rows + board.columns


@given(st.data())
def test_every_piece_is_drawn_once_inside_its_square(data: st.DataObject) -> None:
    board = data.draw(boards())
    placement = data.draw(placements(board, kinds=2))
    root = ElementTree.fromstring(svg(board, placement))
    drawn = []
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "piece":
            title, use, disc = (group.find(SVG + tag) for tag in ("title", "use", "circle"))
            assert title is not None
            kind, _, name = (title.text or "").rpartition(" ")
            square = Square.parse(name)
            if use is not None:
                x, y = int(use.get("x", "")), int(use.get("y", ""))
            else:
                assert disc is not None
                x, y = (int(disc.get(at, "")) - SQUARE // 2 for at in ("cx", "cy"))
            assert (x, y) == (SQUARE * square.column, SQUARE * (board.rows - 1 - square.row))
            drawn.append((square, kind))
    assert drawn == [(square, str(piece)) for square, piece in placement.places]
    assert outlines(root, "light") + outlines(root, "dark") == len(board)
