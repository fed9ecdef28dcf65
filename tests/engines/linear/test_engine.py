"""What the linear engine takes, and what it leaves to others."""

import pytest

import satchess
from satchess.engines.linear.engine import LinearEngine
from satchess.questions.base import Question
from satchess.task import Task


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("lights 3", "linear"),
        ("domination queen 5 --upper", "linear"),
        ("domination king 60", "squares"),
        ("queens 6", "optimised"),
    ],
)
def test_other_questions_are_refused(question: str, reason: str) -> None:
    objection = LinearEngine().objection(Task("solve", Question.parse(question)))
    assert objection is not None
    assert reason in objection


def test_leapers_are_its_own_and_riders_are_not() -> None:
    engine = LinearEngine()
    assert engine.reluctance(Task("solve", Question.parse("domination knight 8"))) is None
    assert engine.reluctance(Task("solve", Question.parse("domination queen 8"))) is not None
    assert engine.reluctance(Task("solve", Question.parse("independence knight 8"))) is not None


@pytest.mark.parametrize(
    ("pieces", "is_its_own"),
    [
        ("queen=8,rook=8,bishop=14,knight", True),
        ("queen=8,rook,bishop=14,knight=21", False),
        ("queen=8,knight", False),
    ],
)
def test_leapers_in_a_crowd_are_its_own(pieces: str, is_its_own: bool) -> None:
    """Pieces of other kinds leave few squares: SAT has no bound there."""
    task = Task("solve", Question.parse(f"crowded-board 8 --pieces {pieces}"))
    assert (LinearEngine().reluctance(task) is None) == is_its_own


def test_the_most_knights_in_a_crowd() -> None:
    """As SAT says, which is not done with a whole board in minutes."""
    question = "crowded-board 5x10 --pieces queen=5,rook=5,bishop=8,knight"
    ours, other = (
        satchess.ask(f"solve {question}", engine=engine, cache=False, workers=0)
        for engine in ("linear", "sat")
    )
    assert ours.status is other.status is satchess.Status.OPTIMAL
    assert ours.value == other.value
