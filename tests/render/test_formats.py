"""Formats of placements: each is read back, by satchess itself or by who reads such files."""

import io
import json
import re
from xml.etree import ElementTree

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from satchess.answers import Answer, Status
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.errors import BadInput, BadPlacement, MissingLibrary, NotKnown
from satchess.questions import Question
from satchess.render.formats import FORMATS, Look, format_named, format_of_file, formats_for
from satchess.render.paths import strokes
from satchess.render.pdf import POINTS_PER_PIXEL, pdf
from satchess.render.png import ZOOM
from satchess.render.svg import GLYPHS, MOST_SQUARES, contact_sheet, drawing, svg
from satchess.request import Request
from tests.strategies import boards, placements

QUEEN = Piece.parse("queen")
SIX = "b1 d2 f3 a4 c5 e6"
SVG = "{http://www.w3.org/2000/svg}"


def answer(question: str, squares: str | None, status: Status = Status.OPTIMAL) -> Answer:
    asked = Question.parse(question)
    placed = None if squares is None else asked.read(squares)
    return Answer(Request("solve", asked), "", status, placement=placed)


QUEENS = answer("queens 6", SIX)


def written(form: str, of: Answer = QUEENS) -> str:
    text = format_named(form).answer(of, Look())
    assert isinstance(text, str)
    return text


def written_bytes(form: str, of: Answer = QUEENS) -> bytes:
    data = format_named(form).answer(of, Look())
    assert isinstance(data, bytes)
    return data


# Forms


def test_six_queens_in_each_form() -> None:
    assert written("fen") == "4Q1/2Q3/Q5/5Q/3Q2/1Q4"
    assert written("permutation") == "2 4 6 1 3 5"
    assert written("matrix").splitlines()[0] == "0 0 0 0 1 0"


@pytest.mark.parametrize("form", ["fen", "permutation", "matrix"])
def test_what_is_written_can_be_read(form: str) -> None:
    assert QUEENS.question.read(written(form)) == QUEENS.placement


@given(st.data())
def test_fen_and_array_show_every_piece(data: st.DataObject) -> None:
    board = data.draw(boards())
    placed = data.draw(placements(board, kinds=2))
    ranks = placed.fen(board).split("/")
    assert len(ranks) == board.rows
    for row, rank in enumerate(reversed(ranks)):
        signs = re.findall(r"\d+|[A-Za-z]", rank)
        lengths = [int(sign) if sign.isdigit() else 1 for sign in signs]
        assert sum(lengths) == board.columns
        found = {sum(lengths[:k]) for k, sign in enumerate(signs) if sign.isalpha()}
        assert found == {square.column for square in placed.squares if square.row == row}
    array = placed.array(board)
    assert array.shape == (board.rows, board.columns)
    assert array.sum() == len(placed)
    assert all(array[board.rows - 1 - s.row, s.column] for s in placed.squares)


def test_fen_of_two_armies_and_long_boards() -> None:
    placed = Placement.parse("white:queen@a1 black:queen@l2 black:amazon@c2", None)
    assert placed.fen() == "2a8q/Q11"
    with pytest.raises(BadPlacement, match="no letter is left for '5'"):
        Placement.parse("5@a1", None).fen()


def test_a_placement_is_iterable_and_has_squares() -> None:
    placed = Placement.parse("a1 c2", QUEEN)
    assert [(str(square), piece) for square, piece in placed] == [("a1", QUEEN), ("c2", QUEEN)]
    assert [str(square) for square in placed.squares] == ["a1", "c2"]
    assert str(placed.smallest_board) == "2x3"
    assert Placement(()).fen() == "1"


def test_no_permutation_is_refused_with_the_reason() -> None:
    with pytest.raises(BadInput, match="not one piece in each of the 6 rows"):
        written("permutation", answer("domination queen 6", "a1 c3"))


@pytest.mark.parametrize("form", ["fen", "permutation", "matrix", "latex", "svg", "png", "pdf"])
def test_without_a_placement_they_say_so(form: str) -> None:
    with pytest.raises(NotKnown, match=f"format {form}: there is no such placement"):
        format_named(form).answer(answer("queens 3", None, Status.INFEASIBLE), Look())
    with pytest.raises(BadInput, match="'solve' has no placement to write"):
        format_named(form).answer(answer("queens 6", None), Look())


def test_names_of_files_name_formats() -> None:
    assert format_of_file("q.SVG") == "svg"
    assert format_of_file("q.tex") == "latex"
    assert format_of_file("matrix") is None
    suffixes = [home.suffix for home in FORMATS.values() if home.suffix]
    assert len(suffixes) == len(set(suffixes))


# LaTeX

SCENES = [
    QUEENS,
    answer("peaceable queen 4", "white:queen@a1 black:queen@c2"),
    answer("independence amazon 4x6 --holes b2 --walls c3", "a1 f3"),
]


@pytest.mark.parametrize("of", SCENES, ids=lambda of: str(of.question))
def test_latex_is_balanced_and_needs_tikz_alone(of: Answer) -> None:
    text = written("latex", of)
    assert re.findall(r"\\usepackage(?:\[.*?\])?{(.*?)}", text.partition("\\documentclass")[2]) == [
        "tikz"
    ]
    _ensure_balanced(text)
    assert of.placement is not None
    drawn = text.count(r"\pic at") + text.count("circle[radius")
    assert drawn == len(of.placement)


def _ensure_balanced(text: str) -> None:
    code = re.sub(r"(?<!\\)%.*", "", text)
    open_braces = 0
    for brace in re.findall(r"(?<!\\)[{}]", code):
        open_braces += 1 if brace == "{" else -1
        assert open_braces >= 0
    assert open_braces == 0
    stack = []
    for kind, name in re.findall(r"\\(begin|end){(\w+)}", code):
        if kind == "begin":
            stack.append(name)
        else:
            assert stack.pop() == name
    assert stack == []
    assert code.isascii()


def test_latex_of_a_list_has_a_picture_for_each() -> None:
    assert QUEENS.placement is not None
    text = format_named("latex").gathered(QUEENS.question, [QUEENS.placement] * 3, Look())
    assert isinstance(text, str)
    assert text.count(r"\begin{tikzpicture}") == 3
    _ensure_balanced(text)


# Pictures


def size_of(picture: str) -> tuple[int, int]:
    root = ElementTree.fromstring(picture)
    return int(root.attrib["width"]), int(root.attrib["height"])


@pytest.mark.parametrize("of", SCENES, ids=lambda of: str(of.question))
def test_png_is_the_svg_in_pixels(of: Answer) -> None:
    width, height = size_of(written("svg", of))
    image = Image.open(io.BytesIO(written_bytes("png", of)))
    assert image.format == "PNG"
    assert (image.width, image.height) == (ZOOM * width, ZOOM * height)
    colours = image.convert("RGBA").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 10, "squares and pieces"
    assert image.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0), "no ground beside the board"


def test_letters_are_seen_without_fonts_of_the_system() -> None:
    def dark_pixels(question: str) -> int:
        picture = Image.open(io.BytesIO(written_bytes("png", answer(question, "a1"))))
        middle = picture.convert("L").crop((0, picture.height // 2, picture.width, picture.height))
        return sum(middle.histogram()[225:])

    assert dark_pixels("independence amazon 1") != dark_pixels("independence gnu 1")


@pytest.mark.parametrize("of", SCENES, ids=lambda of: str(of.question))
def test_pdf_is_a_page_of_the_same_size(of: Answer) -> None:
    width, height = size_of(written("svg", of))
    document = pypdf.PdfReader(io.BytesIO(written_bytes("pdf", of)), strict=True)
    (page,) = document.pages
    assert float(page.mediabox.width) == pytest.approx(width * POINTS_PER_PIXEL)
    assert float(page.mediabox.height) == pytest.approx(height * POINTS_PER_PIXEL)
    text = page.extract_text()
    assert {"a", "b", "1", "2"} <= set(text.split())


def test_pdf_of_a_list_has_a_page_for_each() -> None:
    assert QUEENS.placement is not None
    data = format_named("pdf").gathered(QUEENS.question, [QUEENS.placement] * 3, Look())
    assert isinstance(data, bytes)
    assert len(pypdf.PdfReader(io.BytesIO(data), strict=True).pages) == 3


@settings(max_examples=20)
@given(st.data())
def test_pdf_knows_everything_that_pictures_have(data: st.DataObject) -> None:
    board = data.draw(boards())
    placed = data.draw(placements(board, kinds=3))
    shade = dict.fromkeys(board.squares[:2], 0.3)
    marks = dict.fromkeys(board.squares, "(\\")
    picture = svg(board, placed, shade=shade, marks=marks, regions=(frozenset(board.squares),))
    (page,) = pypdf.PdfReader(io.BytesIO(pdf([picture])), strict=True).pages
    assert page.get_contents() is not None


def test_arcs_and_curves_end_where_they_should() -> None:
    for paths in GLYPHS.values():
        for path in paths:
            for stroke in strokes(path):
                for x, y in stroke.points:
                    assert -5 <= x <= 105
                    assert -5 <= y <= 105
    *_, half = strokes("M10 0A10 10 0 1 1 -10 0")
    assert half.points[-1] == pytest.approx((-10, 0))
    middle = list(strokes("M10 0A10 10 0 1 1 -10 0"))[1]
    assert middle.points[-1] == pytest.approx((0, 10)), "clockwise, as y goes down"
    back = list(strokes("M10 0A10 10 0 1 0 -10 0"))[1]
    assert back.points[-1] == pytest.approx((0, -10))


def test_a_list_is_a_contact_sheet() -> None:
    assert QUEENS.placement is not None
    sheet = format_named("svg").gathered(QUEENS.question, [QUEENS.placement] * 5, Look())
    assert isinstance(sheet, str)
    root = ElementTree.fromstring(sheet)
    captions = [e.text for e in root.iter(f"{SVG}text") if e.attrib.get("class") == "caption"]
    assert captions == ["1", "2", "3", "4", "5"]
    assert sum(1 for e in root.iter(f"{SVG}g") if e.attrib.get("class") == "piece") == 30
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    single = drawing(QUEENS.question.board, QUEENS.placement)
    assert (left, top, width) == (0, 0, 3 * single.width)
    assert height > 2 * single.height


def test_a_sheet_that_is_too_large_is_refused() -> None:
    large = drawing(Board.parse("100"), Placement(()))
    with pytest.raises(BadInput, match="expected a --limit"):
        contact_sheet([large] * (MOST_SQUARES // 100**2 + 1))


def test_png_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchess.render.png.find_spec", lambda name: None)
    with pytest.raises(MissingLibrary, match=r"pip install 'satchess\[pictures\]'"):
        format_named("png")


def test_every_format_says_what_it_cannot_write() -> None:
    for name in set(FORMATS) - set(formats_for("answer")):
        with pytest.raises(BadInput, match="cannot write an answer"):
            format_named(name).answer(QUEENS, Look())


def test_json_is_as_ever() -> None:
    assert json.loads(written("json"))["placement"] == SIX.split()


@pytest.mark.parametrize(
    ("topology", "heads"),
    [("plane", 0), ("cylinder", 2), ("torus", 6), ("moebius", 2), ("klein", 6), ("projective", 6)],
)
def test_glued_edges_have_arrows(topology: str, heads: int) -> None:
    board = Board.parse(f"4x5:{topology}")
    root = ElementTree.fromstring(svg(board, Placement(())))
    paths = [e.attrib["d"] for e in root.iter(f"{SVG}path") if e.attrib.get("class") == "glue"]
    assert "".join(paths).count("Z") == heads
    question = answer(f"independence king 4x5:{topology}", "a1")
    assert written("latex", question).count(r"\fill[gray]") == heads
    if paths:  # left and right: upwards where the first point is below the second
        left, right = (re.findall(r"-?\d+", path) for path in paths[:2])
        same = topology in ("cylinder", "torus")
        assert ((int(left[1]) > int(left[3])) == (int(right[1]) > int(right[3]))) == same
