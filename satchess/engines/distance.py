"""The `distance` engine: diverse queens, answered through leprechauns.

Queens at least d apart are leprechauns of range d - 1. So the engine asks, for the largest d that
is not ruled out and then for ever smaller ones, whether these fit; the first that do are counted,
listed, or searched for the first, as the task says.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from satchess.engines import engine
from satchess.engines.base import (
    Bounded,
    Counted,
    Done,
    Event,
    Explained,
    Found,
    Infeasible,
    Listed,
    Task,
)
from satchess.engines.others import ask_others
from satchess.pieces import Piece
from satchess.placement import Place, Placement
from satchess.questions import Diverse


class DistanceEngine:
    """Reduces diverse queens to leprechauns, and leaves those to the other engines."""

    name: ClassVar[str] = "distance"
    summary: ClassVar[str] = "diverse queens, as leprechauns of ever shorter range"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        return None if isinstance(task.question, Diverse) else "only knows diverse queens"

    def reluctance(self, task: Task) -> str | None:
        """Nothing is quicker."""
        return None

    def forecast(self, task: Task) -> str:
        """Say where it begins."""
        assert isinstance(task.question, Diverse)
        return f"leprechauns, from those of range {task.question.most - 1} downwards"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the distance; then do what the task asks for."""
        question = task.question
        assert isinstance(question, Diverse)
        yield from _known_at_once(question)
        for distance in range(question.most, 0, -1):
            yield Bounded(None, distance)
            leprechauns = question.at_least_apart(distance)
            solving = Task("solve", leprechauns, tuning=task.tuning)
            news = list(ask_others(solving))
            if any(isinstance(event, Infeasible) for event in news):
                continue
            yield from _about_queens(news, question.piece, f"range {distance - 1}")
            if task.verb != "solve" and any(isinstance(event, Found) for event in news):
                asked = replace(task, question=leprechauns, lower=None, upper=None)
                counted = ask_others(asked)
                yield from _about_queens(counted, question.piece, f"range {distance - 1}")
            break
        else:
            yield Infeasible()
        yield Done()


def _known_at_once(question: Diverse) -> Iterator[Event]:
    """Yield the best placement that needs no search, so that a bound is known at every moment."""
    construct = engine("construct")
    for distance in range(question.most, 0, -1):
        task = Task("solve", question.at_least_apart(distance))
        if construct.objection(task) is None:
            found = [event for event in construct.run(task) if isinstance(event, Found)]
            if found:
                yield from _about_queens(found, question.piece, "")
                return


def _about_queens(events: Iterable[Event], queen: Piece, how: str) -> Iterator[Event]:
    """Say of queens what was found out about leprechauns of a range."""

    def queens(placement: Placement) -> Placement:
        return Placement(tuple(Place(square, queen) for square in placement.squares))

    for event in events:
        match event:
            case Found(placement):
                yield Found(queens(placement))
            case Listed(placements):
                yield Listed(tuple(map(queens, placements)))
            case Explained(reason):
                yield Explained(f"leprechauns of {how}: {reason}")
            case Counted() | Infeasible():
                yield event
            case _:
                pass  # their bounds are numbers of pieces, and there is more to do
