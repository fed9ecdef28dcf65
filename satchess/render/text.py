"""Text drawings of boards: for terminals, with or without colour, and in plain ASCII.

>>> from satchess.pieces import Piece
>>> board = Board.parse("2x3 --walls c2")
>>> print(draw(board, Placement.parse("b1", Piece.parse("rook")), ascii=True))
2 . . #
1 . R .
  a b c
"""

from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from satchess.board import Board, Topology
from satchess.pieces import Piece
from satchess.placement import Placement
from satchess.squares import Square, file_name

STANDARD = {
    Piece.parse(name): letters
    for name, letters in {
        "king": ("K", "♚"),
        "queen": ("Q", "♛"),
        "rook": ("R", "♜"),
        "bishop": ("B", "♝"),
        "knight": ("N", "♞"),
    }.items()
}
"""The letter and the sign of the pieces that have a sign of their own."""

GLUED = {
    Topology.CYLINDER: "cylinder: the last file is beside the first",
    Topology.TORUS: "torus: the last file is beside the first, the top rank below the bottom one",
}

_LIGHT, _DARK, _WALL = "48;5;223", "48;5;137", "48;5;238"
_INK = "38;5;16"
_WIDEST_AIRY_BOARD = 24
"""Columns up to which coloured squares get three characters instead of two."""


def draw(
    board: Board,
    placement: Placement,
    *,
    ascii: bool = False,
    colour: bool = False,
    marks: Mapping[Square, str] | None = None,
) -> str:
    """Draw a board, the top rank first, with coordinates; `marks` are signs on empty squares."""
    letters = piece_letters(placement)
    empty, wall = (".", "#") if ascii else ("·", "▓")
    if colour:
        empty = wall = " "  # the background tells
    signs = dict.fromkeys(board.squares, empty)
    signs |= dict.fromkeys(board.holes, " ") | dict.fromkeys(board.walls, wall)
    signs |= {square: _mark(mark, ascii) for square, mark in (marks or {}).items()}
    signs |= {square: _sign(piece, letters, ascii) for square, piece in placement.places}

    width = 3 if colour and board.columns <= _WIDEST_AIRY_BOARD else 2
    margin = len(str(board.rows))
    lines = []
    for row in reversed(range(board.rows)):
        cells = [
            _cell(board, square, signs[square].center(width), colour)
            for square in (Square(row, column) for column in range(board.columns))
        ]
        lines.append(f"{row + 1:>{margin}} {''.join(cells)}")
    lines += [f"{'':{margin}} {heading}" for heading in _file_headings(board.columns, width)]
    lines += [f"{letter} {piece}" for piece, letter in letters.items() if piece not in STANDARD]
    if board.topology in GLUED:
        lines.append(GLUED[board.topology])
    return "\n".join(line.rstrip() for line in lines)


def piece_letters(placement: Placement) -> dict[Piece, str]:
    """Give each kind of piece a capital letter of its own, if possible one of its name."""
    kinds = {place.piece for place in placement.places}
    letters = {piece: letter for piece, (letter, _) in STANDARD.items() if piece in kinds}
    for piece in sorted(kinds - letters.keys(), key=_nameless_last):
        free = (letter for letter in _letters_of(str(piece)) if letter not in letters.values())
        letters[piece] = next(free, "?")
    return letters


def _nameless_last(piece: Piece) -> tuple[bool, str]:
    return str(piece).startswith("("), str(piece)


def _letters_of(name: str) -> Iterable[str]:
    return [letter for letter in name.upper() + ascii_uppercase if letter in ascii_uppercase]


def _sign(piece: Piece, letters: Mapping[Piece, str], ascii: bool) -> str:
    return STANDARD[piece][1] if piece in STANDARD and not ascii else letters[piece]


def _mark(mark: str, ascii: bool) -> str:
    mark = mark[:1] or " "
    return mark if mark.isascii() or not ascii else "*"


def _cell(board: Board, square: Square, text: str, colour: bool) -> str:
    if not colour or square in board.holes:
        return text
    if square in board.walls:
        background = _WALL
    else:
        background = _LIGHT if (square.row + square.column) % 2 else _DARK
    return f"\x1b[{background};{_INK}m{text}\x1b[0m"


def _file_headings(columns: int, width: int) -> list[str]:
    """Write the names of files downwards, so that long names do not widen the board."""
    names = [file_name(column) for column in range(columns)]
    tallest = len(names[-1])
    return ["".join(f"{name:{tallest}}"[i].center(width) for name in names) for i in range(tallest)]
