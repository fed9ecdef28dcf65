"""States of the walk: what is left of the board once some groups have their number of queens."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from satchess.engines.most_beautiful.board import Symmetry, WeightedBoard, orbits, preserving
from satchess.engines.most_beautiful.search import Cells

LONGEST_LINE = 8
"""A row or column with more cells is never a single orbit: there are eight symmetries."""


@dataclass(frozen=True, eq=False)
class State:
    """The groups before `following` have `numbers` of queens, none if not named there.

    All queens stand on `alive`. The `symmetries` preserve it, and so permute the placements of the
    state.
    """

    alive: Cells
    symmetries: tuple[Symmetry, ...]
    following: int = 0
    numbers: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def first(cls, board: WeightedBoard) -> "State":
        """Return the state in which nothing is fixed."""
        return cls(board.cells, board.symmetries)

    @property
    def queens(self) -> int:
        """How many queens the groups account for."""
        return sum(self.numbers.values())

    def asks_the_same(self, other: "State") -> bool:
        """Whether both have the same placements, because they say the same."""
        return self.numbers == other.numbers and bool((self.alive == other.alive).all())

    def on(self, alive: Cells) -> "State":
        """Return the state on fewer cells, with the symmetries that preserve them."""
        return replace(self, alive=alive, symmetries=preserving(self.symmetries, alive))


def with_a_line_chosen(board: WeightedBoard, state: State, fewest_symmetries: int) -> State | None:
    """Fix the queen of a row or column whose cells form one orbit; None if there is none.

    Without loss of generality the queen stands on the last of these cells. Only lines that leave
    at least so many symmetries are considered.
    """
    if len(state.symmetries) < 2:
        return None
    orbit_of = orbits(state.symmetries).reshape(state.alive.shape)
    for transposed in (False, True):
        alive = state.alive.T if transposed else state.alive
        kinds = orbit_of.T if transposed else orbit_of
        for line in np.flatnonzero((alive.sum(1) > 1) & (alive.sum(1) <= LONGEST_LINE)):
            options = np.flatnonzero(alive[line])
            if len(set(kinds[line, options].tolist())) > 1:
                continue
            chosen = state.alive.copy()
            (chosen.T if transposed else chosen)[line, options[:-1]] = False
            left = board.propagated(chosen)
            if left is None:  # the state has no placement; this smaller one has none either
                return state.on(chosen)
            fixed = state.on(left)
            if len(fixed.symmetries) >= fewest_symmetries:
                return fixed
    return None


def without_symmetry(
    board: WeightedBoard, state: State, *, exchanging: Cells | None = None
) -> State | None:
    """Return an equisatisfiable state with symmetry broken; None if the state has no placement.

    Lines whose cells form one orbit are fixed; then, in each group with a single queen, one cell
    of each orbit is kept. Pinwheels on the cells of `exchanging` may be replaced by their mirror
    images: they are all turned one way, and symmetries need not preserve them. Placements of the
    state are then images of what is left only up to turning pinwheels.
    """
    alive = board.propagated(state.alive)
    if alive is None:
        return None
    state = state.on(alive)
    while (fixed := with_a_line_chosen(board, state, 1)) is not None:
        state = fixed
    wheels = np.zeros_like(state.alive)
    if exchanging is not None:
        wheels = pinwheels(board, state) & exchanging
    symmetries = _beside(board, state, wheels)
    for group, number in state.numbers.items():
        if number == 1 and len(symmetries) > 1:
            heads = orbits(symmetries) == np.arange(state.alive.size)
            state = state.on(
                state.alive & ((board.groups != group) | heads.reshape(state.alive.shape))
            )
            symmetries = _beside(board, state, wheels)
    alive = board.propagated(state.alive & ~_turned_back(board, state, wheels))
    return None if alive is None else state.on(alive)


def _turned_back(board: WeightedBoard, state: State, wheels: Cells) -> Cells:
    """Return the cells of pinwheels whose mirror images can take their place."""
    superfluous = np.zeros(state.alive.size, np.bool_)
    cells = np.flatnonzero((state.alive & wheels).ravel())
    if len(cells):
        wheel, orbit = orbits(board.symmetries[:4])[cells], orbits(board.symmetries)[cells]
        for one in np.unique(orbit):
            names, times = np.unique(wheel[orbit == one], return_counts=True)
            kept = names[times.argmax()]
            superfluous[cells[(orbit == one) & (wheel != kept)]] = True
    return superfluous.reshape(state.alive.shape)


def _beside(board: WeightedBoard, state: State, wheels: Cells) -> tuple[Symmetry, ...]:
    """Return the symmetries of a state, which need not preserve its pinwheels."""
    if not wheels.any():
        return state.symmetries
    return preserving(board.symmetries, state.alive & ~wheels)


def pinwheels(board: WeightedBoard, state: State) -> Cells:
    """Return the cells of groups whose queens must form a pinwheel: a queen's quarter turns.

    Four queens on the eight images of a cell can stand in no other way. A pinwheel and its mirror
    image occupy the same rows, columns and diagonals, so either can replace the other as long as
    its cells are alive, whatever the other queens are.
    """
    found = np.zeros_like(state.alive)
    if len(board.symmetries) < 8:
        return found
    wheel_of = orbits(board.symmetries[:4])
    orbit_of = orbits(board.symmetries)
    for group, number in state.numbers.items():
        members = (board.groups == group) & state.alive
        cells = np.flatnonzero(members.ravel())
        if number != 4 or not 4 <= len(cells) <= 8:
            continue
        is_one_orbit = (orbit_of[cells] == orbit_of[cells[0]]).all()
        has_eight = np.count_nonzero(orbit_of == orbit_of[cells[0]]) == 8
        if is_one_orbit and has_eight and np.bincount(wheel_of[cells]).max() == 4:
            found |= members
    return found
