"""Local cuts: what the exact covers of a small window say about the whole board.

A *window* is a set of clauses that share many variables, such as those of a corner. Covers of the
window alone span a polyhedron; a facet of it that a fractional solution violates is a valid
inequality for the board, and so are its images under symmetries. They lift the bound for knights on
16x16 from 34 to 38, of 40.

Facets are found as by Applegate, Bixby, Chvatal, Cook: TSP Cuts Which Do Not Conform to the
Template Paradigm (2001). A linear programme proposes coefficients that separate the fractional
solution from all covers seen so far; the lightest cover for these, found by an exact search over
whole numbers, either is a new one or proves the cut. Two things make this quick: symmetries of the
window are divided out, and the search is asked about coefficients between the proposed ones and
those that were good before (in-out separation, Ben-Ameur, Neto 2007).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

import numpy as np

from satchess.engines.highs import Floats, GrowingProgramme, Integers, SimplexStatus, infinity
from satchess.engines.linear.kernels import MOST_ROWS, least_cover
from satchess.engines.linear.programme import Orbits, Permutation, Row

LEAST_VIOLATION = 5e-3
"""Shallower cuts, with the largest coefficient scaled to 1, are not worth their row."""

DEEP_ENOUGH = 0.3
"""A cut is taken if it is as deep as this share of what could be hoped for."""

STEP = 0.3
"""How far to go from good coefficients towards those proposed."""

MOST_CALLS = 200
"""Exact searches for one cut."""

LARGEST_DENOMINATOR = 24
FINE_GRID = 1000
"""Coefficients are multiples of a small fraction, or else are rounded to this grid."""

MOST_SUBGROUPS = 8
"""A torus has many symmetries that move a clause only a little."""

Cover = frozenset[int]

Images = tuple[int, ...]
"""The clause that a symmetry takes each clause to."""


def windows(
    clauses: Sequence[Cover], symmetries: Sequence[Permutation], size: int
) -> Iterator[tuple[Cover, ...]]:
    """Yield windows of up to `size` clauses, up to symmetry, the densest first.

    Each grows from a clause, by the clauses that bring the fewest new variables, and is symmetric:
    cuts of such a window have half as many coefficients to find. Others only if there are none.
    """
    field = _Field(clauses, symmetries)
    found: dict[frozenset[int], float] = {}
    seeds = [(seed, group) for seed in field.representatives for group in field.subgroups(seed)]
    symmetric = [(seed, group) for seed, group in seeds if len(group) > 1]
    for seed, subgroup in symmetric or seeds:
        window = field.grown(seed, subgroup, size)
        copies = (frozenset(images[c] for c in window) for images in field.images)
        if not any(copy in found for copy in copies):
            found[window] = field.variables(window) / len(window)
    for window in sorted(found, key=lambda window: found[window]):
        yield tuple(clauses[c] for c in sorted(window, key=lambda c: (len(clauses[c]), c)))


class _Field:
    """Clauses as words of variables, and what symmetries do to them."""

    def __init__(self, clauses: Sequence[Cover], symmetries: Sequence[Permutation]) -> None:
        self._words = [sum(1 << v for v in clause) for clause in clauses]
        number = {clause: c for c, clause in enumerate(clauses)}
        everywhere = range(len(clauses))
        moved = (tuple(number[_moved(clause, p)] for clause in clauses) for p in symmetries)
        self.images = list(dict.fromkeys((tuple(everywhere), *moved)))  # the identity first
        self._near: list[set[int]] = [set() for _ in everywhere]
        with_variable: dict[int, list[int]] = {}
        for c, clause in enumerate(clauses):
            for v in clause:
                with_variable.setdefault(v, []).append(c)
        for c, clause in enumerate(clauses):
            self._near[c].update(other for v in clause for other in with_variable[v])

    def variables(self, window: Iterable[int]) -> int:
        """Return how many variables occur in a window."""
        return reduce(or_, (self._words[c] for c in window)).bit_count()

    @property
    def representatives(self) -> Iterator[int]:
        """A clause of each orbit."""
        seen: set[int] = set()
        for clause in range(len(self._words)):
            if clause not in seen:
                seen.update(images[clause] for images in self.images)
                yield clause

    def subgroups(self, seed: int) -> list[list[Images]]:
        """Return groups that keep a clause where it is, or move it to one nearby and back."""
        identity, *others = self.images
        stabiliser = [images for images in others if images[seed] == seed]
        groups = [[identity, *stabiliser]] if stabiliser else []
        for images in others:
            if images[seed] in self._near[seed] - {seed} and images[images[seed]] == seed:
                groups.append([identity, images])
        return groups[:MOST_SUBGROUPS] or [[identity]]

    def grown(self, seed: int, subgroup: list[Images], size: int) -> frozenset[int]:
        """Return a window around a clause, with the symmetries of a group."""
        orbit_of: dict[int, tuple[frozenset[int], int]] = {}
        window = {images[seed] for images in subgroup}
        inside = reduce(or_, (self._words[c] for c in window))
        border = {near for c in window for near in self._near[c]} - window
        while border:
            best: tuple[tuple[float, float, int], frozenset[int], int] | None = None
            for c in border:
                if c not in orbit_of:
                    orbit = frozenset(images[c] for images in subgroup)
                    orbit_of[c] = orbit, reduce(or_, (self._words[o] for o in orbit))
                orbit, union = orbit_of[c]
                new = (union & ~inside).bit_count() / len(orbit)
                rank = (new, -(self._words[c] & inside).bit_count(), min(orbit))
                if best is None or rank < best[0]:
                    best = rank, orbit, union
            assert best is not None
            _, orbit, union = best
            if len(window) + len(orbit) > min(size, MOST_ROWS):
                break
            window |= orbit
            inside |= union
            border = (border | {n for o in orbit for n in self._near[o]}) - window
        return frozenset(window)


def _moved(clause: Cover, permutation: Permutation) -> Cover:
    return frozenset(permutation[v - 1] for v in clause)


class Separator:
    """Finds cuts of one window."""

    def __init__(self, window: Sequence[Cover], symmetries: Sequence[Permutation]) -> None:
        self._variables = sorted(frozenset().union(*window))
        self._tabulate(window)
        number = {v: i for i, v in enumerate(self._variables, start=1)}
        same = set(window)
        kept = [p for p in symmetries if {_moved(clause, p) for clause in window} == same]
        folded = Orbits(
            len(number), tuple(tuple(number[p[v - 1]] for v in self._variables) for p in kept)
        )
        self._orbit = np.array([folded.number[i] for i in number.values()])
        self._orbits = len(folded.members)
        # variables: a coefficient for each orbit, and the least weight of a cover, to be maximised
        self._costs = np.append(np.zeros(self._orbits), -1.0)
        tops = np.append(np.ones(self._orbits), infinity())
        self._proposing = GrowingProgramme(self._costs, np.zeros(self._orbits + 1), tops)
        self._covers = np.zeros((0, self._orbits), np.int64)
        self._good: Floats | None = None
        self._learn(np.ones(len(self._variables), np.int64))

    def _tabulate(self, window: Sequence[Cover]) -> None:
        number = {v: i for i, v in enumerate(self._variables)}
        self._lengths = np.array([len(clause) for clause in window], np.int64)
        self._rows = np.zeros((len(window), self._lengths.max()), np.int64)
        self._columns = np.zeros(len(number), np.uint64)
        for r, clause in enumerate(window):
            self._rows[r, : len(clause)] = sorted(number[v] for v in clause)
            for v in clause:
                self._columns[number[v]] |= np.uint64(1 << r)

    def _learn(self, cover: Integers) -> None:
        """From now on, no proposed cut may exclude a cover."""
        taken = np.bincount(self._orbit, weights=cover, minlength=self._orbits)
        self._covers = np.vstack([self._covers, taken.astype(np.int64)])
        self._proposing.add_row(np.append(taken, -1.0), 0.0)

    def cut(self, solution: Sequence[float] | Floats) -> Row | None:
        """Return a valid row that a fractional solution violates, if one is found."""
        shares = np.array([max(solution[v - 1], 0.0) for v in self._variables])
        point = np.bincount(self._orbit, weights=shares, minlength=self._orbits)
        self._costs[:-1] = point
        self._proposing.set_costs(self._costs)
        cautious = True
        for _ in range(MOST_CALLS):
            status, proposed, _ = self._proposing.solve()
            if status is not SimplexStatus.OPTIMAL:
                return None
            proposed, hope = proposed[:-1], proposed[-1] - proposed[:-1] @ point
            if hope < LEAST_VIOLATION:
                return None
            cautious = cautious and self._good is not None
            asked = proposed
            if cautious:
                assert self._good is not None
                asked = STEP * proposed + (1 - STEP) * self._good
            weights = _whole(asked)
            known = int((self._covers @ weights).min())
            cover = np.zeros(len(self._variables), np.int64)
            least = least_cover(
                weights[self._orbit], self._columns, self._rows, self._lengths, known, cover
            )
            violation = (least - weights @ point) / max(weights.max(), 1)
            if least < known:
                self._learn(cover)
            if violation > max(DEEP_ENOUGH * hope, LEAST_VIOLATION):
                self._good = weights / weights.max()
                return self._row(weights, least)
            if least == known and not cautious:
                return None
            cautious = not cautious if least == known else True
            self._good = asked if self._good is None else 0.7 * self._good + 0.3 * proposed
        return None

    def _row(self, weights: Integers, least: int) -> Row:
        divisor = int(np.gcd.reduce(np.append(weights, least)))
        pairs = zip(self._variables, weights[self._orbit] // divisor, strict=True)
        return Row(tuple((v, int(c)) for v, c in pairs if c), int(least) // divisor)


_DENOMINATORS = np.arange(1, LARGEST_DENOMINATOR + 1)[:, None]


def _whole(coefficients: Floats) -> Integers:
    """Return proportional whole numbers, small ones if possible."""
    scaled = coefficients * _DENOMINATORS
    rounded = np.maximum(np.rint(scaled), 0)
    fitting = np.abs(scaled - rounded).max(axis=1) < 1e-6
    if fitting.any():
        rounded = rounded[fitting.argmax()]
        whole: Integers = rounded.astype(np.int64)
        return whole
    return np.maximum(np.rint(coefficients * FINE_GRID), 0).astype(np.int64)
