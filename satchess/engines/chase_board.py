"""A board with some queens, and the squares that are open to further ones, by the rules alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import NamedTuple


class Cell(NamedTuple):
    """A square, counted from 0."""

    row: int
    column: int


@dataclass(frozen=True)
class Opening:
    """Queens that do not attack each other, one in each row at most.

    `open` are the rows without a queen, each with its columns as the bits of a number.
    """

    side: int
    queens: tuple[Cell, ...]
    open: Mapping[int, int]

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
        return Opening(self.side, (*self.queens, queen), MappingProxyType(rest))

    def row(self, row: int) -> list[Cell]:
        """Return the open squares of a row."""
        columns = self.open.get(row, 0)
        return [Cell(row, column) for column in range(self.side) if columns >> column & 1]

    def column(self, column: int) -> list[Cell]:
        """Return the open squares of a column."""
        return [Cell(row, column) for row, columns in self.open.items() if columns >> column & 1]

    @property
    def is_stuck(self) -> bool:
        """Whether a row or a column without a queen has no open square."""
        covered = reduce(or_, self.open.values(), 0)
        return not all(self.open.values()) or covered.bit_count() < len(self.open)


def _attacked(queen: Cell, row: int) -> int:
    """Return the columns of another row that a queen attacks."""
    apart = abs(row - queen.row)
    square = 1 << queen.column
    return square | square << apart | square >> apart
