"""Puzzles on the command line: made, checked, rated, played, printed; bad input gets one line."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from satchess.cli.failures import exit_code_of
from satchess.cli.root import root
from satchess.puzzles.reading import read_file
from satchess.puzzles.writing import write_file
from tests.paths import ROOT

PLAIN = 'title = "Queens"\nboard = "4x4"\npieces = {queen = 4}\npeace = "all"\n'
DETECTIVE = str(ROOT / "satchess" / "puzzles" / "built-in" / "detective.toml")
LONELY = 'board = "2x2"\npieces = {queen = 2}\npeace = "all"\n'


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, list(words), standalone_mode=False, input=typed)


def printed(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exception is None, result.exception
    return result.output


@pytest.fixture
def plain(tmp_path: Path) -> str:
    path = tmp_path / "plain.toml"
    path.write_text(PLAIN, encoding="utf-8")
    return str(path)


# Makers


@pytest.mark.parametrize(
    ("kind", "size"), [("regions", "5"), ("completion", "6"), ("detective", "5x4"), ("lights", "3")]
)
@pytest.mark.parametrize("seed", ["1", "8"])
def test_made_files_are_unique_puzzles(kind: str, size: str, seed: str, tmp_path: Path) -> None:
    words = ("puzzle", "make", kind, size, "--seed", seed)
    text = printed(*words)
    assert text == printed(*words)
    sheet = read_file(text, "made")
    assert write_file(sheet) == text
    path = tmp_path / "made.toml"
    path.write_text(text, encoding="utf-8")
    assert "the solution is unique" in printed("count", "puzzle", str(path), "--no-cache")
    assert "exactly one solution" in printed("puzzle", "check", str(path))
    assert sheet.source.startswith("satchess puzzle make ")
    assert printed(*sheet.source.split()[1:]) == text, "the source makes it again"


@pytest.mark.parametrize("size", ["5", "5 x 5", "5X5", "5 by 5"])
def test_sizes_and_kinds_are_read_as_people_write_them(size: str, tmp_path: Path) -> None:
    plain = printed("puzzle", "make", "regions", "5x5")
    assert printed("puzzle", "make", "Regions", *size.split()) == plain
    assert "5 queens" in printed("puzzle", "play", "Regions", *size.split(), typed="quit\n")
    pages = [tmp_path / "one.html", tmp_path / "other.html"]
    for page, words in zip(pages, (["regions", "5x5"], ["Regions", *size.split()]), strict=True):
        printed("puzzle", "sheet", *words, "--number", "1", "--out", str(page))
    assert pages[0].read_text() == pages[1].read_text()


def test_no_name_is_offered_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["puzzle", "play", "nothing"]) == 2
    assert capsys.readouterr().err.count("detective") == 1


def test_given_pieces_are_shown() -> None:
    assert "1 K . . . . ." in printed("puzzle", "show", "court", "--ascii").splitlines()


def test_many_go_to_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    told = printed(
        *("puzzle", "make", "regions", "5", "--number", "3", "--seed", "4"),
        *("--difficulty", "easy", "--out", str(folder)),
    )
    names = [f"regions-5x5-{seed}.toml" for seed in (4, 5, 6)]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert told.split() == [str(folder / name) for name in names]
    assert len({path.read_text() for path in folder.iterdir()}) == 3
    for path in folder.iterdir():
        assert ": easy\n" in printed("puzzle", "rate", str(path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("make regions 3", "4x4 to 12x12"),
        ("make regions 4x5", "square board"),
        ("make regions 6:torus", "square board"),
        ("make lights 10", "2x2 to 9x9"),
        ("make completion x", "'x'"),
        ("make regions 4 --difficulty hard", "no hard puzzle of regions on 4x4"),
        ("make lights 3 --difficulty easy", "no easy puzzle"),
        ("make regions 5 --difficulty brutal", "brutal"),
        ("make regions 5 --number 2", "--out DIR"),
        ("make regions 5 --seed -1", "-1"),
        ("make regions 5 6", "size '5 6': expected one"),
        ("make ligths", "did you mean 'satchess puzzle make lights'"),
        ("make detective 5 --board 5", "expected one of them"),
        ("check nowhere.toml", "nowhere.toml"),
        ("rate nowhere.toml", "nowhere.toml"),
        ("play nowhere.toml", "nowhere.toml"),
        ("play regions 2", "4x4 to 12x12"),
        ("play regoins", "did you mean 'regions'?"),
        ("play .", "."),
        ("play court 5", "only behind a kind"),
    ],
)
def test_bad_input_gets_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["puzzle", *words.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    words = ["puzzle", "make", "regions", "4", "--out", str(tmp_path / "file" / "in")]
    assert exit_code_of(words) == 2
    assert str(tmp_path / "file" / "in") in capsys.readouterr().err


# Check and rate


def test_the_second_solution_is_shown_beside_the_first(plain: str) -> None:
    result = run("puzzle", "check", plain, "--ascii")
    assert result.return_value == 1
    first, *board, differ = result.output.splitlines()
    assert first == "Queens has more than one solution. Here are two:"
    one = [line.partition("    ")[0].split()[1:] for line in board[:4]]
    other = [line.partition("    ")[2].split()[1:] for line in board[:4]]
    assert one != other
    for drawn in (one, other):
        columns = [rank.index("Q") for rank in drawn]
        assert sorted([columns, columns[::-1]]) == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert len(differ.split()) == 3 + 8


def test_no_solution_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(LONELY, encoding="utf-8")
    result = run("puzzle", "check", str(path))
    assert (result.return_value, "has no solution" in result.output) == (1, True)
    assert "hint" in printed("puzzle", "play", str(path), typed="hint\ncheck\nsolve\n")


def test_ratings_count_techniques() -> None:
    lines = printed("puzzle", "rate", "coloured-regions").splitlines()
    assert lines[0] == "Queens in coloured regions: easy"
    assert [line.split()[1] for line in lines[1:]] == ["attacked", "last", "confined"]
    assert "does not understand what is to be most" in printed("puzzle", "rate", "treasure")


# Play


def play(*words: str, moves: str) -> list[str]:
    result = run("puzzle", "play", *words, "--ascii", typed=moves.replace(", ", "\n") + "\n")
    assert result.exception is None, result.exception
    assert result.return_value == 0
    return result.output.splitlines()


def test_moves_conflicts_and_undo(plain: str) -> None:
    told = play(plain, moves="b1, B2, undo, x c2 d2, x c2, b9, nonsense, undo undo, check, quit")
    assert "! b1 and b2 attack each other" in told
    after = told[told.index("> undo") + 1 :]
    assert after[:5] == ["4 . . . .", "3 . . . .", "2 . . . .", "1 . Q . .", "  a b c d"]
    crossed = told[told.index("> x c2") + 1 :]
    assert crossed[2] == "2 . . . x"
    assert any("b9 is not on a 4x4 board" in line for line in told)
    assert any("'nonsense': expected a square" in line for line in told)
    assert "1 piece put, all right so far; 3 to go." in told
    assert told[-1] == "Bye."


def test_a_wrong_move_is_told(plain: str) -> None:
    told = play(plain, moves="a1, check, hint, a1, check")
    assert told.count("What you have put cannot be completed.") == 2
    assert "Nothing put so far; 4 to go." in told
    assert told[-1] == "Bye.", "the end of the input leaves politely"


@pytest.mark.parametrize(
    "words",
    [
        ["coloured-regions"],
        ["court"],
        ["treasure"],
        ["detective", "5", "--seed", "2"],
        ["lights", "4", "--seed", "2"],
        ["completion", "6"],
        ["regions", "6", "--difficulty", "medium"],
    ],
)
def test_hints_lead_to_a_solution(words: list[str]) -> None:
    told = play(*words, moves=", ".join(["hint"] * 70))
    assert told[-1] == "Solved!"


def test_hints_give_reasons_and_say_when_they_have_none() -> None:
    told = play("coloured-regions", moves="hint, check")
    assert "No other square is left for the region of h8: queen on h8." in told
    told = play("lights", "3", moves="hint, hint")
    assert any(line.startswith("No technique helps here. In a proved") for line in told)


def test_hints_take_wrong_crosses_away() -> None:
    told = play("coloured-regions", moves="x h8, hint")
    assert "Something stands on h8: the cross is taken away." in told


def test_several_kinds_are_named() -> None:
    told = play(DETECTIVE, moves="a1, king a1, Ne1, queen@c4, f4, Rf4, bishop g8")
    assert any("expected a piece too" in line for line in told)
    assert told[-1] == "Solved!"


@pytest.mark.parametrize("move", ["Qb1", "q@b1", "queen b1", "Q b1", "b1", "B1"])
def test_letters_name_pieces_of_one_kind_too(move: str, plain: str) -> None:
    told = printed("puzzle", "play", plain, "--ascii", typed=f"{move}\nquit\n")
    assert "1 . Q . ." in told


def test_a_command_with_a_word_too_many_is_told(plain: str) -> None:
    told = printed("puzzle", "play", plain, typed="undo now\nhelp me\n")
    assert "'undo now': expected 'undo' alone" in told
    assert "'help me': expected 'help' alone" in told


def test_given_pieces_stay() -> None:
    told = play("court", moves="a1, x a1, quit")
    assert told.count("a1 is given") == 2


def test_solve_shows_it() -> None:
    told = play(DETECTIVE, moves="solve")
    assert told[-1] == "This is a solution."
    assert "4 . . Q . . R 1 ." in told


def test_lights_change() -> None:
    told = play("lights", "3", moves="b2, undo, quit")
    before = told[told.index("  a b c") - 3 : told.index("  a b c")]
    after = told[told.index("> b2") + 1 : told.index("> b2") + 4]
    flip = {".": "*", "*": "."}
    assert [after[0][4], after[1][2], after[1][6], after[2][4]] == [
        flip[before[0][4]], flip[before[1][2]], flip[before[1][6]], flip[before[2][4]],
    ]  # fmt: skip
    assert after[1][4] == "X"


def test_an_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    from satchess.cli import puzzle_play

    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzle_play, "_next_line", interrupted)
    assert printed("puzzle", "play", "detective").endswith("Bye.\n")


# Worksheets

SVG = "{http://www.w3.org/2000/svg}"


def texts(path: Path) -> list[str]:
    return [each.text or "" for each in ElementTree.parse(path).getroot().iter(f"{SVG}text")]


def pieces(path: Path) -> int:
    groups = ElementTree.parse(path).getroot().iter(f"{SVG}g")
    return sum(group.get("class") == "piece" for group in groups)


def test_a_worksheet_has_puzzles_and_solutions_behind(tmp_path: Path) -> None:
    words = ("puzzle", "sheet", "regions", "5", "--number", "3", "--seed", "4")
    told = printed(*words, "--title", "Class <7b>", "--out", str(tmp_path / "a.svg"))
    front, back = tmp_path / "a.svg", tmp_path / "a-2.svg"
    assert told.split() == [str(front), str(back)]
    page = texts(front)
    assert page[0] == "Class <7b>"
    assert "Place 5 queens." in page[1]
    assert [text for text in page if text in ("1.", "2.", "3.", "4.")] == ["1.", "2.", "3."]
    assert "Coloured regions, seed 5; easy" in page
    assert (pieces(front), pieces(back)) == (0, 15)
    assert texts(back)[0] == "Class <7b>: solutions"


@pytest.mark.parametrize(("paper", "size"), [("a4", (794, 1123)), ("letter", (816, 1056))])
def test_everything_is_on_the_paper(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Boards of all sizes, twelve of them: two pages of puzzles, one of solutions."""
    out = tmp_path / "b.svg"
    words = ("puzzle", "sheet", "lights", "4", "regions", "4", "--number", "5", DETECTIVE)
    told = printed(*words, "coloured-regions", "--paper", paper, "--out", str(out)).split()
    assert len(told) == 3
    for name in told:
        page = ElementTree.parse(name).getroot()
        assert (int(page.attrib["width"]), int(page.attrib["height"])) == size
        boards = [group for group in page if group.get("class") == "board"]
        assert len(boards) == (12 if name == told[-1] else 6)
        for board in boards:
            x, y, scale = map(float, re.findall(r"[-\d.]+", board.attrib["transform"]))
            far = [float(t.attrib["x"]) for t in board.iter(f"{SVG}text")]
            deep = [float(t.attrib["y"]) for t in board.iter(f"{SVG}text")]
            assert 0 < x + scale * min(far) < x + scale * (max(far) + 100) < size[0]
            assert 0 < y + scale * min(deep) < y + scale * (max(deep) + 20) < size[1]
    rules = " ".join(texts(Path(told[0])))
    assert "1 to 5: A press changes" in rules
    assert "6 to 10: Place 4 queens." in rules
    assert "11: On the marked squares stand" in rules


def test_regions_are_told_apart_without_colour(tmp_path: Path) -> None:
    out = tmp_path / "c.svg"
    printed("puzzle", "sheet", "coloured-regions", "--out", str(out))
    paths = [*ElementTree.parse(out).getroot().iter(f"{SVG}path")]
    fills = {path.attrib["fill"] for path in paths if path.get("class") == "region"}
    assert len(fills) > 2
    assert all(fill[1:3] == fill[3:5] == fill[5:7] for fill in fills), "greys only"
    assert any(path.get("class") == "borders" for path in paths)


def test_pdf_has_the_pages(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    out = tmp_path / "d.pdf"
    printed("puzzle", "sheet", "completion", "5", "--number", "2", "--out", str(out))
    document = pypdf.PdfReader(out)
    front, back = (page.extract_text() for page in document.pages)
    assert "Queens to complete" in front
    assert "until there are 5 queens" in front
    assert "solutions" in back
    assert [round(float(side)) for side in document.pages[0].mediabox[2:]] == [596, 842]


class Reader(HTMLParser):
    """Checks that tags are closed, and gathers pictures and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.pictures.append(dict(attrs)["src"] or "")
        elif tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_html_stands_alone(tmp_path: Path) -> None:
    out = tmp_path / "e.html"
    printed("puzzle", "sheet", "lights", "3", "--number", "2", "--out", str(out))
    text = out.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert len(reader.pictures) == 4
    head = "data:image/svg+xml;base64,"
    for source in reader.pictures:
        assert source.startswith(head)
        ElementTree.fromstring(b64decode(source.removeprefix(head)))
    assert "http" not in text
    assert "Light every square" in reader.words
    assert "Lights, seed 2" in reader.words
    assert "prefers-color-scheme: dark" in text
    assert "break-before: page" in text


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        ("regions 4", "Coloured regions"),
        ("regions 4 regions 5", "Coloured regions"),
        ("lights 3 completion 4", "Puzzles"),
        ("lights 3 {}", "Puzzles"),
        ("{}", "Queens"),
    ],
)
def test_what_stands_above_is_true_of_all(
    words: str, heading: str, plain: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    named = words.format(plain).split()
    printed("puzzle", "sheet", *named, "--number", "1", "--out", str(page))
    assert f"<h1>{heading}</h1>" in page.read_text(encoding="utf-8")


def test_several_solutions_are_noted(plain: str, tmp_path: Path) -> None:
    printed("puzzle", "sheet", plain, "--out", str(tmp_path / "f.svg"))
    assert "Queens; hard; one of several solutions" in texts(tmp_path / "f.svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["regions", "--out", "{}/a.txt"], ".pdf, .html or .svg"),
        (["regions"], "--out"),
        (["regions", "--format", "svg", "--out", "{}/a.pdf"], "ends in .svg"),
        (["--out", "{}/a.svg"], "PUZZLE"),
        (["regions", "3", "--out", "{}/a.svg"], "4x4 to 12x12"),
        (["regoins", "--out", "{}/a.svg"], "did you mean 'regions'?"),
        (["{}/none.toml", "--out", "{}/a.svg"], "has no solution"),
        (["regions", "--out", "{}/no/folder/a.svg"], "No such file"),
    ],
)
def test_what_no_worksheet_is_made_of(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.toml").write_text(LONELY, encoding="utf-8")
    assert exit_code_of(["puzzle", "sheet", *(word.format(tmp_path) for word in words)]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none.toml"]
