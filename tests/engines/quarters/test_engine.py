"""The fewest leapers by quarters and halves: the same as by cores and as published."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.engines import engine, room
from satchess.engines.quarters.engine import QuartersEngine
from satchess.errors import NotKnown
from satchess.events import Bounded, Found
from satchess.questions.base import Question
from satchess.task import Task


def solved(name: str, question: str) -> int:
    """Return the optimum that an engine proves, with a placement that obeys the rules."""
    asked = Question.parse(question)
    lower, least = 0, len(asked.board) + 1
    for event in engine(name).run(Task("solve", asked)):
        if isinstance(event, Bounded):
            assert (event.lower or 0) >= lower, "bounds only close in"
            lower = event.lower or 0
        if isinstance(event, Found):
            assert not list(asked.violations(event.placement))
            least = min(least, len(event.placement))
    assert lower == least
    return lower


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("lights 4", "more to obey"),
        ("domination queen 5 --upper", "fewest"),
        ("domination knight 5 --independent", "more to obey"),
        ("domination knight 5 --lightest corner", "fewest"),
        ("domination knight 5 --holes a1", "mirrors"),
        ("independence knight 5", "fewest"),
        ("domination king 1", "one square"),
        ("domination king 60", "squares"),
        ("queens 6", "optimised"),
    ],
)
def test_other_questions_are_refused(question: str, reason: str) -> None:
    objection = QuartersEngine().objection(Task("solve", Question.parse(question)))
    assert objection is not None
    assert reason in objection


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("domination knight 9", "fewer"),
        ("domination camel 14", "7 lines"),
        ("domination queen 14", "can be covered"),
    ],
)
def test_some_are_left_to_others(question: str, reason: str) -> None:
    reluctance = QuartersEngine().reluctance(Task("solve", Question.parse(question)))
    assert reluctance is not None
    assert reason in reluctance


def test_large_knights_are_its_own() -> None:
    task = Task("solve", Question.parse("domination knight 15"))
    assert QuartersEngine().objection(task) is None
    assert QuartersEngine().reluctance(task) is None
    assert QuartersEngine().forecast(task) == "a quarter has 64 clauses"


def test_knights_are_as_published() -> None:
    """OEIS A006075."""
    published = {3: 4, 4: 4, 5: 5, 6: 8, 7: 10, 8: 12, 9: 14, 10: 16, 12: 24}
    for side, knights in published.items():
        assert solved("quarters", f"domination knight {side}") == knights


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "knights"),
    [(11, 21), (12, 24), (13, 28), (14, 32), (15, 36), (16, 40), (17, 46)],
)
def test_more_knights_are_as_published(side: int, knights: int) -> None:
    """OEIS A006075."""
    assert solved("quarters", f"domination knight {side}") == knights


@pytest.mark.slow
@pytest.mark.parametrize(("side", "knights"), [(12, 28), (13, 32), (14, 36), (15, 43), (16, 48)])
def test_knights_that_attack_all_squares_are_as_published(side: int, knights: int) -> None:
    """OEIS A261752."""
    assert solved("quarters", f"domination knight {side} --total") == knights


@given(
    st.sampled_from(["knight", "king", "W", "ferz", "camel", "fW", "rook"]),
    st.integers(1, 6),
    st.integers(2, 6),
    st.sampled_from(["", " --total", ":cylinder", ":torus"]),
)
@settings(max_examples=20)
def test_it_agrees_with_cores(piece: str, rows: int, columns: int, more: str) -> None:
    board, flags = (more, "") if more.startswith(":") else ("", more)
    question = f"domination {piece} {rows}x{columns}{board}{flags}"
    if QuartersEngine().objection(Task("solve", Question.parse(question))) is None:
        try:
            expected = solved("cores", question)
        except AssertionError:  # there is no placement at all
            return
        assert solved("quarters", question) == expected


def test_what_does_not_fit_says_how_much_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "free_bytes", lambda: 1 << 20)
    with pytest.raises(
        NotKnown, match=r"^quarters: [\d,]+ states at a time need .*, and 1M are free"
    ):
        solved("quarters", "domination knight 14")
