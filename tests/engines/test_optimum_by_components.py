"""Engines that optimise one component after the other, beside SAT: the same optimum."""

from collections.abc import Iterator

import pytest

import satchess
from satchess.engines import engine
from satchess.events import Bounded, Found, Infeasible
from satchess.questions.base import Question
from satchess.task import Task

ENGINES = ("cores", "linear")


def solved(name: str, question: str) -> int | None:
    """Return the optimum that an engine proves, None if there is no placement."""
    asked = Question.parse(question)
    bounds, found = None, None
    for event in engine(name).run(Task("solve", asked)):
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


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("question", [*small_questions()])
def test_optimum_is_that_of_sat(name: str, question: str) -> None:
    if engine(name).objection(Task("solve", Question.parse(question))):
        pytest.skip("not made for it")
    other = satchess.ask(f"solve {question}", engine="sat", cache=False, workers=0)
    assert solved(name, question) == other.value


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(
    ("size", "value"), [(6, 8), (7, 10), (8, 12), (9, 14), (10, 16), (11, 21), (12, 24), (13, 28)]
)
def test_knights_are_as_published(name: str, size: int, value: int) -> None:
    """OEIS A006075."""
    assert solved(name, f"domination knight {size}") == value


@pytest.mark.parametrize("name", ENGINES)
def test_known_bounds_are_taken_up(name: str) -> None:
    task = Task("solve", Question.parse("domination knight 7"), lower=10, upper=11)
    bounds = [event for event in engine(name).run(task) if isinstance(event, Bounded)]
    assert all((bound.lower, bound.upper) in ((10, 11), (10, 10)) for bound in bounds)
    assert bounds[-1].upper == 10


@pytest.mark.parametrize("name", ENGINES)
def test_no_placement_is_found_out(name: str) -> None:
    assert solved(name, "domination king 4 --forbid a1,a2,b1,b2") is None


@pytest.mark.parametrize(
    ("question", "value"), [("domination king 6 --upper", 9), ("domination knight 5 --upper", 13)]
)
def test_cores_know_the_most_too(question: str, value: int) -> None:
    assert solved("cores", question) == value
    assert satchess.ask(f"solve {question}", engine="sat", cache=False, workers=0).value == value


def test_bounds_rise_core_after_core() -> None:
    events = engine("cores").run(Task("solve", Question.parse("domination knight 6")))
    lower = [event.lower for event in events if isinstance(event, Bounded)]
    assert lower == [*range(1, 9), 8]


def test_covers_by_leapers_begin_with_cores() -> None:
    def reluctance(question: str) -> str | None:
        return engine("cores").reluctance(Task("solve", Question.parse(question)))

    assert reluctance("domination knight 12") is None
    assert "squares" in (reluctance("domination knight 20") or "")
    assert "covered from" in (reluctance("domination queen 8") or "")
    assert "covers" in (reluctance("independence knight 8:torus") or "")
