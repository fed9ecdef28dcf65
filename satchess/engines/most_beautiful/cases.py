"""Cases of a state: the ways in which the queens of one group can stand.

Where the heavy groups have as few queens as possible, most lines near the rim are taken, so there
are few ways to place the queens of a group. Each of them decides several outer lines at once, which
leaves fewer cells than the choice of a queen in any single row.
"""

from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from math import comb, exp2

import numpy as np

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import Budgets, CasesBudget
from satchess.engines.most_beautiful.decisions import Decision, Placed, Refuted
from satchess.engines.most_beautiful.lp import Integers
from satchess.engines.most_beautiful.probing import probed
from satchess.engines.most_beautiful.rounds import SatRounds, rounds_of
from satchess.engines.most_beautiful.search import Cells
from satchess.engines.most_beautiful.state import State


def cases(board: WeightedBoard, state: State, budget: CasesBudget) -> list[State]:
    """Return states that partition the placements of a state; none if it has no placement.

    Branches on the group whose cases promise to take the least time. If no group promises to be
    faster than the state itself, the state is the only case.
    """
    best = [state]
    least = 1.0
    for group, number in state.numbers.items():
        members = np.flatnonzero((state.alive & (board.groups == group)).ravel()).tolist()
        if len(members) <= number or comb(len(members), number) > budget.most_sets:
            continue
        filled = map(board.propagated, _filled(board, state.alive, members, number))
        found = [state.on(alive) for alive in filled if alive is not None]
        cells = [int(case.alive.sum()) for case in found]
        work = sum(exp2((left - int(state.alive.sum())) / budget.doubling) for left in cells)
        if work < least:
            best, least = found, work
    return best


def _filled(board: WeightedBoard, alive: Cells, members: list[int], number: int) -> Iterator[Cells]:
    """Yield the cells left by each way to put exactly so many queens on the members."""
    if number == 0:
        left = alive.copy()
        left.ravel()[members] = False
        yield left
        return
    for index, cell in enumerate(members):
        if alive.ravel()[cell]:
            left = alive & ~board.attacked(*divmod(cell, board.size))
            left.ravel()[members[:index]] = False
            yield from _filled(board, left, members[index + 1 :], number - 1)


def decided_by_cases(
    board: WeightedBoard, state: State, forced: Sequence[Integers], budgets: Budgets
) -> Iterator[Decision | None]:
    """Yield None until the cases of a state decide it; nothing more if it cannot be divided.

    Every placement has a queen on each of the `forced` diagonals.
    """
    decision = yield from _CaseTree(board, forced, budgets).decided(state)
    if decision is not None:
        yield decision


class _CaseTree:
    """Divides a state into cases, and the cases that SAT does not decide soon into further ones.

    A case is probed at the rim only, where the division has changed most. Once SAT has left a case
    open, others with as many cells are divided at once.
    """

    def __init__(self, board: WeightedBoard, forced: Sequence[Integers], budgets: Budgets) -> None:
        self._board = board
        self._forced = forced
        self._budgets = budgets
        self._too_large = board.cells.size

    def decided(self, state: State) -> Generator[None, None, Decision | None]:
        """Divide a state and decide its cases; None if it cannot be divided."""
        divided = cases(self._board, state, self._budgets.cases)
        if divided == [state]:
            return None
        size = 0
        for case in sorted(divided, key=lambda case: int(case.alive.sum())):
            decision = yield from self._decided_case(case)
            if isinstance(decision, Placed):
                return decision
            size += decision.size
        return Refuted("cases", size)

    def _decided_case(self, case: State) -> Generator[None, None, Decision]:
        cells = case.alive
        for result in probed(self._board, case, case.symmetries[:1], at_the_rim=True):
            if isinstance(result, Refuted):
                return result
            cells = result
            yield
        left = self._board.propagated(cells)
        if left is None:
            return Refuted("lp")
        case = case.on(left)
        rounds = rounds_of(lambda: SatRounds(self._board, case, self._budgets.rounds, self._forced))
        if left.sum() < self._too_large:
            for decision in islice(rounds, self._budgets.cases.sat_rounds):
                if decision is not None:
                    return decision
                yield
            self._too_large = int(left.sum())
        decided = yield from self.decided(case)
        while decided is None:
            decided = next(rounds)
            yield
        return decided
