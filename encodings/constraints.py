"""Constraints to clauses: the whole vocabulary of `satchess.model`."""

from typing import assert_never

from satchess.encodings.at_most_one import AT_MOST_ONE, DEFAULT_AT_MOST_ONE
from satchess.encodings.balance import as_many
from satchess.encodings.cardinality import CARDINALITY, DEFAULT_CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.parity import parity
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, When


def encode(
    constraint: Constraint,
    collector: ClauseCollector,
    cardinality: str = DEFAULT_CARDINALITY,
    at_most_one: str = DEFAULT_AT_MOST_ONE,
) -> None:
    """Add the clauses of a constraint, by the encodings of the given names."""
    match constraint:
        case Clause(literals):
            collector.add(literals)
        case AtMost(1, literals):
            AT_MOST_ONE[at_most_one].encode(collector, literals)
        case AtMost(bound, literals):
            CARDINALITY[cardinality].at_most(collector, literals, bound)
        case AtLeast(bound, literals):
            CARDINALITY[cardinality].at_least(collector, literals, bound)
        case Exactly(1, literals):
            collector.add(literals)
            AT_MOST_ONE[at_most_one].encode(collector, literals)
        case Exactly(bound, literals) if _is_balance(bound, literals) and not collector.is_guarded:
            negated = [-literal for literal in literals if literal < 0]
            as_many(collector, [literal for literal in literals if literal > 0], negated)
        case Exactly(bound, literals):
            CARDINALITY[cardinality].exactly(collector, literals, bound)
        case Parity(odd, literals):
            parity(collector, literals, odd)
        case When(literal, then):
            with collector.only_if(literal):
                encode(then, collector, cardinality, at_most_one)
        case _:
            assert_never(constraint)


def _is_balance(bound: int, literals: tuple[int, ...]) -> bool:
    """Whether 'exactly' says that as many positive as negative literals hold for their variable."""
    return 0 < bound == sum(literal < 0 for literal in literals) < len(literals)
