"""Regions: squares that are given in any form, before there is a board and on it.

What needs a board to be understood, such as `border` or a drawing, stays a text until there is one.
"""

from collections.abc import Sequence

from satchess.domain.board import Board
from satchess.domain.notation import (
    bad_word,
    is_words,
    may_be_a_form,
    parts_of,
    read_squares,
    split_words,
)
from satchess.domain.phrases import named_squares
from satchess.domain.region_words import REGIONS, is_region
from satchess.domain.squares import Square, parse_squares, write_squares


def parse_region(text: str) -> frozenset[Square] | str:
    """Read squares in any form; what is not just squares stays a text until there is a board.

    >>> parse_region("diagonal,h1")
    'diagonal h1'
    """
    parts = [_parse_part(part) for part in parts_of(text)]
    return parts[0] if len(parts) == 1 else unite_regions(parts)


def _parse_part(text: str) -> frozenset[Square] | str:
    if not is_words(text):
        if may_be_a_form(text):
            return text.strip("\n")
        raise bad_word(text)
    words = split_words(text)
    named = [word.lower() for word in words if is_region(word)]
    if not named:
        return parse_squares(text)
    squares = frozenset(Square.parse(word) for word in words if not is_region(word))
    return " ".join([*named, *map(str, sorted(squares))])


def region(text: str, board: Board) -> frozenset[Square]:
    """Return the squares of a text that `parse_region` has left one."""
    if board.graph is not None:
        return board.graph.read(text)
    return read_squares(text, board.rows, board.columns, board.holes | board.walls)


def unite_regions(regions: Sequence[frozenset[Square] | str]) -> frozenset[Square] | str:
    """Unite what `parse_region` has read."""
    if all(isinstance(r, frozenset) for r in regions):
        return frozenset().union(*(r for r in regions if isinstance(r, frozenset)))
    texts = (r if isinstance(r, str) else write_squares(r, " ") for r in regions)
    return "\nand\n".join(filter(None, texts))


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


def named_region(squares: frozenset[Square], board: Board) -> str:
    """Name squares, as part of a sentence: `the border squares`, `the squares a1 and b2`."""
    if name := region_name(squares, board):
        return f"the {name} squares"
    named = named_squares(squares, "given square")
    return named if "given" in named else f"the squares {named}"


def write_region(squares: frozenset[Square], board: Board) -> str:
    """Write the name of a region where it has one, its squares otherwise."""
    return region_name(squares, board) or write_squares(squares)


def region_name(squares: frozenset[Square], board: Board) -> str:
    """Return the first name that stands for just these squares; empty if none does."""
    if board.graph is not None:
        return ""
    return next((name for name in REGIONS if region(name, board) == squares), "")
