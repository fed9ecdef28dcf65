"""The `backtrack` engine: one piece in each row, by exhaustive search.

Counts part by part, with the deadline pruning of the `rows` engine, and stops at the first non-zero
count. If every part counts zero, the board is infeasible: where placements are rare, no other
engine refutes as fast. Before long work it tries to grow a placement from a lattice.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.leprechauns.construct import range_if_one_a_row
from satchess.engines.leprechauns.lattices import grown
from satchess.engines.rows.engine import Rows
from satchess.engines.rows.prefixes import WIDEST
from satchess.events import Bounded, Done, Event, Explained, Found, Infeasible
from satchess.questions import Independence
from satchess.task import Part, Task

MOST_NODES = 30_000
"""Node budget for growing placements from lattices: a second or two."""


class BacktrackEngine:
    """Finds a placement row by row, or proves that there is none."""

    name: ClassVar[str] = "backtrack"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "backtracking row by row: whether n leprechauns fit on n x n"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) is None:
            return "only places n queens or leprechauns on a plain n x n board"
        if task.question.board.rows > WIDEST:
            return f"the board has more than {WIDEST} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Never reluctant: constructions and patterns come earlier in the registry."""
        return None

    def forecast(self, task: Task) -> str:
        """Say how many choices there are."""
        side = task.question.board.rows
        return f"{side} pieces, row by row, on {side * side} squares"

    def run(self, task: Task) -> Iterator[Event]:
        """Decide whether there is a placement, and find one."""
        question = task.question
        assert isinstance(question, Independence)
        side, reach = question.board.rows, range_if_one_a_row(question)
        assert reach is not None
        rows = Rows(question)
        parts = rows.long_work()
        columns = None
        if parts and (theorem := grown(reach, side, MOST_NODES)):
            yield Explained(theorem.name)
            columns = theorem.columns
        if columns is None:
            columns = _found(rows, parts)
        if columns is not None:
            if question.goal is not None:
                yield Bounded(None, side)
            squares = (Square(row, column) for row, column in enumerate(columns))
            yield Found(Placement.of(Place(square, question.piece) for square in squares))
        elif question.goal is not None:
            yield Bounded(None, side - 1)
        else:
            yield Infeasible()
        yield Done()


def _found(rows: Rows, parts: Sequence[Part]) -> tuple[int, ...] | None:
    """Return the columns of a placement in `parts` (if empty, in any part); None if there is none.

    Parts are shuffled: in lexicographic order, similar placements cluster, and so do the dead ends
    that fail only deep in the tree.
    """
    parts = parts or [p for part in rows.parts() for p in rows.divided(part) or (part,)]
    for part in sorted(parts, key=lambda part: sha256(part.name.encode()).digest()):
        if rows.count(part):
            while pieces := rows.divided(part):
                part = next(piece for piece in pieces if rows.count(piece))
            return rows.columns(part)
    return None
