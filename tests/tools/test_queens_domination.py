"""The tool that keeps the fewest queens, and what its pages say about them."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import queens_domination
import queens_pages
import second_division
from queens_domination import Board, Results, boards, next_way

from satchess.domain.board import Board as PlainBoard
from satchess.engines.frames.frames import open_frames, turned
from tests.paths import published

USED = {"seconds": 1.0, "processor": 0.5}


def answer(lower: int, upper: int | None, count: int | None = None) -> dict[str, Any]:
    placement = None if upper is None else [f"a{rank}" for rank in range(1, upper + 1)]
    exact = count is not None
    return {"lower": lower, "upper": upper, "placement": placement, "count": count, "exact": exact}


def test_boards_are_squares_or_rectangles_with_the_longer_side_last() -> None:
    assert {str(board) for board in boards("4..5x4..5", [False])} == {"4x4", "4x5", "5x5"}
    assert [str(board) for board in boards("7")] == ["7x7", "7x7 --independent"]
    with pytest.raises(SystemExit, match="expected such as"):
        list(boards("7xx8"))


def test_the_theorem_is_a_lower_bound_and_is_met() -> None:
    table = published("queens_domination")["rectangles"]
    met = 0
    for name in ("dominating", "independent"):
        for columns, row in enumerate(table[name], start=1):
            for rows, value in enumerate(row, start=1):
                least = Board(rows * columns, rows, columns, name == "independent").least
                assert least <= value
                met += least == value
    assert met > 50


def test_two_proofs_are_enough_and_a_way_has_its_limit(tmp_path: Path) -> None:
    results, board = Results(tmp_path / "results.json"), Board(16, 4, 4, False)
    ways = ["sat", "covers", "frames"]
    assert next_way(results.entry(board), ways, limit=1) == "sat"
    results.learn(board, "sat", answer(1, 2), USED)
    assert next_way(results.entry(board), ways, limit=2) == "sat", "it has a second left"
    assert next_way(results.entry(board), ways, limit=1) == "covers"
    results.learn(board, "covers", answer(2, 2, count=12), USED)
    assert next_way(results.entry(board), ways, limit=1) == "frames", "one proof is not enough"
    results.learn(board, "sat", answer(2, None), USED)
    again = Results(tmp_path / "results.json").entry(board)
    assert next_way(again, ways, limit=9) is None
    assert again["ways"]["sat"]["processor"] == 1.0, "sittings are added up"
    assert again["ways"]["covers"]["count"] == 12
    assert (again["lower"], again["upper"], again["placement"]) == (2, 2, "a1 a2")


def test_independent_queens_are_queens(tmp_path: Path) -> None:
    results, board = Results(tmp_path / "results.json"), Board(16, 4, 4, False)
    results.learn(board, "walk", answer(2, None), USED)
    results.learn(replace(board, independent=True), "walk", answer(2, 2), USED)
    assert results.entry(board)["placement"] == "a1 a2"


def test_what_contradicts_is_not_written_down(tmp_path: Path) -> None:
    results, board = Results(tmp_path / "results.json"), Board(16, 4, 4, False)
    results.learn(board, "sat", answer(2, 2), USED)
    with pytest.raises(SystemExit, match="4x4"):
        results.learn(board, "covers", answer(3, 3), USED)
    assert "covers" not in Results(tmp_path / "results.json").entry(board)["ways"]


def test_bounds_are_kept_under_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command at work tells what it knows; nothing else is begun."""

    def interrupted(*_: object) -> tuple[dict[str, Any], dict[str, float]]:
        os.kill(os.getpid(), signal.SIGINT)
        return answer(1, 3), USED

    monkeypatch.setattr(queens_domination, "asked", interrupted)
    path, before = tmp_path / "results.json", signal.getsignal(signal.SIGINT)
    queens_domination.main(["4..9", "--results", str(path)])
    (board,) = json.loads(path.read_text())["boards"]
    assert (board["rows"], board["lower"], board["upper"]) == (4, 1, 3)
    assert signal.getsignal(signal.SIGINT) == before
    assert capsys.readouterr().out == "4x4 sat 1 3 0.5\n"


def test_a_small_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    words = ["4", "--independent", "yes", "--ways", "sat", "frames", "--results", str(path)]
    queens_domination.main(words)
    out = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ")[0] for line in out] == [
        "4x4 --independent sat 3 3",
        "4x4 --independent frames 3 3",
    ]
    written = path.read_text()
    queens_domination.main(words)
    assert path.read_text() == written, "what is proved is not asked again"
    (board,) = json.loads(written)["boards"]
    assert (board["lower"], board["upper"]) == (3, 3)
    assert len(board["placement"].split()) == 3


def test_pages_say_what_is_proved_and_what_is_not() -> None:
    table = published("queens_domination")

    def shown(rows: int, columns: int, lower: int, upper: int | None, **ways: int) -> str:
        bounds = {
            way: {"lower": least, "seconds": 1.0, "processor": None} for way, least in ways.items()
        }
        entry = {"rows": rows, "columns": columns, "independent": False}
        more = {"lower": lower, "upper": upper, "ways": bounds}
        return queens_pages.Known(entry | more, table).shown

    assert shown(5, 5, 3, 3, sat=3, covers=3) == "3"
    assert shown(5, 5, 3, 3, sat=3, covers=2) == "3'", "one way is not two"
    assert shown(5, 5, 2, 3, sat=2) == "2 to 3"
    assert shown(5, 5, 2, None, sat=2) == "2 or more"
    assert shown(4, 4, 2, 2, sat=2, covers=2) == "*2*", "the bound of the theorem"
    assert shown(26, 26, 14, 14, sat=14, covers=14) == "**14**", "in no table"


@pytest.mark.parametrize(("side", "queens"), [(9, 4), (10, 5), (12, 6)])
def test_a_second_division_has_a_frame_of_each_orbit(side: int, queens: int) -> None:
    turns = list(PlainBoard(side, side).turns)
    ours = list(second_division.mirrored_frames(side, queens))
    theirs = open_frames(side, side, queens, turns)
    orbits = [frozenset(turned(frame, turn) for turn in turns) for frame in theirs]
    assert len(ours) == len(theirs)
    assert {orbit for orbit in orbits if orbit & set(ours)} == set(orbits)


def test_a_second_division_goes_on_by_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal.txt"
    words = ["second_division.py", "8", "4", "--journal", str(journal)]
    monkeypatch.setattr("sys.argv", [*words, "--sitting", "0"])
    assert second_division.main() == 1
    monkeypatch.setattr("sys.argv", words)
    assert second_division.main() == 0
    first, *lines = journal.read_text().splitlines()
    assert first.startswith("# 4 queens")
    assert second_division.main() == 0
    assert len(set(lines)) == len(lines) == len(journal.read_text().splitlines()) - 1
    assert capsys.readouterr().out.endswith(f"{len(lines)} of {len(lines)} frames refuted\n")


def test_a_second_division_meets_a_placement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["second_division.py", "11", "5", "--journal", str(tmp_path / "journal.txt")]
    monkeypatch.setattr("sys.argv", words)
    assert second_division.main() == 1
    assert len(capsys.readouterr().out.split()) >= 5
