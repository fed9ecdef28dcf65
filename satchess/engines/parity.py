"""The `parity` engine: models of nothing but parities, by elimination over GF(2).

The solutions are one of them and what the null space adds to it, which is gone through in the order
of a Gray code: each step adds one vector of a basis.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from satchess.elimination import solve
from satchess.engines.base import Bounded, Done, Event, Found, Infeasible, Listed, Task
from satchess.engines.counting import CountingEngine, Polynomial, countable
from satchess.model import Clause, Exactly, Model, Parity, Sense
from satchess.placement import Placement

MOST_DIMENSIONS = 22
"""Of a null space that is searched: four million solutions, a second or two."""

MANY_DIMENSIONS = 17
"""From here on, others may be quicker."""

BATCH = 1_000
"""Placements that are listed at a time."""


@dataclass(frozen=True)
class _Solutions:
    """All solutions of the parities of a model, as bit masks: bit `i` is variable `i + 1`."""

    one: int
    basis: tuple[int, ...]

    def __iter__(self) -> Iterator[int]:
        mask = self.one
        yield mask
        for number in range(1, 1 << len(self.basis)):
            mask ^= self.basis[(number & -number).bit_length() - 1]
            yield mask


@lru_cache(maxsize=4)
def _solutions(model: Model) -> _Solutions | None:
    """Return the solutions; None if there are none."""
    rows, wanted = [], []
    for constraint in model.constraints:
        if isinstance(constraint, Exactly) and _is_size(constraint, model):
            continue
        assert isinstance(constraint, Parity | Clause)
        row, odd = 0, constraint.odd if isinstance(constraint, Parity) else True
        for literal in constraint.literals:
            row ^= 1 << abs(literal) - 1
            odd ^= literal < 0
        rows.append(row)
        wanted.append(odd)
    solved = solve(rows, wanted, model.top)
    return None if solved is None else _Solutions(solved[0], tuple(solved[1]))


def _is_size(constraint: Exactly, model: Model) -> bool:
    return constraint.literals == tuple(model.board_variables)


def _weigher(model: Model) -> tuple[tuple[int, int], ...]:
    """Return masks of variables by how often the objective counts them."""
    assert model.objective is not None
    times = Counter(model.objective.terms)
    masks: Counter[int] = Counter()
    for variable, often in times.items():
        masks[often] += 1 << variable - 1
    return tuple(masks.items())


def _weight(mask: int, weigher: tuple[tuple[int, int], ...]) -> int:
    return sum(often * (mask & members).bit_count() for often, members in weigher)


class ParityEngine(CountingEngine):
    """Solves and counts by linear algebra."""

    name: ClassVar[str] = "parity"
    summary: ClassVar[str] = "Elimination over GF(2), for lights and other parities."

    def objection_to(self, model: Model) -> str | None:
        """Only parities, and not too many solutions to compare where they are compared."""
        for constraint in model.constraints:
            plain = isinstance(constraint, Parity) or (
                isinstance(constraint, Clause) and len(constraint.literals) == 1
            )
            if not plain and not (isinstance(constraint, Exactly) and _is_size(constraint, model)):
                return "it says more than parities"
        if model.auxiliaries:
            return "it has auxiliary variables"
        if model.objective and any(term < 0 for term in model.objective.terms):
            return "it counts empty squares"
        if model.objective and (free := _dimension(model)) > MOST_DIMENSIONS:
            return f"its null space has {free} dimensions, more than {MOST_DIMENSIONS}"
        return None

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task; without counting, the parts are looked at together."""
        objection = super().objection(task)
        if objection is None and task.verb != "count":
            model = task.question.model()
            is_sized = any(isinstance(constraint, Exactly) for constraint in model.constraints)
            free = _dimension(model)
            if free > MOST_DIMENSIONS and (model.objective or is_sized or task.verb == "first"):
                return f"its null space has {free} dimensions, more than {MOST_DIMENSIONS}"
        return objection

    def reluctance(self, task: Task) -> str | None:
        """Many solutions have to be compared."""
        model = countable(task)[0]
        free = max(map(_dimension, model.components()), default=0)
        if model.objective and free >= MANY_DIMENSIONS:
            return f"compares {1 << free} solutions"
        return None

    def estimate(self, model: Model) -> str:
        """Say how many solutions there are."""
        solutions = _solutions(model)
        size = "none" if solutions is None else f"2^{len(solutions.basis)}"
        return f"{len(model.constraints)} equations over GF(2), {size} solutions"

    # Counting

    def total(self, model: Model) -> int:
        """Two to the dimension of the null space."""
        solutions = _solutions(model)
        return 0 if solutions is None else 1 << len(solutions.basis)

    def polynomial(self, model: Model) -> Polynomial:
        """Go through all solutions."""
        weigher = _weigher(model)
        return dict(Counter(_weight(mask, weigher) for mask in _solutions(model) or ()))

    # Finding

    def run(self, task: Task) -> Iterator[Event]:
        """Count, or find what is asked for among the solutions."""
        if task.verb == "count":
            yield from super().run(task)
            return
        model = task.question.model()
        found = _best(model)
        first = next(found, None)
        if first is None:
            yield Infeasible()
        else:
            value = task.question.value(_placement(model, first))
            if value is not None:
                yield Bounded(value, value)
            if task.verb == "first":
                size = len(model.places)
                first = max((first, *found), key=lambda mask: f"{mask:0{size}b}"[::-1])
            yield Found(_placement(model, first))
            if task.verb == "list":
                batch = [_placement(model, first)]
                for mask in found:
                    if len(batch) == BATCH:
                        yield Listed(tuple(batch))
                        batch = []
                    batch.append(_placement(model, mask))
                yield Listed(tuple(batch))
        yield Done()


def _best(model: Model) -> Iterator[int]:
    """Yield the solutions of the right size, or of the best value."""
    masks: _Solutions | tuple[()] = _solutions(model) or ()
    sizes = [c.bound for c in model.constraints if isinstance(c, Exactly)]
    if sizes:
        yield from (mask for mask in masks if mask.bit_count() == sizes[0])
    elif model.objective is None:
        yield from masks
    else:
        weigher = _weigher(model)
        choose = min if model.objective.sense is Sense.FEWEST else max
        best = choose((_weight(mask, weigher) for mask in masks), default=None)
        yield from (mask for mask in masks if _weight(mask, weigher) == best)


def _dimension(model: Model) -> int:
    solutions = _solutions(model)
    return 0 if solutions is None else len(solutions.basis)


def _placement(model: Model, mask: int) -> Placement:
    return model.placement(v for v in model.board_variables if mask >> v - 1 & 1)
