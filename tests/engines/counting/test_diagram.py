"""The `diagram` engine against truth tables of its models, and against published numbers."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import product as choices

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.engines.counting import diagram
from satchess.engines.counting.base import Polynomial, best_of, conjugacy_classes
from satchess.engines.counting.diagram import Capacity, DiagramEngine
from satchess.errors import NotKnown
from satchess.events import Bounded, Counted, Done, Event, Infeasible, Sized
from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Objective,
    Parity,
    Sense,
    When,
)
from satchess.questions import Question
from satchess.task import Task
from tests.commands import COMMAND
from tests.conclusions import conclusions
from tests.oracle import Table, best
from tests.strategies import questions

ENGINE = DiagramEngine()
MOST_VARIABLES = 16
"""Of models that are checked by their truth table."""


class TruthTable:
    """All assignments of a model, one bit of an integer for each."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.all = (1 << (1 << model.top)) - 1

    def literal(self, literal: int) -> int:
        """Where a literal is true: bit `a` is bit `variable - 1` of `a`."""
        half = 1 << abs(literal) - 1
        true = self.all // ((1 << 2 * half) - 1) * (((1 << half) - 1) << half)
        return true if literal > 0 else self.all ^ true

    def numbers(self, literals: tuple[int, ...]) -> list[int]:
        """Where 0, 1, 2, ... of the literals are true."""
        numbers = [self.all]
        for literal in literals:
            true = self.literal(literal)
            one_more = [0, *(number & true for number in numbers)]
            numbers = [*(number & ~true for number in numbers), 0]
            numbers = [same | more for same, more in zip(numbers, one_more, strict=True)]
        return numbers

    def holds(self, constraint: Constraint) -> int:
        """Where a constraint holds."""
        if isinstance(constraint, When):
            return self.literal(-constraint.literal) | self.holds(constraint.then)
        wanted = 0
        for number, where in enumerate(self.numbers(constraint.literals)):
            match constraint:
                case Clause():
                    fine = number >= 1
                case AtLeast(bound):
                    fine = number >= bound
                case AtMost(bound):
                    fine = number <= bound
                case Exactly(bound):
                    fine = number == bound
                case Parity(odd):
                    fine = number % 2 == odd
            wanted |= where * fine
        return wanted

    def placements(self) -> int:
        """Where all constraints hold, for some values of the auxiliaries; these are 0 then."""
        where = self.all
        for constraint in self.model.constraints:
            where &= self.holds(constraint)
        for auxiliary in range(len(self.model.places) + 1, self.model.top + 1):
            where = (where | where >> (1 << auxiliary - 1)) & self.literal(-auxiliary)
        return where

    def sizes(self) -> Polynomial:
        assert self.model.objective is not None
        where = self.placements()
        numbers = enumerate(self.numbers(self.model.objective.terms))
        counts = {number: (where & these).bit_count() for number, these in numbers}
        return {number: count for number, count in counts.items() if count}


def check(model: Model) -> None:
    """Compare everything that the engine says of a model with its truth table."""
    assert ENGINE.objection_to(model) is None
    table = TruthTable(model)
    assert ENGINE.total(model) == table.placements().bit_count()
    if model.objective is not None:
        sizes = table.sizes()
        assert ENGINE.polynomial(model) == sizes
        assert ENGINE.best(model) == best_of(sizes, model.objective)
        for value in {*list(sizes)[:1], 3}:
            assert ENGINE.number_at(model, value) == sizes.get(value, 0)


def with_sizes(model: Model) -> Model:
    objective = model.objective or Objective(Sense.FEWEST, tuple(model.board_variables))
    return replace(model, objective=objective)


def events(question: str, **options: bool) -> list[Event]:
    task = Task("count", Question.parse(question), **options)  # type: ignore[arg-type]
    *known, done = conclusions(ENGINE, task)
    assert done == Done()
    return known


def optimal(question: str, **options: bool) -> tuple[int, int]:
    bounded, *before, counted = events(question, **options)
    assert isinstance(bounded, Bounded)
    assert isinstance(counted, Counted)
    assert bounded.lower is not None
    assert counted.exact
    for bound in before:  # what is known before all symmetries are taken into account
        assert isinstance(bound, Counted)
        assert not bound.exact
        assert bound.count <= counted.count
    return bounded.lower, counted.count


# Against truth tables

KINDS = [
    "independence",
    "domination",
    "domination --total",
    "domination --independent",
    "independence --maximal",
    "domination --all",
    "domination --size 3",
]
PLACES = [
    "king 3x4",
    "queen 4x3",
    "rook 2x4:torus",
    "bishop 2x6:cylinder",
    "knight 3x4",
    "RBN 3x4 --holes b2",
    "leprechaun:2 2x5",
    "(2,1)0W 3x4 --holes a1 --walls c2",
    "rook 2x7 --walls d1",
    "queen 3x4 --within a1,b2,c3,d1,d2",
    "king 3x4 --require a1 --forbid b3,d2",
    "knight 3x4 --where 'a1 ^ b2 ^ c3 => (d1 | a2) & ~c1'",
]


@pytest.mark.parametrize(("kind", "place"), list(choices(KINDS, PLACES)))
def test_questions(kind: str, place: str) -> None:
    name, *options = kind.split(" ", 1)
    model = with_sizes(Question.parse(" ".join([name, place, *options])).model())
    assert model.top <= MOST_VARIABLES
    check(model)
    for permutation, _ in conjugacy_classes(model.symmetries):
        check(model.quotient(permutation))
    for part in model.components():
        check(part)


@pytest.mark.parametrize("kind", ["--upper", "--minimal", "--minimal --all"])
@pytest.mark.parametrize("place", ["rook 2x4", "king 2x4", "queen 2x4", "knight 2x4 --holes a2"])
def test_auxiliaries(place: str, kind: str) -> None:
    model = with_sizes(Question.parse(f"domination {place} {kind}").model())
    assert model.auxiliaries
    check(model)
    for permutation, _ in conjugacy_classes(model.symmetries):
        check(model.quotient(permutation))


@given(questions())
def test_any_question(question: Question) -> None:
    model = question.model()
    if model.top <= MOST_VARIABLES:
        check(model)


def places(number: int) -> tuple[Place, ...]:
    return tuple(Place(Square(n // 3, n % 3), Piece.parse("king")) for n in range(number))


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Models of any constraints, with repeated and opposite literals and bounds out of range."""
    board, auxiliaries = draw(st.integers(0, 7)), draw(st.integers(0, 3))

    def literals(top: int) -> st.SearchStrategy[tuple[int, ...]]:
        if top == 0:
            return st.just(())
        literal = st.builds(int.__mul__, st.integers(1, top), st.sampled_from([1, 1, -1]))
        return st.lists(literal, max_size=7).map(tuple)

    some, bounds = literals(board + auxiliaries), st.integers(-2, 8)
    plain = st.one_of(
        st.builds(Clause, some),
        st.builds(AtMost, bounds, some),
        st.builds(AtLeast, bounds, some),
        st.builds(Exactly, bounds, some),
        st.builds(Parity, st.booleans(), some),
    )
    conditions = st.integers(1, max(1, board + auxiliaries))
    nested = st.builds(
        When, conditions, plain | st.builds(When, conditions.map(int.__neg__), plain)
    )
    constraint = plain | nested if board + auxiliaries else plain
    return Model(
        places(board),
        tuple(draw(st.lists(constraint, max_size=5))),
        Objective(draw(st.sampled_from(Sense)), draw(literals(board))),
        auxiliaries,
    )


@given(models())
def test_any_model(model: Model) -> None:
    check(model)


@given(models())
def test_one_size_after_another(model: Model) -> None:
    """What `best` does where all sizes together are too many."""
    assert model.objective is not None
    model = replace(model, objective=replace(model.objective, sense=Sense.FEWEST))
    assert ENGINE._fewest(model) == best_of(TruthTable(model).sizes(), model.objective)


def test_sizes_are_tried_from_the_bound_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every piece counts once, from what is needed at least; else from nothing."""
    tried: list[int] = []

    def total(model: Model) -> int:
        (bound,) = (c.bound for c in model.constraints if isinstance(c, Exactly))
        tried.append(bound)
        return DiagramEngine.total(ENGINE, model)

    spied = DiagramEngine()
    monkeypatch.setattr(spied, "total", total)
    clauses = Clause((1, 2)), Clause((3, 4))
    model = Model(places(4), clauses, Objective(Sense.FEWEST, (1, 2, 3, 4)))
    assert spied._fewest(model) == (2, 4)
    assert tried == [2]
    some = replace(model, objective=Objective(Sense.FEWEST, (1, 3)))
    assert spied._fewest(some) == (0, 1)
    assert tried == [2, 0]


def test_an_auxiliary_stands_for_constraints_unless_its_absence_is_asked_for() -> None:
    meaning = AtMost(0, (1, 2))
    model = Model(places(2), (When(3, meaning), Clause((1, 3))), auxiliaries=1)
    assert diagram._marks(model) == {3: [meaning]}
    asked = replace(model, constraints=(*model.constraints, Clause((-3, 2))))
    assert diagram._marks(asked) == {}
    for each in (model, asked):
        check(with_sizes(each))


def test_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Diagrams that do not fit are tried in more room, and given up in the end."""
    monkeypatch.setattr(diagram, "SMALL", Capacity(300, 300))
    assert optimal("domination queen 5") == (3, 186)
    assert optimal("domination bishop 6 --size 7")[1] == optimal_at("domination bishop 6", 7)
    monkeypatch.setattr(diagram, "LARGER", [Capacity(1000, 1000)])
    with pytest.raises(NotKnown, match="more than 1,000 nodes"):
        events("domination queen 6")


def optimal_at(question: str, size: int) -> int:
    (sized,) = events(question, by_size=True)
    assert isinstance(sized, Sized)
    return dict(sized.by_size)[size]


def test_upper_domination_of_a_board() -> None:
    table = Table("rook", 3, 4)
    largest = best(table.dominating(upper=True), max)
    assert optimal("domination rook 3x4 --upper") == (largest[0].bit_count(), len(largest))


# Against published numbers, most of them in tests/published/berghammer.json


def known() -> Iterator[tuple[str, int, int]]:
    yield "domination queen 8", 5, 4860
    yield "domination queen 9", 5, 114
    yield "domination rook 8", 8, 33514112
    yield "domination king 8", 9, 3600
    yield "domination knight 8", 12, 2
    yield "domination bishop 8", 8, 11664
    yield "independence queen 8", 8, 92
    yield "independence king 8", 16, 281571
    yield "independence rook 8", 8, 40320
    yield "independence bishop 13x16", 28, 54289
    yield "independence knight 6x8 --holes b3,g3,b4,g4", 22, 8


@pytest.mark.parametrize(("question", "value", "count"), list(known()))
def test_published(question: str, value: int, count: int) -> None:
    assert optimal(question) == (value, count)


def test_published_sizes() -> None:
    (sized,) = events("independence queen 8", by_size=True)
    assert isinstance(sized, Sized)
    assert sized.by_size[-2:] == ((7, 3192), (8, 92))


def test_up_to_symmetry() -> None:
    assert optimal("independence queen 8", up_to_symmetry=True) == (8, 12)
    assert optimal("independence king 8", up_to_symmetry=True) == (16, 35312)
    assert optimal("domination queen 8", up_to_symmetry=True) == (5, 638)


def test_more_than_a_word() -> None:
    (counted,) = events("domination rook 10 --all")
    assert counted == Counted(1267413006543912045144741284411, exact=True)


def test_no_placement() -> None:
    assert events("domination king 8 --within a1") == [Infeasible()]
    assert events("domination queen 7 --where 'a1 & ~a1'") == [Infeasible()]


def test_objections() -> None:
    assert ENGINE.objection(Task("count", Question.parse("independence king 40"))) is not None
    model = Model(places(1), (), Objective(Sense.MOST, (2,)), auxiliaries=1)
    assert ENGINE.objection_to(model) == "counts pieces only"


# Memory


@pytest.mark.parametrize(
    ("memory", "board", "said"),
    [
        ("900M", "5", "diagram: even small diagrams need 1.15G, and"),
        ("1300M", "7", "562919610049517 dominating sets"),
        ("1300M", "8", "nodes at a time, too many to count with; 2,097,152 need 1.32G"),
    ],
)
def test_memory_limits_are_kept(memory: str, board: str, said: str) -> None:
    """In a process with that limit: what does not fit is refused in words, not by a kill."""
    words = f"count domination queen {board} --all --engine diagram --no-cache --memory {memory}"
    done = subprocess.run([*COMMAND, *words.split()], capture_output=True, text=True, check=False)
    assert said in done.stdout
    assert done.returncode == (0 if "dominating" in said else 3)
    assert not done.stderr
