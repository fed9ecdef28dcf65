"""The `construct` engine: as many leprechauns or queens as rows, by theorems, without a search."""

from collections.abc import Iterator
from typing import ClassVar

from satchess.domain.board import Board
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.leprechauns.constructions import Theorem, known
from satchess.events import Bounded, Done, Event, Explained, Found, Infeasible
from satchess.questions import Independence, Question
from satchess.task import Task


def range_if_one_a_row(question: Question) -> int | None:
    """Return the range, if the question asks for n leprechauns on a plain n x n board.

    None for any other question. Takes constant time: the board may be huge.
    """
    side = question.board.rows
    if not isinstance(question, Independence) or question.board != Board(side, side):
        return None
    plain = Independence(question.piece, question.board, size=question.size)
    if question != plain or question.size not in (None, side):
        return None
    return question.piece.range_as_leprechaun


class ConstructEngine:
    """Answers from theorems and explicit constructions."""

    name: ClassVar[str] = "construct"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "constructions and theorems for n leprechauns (queens) on n x n"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        reach = range_if_one_a_row(task.question)
        if reach is None:
            return "only places n queens or leprechauns on a plain n x n board"
        theorem = known(reach, task.question.board.rows)
        if theorem is None:
            return "knows no theorem for this board"
        if theorem.columns is None and task.question.goal is not None:
            return "knows only that fewer pieces fit than there are rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Nothing is quicker."""
        return None

    def forecast(self, task: Task) -> str:
        """Name the theorem."""
        return self._theorem(task).name

    def _theorem(self, task: Task) -> Theorem:
        reach = range_if_one_a_row(task.question)
        assert reach is not None
        theorem = known(reach, task.question.board.rows)
        assert theorem is not None
        return theorem

    def run(self, task: Task) -> Iterator[Event]:
        """Yield the placement, or the proof that there is none."""
        theorem = self._theorem(task)
        yield Explained(theorem.name)
        if theorem.columns is None:
            yield Infeasible()
        else:
            if task.question.goal is not None:
                yield Bounded(None, task.question.board.rows)
            (piece,) = task.question.kinds
            squares = (Square(row, column) for row, column in enumerate(theorem.columns))
            yield Found(Placement(tuple(Place(square, piece) for square in squares)))
        yield Done()
