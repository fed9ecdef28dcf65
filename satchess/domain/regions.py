"""Regions: sets of squares that have a name on every board."""

from collections.abc import Callable

from satchess.domain.board import Board
from satchess.domain.squares import Square, parse_squares, write_squares
from satchess.errors import BadSquare

REGIONS: dict[str, tuple[str, Callable[[Board, Square], bool]]] = {
    "diagonal": ("the long diagonal from a1", lambda board, s: s.row == s.column),
    "border": (
        "the outermost ranks and files",
        lambda board, s: s.row in (0, board.rows - 1) or s.column in (0, board.columns - 1),
    ),
    "dark": ("the squares of the colour of a1", lambda board, s: (s.row + s.column) % 2 == 0),
    "light": ("the squares of the other colour", lambda board, s: (s.row + s.column) % 2 == 1),
    "none": ("no square at all", lambda board, s: False),
}
"""Name: what it is, and whether a square of a board belongs to it."""


def parse_region(text: str) -> frozenset[Square] | str:
    """Read a list of squares, or the name of a region, which stays one until there is a board."""
    if text in REGIONS:
        return text
    try:
        return parse_squares(text)
    except BadSquare as error:
        names = ", ".join(REGIONS)
        raise BadSquare(f"{error}, or one of {names}") from None


def region(name: str, board: Board) -> frozenset[Square]:
    """Return the squares of a named region."""
    _, belongs = REGIONS[name]
    return frozenset(square for square in board.squares if belongs(board, square))


def write_region(squares: frozenset[Square], board: Board) -> str:
    """Write the name of a region where it has one, its squares otherwise."""
    for name in REGIONS:
        if region(name, board) == squares:
            return name
    return write_squares(squares)
