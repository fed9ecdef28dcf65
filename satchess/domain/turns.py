"""Turns: the rotations, mirrors and shifts that carry one board onto another.

A turn mirrors rows and columns, shifts them (on glued edges), and then exchanges rows and columns.

>>> quarter = Turn(8, 8, transposes=True, flips_rows=True)
>>> str(quarter(Square.parse("a1"))), quarter.name
('h1', 'quarter turn')
>>> quarter.inverse(quarter(Square.parse("c2"))) == Square.parse("c2")
True
"""

from collections.abc import Iterator
from dataclasses import dataclass

from satchess.domain.squares import Square

_NAMES = {
    # (transposes, flips_rows, flips_columns)
    (False, False, False): "identity",
    (False, False, True): "left-right mirror",
    (False, True, False): "top-bottom mirror",
    (False, True, True): "half turn",
    (True, False, False): "diagonal mirror",
    (True, True, True): "antidiagonal mirror",
    (True, True, False): "quarter turn",
    (True, False, True): "three-quarter turn",
}


@dataclass(frozen=True)
class Turn:
    """A rigid motion of a rows x columns board."""

    rows: int
    columns: int
    transposes: bool = False
    flips_rows: bool = False
    flips_columns: bool = False
    row_shift: int = 0
    column_shift: int = 0

    def __call__(self, square: Square) -> Square:
        """Return where a square comes to lie."""
        row, column = square
        if self.flips_rows:
            row = self.rows - 1 - row
        if self.flips_columns:
            column = self.columns - 1 - column
        row = (row + self.row_shift) % self.rows
        column = (column + self.column_shift) % self.columns
        return Square(column, row) if self.transposes else Square(row, column)

    def direction(self, rows: int, columns: int) -> tuple[int, int]:
        """Return the direction of a step after the turn."""
        rows = -rows if self.flips_rows else rows
        columns = -columns if self.flips_columns else columns
        return (columns, rows) if self.transposes else (rows, columns)

    @property
    def turned_size(self) -> tuple[int, int]:
        """Rows and columns of the board after the turn."""
        return (self.columns, self.rows) if self.transposes else (self.rows, self.columns)

    @property
    def shifts(self) -> bool:
        """Whether it shifts rows or columns."""
        return self.row_shift != 0 or self.column_shift != 0

    @property
    def is_identity(self) -> bool:
        """Whether every square stays."""
        return self == Turn(self.rows, self.columns)

    @property
    def inverse(self) -> "Turn":
        """The turn that undoes this one."""
        row_shift = self.row_shift if self.flips_rows else -self.row_shift % self.rows
        column_shift = (
            self.column_shift if self.flips_columns else -self.column_shift % self.columns
        )
        if self.transposes:
            return Turn(
                self.columns,
                self.rows,
                True,
                self.flips_columns,
                self.flips_rows,
                column_shift,
                row_shift,
            )
        return Turn(
            self.rows,
            self.columns,
            False,
            self.flips_rows,
            self.flips_columns,
            row_shift,
            column_shift,
        )

    @property
    def name(self) -> str:
        """What people call it."""
        name = _NAMES[self.transposes, self.flips_rows, self.flips_columns]
        if self.shifts:
            name += f" shifted by {self.row_shift} rows and {self.column_shift} columns"
        return name


def all_turns(
    rows: int,
    columns: int,
    *,
    transposing: bool,
    shifting_rows: bool,
    shifting_columns: bool,
) -> Iterator[Turn]:
    """Every turn of a rows x columns board, the identity first."""
    for transposes in (False, True) if transposing else (False,):
        for flips_rows in (False, True):
            for flips_columns in (False, True):
                for row_shift in range(rows) if shifting_rows else (0,):
                    for column_shift in range(columns) if shifting_columns else (0,):
                        yield Turn(
                            rows,
                            columns,
                            transposes,
                            flips_rows,
                            flips_columns,
                            row_shift,
                            column_shift,
                        )
