"""Answers as JSON: what is written is read back, whatever the answer."""

import json
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.answers import Answer, Status, Stop, StopReason
from satchess.domain.placement import Place, Placement
from satchess.errors import BadInput
from satchess.questions import Question
from satchess.request import Counting, Request
from satchess.tables import Table
from satchess.wire import LARGEST_NUMBER, as_json, from_json, table_as_json, table_from_json
from tests.strategies import questions

numbers = st.none() | st.integers(0, 10**40)
texts = st.text(max_size=20)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Answers with anything in any field, as long as its type is right."""
    question: Question = draw(questions())
    counting = Counting(
        by_size=draw(st.booleans()),
        up_to_symmetry=draw(st.booleans()),
        approximate=draw(st.none() | st.just((0.8, 0.2))),
        cross_check=draw(st.booleans()),
    )
    (piece, *_), board = question.kinds, question.board

    def placement() -> Placement:
        squares = draw(st.frozensets(st.sampled_from(board.squares), max_size=5))
        return Placement.of(Place(square, piece) for square in squares)

    answer = Answer(
        request=Request(
            draw(st.sampled_from(["solve", "count", "list", "first"])), question, counting
        ),
        signature=draw(texts),
        status=draw(st.sampled_from(Status)),
        value=draw(numbers),
        lower=draw(numbers),
        upper=draw(numbers),
        count=draw(numbers),
        exact=draw(st.booleans()),
        by_size=draw(
            st.none() | st.dictionaries(st.integers(0, 99), st.integers(0, 10**30)).map(_pairs)
        ),
        beginning=draw(st.none() | st.lists(st.integers(0, 10**20)).map(tuple)),
        placements=draw(st.none() | st.just(())) or None,
        engine=draw(st.sampled_from(["", "sat", "frontier"])),
        confirmed_by=draw(st.sampled_from(["", "diagram"])),
        certificate=draw(st.sampled_from(["", "ab12"])),
        seconds=draw(st.floats(0, 1e9)),
        cached=draw(st.booleans()),
        version=draw(texts),
        reason=draw(texts),
        stopped=draw(
            st.none()
            | st.builds(StopReason, st.sampled_from(Stop), texts, st.integers(0, 9), texts)
        ),
        warnings=tuple(draw(st.lists(texts, max_size=2))),
    )
    if draw(st.booleans()):
        listed = tuple(placement() for _ in range(draw(st.integers(0, 3))))
        answer = replace(answer, placements=listed)
    return answer.showing(placement(), board) if draw(st.booleans()) else answer


def _pairs(sizes: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(sizes.items()))


@given(answers())
def test_an_answer_is_rebuilt_from_json(answer: Answer) -> None:
    said = json.loads(json.dumps(as_json(answer)))
    assert from_json(said) == answer
    assert _largest(said) <= LARGEST_NUMBER


def _largest(said: object) -> float:
    match said:
        case bool() | None | str():
            return 0
        case int() | float():
            return abs(said)
        case dict():
            return max(map(_largest, said.values()), default=0)
        case list():
            return max(map(_largest, said), default=0)
    raise AssertionError(said)


@settings(max_examples=25)  # each is a few answers, which have an example of their own above
@given(st.lists(answers(), max_size=3))
def test_a_table_is_rebuilt_from_json(cells: list[Answer]) -> None:
    table = Table(("rows", "piece"), {(i, "queen"): cell for i, cell in enumerate(cells)})
    assert table_from_json(json.loads(json.dumps(table_as_json(table)))) == table


def test_other_json_is_refused_in_one_line() -> None:
    good = as_json(Answer(Request.parse("solve queens 4"), "x", Status.UNKNOWN))
    for wrong in (
        {},
        {**good, "status": "splendid"},
        {**good, "details": 7},
        {**good, "count": []},
    ):
        with pytest.raises(BadInput, match=r"^answer in JSON: .*$"):
            from_json(wrong)


def test_counts_of_thousands_of_digits_pass() -> None:
    limit = sys.get_int_max_str_digits()
    assert limit, "the library has not lifted it"
    answer = Answer(
        Request.parse("count queens 4"), "x", Status.OPTIMAL, count=10**6_000, exact=True
    )
    assert from_json(as_json(answer)).count == 10**6_000
