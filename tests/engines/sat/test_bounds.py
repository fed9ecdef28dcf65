"""Bounds beyond what there is to count: an answer, at the command line and for every encoding."""

import json

import pytest

from satchess.cli.failures import exit_code_of
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.engines import engine
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task, Tuning

BEYOND = {  # pieces of a puzzle on one square, the goal, and the answer
    ('king = "1..2"', 'most = "king"'): 1,
    ('king = "0..7"', 'most = "king"'): 1,
    ('king = "0..7"', 'fewest = "king"'): 0,
    ('king = "2..3"', 'most = "king"'): None,
    ('king = "2.."', 'fewest = "king"'): None,
    ("king = 2", 'most = "king"'): None,
    ('king = "1..2", queen = "2.."', 'most = "pieces"'): None,
    ('king = "0..2", queen = "0..2"', "most = {king = 1, queen = 3}"): 3,
}
VERDICTS = [(*question, value) for question, value in BEYOND.items()]


@pytest.mark.parametrize(("pieces", "goal", "value"), VERDICTS)
@pytest.mark.parametrize("verb", ["solve", "count", "first"])
def test_bounds_beyond_the_board_are_answered(
    capsys: pytest.CaptureFixture[str], verb: str, pieces: str, goal: str, value: int | None
) -> None:
    puzzle = f'{{board = "1x1", pieces = {{{pieces}}}, {goal}}}'
    assert exit_code_of([verb, "puzzle", puzzle, "--engine", "sat", "--json"]) in (0, 1)
    answer = json.loads(capsys.readouterr().out)
    assert answer["status"] == ("infeasible" if value is None else "optimal")
    assert answer["value"] == value


@pytest.mark.parametrize("cardinality", CARDINALITY)
@pytest.mark.parametrize("at_most_one", AT_MOST_ONE)
def test_bounds_beyond_the_board_for_every_encoding(cardinality: str, at_most_one: str) -> None:
    tuning = Tuning(cardinality=cardinality, at_most_one=at_most_one)
    for (pieces, goal), value in BEYOND.items():
        question = Question.parse(f"puzzle '{{board = \"1x1\", pieces = {{{pieces}}}, {goal}}}'")
        known = Evidence(Task("solve", question, tuning=tuning), "sat")
        for event in engine("sat").run(known.task):
            known = known.learn(event)
        assert known.infeasible == (value is None)
        assert known.infeasible or known.value == value
