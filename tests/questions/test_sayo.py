"""The notebook of D. Sayo: its table, its printed boards, and the diagonals that its code omits."""

from itertools import product

import pytest
from click.testing import CliRunner

from satchess.cli.root import root
from satchess.questions import Question
from tests.paths import published

PRINTED = published("sayo")["boards"]


def squares(columns: list[int]) -> str:
    """Name the squares of a printed board, whose first row is the top rank."""
    ranks = range(len(columns), 0, -1)
    return " ".join(f"{chr(ord('a') + c)}{rank}" for c, rank in zip(columns, ranks, strict=True))


def violations(columns: list[int]) -> list[str]:
    question = Question.parse(f"independence queen {len(columns)}")
    return list(question.violations(question.read(squares(columns))))


@pytest.mark.parametrize("size", ["4", "8"])
def test_the_small_boards_hold(size: str) -> None:
    assert PRINTED[size]["entries"] == int(size)
    assert violations(PRINTED[size]["queens"]) == []


def test_the_board_of_13_is_printed_with_12_columns() -> None:
    """As printed, queens attack each other; two of them stand a column further right."""
    columns = PRINTED["13"]["queens"]
    assert PRINTED["13"]["entries"] == 12
    assert violations(columns) == [
        "k5 and k12 attack each other",
        "k5 and c13 attack each other",
        "h7 and l11 attack each other",
        "l11 and k12 attack each other",
    ]
    # an entry of each row is lost: the queens behind it stood one column further right
    shifts = product((0, 1), repeat=13)
    readings = ([c + s for c, s in zip(columns, shift, strict=True)] for shift in shifts)
    sound = [reading for reading in readings if len(set(reading)) == 13 and not violations(reading)]
    assert sound == [[2, 10, 12, 3, 8, 4, 7, 1, 11, 6, 0, 9, 5]]


def omitted_pairs(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The two diagonals, of two squares each, at which the printed code forgets to look.

    Its ranges end before the antidiagonal i + j = 2n - 3 and before the diagonal i - j = n - 2.
    """
    lowest, last = size - 2, size - 1
    return [((lowest, last), (last, lowest)), ((lowest, 0), (last, 1))]


def completions(size: int, placed: list[tuple[int, int]], row: int = 0) -> list[list[int]]:
    """All ways to put a queen into each row above the last two that attacks none before it."""
    if row == size - 2:
        return [[column for _, column in sorted(placed)]]
    return [
        found
        for column in range(size)
        if all(column != c and abs(column - c) != abs(row - r) for r, c in placed)
        for found in completions(size, [*placed, (row, column)], row + 1)
    ]


@pytest.mark.parametrize(("size", "wrong"), [(4, 0), (8, 0), (9, 0), (10, 4), (11, 48)])
def test_the_printed_code_lets_queens_attack_each_other(size: int, wrong: int) -> None:
    """From n = 10 on it accepts boards on which two queens attack each other; none below."""
    accepted = [found for pair in omitted_pairs(size) for found in completions(size, list(pair))]
    assert len(accepted) == wrong
    for columns in accepted:
        assert len(set(columns)) == size
        (violation,) = violations(columns)
        assert violation.endswith("attack each other")
        assert "1 and" in violation  # the pair stands on the two lowest ranks


def test_one_table_for_all_pieces() -> None:
    ended = CliRunner().invoke(
        root, ["table", "independence", "king,queen,rook,bishop,knight", "4..8", "--no-cache"]
    )
    head, *rows = [line.split() for line in ended.output.splitlines()]
    assert head == ["board", "king", "queen", "rook", "bishop", "knight"]
    assert rows == [
        [f"{n}x{n}", *map(str, (((n + 1) // 2) ** 2, n, n, 2 * n - 2, (n * n + 1) // 2))]
        for n in range(4, 9)
    ]
