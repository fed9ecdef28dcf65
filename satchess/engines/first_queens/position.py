"""Positions: a board with some queens, and the squares they leave open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import or_
from types import MappingProxyType
from typing import NamedTuple

NARROWEST = 4
"""Least width of the attacked band of diagonals that cuts off a corner."""


class Cell(NamedTuple):
    """A square, counted from 0."""

    row: int
    column: int


class Corner(NamedTuple):
    """The squares with column - row >= `edge`, and bounds on the number of queens there.

    Queens placed greedily in the first rows attack all diagonals of a broad band. It cuts what is
    open into the corner on the upper right and the rest on the lower left.
    """

    edge: int
    least: int
    most: int


class Window(NamedTuple):
    """A square part of the board, from the row `top` and the column `left` on."""

    top: int
    left: int
    side: int

    def corner(self, corner: Corner) -> Corner:
        """Return a corner in the coordinates of the window."""
        edge = corner.edge - self.left + self.top
        return corner._replace(edge=min(max(edge, 1 - self.side), self.side))


Step = Cell | Corner
"""A branching decision: where a queen stands, or how many go to the corner."""


@dataclass(frozen=True)
class Opening:
    """Queens that do not attack each other, and what they leave open.

    `open` maps each row without a queen to its open columns, as bits; `corner` bounds the queens
    still to be placed there.
    """

    side: int
    queens: tuple[Cell, ...]
    open: Mapping[int, int]
    corner: Corner | None = None

    @classmethod
    def of(cls, side: int, columns: Iterable[int] = ()) -> "Opening":
        """Place queens in the first rows."""
        empty = cls(side, (), MappingProxyType(dict.fromkeys(range(side), (1 << side) - 1)))
        return reduce(cls.with_queen, (Cell(*cell) for cell in enumerate(columns)), empty)

    def with_queen(self, queen: Cell) -> "Opening":
        """Place a queen on an open square."""
        if not self.open.get(queen.row, 0) >> queen.column & 1:
            raise ValueError(f"{queen} is not open")
        rest = {
            row: columns & ~_attacked(queen, row)
            for row, columns in self.open.items()
            if row != queen.row
        }
        corner = self.corner
        if corner and queen.column - queen.row >= corner.edge:
            corner = Corner(corner.edge, max(corner.least - 1, 0), corner.most - 1)
        return Opening(self.side, (*self.queens, queen), MappingProxyType(rest), corner)

    def after(self, step: Step) -> "Opening":
        """Return the opening after a branching decision."""
        if isinstance(step, Cell):
            return self.with_queen(step)
        if self.corner is not None or not -self.side < step.edge < self.side:
            raise ValueError(f"{step}: the corner is bounded already, or not on the board")
        return replace(self, corner=step)

    @property
    def edge(self) -> int | None:
        """First diagonal of the corner, behind the broadest attacked band; None if it is narrow."""
        diagonals = sorted({cell.column - cell.row for row in self.open for cell in self.row(row)})
        bands = [(above - below, above) for below, above in pairwise(diagonals)]
        breadth, edge = max(bands, default=(0, 0))
        return edge if breadth >= NARROWEST else None

    @property
    def window(self) -> Window:
        """The smallest square part of the board that holds all open squares."""
        columns = reduce(or_, self.open.values(), 0) or 1
        top, left = min(self.open), (columns & -columns).bit_length() - 1
        return Window(top, left, max(max(self.open) + 1 - top, columns.bit_length() - left))

    def row(self, row: int) -> list[Cell]:
        """Return the open squares of a row."""
        columns = self.open.get(row, 0)
        return [Cell(row, column) for column in range(self.side) if columns >> column & 1]

    def column(self, column: int) -> list[Cell]:
        """Return the open squares of a column."""
        return [Cell(row, column) for row, columns in self.open.items() if columns >> column & 1]

    @property
    def is_stuck(self) -> bool:
        """Whether a line that needs a queen is closed, or the corner cannot hold its queens."""
        if self.corner and not max(self.corner.least, 0) <= min(self.corner.most, len(self.open)):
            return True
        covered = reduce(or_, self.open.values(), 0)
        return not all(self.open.values()) or covered.bit_count() < len(self.open)


def _attacked(queen: Cell, row: int) -> int:
    """Return the columns of another row that a queen attacks."""
    apart = abs(row - queen.row)
    square = 1 << queen.column
    return square | square << apart | square >> apart
