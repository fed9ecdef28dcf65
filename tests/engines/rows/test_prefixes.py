"""How placements are divided by the pieces of the first rows."""

import pytest

from satchess.engines.rows.prefixes import PlacementClass, Prefixes
from satchess.task import Part


def attack(reach: int, rows_apart: int, columns_apart: int) -> bool:
    return columns_apart in (0, rows_apart) or max(rows_apart, columns_apart) <= reach


@pytest.mark.parametrize(("reach", "size"), [(1, 5), (2, 8), (3, 11)])
def test_a_part_falls_into_the_columns_that_no_piece_before_attacks(reach: int, size: int) -> None:
    """Exactly these: one more would be a part without placements, one less would lose some."""
    everything = (1 << size) - 1
    for first in range(size):
        class_ = PlacementClass([1 << first, *[everything] * (size - 1)], [0] * size, 12)
        prefixes = Prefixes(reach, size, (class_,))
        parts = [Part("0")]
        for row in range(1, 4):
            parts = [piece for part in parts for piece in prefixes.divided(part)]
            chosen = {prefixes.columns_of(part) for part in parts}
            assert len(chosen) == len(parts)
            assert chosen == {
                (*before, column)
                for before in {columns[:-1] for columns in chosen}
                for column in range(size)
                if not any(
                    attack(reach, row - above, abs(column - other))
                    for above, other in enumerate(before)
                )
            }
