"""Shared by counting engines: optimum, components, sizes, and symmetry by Burnside's lemma.

An engine implements counting of one connected model; the rest is here. A *polynomial* maps each
size to its number of placements.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain
from math import prod
from typing import ClassVar

from satchess.engines.sat.greedy import cover_clauses, fewest_needed, most_possible
from satchess.events import Bounded, Counted, Done, Event, Infeasible, Sized
from satchess.model import Exactly, Model, Objective, Sense
from satchess.task import Task

Polynomial = dict[int, int]

MOST_SQUARES = 10_000
"""Larger boards are refused before their model is built."""

SQUARES_WITH_FEW_COVERS = 100
QUEENS_DIRECTIONS = 4


class CountingEngine(ABC):
    """An engine that counts placements without listing them."""

    name: ClassVar[str]
    summary: ClassVar[str]

    knows_sizes: ClassVar[bool] = True
    """Whether `polynomial` costs about as much as `total`."""

    # What an engine says

    @abstractmethod
    def objection_to(self, model: Model) -> str | None:
        """Why this engine cannot count a (connected) model; None if it can."""

    @abstractmethod
    def total(self, model: Model) -> int:
        """Return the number of placements of a connected model; the objective does not matter."""

    def polynomial(self, model: Model) -> Polynomial:
        """Return the number of placements of a connected model by the value of its objective."""
        assert model.objective is not None
        sizes = range(len(model.objective.terms) + 1)
        counts = {size: self.total(model.with_value(size)) for size in sizes}
        return {size: count for size, count in counts.items() if count}

    def best(self, model: Model) -> tuple[int, int] | None:
        """Return the optimum of a connected model and its number of placements; None if none."""
        return best_of(self.polynomial(model), model.objective)

    # What follows

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares; limit {MOST_SQUARES}"
        for part, _ in countable(task)[0].distinct_components:
            if (objection := self.objection_to(part)) is not None:
                return objection
        return None

    def reluctance(self, task: Task) -> str | None:
        """Why another engine is likely to be faster."""
        return None

    def forecast(self, task: Task) -> str:
        """Describe the largest component."""
        parts = (part for part, _ in countable(task)[0].distinct_components)
        return max(map(self.estimate, parts), key=len, default="")

    def estimate(self, model: Model) -> str:
        """Describe the size of the work on a connected model, without doing it."""
        return f"{len(model.places)} squares, {len(model.constraints)} constraints"

    def run(self, task: Task) -> Iterator[Event]:
        """Count what the task asks for."""
        model, size = countable(task)
        if task.by_size:
            sizes = over_orbits(model, task, self._polynomial)
            yield Sized(tuple(sorted(sizes.items())))
        elif model.objective is None:
            totals = over_orbits(model, task, lambda part: {0: self._total(part)})
            total = totals.get(0, 0)
            yield Counted(total, exact=True) if total else Infeasible()
        else:
            if size is None:
                yield quick_bounds(model)
            value, count = (
                self._best(model) if size is None else (size, self.number_at(model, size))
            )
            if count == 0:
                yield Infeasible()
            else:
                yield Bounded(value, value)
                if task.up_to_symmetry:
                    yield Counted(-(-count // len(model.symmetries)), exact=False)
                    counts = over_orbits(
                        model, task, lambda part: {0: self.number_at(part, value)}, {0: count}
                    )
                    count = counts[0]
                yield Counted(count, exact=True)
        yield Done()

    def _total(self, model: Model) -> int:
        return prod(self.total(part) ** times for part, times in model.distinct_components)

    def _polynomial(self, model: Model) -> Polynomial:
        parts = ([self.polynomial(part)] * times for part, times in model.distinct_components)
        return reduce(product, chain.from_iterable(parts))

    def _best(self, model: Model) -> tuple[int, int]:
        """Return the optimum and its number of placements, which is 0 if there are none."""
        value, count = 0, 1
        for part, times in model.distinct_components:
            if (found := self.best(part)) is None:
                return 0, 0
            value, count = value + times * found[0], count * found[1] ** times
        return value, count

    def number_at(self, model: Model, value: int) -> int:
        """Return the number of placements with a given value of the objective."""
        if self.knows_sizes:
            return self._polynomial(model).get(value, 0)
        return self._total(model.with_value(value))


def over_orbits(
    model: Model,
    task: Task,
    count: Callable[[Model], Polynomial],
    whole: Polynomial | None = None,
) -> Polynomial:
    """Count, up to symmetry if the task says so; `whole` is the count of all, if it is known.

    Burnside's lemma: the number of orbits is the mean number of placements fixed by a symmetry.
    Conjugate symmetries fix equally many, and the identity fixes all.
    """
    if not task.up_to_symmetry:
        return count(model)
    identity = tuple(model.board_variables)
    sums: Polynomial = {}
    for permutation, alike in conjugacy_classes(model.symmetries):
        is_known = whole is not None and permutation == identity
        fixed = whole if is_known else count(model.quotient(permutation))
        assert fixed is not None
        for size, number in fixed.items():
            sums[size] = sums.get(size, 0) + alike * number
    order = len(model.symmetries)
    assert all(number % order == 0 for number in sums.values())
    return {size: number // order for size, number in sums.items() if number}


def countable(task: Task) -> tuple[Model, int | None]:
    """Return the model of a task, and the size to count instead of the optimum, if one is given.

    A given size is removed from the constraints, where it would connect all components. Board
    variables that are equal are one.
    """
    model, size = _sized(task)
    return model.condensed(), size


def _sized(task: Task) -> tuple[Model, int | None]:
    model = task.question.model(all_symmetries=task.up_to_symmetry)
    everything = tuple(model.board_variables)
    for constraint in model.constraints if model.objective is None else ():
        if isinstance(constraint, Exactly) and constraint.literals == everything:
            rest = tuple(other for other in model.constraints if other is not constraint)
            objective = Objective(Sense.FEWEST, everything)
            return replace(model, constraints=rest, objective=objective), constraint.bound
    if task.by_size and model.objective is None:
        return replace(model, objective=Objective(Sense.FEWEST, everything)), None
    return model, None


def covers_are_few(task: Task) -> bool:
    """Whether few placements are likely to be optimal, so that listing them is fastest.

    The fewest queens that cover a board do it in 4860 ways on 8x8, in 8 on 10x10, in 2 on 11x11.
    """
    model = task.question.model()
    return (
        task.question.goal is Sense.FEWEST
        and not task.by_size
        and len(model.places) >= SQUARES_WITH_FEW_COVERS
        and len(model.families) >= QUEENS_DIRECTIONS
        and bool(cover_clauses(model))
    )


def quick_bounds(model: Model) -> Bounded:
    """Bound the optimum without any search."""
    assert model.objective is not None
    if model.objective.terms != tuple(model.board_variables):
        return Bounded()
    parts = model.components()
    if model.objective.sense is Sense.FEWEST:
        return Bounded(lower=sum(map(fewest_needed, parts)))
    return Bounded(upper=sum(map(most_possible, parts)))


def product(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply the polynomials of two independent components."""
    sizes: Polynomial = {}
    for size, count in one.items():
        for more, times in other.items():
            sizes[size + more] = sizes.get(size + more, 0) + count * times
    return sizes


def best_of(sizes: Polynomial, objective: Objective | None) -> tuple[int, int] | None:
    """Return the best size and its number of placements."""
    if not sizes:
        return None
    assert objective is not None
    value = min(sizes) if objective.sense is Sense.FEWEST else max(sizes)
    return value, sizes[value]


def conjugacy_classes(
    group: tuple[tuple[int, ...], ...],
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield a member of each conjugacy class of a permutation group, with the size of the class."""
    left = dict.fromkeys(group)
    while left:
        member = next(iter(left))
        alike = {_conjugate(member, other) for other in group}
        for other in alike:
            del left[other]
        yield member, len(alike)


def _conjugate(member: tuple[int, ...], by: tuple[int, ...]) -> tuple[int, ...]:
    """Return by * member * by^-1."""
    image = [0] * len(member)
    for variable, target in enumerate(member):
        image[by[variable] - 1] = by[target - 1]
    return tuple(image)
