"""Steps of the walk by linear programmes: how few queens the next groups need at least."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.lp import UNIT, Bound, Integers, OrbitLP, Proposal
from satchess.engines.most_beautiful.state import State, with_a_line_chosen
from satchess.engines.most_beautiful.trail import Floor, Proof, Step

NOTHING = 1e-7
"""Sums up to this are taken for 0; the walk speculates, and finds out later."""

FEWEST_SYMMETRIES = 4
"""A line is fixed without loss of generality only if programmes stay small."""

FIRST_BLOCK = 8
BLOCK_AFTER_QUEENS = 4
BLOCK_AFTER_EMPTY_GROUP = 2
"""Groups that are first tried as one empty block."""

Members = NDArray[np.bool_]
"""A set of variables."""


class Relaxation:
    """Takes steps from a state by its linear programme, which is kept for the next step.

    Nothing else is kept but the last solution, which may show that the next groups can be empty,
    and the length of the block to try next. From a state it has not led to, it starts afresh.
    """

    def __init__(self, board: WeightedBoard, longest_block: int) -> None:
        self._board = board
        self._longest_block = longest_block
        self._block = FIRST_BLOCK
        self._state: State | None = None
        """The state whose programme is kept."""
        self._lp: OrbitLP | None = None
        self._solution: NDArray[np.float64] | None = None

    def step(self, state: State, floors: Mapping[int, Floor]) -> Step | Refuted | None:
        """Fix the next group, or a block of empty ones.

        Return a refutation if the programme has no solution, None if no group has cells left.
        """
        lp = self._programme_of(state)
        first = state.following
        living = np.unique(lp.group_of[lp.live])
        living = living[living >= first]
        if not len(living):
            return None
        barrier = min((g for g in floors if g >= first), default=len(self._board.values))
        length = 1 if barrier == first else self._block
        while length >= 2:
            last = int(living[length - 1]) + 1 if length <= len(living) else barrier
            step = self._empty_block(lp, state, min(last, barrier))
            if step is not None:
                self._block = min(self._longest_block, 2 * length)
                return step
            length //= 2
        return self._single(lp, state, floors.get(first))

    def _programme_of(self, state: State) -> OrbitLP:
        if self._lp is None or self._state is not state:
            self._lp = OrbitLP(self._board, state.alive, state.symmetries, state.numbers)
            self._state = state
            self._solution = None
        return self._lp

    def _empty_block(self, lp: OrbitLP, state: State, last: int) -> Step | Refuted | None:
        """Leave the groups before `last` empty; None if they seem to need queens."""
        inside = (lp.group_of >= state.following) & (lp.group_of < last) & lp.live
        known = self._solution is not None and self._solution[inside].sum() < NOTHING
        if not known and inside.any():
            costs = np.where(inside, lp.sizes, 0)
            proposal = self._minimise(lp, costs)
            if isinstance(proposal, Refuted):
                return proposal
            if proposal is None or proposal.value >= NOTHING:
                return None
            _ban_by_cost(lp, lp.bound(costs, proposal.multipliers), 0)
        return self._emptied(lp, state, inside, last)

    def _single(self, lp: OrbitLP, state: State, floor: Floor | None) -> Step | Refuted:
        """Fix the next group."""
        group = state.following
        inside = (lp.group_of == group) & lp.live
        costs = np.where(inside, lp.sizes, 0)
        proposal = self._minimise(lp, costs)
        if isinstance(proposal, Proposal) and proposal.value > NOTHING:
            proposal = self._minimise(lp, costs, tightly=True)
        if isinstance(proposal, Refuted):
            return proposal
        bound = None if proposal is None else lp.bound(costs, proposal.multipliers)
        need = _need(self._board.values[group], bound, floor)
        number = 0 if need is None else need.number
        _ban_by_cost(lp, bound, number)
        if need is None:
            self._block = BLOCK_AFTER_EMPTY_GROUP
            return self._emptied(lp, state, inside, group + 1)
        self._block = BLOCK_AFTER_QUEENS
        lp.fix(group, number)
        if proposal is not None and number > proposal.value + NOTHING:
            self._solution = None
        numbers = {**state.numbers, group: number}
        fixed = replace(state, alive=lp.alive, following=group + 1, numbers=numbers)
        return self._finished(Step(group, group + 1, number, fixed, need))

    def _minimise(
        self, lp: OrbitLP, costs: Integers, *, tightly: bool = False
    ) -> Proposal | Refuted | None:
        """Ask HiGHS; None if it finds no solution, but that is not proved."""
        proposal = (lp.minimise_tightly if tightly else lp.minimise)(costs)
        self._solution = None if proposal is None else proposal.solution
        if proposal is None and (size := lp.refutation()) is not None:
            return Refuted("lp", size)
        return proposal

    def _emptied(self, lp: OrbitLP, state: State, inside: Members, last: int) -> Step:
        """Return the step that leaves the groups before `last` empty."""
        lp.ban(np.flatnonzero(inside))
        emptied = replace(state, alive=lp.alive, following=last)
        return self._finished(Step(state.following, last, 0, emptied))

    def _finished(self, step: Step) -> Step:
        """Assume what can be assumed after a step; note if the programme still fits its state."""
        state = step.state
        if state.queens == self._board.size:  # nothing is left for the other groups
            state = replace(
                state, alive=state.alive & np.isin(self._board.groups, list(state.numbers))
            )
        state = with_a_line_chosen(self._board, state, FEWEST_SYMMETRIES) or state
        if state is step.state:
            self._state = state
        return replace(step, state=state)


def _need(weight: int, bound: Bound | None, floor: Floor | None) -> Proof | None:
    """Return how many queens a group needs by what is proved; None if it may be empty."""
    least = 0 if bound is None else max(0, -(-bound.least // UNIT))
    if floor is not None and floor.number > least:
        return Proof(weight, floor.number, floor.reason.method, floor.reason.size)
    if bound is None or least == 0:
        return None
    return Proof(weight, least, "lp", bound.size)


def _ban_by_cost(lp: OrbitLP, bound: Bound | None, number: int) -> None:
    """Ban the orbits in which a queen would raise the bounded sum above `number`."""
    if bound is not None:
        # an orbit with a queen has an average of at least 1 / its size
        room = (number * UNIT - bound.least) * lp.sizes
        lp.ban(np.flatnonzero((bound.reduced > np.maximum(room, 0)) & lp.live))
