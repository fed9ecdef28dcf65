"""The engine `beautiful`: against brute force, published boards, SAT alone; its exact bounds."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import satchess
from satchess.engines.beautiful_all import attaining
from satchess.engines.beautiful_ground import Ground
from satchess.engines.beautiful_search import Placed
from satchess.engines.beautiful_walk import Walk

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "published" / "beautiful_queens.json").read_text()
)
"""M. Fischetti, D. Salvagnin, Finding first and most-beautiful queens by integer programming."""

RESULTS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "docs" / "results" / "beautiful_queens.json").read_text()
)


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
            weights = sum(np.rot90(weights, k) for k in range(4))
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


def walked(ground: Ground) -> tuple[tuple[int, ...], set[Placed]]:
    """The same, by the walk; it checks what the walk says on its way."""
    walk = Walk(ground)
    before: tuple[int, ...] = ()
    for progress in walk.run():
        assert progress.beginning[: len(before)] == before
        before = progress.beginning
        assert ground.fingerprint(progress.best)[: len(before)] == before
    listed = [placed for batch in attaining(ground, walk.state) for placed in batch]
    assert len(listed) == len(set(listed))
    return before, set(listed)


# Against brute force


@pytest.mark.parametrize("side", [1, *range(4, 10)])
def test_it_agrees_with_brute_force(side: int) -> None:
    ground = Ground.centred(side)
    assert walked(ground) == best_of(ground)


@pytest.mark.parametrize("symmetric", ["", "mirror", "half turn", "quarter turn", "diagonal"])
def test_weights_may_have_any_symmetry_or_none(symmetric: str) -> None:
    for side, seed in product((6, 7, 8), (1, 2)):
        ground = weighed(side, seed, symmetric)
        assert len(ground.symmetries) == {"": 1, "quarter turn": 4}.get(symmetric, 2)
        assert walked(ground) == best_of(ground)


def test_cells_may_be_left_out() -> None:
    ground = Ground.centred(8)
    cells = ground.cells.copy()
    cells[0, :3] = cells[4, 4] = False
    confined = Ground(ground.weights, cells)
    assert walked(confined) == best_of(confined)
    cells[0] = False
    assert walked(Ground(ground.weights, cells)) == ((), set())


@pytest.mark.parametrize("side", [2, 3])
def test_there_may_be_no_placement(side: int) -> None:
    assert list(Walk(Ground.centred(side)).run()) == []


# Against what is published, and against ourselves


@pytest.mark.parametrize("side", [16, 32, 48])
def test_it_agrees_with_the_paper(side: int) -> None:
    ground = Ground.centred(side)
    *_, last = Walk(ground).run()
    published = tuple(column - 1 for column in PUBLISHED["solutions"][str(side)])
    assert last.beginning == ground.fingerprint(published) == ground.fingerprint(last.best)


def test_the_table_agrees_with_the_paper_and_with_its_own_placements() -> None:
    for row in RESULTS["boards"]:
        side = row["side"]
        if row["fingerprint"] is None:
            assert side in (2, 3)
            continue
        ground = Ground.centred(side)
        placed = tuple(column - 1 for column in row["placement"])
        assert satchess.parse_fingerprint(row["fingerprint"]) == ground.fingerprint(placed)
        assert len({*placed}) == len({r - c for r, c in enumerate(placed)}) == side
        assert len({r + c for r, c in enumerate(placed)}) == side
        if published := PUBLISHED["solutions"].get(str(side)):
            beautiful = ground.fingerprint(tuple(column - 1 for column in published))
            assert beautiful == ground.fingerprint(placed)
