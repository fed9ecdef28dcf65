"""Cubes: splitting the search space by look-ahead, for long work on many cores.

Heule, Kullmann, Wieringa, Biere: Cube and Conquer, Guiding CDCL Solvers by Lookaheads. HVC 2011.
Splitting is lazy: what a few conflicts decide is decided at once, the rest is split where
propagation gains most. So no part takes much longer than others.

Where riders cover the board, the search is split by its frame first: the outermost empty ranks and
files, from which Spencer's bound and its kin are counted. Each frame fixes many lines at once, and
the frames are many, and few up to symmetry. Lines beside the outermost empty ones are what lower
bounds for queens argue about: Weakley, Domination in the Queen's Graph (1995).

A *cube* is a set of literals. With symmetry broken, a formula keeps some placements of each orbit;
the greatest one counts for its whole orbit, so the cubes of the others do not matter.
"""

import heapq
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from satchess.domain.placement import Placement
from satchess.encodings.formula import Formula
from satchess.encodings.objective import tight_bound
from satchess.engines.sat.listing import pieces_are_fixed
from satchess.engines.sat.solver import SatSolver
from satchess.model import Model, Sense
from satchess.task import Outcome, Part, Tuning

Cube = tuple[int, ...]

CUBES_A_DIVISION = 8

FRAMES_AT_FIRST = 64
"""Cubes of the first division where there are frames; 128 took queens on 16x16 a little longer."""

MOST_CANDIDATES = 64
"""Variables tried by a look-ahead."""

LOOKAHEAD_SOLVER = "minisat22"
"""Quick at propagation alone."""


class OutOfPatience(Exception):
    """The conflict budget is used up."""


@dataclass(frozen=True)
class Space:
    """The placements of a model with a value of its objective at least as good as `value`.

    With `symmetric`, each orbit of placements is visited once. `base` literals hold throughout.
    """

    model: Model
    value: int | None
    tuning: Tuning
    symmetric: bool = True
    base: Cube = ()

    @cached_property
    def _formula(self) -> Formula:
        formula = Formula(
            self.model, cardinality=self.tuning.cardinality, at_most_one=self.tuning.at_most_one
        )
        if self.model.objective is not None:
            assert self.value is not None
            for literal in tight_bound(formula, self.value).at_least_as_good_as(self.value):
                formula.collector.add([literal])
        for literal in self.base:
            formula.collector.add([literal])
        if self.symmetric:
            formula.break_symmetry()
        return formula

    @cached_property
    def _lines(self) -> dict[int, tuple[int, ...]]:
        """The variables that say that a line is taken, each with its squares."""
        return self._formula.line_variables

    # Deciding

    def count(self, cube: Cube, conflicts: int | None, *, orbits: bool = False) -> Outcome:
        """Count the placements, or orbits, whose greatest image is in a cube; return one too."""
        *_, (number, example) = self.counted(cube, conflicts, orbits=orbits)
        return Outcome(number, None if example is None else self.model.placement(example))

    def find(self, cube: Cube, conflicts: int | None) -> Placement | None:
        """Return a placement in a cube, or None; `OutOfPatience` beyond the conflict budget."""
        with self._solver(cube) as solver:
            answer = solver.solve((), conflicts)
            if answer is None:
                raise OutOfPatience
            return self.model.placement(self._taken(solver)) if answer else None

    def counted(
        self, cube: Cube, conflicts: int | None, *, orbits: bool = False
    ) -> Iterator[tuple[int, frozenset[int] | None]]:
        """Yield the growing number of placements, or orbits, whose greatest image is in a cube.

        The latest one comes with it. `OutOfPatience` beyond the conflict budget. Each placement is
        blocked with all its images, by board variables alone.
        """
        number = 0
        latest: frozenset[int] | None = None
        same_size = pieces_are_fixed(self.model)
        with self._solver(cube) as solver:
            while True:
                left = None if conflicts is None else conflicts - solver.conflicts
                answer = None if left is not None and left <= 0 else solver.solve((), left)
                if answer is None:
                    raise OutOfPatience
                yield number, latest
                if not answer:
                    return
                taken = self._taken(solver)
                orbit = self._orbit(taken)
                if not cube or self._holds(cube, max(orbit, key=self._rank)):
                    number += 1 if orbits else len(orbit)
                    latest = taken
                for image in orbit:
                    # of equally many pieces, no other placement has all of these
                    others = () if same_size else self._outside(image)
                    solver.add([[*(-v for v in image), *others]])

    def _solver(self, cube: Cube) -> SatSolver:
        solver = SatSolver(self._formula.collector.clauses, self.tuning.solver)
        solver.add([[literal] for literal in cube])
        return solver

    def _taken(self, solver: SatSolver) -> frozenset[int]:
        board = len(self.model.places)
        return frozenset(v for v in solver.true_variables() if v <= board)

    def _outside(self, image: frozenset[int]) -> Iterable[int]:
        return (v for v in self.model.board_variables if v not in image)

    def _orbit(self, taken: frozenset[int]) -> set[frozenset[int]]:
        images = {frozenset(move[v - 1] for v in taken) for move in self.model.symmetries}
        return images | {taken}

    def _rank(self, taken: frozenset[int]) -> tuple[list[bool], list[int]]:
        """Rank images as `Formula.break_symmetry` does, and break its ties."""
        lines = [not taken.isdisjoint(group) for group in self._formula.ordered_groups]
        return lines, sorted(taken)

    def _holds(self, cube: Cube, taken: frozenset[int]) -> bool:
        return all(
            taken.isdisjoint(self._lines.get(abs(literal), (abs(literal),))) == (literal < 0)
            for literal in cube
        )

    # Dividing

    def divided(self, cube: Cube) -> list[Cube]:
        """Split a cube into disjoint cubes that cover it."""
        enough = FRAMES_AT_FIRST if self._sides and not cube else CUBES_A_DIVISION
        with SatSolver(self._formula.collector.clauses, LOOKAHEAD_SOLVER) as solver:
            leaves: list[Cube] = []
            open_ = [(_reached(solver, cube) or 0, cube)]
            while open_ and len(open_) + len(leaves) < enough:
                _, widest = heapq.heappop(open_)  # the fewest variables are set
                branch = self._next_of_frame(solver, widest) or self._best_branch(solver, widest)
                if branch is None:
                    leaves.append(widest)
                    continue
                for literal in (branch, -branch):
                    child = (*widest, literal)
                    reached = _reached(solver, child)
                    if reached is None:
                        leaves.append(child)
                    else:
                        heapq.heappush(open_, (reached, child))
        return [*leaves, *(cube for _, cube in open_)]

    @cached_property
    def _sides(self) -> list[list[int]]:
        """Ranks and files, from each side inwards; none unless the fewest pieces cover by lines."""
        objective = self.model.objective
        if objective is None or objective.sense is not Sense.FEWEST:
            return []
        if not self._formula.is_covered_by_lines:
            return []
        literals = (
            [self._formula.occupied_literal(group) for group in family]
            for family in self.model.families[:2]
        )
        return [side for family in literals for side in (family, family[::-1])]

    def _next_of_frame(self, solver: SatSolver, cube: Cube) -> int | None:
        """Return the outermost line, side by side, that may be the first empty one or not.

        A line of which propagation refutes one value has the other: to branch on it would only
        make a part of which nothing is left. None if the frame is known.
        """
        known = [*cube]
        for side in self._sides:
            for line in side:
                values = [v for v in (line, -line) if solver.propagate([*known, v]) is not None]
                if len(values) == 2:
                    return line
                if not values:
                    return None
                known += values
                if values == [-line]:
                    break
        return None

    def _best_branch(self, solver: SatSolver, cube: Cube) -> int | None:
        """Return the variable whose two values propagate most; None if all are set.

        Lines are tried first, squares where all lines are set.
        """
        here = solver.propagate(cube) or []
        settled = set(map(abs, [*here, *cube]))
        for variables in (sorted(self._lines), list(self.model.board_variables)):
            free = [v for v in variables if v not in settled]
            gains = {}
            for variable in free[:: -(-len(free) // MOST_CANDIDATES) or 1]:
                gains[variable] = 1
                for literal in (variable, -variable):
                    reached = _reached(solver, (*cube, literal))
                    # what follows from the formula alone gains nothing
                    gains[variable] *= self.model.top if reached is None else reached - len(here)
            if gains and max(gains.values()) > 0:
                return max(gains, key=gains.__getitem__)
        return None


def _reached(solver: SatSolver, cube: Cube) -> int | None:
    """Return how many literals a cube propagates; None on a conflict."""
    literals = solver.propagate(cube)
    return None if literals is None else len(literals)


def as_parts(cubes: list[Cube], whole: Part | None = None) -> tuple[Part, ...]:
    """Turn the cubes that a part splits into into parts."""
    weight = (1.0 if whole is None else whole.weight) / len(cubes)
    return tuple(Part(" ".join(map(str, cube)), Fraction(1), weight) for cube in cubes)


def cube_of(part: Part) -> Cube:
    """Return the cube that names a part."""
    return tuple(map(int, part.name.split()))


def is_everything(cubes: Collection[Cube]) -> bool:
    """Whether cubes, with literals in tree order, partition all assignments.

    >>> is_everything([(1,), (-1, 2), (-1, -2)]), is_everything([(1,), (-1, 2)])
    (True, False)
    """
    if list(cubes) == [()]:
        return True
    if not all(cubes):
        return False
    branches = {abs(cube[0]) for cube in cubes}
    if len(branches) != 1:
        return False
    (branch,) = branches
    return all(
        is_everything([cube[1:] for cube in cubes if cube[0] == literal])
        for literal in (branch, -branch)
    )
