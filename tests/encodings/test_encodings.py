"""What encodings are made of; every registered one is tried by tests/test_conformance.py."""

from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

from satchess.encodings.at_most_one import AT_MOST_ONE, DEFAULT_AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY, DEFAULT_CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.conformance import (
    Assignment,
    as_literals,
    assignments,
    collected,
    count_faults,
    is_true,
    sharing_faults,
    solutions,
)
from satchess.encodings.constraints import encode
from satchess.encodings.dimacs import write_dimacs
from satchess.encodings.lex_leader import lex_leader
from satchess.encodings.parity import parity
from satchess.encodings.totalizer import CountBound
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, When
from tests.encodings.truth import holds


def is_determined(collector: ClauseCollector, size: int) -> bool:
    """Whether no two models differ in auxiliaries only, by Padoa's method: two copies, one call."""
    top = collector.top

    def twin(literal: int) -> int:
        if abs(literal) <= size:
            return literal
        return literal + top if literal > 0 else literal - top

    with Solver("minisat22", bootstrap_with=collector.clauses) as solver:
        for clause in collector.clauses:
            solver.add_clause([twin(literal) for literal in clause])
        differences = []
        for auxiliary in range(size + 1, top + 1):
            difference = auxiliary + 2 * top
            solver.add_clause([-difference, auxiliary, twin(auxiliary)])
            solver.add_clause([-difference, -auxiliary, -twin(auxiliary)])
            differences.append(difference)
        solver.add_clause(differences)
        return not solver.solve()


# Registries


def test_defaults_are_registered() -> None:
    assert DEFAULT_CARDINALITY in CARDINALITY
    assert DEFAULT_AT_MOST_ONE in AT_MOST_ONE


@pytest.mark.parametrize("odd", [False, True])
def test_parity_is_right(odd: bool) -> None:
    def encode(collector: ClauseCollector, literals: Sequence[int]) -> None:
        parity(collector, literals, odd)

    for size in range(11):
        assert not list(count_faults(encode, lambda count: count % 2 == odd, size))
        assert is_determined(collected(encode, range(1, size + 1)), size)
        assert is_determined(collected(encode, range(1, size + 1), size + 1), size + 1)
    assert not list(sharing_faults(encode))


# The collector


def test_collector_hands_out_each_clause_once() -> None:
    collector = ClauseCollector(2)
    collector.add((1, 2))
    assert collector.take_new() == [[1, 2]]
    assert collector.take_new() == []
    collector.add((-1, collector.fresh()))
    assert collector.take_new() == [[-1, 3]]
    assert collector.clauses == [[1, 2], [-1, 3]]


def test_collector_guards_nest_and_end() -> None:
    collector = ClauseCollector(3)
    with collector.only_if(1):
        with collector.only_if(-2):
            collector.add((3,))
        collector.add(())
    collector.add((2,))
    assert collector.clauses == [[-1, 2, 3], [-1], [2]]


def test_collector_guard_ends_with_an_error() -> None:
    collector = ClauseCollector(1)
    with pytest.raises(ZeroDivisionError), collector.only_if(1):
        collector.add((1 // 0,))
    collector.add((1,))
    assert collector.clauses == [[1]]


# The vocabulary of models


SIZE = 6
LITERAL = st.integers(1, SIZE).flatmap(lambda variable: st.sampled_from((variable, -variable)))
LITERALS = st.lists(LITERAL, unique_by=abs, max_size=SIZE).map(tuple)
BOUND = st.integers(-1, SIZE + 1)
CONSTRAINT = st.recursive(
    st.one_of(
        st.builds(Clause, LITERALS),
        st.builds(AtMost, BOUND, LITERALS),
        st.builds(AtLeast, BOUND, LITERALS),
        st.builds(Exactly, BOUND, LITERALS),
        st.builds(Parity, st.booleans(), LITERALS),
    ),
    lambda inner: st.builds(When, LITERAL, inner),
    max_leaves=3,
)


@given(
    constraints=st.lists(CONSTRAINT, max_size=3),
    cardinality=st.sampled_from([*CARDINALITY]),
    at_most_one=st.sampled_from([*AT_MOST_ONE]),
)
@settings(max_examples=200)
def test_every_constraint_is_encoded(
    constraints: list[Constraint], cardinality: str, at_most_one: str
) -> None:
    collector = ClauseCollector(SIZE)
    for constraint in constraints:
        encode(constraint, collector, cardinality, at_most_one)
    assert solutions(collector.clauses, SIZE) == {
        values for values in assignments(SIZE) if all(holds(c, values) for c in constraints)
    }


# Incremental bounds


class BoundedSolver:
    """A solver over free variables, with a `CountBound` on them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.collector = ClauseCollector(size)
        self.bound = CountBound(self.collector, range(1, size + 1))
        self.solver = Solver("minisat22")

    def counts(self, assumption: int | None) -> set[int]:
        """The numbers of true literals that the assumption allows."""
        self.solver.append_formula(self.collector.take_new())
        extra = [] if assumption is None else [assumption]
        found: set[int] = {
            sum(values)
            for values in assignments(self.size)
            if self.solver.solve([*as_literals(values), *extra])
        }
        return found


def test_count_bound_in_every_order() -> None:
    for order in permutations(range(5)):
        bounded = BoundedSolver(4)
        for k in order:
            assert bounded.counts(bounded.bound.at_most(k)) == set(range(k + 1))
            assert bounded.counts(bounded.bound.at_least(k)) == set(range(k, 5))
        assert bounded.counts(None) == set(range(5))


@given(size=st.integers(0, 8), data=st.data())
@settings(max_examples=30)
def test_count_bound_on_any_size(size: int, data: st.DataObject) -> None:
    bounded = BoundedSolver(size)
    for k in data.draw(st.lists(st.integers(0, size), max_size=4)):
        assert bounded.counts(bounded.bound.at_most(k)) == set(range(k + 1))
        assert bounded.counts(bounded.bound.at_least(k)) == set(range(k, size + 1))


def test_count_bound_makes_only_what_is_asked_for() -> None:
    collector = ClauseCollector(100)
    bound = CountBound(collector, range(1, 101))
    assert bound.at_most(100) is None
    assert bound.at_most(1000) is None
    assert bound.at_least(0) is None
    assert bound.at_least(-1) is None
    assert collector.clauses == []
    first = bound.at_most(3)
    small = len(collector.clauses)
    assert bound.at_most(2) != first
    assert bound.at_most(3) == first
    assert len(collector.clauses) == small
    bound.at_most(5)
    assert len(collector.clauses) > small


@pytest.mark.parametrize("size", [0, 1, 3])
def test_count_bound_on_what_cannot_be(size: int) -> None:
    bounded = BoundedSolver(size)
    for impossible in (bounded.bound.at_most(-1), bounded.bound.at_least(size + 1)):
        assert impossible is not None
        assert bounded.counts(impossible) == set()
    assert bounded.counts(None) == set(range(size + 1))


def test_a_false_literal_is_false_whatever_it_is_guarded_by() -> None:
    collector = ClauseCollector(2)
    with collector.only_if(1):
        collector.add((2, collector.false))
    assert solutions(collector.clauses, 2) == {v for v in assignments(2) if v[1] or not v[0]}
    with Solver("minisat22", bootstrap_with=collector.clauses) as solver:
        assert not solver.solve([collector.false])


# Symmetry breaking

Permutation = tuple[int, ...]


def leaders(size: int, images: Iterable[Sequence[int]]) -> set[Assignment]:
    collector = ClauseCollector(size)
    for image in images:
        lex_leader(collector, range(1, size + 1), image)
    return solutions(collector.clauses, size)


def generated_group(generators: Iterable[Permutation], size: int) -> set[Permutation]:
    group = {tuple(range(1, size + 1))}
    while True:
        larger = group | {
            tuple(outer[i - 1] for i in inner) for inner in group for outer in generators
        }
        if larger == group:
            return group
        group = larger


@given(size=st.integers(1, 5), data=st.data())
@settings(max_examples=60)
def test_lex_leader_keeps_the_greatest_of_each_orbit(size: int, data: st.DataObject) -> None:
    permutation = st.permutations(range(1, size + 1)).map(tuple)
    generators = data.draw(st.lists(permutation, min_size=1, max_size=2))
    group = generated_group(generators, size)
    greatest = {
        max(tuple(values[i - 1] for i in image) for image in group) for values in assignments(size)
    }
    assert leaders(size, group) == greatest
    assert leaders(size, generators) >= greatest


VECTOR = st.lists(st.tuples(LITERAL, LITERAL), max_size=8)


@given(VECTOR)
@settings(max_examples=150)
def test_lex_leader_compares_any_literals(pairs: list[tuple[int, int]]) -> None:
    collector = ClauseCollector(SIZE)
    literals, images = [one for one, _ in pairs], [other for _, other in pairs]
    lex_leader(collector, literals, images)
    assert solutions(collector.clauses, SIZE) == {
        values
        for values in assignments(SIZE)
        if [is_true(literal, values) for literal in literals]
        >= [is_true(image, values) for image in images]
    }


@pytest.mark.parametrize(
    ("images", "clauses"),
    [
        ((1, 2, 3, 4), 0),  # the identity says nothing
        ((1, 3, 2, 4), 1),  # the second half of an exchange says nothing
        ((4, 3, 2, 1), 4),
        ((2, 3, 4, 1), 7),  # nor does the end of a cycle
        ((-1, 3, 4, 2), 1),  # what follows a certain difference is never reached
    ],
)
def test_lex_leader_is_short(images: Permutation, clauses: int) -> None:
    collector = ClauseCollector(4)
    lex_leader(collector, (1, 2, 3, 4), images)
    assert len(collector.clauses) == clauses


# Files


@given(
    clauses=st.lists(st.lists(LITERAL, min_size=1, max_size=4)),
    projection=st.none() | st.lists(st.integers(1, SIZE), unique=True),
)
def test_dimacs_round_trip(clauses: list[list[int]], projection: list[int] | None) -> None:
    stream = StringIO()
    write_dimacs(stream, clauses, SIZE, ["one", "two\nthree"], projection)
    read = CNF(from_string=stream.getvalue())
    shown = [] if projection is None else [" ".join(["c p show", *map(str, projection), "0"])]
    assert read.clauses == clauses
    assert read.comments == ["c one", "c two", "c three", *shown]
    assert f"p cnf {SIZE} {len(clauses)}\n" in stream.getvalue()


def test_dimacs_text() -> None:
    stream = StringIO()
    write_dimacs(stream, [[1, -2], []], 3, ["a comment"], [1, 2])
    assert stream.getvalue() == "c a comment\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n0\n"
