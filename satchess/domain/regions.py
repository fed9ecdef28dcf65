"""Regions: sets of squares that have a name on every board."""

from collections.abc import Callable, Sequence

from satchess.domain.board import Board
from satchess.domain.phrases import named_squares
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
    """Read squares and names of regions; with a name in it, it stays a text until there is a board.

    >>> parse_region("diagonal,h1")
    'diagonal h1'
    """
    words = text.replace(",", " ").split()
    named = [word for word in words if word in REGIONS]
    try:
        squares = parse_squares(text) if not named else _squares(words)
    except BadSquare as error:
        raise BadSquare(f"{error}, or one of {', '.join(REGIONS)}") from None
    return " ".join([*named, *map(str, sorted(squares))]) if named else squares


def region(text: str, board: Board) -> frozenset[Square]:
    """Return the squares of a text that `parse_region` has left one."""
    words = text.split()
    tests = [REGIONS[word][1] for word in words if word in REGIONS]
    inside = (s for s in board.squares if any(belongs(board, s) for belongs in tests))
    return frozenset(inside) | _squares(words)


def unite_regions(regions: Sequence[frozenset[Square] | str]) -> frozenset[Square] | str:
    """Unite what `parse_region` has read."""
    texts = (r if isinstance(r, str) else write_squares(r, " ") for r in regions)
    text = " ".join(filter(None, texts))
    return parse_region(text) if text else frozenset()


def _squares(words: Sequence[str]) -> frozenset[Square]:
    return frozenset(Square.parse(word) for word in words if word not in REGIONS)


_PHRASES = {
    "diagonal": "on the diagonal only",
    "border": "on the border only",
    "dark": "on dark squares only",
    "light": "on light squares only",
    "none": "on no square at all",
}


def only_there(squares: frozenset[Square], board: Board) -> str:
    """Say that pieces stand nowhere else, as part of a sentence."""
    name = region_name(squares, board)
    return _PHRASES[name] if name else f"on {named_squares(squares, 'given square')} only"


def write_region(squares: frozenset[Square], board: Board) -> str:
    """Write the name of a region where it has one, its squares otherwise."""
    return region_name(squares, board) or write_squares(squares)


def region_name(squares: frozenset[Square], board: Board) -> str:
    """Return the first name that stands for just these squares; empty if none does."""
    return next((name for name in REGIONS if region(name, board) == squares), "")
