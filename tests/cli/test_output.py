"""What commands print, in which format, and where: standard output, files, terminals."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
from PIL import Image

from satchess.cli.failures import exit_code_of
from satchess.questions import Question

SVG = "{http://www.w3.org/2000/svg}"


def printed(capfdbinary: pytest.CaptureFixture[bytes], words: str, code: int = 0) -> bytes:
    capfdbinary.readouterr()
    assert exit_code_of(words.split()) == code
    out, err = capfdbinary.readouterr()
    assert err == b""
    return out


def complaint(capfdbinary: pytest.CaptureFixture[bytes], words: str, code: int = 2) -> str:
    capfdbinary.readouterr()
    assert exit_code_of(words.split()) == code
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert re.fullmatch(r"satchess: [^\n]+\n", err.decode()), err
    return err.decode()


@pytest.mark.parametrize("form", ["fen", "permutation", "matrix"])
@pytest.mark.parametrize("verb", ["solve", "first"])
def test_forms_can_be_checked(
    form: str, verb: str, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "placement"
    file.write_bytes(printed(capfdbinary, f"{verb} queens 6 --format {form}"))
    assert b"It holds" in printed(capfdbinary, f"check queens 6 --from {file} --rules-only")


@pytest.mark.parametrize("form", ["fen", "permutation"])
def test_a_list_has_a_line_for_each(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    lines = printed(capfdbinary, f"list queens 6 --format {form}").decode().splitlines()
    question = Question.parse("queens 6")
    placements = {question.read(line) for line in lines}
    assert placements == set(question.placements(cache=False))


def test_matrices_of_a_list_have_a_blank_line_between(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    text = printed(capfdbinary, "list queens 6 --format matrix").decode()
    question = Question.parse("queens 6")
    assert len({question.read(each) for each in text.split("\n\n")}) == 4


def test_pictures_on_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    root = ElementTree.fromstring(printed(capfdbinary, "solve queens 6 --format svg"))
    assert root.tag == f"{SVG}svg"
    image = Image.open(io.BytesIO(printed(capfdbinary, "list queens 4 --format png")))
    assert image.format == "PNG"
    data = printed(capfdbinary, "list queens 6 --format pdf")
    assert len(pypdf.PdfReader(io.BytesIO(data), strict=True).pages) == 4


CELLS = list("34531224244")
"""The texts of a table of kings that dominate, line by line, headings included."""


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "latex", "html", "markdown"])
def test_tables_in_pictures_and_pages(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    data = printed(capfdbinary, f"table domination king 3..4x3..5 --format {form}")
    match form:
        case "svg":
            texts = [e.text for e in ElementTree.fromstring(data).iter(f"{SVG}text")]
            assert list(filter(None, texts)) == CELLS
        case "png":
            assert Image.open(io.BytesIO(data)).format == "PNG"
        case "pdf":
            (page,) = pypdf.PdfReader(io.BytesIO(data), strict=True).pages
            assert page.extract_text().split() == CELLS
        case "latex":
            cells = re.findall(r"(?<=\\cellcolor{red!)\d+}(\d)", data.decode())
            assert cells == ["1", "2", "2", "2", "4", "4"]
        case _:
            assert data.decode().count("4") >= 4


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("q.svg", b"<svg "),
        ("q.png", b"\x89PNG"),
        ("q.pdf", b"%PDF"),
        ("q.tex", b"% Compiles"),
        ("q.json", b"{"),
        ("q.fen", b"1Q4/3Q2/5Q/Q5/2Q3/4Q1\n"),
        ("q.txt", b"6 queens fit"),
        ("q", b"6 queens fit"),
    ],
)
@pytest.mark.parametrize("verb", ["solve", "list"])
def test_the_ending_of_a_file_says_the_format(
    name: str, begin: bytes, verb: str, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    if verb == "list" and name in ("q.txt", "q"):
        begin = b"1: "
    file = tmp_path / name
    assert printed(capfdbinary, f"{verb} queens 6 --require b6 --out {file}") == b""
    data = file.read_bytes()
    assert data.startswith(begin)
    assert b"\x1b" not in data or name in ("q.png", "q.pdf")


@pytest.mark.parametrize("name", ["q.svg", "q.png", "q.pdf"])
@pytest.mark.parametrize("option", ["--svg", "--picture"])
def test_a_picture_beside_the_answer(
    name: str, option: str, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    file = tmp_path / name
    assert b"6 queens" in printed(capfdbinary, f"solve queens 6 {option} {file}")
    assert file.read_bytes()[1:4] == {"q.svg": b"svg", "q.png": b"PNG", "q.pdf": b"PDF"}[name]


MISUSES = [
    ("solve queens 6 --svg {}/q.jpg", "q.jpg': expected an ending among .svg, .png, .pdf"),
    ("solve queens 6 --picture {}/q", "expected an ending among .svg, .png, .pdf"),
    ("check queens 6 --placement a1 --svg {}/q.tex", "expected an ending among"),
    ("solve queens 6 --format svg --out {}/q.png", "exclude each other"),
    ("solve queens 6 --json --out {}/q.svg", "exclude each other"),
    ("solve queens 6 --out {}/q.csv", "csv is no format here, expected one of text, json, fen"),
    ("table domination king 3 --out {}/t.fen", "fen is no format here"),
    ("solve queens 6 --format gif", "gif"),
    ("table domination king 3 --format permutation", "permutation"),
    ("solve independence king 10000 --format svg", "expected at most 250000 squares to draw"),
    ("solve queens 6 --out {}/missing/q.svg", "missing"),
]


@pytest.mark.parametrize(("words", "expected"), MISUSES)
def test_misuse_is_refused_before_the_work(
    words: str,
    expected: str,
    capfdbinary: pytest.CaptureFixture[bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("satchess.service.answer.respond", lambda *_, **__: pytest.fail("work"))
    assert expected in complaint(capfdbinary, words.format(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_write_is_said(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "q.svg"
    for verb in ("solve", "list"):
        for words in (f"{verb} queens 3 --format latex", f"{verb} queens 3 --out {file}"):
            assert "there is no such placement" in complaint(capfdbinary, words, code=3)
    assert not file.exists()
    assert printed(capfdbinary, "list queens 3 --format fen") == b""
    said = complaint(capfdbinary, "solve domination queen 6 --format permutation")
    assert "not one piece in each of the 6 rows" in said


def test_a_list_that_is_stopped_keeps_its_pictures(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(*_: object, **__: object) -> object:
        yield Question.parse("queens 4").read("b1 d2 a3 c4")
        raise TimeoutError("out of time after 1 placement")

    monkeypatch.setattr("satchess.service.answer.stream", some)
    file = tmp_path / "q.pdf"
    assert "out of time" in complaint(capfdbinary, f"list queens 4 --out {file}", code=3)
    assert len(pypdf.PdfReader(file).pages) == 1


# Terminals


def in_terminal(words: str, columns: int, **variables: str) -> tuple[int, str]:
    """Run a command in a terminal so wide; return its exit code and what the terminal got."""
    master, slave = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "satchess", *words.split()],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "COLUMNS": str(columns), "LINES": "24", **variables},
    )
    os.close(slave)
    data = b""
    while True:
        try:
            more = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        data += more
    os.close(master)
    return done.wait(timeout=60), data.decode()


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_a_terminal_gets_no_bytes(form: str) -> None:
    code, said = in_terminal(f"solve queens 6 --format {form}", 80)
    assert code == 2
    assert f"--format {form} is not for a terminal, expected --out FILE" in said


def test_a_board_that_fits_is_drawn_and_one_that_does_not_is_named() -> None:
    plain = {"NO_COLOR": "1"}
    _, wide = in_terminal("solve queens 12 --require c1", 40, **plain)
    assert "a b c d e f g h i j k l" in wide
    _, narrow = in_terminal("solve queens 12 --require c1", 20, **plain)
    assert "a b c" not in narrow
    squares = re.findall(r"\b[a-l]\d\d?\b", narrow.partition("\n")[2].rpartition("\n")[0])
    assert "c1" in squares
    assert len(squares) >= 12


def test_coloured_squares_become_narrow_before_they_become_words() -> None:
    for columns, pattern in ((60, "   a  b  c  d"), (30, "   a b c d")):
        _, said = in_terminal("solve queens 12", columns)
        assert pattern in said, said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("solve queens 7 --require b1", "b1"),
        ("list queens 7 --limit 1 --require b1", "b1"),
        ("check queens 6 --placement b1,d2,f3,a4,c5,e6 --rules-only", "b1"),
        ("puzzle show detective", "f3=2"),
        ("solve puzzle coloured-regions", "region 8: h8"),
    ],
)
def test_every_command_fits_a_narrow_terminal(
    words: str,
    expected: str,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "9")
    text = " ".join(printed(capfdbinary, words).decode().split())
    assert expected in text
    assert "♛ ·" not in text
    assert "· ·" not in text
