"""Counting cuts: clauses implied by domination along lines that resolution cannot see.

Let two lines of one direction F be empty, and take consecutive lines of a second direction G. The
squares where these cross the empty lines must be covered along G or along one of the `m` other
directions. If no line of the others passes two of these squares, a piece covers at most `m` of them
that way. So, if each line of G holds `t` of the squares (1 or 2),

    t * (empty lines among these of G)  <=  m * (pieces).

Where the lines of the other directions form several components (for diagonals, the colours of the
board), this holds in each component. It is Spencer's bound for queens (in Cockayne, Chessboard
domination problems, Discrete Math. 86, 1990), stated for every pair of empty lines rather than the
outermost. It cuts the refutation of 7 queens on 14x14 to a third.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from satchess.encodings.formula import Formula
from satchess.encodings.line_counts import LineCounts
from satchess.encodings.totalizer import Totalizer
from satchess.model import Clause, Family


@dataclass(frozen=True)
class _Cut:
    """Given two empty lines: weight * (empty rows of `across`) <= m * (pieces `within`)."""

    across: tuple[int, ...]
    within: frozenset[int]
    weight: int


def add_counting_cuts(formula: Formula, counts: LineCounts, largest: int) -> None:
    """Add the cuts of every pair of directions, for up to `largest` pieces."""
    families = formula.model.families
    covered = _covered_by_lines(formula)
    empty: dict[tuple[tuple[int, ...], ...], Totalizer] = {}
    for f, first in enumerate(families):
        for g, second in enumerate(families):
            others = [family for h, family in enumerate(families) if h not in (f, g)]
            if f == g or not others:
                continue
            for cut, pairs in _cuts(first, second, others, covered, largest).items():
                rows = tuple(second[row] for row in cut.across)
                if rows not in empty:
                    literals = [-formula.occupied_literal(row) for row in rows]
                    empty[rows] = Totalizer.of(formula.collector, literals)
                holds = formula.collector.fresh()
                for a, b in pairs:
                    lines = [formula.occupied_literal(first[line]) for line in (a, b)]
                    formula.collector.add([*lines, holds])
                _bound(formula, holds, empty[rows], counts.pieces(cut.within), cut, len(others))


def _bound(
    formula: Formula, holds: int, empty: Totalizer, pieces: Totalizer, cut: _Cut, passes: int
) -> None:
    for number in range(1, empty.size + 1):
        needed = -(-cut.weight * number // passes)
        formula.collector.add([-holds, -empty.at_least(number), pieces.at_least(needed)])


def _covered_by_lines(formula: Formula) -> set[int]:
    """Return the squares that must be covered, and only the lines through them can."""
    through: dict[int, set[int]] = {}
    for family in formula.model.families:
        for group in family:
            for variable in group:
                through.setdefault(variable, set()).update(group)
    by_union: dict[frozenset[int], set[int]] = {}
    for variable, union in through.items():
        by_union.setdefault(frozenset(union), set()).add(variable)
    return {
        variable
        for constraint in formula.model.constraints
        if isinstance(constraint, Clause)
        for variable in by_union.get(frozenset(constraint.literals), ())
    }


def _cuts(
    first: Family, second: Family, others: list[Family], covered: set[int], largest: int
) -> dict[_Cut, list[tuple[int, int]]]:
    """Return the cuts of two directions, each with the pairs of first lines that imply it."""
    component_of, components = _components(others)
    row_of = {v: row for row, group in enumerate(second) for v in group}
    lines_of: dict[int, list[tuple[int, int]]] = {}
    for direction, family in enumerate(others):
        for line, group in enumerate(family):
            for v in group:
                lines_of.setdefault(v, []).append((direction, line))
    crossing: list[dict[int, int]] = [
        {row_of[v]: v for v in line if v in covered and v in row_of} for line in first
    ]
    cuts: dict[_Cut, list[tuple[int, int]]] = {}
    fewest_squares = 1 if len(components) > 1 else len(others) * largest + 1
    for (a, on_a), (b, on_b) in combinations(enumerate(crossing), 2):
        if 2 * len(on_a.keys() & on_b.keys()) < fewest_squares:
            continue
        both = [(on_a[r], on_b[r]) if r in on_a and r in on_b else None for r in range(len(second))]
        for window in _windows(both, lines_of):
            for number, component in enumerate(components):
                for weight in (1, 2):
                    rows = tuple(
                        row
                        for row in window
                        if sum(component_of[v] == number for v in both[row] or ()) == weight
                    )
                    if weight * len(rows) >= fewest_squares:
                        cuts.setdefault(_Cut(rows, component, weight), []).append((a, b))
    return cuts


def _windows(
    both: list[tuple[int, int] | None], lines_of: dict[int, list[tuple[int, int]]]
) -> Iterator[range]:
    """Yield the maximal runs of rows in which no line passes two of the squares."""
    start = end = longest = 0
    passed: set[tuple[int, int]] = set()
    while start < len(both):
        while end < len(both) and (pair := both[end]) is not None:
            new = [line for v in pair for line in lines_of[v]]
            if len(set(new)) < len(new) or not passed.isdisjoint(new):
                break
            passed.update(new)
            end += 1
        if end > max(start, longest):
            longest = end
            yield range(start, end)
        if end > start:
            passed.difference_update(line for v in both[start] or () for line in lines_of[v])
        start += 1
        end = max(start, end)


def _components(families: list[Family]) -> tuple[dict[int, int], list[frozenset[int]]]:
    """Return each square's component, and all components, as connected by the lines."""
    neighbours: dict[int, list[tuple[int, ...]]] = {}
    for family in families:
        for group in family:
            for v in group:
                neighbours.setdefault(v, []).append(group)
    component_of: dict[int, int] = {}
    components: list[frozenset[int]] = []
    for start in neighbours:
        if start in component_of:
            continue
        members, waiting = {start}, [start]
        while waiting:
            for group in neighbours[waiting.pop()]:
                new = set(group) - members
                members |= new
                waiting.extend(new)
        component_of.update(dict.fromkeys(members, len(components)))
        components.append(frozenset(members))
    return component_of, components
