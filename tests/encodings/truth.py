"""What constraints mean: whether an assignment satisfies one."""

from satchess.encodings.conformance import Assignment, is_true
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, When


def holds(constraint: Constraint, values: Assignment) -> bool:
    """Whether an assignment satisfies a constraint, by its definition."""
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
