"""What is left of the board once some groups are fixed, and what symmetry allows to assume."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from satchess.engines.most_beautiful.board import Ground, Symmetry, leaving, orbits
from satchess.engines.most_beautiful.search import Cells


@dataclass(frozen=True, eq=False)
class State:
    """The groups before `following` have `numbers` of queens, 0 if not named there.

    All queens stand on `alive`, which the `symmetries` leave as it is: so they carry the placements
    of the state into each other.
    """

    alive: Cells
    symmetries: tuple[Symmetry, ...]
    following: int = 0
    numbers: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def first(cls, ground: Ground) -> "State":
        """Return the state in which nothing is fixed."""
        return cls(ground.cells, ground.symmetries)

    @property
    def queens(self) -> int:
        """How many queens the groups account for."""
        return sum(self.numbers.values())

    def asks_the_same(self, other: "State") -> bool:
        """Whether it has the placements of another one."""
        return self.numbers == other.numbers and bool((self.alive == other.alive).all())

    def on(self, alive: Cells) -> "State":
        """Return the state on fewer cells, with the symmetries that these have."""
        return replace(self, alive=alive, symmetries=leaving(self.symmetries, alive))


def with_a_line_chosen(ground: Ground, state: State, fewest_symmetries: int) -> State | None:
    """Fix the queen of a row or column whose cells are all alike; None if there is none.

    If symmetries carry each of its cells to one of them, the queen stands there without loss of
    generality. Only where so many symmetries are left over.
    """
    if len(state.symmetries) < 2:
        return None
    orbit_of = orbits(state.symmetries).reshape(state.alive.shape)
    for turned in (False, True):
        alive = state.alive.T if turned else state.alive
        kinds = orbit_of.T if turned else orbit_of
        for line in np.flatnonzero((alive.sum(1) > 1) & (alive.sum(1) <= 8)):
            options = np.flatnonzero(alive[line])
            if len(set(kinds[line, options].tolist())) > 1:
                continue
            chosen = state.alive.copy()
            (chosen.T if turned else chosen)[line, options[:-1]] = False
            left = ground.propagated(chosen)
            if left is None:  # the line has no queen at all: nothing is lost
                return state.on(chosen)
            fixed = state.on(left)
            if len(fixed.symmetries) >= fewest_symmetries:
                return fixed
    return None


def without_symmetry(
    ground: Ground, state: State, *, exchanging: Cells | None = None
) -> State | None:
    """Return a state that has a placement if and only if a state has; None if it has none.

    Lines whose cells are all alike are fixed; then, of a group with a single queen, one cell of
    each orbit is left. If pinwheels on some cells may be exchanged for their mirror images, they
    are turned one way, and symmetries need not leave them as they are; but then some placements of
    the state are images of what is left only if their pinwheels are turned.
    """
    alive = ground.propagated(state.alive)
    if alive is None:
        return None
    state = state.on(alive)
    while (fixed := with_a_line_chosen(ground, state, 1)) is not None:
        state = fixed
    wheels = np.zeros_like(state.alive)
    if exchanging is not None:
        wheels = pinwheels(ground, state) & exchanging
    symmetries = _beside(ground, state, wheels)
    for group, number in state.numbers.items():
        if number == 1 and len(symmetries) > 1:
            heads = orbits(symmetries) == np.arange(state.alive.size)
            state = state.on(
                state.alive & ((ground.groups != group) | heads.reshape(state.alive.shape))
            )
            symmetries = _beside(ground, state, wheels)
    alive = ground.propagated(state.alive & ~_turned_back(ground, state, wheels))
    return None if alive is None else state.on(alive)


def _turned_back(ground: Ground, state: State, wheels: Cells) -> Cells:
    """Return the cells of pinwheels whose mirror images can take their place."""
    superfluous = np.zeros(state.alive.size, np.bool_)
    cells = np.flatnonzero((state.alive & wheels).ravel())
    if len(cells):
        wheel, orbit = orbits(ground.symmetries[:4])[cells], orbits(ground.symmetries)[cells]
        for one in np.unique(orbit):
            names, times = np.unique(wheel[orbit == one], return_counts=True)
            kept = names[times.argmax()]
            superfluous[cells[(orbit == one) & (wheel != kept)]] = True
    return superfluous.reshape(state.alive.shape)


def _beside(ground: Ground, state: State, wheels: Cells) -> tuple[Symmetry, ...]:
    """Return the symmetries of a state, or those of all but its pinwheels, if it has any."""
    if not wheels.any():
        return state.symmetries
    return leaving(ground.symmetries, state.alive & ~wheels)


def pinwheels(ground: Ground, state: State) -> Cells:
    """Return the cells of the groups that have a pinwheel: a queen and its quarter turns.

    Four queens on the eight images of a cell can stand in no other way. The mirror image of a
    pinwheel has the same rows, columns and diagonals: each can take the place of the other, if it
    is alive, whatever the other queens are.
    """
    found = np.zeros_like(state.alive)
    if len(ground.symmetries) < 8:
        return found
    wheel_of = orbits(ground.symmetries[:4])
    orbit_of = orbits(ground.symmetries)
    for group, number in state.numbers.items():
        members = (ground.groups == group) & state.alive
        cells = np.flatnonzero(members.ravel())
        if number != 4 or not 4 <= len(cells) <= 8:
            continue
        is_one_orbit = (orbit_of[cells] == orbit_of[cells[0]]).all()
        has_eight = np.count_nonzero(orbit_of == orbit_of[cells[0]]) == 8
        if is_one_orbit and has_eight and np.bincount(wheel_of[cells]).max() == 4:
            found |= members
    return found
