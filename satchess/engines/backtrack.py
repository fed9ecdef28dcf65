"""The `backtrack` engine: one piece in each row, by trying all ways until one is left.

It counts as the `rows` engine does, with its deadlines, until a count is not zero. That no count is
proves that there is no placement; on boards with next to no placements, nothing refutes sooner.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satchess.engines.base import Bounded, Done, Event, Found, Infeasible, Task
from satchess.engines.construct import range_if_one_a_row
from satchess.engines.rows import Rows
from satchess.engines.rows_prefixes import WIDEST
from satchess.placement import Place, Placement
from satchess.questions import Independence
from satchess.squares import Square


class BacktrackEngine:
    """Finds a placement row by row, or proves that there is none."""

    name: ClassVar[str] = "backtrack"
    summary: ClassVar[str] = "backtracking row by row: whether n leprechauns fit on n x n"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) is None:
            return "only knows n queens or leprechauns on a plain n x n board"
        if task.question.board.rows > WIDEST:
            return f"the board has more than {WIDEST} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Where there are placements, others find one sooner."""
        reach = range_if_one_a_row(task.question)
        assert reach is not None
        if task.question.board.rows > (reach + 1) ** 2 + (reach + 1) // 2:
            return "there are likely to be placements, which others find sooner"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many choices there are."""
        side = task.question.board.rows
        return f"{side} pieces, one after the other, on {side * side} squares"

    def run(self, task: Task) -> Iterator[Event]:
        """Decide whether there is a placement; then walk to the first."""
        question = task.question
        assert isinstance(question, Independence)
        side = question.board.rows
        if _fits(question):
            if question.goal is not None:
                yield Bounded(None, side)
            yield Found(Placement.of(Place(s, question.piece) for s in _first(question)))
        elif question.goal is not None:
            yield Bounded(None, side - 1)
        else:
            yield Infeasible()
        yield Done()


def _fits(question: Independence) -> bool:
    """Whether there is a placement with as many pieces as rows."""
    rows = Rows(question)
    pieces = (piece for part in rows.parts() for piece in rows.divided(part) or (part,))
    return any(rows.count(piece) for piece in pieces)


def _first(question: Independence) -> frozenset[Square]:
    """Return the squares of the first placement; there must be one."""
    taken: frozenset[Square] = frozenset()
    for row in range(question.board.rows):
        free = Rows(replace(question, require=taken)).candidates
        for square in sorted(square for square in free if square.row == row):
            if _fits(replace(question, require=taken | {square})):
                taken |= {square}
                break
    return taken
