"""Counting: every engine on every question it takes, against the rules and against each other."""

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.domain.placement import Place, Placement
from satchess.engines import ENGINES, engine
from satchess.model import Sense
from satchess.questions import Domination, Independence, Question
from satchess.service.evidence import Evidence
from satchess.task import Task
from tests.strategies import questions

EXACT = [n for n, home in ENGINES.items() if "count" in home.verbs and n != "approximate"]

MOST_SQUARES = 9
"""Of boards on which all subsets of squares are tried."""

QUESTIONS = [
    f"{kind} {piece} {board}{option}"
    for kind, options in {
        "independence": ("", " --all", " --maximal --all", " --size 2", " --require a1"),
        "domination": (
            *("", " --total", " --independent", " --upper", " --minimal --all", " --size 3"),
            *(" --within border", " --forbid a2", " --where 'a1 ^ c2'"),
        ),
    }.items()
    for piece in ("king", "queen", "bishop", "knight", "R2")
    for board in ("2x3", "3x3", "3x3:torus", "2x4:cylinder", "3x3 --holes b2 --walls c3")
    for option in options
]


def by_the_rules(question: Question) -> list[Placement]:
    """All placements that break no rule."""
    assert isinstance(question, Independence | Domination)
    squares = sorted(question.board.squares)
    subsets = chain.from_iterable(combinations(squares, k) for k in range(len(squares) + 1))
    placements = (Placement(tuple(Place(s, question.piece) for s in taken)) for taken in subsets)
    return [p for p in placements if next(question.violations(p), None) is None]


def best(question: Question, placements: list[Placement]) -> list[Placement]:
    """Those of the best size."""
    if question.goal is None or not placements:
        return placements
    size = (min if question.goal is Sense.FEWEST else max)(map(len, placements))
    return [placement for placement in placements if len(placement) == size]


def orbits(question: Question, placements: list[Placement]) -> int:
    """How many there are up to symmetry."""
    turns = list(question.symmetries())
    return len({frozenset(str(p.turned(turn)) for turn in turns) for p in placements})


def counted(name: str, task: Task) -> Evidence | None:
    """What an engine says; None if it objects, or leaves the answer to others."""
    candidate = engine(name)
    if candidate.objection(task) is not None:
        return None
    known = Evidence(task, name)
    for event in candidate.run(task):
        known = known.learn(event)
    return known if known.status.is_final else None


def number(known: Evidence) -> int | None:
    return 0 if known.infeasible else known.count


def check_all_engines(question: Question) -> set[str]:
    """Compare every engine with the rules; return those that took the question."""
    allowed = by_the_rules(question)
    optimal = best(question, allowed)
    sizes = tuple(sorted(Counter(map(len, allowed)).items()))
    took = set()
    for name in EXACT:
        if known := counted(name, Task("count", question)):
            took.add(name)
            assert number(known) == len(optimal), (name, str(question))
            if optimal and question.goal is not None:
                assert known.value == len(optimal[0]), (name, str(question))
        if known := counted(name, Task("count", question, up_to_symmetry=True)):
            assert number(known) == orbits(question, optimal), (name, str(question))
        if question.has_sizes and (known := counted(name, Task("count", question, by_size=True))):
            assert (known.by_size or ()) == sizes, (name, str(question))
    return took


@pytest.mark.parametrize(
    "group",
    [*range(4), *(pytest.param(group, marks=pytest.mark.slow) for group in range(4, 8))],
)
def test_every_engine_on_small_boards(group: int) -> None:
    for text in QUESTIONS[group::8]:
        question = Question.parse(text)
        assert len(question.board) <= MOST_SQUARES
        assert check_all_engines(question)


def test_every_engine_takes_something() -> None:
    took = set()
    small = ("independence queen 4", "independence rook 3", "independence king 2x2")
    covers = ("domination king 3 --minimal", "domination queen 3")
    for text in (*small, *covers, "diverse 4", "beautiful 4", "lights 3"):
        task = Task("count", Question.parse(text))
        took |= {name for name in EXACT if engine(name).objection(task) is None}
    assert took == set(EXACT)


@given(st.data())
def test_engines_agree_on_random_questions(data: st.DataObject) -> None:
    question = data.draw(questions().filter(lambda q: len(q.board) <= MOST_SQUARES))
    check_all_engines(question)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("domination bishop 3x4", [2]),  # dark and light squares are mirror images
        ("domination bishop 3", [1, 1]),
        ("domination bishop 3x4 --require a1", [1, 1]),
        ("independence knight 3", [1, 1]),
        ("domination king 2x3 --holes b1,b2", [2]),
        ("domination king 1x5 --holes b1,d1", [2, 1]),
    ],
)
def test_parts_that_turns_carry_into_each_other_are_counted_once(
    text: str, kinds: list[int]
) -> None:
    question = Question.parse(text)
    model = question.model()
    assert sorted(times for _, times in model.distinct_components) == sorted(kinds)
    assert len(model.components()) == sum(kinds)
    expected = len(best(question, by_the_rules(question)))
    for name in ("frontier", "diagram"):
        known = counted(name, Task("count", question))
        assert known is not None
        assert number(known) == expected
