"""Diving: queens are placed where a linear programme has most of them, and it is solved anew.

A search on a large board decides early, at the rim, what turns out to be wrong much later. The
linear programme tells at once. Dives prove nothing: they find placements.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.lp import Floats, Optimum, Programme
from satchess.engines.most_beautiful.search import Cells, Placed, Search, liking_of
from satchess.engines.most_beautiful.state import State

WHOLE = 0.999
"""A variable of at least this much is a queen."""

HEAVY_SHARE = 0.3
NOISE_SHARE = 0.1
"""What weight and chance count beside the solution, where the next queen is chosen."""

EARLIEST_SEARCH = 0.25
"""The share of the queens that stand before searches try to place the rest."""

SEARCHES = 3
NODES = 20_000
NOISE = 0.2

MOST_DEAD_ENDS = 6
"""Queens that are taken back before a dive is given up."""


def dives(ground: Ground, state: State) -> Iterator[Placed | None]:
    """Yield a placement of the state, if one is found; None after each step."""
    chance = np.random.default_rng(0)
    programme = Programme(ground, state.alive, state.symmetries[:1], state.numbers)
    liking = liking_of(ground.weights, state.alive)
    while True:
        programme.confine(state.alive)
        optimum = programme.minimise(chance.integers(0, 1000, programme.length))
        yield None
        alive = state.alive
        dead_ends = 0
        while optimum is not None and dead_ends <= MOST_DEAD_ENDS:
            likely = programme.on_cells(optimum.solution)
            if alive_lines(alive) >= EARLIEST_SEARCH * ground.size:
                over, found = _searched(ground, state, alive, liking + likely, chance)
                yield found
                if over:
                    break
            cells = _next(alive, likely, liking, chance)
            if not cells:
                break
            tried = _placed(ground, alive, cells)
            deeper = _solved(programme, tried)
            if deeper is None:
                dead_ends += 1
                tried = _without(ground, alive, cells)
                deeper = _solved(programme, tried)
            if tried is not None:
                alive = tried
            optimum = deeper
            yield None


def alive_lines(alive: Cells) -> int:
    """Return the number of rows with a single cell."""
    return int((alive.sum(1) == 1).sum())


def _next(
    alive: Cells, likely: Floats, liking: NDArray[np.float32], chance: np.random.Generator
) -> list[tuple[int, int]]:
    """Return the cells of the next queens: all that are whole, or the likeliest one, if any."""
    open_cells = alive & ((alive.sum(1) > 1)[:, None] | (alive.sum(0) > 1)[None, :])
    open_cells &= likely > 1 - WHOLE
    whole = open_cells & (likely > WHOLE)
    if whole.any():
        return [(int(r), int(c)) for r, c in np.argwhere(whole)]
    if not open_cells.any():
        return []
    marks = likely + HEAVY_SHARE * liking + NOISE_SHARE * chance.random(alive.shape)
    row, column = np.unravel_index(np.where(open_cells, marks, -np.inf).argmax(), alive.shape)
    return [(int(row), int(column))]


def _placed(ground: Ground, alive: Cells, cells: list[tuple[int, int]]) -> Cells | None:
    """Put queens on cells."""
    left = alive.copy()
    for row, column in cells:
        left &= ~ground.attacked(row, column)
    return ground.propagated(left)


def _without(ground: Ground, alive: Cells, cells: list[tuple[int, int]]) -> Cells | None:
    """Do without some cells."""
    left = alive.copy()
    for cell in cells:
        left[cell] = False
    return ground.propagated(left)


def _solved(programme: Programme, alive: Cells | None) -> Optimum | None:
    if alive is None:
        return None
    programme.confine(alive)
    return programme.again()


def _searched(
    ground: Ground, state: State, alive: Cells, liking: Floats, chance: np.random.Generator
) -> tuple[bool, Placed | None]:
    """Search for the other queens; return whether there is nothing to be found, and what was."""
    for seed in chance.integers(0, 1 << 30, SEARCHES):
        search = Search(
            alive,
            ground.groups,
            state.numbers,
            liking=liking.astype(np.float32),
            noise=NOISE,
            seed=int(seed),
        )
        over, found = search.run(NODES)
        if found or over:
            return True, found[0] if found else None
    return False, None
