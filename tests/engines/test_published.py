"""Published numbers: who printed them, and whether we agree."""

from typing import Any

import pytest

from satchess.engines.sat.engine import SatEngine
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task
from tests.paths import published

BERGHAMMER: dict[str, Any] = published("berghammer")
"""R. Berghammer, Relation-algebraic modeling and solution of chessboard independence and domination
problems, J. Logic Algebr. Program. 81 (2012), figures 3, 5, 7 and 9."""

QUICKLY_LISTED = 4_500
SLOWLY_LISTED = 300_000
"""Counts beyond that are for engines that need not list."""

CELLS = {
    f"{kind} {piece} {board}": entry
    for kind in ("independence", "domination")
    for piece, cells in BERGHAMMER[kind].items()
    for board, entry in cells.items()
}
MISPRINTS: dict[str, dict[str, Any]] = BERGHAMMER["misprints"]


def ask(verb: str, question: str) -> Evidence:
    known = Evidence(task := Task(verb, Question.parse(question)), "sat")
    for event in SatEngine().run(task):
        known = known.learn(event)
    return known


def true_entry(question: str) -> list[int]:
    """The cell of a table; the corrected one where it is misprinted."""
    entry: list[int] = MISPRINTS[question]["true"] if question in MISPRINTS else CELLS[question]
    return entry


def by_count(questions: dict[str, int]) -> list[Any]:
    """Parameters for all that can be listed, those that take long marked as such."""
    return [
        pytest.param(q, n, marks=[pytest.mark.slow] if n > QUICKLY_LISTED else [], id=q)
        for q, n in questions.items()
        if n <= SLOWLY_LISTED
    ]


def test_the_tables_are_complete() -> None:
    boards = {f"{m}x{n}" for m in range(3, 9) for n in range(m, 9)}
    assert len(CELLS) == 168
    for kind in ("independence", "domination"):
        assert {piece: set(cells) for piece, cells in BERGHAMMER[kind].items()} == dict.fromkeys(
            ["rook", "king", "knight", "bishop"], boards
        )


@pytest.mark.parametrize("kind", ["independence", "domination"])
@pytest.mark.parametrize("piece", ["rook", "king", "knight", "bishop"])
def test_berghammers_optima(kind: str, piece: str) -> None:
    for board in BERGHAMMER[kind][piece]:
        question = f"{kind} {piece} {board}"
        assert ask("solve", question).value == true_entry(question)[0], question


@pytest.mark.parametrize(
    ("question", "count"), by_count({question: true_entry(question)[1] for question in CELLS})
)
def test_berghammers_counts(question: str, count: int) -> None:
    known = ask("count", question)
    assert (known.count, known.exact) == (count, True)


@pytest.mark.parametrize("question", MISPRINTS)
def test_misprints_are_marked_and_refuted(question: str) -> None:
    printed, true = MISPRINTS[question]["printed"], MISPRINTS[question]["true"]
    assert CELLS[question] == printed, "a wrong number stays in the table as it was printed"
    known = ask("count", question)
    assert [known.value, known.count] == true != printed


def test_seven_knights_do_not_dominate_5x8() -> None:
    """One of the misprints says that they do, in one way."""
    assert ask("solve", "domination knight 5x8 --size 7").infeasible


OTHERS = {
    "independence knight 6x8 --holes b3,g3,b4,g4": (22, 8),  # Berghammer
    "independence knight 2x10": (12, 1),  # Berghammer
    "independence knight 2x11": (12, 16),  # Berghammer
    "independence queen 7x7 --size 6": (6, 832),  # Berghammer
    "independence queen 7x7": (7, 40),  # Berghammer
    "independence queen 8x8 --size 7": (7, 3192),  # Berghammer
    "independence queen 8x8": (8, 92),  # Berghammer
    "domination queen 8x8": (5, 4860),  # Berghammer
    "independence queen 9x9 --size 8": (8, 13848),  # Berghammer
    "independence bishop 13x16": (28, 54289),  # Berghammer
    "independence queen 9x9": (9, 352),  # A000170
    "independence queen 10x10": (10, 724),  # A000170
    "independence queen 5x5:torus": (5, 10),  # A051906
    "independence queen 7x7:torus": (7, 28),  # A051906
    "independence queen 11x11:torus": (11, 88),  # A051906
}


@pytest.mark.parametrize(
    ("question", "count"), by_count({question: count for question, (_, count) in OTHERS.items()})
)
def test_other_counts(question: str, count: int) -> None:
    known = ask("count", question)
    assert (known.value, known.count) == (OTHERS[question][0], count)


@pytest.mark.parametrize("size", [8, 9, 10])
def test_one_queen_more_than_rows_is_refuted(size: int) -> None:
    assert ask("solve", f"independence queen {size} --size {size + 1}").infeasible


SEQUENCES = {
    # question on n x n: (sequence, its terms from n = 1)
    "domination queen {n}": ("A075458", [1, 1, 1, 2, 3, 3, 4, 5, 5, 5]),
    "domination queen {n} --independent": ("A075324", [1, 1, 1, 3, 3, 4, 4, 5, 5, 5]),
    "domination knight {n}": ("A006075", [1, 4, 4, 4, 5, 8, 10, 12, 14]),
    "domination knight {n} --independent": ("A342576", [1, 4, 4, 4, 5, 8, 13, 14, 14]),
    "domination queen {n}:torus --independent": ("A279404", [1, 1, 1, 2, 5, 4, 5, 4, 5, 5]),
    # proved by Monsky, Problem E3162, Amer. Math. Monthly 96 (1989), 258-259
    "independence queen {n}:torus": ("A085801", [1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11]),
}


@pytest.mark.parametrize("question", SEQUENCES, ids=[name for name, _ in SEQUENCES.values()])
def test_sequences(question: str) -> None:
    _, terms = SEQUENCES[question]
    values = [ask("solve", question.format(n=n)).value for n in range(1, len(terms) + 1)]
    assert values == terms


RECTANGULAR_QUEENS = [
    [1],
    [1, 1],
    [1, 1, 1],
    [1, 2, 2, 3],
    [1, 2, 2, 3, 3],
    [1, 2, 2, 3, 3, 4],
    [1, 2, 3, 3, 4, 4, 4],
    [1, 2, 3, 4, 4, 4, 5, 5],
    [1, 2, 3, 4, 4, 4, 5, 5, 5],
]
"""A299029: independent domination of queens on m x n, m <= n, in row n (Bozoki)."""


def test_rectangular_queens() -> None:
    for n, row in enumerate(RECTANGULAR_QUEENS, start=1):
        for m, value in enumerate(row, start=1):
            question = f"domination queen {m}x{n} --independent"
            assert ask("solve", question).value == value, question


def backtracked_queens(size: int, columns: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """Return the first solution in the order of columns, by trying them one after the other."""
    if len(columns) == size:
        return columns
    for column in range(1, size + 1):
        row = len(columns)
        if all(c != column and abs(c - column) != row - r for r, c in enumerate(columns)):
            found = backtracked_queens(size, (*columns, column))
            if found:
                return found
    return None


@pytest.mark.parametrize("size", range(4, 15))
def test_first_queens(size: int) -> None:
    known = ask("first", f"independence queen {size}")
    assert known.placement is not None
    permutation = known.placement.permutation(known.task.question.board)
    assert permutation == backtracked_queens(size)
