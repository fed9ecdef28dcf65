"""The two sides of the optimum, each for itself, and the bounds that they start from."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.encodings.conformance import Assignment
from satchess.engines.sat import optimum
from satchess.engines.sat.optimum import Bounds, optimise
from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Objective, Sense
from satchess.questions import Question
from satchess.task import DEFAULT_TUNING
from tests.encodings.truth import holds

QUESTIONS = {
    "domination queen 5": 3,
    "domination king 6": 4,
    "domination queen 5 --upper": 5,
    "domination knight 4": 4,
    "independence queen 5": 5,
    "independence king 5": 9,
    "lights 4": 4,
    "non-dominating queen 4": 1,
    "stamps 3 --values 1..3": 12,
    "independence king 3 --where 'b2'": 1,
}


@pytest.mark.parametrize("side", ["_Finder", "_Refuter"])
@pytest.mark.parametrize("text", QUESTIONS)
def test_one_side_alone_reaches_the_optimum(
    text: str, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has to be right without the other: one that has run out of conflicts says nothing."""
    silent = {"_Finder": (optimum._Refuter, "decide"), "_Refuter": (optimum._Finder, "find")}
    monkeypatch.setattr(*silent[side], lambda *_: None)
    model = Question.parse(text).model()
    *_, bounds = optimise(model, Bounds.at_first(model), DEFAULT_TUNING)
    assert (bounds.lower, bounds.upper) == (QUESTIONS[text], QUESTIONS[text])
    assert bounds.is_closed(model)


BOARD = 4
LITERAL = st.integers(1, BOARD).flatmap(lambda v: st.sampled_from((v, v, -v)))
SOME = st.lists(LITERAL, min_size=1, max_size=5, unique_by=abs).map(tuple)
NUMBER = st.integers(0, 6)
CONSTRAINT = st.one_of(
    st.builds(Clause, SOME),
    st.builds(AtMost, st.just(1), SOME),
    st.builds(AtMost, NUMBER, SOME),
    st.builds(AtLeast, NUMBER, SOME),
    st.builds(Exactly, NUMBER, SOME),
)
EVERYTHING = tuple(range(1, BOARD + 1))
TERMS = st.just(EVERYTHING) | st.lists(LITERAL, max_size=6).map(tuple)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Models of four places; objectives count all of them, or whatever else."""
    terms = draw(TERMS)
    constraints = draw(st.lists(CONSTRAINT, max_size=4))
    bounds = st.builds(AtMost, NUMBER, st.just(terms)) | st.builds(Exactly, NUMBER, st.just(terms))
    constraints += draw(st.lists(bounds, max_size=1))
    return Model(
        places=tuple(Place(Square(0, column), Piece.parse("king")) for column in range(BOARD)),
        constraints=tuple(constraints),
        objective=Objective(draw(st.sampled_from(Sense)), terms),
        families=draw(st.sampled_from([(), (((1, 2), (3, 4)),), (((1,), (2,), (3,), (4,)),)])),
    )


def attained(model: Model) -> list[int]:
    """The values of all placements, by trying."""
    assert model.objective is not None
    rows: list[Assignment] = list(product((False, True), repeat=BOARD))
    return [
        model.objective.value({v for v in EVERYTHING if row[v - 1]})
        for row in rows
        if all(holds(constraint, row) for constraint in model.constraints)
    ]


@given(models())
def test_the_first_bounds_hold(model: Model) -> None:
    bounds = Bounds.at_first(model)
    assert model.objective is not None
    assert bounds.upper <= len(model.objective.terms)
    values = attained(model)
    if bounds.feasible is False:
        assert not values
    assert all(bounds.lower <= value <= bounds.upper for value in values)


@given(models())
def test_the_optimum_of_any_model(model: Model) -> None:
    values = attained(model)
    *_, bounds = optimise(model, Bounds.at_first(model), DEFAULT_TUNING)
    assert model.objective is not None
    if not values:
        assert bounds.feasible is False
        return
    best = min(values) if model.objective.sense is Sense.FEWEST else max(values)
    assert (bounds.lower, bounds.upper) == (best, best)
    assert bounds.best is not None
    assert model.objective.value(bounds.best) == best


@pytest.mark.parametrize(
    ("text", "lower", "upper"),
    [
        ("independence rook 8", 0, 8),
        ("independence queen 6 --within diagonal", 0, 1),
        ("domination rook 8", 5, 64),  # 64 squares, each piece covers 15
        ("domination king 7", 9, 49),  # a packing
        ("stamps 3 --values 1..3", 0, 27 + 18 + 9),  # a piece counts as often as it is worth
    ],
)
def test_bounds_without_any_search(text: str, lower: int, upper: int) -> None:
    bounds = Bounds.at_first(Question.parse(text).model())
    assert (bounds.lower, bounds.upper) == (lower, upper)


@pytest.mark.parametrize(("times", "is_narrow"), [(1, False), (10**9, True)])
def test_patience_lasts_longer_while_several_values_are_open(
    times: int, is_narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimum, "FINDING_BUDGET", 1)
    monkeypatch.setattr(optimum, "REFUTING_BUDGET", 1)
    monkeypatch.setattr(optimum, "PATIENCE_WITH_SEVERAL", times)
    model = Question.parse("peaceable queen 6").model()
    *_, last = optimise(model, Bounds.at_first(model), DEFAULT_TUNING, patience=1)
    assert (last.upper - last.lower <= 1) == is_narrow
