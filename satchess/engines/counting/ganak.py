"""Model counting of the CNF: exact, for any model at all.

Sharma, Roy, Soos, Meel: GANAK: A Scalable Probabilistic Exact Model Counter. IJCAI 2019.
Soos, Meel: Engineering an Efficient Probabilistic Exact Model Counter. CAV 2025.

Ganak recognises subproblems by their hashes: exact as long as no two of them collide. It first
spends its time on simplifying and on a tree decomposition, so it does best at low treewidth: narrow
boards and pieces of short reach.
"""

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

from satchess.encodings.collector import ClauseCollector
from satchess.encodings.constraints import encode
from satchess.encodings.formula import Formula
from satchess.engines import tally
from satchess.engines.counting.base import CountingEngine, Polynomial, countable
from satchess.engines.sat.optimum import Bounds, optimise
from satchess.model import AtLeast, AtMost, Constraint, Exactly, Model, Sense
from satchess.task import DEFAULT_TUNING, Task

MOST_SQUARES = 400
"""Feasible only for pieces of short reach: kings on 8x50 took 8 s."""

# It counts along the order of the squares, as a good decomposition of the board does. Against
# totalizers and networks: on knights two to three times faster, on others mostly within a third.
CARDINALITY = "sequential-counter"


class GanakEngine(CountingEngine):
    """Projected model counting: auxiliaries are quantified away, whatever they are for."""

    name: ClassVar[str] = "ganak"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "exact projected model counting of the CNF (Ganak)"
    knows_sizes = False

    def objection(self, task: Task) -> str | None:
        """Symmetries are counted with the value of the whole, not of each component."""
        if (objection := super().objection(task)) is not None:
            return objection
        objective = countable(task)[0].objective
        if task.up_to_symmetry and objective is not None and objective.is_heavy:
            return "the weights are too large to count up to symmetry"
        return None

    def objection_to(self, model: Model) -> str | None:
        """Only the size of a component is limited."""
        squares = len(model.places)
        if squares > MOST_SQUARES:
            return f"connected component has {squares} squares; limit {MOST_SQUARES}"
        if model.objective is not None and model.objective.is_heavy:
            return "the weights are too large to count"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Long lines make the formula hard to decompose."""
        return "long lines connect all squares" if countable(task)[0].families else None

    def total(self, model: Model) -> int:
        """Count the CNF, projected on the board variables."""
        return _projected(_collected(model), model.board_variables)

    def best(self, model: Model) -> tuple[int, int] | None:
        """Find the optimum by SAT, then count the placements that are at least as good.

        None is better than the optimum, and a one-sided bound is faster to count than an equality.
        """
        assert model.objective is not None
        if sorted(model.objective.terms) != list(model.board_variables):
            return super().best(model)  # SAT starts from bounds on pieces, not on weights
        *_, bounds = optimise(model, Bounds.at_first(model), DEFAULT_TUNING)
        if bounds.feasible is False:
            return None
        value = bounds.lower
        as_good = AtMost if model.objective.sense is Sense.FEWEST else AtLeast
        bound = as_good(value, model.objective.terms)
        return value, self.total(replace(model, constraints=(*model.constraints, bound)))

    def polynomial(self, model: Model) -> Polynomial:
        """Count all sizes at once: evaluate the polynomial at a power of 2 and read its digits.

        This is Kronecker's substitution. Each true term of the objective frees enough variables for
        a digit to hold any count: a placement of size s is counted 2 ** (s * bits) times. Without a
        bound to connect the squares, this is far faster than counting size by size.
        """
        assert model.objective is not None
        terms = model.objective.terms
        if (bits := self.total(model).bit_length()) == 0:
            return {}
        collector = _collected(model)
        free = []
        for term in terms:
            for _ in range(bits):
                free.append(collector.fresh())
                collector.add((term, -free[-1]))
        number = _projected(collector, [*model.board_variables, *free])
        digits = {size: number >> size * bits & (1 << bits) - 1 for size in range(len(terms) + 1)}
        return {size: digit for size, digit in digits.items() if digit}


def _collected(model: Model) -> ClauseCollector:
    """Return the clauses of a model in the encoding that is fastest to count.

    Clauses stay as they are and a bound is encoded once: redundant constraints by lines, which help
    SAT solvers, made most counts slower.
    """
    formula = Formula(replace(model, constraints=()))
    for constraint in model.constraints:
        encode(_by_fewest(constraint, formula, model), formula.collector, CARDINALITY)
    return formula.collector


def _by_fewest(constraint: Constraint, formula: Formula, model: Model) -> Constraint:
    """Bound the number of occupied groups instead of pieces, where no two share a group."""
    if (
        isinstance(constraint, AtMost | AtLeast | Exactly)
        and constraint.bound != 1  # the bound itself may be what keeps two from sharing a group
        and sorted(constraint.literals) == list(model.board_variables)
        and model.exclusive_families
    ):
        family = min(model.exclusive_families, key=len)
        return replace(constraint, literals=tuple(map(formula.occupied_literal, family)))
    return constraint


def _projected(collector: ClauseCollector, projection: Iterable[int]) -> int:
    """Count the models projected on some variables; the others are quantified existentially."""
    import pyganak

    variables = list(projection)
    tally.add(variables=collector.top, clauses=len(collector.clauses))
    if not all(collector.clauses):
        return 0  # an empty clause, which pyganak ignores
    counter = pyganak.Counter()  # good for one count
    counter.new_vars(collector.top)
    counter.add_clauses(collector.clauses)
    if len(variables) < collector.top:
        counter.set_sampling_set(variables)
    with _silence():
        return int(counter.count())


_silencing = threading.Lock()


@contextmanager
def _silence() -> Iterator[None]:
    """Silence what a C library prints to stdout and stderr."""
    with _silencing, open(os.devnull, "wb") as nowhere:
        kept = {stream: os.dup(stream) for stream in (1, 2)}
        try:
            for stream in kept:
                os.dup2(nowhere.fileno(), stream)
            yield
        finally:
            for stream, copy in kept.items():
                os.dup2(copy, stream)
                os.close(copy)
