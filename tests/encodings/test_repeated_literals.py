"""A literal that stands twice counts twice, in every encoding; beside its negative it may too."""

from collections.abc import Callable
from operator import eq, ge, le

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.balance import as_many
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.conformance import Assignment, assignments, is_true, solutions
from satchess.encodings.constraints import encode
from satchess.encodings.kinds import AtMostOneEncoding
from satchess.encodings.lex_leader import lex_leader
from satchess.encodings.parity import parity
from satchess.encodings.totalizer import CountBound
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity
from tests.encodings.truth import holds

SIZE = 4
LITERAL = st.integers(1, SIZE).flatmap(lambda variable: st.sampled_from((variable, -variable)))
LITERALS = st.lists(LITERAL, max_size=14)  # longer than the variables: repetitions abound
BOUND = st.integers(-1, 15)

Encode = Callable[[ClauseCollector, list[int], int], None]
Meant = Callable[[list[bool], int], bool]


def bound_at_most(collector: ClauseCollector, literals: list[int], bound: int) -> None:
    if (literal := CountBound(collector, literals).at_most(bound)) is not None:
        collector.add([literal])


def bound_at_least(collector: ClauseCollector, literals: list[int], bound: int) -> None:
    if (literal := CountBound(collector, literals).at_least(bound)) is not None:
        collector.add([literal])


def halves(row: list[bool]) -> tuple[list[bool], list[bool]]:
    return row[: len(row) // 2], row[len(row) // 2 : len(row) // 2 * 2]


def at_most_one(encoding: AtMostOneEncoding) -> tuple[Encode, Meant]:
    def encode(collector: ClauseCollector, literals: list[int], _: int) -> None:
        encoding.encode(collector, literals)

    return encode, lambda row, _: sum(row) <= 1


def comparing(compare: Callable[[int, int], bool]) -> Meant:
    return lambda row, bound: compare(sum(row), bound)


ENCODINGS: dict[str, tuple[Encode, Meant]] = {
    **{f"{name} at most one": at_most_one(encoding) for name, encoding in AT_MOST_ONE.items()},
    **{
        f"{name} {relation}": (getattr(encoding, relation), comparing(compare))
        for name, encoding in CARDINALITY.items()
        for relation, compare in {"at_most": le, "at_least": ge, "exactly": eq}.items()
    },
    "count bound from above": (bound_at_most, lambda row, bound: sum(row) <= bound),
    "count bound from below": (bound_at_least, lambda row, bound: sum(row) >= bound),
    "parity": (
        lambda collector, literals, bound: parity(collector, literals, odd=bound % 2 == 1),
        lambda row, bound: sum(row) % 2 == bound % 2,
    ),
    "balance": (
        lambda collector, literals, bound: as_many(
            collector, literals[: max(bound, 0)], literals[max(bound, 0) :]
        ),
        lambda row, bound: sum(row[: max(bound, 0)]) == sum(row[max(bound, 0) :]),
    ),
    "lex leader": (
        lambda collector, literals, _: lex_leader(
            collector,
            literals[: len(literals) // 2],
            literals[len(literals) // 2 : len(literals) // 2 * 2],
        ),
        lambda row, _: halves(row)[0] >= halves(row)[1],
    ),
}


def values(literals: list[int], assignment: Assignment) -> list[bool]:
    return [is_true(literal, assignment) for literal in literals]


@pytest.mark.parametrize("name", ENCODINGS)
@given(literals=LITERALS, bound=BOUND)
@example(literals=[1, 1], bound=1)
@example(literals=[1, -1], bound=1)
@example(literals=[1, -1], bound=0)
@example(literals=[1, 1, -2, -2, 2, 3, 3, 3, -3, 4, 4, -4], bound=5)
@settings(max_examples=40)
def test_repeated_literals_count_as_often_as_they_stand(
    name: str, literals: list[int], bound: int
) -> None:
    encode_it, meant = ENCODINGS[name]
    collector = ClauseCollector(SIZE)
    encode_it(collector, literals, bound)
    assert solutions(collector.clauses, SIZE) == {
        row for row in assignments(SIZE) if meant(values(literals, row), bound)
    }


CONSTRAINTS: list[Callable[[tuple[int, ...], int], Constraint]] = [
    lambda literals, _: Clause(literals),
    lambda literals, bound: AtMost(bound, literals),
    lambda literals, bound: AtLeast(bound, literals),
    lambda literals, bound: Exactly(bound, literals),
    lambda literals, bound: Parity(bound % 2 == 1, literals),
]


@pytest.mark.parametrize("cardinality", CARDINALITY)
@pytest.mark.parametrize("at_most_one", AT_MOST_ONE)
@given(literals=LITERALS.map(tuple), bound=BOUND, make=st.sampled_from(CONSTRAINTS))
@settings(max_examples=15)
def test_constraints_with_repeated_literals(
    cardinality: str,
    at_most_one: str,
    literals: tuple[int, ...],
    bound: int,
    make: Callable[[tuple[int, ...], int], Constraint],
) -> None:
    constraint = make(literals, bound)
    collector = ClauseCollector(SIZE)
    encode(constraint, collector, cardinality, at_most_one)
    expected = {row for row in assignments(SIZE) if holds(constraint, row)}
    assert solutions(collector.clauses, SIZE) == expected
