"""Truth tables of clauses and constraints, by trying every assignment."""

from collections.abc import Iterable
from itertools import product

from pysat.solvers import Solver

from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, When

Assignment = tuple[bool, ...]


def assignments(size: int) -> Iterable[Assignment]:
    return product((False, True), repeat=size)


def is_true(literal: int, assignment: Assignment) -> bool:
    return assignment[abs(literal) - 1] == (literal > 0)


def as_literals(assignment: Assignment) -> list[int]:
    return [variable if true else -variable for variable, true in enumerate(assignment, start=1)]


def solutions(clauses: Iterable[list[int]], size: int) -> set[Assignment]:
    """The assignments of the first `size` variables that extend to models."""
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        return {values for values in assignments(size) if solver.solve(as_literals(values))}


def holds(constraint: Constraint, values: Assignment) -> bool:
    if isinstance(constraint, When):
        return not is_true(constraint.literal, values) or holds(constraint.then, values)
    count = sum(is_true(literal, values) for literal in constraint.literals)
    match constraint:
        case Clause():
            return count >= 1
        case AtMost(bound):
            return count <= bound
        case AtLeast(bound):
            return count >= bound
        case Exactly(bound):
            return count == bound
        case Parity(odd):
            return count % 2 == odd
