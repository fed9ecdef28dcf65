"""Kernels of first queens beside slow twins, in Python and without a word of numba."""

import math
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from satchess.engines.first_queens.kernels import diagonals as diagonal_kernels
from satchess.engines.first_queens.kernels import duals
from satchess.engines.first_queens.kernels.leaves import search_leaf
from satchess.engines.first_queens.kernels.search import copy_root, set_up
from satchess.engines.first_queens.kernels.tree_workspace import Workspace, make_workspace
from satchess.engines.first_queens.kernels.workspace import DEAD, ROW_STRIDE
from satchess.engines.first_queens.position import Corner, Opening
from satchess.engines.kernels.bits import word_slots
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED
from tests.first_queens_boards import (
    Placement,
    completions,
    diagonals,
    forced_words,
    lines_of,
    openings,
    wide_openings,
    with_corners,
)

SLOTS = (0,)

closest: Any = diagonal_kernels._closest
root: Any = diagonal_kernels._root


def workspace_of(opening: Opening) -> Workspace:
    """The root of a tree at an opening, on the whole board."""
    rows = sorted(opening.open)
    workspace = make_workspace(opening.side, opening.side)
    words = len(word_slots(opening.side))
    masks = [[opening.open[row] >> 64 * w & (1 << 64) - 1 for w in range(words)] for row in rows]
    corner = opening.corner or Corner(opening.side, 0, len(rows))
    slots = word_slots(opening.side)
    set_up(slots, workspace, np.array(rows, np.int64), np.array(masks, np.uint64), *corner)
    return workspace


# Small functions


def test_a_root_is_that_of_python() -> None:
    for square in (*range(2000), *(n * n + d for n in (10**4, 10**7, 10**9) for d in (-1, 0, 1))):
        assert root(square) == math.isqrt(square)


@pytest.mark.parametrize("seed", range(20))
def test_the_closest_lines_are_those_of_sorting(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ends = int(rng.integers(5, 120))
    lines = [line for line in range(ends) if rng.random() < 0.6]
    count = int(rng.integers(1, ends // 2 + 2))
    mean = int(rng.integers(0, count * ends))
    used = np.zeros(3, np.uint64)
    for line in lines:
        used[line >> 6] |= np.uint64(1 << (line & 63))
    squares = sorted((count * line - mean) ** 2 for line in lines)[:count]
    expected = (sum(squares), squares[-1]) if len(squares) == count else (-1, 0)
    assert closest(used, np.int64(0), ends, count, mean) == expected


@pytest.mark.parametrize("side", [9, "wide"])
def test_used_diagonals_are_those_of_open_squares(side: int | str) -> None:
    for opening in wide_openings(6, seed=4) if side == "wide" else openings(int(side), 20, seed=4):
        workspace = workspace_of(opening)
        slots = word_slots(opening.side)
        diagonal_kernels.note_used(
            slots, workspace.size, workspace.nodes, workspace.scratch, 0, len(opening.open)
        )
        expected = set()
        for row in opening.open:
            for cell in opening.row(row):
                expected |= diagonals({row: cell.column}, opening.side)
        assert lines_of(list(map(int, workspace.scratch.used)), opening.side) == expected


def test_logarithms_are_close() -> None:
    workspace = make_workspace(8, 8)
    factors = workspace.nodes.factors[: int(workspace.size.factors)]
    factors[:] = np.exp(np.linspace(-60, 60, len(factors)))
    duals.take_logs(workspace.size, workspace.nodes, workspace.scratch, 0)
    expected = -256.0 * np.log(factors.astype(np.float64))
    assert np.abs(workspace.scratch.logs - expected).max() < 0.1


# Prices


class Proof(NamedTuple):
    refuted: bool
    slack: int
    removed: set[tuple[int, int]]
    forced: set[tuple[str, int]]


def slow_proof(opening: Opening, corner: Corner, prices: dict[str, list[int]]) -> Proof:
    """What `prove` says, by its definition: no array, no word, no float.

    Prices of columns, and of diagonals by their bits, are rounded, and none is forced yet.
    """
    side, rows = opening.side, sorted(opening.open)
    cells = [cell for row in rows for cell in opening.row(row)]
    columns = {cell.column for cell in cells}
    lines: dict[tuple[str, int], int] = {
        ("column", column): prices["column"][column] for column in columns
    }
    for cell in cells:
        for kind, bit in diagonals({cell.row: cell.column}, side):
            lines[kind, bit] = max(prices[kind][bit], 0)
    (price,) = prices["corner"]
    upper = sum(lines.values()) + price * (corner.most if price > 0 else corner.least)
    cost = {}
    for cell in cells:
        its = diagonals({cell.row: cell.column}, side) | {("column", cell.column)}
        inside = cell.column - cell.row >= corner.edge
        cost[cell] = sum(lines[line] for line in its) + price * inside
    least = {row: min(cost[cell] for cell in opening.row(row)) for row in rows}
    beyond = {
        column: min(cost[c] - least[c.row] for c in cells if c.column == column)
        for column in columns
    }
    slack = upper - sum(least.values()) - sum(beyond.values())
    if slack < 0:
        return Proof(True, slack, set(), set())
    dear = {(c.row, c.column) for c in cells if cost[c] - least[c.row] - beyond[c.column] > slack}
    forced = {line for line, paid in lines.items() if line[0] != "column" and paid > slack}
    closed = any(all((c.row, c.column) in dear for c in opening.row(row)) for row in rows)
    return Proof(closed, slack, dear, forced)


def priced(workspace: Workspace, side: int) -> dict[str, list[int]]:
    """The prices that `prove` makes of what is in `scratch.logs`."""
    across = int(workspace.size.across)
    rounded = [int(np.float32(price) + np.float32(0.5)) for price in workspace.scratch.logs]
    ends = 2 * side - 1
    return {
        "column": rounded[:side],
        "down": rounded[across : across + ends],
        "up": rounded[3 * across : 3 * across + ends],
        "corner": [rounded[int(workspace.size.corner)]],
    }


@pytest.mark.parametrize("spread", [0.0, 30.0, 1000.0])
def test_a_proof_is_that_of_its_slow_twin(spread: float) -> None:
    rng = np.random.default_rng(int(spread))
    refuted_in_all = removed_in_all = forced_in_all = 0
    for opening, _ in with_corners(9, 25):
        if opening.is_stuck:
            continue
        count = len(opening.open)
        workspace = workspace_of(opening)
        size, nodes, scratch = workspace.size, workspace.nodes, workspace.scratch
        duals.scale(size, nodes, scratch, 0, count, 40)
        duals.take_logs(size, nodes, scratch, 0)
        scratch.logs[:] = np.round(scratch.logs + rng.normal(0, spread, len(scratch.logs)))
        expected = slow_proof(opening, opening.corner or Corner(9, 0, count), priced(workspace, 9))
        refuted, slack, removed = duals.prove(SLOTS, size, nodes, scratch, 0, count)
        assert (refuted, slack) == (expected.refuted, expected.slack)
        refuted_in_all += refuted
        if not refuted:
            before = {(r, c.column) for r in opening.open for c in opening.row(r)}
            assert removed == len(expected.removed)
            assert open_cells(workspace, count) == before - expected.removed
            assert lines_of(list(map(int, nodes.forced[: len(scratch.used)])), 9) == expected.forced
            removed_in_all += removed
            forced_in_all += len(expected.forced)
    assert refuted_in_all
    assert (removed_in_all and forced_in_all) or spread > 100


def open_cells(workspace: Workspace, count: int) -> set[tuple[int, int]]:
    """The open squares of the root; masks, prices and shares say the same of a square."""
    found = set()
    nodes, across = workspace.nodes, int(workspace.size.across)
    for k, column in product(range(count), range(workspace.size.side)):
        is_open = bool(int(nodes.open[(column >> 6) * ROW_STRIDE + k]) >> (column & 63) & 1)
        assert is_open == (nodes.dead[k * across + column] != DEAD)
        assert is_open or nodes.shares[k * across + column] == 0
        if is_open:
            found.add((int(nodes.rows[k]), column))
    return found


def test_scaling_is_that_of_its_slow_twin() -> None:
    for opening in openings(9, 12, seed=6):
        rows, count, side = sorted(opening.open), len(opening.open), 9
        workspace = workspace_of(opening)
        duals.scale(workspace.size, workspace.nodes, workspace.scratch, 0, count, 3)
        matrix = {(c.row, c.column): 1.0 for row in rows for c in opening.row(row)}
        factors: dict[tuple[str, int], float] = {}
        for _ in range(3):
            for kind in ("row", "column", "down", "up"):
                _rescale(matrix, factors, kind, side)
        across = int(workspace.size.across)
        for k, row in enumerate(rows):
            for column in range(side):
                share = float(workspace.nodes.shares[k * across + column])
                assert share == pytest.approx(matrix.get((row, column), 0.0), rel=1e-3, abs=1e-6)


def _rescale(
    matrix: dict[tuple[int, int], float],
    factors: dict[tuple[str, int], float],
    kind: str,
    side: int,
) -> None:
    def line(cell: tuple[int, int]) -> tuple[str, int]:
        row, column = cell
        return kind, {"row": row, "column": column, "down": column - row, "up": column + row}[kind]

    sums: dict[tuple[str, int], float] = {}
    for cell, share in matrix.items():
        sums[line(cell)] = sums.get(line(cell), 0.0) + share
    for cell in matrix:
        factor = 1.0 / sums[line(cell)]
        if kind in ("down", "up"):
            old = factors.get(line(cell), 1.0)
            factor = min(old * factor**1.5, 1.0) / old
        matrix[cell] *= factor
    for each, total in sums.items():
        if kind in ("down", "up"):
            factors[each] = min(factors.get(each, 1.0) * (1 / total) ** 1.5, 1.0)


@pytest.mark.parametrize("side", [8, 10])
def test_extrapolated_prices_lose_no_placement(side: int) -> None:
    refuted_in_all = 0
    for opening, placements in with_corners(side, 25):
        if opening.is_stuck:
            continue
        count = len(opening.open)
        workspace = workspace_of(opening)
        size, nodes, scratch = workspace.size, workspace.nodes, workspace.scratch
        refuted, slack = False, 0
        for number in range(12):
            duals.scale(size, nodes, scratch, 0, count, 24)
            duals.take_logs(size, nodes, scratch, 0)
            refuted, slack, _ = duals.prove(SLOTS, size, nodes, scratch, 0, count)
            if number == 0:
                scratch.before[:] = scratch.logs
            elif not refuted:
                refuted, slack, _ = duals.extrapolate(SLOTS, size, nodes, scratch, 0, count, slack)
            if refuted:
                break
        refuted_in_all += refuted
        assert not (refuted and placements)
        if not refuted:
            left = open_cells(workspace, count)
            assert all((row, each[row]) in left for each in placements for row in opening.open)
    assert refuted_in_all


# Searches


def leaf(opening: Opening, budget: int) -> tuple[int, int, Placement]:
    """Search an opening by `search_leaf`: its status, nodes, and what it has written."""
    workspace = workspace_of(opening)
    leaves, nodes, count = workspace.leaves, workspace.nodes, len(opening.open)
    slots = word_slots(opening.side)
    words = len(slots)
    leaves.rows[:count] = nodes.rows[:count]
    leaves.open[: words * ROW_STRIDE] = nodes.open[: words * ROW_STRIDE]
    leaves.need[:words] = nodes.need[:words]
    leaves.forced[: len(workspace.scratch.used)] = 0
    leaves.least[0], leaves.most[0] = nodes.corner.least[0], nodes.corner.most[0]
    columns = np.full(opening.side, -1, np.int64)
    edge, upper = nodes.corner.edge[0], nodes.corner.upper
    status, searched = search_leaf(slots, opening.side, count, leaves, edge, upper, budget, columns)
    return status, searched, {row: int(columns[row]) for row in opening.open}


def cases(side: int | str) -> Iterator[tuple[Opening, list[Placement]]]:
    if side == "wide":
        return ((opening, list(completions(opening))) for opening in wide_openings(10, seed=7))
    return with_corners(int(side), 25)


@pytest.mark.parametrize("side", [8, 10, "wide"])
def test_a_leaf_finds_what_brute_force_does(side: int | str) -> None:
    seen = set()
    for opening, placements in cases(side):
        if opening.is_stuck:
            continue
        status, nodes, found = leaf(opening, 10**9)
        assert status == (FOUND if placements else REFUTED)
        assert not placements or (dict(opening.queens) | found) in placements
        seen.add(status)
        if nodes > 1:
            assert leaf(opening, nodes - 1)[:2] == (UNDECIDED, nodes)
    assert FOUND in seen


def test_a_copied_root_is_the_same_root() -> None:
    for opening, placements in with_corners(9, 10):
        if opening.is_stuck:
            continue
        source, target = workspace_of(opening), make_workspace(9, 9)
        common = [diagonals({r: p[r] for r in opening.open}, 9) for p in placements] or [set()]
        forced = forced_words(set.intersection(*common), 9)
        source.nodes.forced[: len(forced)] = forced
        copy_root(source, target._replace(size=source.size))
        count = len(opening.open)
        assert open_cells(target, count) == open_cells(source, count)
        assert list(target.nodes.forced[: len(forced)]) == forced
        mine, other = source.nodes.corner, target.nodes.corner
        for name in ("edge", "least", "most"):
            assert getattr(other, name)[0] == getattr(mine, name)[0]
        assert list(other.upper) == list(mine.upper)
