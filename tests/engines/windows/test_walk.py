"""Frames in branches: nothing is met twice or missed, whatever the symmetry."""

from itertools import combinations

import pytest

from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.encodings.frame_cuts import Frame
from satchess.engines.frames.frames import open_frames, turned
from satchess.engines.windows.engine import WindowsEngine
from satchess.engines.windows.walk import Walk
from satchess.events import Divided, Settled
from satchess.questions import Domination
from satchess.questions.base import Question
from satchess.task import Claim, Division, Part, Task


def domination(text: str) -> Domination:
    question = Question.parse(f"domination queen {text}")
    assert isinstance(question, Domination)
    return question


def frame_of(squares: frozenset[Square], side: int) -> Frame:
    files = sorted(set(range(side)) - {square.column for square in squares})
    ranks = sorted(set(range(side)) - {square.row for square in squares})
    return Frame(files[0], files[-1], ranks[0], ranks[-1])


def orbit_of(squares: frozenset[Square], turns: list[Turn]) -> frozenset[frozenset[Square]]:
    return frozenset(frozenset(map(turn, squares)) for turn in turns)


@pytest.mark.parametrize("side", [5, 6])
def test_frames_have_the_covers_that_all_sets_of_squares_have(side: int) -> None:
    queens = 3
    question = domination(str(side))
    turns = list(question.symmetries())
    squares = list(question.board.squares)
    reach = [{v, *around} for v, around in enumerate(question.graph.neighbours)]
    covers = [
        frozenset(squares[v] for v in chosen)
        for chosen in combinations(range(len(squares)), queens)
        if len(set().union(*(reach[v] for v in chosen))) == len(squares)
    ]
    for frame in open_frames(side, side, queens, turns):
        images = {turned(frame, turn) for turn in turns}
        expected = [cover for cover in covers if frame_of(cover, side) in images]
        found = Walk(question, queens).frame(frame)
        assert found.number == len(expected)
        assert found.classes == len({orbit_of(cover, turns) for cover in expected})


@pytest.mark.parametrize("flag", [False, True])
def test_branches_of_a_frame_are_the_frame(flag: bool) -> None:
    question, queens = domination("7"), 4
    task = Task("count", question, up_to_symmetry=flag, claim=Claim(queens))
    engine = WindowsEngine()
    divided = next(
        event
        for event in engine.run(Task("count", question, lower=4, division=Division.IF_LONG))
        if isinstance(event, Divided)
    )
    assert engine.covers(task, divided.parts)
    first, *others = divided.parts
    (pieces,) = (
        event.parts
        for event in engine.run(
            Task("count", question, division=Division.NOW, part=first, claim=Claim(queens))
        )
        if isinstance(event, Divided)
    )
    assert engine.covers(task, [*pieces, *others])
    assert not engine.covers(task, [*pieces[1:], *others])
    assert not engine.covers(task, [first, *pieces, *others])
    assert not engine.covers(task, [*others, Part("0-1-0-1")])

    def number(part: Part) -> int:
        asked = Task("count", question, up_to_symmetry=flag, part=part, claim=Claim(queens))
        (outcome,) = (e.outcome for e in engine.run(asked) if isinstance(e, Settled))
        assert outcome.count is not None
        return outcome.count

    assert number(first) == sum(map(number, pieces))
    assert number(first) + sum(map(number, others)) == (13 if flag else 86)
