"""Boards for the tests of most-beautiful queens: brute force, weights, states of walks."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np

from satchess.engines.most_beautiful.board import Ground, orbits
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.search import Placed, Search
from satchess.engines.most_beautiful.state import State
from satchess.engines.most_beautiful.walk import Log, Walk


@cache
def all_queens(side: int) -> tuple[Placed, ...]:
    """All placements of n queens, by plain backtracking."""
    found: list[Placed] = []

    def place(columns: Placed) -> None:
        row = len(columns)
        if row == side:
            found.append(columns)
        for column in range(side):
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
                place((*columns, column))

    place(())
    return tuple(found)


def weighed(side: int, seed: int, symmetric: str = "") -> Ground:
    """A board with weights at random, made symmetric if that is said."""
    chance = Random(seed)
    weights = np.array([[chance.randint(0, 9) for _ in range(side)] for _ in range(side)])
    match symmetric:
        case "mirror":
            weights = weights + weights[:, ::-1]
        case "half turn":
            weights = weights + weights[::-1, ::-1]
        case "quarter turn":
            weights = np.sum([np.rot90(weights, k) for k in range(4)], axis=0)
        case "diagonal":
            weights = weights + weights.T
    cells = np.ones((side, side), np.bool_)
    return Ground(np.ascontiguousarray(weights), cells)


def best_of(ground: Ground) -> tuple[tuple[int, ...], set[Placed]]:
    """The best fingerprint and its placements, by brute force."""
    usable = [
        p for p in all_queens(ground.size) if all(ground.cells[r, c] for r, c in enumerate(p))
    ]
    fingerprint = min(map(ground.fingerprint, usable))
    return fingerprint, {p for p in usable if ground.fingerprint(p) == fingerprint}


def walked(ground: Ground, log: Log | None = None) -> tuple[tuple[int, ...], set[Placed]]:
    """The same, by the walk; it checks what the walk says on its way."""
    walk = Walk(ground, log=log)
    before: tuple[int, ...] = ()
    for progress in walk.run():
        assert progress.beginning[: len(before)] == before
        before = progress.beginning
        assert ground.fingerprint(progress.best)[: len(before)] == before
    listed = [placed for batch in Attaining(ground, walk.state).placements() for placed in batch]
    assert len(listed) == len(set(listed))
    return before, set(listed)


def placements_in(ground: Ground, state: State) -> list[Placed]:
    """The placements of a state, by brute force."""
    rows = np.arange(ground.size)
    found = []
    for placed in all_queens(ground.size):
        counts = ground.counts(placed)
        fits = all(counts[g] == state.numbers.get(g, 0) for g in range(state.following))
        if fits and state.alive[rows, list(placed)].all():
            found.append(placed)
    return found


def some_states(side: int) -> list[tuple[Ground, State]]:
    """States on the way to the best fingerprint, and some beside it."""
    ground = Ground.centred(side)
    walk = Walk(ground)
    list(walk.run())
    states = [step.state for step in walk.steps]
    first = State.first(ground)
    inner = ground.weights <= ground.values[3]
    return [
        (ground, first),
        (ground, replace(first, alive=inner, following=3)),
        (ground, replace(first, alive=ground.weights <= ground.values[5], following=5)),
        *((ground, state) for state in states),
    ]


def planted(side: int, seed: int) -> tuple[Ground, State]:
    """A state with the numbers of a placement that has pinwheels, in groups of several orbits.

    Orbits are thrown together at random, together with some that the placement does not use.
    """
    chance = Random(seed)
    centred = Ground.centred(side)
    orbit_of = orbits(centred.symmetries).reshape(side, side)
    used = Counter(int(orbit_of[row, column]) for row, column in enumerate(beautiful(side)))
    others = [orbit for orbit in np.unique(orbit_of).tolist() if orbit not in used]
    weight_of = {
        orbit: chance.randrange(6) if number != 4 or chance.random() < 0.3 else 20 + orbit
        for orbit, number in used.items()
    }
    names = list(weight_of.values())
    weight_of |= {orbit: chance.choice(names) for orbit in chance.sample(others, 5)}
    weights = np.vectorize(lambda orbit: weight_of.get(int(orbit), 10_000))(orbit_of)
    ground = Ground(weights, centred.cells)
    numbers = {g: int(n) for g, n in enumerate(ground.counts(beautiful(side))) if n}
    alive = np.isin(ground.groups, list(numbers))
    return ground, State(alive, ground.symmetries, len(ground.values), numbers)


@cache
def beautiful(side: int) -> Placed:
    """A most beautiful placement."""
    *_, last = Walk(Ground.centred(side)).run()
    return last.best


def all_placements_of(ground: Ground, state: State) -> set[Placed]:
    """The placements of a state that names all groups with queens, by a search without symmetry."""
    search = Search(state.alive, ground.groups, state.numbers)
    found: set[Placed] = set()
    over = False
    while not over:
        over, some = search.run(10_000_000, 10_000)
        found |= set(some)
    return found
