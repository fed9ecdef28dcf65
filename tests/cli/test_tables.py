"""Tables on the command line: any argument varies, sizes and symmetries, what Ctrl-C leaves."""

import csv
import io
import json
import signal
from math import comb
from pathlib import Path

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.cli.progress import Ticker
from satchess.service.evidence import Evidence
from satchess.task import Progress, Task
from tests.commands import eventually, start


def printed(words: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert exit_code_of(words.split()) == code
    return capsys.readouterr().out


def complaint(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert exit_code_of(words.split()) == 2
    return capsys.readouterr().err


def cells(words: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(printed(f"{words} --format csv", capsys))))


# What varies


def test_ranges_and_sides_of_leprechauns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in printed("table leprechauns 1..2 8..10", capsys).splitlines()]
    assert lines == [
        ["board/range", "1", "2"],
        ["8x8", "8", "none"],
        ["9x9", "9", "none"],
        ["10x10", "10", "10"],
    ]


def test_options_that_are_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    rows = cells("table separation queen 4..5 --pawns 0..1", capsys)
    assert [(row["pawns"], row["rows"], row["columns"]) for row in rows] == [
        ("0", "4", "4"),
        ("1", "4", "4"),
        ("0", "5", "5"),
        ("1", "5", "5"),
    ]
    for row in rows:
        question = satchess.Question.parse(f"separation queen {row['rows']} --pawns {row['pawns']}")
        assert row["value"] == str(question.solve(cache=False).value)


def test_a_range_that_an_option_understands_itself_is_one_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = cells("table independence king 3..4 --size 2..3", capsys)
    assert [(row["rows"], row["value"]) for row in rows] == [("3", "3"), ("4", "3")]
    assert "size" not in rows[0]


def test_pieces_on_rectangles(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed("table independence rook,king 2x2..3", capsys).splitlines()
    assert [line.split() for line in lines] == [
        ["board", "rook", "king"],
        ["2x2", "2", "1"],
        ["2x3", "2", "2"],
    ]


def test_stamps_without_a_range_of_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in printed("table stamps 2..3x2..3", capsys).splitlines()]
    assert lines[0] == ["2", "3"]
    assert lines[1][2] == lines[2][1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("table queens 8..4", "the range 8..4 is empty"),
        ("table leprechauns 3..2 9", "range '3..2': the range 3..2 is empty"),
        ("table leprechauns 1..x 9", "1..x"),
        ("table leprechauns 1-x 9", "1-x"),
        ("table domination queen 3..x", "expected a range such as 3..8x3..8"),
        ("table domination queen 1..9999x1..999", "9989001 cells, expected at most 100000"),
        ("table queens 4..5 --first --count", "--first and --count exclude each other"),
        ("table queens 4..5 --by-size", "--by-size says nothing"),
        ("table stamps", "nothing varies"),
    ],
)
def test_what_is_no_table(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    error = complaint(words, capsys)
    assert told in error
    assert len(error.splitlines()) == 1


# What is asked


def coefficients(polynomial: str) -> dict[int, int]:
    """Read `3 + x + 2x^5`."""
    terms = {}
    for term in polynomial.split(" + "):
        number, x, power = term.partition("x")
        size = int(power.removeprefix("^") or 1) if x else 0
        terms[size] = int(number or 1)
    return terms


def test_a_polynomial_for_each_board(capsys: pytest.CaptureFixture[str]) -> None:
    """Any nonempty set of squares of 2x2 dominates."""
    text = printed("table --by-size domination king 2..3", capsys).splitlines()
    assert [line.split(maxsplit=1)[0] for line in text] == ["board", "2x2", "3x3"]
    polynomial = text[1].split(maxsplit=1)[1]
    assert polynomial == "4x + 6x^2 + 4x^3 + x^4"
    assert coefficients(polynomial) == {k: comb(4, k) for k in range(1, 5)}
    markdown = printed("table domination king 2..3 --by-size --format markdown", capsys)
    assert f"| 2x2 | {polynomial} |" in markdown.splitlines()
    rows = cells("table domination king 2..3 --by-size", capsys)
    assert rows[0]["polynomial"] == polynomial
    answers = json.loads(printed("table domination king 2..3 --by-size --format json", capsys))
    for row, answer in zip(rows, answers, strict=True):
        sizes = {int(size): number for size, number in answer["by_size"].items()}
        assert coefficients(row["polynomial"]) == sizes
        assert sum(sizes.values()) == int(row["count"])


def test_up_to_symmetry_agrees_with_single_counts(capsys: pytest.CaptureFixture[str]) -> None:
    rows = cells("table --by-size --up-to-symmetry domination king 2..3x3", capsys)
    for row in rows:
        board = f"{row['rows']}x{row['columns']}"
        words = f"count domination king {board} --by-size --up-to-symmetry --no-cache --json"
        alone = json.loads(printed(words, capsys))["by_size"]
        assert coefficients(row["polynomial"]) == {int(k): n for k, n in alone.items()}
    rows = cells("table queens 6..8 --up-to-symmetry", capsys)
    assert [row["count"] for row in rows] == ["1", "6", "12"]


def test_the_library_counts_the_same() -> None:
    table = satchess.table("domination king 2..3", by_size=True, up_to_symmetry=True)
    assert table[2, 2].polynomial == "x + 2x^2 + x^3 + x^4"
    assert "x + 2x^2 + x^3 + x^4" in str(table)


def test_first_placements(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed("table queens 4..5 --first", capsys).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["4x4", "2", "4", "1", "3"],
        ["5x5", "1", "3", "5", "2", "4"],
    ]


# Long work


def test_ctrl_c_keeps_the_cells_that_are_done(own_cache: Path) -> None:
    with start("table", "queens", "4..40", "--count", "--format", "csv") as run:
        eventually(lambda: satchess.lookup("count", satchess.queens(9)), 100)
        run.send_signal(signal.SIGINT)
        text, told = run.communicate(timeout=60)
    assert run.returncode == 3
    counts = [int(row["count"]) for row in csv.DictReader(io.StringIO(text))]
    assert counts[:6] == [2, 10, 4, 40, 92, 352]
    assert len(counts) < 37
    assert f"interrupted: {len(counts)} of 37 cells" in told
    remembered = satchess.lookup("count", satchess.queens(8))
    assert remembered is not None
    assert remembered.count == 92


def test_the_line_of_progress_begins_with_the_time_left() -> None:
    ticker = Ticker()
    ticker.begin("8 8, 3 of 5")
    task = Task("count", satchess.Question.parse("queens 8"))
    progress = Progress(done=2, parts=4, share=0.5, rate=1.0, left=90.0)
    ticker.show(Evidence(task, count=7, progress=progress))
    said = ticker.line(200)
    assert said.startswith("about 90 s left, 0 s, 8 8, 3 of 5, 7 placements so far, 2 of 4 parts")
    ticker.begin("9 9, 4 of 5")
    assert ticker.line(200).split(", ", 1)[1] == "9 9, 4 of 5"
    ticker.show(Evidence(task, compiling="_search"))
    assert "compiling search, once" in ticker.line(200)
