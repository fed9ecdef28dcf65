"""Appraisals: whether a placement keeps the rules, is the best, and how far off it is."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from satchess.answers import Answer, Status
from satchess.domain.placement import Place, Placement
from satchess.errors import BadInput, WrongAnswer
from satchess.model import Sense
from satchess.questions import Question
from satchess.service import appraisal
from satchess.service.answer import answer
from satchess.service.appraisal import check

EIGHT_QUEENS = "a1 e2 h3 f4 c5 g6 b7 d8"
"""The first placement, which stands in a corner: hardly the most beautiful."""


@pytest.mark.parametrize(
    "words", ["independence king 2x4", "domination king 3x4", "domination king 1x6 --upper"]
)
def test_every_placement_of_a_small_board(words: str) -> None:
    question = Question.parse(words)
    best = answer("solve", question)
    first = answer("first", question)
    (kind,) = question.kinds
    seen = set()
    for size in range(5):
        for squares in combinations(question.board.squares, size):
            placement = Placement.of(Place(square, kind) for square in squares)
            found = check(question, placement, timeout=0)
            assert found.holds is (next(question.violations(placement), None) is None)
            if found.holds:
                assert best.value is not None
                assert found.is_optimal is (size == best.value)
                assert (found.optimum, found.distance) == (best.value, abs(size - best.value))
                assert found.is_first is (placement == first.placement)
                seen.add((found.is_optimal, found.is_first))
            else:
                assert (found.is_optimal, found.optimum, found.is_first) == (None, None, None)
    assert seen == {(True, True), (True, False), (False, False)}


def test_a_placement_that_is_not_the_most_beautiful() -> None:
    question = Question.parse("beautiful 8")
    found = check(question, EIGHT_QUEENS, timeout=30)
    assert (found.holds, found.is_optimal, found.is_first) == (True, False, False)
    assert found.first_difference == 0
    assert found.fingerprint is not None
    assert found.smallest_fingerprint == answer("solve", question).fingerprint
    assert found.smallest_fingerprint is not None
    assert found.smallest_fingerprint < found.fingerprint
    best = answer("solve", question).placement
    assert best is not None
    assert check(question, best).is_optimal is True


def test_what_is_neither_remembered_nor_searched_is_not_known() -> None:
    found = check(Question.parse("independence king 4"), "a1", timeout=0)
    assert (found.holds, found.is_optimal, found.optimum, found.is_first) == (
        True,
        None,
        None,
        None,
    )


def test_bounds_may_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.parse("independence king 4")
    known = answer("solve", question, cache=False)

    def says(lower: int | None, upper: int | None) -> None:
        bounded = replace(
            known, status=Status.BOUNDED, value=None, lower=lower, upper=upper, placement=None
        )
        monkeypatch.setattr(appraisal, "answer", lambda *_, **__: bounded)

    says(3, 6)
    assert check(question, "a1 c1").is_optimal is False
    found = check(question, "a1 c1 a3 c3")
    assert (found.is_optimal, found.lower, found.upper) == (None, 4, 6)
    says(None, 4)
    assert check(question, "a1 c1 a3 c3").is_optimal is True
    assert check(question, "a1").is_optimal is None


@pytest.mark.parametrize("claim", ["none", "too few"])
def test_a_placement_refutes_a_wrong_answer(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.parse("independence king 4")
    assert question.goal is Sense.MOST
    known: Answer = answer("solve", question, cache=False)
    wrong = replace(known, status=Status.INFEASIBLE, lower=None, upper=None)
    if claim == "too few":
        wrong = replace(known, lower=3, upper=3, value=3)
    monkeypatch.setattr(appraisal, "answer", lambda *_, **__: wrong)
    with pytest.raises(WrongAnswer, match="a1 c1 a3 c3 keeps the rules"):
        check(question, "a1 c1 a3 c3")


def test_rules_only_asks_nobody(own_cache: Path) -> None:
    found = check(Question.parse("domination queen 8"), "a1 b2", rules_only=True)
    assert not found.holds
    assert check(Question.parse("queens 8"), EIGHT_QUEENS, rules_only=True).is_first is None
    assert not own_cache.exists()


def test_a_placement_has_to_be_on_the_board() -> None:
    with pytest.raises(BadInput, match="i9"):
        check(Question.parse("queens 8"), "a1 i9")
