"""The formula for kings on (3m+1) x 3n that docs/atlas/claims.md proves, against counts."""

from itertools import combinations, product

import pytest

from satchess.engines.frontier.engine import FrontierEngine
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task


def counted(rows: int, columns: int) -> tuple[int | None, int | None]:
    """The fewest kings, and in how many ways, by dynamic programming."""
    task = Task("count", Question.parse(f"domination king {rows}x{columns}"))
    known = Evidence(task, "frontier")
    for event in FrontierEngine().run(task):
        known = known.learn(event)
    return known.value, known.count


def by_brute_force(rows: int, columns: int, kings: int) -> int:
    """Try all sets of so many kings."""
    squares = list(product(range(rows), range(columns)))
    return sum(
        all(any(abs(i - a) <= 1 and abs(j - b) <= 1 for a, b in chosen) for i, j in squares)
        for chosen in combinations(squares, kings)
    )


def corrected(m: int) -> int:
    """The number of sets of m + 1 rows that dominate a path of 3 m + 1."""
    return (m * m + 5 * m + 2) // 2


@pytest.mark.parametrize(("m", "n"), [*product(range(1, 5), repeat=2)])
def test_the_formula_lacked_a_division_by_two(m: int, n: int) -> None:
    value, count = counted(3 * m + 1, 3 * n)
    assert value == (m + 1) * n
    assert count == corrected(m) ** n != (m * m + 5 * m + 2) ** n


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 1), (1, 2)])
def test_the_smallest_boards_by_brute_force(m: int, n: int) -> None:
    assert by_brute_force(3 * m + 1, 3 * n, (m + 1) * n) == corrected(m) ** n
    assert by_brute_force(3 * m + 1, 3 * n, (m + 1) * n - 1) == 0


@pytest.mark.parametrize("m", range(1, 7))
def test_rows_that_dominate_a_path(m: int) -> None:
    rows = range(3 * m + 1)
    found = sum(
        all(any(abs(row - p) <= 1 for p in chosen) for row in rows)
        for chosen in combinations(rows, m + 1)
    )
    assert found == corrected(m)


@pytest.mark.parametrize(("m", "n"), [*product(range(1, 4), repeat=2)])
def test_the_other_formulas_of_that_entry(m: int, n: int) -> None:
    assert counted(3 * m, 3 * n)[1] == 1
    assert counted(3 * m + 2, 3 * n)[1] == (m + 2) ** n
