"""Diving: place queens where a linear programme has most of them, solve it again, and so on.

On a large board a search makes decisions at the rim that turn out to be wrong much later; the
linear programme often tells at once. Dives prove nothing, they only find placements.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import DivesBudget
from satchess.engines.most_beautiful.lp import Floats, OrbitLP, Proposal
from satchess.engines.most_beautiful.search import Cells, Queens, Search, weight_preference
from satchess.engines.most_beautiful.state import State

WHOLE = 0.999
"""A variable of at least this much is a queen."""

WEIGHT_SHARE = 0.3
NOISE_SHARE = 0.1
"""What weight and chance contribute, beside the solution, to the choice of the next queen."""

NOISE = 0.2

HIGHEST_COST = 1000
"""Each dive starts from a solution for random costs below this."""


def dives(board: WeightedBoard, state: State, budget: DivesBudget) -> Iterator[Queens | None]:
    """Yield a placement of the state whenever one is found, and None after every other step."""
    rng = np.random.default_rng(0)
    lp = OrbitLP(board, state.alive, state.symmetries[:1], state.numbers)
    preference = weight_preference(board.weights, state.alive)
    while True:
        lp.confine(state.alive)
        proposal = lp.minimise(rng.integers(0, HIGHEST_COST, lp.length))
        yield None
        alive = state.alive
        dead_ends = 0
        while proposal is not None and dead_ends <= budget.dead_ends:
            likely = lp.on_cells(proposal.solution)
            if decided_rows(alive) >= budget.earliest_search * board.size:
                over, found = _searched(board, state.on(alive), preference + likely, rng, budget)
                yield found
                if over:
                    break
            cells = _next(alive, likely, preference, rng)
            if not cells:
                break
            tried = _placed(board, alive, cells)
            proposal = _solved(lp, tried)
            if proposal is None:
                dead_ends += 1
                tried = _without(board, alive, cells)
                proposal = _solved(lp, tried)
            if tried is not None:
                alive = tried
            yield None


def decided_rows(alive: Cells) -> int:
    """Return the number of rows with a single cell."""
    return int((alive.sum(1) == 1).sum())


def _next(
    alive: Cells, likely: Floats, preference: NDArray[np.float32], rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Return the cells of the next queens: all whole ones, or else the likeliest, if any."""
    undecided = alive & ((alive.sum(1) > 1)[:, None] | (alive.sum(0) > 1)[None, :])
    undecided &= likely > 1 - WHOLE
    whole = undecided & (likely > WHOLE)
    if whole.any():
        return [(int(r), int(c)) for r, c in np.argwhere(whole)]
    if not undecided.any():
        return []
    scores = likely + WEIGHT_SHARE * preference + NOISE_SHARE * rng.random(alive.shape)
    row, column = np.unravel_index(np.where(undecided, scores, -np.inf).argmax(), alive.shape)
    return [(int(row), int(column))]


def _placed(board: WeightedBoard, alive: Cells, cells: list[tuple[int, int]]) -> Cells | None:
    """Put queens on cells."""
    left = alive.copy()
    for row, column in cells:
        left &= ~board.attacked(row, column)
    return board.propagated(left)


def _without(board: WeightedBoard, alive: Cells, cells: list[tuple[int, int]]) -> Cells | None:
    """Remove cells."""
    left = alive.copy()
    for cell in cells:
        left[cell] = False
    return board.propagated(left)


def _solved(lp: OrbitLP, alive: Cells | None) -> Proposal | None:
    if alive is None:
        return None
    lp.confine(alive)
    return lp.again()


def _searched(
    board: WeightedBoard,
    state: State,
    preference: Floats,
    rng: np.random.Generator,
    budget: DivesBudget,
) -> tuple[bool, Queens | None]:
    """Search for the remaining queens; return whether that is over, and what was found."""
    for seed in rng.integers(0, 1 << 30, budget.searches):
        search = Search(
            state.alive,
            board.groups,
            state.numbers,
            preference=preference.astype(np.float32),
            noise=NOISE,
            seed=int(seed),
        )
        over, found = search.run(budget.nodes)
        if found or over:
            return True, found[0] if found else None
    return False, None
