"""Approximate counting: the guarantee, and that it is never called exact."""

import sys
from dataclasses import replace

import pytest

from satchess.engines.counting.approximate import ApproximateEngine, approximate_count
from satchess.errors import BadQuestion, NotKnown
from satchess.events import Bounded, Counted, Done, Infeasible
from satchess.model import AtMost, Clause, Model
from satchess.questions import Question
from satchess.task import Task

pytest.importorskip("pyapproxmc")

ENGINE = ApproximateEngine()
TOLERANCE = (0.8, 0.2)


def task(words: str, *, by_size: bool = False, up_to_symmetry: bool = False) -> Task:
    return Task("count", Question.parse(words), by_size, up_to_symmetry, approximate=TOLERANCE)


def model(words: str) -> Model:
    return Question.parse(words).model()


@pytest.mark.parametrize(
    ("words", "value", "count"),
    [
        ("independence king 6x6", 9, 3600),
        ("domination king 8x8", 9, 3600),
        ("independence queen 6x6", 6, 4),
        ("independence bishop 8x8", 14, 256),
        ("domination knight 4x5 --size 6", 6, 917),  # these two by tests.oracle
        ("domination rook 2x4 --upper", 4, 2),
    ],
)
def test_within_the_tolerance(words: str, value: int, count: int) -> None:
    bounded, counted, done = ENGINE.run(task(words))
    assert (bounded, done) == (Bounded(value, value), Done())
    assert isinstance(counted, Counted)
    assert not counted.exact
    assert count / 1.8 <= counted.count <= count * 1.8


@pytest.mark.parametrize("seed", range(1, 6))
def test_free_variables_are_counted(seed: int) -> None:
    """They are forgotten by the library: [[1], [1, 2]] over 1, 2 has 2 models, not 1."""
    plain = replace(model("independence king 1x5"), constraints=())
    assert approximate_count(plain, *TOLERANCE, seed) == 32
    fixed = replace(plain, constraints=(Clause((1,)), Clause((1, 2)), Clause((3, 2, 1))))
    assert approximate_count(fixed, *TOLERANCE, seed) == 16
    hidden = replace(plain, constraints=(Clause((1, 2)), Clause((1, -2)), AtMost(4, (-1, 2, 3))))
    assert approximate_count(hidden, *TOLERANCE, seed) == 16


def test_many_free_variables() -> None:
    plain = replace(model("independence king 1x50"), constraints=())
    assert 2**50 / 1.8 <= approximate_count(plain, *TOLERANCE) <= 2**50 * 1.8


def test_a_seed_gives_the_same_count_again() -> None:
    kings = model("independence king 5x5")
    assert approximate_count(kings, 0.8, 0.2, 7) == approximate_count(kings, 0.8, 0.2, 7)


def test_none_at_all() -> None:
    assert list(ENGINE.run(task("domination king 1x1 --total"))) == [Infeasible(), Done()]
    assert list(ENGINE.run(task("independence king 3x3 --size 5"))) == [Infeasible(), Done()]
    assert approximate_count(model("domination king 1x1 --total"), *TOLERANCE) == 0


def test_objections() -> None:
    words = "independence king 3x3"
    assert ENGINE.objection(task(words)) is None
    assert ENGINE.objection(Task("count", Question.parse(words))) is not None
    assert ENGINE.objection(task(words, by_size=True)) is not None
    assert ENGINE.objection(task(words, up_to_symmetry=True)) is not None
    assert ENGINE.objection(task("independence king 40x40")) is not None


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [(0, 0.2), (-1, 0.2), (float("inf"), 0.2), (float("nan"), 0.2), (0.8, 0), (0.8, 1), (0.8, -1)],
)
def test_impossible_tolerances(epsilon: float, delta: float) -> None:
    with pytest.raises(BadQuestion):
        approximate_count(model("independence king 2x2"), epsilon, delta)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyapproxmc", None)
    with pytest.raises(NotKnown, match=r"pip install satchess\[approximate\]"):
        approximate_count(model("independence king 2x2"), *TOLERANCE)
