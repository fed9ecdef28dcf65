"""All placements with the smallest fingerprint, against brute force."""

from dataclasses import replace

import numpy as np
import pytest

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import (
    ListingBudget,
)
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.search import Queens
from satchess.engines.most_beautiful.walk import Walk
from tests.beautiful_boards import (
    all_placements_of,
    planted,
)

PROBING_AT_ONCE = ListingBudget(nodes_before_probing=1)


@pytest.mark.parametrize("budget", [ListingBudget(), PROBING_AT_ONCE])
@pytest.mark.parametrize("side", [8, 12, 14, 16, 17, 18, 20])
def test_all_that_attain_a_fingerprint(side: int, budget: ListingBudget) -> None:
    board = WeightedBoard.centred(side)
    walk = Walk(board)
    list(walk.run())
    end = walk.trail.end
    state = replace(end, alive=np.isin(board.groups, list(end.numbers)))
    assert_all_are_found(Attaining(board, end, budget), all_placements_of(board, state))


@pytest.mark.parametrize("budget", [ListingBudget(), PROBING_AT_ONCE])
@pytest.mark.parametrize("side", [12, 14, 16, 18])
def test_all_that_attain_a_fingerprint_where_groups_have_several_orbits(
    side: int, budget: ListingBudget
) -> None:
    for seed in range(12):
        board, state = planted(side, seed)
        assert_all_are_found(Attaining(board, state, budget), all_placements_of(board, state))


def assert_all_are_found(found: Attaining, everything: set[Queens]) -> None:
    """Assert that all placements and their images are found, none twice."""
    listed = [placed for batch in found.placements() for placed in batch]
    assert len(listed) == len(set(listed))
    assert set(listed) == everything
    upright = [placed for batch in found.upright() for placed in batch]
    assert found.each_stands_for * len(upright) == len(listed)
    assert set(upright) <= everything
    for placed in upright:
        turned = list(found.turned(placed))
        assert turned[0] == min(turned)
        assert len(turned) == found.each_stands_for
