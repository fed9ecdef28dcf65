"""The statement of the checker against the questions of satchess, which share no code."""

from itertools import combinations, permutations

import pytest

from satchess.certificates.wording import asked
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.questions import Question
from satchess.verify.chess import read_square
from satchess.verify.question import read_question
from satchess.verify.refusal import Refused
from satchess.verify.statement import state

QUESTIONS = [
    "independence queen 3x4",
    "independence king 3x3:torus",
    "independence rook 3x3 --walls b2",
    "independence rook 3x3 --holes b2",
    "independence N(2,2) 3x4:cylinder",
    "independence bishop 3x3:moebius",
    "independence queen 3x3:klein",
    "independence knight 3x3:projective",
    "independence leprechaun:2 3x4 --size 2",
    "independence R2 3x4 --maximal",
    "independence king 3x3 --within border --forbid a1 --require c3",
    "domination knight 3x4",
    "domination queen 3x3 --total --size 2..3",
    "domination rook 3x3 --independent --all",
    "domination bishop 3x4 --target diagonal",
    "domination nightrider 3x4 --within dark",
    "no-three-in-line 3x4",
    "no-three-in-line 3x3 --holes b2 --size 4",
]


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_models_are_the_placements(text: str) -> None:
    question = Question.parse(text)
    formula = state(asked(question))
    squares = [Square(*read_square(name)) for name in formula.names]
    (piece,) = question.kinds
    for size in range(len(squares) + 1):
        for chosen in combinations(range(len(squares)), size):
            placement = Placement.of(Place(squares[index], piece) for index in chosen)
            holds = formula.broken(index + 1 for index in chosen) is None
            assert holds == (not list(question.violations(placement)))
            if holds and formula.objective is not None:
                value = abs(formula.value(index + 1 for index in chosen))
                assert value == question.value(placement)
    assert (formula.objective is None) == (question.goal is None)


@pytest.mark.parametrize(
    "text",
    [
        "domination queen 8x8 --upper",
        "domination queen 8x8 --size -1",
        "domination queen 8x8 --size ''",
        "crowded-board 8x8 --pieces queen=x",
        "crowded-board 8x8 --pieces queen,rook",
        "crowded-board 8x8 --pieces queen=1,",
        "domination queen 8x8 --size ..-3",
        "domination queen 8x8 --size 2..1",
        "domination queen 8x8 --size ..",
        "domination queen 8x8 --total --independent",
        "crowded-board 8x8 --pieces queen=1,queen=2",
        "crowded-board 8x8 --pieces queen=1,RB",
        "independence queen 1x2 --holes a1 --walls b1",
        "domination queen 8x8 --within border",
        "domination queen 8x8 --within a9",
        "domination queen 8x8 --total --total",
        "domination queen 8x8 --holes a1 --walls a1",
        "domination queen 8x8:sphere",
        "domination queen 999x999",
        "domination fR 8x8",
        "domination (0,0) 8x8",
        "domination queen",
        "domination queen 8x8 8x8",
        "domination queen 8x8 --size",
        "independence queen 8x8 --where a1",
        "independence queen 8x8 --forbid a1 --require a1",
        "lights 3x3",
        "independence queen '8x8",
        "",
    ],
)
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        state(read_question(text))


def test_the_solution_of_a_puzzle_is_its_only_model() -> None:
    question = Question.parse("puzzle detective")
    formula = state(asked(question))
    kinds = sorted(question.kinds, key=str)
    squares = sorted({name.partition("_")[0] for name in formula.names})
    found = []
    for order in permutations(range(len(kinds))):
        names = [f"{square}_{kind + 1}" for square, kind in zip(squares, order, strict=True)]
        holds = formula.broken(map(formula.variable.__getitem__, names)) is None
        pairs = zip(squares, order, strict=True)
        placement = Placement.of(Place(Square.parse(s), kinds[kind]) for s, kind in pairs)
        assert holds == (not list(question.violations(placement)))
        found += [placement] * holds
    assert len(found) == 1


@pytest.mark.parametrize(
    "sheet",
    [
        "{}",
        "{board = '8x8'",
        "3",
        "[]",
        "{board = '8x8', marked = 'a9', pieces = {}}",
        "{board = '8x8', marked = 'a1', pieces = {queen = -1}}",
        "{board = '8x8', marked = 'a1', pieces = {queen = '1..2'}}",
        "{board = '8x8', marked = 'a1', pieces = {queen = 1}, where = 'a1'}",
        "{board = '8x8', marked = 3, pieces = {queen = 1}}",
        "{board = '8x8', pieces = {queen = 1}}",
        "{board = '8x8', marked = 'a1', pieces = {queen = 1}}\nmore = 1",
    ],
)
def test_puzzles_that_are_not_known_are_refused(sheet: str) -> None:
    with pytest.raises(Refused):
        state(read_question(f'puzzle "{sheet}"'))
