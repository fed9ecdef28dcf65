"""Boards, pieces and attacks, from the rules of chess.

A square is a pair (row, column) from 0; `a1` is (0, 0). A piece is a set of steps (rows, columns,
reach), where reach 0 means that the step is repeated without limit. Attacks ignore pieces that
stand between; a rider passes over holes, and is stopped by walls and edges.

>>> king, board = read_piece("king"), Board(2, 3)
>>> [square_name(square) for square in attacked(king, board, (0, 0))]
['b1', 'a2', 'b2']
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from satchess.verify.refusal import Refused

Square = tuple[int, int]
Step = tuple[int, int, int]
Piece = frozenset[Step]

LONGEST_SIDE = 400
LONGEST_LEAP = 400

LEAPS = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "Z": (3, 2),
    "G": (3, 3),
}
RIDERS = {"R": "W", "B": "F"}
NAMES = {
    "king": "WF",
    "queen": "RB",
    "rook": "R",
    "bishop": "B",
    "knight": "N",
    "wazir": "W",
    "ferz": "F",
    "dabbaba": "D",
    "alfil": "A",
    "threeleaper": "H",
    "tripper": "G",
    "camel": "C",
    "zebra": "Z",
    "giraffe": "(4,1)",
    "antelope": "(4,3)",
    "flamingo": "(6,1)",
    "nightrider": "NN",
    "dabbaba-rider": "DD",
    "alfil-rider": "AA",
    "amazon": "RBN",
    "chancellor": "RN",
    "archbishop": "BN",
    "centaur": "WFN",
    "dragon-king": "RF",
    "dragon-horse": "BW",
    "gnu": "NC",
    "bison": "CZ",
    "squirrel": "NAD",
    "phoenix": "WA",
    "champion": "WAD",
    "wizard": "FC",
    "elephant": "FA",
    "war-machine": "WD",
    "unicorn": "BNN",
    "raven": "RNN",
}
"""Pieces with a name, as moves in Betza's notation."""

_MOVE = re.compile(r"(?:([A-Z])(\1)?|\((\d{1,3}),(\d{1,3})\))(\d{1,3})?", re.ASCII)
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})(?::([a-z]+))?", re.ASCII)
_SQUARE = re.compile(r"([a-z]{1,3})([1-9]\d{0,3})", re.ASCII)

TOPOLOGIES = {
    "plane": (False, False, False, False),
    "cylinder": (True, False, False, False),
    "torus": (True, False, True, False),
    "moebius": (True, True, False, False),
    "klein": (True, True, True, False),
    "projective": (True, True, True, True),
}
"""Whether the files wrap, with a twist; whether the ranks wrap, with a twist."""


def read_square(text: str) -> Square:
    """Read `c2`; files after z are aa, ab, ..."""
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise Refused(f"square {text!r}: expected a file and a rank, such as c2")
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return int(match[2]) - 1, column - 1


def square_name(square: Square) -> str:
    """Write a square."""
    row, column = square
    letters, column = "", column + 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{row + 1}"


@dataclass(frozen=True)
class Board:
    """Rows and columns, how the edges are glued, and which squares are missing."""

    rows: int
    columns: int
    topology: str = "plane"
    holes: frozenset[Square] = frozenset()
    walls: frozenset[Square] = frozenset()

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The squares that a piece can stand on, row by row from a1."""
        return tuple(
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if (row, column) not in self.holes and (row, column) not in self.walls
        )

    def folded(self, row: int, column: int) -> tuple[Square, int, int] | None:
        """Return where coordinates lie, and the signs that a direction takes; None if outside.

        Beyond a glued edge the board goes on, mirrored if the edge is twisted.
        """
        wrap_columns, twist_columns, wrap_rows, twist_rows = TOPOLOGIES[self.topology]
        row_sign = column_sign = 1
        if wrap_columns:
            times, column = divmod(column, self.columns)
            if twist_columns and times % 2:
                row, row_sign = self.rows - 1 - row, -1
        if wrap_rows:
            times, row = divmod(row, self.rows)
            if twist_rows and times % 2:
                column, column_sign = self.columns - 1 - column, -1
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return (row, column), row_sign, column_sign
        return None


def read_board(size: str, holes: Iterable[Square] = (), walls: Iterable[Square] = ()) -> Board:
    """Read `6x8` or `6x8:torus`."""
    match = _SIZE.fullmatch(size)
    if match is None or match[3] not in (None, *TOPOLOGIES):
        raise Refused(f"board {size!r}: expected rows and columns, such as 6x8 or 8x8:torus")
    rows, columns = int(match[1]), int(match[2])
    if not (1 <= rows <= LONGEST_SIDE and 1 <= columns <= LONGEST_SIDE):
        raise Refused(f"board {size!r}: expected 1 to {LONGEST_SIDE} rows and columns")
    board = Board(rows, columns, match[3] or "plane", frozenset(holes), frozenset(walls))
    for row, column in board.holes | board.walls:
        if row >= rows or column >= columns:
            raise Refused(f"{square_name((row, column))} is not on a {rows}x{columns} board")
    if board.holes & board.walls:
        raise Refused("a square is both a hole and a wall")
    if not board.squares:
        raise Refused(f"board {size!r}: it has no squares")
    return board


def read_piece(text: str) -> Piece:
    """Read a name, `leprechaun:K`, or moves in Betza's notation that go all ways.

    Normal forms spell out the queen and the king: Q and K, whose limits are those of both
    their parts, are refused.
    """
    kind, _, span = text.partition(":")
    if kind == "leprechaun" and re.fullmatch("[1-9][0-9]?", span):
        near = range(-int(span), int(span) + 1)
        steps = {(rows, columns, 1) for rows in near for columns in near if rows or columns}
        return frozenset(steps) | read_piece("queen")
    moves = NAMES.get(text, text)
    found = list(_MOVE.finditer(moves))
    if not found or "".join(match[0] for match in found) != moves:
        raise Refused(f"piece {text!r}: expected a name or moves such as RBN, all ways")
    return frozenset(step for match in found for step in _steps(text, *match.groups()))


def _steps(
    text: str, letter: str | None, again: str | None, a: str, b: str, limit: str | None
) -> Iterator[Step]:
    """Yield the steps of one move, such as `N`, `R`, `R3`, `NN` or `(4,1)`."""
    reach = 0 if again or letter in RIDERS else 1
    if limit is not None:
        reach = int(limit)
    leap = LEAPS.get(RIDERS.get(letter, letter)) if letter else (int(a), int(b))
    if leap is None or not 1 <= max(leap) <= LONGEST_LEAP or (again and letter in RIDERS):
        raise Refused(f"piece {text!r}: unknown move {letter or leap}")
    for one, other in (leap, leap[::-1]):
        for rows in (one, -one):
            for columns in (other, -other):
                yield rows, columns, reach


def attacked(
    piece: Piece,
    board: Board,
    start: Square,
    blockers: Container[Square] = (),
    most: int | None = None,
) -> list[Square]:
    """Return the squares that a piece on `start` attacks, in board order.

    Blockers are attacked and stop a line, as in chess; most questions have none. Lines that pass
    more than `most` squares together are refused: on a torus they may be long.
    """
    passed = (square for step in piece for square in _walk(board, start, step, blockers))
    found = set(islice(passed, most))
    if next(passed, None) is not None:
        raise Refused("the lines of a piece are too long for the checker")
    return sorted(found - board.holes - {start})


def _walk(board: Board, start: Square, step: Step, blockers: Container[Square]) -> Iterator[Square]:
    row, column = start
    rows, columns, reach = step
    times = 0
    while reach == 0 or times < reach:
        times += 1
        folded = board.folded(row + rows, column + columns)
        if folded is None:
            return
        square, row_sign, column_sign = folded
        rows, columns = row_sign * rows, column_sign * columns
        if square in board.walls or (square == start and (rows, columns) == step[:2]):
            return  # a line that comes back to where it began has seen all its squares
        yield square
        if square in blockers:
            return
        row, column = square
