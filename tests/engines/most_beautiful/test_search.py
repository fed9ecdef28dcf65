"""The compiled search, against brute force."""

import numpy as np
import pytest

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.search import Search
from tests.beautiful_boards import all_queens, exhausted


@pytest.mark.parametrize(("side", "room"), [(8, {}), (8, {0: 0, 1: 0, 2: 1}), (9, {3: 2, 6: 1})])
def test_the_search_finds_everything_in_slices(side: int, room: dict[int, int]) -> None:
    board = WeightedBoard.centred(side)
    search = Search(board.cells, board.groups, room)
    found = exhausted(search, 50, 7)
    assert len(found) == len(set(found))
    numbers = list(room.values())
    groups = np.array([*room], np.int64)
    expected = {p for p in all_queens(side) if (board.counts(p)[groups] == numbers).all()}
    assert expected <= set(found)
    assert all((board.counts(p)[groups] <= numbers).all() for p in found)


@pytest.mark.parametrize("side", [63, 64, 65])
def test_the_search_knows_boards_of_several_words(side: int) -> None:
    board = WeightedBoard.centred(side)
    for seed in range(40):
        preference = np.random.default_rng(seed).random((side, side)).astype(np.float32)
        search = Search(board.cells, board.groups, {}, preference=preference, noise=0.1, seed=seed)
        _, found = search.run(2000)
        if found:
            break
    (placed,) = found
    rows = range(side)
    for seen in (placed, [r - c for r, c in zip(rows, placed, strict=True)]):
        assert len(set(seen)) == side
    assert len({r + c for r, c in zip(rows, placed, strict=True)}) == side
