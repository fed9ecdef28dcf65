"""Lists of some placements: one of each class of symmetric ones, or the most different ones."""

import json
from itertools import combinations

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.placement import Placement
from satchess.errors import BadInput
from satchess.questions import Question
from satchess.service import spreading

SYMMETRIC = [
    "queens 6",
    "queens 8",
    "queens 8 --require d1",
    "queens 5x5:torus",
    "independence king 4x4 --all",
    "independence king 3x5",
    "independence rook 4x4 --where 'a1 | d4'",
    "independence bishop 4x4",
    "domination king 5x5",
    "domination queen 6x6 --forbid a1",
    "domination knight 4x4 --holes a1",
    "puzzle detective",
    "peaceable queen 4x4",
    "queens 3",
]


@pytest.mark.parametrize("text", SYMMETRIC)
def test_one_of_each_class_is_listed(text: str) -> None:
    question = Question.parse(text)
    every = list(question.placements())
    listed = list(question.placements(up_to_symmetry=True))
    assert len(listed) == question.count(up_to_symmetry=True).count
    assert listed == list(dict.fromkeys(listed))
    order = [(place.square, place.piece) for place in question.model().places]

    def bits(placement: Placement) -> list[bool]:
        taken = set(placement.places)
        return [place not in taken for place in order]

    turns = list(question.symmetries())
    classes = {
        frozenset(question.respelt(placed.turned(turn)) for turn in turns) for placed in every
    }
    assert set(listed) == {min(alike, key=bits) for alike in classes}


def test_the_first_classes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["list", "queens", "8", "--up-to-symmetry", "--json"]
    assert exit_code_of([*words, "--limit", "5"]) == 0
    begun = capsys.readouterr().out.splitlines()
    assert len(begun) == 5
    assert exit_code_of(words) == 0  # what is remembered comes first
    assert capsys.readouterr().out.splitlines()[:5] == begun
    known = satchess.lookup("list", satchess.queens(8))
    assert known is not None
    assert known.is_complete_list


def test_symmetries_that_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["independence", "queen", "200x200:torus", "--size", "3", "--up-to-symmetry"]
    refused = exit_code_of(["count", *words])
    assert refused == 3
    assert exit_code_of(["list", *words, "--limit", "1"]) == refused
    assert "too many" in capsys.readouterr().err


def difference(one: Placement, other: Placement) -> int:
    """By the definition: squares on which not the same stands."""
    here, there = dict(one.places), dict(other.places)
    return sum(here.get(square) != there.get(square) for square in {*here, *there})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("queens 6", 2),
        ("queens 6", 3),
        ("queens 7", 3),
        ("domination king 3x5", 3),
        ("independence king 2x4 --all", 4),
        ("puzzle detective", 2),
        ("stamps 4", 3),
    ],
)
def test_the_most_different_placements(text: str, number: int) -> None:
    question = Question.parse(text)
    every = list(question.placements())
    best = max(
        (
            min(difference(a, b) for a, b in combinations(some, 2))
            for some in combinations(every, number)
        ),
        default=None,
    )
    spread = question.spread(number)
    if best is None:
        assert set(spread) == set(every)
        return
    assert spread.is_best
    assert len(spread) == number
    assert spread.distance == best
    assert min(difference(a, b) for a, b in combinations(spread, 2)) == best


def test_a_choice_that_is_not_proved_is_within_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    best = satchess.queens(7).spread(5).distance
    monkeypatch.setattr(spreading, "MOST_PROVED", 0)
    quick = satchess.queens(7).spread(5)
    assert best is not None
    assert quick.distance is not None
    assert quick.bound is not None
    assert quick.distance <= best <= quick.bound <= 2 * quick.distance
    assert min(difference(a, b) for a, b in combinations(quick, 2)) == quick.distance


def test_no_two_differ_in_more_squares_than_they_occupy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of more placements than SAT compares, half of what is possible was said to be missing."""
    monkeypatch.setattr(spreading, "MOST_PROVED", 0)
    assert exit_code_of(["list", "queens", "8", "--diverse", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "Any two of these 3 differ in at least 16 squares; of 92 placements, no 3 differ more."
    )


def test_time_is_up_while_placements_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    satchess.queens(6).count()
    list(satchess.queens(6).placements())
    monkeypatch.setattr(spreading, "time", _Clock())
    with pytest.raises(TimeoutError, match="out of time after 50 s"):
        satchess.queens(6).spread(3, timeout=50)


class _Clock:
    """A clock on which an hour passes from one look to the next."""

    def __init__(self) -> None:
        self._hours = 0

    def monotonic(self) -> float:
        self._hours += 1
        return 3600.0 * self._hours


def test_a_choice_without_time_to_prove_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "SECONDS_TO_PROVE", 0.0)
    monkeypatch.setattr(spreading, "CONFLICTS_A_LOOK", 1)
    spread = satchess.queens(8).spread(9)
    assert spread.distance is not None
    assert spread.bound is not None
    assert spread.distance < spread.bound


def test_a_choice_of_those_that_were_found_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spreading, "MOST_LISTED", 20)
    assert exit_code_of(["list", "queens", "8", "--diverse", "3", "--json"]) == 0
    told = capsys.readouterr()
    said = [json.loads(line) for line in told.out.splitlines()]
    assert [(line["chosen_from"], line["complete"], line["best"]) for line in said] == [
        (20, False, False)
    ] * 3
    assert "of the first 20 placements that are found" in told.err


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("queens 3 --diverse 2", "There is no such placement."),
        (
            "queens 6 --diverse 2",
            "These two differ in 12 squares; of 4 placements, no 2 differ more.",
        ),
        ("queens 6 --diverse 1", "1 of 4 placements."),
        ("queens 1 --diverse 5", "1 of 1 placement."),
        (
            "queens 6 --diverse 9",
            "Any two of these 4 differ in at least 12 squares; of 4 placements, no 4 differ more.",
        ),
    ],
)
def test_what_is_said_of_a_choice(
    words: str, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(["list", *words.split()]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


@pytest.mark.parametrize("words", ["--diverse 0", "--diverse 2 --limit 1", "--diverse few"])
def test_bad_choices(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["list", "queens", "6", *words.split()]) == 2
    assert "--diverse" in capsys.readouterr().err


def test_bad_choices_of_the_library() -> None:
    with pytest.raises(BadInput, match="how many placements"):
        satchess.queens(6).spread(0)
