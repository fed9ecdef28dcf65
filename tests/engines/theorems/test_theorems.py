"""Theorems against SAT, closed forms and pairings on small boards; what they do not cover."""

from itertools import product

import pytest

import satchess
from satchess import Status
from satchess.domain.board import Topology
from satchess.engines.counting.closed_forms import FORMULAS
from satchess.engines.theorems.engine import THEOREMS, Theorem, TheoremEngine, theorem_for
from satchess.engines.theorems.statement import sides
from satchess.questions import Question
from satchess.questions.placing import PlacingQuestion
from satchess.task import Task

LARGEST = 6
CASES = [
    pytest.param(theorem, topology, id=f"{theorem.name} {topology}")
    for theorem in THEOREMS
    for topology in theorem.topologies
]


def asked(theorem: Theorem, rows: int, columns: int, topology: Topology) -> PlacingQuestion:
    options = " ".join(f"--{name}" for name in theorem.options)
    board = f"{rows}x{columns}:{topology}"
    question = Question.parse(f"{theorem.kind.kind} {theorem.piece} {board} {options}")
    assert isinstance(question, PlacingQuestion)
    return question


@pytest.mark.parametrize(("theorem", "topology"), CASES)
def test_every_theorem_on_all_small_boards(theorem: Theorem, topology: Topology) -> None:
    covered = 0
    for rows, columns in product(range(1, LARGEST + 1), repeat=2):
        question = asked(theorem, rows, columns, topology)
        if theorem_for(question) is not theorem:
            assert not theorem.holds(*sides(question))
            continue
        covered += 1
        answer = question.solve(engine="theorem", cache=False, workers=0)
        assert answer.status is Status.OPTIMAL
        assert answer.placement is not None
        assert not list(question.violations(answer.placement))
        other = question.solve(engine="sat", cache=False, workers=0)
        assert (answer.value, len(answer.placement)) == (other.value, other.value), question
    assert covered


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_larger_boards_are_valid_and_agree_with_closed_forms(theorem: Theorem) -> None:
    for m, n in ((7, 7), (7, 12), (8, 8), (8, 11), (9, 12), (12, 30), (2, 31), (1, 40)):
        if not theorem.holds(m, n):
            continue
        question = asked(theorem, m, n, Topology.PLANE)
        answer = question.solve(cache=False, workers=0)
        assert answer.engine == "theorem"
        values = {
            formula.best(m, n)[0]
            for formula in FORMULAS
            if formula.answers(question) and formula.options == theorem.options
        }
        assert values <= {answer.value}


def test_the_parts_that_the_pairing_of_knights_is_made_of() -> None:
    """A largest independent set with half of the squares says that there is such a pairing.

    The moves of a knight are bipartite, where that is Koenig's theorem.
    """
    for board in ("4x2", "4x3", "3x4", "3x6", "3x3", "3x5"):
        rows, columns = map(int, board.split("x"))
        other = satchess.independence("knight", board).solve(engine="sat", cache=False, workers=0)
        assert other.value == (rows * columns + 1) // 2


@pytest.mark.parametrize(
    "words",
    [
        "independence king 8 --size 5",
        "independence king 8 --all",
        "independence king 8 --maximal",
        "independence king 8 --require a1",
        "independence king 8 --holes b2",
        "independence king 8:torus",
        "independence king 8:cylinder",
        "independence rook 8:moebius",
        "domination king 8 --total",
        "domination king 8 --target border",
        "domination bishop 7x8",
        "domination rook 1x8 --total",
        "domination rook 1x8 --upper",
        "independence queen 8",
        "independence bishop 1",
        "independence camel 8",
        "lights 5",
    ],
)
def test_what_is_not_covered(words: str) -> None:
    objection = TheoremEngine().objection(Task("solve", Question.parse(words)))
    assert objection == "knows no theorem for this"


def test_the_answer_names_the_theorem() -> None:
    answer = satchess.domination("king", "8x8").solve(cache=False)
    assert (answer.engine, answer.value) == ("theorem", 9)
    assert "kings on m x n, both rounded up (Yaglom and Yaglom" in str(answer.note or answer.reason)


def test_another_spelling_of_a_piece_is_covered() -> None:
    assert satchess.independence("R", "3x9").solve(cache=False, workers=0).engine == "theorem"
