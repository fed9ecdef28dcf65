"""Diagonals that hold a queen in every placement: a linear programme tells, SAT does not see it.

Where the heavy groups have as few queens as possible, these use up the diagonals of the rim. That
is a sum over the whole board, so a SAT solver would not learn it; told of it, it is faster.
"""

import numpy as np

from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.lp import UNIT, Integers, Programme
from satchess.engines.most_beautiful.state import State

SLACK = 1e-6
"""What HiGHS may be wrong by before a diagonal is given up."""


def full_diagonals(ground: Ground, state: State) -> list[Integers]:
    """Return the cells of diagonals on which each placement of a state has a queen.

    A programme knows averages over the images of a placement. That of a diagonal is a number of
    queens, divided by that of the symmetries: more than 1 less such a part is 1, and then all
    images of the diagonal are full. The same goes for a sum of diagonals, so one bound may do for
    all; those that a solution leaves emptier are dropped before.
    """
    programme = Programme(ground, state.alive, state.symmetries, state.numbers)
    part = len(state.symmetries)
    costs_of: dict[bytes, Integers] = {}
    """What the diagonals count, those that are images of each other once."""
    alike: dict[bytes, list[Integers]] = {}
    for line in ground.lines:
        inside = programme.orbit_of[line.cells]
        if line.needed or not (inside >= 0).any():
            continue
        costs = np.bincount(inside[inside >= 0], minlength=programme.length)
        costs_of[costs.tobytes()] = costs
        alike.setdefault(costs.tobytes(), []).append(line.cells)
    left = list(costs_of)
    full: list[bytes] = []
    while left:
        found, emptier = _asked(programme, [costs_of[name] for name in left], part)
        if found:
            full += left
            break
        kept = [name for name, is_emptier in zip(left, emptier, strict=True) if not is_emptier]
        if len(kept) == len(left):  # together they are not shown to be full: one by one
            full += [name for name in left if _asked(programme, [costs_of[name]], part)[0]]
            break
        left = kept
    return [cells for name in full for cells in alike[name]]


def _asked(programme: Programme, diagonals: list[Integers], part: int) -> tuple[bool, list[bool]]:
    """Return whether diagonals are proved to be full, and which are not in a solution."""
    costs = np.sum(diagonals, axis=0)
    optimum = programme.minimise(costs)
    if optimum is None:
        return False, [False] * len(diagonals)
    bound = programme.bound(costs, optimum.multipliers)
    if bound is not None and bound.least * part > (len(diagonals) * part - 1) * UNIT:
        return True, []
    fullness = np.array(diagonals) @ optimum.solution
    return False, (fullness * part <= part - 1 + SLACK).tolist()
