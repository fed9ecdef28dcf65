"""What is left of the board once some groups are fixed, and what symmetry allows to assume."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from satchess.engines.beautiful_ground import Ground, Symmetry, leaving, orbits
from satchess.engines.beautiful_search import Cells


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


def without_symmetry(ground: Ground, state: State) -> State | None:
    """Return a state that has a placement if and only if a state has; None if it has none.

    Lines whose cells are all alike are fixed; then, of a group with a single queen, one cell of
    each orbit is left.
    """
    alive = ground.propagated(state.alive)
    if alive is None:
        return None
    state = state.on(alive)
    while (fixed := with_a_line_chosen(ground, state, 1)) is not None:
        state = fixed
    for group, number in state.numbers.items():
        if number == 1 and len(state.symmetries) > 1:
            heads = orbits(state.symmetries) == np.arange(state.alive.size)
            state = state.on(
                state.alive & ((ground.groups != group) | heads.reshape(state.alive.shape))
            )
    alive = ground.propagated(state.alive)
    return None if alive is None else state.on(alive)
