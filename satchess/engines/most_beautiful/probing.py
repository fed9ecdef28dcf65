"""Shaving: cells that no solution of a linear programme fills with a whole queen are left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.board import Ground, Symmetry, orbits
from satchess.engines.most_beautiful.lp import UNIT, Integers, Optimum, Programme
from satchess.engines.most_beautiful.parity import fix_colours
from satchess.engines.most_beautiful.search import Cells
from satchess.engines.most_beautiful.state import State

SLACK = 1e-6
"""What HiGHS may be wrong by before it is worth while to ask the integers."""


@dataclass(frozen=True)
class Refuted:
    """There is no placement: the proof has so many multipliers."""

    size: int


def shaved(
    ground: Ground, state: State, symmetries: Sequence[Symmetry], *, at_the_rim: bool = False
) -> Iterator[Cells | Refuted]:
    """Yield fewer and fewer cells that hold all placements of a state; `Refuted` ends it.

    Orbits under some symmetries of the state are left out one by one: those whose queens, at most,
    are fewer than one. The heaviest first. With fewer symmetries, more is found, more slowly: with
    an orbit, its images under all symmetries of the state are left out. Only `at_the_rim`, in the
    groups that are fixed, each is tried once: there is most to be found for the time.
    """
    programme = Programme(ground, state.alive, symmetries, state.numbers)
    wide = orbits(state.symmetries)[programme.heads]
    """The orbit of each variable under all symmetries, by its first cell."""
    nothing = np.zeros(programme.length, np.int64)
    size = fix_colours(programme)
    if size is not None:
        yield Refuted(size)
        return
    optimum = programme.minimise_tightly(nothing)
    order = np.argsort(programme.group_of, kind="stable")
    if at_the_rim:
        order = order[programme.group_of[order] < state.following]
    while True:
        if optimum is None:
            size = programme.refutation()
            if size is not None:
                yield Refuted(size)
            return
        whole = _whole(programme, optimum, wide)
        removed = False
        for variable in order.tolist():
            if whole[variable] or not programme.live[variable]:
                continue
            costs = nothing.copy()
            costs[variable] = -1
            optimum = programme.minimise(costs)
            if optimum is None:
                break
            whole |= _whole(programme, optimum, wide)
            size = int(programme.sizes[variable])
            if -optimum.value * size < 1 - SLACK:
                bound = programme.bound(costs, optimum.multipliers)
                if bound is not None and bound.least * size > -UNIT:
                    programme.ban(np.flatnonzero(wide == wide[variable]))
                    removed = True
                    yield programme.alive
                    continue
            whole[wide == wide[variable]] = True  # nothing is to be found at its images
            yield programme.alive
        if optimum is not None:
            if not removed:
                return
            optimum = programme.minimise(nothing)
            if at_the_rim:
                order = order[:0]


def _whole(programme: Programme, optimum: Optimum, wide: Integers) -> NDArray[np.bool_]:
    """Return the variables that have a queen in a solution, or an image that has."""
    marked = np.unique(wide[optimum.solution * programme.sizes >= 1 - SLACK])
    return np.isin(wide, marked)
