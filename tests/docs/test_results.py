"""The first queens of docs/results obey the rules, agree with the paper, and are found again.

Of the most beautiful ones, what is said in docs; for the rest, see test_beautiful_engine.py.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from satchess.cli.failures import exit_code_of
from tests.oracle import Table
from tests.paths import ROOT, published

RESULTS = ROOT / "docs" / "results"

FIRST: dict[int, list[int]] = {
    board["n"]: board["columns"]
    for board in json.loads((RESULTS / "first_queens.json").read_text())["boards"]
}

PUBLISHED: dict[str, Any] = published("first_queens")

JOURNALS = sorted((RESULTS / "journals").glob("first-queens-*.txt"))
OPEN = sorted((RESULTS / "journals" / "open").glob("first-queens-*.txt"))


def test_there_are_first_queens_and_journals() -> None:
    assert len(FIRST) > 40
    assert JOURNALS


@pytest.mark.parametrize("side", FIRST)
def test_first_queens_do_not_attack_each_other(side: int) -> None:
    columns = FIRST[side]
    assert sorted(columns) == list(range(1, side + 1))
    for direction in (1, -1):
        assert len({row + direction * column for row, column in enumerate(columns)}) == side


@pytest.mark.parametrize("side", sorted(FIRST.keys() & set(map(int, PUBLISHED["solutions"]))))
def test_first_queens_are_those_of_the_paper(side: int) -> None:
    assert FIRST[side] == PUBLISHED["solutions"][str(side)]


def taken_up(journal: Path, folder: Path) -> tuple[int, list[str]]:
    """Import a journal; return its side, and the options for the cache that it is in."""
    cache = ["--cache", str(folder / "cache.db")]
    assert exit_code_of(["journal", "import", str(journal), *cache]) == 0
    return int(journal.stem.rpartition("-")[2]), cache


@pytest.mark.parametrize("journal", OPEN, ids=[journal.stem for journal in OPEN])
def test_what_is_open_can_be_taken_up(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its parts are all of it, its placements obey the rules, and the board is still open."""
    side, cache = taken_up(journal, tmp_path)
    assert " taken up, " in capsys.readouterr().out
    assert exit_code_of(["jobs", "ls", *cache]) == 0
    assert f"first independence queen {side}x{side}" in capsys.readouterr().out
    assert side not in FIRST


@pytest.mark.parametrize("journal", JOURNALS, ids=[journal.stem for journal in JOURNALS])
def test_a_journal_leads_to_the_placement_at_once(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    side, cache = taken_up(journal, tmp_path)
    capsys.readouterr()
    assert exit_code_of(["first", "queens", str(side), "--workers", "0", "--json", *cache]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["permutation"] == FIRST[side]
    assert exit_code_of(["journal", "show", f"first queens {side}", "--json", *cache]) == 0
    prefixes = json.loads(capsys.readouterr().out)["prefixes"]
    assert all(prefix["source"] == journal.name for prefix in prefixes)


BEAUTIFUL: dict[int, dict[str, Any]] = {
    board["side"]: board
    for board in json.loads((RESULTS / "beautiful_queens.json").read_text())["boards"]
}


def test_numbers_of_most_beautiful_placements_are_powers_of_two() -> None:
    numbers = {side: board["placements"] for side, board in BEAUTIFUL.items()}
    others = {side: n for side, n in numbers.items() if n is not None and n.bit_count() > 1}
    assert others == {25: 24}


@pytest.mark.parametrize(("side", "turns"), [(66, 2), (116, 1)])
def test_the_most_beautiful_placements_that_turns_leave_alone(side: int, turns: int) -> None:
    squares = {(row, column - 1) for row, column in enumerate(BEAUTIFUL[side]["placement"])}
    turned = squares
    for _ in range(turns):
        turned = {(column, side - 1 - row) for row, column in turned}
    assert turned == squares


ARMIES: list[dict[str, Any]] = json.loads((RESULTS / "armies.json").read_text())["boards"]


@pytest.mark.parametrize("board", ARMIES, ids=[f"{b['question']}-{b['side']}" for b in ARMIES])
def test_armies_of_queens_keep_their_peace(board: dict[str, Any]) -> None:
    """The placements have the values that are claimed, by lines counted here."""
    side = board["side"]
    queens: dict[str, set[tuple[int, int]]] = {}
    for stone in board["placement"].split():
        piece, _, square = stone.rpartition("@")
        queens.setdefault(piece, set()).add((ord(square[0]) - ord("a"), int(square[1:]) - 1))
    armies = list(queens.values())
    if board["question"] == "peaceable":
        assert {len(army) for army in armies} <= {board["value"]}
        assert len(armies) == (2 if board["value"] else 0)
        white, black = armies or (set(), set())
        assert not lines_of(white) & lines_of(black)
    else:
        (army,) = armies
        assert len(army) == side
        attacked = lines_of(army)
        free = [
            (x, y) for x in range(side) for y in range(side) if not lines_of({(x, y)}) & attacked
        ]
        assert len(free) == board["value"]


def lines_of(squares: set[tuple[int, int]]) -> set[tuple[str, int]]:
    """Return the lines on which a queen of some square stands."""
    return {
        line
        for x, y in squares
        for line in (("column", x), ("row", y), ("rising", y - x), ("falling", y + x))
    }


COVERS: list[dict[str, Any]] = json.loads((RESULTS / "queens_domination.json").read_text())[
    "boards"
]


@pytest.mark.parametrize("independent", [False, True])
def test_queens_cover_their_boards(independent: bool) -> None:
    """The placements have the sizes that are claimed, and cover, by lines counted here."""
    boards = [b for b in COVERS if b["independent"] == independent and b["placement"]]
    assert boards
    for board in boards:
        queens = {
            (ord(square[0]) - ord("a"), int(square[1:]) - 1)
            for square in board["placement"].split()
        }
        assert len(queens) == board["upper"] >= board["lower"]
        occupied = lines_of(queens)
        squares = [(x, y) for x in range(board["columns"]) for y in range(board["rows"])]
        assert queens <= set(squares)
        assert all(lines_of({square}) & occupied for square in squares), board
        assert not independent or len(occupied) == 4 * len(queens), board


def test_no_way_to_the_fewest_queens_contradicts_another() -> None:
    for board in COVERS:
        assert board["rows"] <= board["columns"]
        for bounds in board["ways"].values():
            assert bounds["lower"] <= board["lower"]
            assert board["placement"] or board["upper"] is None
            assert bounds["upper"] is None or bounds["upper"] >= (board["upper"] or 0)


def test_fewest_queens_are_as_published() -> None:
    """OEIS A274138 and A299029 for rectangles, A075458 and A075324 for squares."""
    table = published("queens_domination")
    compared = 0
    for board in COVERS:
        name = "independent" if board["independent"] else "dominating"
        rows, columns = board["rows"], board["columns"]
        rectangles, squares = table["rectangles"][name], table["squares"][name]
        if columns <= len(rectangles):
            value = rectangles[columns - 1][rows - 1]
        elif rows == columns <= len(squares):
            value = squares[rows - 1]
        else:
            continue
        assert board["lower"] <= value <= (board["upper"] or value), board
        compared += board["lower"] == board["upper"]
    assert compared > 14


def test_covers_by_the_fewest_queens_are_as_many_as_published() -> None:
    """OEIS A002564 from n = 4."""
    numbers = dict(enumerate((12, 186, 4, 86, 4860, 114, 8, 2, 8, 288), start=4))
    counted = {
        board["rows"]: board["ways"]["covers"]["count"]
        for board in COVERS
        if board["rows"] == board["columns"] and not board["independent"]
        if "count" in board["ways"].get("covers", {})
    }
    assert len(counted) > 4
    assert all(counted[side] == numbers[side] for side in counted)


KNIGHTS: list[dict[str, Any]] = json.loads((RESULTS / "knights_domination.json").read_text())[
    "boards"
]


@pytest.mark.parametrize("board", KNIGHTS, ids=[f"{b['rows']}x{b['columns']}" for b in KNIGHTS])
def test_knights_cover_their_board(board: dict[str, Any]) -> None:
    """The placements have the sizes that are claimed, and cover, by leaps counted here."""
    knights = {
        (ord(square[0]) - ord("a"), int(square[1:]) - 1) for square in board["placement"].split()
    }
    leaps = [(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)]
    covered = knights | {(x + right, y + up) for x, y in knights for right, up in leaps}
    assert len(knights) == board["value"]
    assert {(x, y) for x in range(board["columns"]) for y in range(board["rows"])} <= covered
    assert len({entry["overlap"] for entry in board["proofs"]}) == len(board["proofs"])


def test_fewest_knights_are_as_published() -> None:
    """OEIS A006075, to 21 rows."""
    published = (1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24, 28, 32, 36, 40, 46, 52, 57, 62, 68)
    for board in KNIGHTS:
        if board["rows"] == board["columns"] <= len(published):
            assert board["value"] == published[board["rows"] - 1]


SETS: dict[str, list[dict[str, Any]]] = json.loads((RESULTS / "sets.json").read_text())


def test_chains_grow() -> None:
    for board in SETS["chains"]:
        assert board["numbers"] == sorted(board["numbers"])
        assert len(board["numbers"]) == 6


@pytest.mark.parametrize(
    "board",
    [board for board in SETS["chains"] if board["side"] <= 4],
    ids=lambda board: f"{board['piece']}-{board['side']}",
)
def test_chains_are_those_of_brute_force(board: dict[str, Any]) -> None:
    table = Table(board["piece"], board["side"], board["side"])
    fewest = (
        table.irredundant(maximal=True),
        table.dominating(),
        table.dominating(independent=True),
    )
    most = table.independent(), table.dominating(upper=True), table.irredundant()
    sizes = [min(mask.bit_count() for mask in masks) for masks in fewest]
    assert board["numbers"] == [*sizes, *(max(m.bit_count() for m in masks) for masks in most)]


def test_counts_of_sets_come_from_two_engines() -> None:
    for entry in SETS["counts"]:
        assert len(set(entry["engines"])) == 2
        assert int(entry["count"]) > 0
