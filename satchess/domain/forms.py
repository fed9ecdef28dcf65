"""Placements as others write them; `notation` reads these forms.

>>> from satchess.domain.board import Board
>>> from satchess.domain.pieces import Piece
>>> from satchess.domain.placement import Placement
>>> placement = Placement.parse("b1 d2 a3 c4", Piece.parse("queen"))
>>> placement.fen(), placement.fen(Board.parse("4x12"))
('2Q1/Q3/3Q/1Q2', '2Q9/Q11/3Q8/1Q10')
"""

from collections.abc import Iterable, Mapping
from itertools import groupby

from satchess.domain.pieces import Piece
from satchess.domain.signs import letters_of
from satchess.domain.squares import Square
from satchess.errors import BadPlacement


def write_fen(pieces: Mapping[Square, Piece], rows: int, columns: int) -> str:
    """Write FEN: the top rank first, numbers for empty squares, also above 9."""
    letters = letters_of(pieces.values())
    for piece, letter in letters.items():
        if not letter.isalpha():
            raise BadPlacement(f"FEN: no letter is left for '{piece}', expected another form")
    signs = {square: letters[piece] for square, piece in pieces.items()}
    return "/".join(
        _rank([signs.get(Square(row, column), "") for column in range(columns)])
        for row in reversed(range(rows))
    )


def _rank(signs: Iterable[str]) -> str:
    return "".join(
        sign * len(run) if sign else str(len(run))
        for sign, run in ((sign, list(run)) for sign, run in groupby(signs))
    )
