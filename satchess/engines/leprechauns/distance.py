"""The `distance` engine: diverse queens, answered through leprechauns.

Queens at least d apart are leprechauns of range d - 1. The engine first raises d while cheap
methods find a placement; then it asks the other engines about the largest d not ruled out, and
counts down until one fits. For that d it counts, lists or finds the first placement, as the task
asks. If stopped, it leaves the best distance found so far.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines import engine
from satchess.engines.delegate import ask_others, recall
from satchess.engines.leprechauns.constructions import known
from satchess.errors import NotKnown
from satchess.events import Bounded, Counted, Done, Event, Explained, Found, Infeasible, Listed
from satchess.questions import Diverse
from satchess.task import Task

LARGEST_ASKED = 200
"""On larger boards no other engine searches for leprechauns: there are theorems or nothing."""


class DistanceEngine:
    """Reduces diverse queens to leprechauns, and leaves those to the other engines."""

    name: ClassVar[str] = "distance"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "diverse queens, as leprechauns of ever shorter range"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if not isinstance(task.question, Diverse):
            return "only knows diverse queens"
        if task.question.board.rows > LARGEST_ASKED and task.verb != "solve":
            return f"the board has more than {LARGEST_ASKED} rows, where it only solves"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Nothing is quicker."""
        return None

    def forecast(self, task: Task) -> str:
        """Name the range it starts from."""
        assert isinstance(task.question, Diverse)
        return f"leprechauns, from those of range {task.question.most - 1} downwards"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the distance; then do what the task asks for."""
        question = task.question
        assert isinstance(question, Diverse)
        if question.board.rows > LARGEST_ASKED:
            yield from _by_theorems(question)
            yield Done()
            return
        best = _remembered_to_fit(task, question)
        if best:
            yield Bounded(best, None)
        soon = _FoundSoon(question, task)
        yield from soon.run(best)
        best = max(best, soon.distance)
        for distance in range(question.most, best, -1):
            solving = soon.solving(distance)
            tried = ("patterns",) if distance in soon.given_up else ()
            news = list(ask_others(solving, without=tried))
            if any(isinstance(event, Found) for event in news):
                yield from _about_queens(news, question.piece, distance)
                best = distance
                break
            yield Bounded(None, distance - 1)
        if not best:
            yield Infeasible()
        elif task.verb != "solve":
            leprechauns = question.at_least_apart(best)
            listed = tuple(leprechauns.respelt(placed) for placed in task.listed)
            asked = replace(task, question=leprechauns, lower=None, upper=None, listed=listed)
            yield from _about_queens(ask_others(asked), question.piece, best)
        yield Done()


def _by_theorems(question: Diverse) -> Iterator[Event]:
    """Yield what theorems say; no leprechaun is made, which takes long for long ranges.

    Raises `NotKnown` if they leave a gap.
    """
    side = question.board.rows
    undecided: int | None = None
    for distance in range(question.most, 0, -1):
        theorem = known(max(1, distance - 1), side)
        if theorem is None and undecided is None:
            yield Bounded(None, distance)
            undecided = distance
        elif theorem is not None and theorem.columns is not None:
            squares = (Square(row, column) for row, column in enumerate(theorem.columns))
            queen = question.piece
            found = Placement(tuple(Place(square, queen) for square in squares))
            yield Explained(f"leprechauns of range {distance - 1}: {theorem.name}")
            if undecided is None:
                yield Bounded(None, distance)
            yield Found(found)
            break
    if undecided is not None:
        raise NotKnown(f"no theorem says whether {undecided} king moves apart is possible")


def _remembered_to_fit(task: Task, question: Diverse) -> int:
    """Return the largest distance known to be feasible from the cache; 0 if none.

    Of no use to tasks that need a placement: it is not always remembered with the distance.
    """
    distances = range(question.most, 0, -1) if task.verb != "solve" else ()
    return next((d for d in distances if task.fits(question.at_least_apart(d))), 0)


class _FoundSoon:
    """Placements found without an exhaustive search: by constructions, then patterns."""

    def __init__(self, question: Diverse, task: Task) -> None:
        self._question = question
        self._task = task
        self.distance = 0
        """The largest distance found."""
        self.given_up: set[int] = set()
        """Distances where no pattern was found."""

    def solving(self, distance: int) -> Task:
        """Return the task of solving for leprechauns at this distance."""
        apart = self._question.at_least_apart(distance)
        return Task("solve", apart, tuning=self._task.tuning, remembered=self._task.remembered)

    def run(self, known: int) -> Iterator[Event]:
        """Yield placements of increasing distance above `known`, and a bound."""
        most = self._question.most
        for distance in range(most, 0, -1):
            if found := self._found("construct", distance):
                yield from found
                break
        yield Bounded(None, most)
        for distance in range(max(known, self.distance) + 1, most + 1):
            found = self._found("patterns", distance)
            if not found:
                break  # even less likely at larger distances
            yield from found

    def _found(self, name: str, distance: int) -> list[Event]:
        """Return the events of an engine that found a placement; empty if it failed or objects."""
        task = self.solving(distance)
        if not (news := recall(task)):
            asked = engine(name)
            if asked.objection(task) is not None or asked.reluctance(task) is not None:
                return []
            news = list(asked.run(task))
        if any(isinstance(event, Found) for event in news):
            self.distance = distance
            return list(_about_queens(news, self._question.piece, distance))
        self.given_up.add(distance)
        return []


def _about_queens(events: Iterable[Event], queen: Piece, distance: int) -> Iterator[Event]:
    """Translate events about leprechauns of a range back to queens."""

    def queens(placement: Placement) -> Placement:
        return Placement(tuple(Place(square, queen) for square in placement.squares))

    for event in events:
        match event:
            case Found(placement):
                yield Found(queens(placement))
            case Listed(placements):
                yield Listed(tuple(map(queens, placements)))
            case Explained(reason):
                yield Explained(f"leprechauns of range {distance - 1}: {reason}")
            case Counted() | Infeasible():
                yield event
            case _:
                pass  # bounds on leprechauns count pieces; and the work is not over
