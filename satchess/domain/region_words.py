"""Words for sets of squares that have a name on every board: `border`, `rank1`, `filea`."""

import re
from collections.abc import Callable, Iterator

from satchess.domain.squares import Square, column_named

Members = Callable[[int, int], Iterator[Square]]
"""The squares of a region on a board of so many rows and columns."""


def _all(rows: int, columns: int) -> Iterator[Square]:
    return (Square(row, column) for row in range(rows) for column in range(columns))


def _border(rows: int, columns: int) -> Iterator[Square]:
    for row in {0, rows - 1}:
        yield from (Square(row, column) for column in range(columns))
    for column in {0, columns - 1}:
        yield from (Square(row, column) for row in range(rows))


def _middle(side: int) -> range:
    return range((side - 1) // 2, side // 2 + 1)


REGIONS: dict[str, tuple[str, Members]] = {
    "diagonal": (
        "the long diagonal from a1",
        lambda rows, columns: (Square(i, i) for i in range(min(rows, columns))),
    ),
    "border": ("the outermost ranks and files", _border),
    "dark": (
        "the squares of the colour of a1",
        lambda rows, columns: (s for s in _all(rows, columns) if (s.row + s.column) % 2 == 0),
    ),
    "light": (
        "the squares of the other colour",
        lambda rows, columns: (s for s in _all(rows, columns) if (s.row + s.column) % 2 == 1),
    ),
    "none": ("no square at all", lambda rows, columns: iter(())),
}
"""Name: what it is, and its squares. A question is written with these names, so none is added."""

FURTHER: dict[str, tuple[str, Members]] = {
    "all": ("every square", _all),
    "antidiagonal": (
        "the long diagonal from the first rank of the last file",
        lambda rows, columns: (Square(i, columns - 1 - i) for i in range(min(rows, columns))),
    ),
    "corners": (
        "the four corners",
        lambda rows, columns: (Square(r, c) for r in {0, rows - 1} for c in {0, columns - 1}),
    ),
    "centre": (
        "the one, two or four squares in the middle",
        lambda rows, columns: (Square(r, c) for r in _middle(rows) for c in _middle(columns)),
    ),
}
"""Further names, that are read and written as squares."""

ALIASES = {"center": "centre", "edge": "border", "black": "dark", "white": "light"}

LINES = {"rankN": "the rank N, such as rank1", "fileX": "the file X, such as filea"}
"""Names of lines, which are read with a hyphen too."""

_RANK = r"rank-?([1-9][0-9]{0,5})"
_FILE = r"file-?([a-z]{1,4})"


def is_region(word: str) -> bool:
    """Whether a word names a region, in small or capital letters."""
    word = word.lower()
    known = word in REGIONS or word in FURTHER or word in ALIASES
    return known or bool(re.fullmatch(_RANK, word) or re.fullmatch(_FILE, word))


def squares_named(word: str, rows: int, columns: int) -> Iterator[Square]:
    """Yield the squares of a region; a line beyond the edge has its squares there.

    >>> [str(square) for square in squares_named("Rank2", 2, 3)]
    ['a2', 'b2', 'c2']
    """
    word = ALIASES.get(word.lower(), word.lower())
    if match := re.fullmatch(_RANK, word):
        return (Square(int(match[1]) - 1, column) for column in range(columns))
    if match := re.fullmatch(_FILE, word):
        named = column_named(match[1])
        return (Square(row, named) for row in range(rows))
    return {**REGIONS, **FURTHER}[word][1](rows, columns)


REGION_WORDS = (*REGIONS, *FURTHER, *LINES)
"""The names as an error or a page of help lists them."""
