"""A model as integer rows, and its symmetric relaxation: one variable for each orbit of squares.

A convex set that symmetries preserve has a point that they fix, so the best value of a linear
programme is attained by a solution that is constant on orbits. The variables are the sums over
orbits, which are whole numbers: a board of 16x16 has 36 of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

from satchess.domain.classes import least_of_class
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Model, Sense

if TYPE_CHECKING:
    from satchess.engines.highs import Integers

Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A valid inequality: the coefficients of true variables add up to at least `least`."""

    coefficients: tuple[tuple[int, int], ...]
    least: int

    @classmethod
    def of(cls, literals: Iterable[int], least: int) -> "Row":
        """State that at least so many literals are true."""
        times: Counter[int] = Counter()
        for literal in literals:
            times[abs(literal)] += 1 if literal > 0 else -1
            least -= literal < 0
        return cls(tuple(sorted((v, c) for v, c in times.items() if c)), least)

    def image(self, permutation: Permutation) -> "Row":
        """Return the row with its variables permuted."""
        moved = sorted((permutation[v - 1], c) for v, c in self.coefficients)
        return Row(tuple(moved), self.least)


def rows_of(model: Model) -> Iterator[Row]:
    """Yield the constraints of a linear model as rows."""
    for constraint in model.constraints:
        yield from _rows(constraint)


def _rows(constraint: Constraint) -> Iterator[Row]:
    match constraint:
        case Clause(literals):
            yield Row.of(literals, 1)
        case AtLeast(bound, literals):
            yield Row.of(literals, bound)
        case AtMost(bound, literals):
            yield Row.of([-literal for literal in literals], len(literals) - bound)
        case Exactly(bound, literals):
            yield from _rows(AtLeast(bound, literals))
            yield from _rows(AtMost(bound, literals))


@dataclass(frozen=True)
class Costs:
    """An objective as costs to be minimised: `value = sign * (constant + sum of costs)`."""

    of: dict[int, int]
    constant: int
    sign: int

    @classmethod
    def of_model(cls, model: Model) -> "Costs":
        """Return the costs of a model's objective."""
        assert model.objective is not None
        sign = 1 if model.objective.sense is Sense.FEWEST else -1
        costs: Counter[int] = Counter()
        constant = 0
        for term, times in model.objective.weights.items():
            costs[abs(term)] += sign * times * (1 if term > 0 else -1)
            constant += sign * times * (term < 0)
        return cls(dict(costs), constant, sign)


@dataclass(frozen=True)
class Orbits:
    """The orbits of variables under a group, given by permutations that generate it."""

    variables: int
    generators: tuple[Permutation, ...]

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The orbits, in the order of their least variable."""
        everything = range(1, self.variables + 1)
        pairs = ({v, p[v - 1]} for p in self.generators for v in everything)
        least = least_of_class(everything, pairs)
        orbits: dict[int, list[int]] = {}
        for variable in everything:
            orbits.setdefault(least[variable], []).append(variable)
        return tuple(map(tuple, orbits.values()))

    @cached_property
    def number(self) -> dict[int, int]:
        """The orbit of each variable."""
        return {v: number for number, orbit in enumerate(self.members) for v in orbit}

    @cached_property
    def sizes(self) -> "Integers":
        """The length of each orbit."""
        import numpy as np  # engines that only look at orbits do without

        return np.array([len(orbit) for orbit in self.members], np.int64)

    @cached_property
    def _multiple(self) -> int:
        return lcm(*map(len, self.members))

    def averaged(self, row: Row) -> "tuple[Integers, int]":
        """Return the mean of a row's images, as coefficients of orbit sums, in whole numbers."""
        import numpy as np

        folded = np.zeros(len(self.members), np.int64)
        for variable, coefficient in row.coefficients:
            orbit = self.number[variable]
            folded[orbit] += coefficient * (self._multiple // len(self.members[orbit]))
        return folded, row.least * self._multiple
