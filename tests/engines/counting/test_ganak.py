"""Model counting by Ganak, against all assignments of small models and published counts."""

import subprocess
import sys
from collections import Counter
from itertools import product

import pytest

from satchess.engines.counting.base import countable
from satchess.engines.counting.ganak import MOST_SQUARES, GanakEngine
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
from tests.conclusions import conclusions
from tests.encodings.truth import holds

ENGINE = GanakEngine()


def sizes_by_force(model: Model) -> dict[int, int]:
    """Count the placements by the value of the objective; auxiliaries may be as they please."""
    objective = model.objective or Objective(Sense.FEWEST, ())
    board = len(model.places)
    placements = set()
    for bits in product((False, True), repeat=model.top):
        if bits[:board] not in placements and all(holds(c, bits) for c in model.constraints):
            placements.add(bits[:board])
    boards = [{v for v, bit in enumerate(bits, start=1) if bit} for bits in placements]
    return dict(Counter(map(objective.value, boards)))


def assert_counts(model: Model) -> None:
    sizes = sizes_by_force(model)
    assert ENGINE.total(model) == sum(sizes.values())
    if model.objective is not None:
        assert ENGINE.polynomial(model) == sizes
        choose = min if model.objective.sense is Sense.FEWEST else max
        best = choose(sizes, default=None)
        assert ENGINE.best(model) == (None if best is None else (best, sizes[best]))


QUESTIONS = [
    "independence king 3x4",
    "independence queen 3x3",
    "independence bishop 3x3:torus",
    "independence NN 3x4 --require b2",
    "independence leprechaun:1 3x4:cylinder",
    "independence rook 3x4 --walls b2 --within border",
    "domination king 3x4",
    "domination queen 3x4 --holes b2",
    "domination rook 3x3 --walls b2",
    "domination knight 3x4 --total",
    "domination knight 3x3",
    "domination king 3x3:torus --independent",
    "domination RBN 3x4 --independent --forbid a1,c3",
    "domination queen 3x4:cylinder --within diagonal",
    "domination rook 2x4 --upper",
    "domination king 2x4 --upper --total",
    "domination king 3x4 --where '(a1 | b2) & ~(c3 & d3) => Xor(a3, b3, d1)'",
    "independence king 3x4 --where 'Majority(a1, b3, d2)'",
    "independence king 3x4 --size 3",
    "domination king 3x3 --size 4",
    "domination king 1x1 --total",
]


@pytest.mark.parametrize("words", QUESTIONS)
def test_every_assignment(words: str) -> None:
    model, _ = countable(Task("count", Question.parse(words)))
    assert_counts(model)


@pytest.mark.parametrize("words", ["independence queen 4x4", "domination king 3x3 --total"])
def test_placements_that_a_symmetry_leaves_alone(words: str) -> None:
    model = Question.parse(words).model()
    for permutation in model.symmetries[1:]:
        quotient = model.quotient(permutation)
        assert_counts(quotient)
        assert model.objective is not None
        for size in range(3, 6):
            assert ENGINE.total(quotient.with_value(size)) == sizes_by_force(quotient).get(size, 0)


def small(*constraints: Constraint, places: int, auxiliaries: int = 0) -> Model:
    board = Question.parse("independence king 1x9").model().places[:places]
    objective = Objective(Sense.MOST, tuple(range(1, places + 1)))
    return Model(board, constraints, objective, auxiliaries)


@pytest.mark.parametrize(
    "model",
    [
        small(places=0),
        small(places=3),
        small(Clause(()), places=2),
        small(Clause((1,)), places=0, auxiliaries=1),
        small(Clause((1,)), Clause((-1,)), places=0, auxiliaries=1),
        small(Clause((1, 2)), Clause((-3, 4)), places=2, auxiliaries=3),
        small(Parity(True, (1, 2, 3, 4, 5, -6)), AtLeast(2, (1, 2, 3)), places=6),
        small(When(4, Exactly(2, (1, 2, 3))), When(-4, AtMost(0, (1, 5))), places=5),
        small(When(-5, AtLeast(2, (1, 2, -3))), Clause((-5, 4)), places=4, auxiliaries=1),
    ],
)
def test_constraints_of_every_kind(model: Model) -> None:
    assert_counts(model)


def events(words: str, *, by_size: bool = False, up_to_symmetry: bool = False) -> list[Event]:
    task = Task("count", Question.parse(words), by_size, up_to_symmetry)
    return conclusions(ENGINE, task)


@pytest.mark.parametrize(
    ("words", "value", "count"),
    [
        ("independence king 8x8", 16, 281_571),
        ("independence queen 6x6", 6, 4),
        ("independence bishop 8x8", 14, 256),
        ("domination king 8x8", 9, 3600),
        ("domination knight 4x5", 4, 3),  # by tests.oracle
        ("domination rook 4x4", 4, 488),
    ],
)
def test_published(words: str, value: int, count: int) -> None:
    assert events(words) == [Bounded(value, value), Counted(count, exact=True), Done()]


def test_up_to_symmetry() -> None:
    assert Counted(2, exact=True) in events("independence queen 5x5", up_to_symmetry=True)
    assert Counted(1, exact=True) in events("independence queen 6x6", up_to_symmetry=True)


def test_by_size() -> None:
    sizes = ((0, 1), (1, 16), (2, 78), (3, 140), (4, 79))
    assert events("independence king 4x4", by_size=True) == [Sized(sizes), Done()]


def test_beyond_64_bits() -> None:
    below, count = 1, 2  # kings in a row: Fibonacci's numbers
    for _ in range(99):
        below, count = count, below + count
    assert ENGINE.total(Question.parse("independence king 1x100").model()) == count > 2**64


def test_none_at_all() -> None:
    assert events("domination king 1x1 --total") == [Infeasible(), Done()]
    assert events("independence king 3x3 --size 5") == [Infeasible(), Done()]


def test_too_large() -> None:
    task = Task("count", Question.parse("independence king 30x30"))
    assert str(MOST_SQUARES) in (ENGINE.objection(task) or "")


def test_silence() -> None:
    program = """
from satchess.engines.counting.ganak import GanakEngine
from satchess.questions import Question
print(GanakEngine().total(Question.parse("domination king 1x1 --total").model()))
print(GanakEngine().total(Question.parse("domination king 2x2").model().with_value(0)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("0\n0\n", "")


def test_heavy_sums_of_components_are_not_counted_up_to_symmetry() -> None:
    weights = "[99 99] [99 99] [99 99] [99 99]"
    question = Question.parse(f"independence vR 4x2:torus --heaviest '{weights}'")
    assert ENGINE.objection(Task("count", question)) is None
    objection = ENGINE.objection(Task("count", question, up_to_symmetry=True))
    assert objection == "the weights are too large to count up to symmetry"
