"""The most kings on boards with even sides: Python and kernels, frontier, published counts."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.board import Board
from satchess.engines import engine
from satchess.engines.kings import boxes, kernels
from satchess.engines.kings.engine import count
from satchess.questions import Question
from satchess.task import Task

A018807 = (
    *(4, 79, 3600, 281571, 32572756, 5109144543, 1027533353168, 254977173389319),
    *(75925129079783308, 26568150968269086211, 10749154284380665611224),
    *(4963704194366362387891227, 2588716234142991968960920692, 1511548995678989691821551648635),
)
"""https://oeis.org/A018807 to 28x28; the last three terms from the blog of Zealint (2011)."""


@pytest.mark.parametrize(("rows", "columns"), [*product((2, 4, 6, 8), (2, 4, 6, 8, 10, 12))])
def test_frontier_agrees_on_all_small_boards(rows: int, columns: int) -> None:
    question = Question.parse(f"independence king {rows}x{columns}")
    ours = question.count(engine="kings", cache=False, workers=0)
    theirs = question.count(engine="frontier", cache=False, workers=0)
    assert (ours.value, ours.count) == (theirs.value, theirs.count)


@pytest.mark.parametrize(("rows", "columns"), [*product(range(1, 8), repeat=2)])
def test_python_and_kernels_agree(rows: int, columns: int) -> None:
    """With a small prime, sums wrap around all the time."""
    exact = boxes.count(rows, columns)
    for prime in (5, 251, 2**31 - 1):
        assert kernels.count(rows, columns, np.uint32(prime)) == exact % prime


@pytest.mark.parametrize(("boxes_across", "number"), [*enumerate(A018807, start=1)])
def test_published_counts(boxes_across: int, number: int) -> None:
    assert count(boxes_across, boxes_across) == number


@pytest.mark.parametrize(("rows", "columns"), [(9, 10), (10, 9), (9, 12), (13, 9)])
def test_boards_turned_have_as_many_though_the_states_differ(rows: int, columns: int) -> None:
    """Remainders of several primes are put together here, of numbers beyond 64 bits."""
    assert count(rows, columns) == count(columns, rows)


@pytest.mark.parametrize("board", ["2x2", "2x4", "4x4", "4x6", "6x6", "8x6", "8x8", "10x10"])
def test_classes_are_those_of_frontier(board: str) -> None:
    text = f"count --up-to-symmetry independence king {board}"
    ours, theirs = (
        satchess.ask(text, engine=name, cache=False, workers=0) for name in ("kings", "frontier")
    )
    assert (ours.value, ours.count) == (theirs.value, theirs.count)


def test_most_classes_have_eight_members() -> None:
    """On a board where counting all of them takes kernels and several primes."""
    text = "count --up-to-symmetry independence king 20"
    answer = satchess.ask(text, cache=False, workers=0)
    assert answer.engine == "kings"
    assert answer.count is not None
    assert 0 < 8 * answer.count - A018807[9] < 10**10


def test_a_second_engine_on_a_board_that_takes_kernels() -> None:
    question = Question.parse("independence king 18x18")
    answer = question.count(cache=False, workers=0)
    assert answer.engine == "kings"
    assert answer.count == question.count(engine="frontier", cache=False, workers=0).count


@pytest.mark.parametrize(
    "text",
    [
        "independence king 8x9",
        "independence king 8x8:cylinder",
        "independence king 8x8 --size 15",
        "independence king 8x8 --all",
        "independence king 8x8 --maximal",
        "independence king 8x8 --require a1",
        "independence king 8x8 --holes c3",
        "domination king 8x8",
        "independence F 8x8",
    ],
)
def test_what_it_does_not_count(text: str) -> None:
    assert engine("kings").objection(Task("count", Question.parse(text)))


def test_ways_of_counting_that_it_does_not_know() -> None:
    task = Task("count", Question.parse("independence king 8x8"))
    assert engine("kings").objection(task) is None
    assert engine("kings").objection(replace(task, by_size=True))


def test_kings_by_their_moves_are_kings() -> None:
    question = Question.parse("independence WF 6x4")
    assert question.board == Board(6, 4)
    assert question.count(cache=False, workers=0).engine == "kings"


def test_too_little_memory_is_said_at_once_with_what_would_be_needed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "count independence king 44x44 --memory 600M --engine kings --no-cache"
    assert exit_code_of(words.split()) == 3
    assert "96,468,992 states need 784M" in capsys.readouterr().out


def test_boards_beyond_reach_say_what_they_would_need() -> None:
    question = Question.parse("independence king 80x80")
    objection = engine("kings").objection(Task("count", question))
    assert objection is not None
    assert "45,079,976,738,816 states at a time" in objection
