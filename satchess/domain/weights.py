"""Bottlenecks: weights of squares, and the fingerprint of a placement.

The fingerprint of a placement is the list of the weights of its squares, from the largest. Of two
fingerprints, the lexicographically smaller one is better, so that the heaviest square counts most,
then the next one: D. E. Knuth's most beautiful queens, whose weights are distances from the centre
(M. Fischetti, D. Salvagnin, Finding first and most-beautiful queens by integer programming,
arXiv:1907.08246, section 5).

>>> from satchess.domain.placement import Placement
>>> from satchess.domain.pieces import Piece
>>> beautiful = Placement.parse("d1 a2 e3 b4 f5 c6", Piece.parse("queen"))
>>> Bottleneck.parse("centre").fingerprint(Board.parse("6"), beautiful.squares)
(34, 34, 26, 26, 10, 10)
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from satchess.domain.board import Board
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.errors import BadQuestion, or_rather
from satchess.outside import ensure_file_allowed

Fingerprint = tuple[int, ...]
"""Weights from the largest; tuples compare as fingerprints do."""

Grid = tuple[tuple[int | None, ...], ...]
"""Weights by rows from rank 1; None where there is no square."""

LONGEST_FILE = 4_000_000
MOST_DIGITS = 18


def _from_centre(board: Board, square: Square) -> int:
    """Return the square of twice the distance from the centre of the board."""
    rows, columns = 2 * square.row + 1 - board.rows, 2 * square.column + 1 - board.columns
    return rows * rows + columns * columns


def _from_corner(board: Board, square: Square) -> int:
    """Return the square of the distance from the nearest corner."""
    rows = min(square.row, board.rows - 1 - square.row)
    columns = min(square.column, board.columns - 1 - square.column)
    return rows * rows + columns * columns


NAMED: dict[str, tuple[str, Callable[[Board, Square], int]]] = {
    "centre": ("the squared distance from the centre, in half squares", _from_centre),
    "corner": ("the squared distance from the nearest corner", _from_corner),
}
"""Name: what it is, and how a square of a board is weighed. No turn of a board changes these."""


@dataclass(frozen=True)
class Bottleneck:
    """The weights of squares: by a name that any board understands, or as a grid."""

    name: str = ""
    grid: Grid = ()

    # Words

    @classmethod
    def parse(cls, text: str) -> "Bottleneck":
        """Read a name, the weights themselves as `[3 2 3] [2 1 2]` (top rank first), or a file."""
        text = text.strip()
        if text in NAMED or text.startswith("["):
            return cls.said(text, "--bottleneck")
        return cls(grid=_parse_ranks(_read_lines(text), "--bottleneck", text))

    @classmethod
    def said(cls, text: str, option: str) -> "Bottleneck":
        """Read a name, or the weights themselves: in brackets, or as the lines of a file."""
        text = text.strip()
        if text in NAMED:
            return cls(text)
        if text.startswith("["):
            lines = re.sub(r"\]\s*,?\s*\[", "]\n[", text).splitlines()
            if not all(line.startswith("[") and line.endswith("]") for line in lines):
                raise BadQuestion(f"{option} {text!r}: expected ranks such as [3 2 3] [2 1 2]")
            ranks = [(f"rank {n} from above", line[1:-1]) for n, line in enumerate(lines, start=1)]
            return cls(grid=_parse_ranks(ranks, option, text))
        if not re.match(r"[#+.\d-]", text):
            names = ", ".join(NAMED)
            raise BadQuestion(
                f"{option} {text[:60]!r}: expected weights such as [3 2 3] [2 1 2], @FILE, or one"
                f" of {names}"
            )
        return cls(grid=_parse_ranks(_lines_of(text), option, text))

    def __str__(self) -> str:
        return self.name or " ".join(
            f"[{' '.join('.' if weight is None else str(weight) for weight in row)}]"
            for row in reversed(self.grid)
        )

    @property
    def described(self) -> str:
        """Which weights these are, as a sentence says it."""
        return {
            "centre": "by distance from the centre",
            "corner": "by distance from the nearest corner",
        }.get(self.name, "by the given weights")

    # Boards

    def on(self, board: Board, option: str = "--bottleneck") -> "Bottleneck":
        """Return the canonical form of these weights on a board that they fit."""
        if self.name:
            return self
        shape = {len(row) for row in self.grid}
        if len(self.grid) != board.rows or shape != {board.columns}:
            widths = " or ".join(map(str, sorted(shape))) or "0"
            raise BadQuestion(
                f"{option}: {len(self.grid)} ranks of {widths} weights,"
                f" expected {board.rows} ranks of {board.columns}"
            )
        for square in board.squares:
            if self.grid[square.row][square.column] is None:
                raise BadQuestion(f"{option}: {square} has no weight")
        for name in NAMED:
            named = Bottleneck(name)
            if all(self.weight(board, s) == named.weight(board, s) for s in board.squares):
                return named
        return Bottleneck(grid=_grid(board, lambda square: self.weight(board, square)))

    def turned(self, turn: Turn) -> "Bottleneck":
        """Return the weights after a turn; named ones are invariant unless it shifts."""
        if self.name and not turn.shifts:
            return self
        rows, columns = turn.turned_size
        board, back = Board(turn.rows, turn.columns), turn.inverse
        if self.name:
            return Bottleneck(
                grid=_grid(Board(rows, columns), lambda square: self.weight(board, back(square)))
            )
        was = self.grid
        return Bottleneck(
            grid=tuple(
                tuple(
                    was[origin.row][origin.column]
                    for column in range(columns)
                    for origin in [back(Square(row, column))]
                )
                for row in range(rows)
            )
        )

    # Weights

    def weight(self, board: Board, square: Square) -> int:
        """Return what a square weighs."""
        if self.name:
            return NAMED[self.name][1](board, square)
        weight = self.grid[square.row][square.column]
        assert weight is not None
        return weight

    def fingerprint(self, board: Board, squares: Iterable[Square]) -> Fingerprint:
        """Return the weights of occupied squares, from the largest."""
        return tuple(sorted((self.weight(board, square) for square in squares), reverse=True))

    def groups(self, board: Board, squares: Iterable[Square]) -> dict[int, list[Square]]:
        """Return squares by their weight, the heaviest first."""
        groups: dict[int, list[Square]] = {}
        for square in sorted(squares):
            groups.setdefault(self.weight(board, square), []).append(square)
        return dict(sorted(groups.items(), reverse=True))


def parse_fingerprint(text: str) -> Fingerprint:
    """Read weights; `34 x2` stands for `34 34`.

    >>> parse_fingerprint("34 x2, 26 x2, 10 10")
    (34, 34, 26, 26, 10, 10)
    """
    weights: list[int] = []
    for word in text.replace(",", " ").split():
        times = re.fullmatch(r"x([1-9][0-9]{0,5})", word)
        if times and weights:
            weights += [weights[-1]] * (int(times[1]) - 1)
        else:
            weights.append(_whole(word, "--fingerprint"))
    return tuple(sorted(weights, reverse=True))


def write_fingerprint(fingerprint: Fingerprint, most: int | None = None) -> str:
    """Write weights in the order of the fingerprint, equal ones once; `most` of these, if given.

    >>> write_fingerprint((34, 34, 26, 10, 10)), write_fingerprint((34, 34, 26, 10), most=2)
    ('34 x2, 26, 10 x2', '34 x2, 26, ... (4 in all)')
    """
    runs = [(weight, len(list(equal))) for weight, equal in groupby(fingerprint)]
    texts = [f"{weight} x{times}" if times > 1 else str(weight) for weight, times in runs]
    if most is not None and len(texts) > most:
        texts = [*texts[:most], f"... ({len(fingerprint)} in all)"]
    return ", ".join(texts)


def _grid(board: Board, weight: Callable[[Square], int]) -> Grid:
    return tuple(
        tuple(
            weight(square) if (square := Square(row, column)) in board else None
            for column in range(board.columns)
        )
        for row in range(board.rows)
    )


def _read_lines(name: str) -> list[tuple[str, str]]:
    """Return the lines of a file that hold weights, with their numbers."""
    ensure_file_allowed(f"--bottleneck {name!r}", f"one of {', '.join(NAMED)}")
    try:
        with Path(name).open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
        text = content.decode("utf-8")
    except OSError as error:
        raise BadQuestion(
            f"--bottleneck {name!r}: {error.strerror or error};"
            f" expected a file of weights, or one of {', '.join(NAMED)}{or_rather(name, NAMED)}"
        ) from None
    except ValueError:
        raise BadQuestion(f"--bottleneck {name!r}: expected a text file in UTF-8") from None
    if len(content) > LONGEST_FILE:
        raise BadQuestion(f"--bottleneck {name!r}: expected at most {LONGEST_FILE} bytes")
    return _lines_of(text)


def _lines_of(text: str) -> list[tuple[str, str]]:
    """Return the lines that hold weights, with their numbers."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return [(f"line {n}", line) for n, line in enumerate(lines, start=1) if line.strip()]


def _parse_ranks(lines: list[tuple[str, str]], option: str, source: str) -> Grid:
    """Read one line a rank, the top rank first; a dot where the board has no square."""
    brief = source if len(source) <= 60 else f"{source[:60]}..."
    ranks = [
        tuple(
            None if word == "." else _whole(word, f"{option} {brief!r}, {where}")
            for word in line.replace(",", " ").split()
        )
        for where, line in lines
    ]
    if not ranks:
        raise BadQuestion(f"{option} {brief!r}: it holds no weights")
    return tuple(reversed(ranks))


def _whole(word: str, what: str) -> int:
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}", word):
        raise BadQuestion(f"{what}: {word!r}, expected an integer of at most {MOST_DIGITS} digits")
    return int(word)
