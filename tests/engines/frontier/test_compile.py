"""Transitions between residual states: how few there are, and that slots are not mixed up."""

import pytest

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.engines.frontier import clauses, run_python
from satchess.engines.frontier.bounds import weights_for
from satchess.engines.frontier.compile import NEVER, transitions
from satchess.engines.frontier.engine import FrontierEngine
from satchess.engines.frontier.order import best_order
from satchess.model import Clause, Model, Objective, Sense
from satchess.questions.base import Question


@pytest.mark.parametrize(
    ("text", "peak", "peak_at_best"),
    [
        ("domination knight 5", 717, 167),  # 748 and 168 without implications of new clauses
        ("domination bishop 5", 440, 313),  # 540 and 381 if equal clauses are kept apart
        ("domination rook 4x5 --holes b2 --walls c3", 39, 34),  # 49 and 39 without implications
        ("domination rook 4", 51, 51),
        ("domination king 6", 51, 12),
        ("domination king 6 --independent", 69, 12),  # a bit serves for 'blocked' and 'met'
        ("independence king 6", 19, 19),
    ],
)
def test_states_are_few(text: str, peak: int, peak_at_best: int) -> None:
    """No more of them than there were: a lost reduction changes no count, only the work."""
    model = Question.parse(text).model()
    assert model.objective is not None
    clausal = clauses.read(model)
    order = best_order(model, clausal)
    assert run_python.run(transitions(clausal, order), 0).peak == peak
    weights = weights_for(clausal, model.objective.sense)
    least: int | None = weights.loss_at(weights.best_value(0))
    result = None
    while least is not None and (result is None or not result.count):
        result = run_python.run(transitions(clausal, order, weights), least)
        least = result.dropped
    assert result is not None
    assert result.peak == peak_at_best


def small_model(*stated: tuple[int, ...], sense: Sense, terms: tuple[int, ...]) -> Model:
    top = max(abs(literal) for clause in stated for literal in clause)
    king = Piece.parse("king")
    places = tuple(Place(Square(0, column), king) for column in range(top))
    return Model(places, tuple(map(Clause, stated)), Objective(sense, terms))


def test_a_clause_that_ends_implies_nothing_though_its_slot_is_taken_over() -> None:
    """(1 or not 2) ends where (2 or 3) starts, in the same slot."""
    model = small_model((1, -2), (2, 3), sense=Sense.FEWEST, terms=(1, 2, 3))
    assert FrontierEngine().polynomial(model) == {1: 1, 2: 2, 3: 1}


def test_pieces_that_cost_nothing_are_never_wasteful() -> None:
    """Variable 2 is in no objective: with and without it, the optimum is attained."""
    model = small_model((1, 2, 3), (1, 2), (2, 3), sense=Sense.FEWEST, terms=(1, 3))
    clausal = clauses.read(model)
    steps = transitions(clausal, [1, 3, 2], weights_for(clausal, Sense.FEWEST)).steps
    assert steps[2][1].wasteful == NEVER
    assert FrontierEngine().best(model) == (0, 1)
    assert FrontierEngine().polynomial(model) == {0: 1, 1: 2, 2: 2}


def test_pieces_that_meet_nothing_are_wasteful_beside_negative_literals_too() -> None:
    """Once 1 has met (1 or 2), 2 meets nothing, whatever clauses ask for its absence."""
    model = small_model((1, 2), (-1, -2, 3), sense=Sense.FEWEST, terms=(1, 2, 3))
    clausal = clauses.read(model)
    compiled = transitions(clausal, [1, 2, 3], weights_for(clausal, Sense.FEWEST))
    assert compiled.steps[1][1].wasteful != NEVER
    assert FrontierEngine().best(model) == (1, 2)
