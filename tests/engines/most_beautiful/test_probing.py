"""Probing, parity and forced diagonals: nothing that a placement has is removed."""

from dataclasses import replace

import numpy as np
import pytest

from satchess.engines.most_beautiful import parity, probing
from satchess.engines.most_beautiful.board import WeightedBoard, preserving
from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.forced import forced_diagonals
from satchess.engines.most_beautiful.lp import UNIT, Bound, Integers, OrbitLP, Proposal, Row
from satchess.engines.most_beautiful.parity import fix_parity
from satchess.engines.most_beautiful.probing import probed
from satchess.engines.most_beautiful.state import (
    State,
)
from tests.beautiful_boards import (
    numbered_states,
    placements_in,
    some_states,
)


@pytest.mark.parametrize(("side", "at_the_rim"), [(7, False), (8, False), (8, True), (10, True)])
def test_probing_keeps_all_placements(side: int, at_the_rim: bool) -> None:
    any_removed = False
    for board, state in [*some_states(side), *(numbered_states(side) if at_the_rim else ())]:
        for symmetries in (state.symmetries, state.symmetries[:1]):
            placements = placements_in(board, state)
            for cells in probed(board, state, symmetries, at_the_rim=at_the_rim):
                if isinstance(cells, Refuted):
                    assert not placements
                    assert cells.size > 0
                else:
                    rows = np.arange(side)
                    assert all(cells[rows, list(placed)].all() for placed in placements)
                    assert preserving(state.symmetries, cells) == state.symmetries
                    removed = state.alive & ~cells
                    assert not at_the_rim or (board.groups[removed] < state.following).all()
                    any_removed |= bool(removed.any())
    assert any_removed


@pytest.mark.parametrize("side", [6, 7, 8])
@pytest.mark.parametrize("turn", [0, 2])
def test_parity_is_fixed_only_as_all_placements_have_it(side: int, turn: int) -> None:
    board = WeightedBoard.centred(side)
    symmetries = (board.symmetries[0], board.symmetries[turn])[: 1 + turn // 2]
    chance = np.random.default_rng(side)
    outcomes = set()
    for share in np.linspace(0.4, 1.0, 30):
        some = chance.random((side, side)) < share
        state = replace(State.first(board), alive=some | np.rot90(some, turn))
        lp = OrbitLP(board, state.alive, symmetries, {})
        odd = lp.of_odd_cells
        assert odd is not None
        costs = np.where(odd, lp.sizes, 0)
        before = extremes(lp, costs)
        if before is None:
            continue
        refuted = fix_parity(lp)
        numbers = {sum((r + c) % 2 for r, c in enumerate(p)) for p in placements_in(board, state)}
        after = extremes(lp, costs)
        if refuted is not None:
            assert refuted.size > 0
            assert not numbers
            outcomes.add("refuted")
        elif after is None:
            assert not numbers
        else:
            assert all(after[0] - 1e-6 <= number <= after[1] + 1e-6 for number in numbers)
            one = after[0] == pytest.approx(after[1]) and round(after[0]) % 2 == 0
            outcomes.add("fixed" if one and before[0] < before[1] - 0.1 else "open")
    assert "open" in outcomes
    assert "fixed" in outcomes or turn
    assert "refuted" in outcomes or side != 6 or turn


def test_parity_is_left_alone_where_symmetries_exchange_colours() -> None:
    board = WeightedBoard.centred(8)  # a quarter turn of an even board exchanges them
    lp = OrbitLP(board, board.cells, board.symmetries, {})
    assert lp.of_odd_cells is None
    assert fix_parity(lp) is None


@pytest.mark.parametrize(("order", "size"), [(1, 1), (8, 4)])  # the corners come first
@pytest.mark.parametrize("removed", [False, True])
def test_a_cell_is_removed_only_if_integers_prove_less_than_a_whole_queen(
    order: int, size: int, removed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = WeightedBoard.centred(6)
    empty = np.zeros(board.size**2)
    monkeypatch.setattr(
        OrbitLP, "minimise", lambda lp, _: Proposal(-0.1, empty[: lp.length], empty[:1])
    )
    monkeypatch.setattr(OrbitLP, "bound", lambda lp, *_: Bound(removed - UNIT // size, lp.sizes, 1))
    monkeypatch.setattr(probing, "fix_parity", lambda _: None)
    state = State.first(board)
    cells = next(probed(board, state, board.symmetries[:order]))
    assert not isinstance(cells, Refuted)
    assert bool((state.alive & ~cells).any()) == removed


@pytest.mark.parametrize(
    ("fewest", "most", "fixed"),
    [(1, 2, 2), (2, 3, 2), (1, 3, 2), (2, 2, 2), (1, 1, "refuted"), (0, 2, None), (1, 4, None)],
)
def test_an_even_number_between_two_bounds_is_fixed_if_it_is_the_only_one(
    fewest: int, most: int, fixed: int | str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = WeightedBoard.centred(6)
    lp = OrbitLP(board, board.cells, board.symmetries[:1], {})
    bounds = iter([(fewest, 5), (-most, 6)])
    monkeypatch.setattr(parity, "_least", lambda *_: next(bounds))
    added: list[Row] = []
    monkeypatch.setattr(lp, "add", added.append)
    refuted = fix_parity(lp)
    assert refuted == (Refuted("lp", 11) if fixed == "refuted" else None)
    assert [row.number for row in added] == ([fixed] if isinstance(fixed, int) else [])
    assert all(row.exact for row in added)


def extremes(lp: OrbitLP, costs: Integers) -> tuple[float, float] | None:
    """The least and the largest sum that a lp has solutions for."""
    least, most = lp.minimise(costs), lp.minimise(-costs)
    return None if least is None or most is None else (least.value, -most.value)


@pytest.mark.parametrize("side", [7, 8])
@pytest.mark.parametrize("multipliers", ["good", "at random"])
def test_forced_diagonals_have_a_queen_in_every_placement(
    side: int, multipliers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = some_states(side)
    if multipliers == "at random":
        honest = OrbitLP.minimise
        chance = np.random.default_rng(1)

        def guessing(self: OrbitLP, costs: Integers) -> Proposal | None:
            proposal = honest(self, costs)
            if proposal is None:
                return None
            noise = chance.normal(size=len(proposal.multipliers)) * 0.1
            return replace(proposal, multipliers=proposal.multipliers + noise)

        monkeypatch.setattr(OrbitLP, "minimise", guessing)
    open_ones = 0
    for board, state in states:
        for symmetries in (state.symmetries, state.symmetries[:1]):
            placements = placements_in(board, state)
            for cells in forced_diagonals(board, replace(state, symmetries=symmetries)):
                diagonal = set(cells.tolist())
                open_ones += int(state.alive.ravel()[cells].sum()) > 1
                for placed in placements:
                    assert any(side * r + c in diagonal for r, c in enumerate(placed))
    assert open_ones > 0 or multipliers != "good"
