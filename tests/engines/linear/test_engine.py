"""What the linear engine takes, and what it leaves to others."""

import pytest

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
