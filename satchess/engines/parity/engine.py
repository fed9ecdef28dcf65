"""The `parity` engine: models that consist of parity constraints, by elimination over GF(2).

The solutions are a particular one plus the null space, which is traversed in Gray code order: each
step adds one basis vector. Where solutions must be compared, large blocks are taken at once.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from satchess.domain.gf2 import Solutions, solve
from satchess.domain.placement import Placement
from satchess.engines.counting.base import MOST_SQUARES, CountingEngine, Polynomial
from satchess.events import Bounded, Done, Event, Found, Infeasible, Listed
from satchess.model import Clause, Constraint, Exactly, Model, Parity, Sense
from satchess.task import Task

if TYPE_CHECKING:
    from satchess.engines.parity.blocks import Weights

MOST_DIMENSIONS = 27
"""Largest null space that is searched: a hundred million solutions, some seconds."""

MANY_DIMENSIONS = 20
"""Beyond this, other engines may find an optimum sooner; none counts sooner."""

BATCH = 1_000
"""Placements per `Listed` event."""


@lru_cache(maxsize=4)
def _solutions(model: Model) -> Solutions | None:
    """Return the solutions, bit `i` for variable `i + 1`; None if there are none."""
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
    return solve(rows, wanted, model.top)


def _is_size(constraint: Exactly, model: Model) -> bool:
    return constraint.literals == tuple(model.board_variables)


def _is_parity(constraint: Constraint, model: Model) -> bool:
    """Whether a constraint is a parity, or fixes the number of pieces."""
    match constraint:
        case Clause(literals):
            return len(literals) == 1
        case Exactly():
            return _is_size(constraint, model)
    return isinstance(constraint, Parity)


def _says_more(model: Model) -> str | None:
    """Say what a model has beyond parities and one size, which is fixed or optimised."""
    if not all(_is_parity(constraint, model) for constraint in model.constraints):
        return "it says more than parities"
    sizes = sum(isinstance(constraint, Exactly) for constraint in model.constraints)
    if sizes + (model.objective is not None) > 1:
        return "it asks for several numbers of pieces"
    return None


def _weights(terms: tuple[int, ...]) -> "Weights":
    """Return the masks of the variables that count once, twice and so on."""
    times = Counter(terms)
    masks: Counter[int] = Counter()
    for variable, often in times.items():
        masks[often] += 1 << variable - 1
    return tuple(masks.items())


class ParityEngine(CountingEngine):
    """Solves and counts by linear algebra."""

    name: ClassVar[str] = "parity"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Elimination over GF(2), for lights and other parities."

    def objection_to(self, model: Model) -> str | None:
        """Only parities; if solutions must be compared, not too many."""
        if (more := _says_more(model)) is not None:
            return more
        if model.auxiliaries:
            return "it has auxiliary variables"
        if model.objective and any(term < 0 for term in model.objective.terms):
            return "it counts empty squares"
        if model.objective and (free := _dimension(model)) > MOST_DIMENSIONS:
            return f"its null space has {free} dimensions, more than {MOST_DIMENSIONS}"
        return None

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task; only counting takes a model apart."""
        if len(task.question.board) <= MOST_SQUARES:  # before the model is taken apart
            model = task.question.model(all_symmetries=task.up_to_symmetry)
            if (more := _says_more(model)) is not None:
                return more
        objection = super().objection(task)
        if objection is None and task.verb != "count":
            is_sized = any(isinstance(constraint, Exactly) for constraint in model.constraints)
            free = _dimension(model)
            if free > MOST_DIMENSIONS and (model.objective or is_sized or task.verb == "first"):
                return f"its null space has {free} dimensions, more than {MOST_DIMENSIONS}"
        return objection

    def reluctance(self, task: Task) -> str | None:
        """It may have to compare many solutions."""
        free = 0 if task.verb == "count" else _dimension(task.question.model())
        return f"compares {1 << free} solutions" if free > MANY_DIMENSIONS else None

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
        """Weigh all solutions."""
        from satchess.engines.parity.blocks import by_weight  # needs numpy, the rest does not

        assert model.objective is not None
        solutions = _solutions(model)
        return {} if solutions is None else by_weight(solutions, _weights(model.objective.terms))

    # Finding

    def run(self, task: Task) -> Iterator[Event]:
        """Count, or find among the solutions what the task asks for."""
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
    """Yield the solutions of the required size or the best value."""
    from satchess.engines.parity.blocks import by_weight, weighed

    solutions = _solutions(model)
    if solutions is None:
        return
    sizes = [c.bound for c in model.constraints if isinstance(c, Exactly)]
    if model.objective is None and not sizes:
        yield from solutions
        return
    weights = _weights(model.objective.terms if model.objective else tuple(model.board_variables))
    if model.objective is not None:
        choose = min if model.objective.sense is Sense.FEWEST else max
        sizes = [choose(by_weight(solutions, weights))]
    for block in weighed(solutions, weights):
        yield from block.masks(sizes[0])


def _dimension(model: Model) -> int:
    solutions = _solutions(model)
    return 0 if solutions is None else len(solutions.basis)


def _placement(model: Model, mask: int) -> Placement:
    return model.placement(v for v in model.board_variables if mask >> v - 1 & 1)
