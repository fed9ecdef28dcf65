"""Shaving: cells that no solution of a linear programme fills with a whole queen are left out."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satchess.engines.beautiful_ground import Ground
from satchess.engines.beautiful_linear import UNIT, Programme
from satchess.engines.beautiful_search import Cells
from satchess.engines.beautiful_state import State

SLACK = 1e-6
"""What HiGHS may be wrong by before it is worth while to ask the integers."""


@dataclass(frozen=True)
class Refuted:
    """There is no placement: the proof has so many multipliers."""

    size: int


def shaved(ground: Ground, state: State) -> Iterator[Cells | Refuted]:
    """Yield fewer and fewer cells that hold all placements of a state; `Refuted` ends it.

    Orbits under the symmetries of the state are left out one by one: those whose queens, at most,
    are fewer than one. The heaviest first.
    """
    programme = Programme(ground, state.alive, state.symmetries, state.numbers)
    nothing = np.zeros(programme.length, np.int64)
    optimum = programme.minimise(nothing)
    order = np.argsort(programme.group_of, kind="stable")
    while True:
        if optimum is None:
            size = programme.refutation()
            if size is not None:
                yield Refuted(size)
            return
        whole = optimum.solution * programme.sizes >= 1 - SLACK
        removed = False
        for variable in order.tolist():
            if whole[variable] or not programme.live[variable]:
                continue
            costs = nothing.copy()
            costs[variable] = -1
            optimum = programme.minimise(costs)
            if optimum is None:
                break
            whole |= optimum.solution * programme.sizes >= 1 - SLACK
            size = int(programme.sizes[variable])
            if -optimum.value * size < 1 - SLACK:
                bound = programme.bound(costs, optimum.multipliers)
                if bound is not None and bound.least * size > -UNIT:
                    programme.ban(np.array([variable]))
                    removed = True
            yield _cells(programme, state)
        if optimum is not None:
            if not removed:
                return
            optimum = programme.minimise(nothing)


def _cells(programme: Programme, state: State) -> Cells:
    live = np.append(programme.live, False)  # the last one for cells without a variable
    return live[programme.orbit_of].reshape(state.alive.shape)
