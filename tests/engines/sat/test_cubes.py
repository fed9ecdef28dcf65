"""Cubes: whatever a search is divided by, its parts are all of it, each placement in one."""

from itertools import combinations, count

import pytest

from satchess.engines.sat.cubes import CUBES_A_DIVISION, Space, is_everything
from satchess.questions.base import Question
from satchess.task import Tuning
from tests.oracle import Table

TABLES = [
    *(Table(piece, rows, 5) for piece in ("queen", "rook", "bishop") for rows in (3, 4, 5)),
    Table("queen", 4, 5, holes=frozenset({"c3"})),
    Table("queen", 5, 5, holes=frozenset({"a1", "d2"})),
]


def smallest_covers(table: Table) -> tuple[int, int]:
    """Return the domination number and how many placements have it, by trying all."""
    covers = [1 << i | attacked for i, attacked in enumerate(table.attacked)]
    for size in count(1):
        number = 0
        for chosen in combinations(covers, size):
            union = 0
            for cover in chosen:
                union |= cover
            number += union == (1 << len(covers)) - 1
        if number:
            return size, number
    raise AssertionError


@pytest.mark.parametrize("table", TABLES, ids=[*map(str, range(len(TABLES)))])
def test_frames_partition_the_smallest_covers(table: Table) -> None:
    holes = f" --holes {','.join(sorted(table.holes))}" * bool(table.holes)
    text = f"domination {table.piece} {table.rows}x{table.columns}{holes}"
    model = Question.parse(text).model()
    size, number = smallest_covers(table)
    space = Space(model, size, Tuning())
    cubes = space.divided(())
    assert is_everything(cubes)
    assert sum(space.count(cube, None).count or 0 for cube in cubes) == number
    better = Space(model, size - 1, Tuning())
    assert all(better.find(cube, None) is None for cube in better.divided(()))


def test_covers_by_lines_start_with_many_parts_and_each_can_be_divided_again() -> None:
    space = Space(Question.parse("domination queen 12x11").model(), 5, Tuning())
    cubes = space.divided(())
    assert len(cubes) > CUBES_A_DIVISION
    assert is_everything(cubes)
    first, *others = cubes
    assert is_everything([*space.divided(first), *others])
