"""Boards for the tests of most-beautiful queens: brute force, weights, states of walks."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np

from satchess.engines.most_beautiful.board import WeightedBoard, orbits
from satchess.engines.most_beautiful.budgets import DEFAULT, Budgets
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.search import Queens, Search
from satchess.engines.most_beautiful.settling import Log
from satchess.engines.most_beautiful.state import State
from satchess.engines.most_beautiful.walk import Walk


@cache
def all_queens(side: int) -> tuple[Queens, ...]:
    """All placements of n queens, by plain backtracking."""
    found: list[Queens] = []

    def place(columns: Queens) -> None:
        row = len(columns)
        if row == side:
            found.append(columns)
        for column in range(side):
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
                place((*columns, column))

    place(())
    return tuple(found)


def weighed(side: int, seed: int, symmetric: str = "") -> WeightedBoard:
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
    return WeightedBoard(np.ascontiguousarray(weights), cells)


def best_of(board: WeightedBoard) -> tuple[tuple[int, ...], set[Queens]]:
    """The best fingerprint and its placements, by brute force."""
    usable = [p for p in all_queens(board.size) if all(board.cells[r, c] for r, c in enumerate(p))]
    fingerprint = min(map(board.fingerprint, usable))
    return fingerprint, {p for p in usable if board.fingerprint(p) == fingerprint}


def walked(
    board: WeightedBoard, *, budgets: Budgets = DEFAULT, log: Log | None = None
) -> tuple[tuple[int, ...], set[Queens]]:
    """The same, by the walk; it checks what the walk says on its way."""
    walk = Walk(board, budgets=budgets, log=log)
    before: tuple[int, ...] = ()
    for progress in walk.run():
        assert progress.beginning[: len(before)] == before
        before = progress.beginning
        assert board.fingerprint(progress.best)[: len(before)] == before
    listed = [placed for batch in Attaining(board, walk.trail.end).placements() for placed in batch]
    assert len(listed) == len(set(listed))
    return before, set(listed)


def placements_in(board: WeightedBoard, state: State) -> list[Queens]:
    """The placements of a state, by brute force."""
    rows = np.arange(board.size)
    found = []
    for placed in all_queens(board.size):
        counts = board.counts(placed)
        fits = all(counts[g] == state.numbers.get(g, 0) for g in range(state.following))
        if fits and state.alive[rows, list(placed)].all():
            found.append(placed)
    return found


def some_states(side: int) -> list[tuple[WeightedBoard, State]]:
    """States on the way to the best fingerprint, and some beside it."""
    board = WeightedBoard.centred(side)
    walk = Walk(board)
    list(walk.run())
    states = [step.state for step in walk.trail.steps]
    first = State.first(board)
    inner = board.weights <= board.values[3]
    return [
        (board, first),
        (board, replace(first, alive=inner, following=3)),
        (board, replace(first, alive=board.weights <= board.values[5], following=5)),
        *((board, state) for state in states),
    ]


def planted(side: int, seed: int) -> tuple[WeightedBoard, State]:
    """A state with the numbers of a placement that has pinwheels, in groups of several orbits.

    Orbits are thrown together at random, together with some that the placement does not use.
    """
    chance = Random(seed)
    centred = WeightedBoard.centred(side)
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
    board = WeightedBoard(weights, centred.cells)
    numbers = {g: int(n) for g, n in enumerate(board.counts(beautiful(side))) if n}
    alive = np.isin(board.groups, list(numbers))
    return board, State(alive, board.symmetries, len(board.values), numbers)


@cache
def beautiful(side: int) -> Queens:
    """A most beautiful placement."""
    *_, last = Walk(WeightedBoard.centred(side)).run()
    return last.best


def all_placements_of(board: WeightedBoard, state: State) -> set[Queens]:
    """The placements of a state that names all groups with queens, by a search without symmetry."""
    search = Search(state.alive, board.groups, state.numbers)
    return set(exhausted(search, 10_000_000, 10_000))


def exhausted(search: Search, most_nodes: int, most_found: int) -> list[Queens]:
    """All that a search finds, in slices of so many nodes and placements."""
    found: list[Queens] = []
    over = False
    while not over:
        over, some = search.run(most_nodes, most_found)
        found += some
    return found


def numbered_states(side: int) -> list[tuple[WeightedBoard, State]]:
    """States whose groups have the numbers of a placement at random, or one queen less or more."""
    board = WeightedBoard.centred(side)
    chance = Random(side)
    states = []
    for placed in chance.choices(all_queens(side), k=8):
        counts = board.counts(placed)
        for changed in (0, -1, 1):
            following = chance.randint(2, len(board.values) - 1)
            numbers = dict(enumerate(counts[:following].tolist()))
            group = chance.randrange(following)
            numbers[group] = max(0, numbers[group] + changed)
            empty = [group for group, number in numbers.items() if number == 0]
            alive = board.cells & ~np.isin(board.groups, empty)
            numbers = {group: number for group, number in numbers.items() if number}
            state = State(alive, board.symmetries, following, numbers)
            states.append((board, state))
    return states
