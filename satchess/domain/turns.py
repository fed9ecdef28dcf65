"""Turns: the rotations, mirrors and shifts that carry one board onto another.

A turn mirrors rows and columns, shifts them (on glued edges), and then exchanges rows and columns.
Where the last file is glued to the first with a twist, a shift mirrors the rows of what crosses.

>>> quarter = Turn(8, 8, transposes=True, flips_rows=True)
>>> str(quarter(Square.parse("a1"))), quarter.name
('h1', 'quarter turn')
>>> quarter.inverse(quarter(Square.parse("c2"))) == Square.parse("c2")
True
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

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
    twists: bool = False
    """Whether what is shifted beyond the last file comes back with its rows mirrored."""

    def __call__(self, square: Square) -> Square:
        """Return where a square comes to lie."""
        row, column = square
        if self.flips_rows:
            row = self.rows - 1 - row
        if self.flips_columns:
            column = self.columns - 1 - column
        column += self.column_shift
        if self.twists and column >= self.columns:
            row = self.rows - 1 - row
        row = (row + self.row_shift) % self.rows
        column %= self.columns
        return Square(column, row) if self.transposes else Square(row, column)

    def images(self, squares: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield where squares come to lie, by row and column: a large torus has many turns."""
        if self.twists:  # a row is not carried to a row
            return (self(Square(*square)) for square in squares)
        rows = [self(Square(row, 0))[self.transposes] for row in range(self.rows)]
        columns = [self(Square(0, column))[not self.transposes] for column in range(self.columns)]
        if self.transposes:
            return ((columns[column], rows[row]) for row, column in squares)
        return ((rows[row], columns[column]) for row, column in squares)

    def direction(self, rows: int, columns: int) -> tuple[int, int]:
        """Return the direction of a step after the turn, for squares that cross no twisted edge."""
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
        return self == Turn(self.rows, self.columns, twists=self.twists)

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
        # with a twist, the shift back is the shift round the board and a mirror of the rows
        comes_round = self.twists and self.column_shift > 0 and not self.flips_columns
        return Turn(
            self.rows,
            self.columns,
            False,
            self.flips_rows ^ comes_round,
            self.flips_columns,
            row_shift,
            column_shift,
            self.twists,
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
    row_shifts: Iterable[int] = (0,),
    column_shifts: Iterable[int] = (0,),
    twisting: bool = False,
) -> Iterator[Turn]:
    """Every turn of a rows x columns board, the identity first."""
    mirrors = (False, True)
    for transposes, flips_rows, flips_columns, row_shift, column_shift in product(
        mirrors if transposing else mirrors[:1], mirrors, mirrors, row_shifts, column_shifts
    ):
        yield Turn(
            rows,
            columns,
            transposes,
            flips_rows,
            flips_columns,
            row_shift,
            column_shift,
            twisting,
        )
