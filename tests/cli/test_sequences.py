"""The command sequence: what it prints as it goes, the formats of OEIS, comparisons, exit codes."""

import io
import json
import re
import signal
import sys
from pathlib import Path

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from tests.commands import start

QUEENS = "count queens N"


def printed(*words: str, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    capsys.readouterr()
    assert exit_code_of(["sequence", *words]) == code
    return capsys.readouterr().out


def test_terms_are_printed_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed("count domination rook NxN", "1..4", capsys=capsys)
    assert text == "1 1\n2 6\n3 48\n4 488\n"  # 2 n^n - n!: Yaglom and Yaglom
    assert printed("count", "domination", "rook", "NxN", "--total", "2", capsys=capsys) == "2 4\n"
    lines = printed("A000170", "0..5", capsys=capsys).splitlines()
    assert lines[:-1] == ["0 1", "1 1", "2 0", "3 0", "4 2", "5 10"]
    assert lines[-1].startswith("A000170: ")
    assert lines[-1].endswith(" Its table goes to N = 27.")


def test_a_bfile_is_what_oeis_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed("A018807", "0..3", "--format", "bfile", capsys=capsys)
    assert text == "0 1\n1 4\n2 79\n3 3600\n"
    path = tmp_path / "b018807.txt"
    assert printed("A018807", "0..3", "--format", "bfile", "--out", str(path), capsys=capsys) == ""
    assert path.read_bytes() == text.encode()


def test_a_bfile_ends_at_the_first_unknown_term(capsys: pytest.CaptureFixture[str]) -> None:
    assert satchess.queens(5).count().count == 10
    words = ["sequence", QUEENS, "5..40", "--format", "bfile", "--deadline", "0.05"]
    assert exit_code_of(words) == 3
    out, err = capsys.readouterr()
    assert re.fullmatch(r"5 10\n(\d+ \d+\n)*", out)
    assert re.search(r"^the terms end before N = \d+: \S", err)


def test_unknown_terms_are_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(QUEENS, "30..33", "--deadline", "0.3", capsys=capsys, code=3)
    lines = text.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [[f"{n}", "?"] for n in range(30, 34)]
    assert lines[-2] == "33 ?  not begun: out of time"
    text = printed("solve domination queen NxN", "40", "--timeout", "0.5", capsys=capsys, code=3)
    assert re.match(r"40 \?  (from \d+ to (\d+|\?)|not known)", text)


def test_a_range_without_an_end_stops_at_the_first_unknown_term(
    capsys: pytest.CaptureFixture[str],
) -> None:
    satchess.ask("count independence rook 5")
    text = printed("count independence rook NxN", "5..", "--deadline", "1", capsys=capsys, code=3)
    lines = [line.split() for line in text.splitlines()]
    assert [int(n) for n, *_ in lines] == list(range(5, 5 + len(lines)))
    assert [value for _, value, *_ in lines][-1] == "?"
    assert ["5", "120"] in lines


def test_the_internal_format(capsys: pytest.CaptureFixture[str]) -> None:
    """A tag and a placeholder on each line; data of 260 characters at most, in three lines."""
    text = printed("count independence rook NxN", "1..60", "--format", "oeis", capsys=capsys)
    lines = [line.split(" ", 2) for line in text.splitlines()]
    assert [tag for tag, *_ in lines] == [f"%{tag}" for tag in "ISTUNCoKOA"]
    assert {number for _, number, *_ in lines} == {"A000000"}
    data = [rest[0] for tag, _, *rest in lines if tag in ("%S", "%T", "%U")]
    assert all(line.endswith(",") for line in data[:-1])
    terms = "".join(data).split(",")
    assert len(", ".join(terms)) <= 260 < len(", ".join(terms)) + 25
    product = 1
    for n, term in enumerate(terms, start=1):
        product *= n
        assert int(term) == product
    assert lines[8] == ["%O", "A000000", "1,2"]
    assert lines[7] == ["%K", "A000000", "nonn"]
    assert max(map(len, text.splitlines())) <= 260
    known = printed("A000170", "2..6", "--format", "oeis", capsys=capsys).splitlines()
    assert known[0] == "%I A000170"
    assert known[-1] == "%O A000170 2,3"
    assert "%K A000170 nonn,more" in known


def test_json_has_the_answer_behind_each_term(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(QUEENS, "4..6", "--format", "json", capsys=capsys))
    found = satchess.sequence(QUEENS, range(4, 7))
    assert [term["value"] for term in told["terms"]] == [2, 10, 4] == list(found.values)
    assert told["sequence"] == "A000170"
    assert told["pattern"] == QUEENS
    assert {term["trust"] for term in told["terms"]} == {"single"}


def test_the_list_names_every_known_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed("--list", "--format", "json", capsys=capsys))
    lines = printed("--list", capsys=capsys).splitlines()
    assert [line.split()[0] for line in lines] == [entry["sequence"] for entry in told]
    assert any("count independence king 2Nx2N" in line for line in lines)


def test_a_difference_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.txt"
    path.write_text("# mine\n4 2\n5 10\n6 5\n7 40\n")
    told = "N = 6: satchess 4, the table 5\n3 terms as in the table, 1 not.\n"
    for name in (str(path), f"@{path}"):
        assert printed(QUEENS, "--compare", name, capsys=capsys, code=1) == told
    stdin = io.TextIOWrapper(io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    text = printed(QUEENS, "4..8", "--compare", "-", capsys=capsys, code=1)
    assert text == f"{told}Not in the table: N = 8.\n"
    path.write_text("%S A000170 2,10,4\n%O A000170 4,1\n")
    text = printed("A000170", "--compare", str(path), capsys=capsys)
    assert text == "3 terms as in the table.\n"
    words = ["--compare", str(path), "--format", "json"]
    assert json.loads(printed("A000170", *words, capsys=capsys))["comparison"]["agree"] == [4, 5, 6]


def test_what_could_not_be_compared_is_no_agreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.txt"
    path.write_text("30 1\n")
    text = printed(QUEENS, "--compare", str(path), "--timeout", "0.2", capsys=capsys, code=3)
    assert text == "0 terms as in the table.\nNot known: N = 30.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "expected a pattern"),
        ([QUEENS], "expected a range behind it"),
        (["count domination king 8x8", "1..4"], "nothing varies"),
        (["A123456", "1..4"], "not among the"),
        ([QUEENS, "5..4"], "expected the smaller number first"),
        ([QUEENS, "1..4", "--compare", "nowhere.txt"], "nowhere.txt"),
        ([QUEENS, "1..4", "--format", "csv"], "csv"),
        ([QUEENS, "1..4", "--frobnicate"], "--frobnicate"),
        (["--list", QUEENS], "expected nothing beside it"),
    ],
)
def test_what_is_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["sequence", *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


def test_ctrl_c_keeps_the_terms_that_are_found() -> None:
    with start("sequence", QUEENS, "4..40") as run:
        assert run.stdout is not None
        first = run.stdout.readline()  # it comes before the others are known
        run.send_signal(signal.SIGINT)
        rest, told = run.communicate(timeout=60)
    assert first == "4 2\n"
    assert run.returncode == 3
    assert "interrupted: what is found is remembered" in told
    assert "Traceback" not in rest + told
    remembered = satchess.lookup("count", satchess.queens(4))
    assert remembered is not None
