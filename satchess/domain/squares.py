"""Squares and their algebraic names.

`a1` is the lower left corner; files are letters (`a` ... `z`, then `aa`, `ab` ...), ranks are
numbers from 1, bottom to top. Inside, rows and columns count from 0.

>>> Square.parse("c2")
Square(row=1, column=2)
>>> str(Square(row=11, column=26))
'aa12'
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from satchess.errors import BadSquare

_NAME = r"([A-Za-z]{1,4})([1-9][0-9]{0,5})"


class Square(NamedTuple):
    """A square; the order of squares is row by row from a1: a1, b1, ... a2, b2, ..."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> "Square":
        """Read an algebraic name, in small or capital letters."""
        match = re.fullmatch(_NAME, text.strip())
        if match is None:
            raise BadSquare(f"square {text!r}: expected a file and a rank, such as c2 or aa12")
        return cls(int(match[2]) - 1, column_named(match[1]))

    def __str__(self) -> str:
        return f"{file_name(self.column)}{self.row + 1}"


def file_name(column: int) -> str:
    """Name a file: 0 is `a`, 25 is `z`, 26 is `aa`."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_named(letters: str) -> int:
    """Return the column of a file; the inverse of `file_name`."""
    column = 0
    for letter in letters.lower():
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1


def is_square(word: str) -> bool:
    """Whether a word is the name of a square, on whatever board."""
    return re.fullmatch(_NAME, word) is not None


def parse_squares(text: str) -> frozenset[Square]:
    """Read names separated by commas or white space.

    >>> write_squares(parse_squares("b3 g3,a1"))
    'a1,b3,g3'
    """
    names = text.replace(",", " ").split()
    if not names:
        raise BadSquare(f"squares {text!r}: expected at least one square, such as a1,c2")
    return frozenset(Square.parse(name) for name in names)


def write_squares(squares: Iterable[Square], separator: str = ",") -> str:
    """Write squares in board order; the inverse of `parse_squares`."""
    return separator.join(str(square) for square in sorted(squares))
