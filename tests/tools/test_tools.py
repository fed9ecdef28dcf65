"""The tools for developers: reproduced tables, and benchmarks as far as they are not the clock."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks import (
    beautiful,
    counting,
    counting_peers,
    first,
    growth,
    leprechauns,
    optimum,
    pictures,
    scaling,
)
from benchmarks.contest import Options, Row, Score
from benchmarks.counts import Counter, Counts, prepared
from benchmarks.tables import Table
from benchmarks.trials import Contender, Run, Told, Trial, Work, run
from reproduction import berghammer, first_queens
from reproduction import leprechauns as leprechaun_tables
from reproduction.claims import Claim, Figure, Finding, Means, Verdict
from reproduction.command import reproduce

import satchess
from satchess.engines.sat import engine as sat
from satchess.request import Request
from satchess.service.evidence import Evidence
from tests.paths import TOOLS


def tool(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=TOOLS, capture_output=True, text=True)


# Tables


def test_every_number_of_the_paper_is_a_claim() -> None:
    *tables, other = berghammer.figures()
    cells = [claim for figure in tables for row in figure.rows.values() for claim in row]
    assert len(tables) == 4
    assert len({claim.question for claim in cells}) == 168
    assert sum(claim.corrected is not None for claim in cells) == 2
    assert len(other.rows) == 10
    for claim in cells:
        Request.parse(f"count {claim.question}")


def test_a_slice_of_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert berghammer.main(["--rows", "knight 5x8|queen 7x7", "--format", "markdown"]) == 0
    text = capsys.readouterr().out
    assert "| 5x8   |" in text
    assert "7: 1 | 8: 104 (!) |" in text
    assert "6: 832, 7: 40, 8: 0 | 6: 832, 7: 40, 8: 0" in text
    assert "3 of 3 questions" in text
    assert "2 agrees, 1 misprint, 0 differs" in text


def test_tables_cross_checked_and_remembered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "tables.db"
    assert berghammer.main(["--rows", "king 3x3", "--cross-check", "--cache", str(cache)]) == 0
    assert cache.exists()
    assert "cross-checked by a second engine: 2 of 2" in capsys.readouterr().out


def test_every_number_about_leprechauns_is_a_claim() -> None:
    smallest, *counts, beyond = leprechaun_tables.figures()
    assert len(smallest.rows) == 9
    claims = [claim for figure in counts for row in figure.rows.values() for claim in row]
    assert len(claims) == 22
    claims += [claim for row in beyond.rows.values() for claim in row]
    for claim in claims:
        Request.parse(f"count {claim.question}")


def test_a_slice_of_the_leprechauns(capsys: pytest.CaptureFixture[str]) -> None:
    assert leprechaun_tables.main(["--rows", "leprechauns (4 N|3 16|3 17|5 38)$"]) == 0
    text = capsys.readouterr().out
    assert "28: 3" in text
    assert "17: 34" in text
    assert "4 of 4 questions" in text


def test_a_smallest_board_that_is_not_found_differs() -> None:
    claim = leprechaun_tables.SmallestBoard("leprechauns 4 N", ((27, 2),), reach=4)
    assert claim.find(Means()).verdict is Verdict.DIFFERS
    assert claim.find(Means(timeout=1e-6)).ours == ()


def test_what_differs_is_told_loudly(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = Claim("independence king 3x3", ((4, 2),))
    figure = Figure("Wrong", "board", ("",), {"3x3": (wrong,)})
    assert reproduce([], name="wrong", description="", figures=[figure]) == 1
    shown = capsys.readouterr()
    assert "4: 1 (differs)" in shown.out
    assert "DIFFERS: independence king 3x3: printed 4: 2, ours 4: 1" in shown.err


def test_an_answer_that_is_not_found_differs() -> None:
    finding = Claim("independence queen 40x40", ((40, 1),)).find(Means(timeout=0.01))
    assert finding.ours == ()
    assert finding.verdict is Verdict.DIFFERS
    assert finding.note


def test_a_misprint_that_is_not_confirmed_differs() -> None:
    claim = Claim("domination knight 5x8", ((7, 1),), ((8, 104),))
    assert Finding(claim, ((8, 104),)).verdict is Verdict.MISPRINT
    assert Finding(claim, ((7, 1),)).verdict is Verdict.DIFFERS


# The first queens


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("48", [48]), ("21-24", [21, 22, 23, 24]), ("21-26:2", [21, 23, 25]), ("7-7", [7])],
)
def test_boards_are_numbers_and_ranges(text: str, numbers: list[int]) -> None:
    assert list(first_queens.boards(text)) == numbers


def test_what_is_published_of_first_queens_are_queens() -> None:
    published = first_queens.Published.all()
    assert published[45].seconds == 1388.93
    assert published[48] == first_queens.Published()
    solutions = {side: claim.columns for side, claim in published.items() if claim.columns}
    assert len(solutions) == 22
    for side, columns in solutions.items():
        rows = range(side)
        assert set(columns) == set(range(1, side + 1))
        for slope in (1, -1):
            assert len({columns[row] + slope * row for row in rows}) == side, side


def test_first_queens_beside_what_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    published = tmp_path / "published.json"
    seconds = {"6": {"CP": None, "LEX-DFS": 1000.0}, "7": {"CP": None}}
    solutions = {"6": [2, 4, 6, 1, 3, 5], "7": [1, 4, 7, 3, 6, 2, 5]}
    published.write_text(json.dumps({"seconds": seconds, "solutions": solutions}))
    monkeypatch.setattr(first_queens, "DATA", published)
    record = tmp_path / "record.json"
    words = ["--record", str(record), "--workers", "0"]
    assert first_queens.main(["3", "5-6", *words]) == 0
    none, new, columns_new, equal, columns = capsys.readouterr().out.splitlines()
    assert "no placement" in none
    assert "not in the appendix, by " in new
    assert columns_new.split() == list("13524")
    assert "as published" in equal
    assert float(equal.split("ratio")[1].split()[0]) > 1
    assert columns.split() == list("246135")
    assert first_queens.main(["7", *words]) == 1
    assert "DIFFERS" in capsys.readouterr().out
    entries = first_queens.recorded(record)
    assert entries[5]["columns"] == [1, 3, 5, 2, 4]
    assert list(entries) == [5, 6, 7]
    assert {entry["cores"] for entry in entries.values()} == {1}
    assert first_queens.main(["5", *words]) == 0
    assert "remembered" in capsys.readouterr().out
    assert first_queens.recorded(record) == entries, "what is remembered is no new result"
    record.write_text(record.read_text().replace("[1, 3, 5, 2, 4]", "[1, 4, 2, 5, 3]"))
    before = record.read_text()
    assert first_queens.main(["5", *words]) == 1
    assert "one of them is wrong" in capsys.readouterr().err
    assert record.read_text() == before


def test_first_queens_go_on_by_the_journal(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sat, "PATIENCE", 3)
    monkeypatch.setattr(first_queens, "ask", partial(satchess.ask, engine="sat"))
    log = first_queens._Log
    monkeypatch.setattr(first_queens, "SECONDS_A_LINE", 0.0)

    class Stopped(log):  # type: ignore[misc, valid-type]
        def show(self, known: Evidence) -> None:
            super().show(known)
            if known.decided == 2:
                raise KeyboardInterrupt

    words = ["10", "--workers", "0", "--cache", str(own_cache)]
    monkeypatch.setattr(first_queens, "_Log", Stopped)
    assert first_queens.main([*words, "11"]) == 1
    shown = capsys.readouterr()
    assert "not decided, by sat (parts 0 refuted, 2 placed), interrupted; journal" in shown.out
    assert shown.out.count("\n") == 1, "no other board is asked for"
    assert " s, 2 prefixes decided, the last " in shown.err
    assert "-11 -12 13, " in shown.err
    monkeypatch.setattr(first_queens, "_Log", log)
    assert first_queens.main(words) == 0
    assert "s of them in earlier runs" in capsys.readouterr().out


# Command lines


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("bench.py", "chess"),
            "expected one of report, optimum, counting, leprechauns, first, beautiful, commands",
        ),
        (("bench.py", "report", "--rows", "unicorn"), "no row matches"),
        (("bench.py", "counting", "--rows", "unicorn"), "no row matches"),
        (("bench.py", "first", "--rows", "unicorn"), "no row matches"),
        (("bench.py", "counting", "--rows", "("), "--rows"),
        (("bench.py", "counting", "--limit", "0"), "positive limit"),
        (("tables.py",), "expected one of berghammer, leprechauns"),
        (("tables.py", "berghammer", "--rows", "unicorn"), "no question matches"),
        (("tables.py", "berghammer", "--timeout", "0"), "positive"),
        (("first_queens.py",), "required: N"),
        (("first_queens.py", "57-21"), "board '57-21': expected a number such as 48, or a range"),
        (("first_queens.py", "0"), "board '0'"),
        (("first_queens.py", "8", "--timeout", "0"), "positive"),
        (("first_queens.py", "8", "--workers", "-1"), "expected a number of processes"),
        (("first_queens.py", "8", "--record", "bench.py"), "expected a file that this tool wrote"),
    ],
)
def test_bad_command_lines(words: tuple[str, ...], complaint: str) -> None:
    done = tool(*words)
    assert done.returncode != 0
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


# Contests


@pytest.mark.parametrize(
    "question",
    [
        *optimum.QUESTIONS,
        *counting.QUESTIONS,
        *leprechauns.QUESTIONS,
        *first.QUESTIONS,
        *beautiful.QUESTIONS,
    ],
)
def test_questions_of_contests_can_be_asked(question: str) -> None:
    Request.parse(f"count {question}")


def answered(peer: Contender, question: str) -> object:
    """Put a question to a peer, in a process of its own: HiGHS and OR-tools cannot share one."""
    if not peer.is_installed:
        pytest.skip(f"{peer.package} is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOLS)  # the process has the path of this one
        done = run(peer, Trial(question, seed=0, limit=30))
    assert not done.failure
    return done.answer


PEERS = [pytest.param(peer, id=peer.label) for peer in counting_peers.COUNTING_PEERS]


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize(
    ("question", "counts"),
    [
        ("independence king 4x4", {4: 79}),
        ("domination knight 4x4", {4: 9}),
        ("domination bishop 4x4", {4: 25}),
        ("independence knight 3x3", {5: 2}),
        ("independence queen 3x3 --by-size", {0: 1, 1: 9, 2: 8}),
    ],
)
def test_peers_count(peer: Contender, question: str, counts: dict[int, int]) -> None:
    assert answered(peer, question) == Counts.of(counts)


def test_a_contest() -> None:
    words = ["--rows", "^queens 8$", "--seeds", "1", "--limit", "0.5"]
    done = tool("bench.py", "first", *words)
    assert done.returncode == 0, done.stderr
    assert "1, 5, 8, 6, 3, 7, ..." in done.stdout


@pytest.mark.parametrize("peer", leprechauns.PEERS, ids=lambda peer: peer.label)
@pytest.mark.parametrize(
    ("question", "counts"), [("leprechauns 2 10", {10: 4}), ("leprechauns 2 9", {})]
)
def test_peers_count_leprechauns(peer: Contender, question: str, counts: dict[int, int]) -> None:
    assert answered(peer, question) == Counts.of(counts)


@pytest.mark.parametrize("peer", first.PEERS, ids=lambda peer: peer.label)
@pytest.mark.parametrize("size", [6, 8, 11])
def test_peers_find_the_first_queens(peer: Contender, size: int) -> None:
    expected = satchess.ask(f"first queens {size}", cache=False).permutation
    assert expected is not None
    assert answered(peer, f"queens {size}") == first.Columns(expected)


def test_we_find_the_first_queens() -> None:
    told = first.ours(Trial("queens 8", seed=0, limit=30))()
    assert isinstance(told, Told)
    assert str(told.answer) == "1, 5, 8, 6, 3, 7, ..."


class _Slow(Counter):
    def total(self, model: object) -> None:
        return None

    best = sizes = total


def test_a_peer_that_does_not_finish_has_no_answer() -> None:
    work: Work = prepared(_Slow, Trial("independence king 3x3", seed=0, limit=1))
    assert work() is None


def test_contenders_that_disagree_make_a_row_unsound() -> None:
    def nothing(_: Trial) -> Callable[[], object]:
        return lambda: None

    def score(name: str, count: int) -> Score:
        run = Run(Counts(((8, count),)), seconds=1.0)
        return Score(Contender(name, nothing, "satchess"), (run,), 10)

    def row(*scores: Score) -> Row:
        answers = frozenset(run.answer for score in scores for run in score.runs)
        return Row("independence queen 8x8", scores, answers, 10)

    assert row(score("ours", 92), score("peer", 92)).is_sound
    unsound = row(score("ours", 92), score("peer", 52))
    assert not unsound.is_sound
    assert "52 of 8 or 92 of 8" in unsound.cells()


def test_options_of_contests() -> None:
    options = Options.parse(["--seeds", "2", "--limit", "5"], "x", "")
    assert (options.seeds, options.limit) == (2, 5.0)


@pytest.mark.parametrize(
    ("sizes", "text"),
    [
        ({}, "none"),
        ({8: 92}, "92 of 8"),
        ({0: 1, 1: 9, 2: 8}, "18 of 0..2"),
        ({400: 10**400}, "1.0000e+400 of 400"),
    ],
)
def test_counts_are_written_shortly(sizes: dict[int, int], text: str) -> None:
    assert str(Counts.of(sizes)) == text


def test_tables_are_aligned() -> None:
    table = Table(["board", "count"], [["3x3", "1"], ["10x10", "1234"]], ["a note"])
    assert table.text().splitlines() == [
        "board  count",
        "-----  -----",
        "3x3        1",
        "10x10   1234",
        "",
        "a note",
    ]
    assert table.markdown().splitlines()[1] == "| ----- | ----: |"


def test_scaling_is_measured_and_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    assert scaling.main(["queens 6"]) == 0
    assert "queens 6" in capsys.readouterr().out
    assert scaling.main(["queens 16", "--cores", "1000", "--sample", "2"]) == 0
    assert "1000 cores" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="too little work"):
        scaling.main(["queens 6", "--cores", "2"])


# Growth


def test_a_count_is_measured_in_a_process_of_its_own() -> None:
    point = growth._counted("independence king {0}x{0}", 4, limit=60)
    assert point is not None
    assert (point.value, point.count, point.engine) == ("4", "79", "kings")
    assert point.seconds > 0
    assert point.megabytes > 1


def test_a_count_that_takes_too_long_is_no_point() -> None:
    assert growth._counted("domination queen {0}x{0} --all", 12, limit=1) is None


def test_growth_is_drawn_with_every_series_in_both_panels() -> None:
    points = [
        growth.Point(series, side, "1", "1", "sat", side / 10, 10 * side)
        for series in growth.SERIES
        for side in (4, 6, 9)
    ]
    picture = ElementTree.fromstring(growth._picture(points))
    lines = picture.findall("{*}polyline")
    assert len(lines) == 2 * len(growth.SERIES)
    ends = [tuple(map(float, p.split(","))) for p in lines[0].attrib["points"].split()]
    (left, _), _, (right, _) = ends
    assert right - left == pytest.approx(pictures.WIDTH, abs=0.2)
    assert ends[0][1] > ends[1][1] > ends[2][1]  # more seconds are higher up
    texts = {text.text for text in picture.findall("{*}text")}
    assert {"seconds", "megabytes", "domination queen n x n --by-size"} <= texts


def test_the_counts_of_the_picture_agree_with_published_ones() -> None:
    """Oeis A018807, A000170, A007705 and A051223."""
    known = {
        "independence king {0}x{0}": {8: 281571, 12: 5109144543},
        "independence queen {0}x{0}": {8: 92, 10: 724, 12: 14200, 14: 365596, 16: 14772512},
        "independence queen {0}x{0}:torus --size {0}": {5: 10, 7: 28, 11: 88, 13: 4524, 17: 140692},
        "independence RBN {0}x{0}": {10: 4, 11: 44, 12: 156, 13: 1876, 14: 5180, 15: 32516},
    }
    found = {(point.series, point.side): int(point.count) for point in growth._read()}
    for series, numbers in known.items():
        for side, number in numbers.items():
            assert found[series, side] == number
