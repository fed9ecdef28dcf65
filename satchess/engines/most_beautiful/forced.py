"""Forced diagonals: they hold a queen in every placement, by a linear programme.

Where the heavy groups have as few queens as possible, these use up the diagonals near the rim.
That follows from a sum over the whole board, which a SAT solver does not learn; told which
diagonals are forced, it is faster.
"""

import numpy as np

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.lp import UNIT, Integers, OrbitLP
from satchess.engines.most_beautiful.state import State

SLACK = 1e-6
"""Tolerance for HiGHS when it says that a diagonal is not forced."""


def forced_diagonals(board: WeightedBoard, state: State) -> list[Integers]:
    """Return the cells of diagonals that hold a queen in every placement of a state.

    The programme knows averages over the images of a placement. The average of a diagonal is a
    multiple of 1 / m, where m is the number of symmetries: if it is more than 1 - 1 / m, it is 1,
    and the diagonal and all its images hold a queen. The same holds for a sum of diagonals, so one
    bound may do for all. Diagonals that a solution leaves emptier are dropped before.
    """
    lp = OrbitLP(board, state.alive, state.symmetries, state.numbers)
    order = len(state.symmetries)
    costs_of: dict[bytes, Integers] = {}
    """How often each variable counts on a diagonal; images of each other are listed once."""
    alike: dict[bytes, list[Integers]] = {}
    for line in board.lines:
        inside = lp.orbit_of[line.cells]
        if line.needed or not (inside >= 0).any():
            continue
        costs = np.bincount(inside[inside >= 0], minlength=lp.length)
        costs_of[costs.tobytes()] = costs
        alike.setdefault(costs.tobytes(), []).append(line.cells)
    candidates = list(costs_of)
    forced: list[bytes] = []
    while candidates:
        proved, emptier = _all_forced(lp, [costs_of[name] for name in candidates], order)
        if proved:
            forced += candidates
            break
        kept = [name for name, gone in zip(candidates, emptier, strict=True) if not gone]
        if len(kept) == len(candidates):  # no proof for all of them together: one by one
            forced += [name for name in kept if _all_forced(lp, [costs_of[name]], order)[0]]
            break
        candidates = kept
    return [cells for name in forced for cells in alike[name]]


def _all_forced(lp: OrbitLP, diagonals: list[Integers], order: int) -> tuple[bool, list[bool]]:
    """Return whether diagonals are proved to be forced, and if not, which a solution refutes."""
    costs = np.sum(diagonals, axis=0)
    proposal = lp.minimise(costs)
    if proposal is None:
        return False, [False] * len(diagonals)
    bound = lp.bound(costs, proposal.multipliers)
    if bound is not None and bound.least * order > (len(diagonals) * order - 1) * UNIT:
        return True, []
    fullness = np.array(diagonals) @ proposal.solution
    return False, (fullness * order <= order - 1 + SLACK).tolist()
