"""Making refutation trees, for `satchess.verify.tree` to check.

At each node a linear programme proposes multipliers under which the inequalities cannot all be
paid. If they can, the node branches on the inequality with the fewest open literals.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from satchess.certificates.count import cliques_of, is_number
from satchess.certificates.orders import Order
from satchess.certificates.solve import View
from satchess.engines.highs import GrowingProgramme, SimplexStatus, infinity
from satchess.errors import WrongAnswer
from satchess.verify.formula import Constraint, at_least, at_most
from satchess.verify.inequalities import Inequality
from satchess.verify.position import Position
from satchess.verify.system import System

SCALES = (12, 2_520, 10**6)
"""Multipliers are tried as multiples of one of these fractions, the simplest first."""

ALMOST = 1e-6
"""What linear programmes are wrong by, roughly."""

MOST_DEMANDS = 500
"""Inequalities that may be demanded beyond those of the system, at a time."""

Corner = Callable[[Position], list[int]]
"""Returns the squares by whose number of pieces a position is split; none if it is not."""


class Refuter:
    """Refutes positions of a system, whose further inequalities have been added already.

    `goals` are inequalities that a linear programme may fail to pay, at a cost; it pays all others
    but those in `implied`, which follow from them.
    """

    def __init__(self, system: System, goals: Sequence[int], implied: range) -> None:
        self._system = system
        self._size = len(system.names)
        self.position = Position(system.followed, self._size)
        places = [system.places[goal] for goal in goals]
        self._elastic = len(places)
        columns = self._size + len(places) + MOST_DEMANDS
        costs = np.zeros(columns)
        costs[self._size :] = 1
        upper = np.ones(columns)
        upper[self._size :] = infinity()
        self._programme = GrowingProgramme(costs, np.zeros(columns), upper)
        self._columns = columns
        self._rows: list[int] = []
        for number, place in system.places.items():
            if number not in implied and system.followed[place].least:
                elastic = places.index(place) if place in places else None
                self._add_row(place, system.followed[place], elastic)
        self._branching = [
            place
            for number, place in system.places.items()
            if number not in goals and all(x > 0 for x in system.followed[place].coefficients)
        ]

    def _add_row(self, place: int, inequality: Inequality, elastic: int | None) -> None:
        row, least = np.zeros(self._columns), inequality.least
        for literal, coefficient in inequality.coefficients.items():
            row[abs(literal) - 1] = coefficient if literal > 0 else -coefficient
            least -= 0 if literal > 0 else coefficient
        if elastic is not None:
            row[self._size + elastic] = 1
        self._programme.add_row(row, least)
        self._rows.append(place)

    def lines(self, corner: Corner | None = None) -> Iterator[str]:
        """Yield a tree that refutes the position, by the number of queens in a corner at first."""
        if multipliers := self._multipliers():
            numbers = list(self._system.places)
            terms = (f"{n}*{numbers[place] + 1}" for place, n in multipliers.items())
            yield "refute " + " ".join(terms)
        elif squares := corner and corner(self.position):
            yield from self._split(squares, *self._between(squares))
        else:
            yield from self._cases()

    def _cases(self) -> Iterator[str]:
        place, cases = self._branch()
        yield f"branch {list(self._system.places)[place] + 1}"
        position, before = self.position, self.position.mark()
        for literal in cases:
            here = position.mark()
            if position.decide(literal):
                yield from self.lines()
            position.back(here)
            if not position.decide(-literal):
                break
        position.back(before)

    def _split(self, squares: list[int], least: int, most: int) -> Iterator[str]:
        """Yield a case for fewer than `least`, for each number to `most`, and for more."""
        number = max(least - 1, 0)
        yield f"split {number} " + " ".join(self._system.names[v - 1] for v in squares)
        yield from self.assuming(at_most(number, squares), self.lines)
        rest = partial(self._split, squares, number + 2, most)
        is_last = number >= min(most, len(squares) - 1)
        yield from self.assuming(at_least(number + 1, squares), self.lines if is_last else rest)

    def assuming(self, demand: Constraint, refute: Callable[[], Iterator[str]]) -> Iterator[str]:
        """Yield how the position is refuted with one more demand; nothing if that is plain."""
        before = self.position.mark()
        if self.demand(demand):
            yield from refute()
        self.position.back(before)
        self.position.drop()
        self._system.pop()
        self._elastic -= 1
        self._rows.pop()
        self._programme.keep_rows(np.arange(len(self._rows) + 1) < len(self._rows))

    def demand(self, demand: Constraint) -> bool:
        """Demand one more inequality from now on; return whether nothing is contradicted."""
        place = len(self._system.places)
        inequality = self._system.push(demand)
        self._add_row(place, inequality, self._elastic)
        self._elastic += 1
        return self.position.add(inequality)

    def _between(self, squares: list[int]) -> tuple[int, int]:
        """Return how many of some squares are occupied at least and at most, roughly."""
        self._set_bounds()
        ends = []
        for sign in (1, -1):
            costs = np.zeros(self._columns)
            costs[self._size :] = len(squares)
            costs[np.array(squares) - 1] = sign
            self._programme.set_costs(costs)
            status, solution, _ = self._programme.solve()
            total = float(solution[np.array(squares) - 1].sum())
            ends.append(total if status is SimplexStatus.OPTIMAL else (sign < 0) * len(squares))
        costs = np.zeros(self._columns)
        costs[self._size :] = 1
        self._programme.set_costs(costs)
        return math.ceil(ends[0] - ALMOST), math.floor(ends[1] + ALMOST)

    def _branch(self) -> tuple[int, list[int]]:
        """Return an inequality that is owed, and its open literals.

        There should be few, and the linear programme should have all but decided among them.
        """
        best: tuple[float, int, list[int]] | None = None
        for place in self._branching:
            cases = self.position.open_literals(place)
            if self.position.is_paid(place):
                continue
            shares = self._solution[np.array(cases, np.int64) - 1]
            price = len(cases) + 1 / max(float(shares @ shares), ALMOST)
            if best is None or price < best[0]:
                best = price, place, cases
        if best is None:
            raise WrongAnswer("a beginning that was refuted has a placement")
        return best[1:]

    def _set_bounds(self) -> None:
        values = self.position.value[1:]
        lower, upper = np.zeros(self._columns), np.full(self._columns, infinity())
        lower[: self._size] = [value is True for value in values]
        upper[: self._size] = [value is not False for value in values]
        self._programme.set_bounds(lower, upper)

    def _multipliers(self) -> Mapping[int, int] | None:
        """Return multipliers that refute the position, if a linear programme has some."""
        self._set_bounds()
        status, solution, duals = self._programme.solve()
        self._solution = solution
        if status is not SimplexStatus.OPTIMAL or solution[self._size :].sum() < ALMOST:
            return None
        for scale in SCALES:
            proposed = zip(self._rows, (round(scale * dual) for dual in duals), strict=True)
            multipliers = {place: n for place, n in proposed if n > 0}
            if self.position.is_refuted_by(multipliers):
                return multipliers
        return None


def prepare(order: Order, system: System) -> tuple[Refuter, list[str]]:
    """Add cliques and lines that are not empty to a system; return how, and who refutes."""
    goals = [i for i, inequality in enumerate(system.inequalities) if is_number(inequality)]
    goals.sort(key=lambda number: -len(system.inequalities[number].coefficients))
    derived = []
    for clique in cliques_of(order, system):
        system.add_clique(clique)
        derived.append("clique " + " ".join(system.names[variable - 1] for variable in clique))
    begin = len(system)
    for goal in goals[:1]:
        derived += _needed_lines(system, goal, View.of(order).families)
    return Refuter(system, goals[:1], range(begin, len(system))), derived


def _needed_lines(
    system: System, goal: int, families: Iterable[Iterable[Iterable[int]]]
) -> Iterator[str]:
    """Add that no line is empty, where there are as many as pieces; yield how it is derived.

    `goal` asks for the pieces. At most one is on each line of a family, and its lines are all
    squares: so one is on each. That is the sum of the goal and all other lines.
    """
    cliques = {
        frozenset(-literal for literal in inequality.coefficients): number
        for number, inequality in enumerate(system.inequalities)
        if inequality.is_at_most_one
    }
    for family in families:
        lines = list(map(frozenset, family))
        numbers = [cliques[line] for line in lines if line in cliques]
        if len(numbers) == len(lines) == system.inequalities[goal].least:
            for number in numbers:
                others = [goal, *(other for other in numbers if other != number)]
                system.add_sum(dict.fromkeys(others, 1))
                yield "sum " + " ".join(f"1*{other + 1}" for other in others)
