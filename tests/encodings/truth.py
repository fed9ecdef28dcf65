"""Truth tables of clauses and constraints, by trying every assignment."""

from satchess.encodings.conformance import (
    Assignment,
    as_literals,
    assignments,
    is_true,
    solutions,
)
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, When

__all__ = ["Assignment", "as_literals", "assignments", "holds", "is_true", "solutions"]


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
