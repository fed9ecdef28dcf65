"""The compiled search against a slow twin, on boards of one, two and three words."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.lp import Integers
from satchess.engines.most_beautiful.search import Cells, Queens, Search
from tests.beautiful_boards import exhausted

CAPACITIES: dict[str, dict[int, int]] = {"none": {}, "some": {0: 2, 1: 1, 2: 0}}


def slow_search(
    alive: Cells, groups: Integers, capacity: Mapping[int, int]
) -> Iterator[dict[int, int]]:
    """Yield placements by row: fill the row with the fewest cells, strike what is attacked."""
    rows = [row for row in range(len(alive)) if alive[row].any()]
    if not rows:
        yield {}
        return
    row = min(rows, key=lambda row: int(alive[row].sum()))
    for column in np.flatnonzero(alive[row]).tolist():
        group = int(groups[row, column])
        room = dict(capacity)
        if group in room:
            room[group] -= 1
        left = alive.copy()
        for other in rows:
            for reached in (column, column - abs(other - row), column + abs(other - row)):
                if 0 <= reached < len(alive):
                    left[other, reached] = False
        left[row] = False
        left &= ~np.isin(groups, [g for g, number in room.items() if number <= 0])
        if all(left[other].any() for other in rows if other != row):
            for queens in slow_search(left, groups, room):
                yield {row: column, **queens}


def reaches(groups: Integers, capacity: Mapping[int, int], queens: Queens) -> bool:
    """Whether all bounded groups have as many queens as they may."""
    rows = np.arange(len(queens))
    counts = np.bincount(groups[rows, list(queens)], minlength=max(capacity, default=0) + 1)
    return all(counts[group] == number for group, number in capacity.items())


def some_cells(side: int, seed: int) -> Cells:
    """The cells of two placements and some others, fewer on boards that are slow to search."""
    rng = np.random.default_rng(seed)
    everywhere = np.ones((side, side), np.bool_)
    cells: Cells = rng.random((side, side)) < (2.0 if side < 30 else 0.5) / side
    found: set[Queens] = set()
    while len(found) < 2:
        preference = rng.random((side, side)).astype(np.float32)
        search = Search(
            everywhere, np.zeros((side, side), np.int64), {}, preference=preference, noise=0.1
        )
        found |= set(search.run(3000)[1])
    for queens in found:
        cells[np.arange(side), list(queens)] = True
    return cells


@pytest.mark.parametrize("capacity", CAPACITIES.values(), ids=CAPACITIES)
@pytest.mark.parametrize("side", [8, 20, 64, 65, 130])
def test_the_compiled_search_finds_what_its_slow_twin_finds(
    side: int, capacity: dict[int, int]
) -> None:
    reached = 0
    for seed, noise in ((0, None), (1, 0.3)):
        cells = some_cells(side, seed)
        groups = np.random.default_rng(seed).integers(0, 30, (side, side))
        usable = cells & ~np.isin(groups, [g for g, number in capacity.items() if number == 0])
        slow = {
            tuple(by_row[row] for row in range(side))
            for by_row in slow_search(usable, groups, capacity)
        }
        expected = {queens for queens in slow if reaches(groups, capacity, queens)}
        search = Search(cells, groups, capacity, noise=noise, seed=seed)
        found = exhausted(search, 40, 3)
        assert len(found) == len(set(found))
        # a branch is only sometimes cut as soon as a group cannot reach its number
        assert expected <= set(found) <= slow
        reached += len(expected)
    assert reached >= 4 or capacity


def test_noise_makes_no_difference_to_what_is_found_but_seeds_do_to_the_order() -> None:
    board = WeightedBoard.centred(8)
    orders = []
    for noise, seed in ((None, 0), (0.5, 1), (0.5, 2)):
        over, found = Search(board.cells, board.groups, {}, noise=noise, seed=seed).run(10**6, 100)
        assert over
        assert len(set(found)) == 92
        orders.append(tuple(found))
    assert len(set(orders)) == 3


def test_the_preferred_cells_come_first() -> None:
    board = WeightedBoard.centred(8)
    everything = Search(board.cells, board.groups, {}).run(10**6, 100)[1]
    for queens in everything[::10]:
        preference = np.zeros((8, 8), np.float32)
        preference[np.arange(8), list(queens)] = 1.0
        search = Search(board.cells, board.groups, {}, preference=preference, noise=0.1)
        assert search.run(8) == (False, [queens])
        assert search.nodes == 8
