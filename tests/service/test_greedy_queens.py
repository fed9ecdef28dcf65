"""The greedy queens of the infinite board."""

import json
from itertools import islice

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.engines.first_queens.greedy import greedy_columns, greedy_opening
from satchess.errors import BadInput
from satchess.service.greedy_queens import agreement, greedy_queens
from tests.paths import ROOT

A065188 = """
1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 37 39 41 16 18 45 17 48 20 51 53 21
"""
"""https://oeis.org/A065188"""


def by_definition(rows: int) -> list[int]:
    """The least column that no queen before attacks, by trying all."""
    placed: list[int] = []
    for row in range(rows):
        column = 0
        while any(column == c or abs(column - c) == row - above for above, c in enumerate(placed)):
            column += 1
        placed.append(column)
    return placed


def test_the_known_terms() -> None:
    known = tuple(map(int, A065188.split()))
    assert greedy_queens(len(known)).columns == known
    assert list(islice(greedy_columns(), 250)) == by_definition(250)


def test_many_rows() -> None:
    columns = list(islice(greedy_columns(), 100_000))
    assert len(set(columns)) == len(columns)
    golden = (1 + 5**0.5) / 2  # all lie about two lines, as is conjectured at A065188
    assert all(min(abs(c - r * golden), abs(c - r / golden)) < 6 for r, c in enumerate(columns))


@pytest.mark.parametrize("side", [1, 5, 8, 20])
def test_an_opening_is_greedy_within_the_board(side: int) -> None:
    opening = greedy_opening(side, side)
    columns = [queen.column for queen in sorted(opening.queens)]
    assert columns == by_definition(side)[: len(columns)]
    assert len(columns) == side or not opening.row(len(columns))


def test_how_long_the_first_placement_is_greedy(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["greedy", "8"]) == 0
    assert "not remembered" in capsys.readouterr().out
    satchess.queens(8).first()  # 1 5 8 6 3 7 2 4
    assert exit_code_of(["greedy", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 3 5 2 4 9 11 13",
        "The first placement of 8 queens on 8x8 is the same for 1 row.",
    ]
    satchess.queens(5).first()
    assert greedy_queens(5).agreement == 5
    assert exit_code_of(["greedy", "5", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"rows": 5, "columns": [1, 3, 5, 2, 4], "agreement": 5}


def test_published_first_placements_begin_greedily() -> None:
    path = ROOT / "docs" / "results" / "first_queens.json"
    boards = json.loads(path.read_text())["boards"]
    for board in boards:
        columns = greedy_queens(board["n"], cache=False).columns
        alike = agreement(columns, tuple(board["columns"]))
        assert 5 <= alike < board["n"]
        assert columns[alike] < board["columns"][alike]  # greedy is as far left as can be


@pytest.mark.parametrize("rows", ["0", "-3", "many", "99999999999"])
def test_bad_rows(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["greedy", rows]) == 2
    assert capsys.readouterr().err


def test_bad_rows_of_the_library() -> None:
    with pytest.raises(BadInput, match="expected a number"):
        greedy_queens(0)
