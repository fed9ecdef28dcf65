"""Boards: rows x columns, a topology, holes and walls.

>>> str(Board.parse("6x8:torus --holes g3,b3"))
'6x8:torus --holes b3,g3'
>>> len(Board.parse("8"))
64
"""

import re
import shlex
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from satchess.domain.notation import read_squares
from satchess.domain.phrases import joined, named_squares
from satchess.domain.squares import Square, write_squares
from satchess.domain.turns import Turn, all_turns
from satchess.errors import BadBoard, BadInput, BadSquare
from satchess.shown import Shown

LARGEST_SIDE = 10_000
"""Rows or columns; engines have limits of their own, far below this for most questions."""

MOST_SHIFTED_SQUARES = 4_096
"""Larger tori and cylinders are not compared with their shifts: there would be too many."""

_SIZE = re.compile(r"(\d+)(?:x(\d+))?(?::(\w+))?")


class Topology(StrEnum):
    """How the edges of a board are glued."""

    PLANE = "plane"
    CYLINDER = "cylinder"
    """The files wrap: the last file is beside the first."""
    TORUS = "torus"
    """Files and ranks wrap."""


@dataclass(frozen=True)
class Board(Shown):
    """A board. Lines pass over holes and are stopped by walls; a piece stands on neither."""

    rows: int
    columns: int
    topology: Topology = Topology.PLANE
    holes: frozenset[Square] = field(default=frozenset())
    walls: frozenset[Square] = field(default=frozenset())

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= LARGEST_SIDE and 1 <= self.columns <= LARGEST_SIDE):
            raise BadBoard(
                f"board '{self.rows}x{self.columns}': expected 1 to {LARGEST_SIDE} rows and columns"
            )
        for square in sorted(self.holes | self.walls):
            self._require_inside(square)
        both = self.holes & self.walls
        if both:
            raise BadBoard(f"{min(both)} cannot be both a hole and a wall")
        if len(self) == 0:
            raise BadBoard(f"board '{self}': no square is left")

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read `8`, `6x8`, `6x8:torus`, with `--holes b3,g3` and `--walls c4` behind it.

        Missing squares may be in any form, in quotes where it has blanks.
        """
        try:
            size, *rest = shlex.split(text) or [""]
        except ValueError as error:
            raise BadBoard(f"board {text!r}: {error}") from None
        match = _SIZE.fullmatch(size)
        if match is None:
            raise BadBoard(f"board {size!r}: expected a size such as 8, 6x8 or 8x8:torus")
        rows, columns, topology = match.groups()
        if len(rows) > 6 or len(columns or "") > 6:
            raise BadBoard(f"board {size!r}: expected at most {LARGEST_SIDE} rows and columns")
        try:
            shape = Topology(topology or "plane")
        except ValueError:
            names = ", ".join(Topology)
            raise BadBoard(f"topology {topology!r}: expected one of {names}") from None
        height, width = int(rows), int(columns or rows)
        missing: dict[str, frozenset[Square]] = {}
        while rest:
            option, squares, *rest = [*rest, ""] if len(rest) == 1 else rest
            if option not in ("--holes", "--walls"):
                raise BadBoard(f"board {text!r}: expected --holes SQUARES or --walls SQUARES")
            given = read_squares(squares, height, width)
            missing[option] = missing.get(option, frozenset()) | given
        return cls(
            height,
            width,
            shape,
            missing.get("--holes", frozenset()),
            missing.get("--walls", frozenset()),
        )

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __str__(self) -> str:
        text = f"{self.rows}x{self.columns}"
        if self.topology is not Topology.PLANE:
            text += f":{self.topology}"
        if self.holes:
            text += f" --holes {write_squares(self.holes)}"
        if self.walls:
            text += f" --walls {write_squares(self.walls)}"
        return text

    @property
    def described(self) -> str:
        """The board as a sentence names it.

        >>> Board.parse("6x8:torus --holes b3,g3 --walls a1").described
        'the 6x8 torus with holes at b3 and g3 and a wall at a1'
        """
        text = f"{self.rows}x{self.columns}"
        if self.topology is not Topology.PLANE:
            text = f"the {text} {self.topology}"
        missing = [
            f"{f'a {kind}' if len(squares) == 1 else f'{kind}s'} at {named_squares(squares)}"
            for kind, squares in (("hole", self.holes), ("wall", self.walls))
            if squares
        ]
        return f"{text} with {joined(missing)}" if missing else text

    def __len__(self) -> int:
        """How many squares a piece can stand on."""
        return self.rows * self.columns - len(self.holes) - len(self.walls)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The squares that a piece can stand on, row by row from a1."""
        missing = self.holes | self.walls
        return tuple(
            square
            for row in range(self.rows)
            for column in range(self.columns)
            if (square := Square(row, column)) not in missing
        )

    def __contains__(self, square: Square) -> bool:
        return (
            0 <= square.row < self.rows
            and 0 <= square.column < self.columns
            and square not in self.holes
            and square not in self.walls
        )

    def landing(self, row: int, column: int) -> Square | None:
        """Return the square at coordinates, wrapped where edges are glued; None beyond an edge.

        It may be a hole or a wall: riders treat them differently.
        """
        if self.topology is not Topology.PLANE:
            column %= self.columns
        if self.topology is Topology.TORUS:
            row %= self.rows
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column)
        return None

    def check_squares(self, squares: frozenset[Square], what: str) -> None:
        """Raise `BadSquare` unless a piece can stand on all of them; `what` names the input."""
        for square in sorted(squares):
            try:
                self._require_inside(square)
            except BadInput as error:
                raise BadSquare(f"{what}: {error}") from None
            if square not in self:
                kind = "hole" if square in self.holes else "wall"
                raise BadSquare(f"{what}: {square} is a {kind} of the board")

    def turned(self, turn: Turn) -> "Board":
        """Return the board after a turn."""
        rows, columns = turn.turned_size
        return Board(
            rows,
            columns,
            self.topology,
            frozenset(map(turn, self.holes)),
            frozenset(map(turn, self.walls)),
        )

    @property
    def knows_all_turns(self) -> bool:
        """Whether `turns` includes the shifts of glued edges."""
        return self.topology is Topology.PLANE or self.rows * self.columns <= MOST_SHIFTED_SQUARES

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every way to turn, mirror and shift the board into one of the same topology."""
        return tuple(
            all_turns(
                self.rows,
                self.columns,
                transposing=self.topology is not Topology.CYLINDER,
                shifting_rows=self.knows_all_turns and self.topology is Topology.TORUS,
                shifting_columns=self.knows_all_turns and self.topology is not Topology.PLANE,
            )
        )

    @cached_property
    def symmetries(self) -> tuple[Turn, ...]:
        """The turns that leave the board as it is, the identity first."""
        return tuple(turn for turn in self.turns if self.turned(turn) == self)

    def _require_inside(self, square: Square) -> None:
        if not (0 <= square.row < self.rows and 0 <= square.column < self.columns):
            raise BadSquare(f"{square} is not on a {self.rows}x{self.columns} board")
