"""The linear engine beside SAT and brute force: the same optimum, whatever the question."""

from collections.abc import Iterator

import pytest

import satchess
from satchess.engines.linear.engine import LinearEngine
from satchess.errors import SatchessError
from satchess.events import Bounded, Found, Infeasible
from satchess.questions.base import Question
from satchess.task import Task


def solved(question: str) -> int | None:
    """Return the proved optimum by the linear engine, None if there is no placement."""
    asked = Question.parse(question)
    bounds, found = None, None
    for event in LinearEngine().run(Task("solve", asked)):
        if isinstance(event, Infeasible):
            return None
        if isinstance(event, Bounded):
            assert bounds is None or (bounds.lower or 0) <= (event.lower or 0)
            bounds = event
        if isinstance(event, Found):
            found = event.placement
            assert not list(asked.violations(found))
    assert bounds is not None
    assert bounds.lower == bounds.upper
    assert found is not None
    assert asked.value(found) == bounds.lower
    return bounds.lower


def small_questions() -> Iterator[str]:
    for rows, columns in ((1, 1), (1, 5), (2, 3), (3, 4), (4, 4), (3, 7), (5, 5)):
        for piece in ("king", "knight", "queen", "C", "fW"):
            for flags in ("", " --total", " --independent"):
                yield f"domination {piece} {rows}x{columns}{flags}"
    for piece in ("king", "knight", "camel", "rook"):
        yield f"domination {piece} 5x6:torus"
        yield f"domination {piece} 4x6:cylinder --total"
        yield f"independence {piece} 4x5"
    yield "domination king 5 --holes c3 --walls b1 --require a1"
    yield "domination knight 5 --forbid c3,b2 --size 6.."
    yield "domination knight 5x6 --symmetric half"
    yield "domination knight 4x5 --lightest corner"
    yield "independent-set graph:a-b,b-c,c-d,d-e,e-a"
    yield "dominating-set graph:a-b,b-c,c-d,d-e,e-f"


@pytest.mark.parametrize("question", [*small_questions()])
def test_optimum_is_that_of_sat(question: str) -> None:
    try:
        task = Task("solve", Question.parse(question))
    except SatchessError:
        pytest.fail(f"{question} is not understood")
    if LinearEngine().objection(task):
        pytest.skip("not linear")
    other = satchess.ask(f"solve {question}", engine="sat", cache=False, workers=0)
    assert solved(question) == other.value


@pytest.mark.parametrize(
    ("size", "value"), [(6, 8), (7, 10), (8, 12), (9, 14), (10, 16), (11, 21), (12, 24), (13, 28)]
)
def test_knights_are_as_published(size: int, value: int) -> None:
    """OEIS A006075."""
    assert solved(f"domination knight {size}") == value


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


def test_known_bounds_are_taken_up() -> None:
    task = Task("solve", Question.parse("domination knight 7"), lower=10, upper=11)
    bounds = [event for event in LinearEngine().run(task) if isinstance(event, Bounded)]
    assert all((bound.lower, bound.upper) in ((10, 11), (10, 10)) for bound in bounds)
    assert bounds[-1].upper == 10


def test_no_placement_is_found_out() -> None:
    assert solved("domination king 4 --forbid a1,a2,b1,b2") is None
