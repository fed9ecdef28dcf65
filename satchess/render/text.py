"""Text drawings of boards: for terminals, with or without colour, and in plain ASCII.

>>> from satchess.domain.pieces import Piece
>>> board = Board.parse("2x3 --walls c2")
>>> print(draw(board, Placement.parse("b1", Piece.parse("rook")), ascii=True))
2 . . #
1 . R .
  a b c
"""

import re
from collections.abc import Mapping
from string import ascii_lowercase
from textwrap import wrap

from satchess.domain.board import Board, Topology
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.scene import Regions
from satchess.domain.signs import STANDARD, letters_of
from satchess.domain.squares import Square, file_name

GLUED = {
    Topology.CYLINDER: "cylinder: the last file is beside the first",
    Topology.TORUS: "torus: the last file is beside the first, the top rank below the bottom one",
    Topology.MOEBIUS: "Moebius strip: the last file is beside the first one upside down",
    Topology.KLEIN: "Klein bottle: the last file is beside the first one upside down,"
    " the top rank below the bottom one",
    Topology.PROJECTIVE: "projective plane: the last file is beside the first one upside down,"
    " the top rank below the bottom one reversed",
}
"""Which edges are one edge."""

_LIGHT, _DARK, _WALL = "48;5;223", "48;5;137", "48;5;238"
_REGIONS = [f"48;5;{colour}" for colour in (224, 194, 189, 229, 195, 223, 219, 158, 252, 216)]
_INK = "38;5;16"
_COLOUR = r"\x1b\[[0-9;]*m"
WIDEST_LIST = 100
"""Characters of a line of vertices."""

_WIDEST_AIRY_BOARD = 24
"""Columns up to which coloured squares get three characters instead of two."""


def draw(
    board: Board,
    placement: Placement,
    *,
    ascii: bool = False,
    colour: bool = False,
    airy: bool = True,
    marks: Mapping[Square, str] | None = None,
    regions: Regions = (),
) -> str:
    """Draw a board, the top rank first, with coordinates.

    Marks are signs on empty squares. Regions are colours, or where there is no colour, small
    letters on empty squares without a mark. Coloured squares are wider where they may be `airy`. Of
    a graph, the chosen vertices are listed.
    """
    if board.graph is not None:
        return "\n".join(wrap(str(placement), WIDEST_LIST))
    letters = piece_letters(placement)
    region_of = {s: number for number, region in enumerate(regions) for s in region}
    empty, wall = (".", "#") if ascii else ("·", "▓")
    if colour:
        empty = wall = " "  # the background colour shows it
    signs = dict.fromkeys(board.squares, empty)
    signs |= dict.fromkeys(board.holes, " ") | dict.fromkeys(board.walls, wall)
    if not colour:
        signs |= {s: ascii_lowercase[number % 26] for s, number in region_of.items()}
    signs |= {square: _mark(mark, ascii) for square, mark in (marks or {}).items()}
    signs |= {square: _sign(piece, letters, ascii) for square, piece in placement.places}

    width = max(map(len, signs.values())) + 1
    width += colour and airy and board.columns <= _WIDEST_AIRY_BOARD
    margin = len(str(board.rows))
    lines = []
    for row in reversed(range(board.rows)):
        cells = [
            _cell(board, square, signs[square].center(width), colour, region_of.get(square))
            for square in (Square(row, column) for column in range(board.columns))
        ]
        lines.append(f"{row + 1:>{margin}} {''.join(cells)}")
    lines += [f"{'':{margin}} {heading}" for heading in _file_headings(board.columns, width)]
    lines += [f"{letter} {piece}" for piece, letter in letters.items() if _needs_legend(piece)]
    if board.topology in GLUED:
        lines.append(GLUED[board.topology])
    return "\n".join(line.rstrip() for line in lines)


def board_width(drawn: str, board: Board) -> int:
    """Return how wide the board of a drawing is; what is written below it may go over the edge."""
    lines = drawn.splitlines()[: board.rows + 1]
    return max(len(re.sub(_COLOUR, "", line)) for line in lines)


def piece_letters(placement: Placement) -> dict[Piece, str]:
    """Assign each kind of piece a capital letter, if possible one of its name."""
    return letters_of(place.piece for place in placement.places)


def _needs_legend(piece: Piece) -> bool:
    return piece not in STANDARD and not piece.label.isdigit()


def _sign(piece: Piece, letters: Mapping[Piece, str], ascii: bool) -> str:
    return STANDARD[piece][1] if piece in STANDARD and not ascii else letters[piece]


def _mark(mark: str, ascii: bool) -> str:
    mark = mark[:1] or " "
    return mark if mark.isascii() or not ascii else "*"


def _cell(board: Board, square: Square, text: str, colour: bool, region: int | None) -> str:
    if not colour or square in board.holes:
        return text
    if square in board.walls:
        background = _WALL
    elif region is not None:
        background = _REGIONS[region % len(_REGIONS)]
    else:
        background = _LIGHT if (square.row + square.column) % 2 else _DARK
    return f"\x1b[{background};{_INK}m{text}\x1b[0m"


def _file_headings(columns: int, width: int) -> list[str]:
    """Write the names of files downwards, so that long names do not widen the board."""
    names = [file_name(column) for column in range(columns)]
    tallest = len(names[-1])
    return ["".join(f"{name:{tallest}}"[i].center(width) for name in names) for i in range(tallest)]
