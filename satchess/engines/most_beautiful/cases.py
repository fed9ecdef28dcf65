"""Cases of a state: the ways in which the queens of one group can stand.

Where the heavy groups have as few queens as possible, most lines of the rim are taken, and so there
are few ways to choose the queens of a group among its cells. Each of them decides some outer lines
at once: that leaves fewer cells than the choice of a queen in any row.
"""

from collections.abc import Iterator
from math import comb, exp2

import numpy as np

from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.search import Cells
from satchess.engines.most_beautiful.state import State

MOST_SETS = 500
"""Groups that have more sets of so many cells as they need queens are left alone."""

DOUBLING = 20
"""With so many cells more, a state is taken to need twice the time."""


def cases(ground: Ground, state: State) -> list[State]:
    """Return states that share the placements of a state among them: no state if it has none.

    The group that is chosen is the one whose cases should be done with soonest; where none of them
    promises to be faster than the state itself, that is the only case.
    """
    best = [state]
    least = 1.0
    for group, number in state.numbers.items():
        members = np.flatnonzero((state.alive & (ground.groups == group)).ravel()).tolist()
        if len(members) <= number or comb(len(members), number) > MOST_SETS:
            continue
        filled = map(ground.propagated, _filled(ground, state.alive, members, number))
        found = [state.on(alive) for alive in filled if alive is not None]
        cells = [int(case.alive.sum()) for case in found]
        work = sum(exp2((left - int(state.alive.sum())) / DOUBLING) for left in cells)
        if work < least:
            best, least = found, work
    return best


def _filled(ground: Ground, alive: Cells, members: list[int], number: int) -> Iterator[Cells]:
    """Yield what is left of some cells with so many queens on its members, in all ways."""
    if number == 0:
        left = alive.copy()
        left.ravel()[members] = False
        yield left
        return
    for index, cell in enumerate(members):
        if alive.ravel()[cell]:
            left = alive & ~ground.attacked(*divmod(cell, ground.size))
            left.ravel()[members[:index]] = False
            yield from _filled(ground, left, members[index + 1 :], number - 1)
