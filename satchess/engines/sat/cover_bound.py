"""A lower bound on a cover by linear programming, in exact arithmetic.

Weight the clauses so that no place is in clauses of total weight above 1: then every cover has at
least as many places as the sum of all weights. The best weights are a linear programme, and by
convexity they may be taken constant on orbits of clauses, which leaves a few dozen variables. The
bound is strong for leapers and weak for riders.
"""

from collections.abc import Hashable
from fractions import Fraction
from itertools import count
from math import ceil
from typing import TypeVar

from satchess.engines.sat.greedy import cover_clauses
from satchess.model import Model

MOST_ORBITS = 70
"""On larger programmes, exact arithmetic costs more than the bound saves."""

MOST_GREEDY_TURNS = 200
"""The steepest column is quick but may cycle; after so many pivots, use Bland's rule."""

Item = TypeVar("Item", bound=Hashable)


def cover_bound(model: Model) -> int:
    """Return a lower bound on the number of places; 0 if that would take too long."""
    clauses = set(cover_clauses(model))
    place_of = _orbits({v: [p[v - 1] for p in model.symmetries] for v in model.board_variables})
    clause_of = _orbits(
        {c: [frozenset(p[v - 1] for v in c) for p in model.symmetries] for c in clauses}
    )
    if len(set(clause_of.values())) > MOST_ORBITS:
        return 0
    columns = {orbit: number for number, orbit in enumerate(set(clause_of.values()))}
    rows = {orbit: number for number, orbit in enumerate(set(place_of.values()))}
    if not columns or not rows:
        return 0
    sizes = [0] * len(columns)
    matrix = [[0] * len(columns) for _ in rows]
    representatives = set(rows)
    for clause in clauses:
        column = columns[clause_of[clause]]
        sizes[column] += 1
        for v in clause & representatives:
            matrix[rows[v]][column] += 1
    weights = _largest_packing(matrix, sizes)
    # checked, not trusted: if these weights are a packing, their sum is a bound
    assert all(weight >= 0 for weight in weights)
    load = dict.fromkeys(model.board_variables, Fraction(0))
    for clause in clauses:
        for v in clause:
            load[v] += weights[columns[clause_of[clause]]]
    assert max(load.values()) <= 1
    return ceil(sum(size * weight for size, weight in zip(sizes, weights, strict=True)))


def _orbits(images: dict[Item, list[Item]]) -> dict[Item, Item]:
    """Return for each item the representative of its orbit, given its images."""
    representative: dict[Item, Item] = {}
    for item, copies in images.items():
        if item not in representative:
            representative[item] = item
            for copy in copies:
                representative[copy] = item
    return representative


def _largest_packing(matrix: list[list[int]], sizes: list[int]) -> list[Fraction]:
    """Return y >= 0 with `matrix @ y <= 1` and the largest `sizes @ y`: simplex, in fractions."""
    width = len(sizes)
    basis = list(range(width, width + len(matrix)))
    tableau = [
        [*map(Fraction, row), *(Fraction(i == j) for j in range(len(matrix))), Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    costs = [*(Fraction(-size) for size in sizes), *[Fraction(0)] * (len(matrix) + 1)]
    for turn in count():
        entering = _entering_column(costs[:-1], cautious=turn > MOST_GREEDY_TURNS)
        if entering is None:
            break
        _, _, leaving = min(
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(tableau)
            if row[entering] > 0
        )
        pivot = tableau[leaving][entering]
        pivot_row = tableau[leaving] = [entry / pivot for entry in tableau[leaving]]
        for row in (*tableau, costs):
            factor = row[entering]
            if row is not pivot_row and factor:
                row[:] = [a - factor * b if b else a for a, b in zip(row, pivot_row, strict=True)]
        basis[leaving] = entering
    weights = [Fraction(0)] * width
    for row, column in zip(tableau, basis, strict=True):
        if column < width:
            weights[column] = row[-1]
    return weights


def _entering_column(costs: list[Fraction], *, cautious: bool) -> int | None:
    """Choose the steepest column, or the first one (Bland's rule), which cannot cycle."""
    candidates = [column for column, cost in enumerate(costs) if cost < 0]
    if not candidates or cautious:
        return next(iter(candidates), None)
    return min(candidates, key=lambda column: costs[column])
