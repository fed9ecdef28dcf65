"""Boards: rows x columns, a topology, holes and walls.

>>> str(Board.parse("6x8:torus --holes g3,b3"))
'6x8:torus --holes b3,g3'
>>> len(Board.parse("8"))
64
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from satchess.domain.graphs import Graph
from satchess.domain.notation import join_sizes, read_squares
from satchess.domain.phrases import joined, named_squares
from satchess.domain.quoting import split_quoted
from satchess.domain.shapes import inside, named_shape
from satchess.domain.squares import Square, write_squares
from satchess.domain.turns import Turn, all_turns
from satchess.errors import BadBoard, BadInput, BadSquare, expected_one_of
from satchess.outside import ensure_board_allowed
from satchess.shown import Shown

LARGEST_SIDE = 20_000
"""Rows or columns; engines have limits of their own, far below this for most questions."""

MOST_SHIFTED_SQUARES = 4_096
"""Larger glued boards are not compared with their shifts: there would be too many."""

_SIZE = r"(\d+)(?:x(\d+))?(?::(\w+))?"


class Topology(StrEnum):
    """How the edges of a board are glued.

    Where an edge is glued with a twist, what crosses it goes on mirrored. Unfolded, a glued board
    is an endless plane of copies, each mirrored as often as it lies beyond a twisted edge, and
    moves are straight there. Every square of the plane belongs to one copy, so that a leap over a
    corner needs no order in which it crosses the two edges.
    """

    PLANE = "plane"
    CYLINDER = "cylinder"
    """The files wrap: the last file is beside the first."""
    TORUS = "torus"
    """Files and ranks wrap."""
    MOEBIUS = "moebius"
    """The files wrap with a twist: right of h1 is a8, and upwards becomes downwards."""
    KLEIN = "klein"
    """The files wrap with a twist, the ranks without."""
    PROJECTIVE = "projective"
    """Files and ranks wrap with a twist: above a8 is h1, and left becomes right."""

    @property
    def wraps_columns(self) -> bool:
        """Whether the last file is beside the first, or beside its mirror image."""
        return self is not Topology.PLANE

    @property
    def wraps_rows(self) -> bool:
        """Whether the top rank is below the bottom one, or below its mirror image."""
        return self in (Topology.TORUS, Topology.KLEIN, Topology.PROJECTIVE)

    @property
    def is_twisted(self) -> bool:
        """Whether an edge is glued with a twist."""
        return self in (Topology.MOEBIUS, Topology.KLEIN, Topology.PROJECTIVE)


SPELLINGS = {"mobius": "moebius", "möbius": "moebius"}
"""Other names of topologies."""

SURFACES = {
    Topology.MOEBIUS: "Moebius strip",
    Topology.KLEIN: "Klein bottle",
    Topology.PROJECTIVE: "projective plane",
}
"""What a sentence calls them, where it is not their name."""


@dataclass(frozen=True)
class Board(Shown):
    """A board. Lines pass over holes and are stopped by walls; a piece stands on neither."""

    rows: int
    columns: int
    topology: Topology = Topology.PLANE
    holes: frozenset[Square] = field(default=frozenset())
    walls: frozenset[Square] = field(default=frozenset())
    graph: Graph | None = None
    """Where the squares are the vertices of a graph, in one row."""

    def __post_init__(self) -> None:
        ensure_board_allowed(self.rows, self.columns)
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
    def of_graph(cls, graph: Graph) -> "Board":
        """Return the board on which a graph is played."""
        return cls(1, len(graph.names), graph=graph)

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read `8`, `6x8`, `6x8:torus`, with `--holes b3,g3` and `--walls c4` behind it.

        `--shape diamond` makes walls of all that lies outside. Missing squares may be in any form,
        in quotes where it has blanks.
        """
        try:
            size, *rest = join_sizes(split_quoted(text)) or [""]
        except ValueError as error:
            raise BadBoard(f"board {text!r}: {error}") from None
        match = re.fullmatch(_SIZE, size)
        if match is None:
            raise BadBoard(f"board {size!r}: expected a size such as 8, 6x8 or 8x8:torus")
        rows, columns, topology = match.groups()
        if len(rows) > 6 or len(columns or "") > 6:
            raise BadBoard(f"board {size!r}: expected at most {LARGEST_SIDE} rows and columns")
        try:
            shape = Topology(SPELLINGS.get(topology, topology) or "plane")
        except ValueError:
            expected = expected_one_of(topology, map(str, Topology))
            raise BadBoard(f"topology {topology!r}: {expected}") from None
        height, width = int(rows), int(columns or rows)
        ensure_board_allowed(height, width)
        missing: dict[str, frozenset[Square]] = {}
        while rest:
            option, squares, *rest = [*rest, ""] if len(rest) == 1 else rest
            if option not in ("--holes", "--walls", "--shape"):
                raise BadBoard(
                    f"board {text!r}: expected --holes SQUARES, --walls SQUARES or --shape SHAPE"
                )
            if option == "--shape":
                given = _everything(height, width) - inside(squares, height, width)
            else:
                given = read_squares(squares, height, width)
            missing[option] = missing.get(option, frozenset()) | given
        outside = missing.get("--shape", frozenset())
        return cls(
            height,
            width,
            shape,
            missing.get("--holes", frozenset()) - outside,
            missing.get("--walls", frozenset()) | outside,
        )

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __str__(self) -> str:
        if self.graph is not None:
            return str(self.graph)
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
        >>> Board.parse("6 --shape diamond").described
        'the 6x6 diamond'
        """
        if self.graph is not None:
            return self.graph.described
        text = f"{self.rows}x{self.columns}"
        if self.topology is not Topology.PLANE:
            text = f"the {text} {SURFACES.get(self.topology, self.topology)}"
        shape, around = named_shape(self.walls, self.rows, self.columns)
        if shape:
            plain = self.topology is Topology.PLANE
            text = f"the {text} {shape}" if plain else f"{text} cut to a {shape}"
        missing = [
            f"{f'a {kind}' if len(squares) == 1 else f'{kind}s'} at {named_squares(squares)}"
            for kind, squares in (("hole", self.holes), ("wall", self.walls - around))
            if squares
        ]
        return f"{text} with {joined(missing)}" if missing else text

    def __len__(self) -> int:
        """How many squares a piece can stand on."""
        return self.rows * self.columns - len(self.holes) - len(self.walls)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The squares that a piece can stand on, row by row from a1."""
        if self.graph is not None:
            return self.graph.vertices
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
        folded = self.folded(row, column)
        return folded and folded[0]

    def folded(self, row: int, column: int) -> tuple[Square, int, int] | None:
        """Return the landing, and the signs that rows and columns of a direction take there."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column), 1, 1
        row_sign = column_sign = 1
        if self.topology.wraps_columns:
            times, column = divmod(column, self.columns)
            if times % 2 and self.topology.is_twisted:
                row, row_sign = self.rows - 1 - row, -1
        if self.topology.wraps_rows:
            times, row = divmod(row, self.rows)
            if times % 2 and self.topology is Topology.PROJECTIVE:
                column, column_sign = self.columns - 1 - column, -1
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column), row_sign, column_sign
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
        """Return the board after a turn; the only one of a graph is the identity."""
        if self.graph is not None:
            return self
        rows, columns = turn.turned_size
        if (rows, columns) == (self.rows, self.columns) and not self.holes and not self.walls:
            return self
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
        plain = self.topology is Topology.PLANE and self.graph is None
        return plain or (self.graph is None and self.rows * self.columns <= MOST_SHIFTED_SQUARES)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every way to turn, mirror and shift the board into one of the same topology.

        These are the rigid motions of the unfolded plane that carry copies to copies. A shift of
        files across a twisted edge mirrors what crosses it; a shift of ranks would bring the two
        sides of a twisted edge apart, except that of a Klein bottle by half of its ranks.
        """
        if self.graph is not None:
            return (Turn(self.rows, self.columns),)
        twisted = self.topology in (Topology.MOEBIUS, Topology.KLEIN)
        row_shifts, column_shifts = range(1), range(1)
        if self.knows_all_turns:
            if self.topology is Topology.TORUS:
                row_shifts = range(self.rows)
            elif self.topology is Topology.KLEIN and self.rows % 2 == 0:
                row_shifts = range(0, self.rows, self.rows // 2)
            if self.topology not in (Topology.PLANE, Topology.PROJECTIVE):
                column_shifts = range(self.columns)
        return tuple(
            all_turns(
                self.rows,
                self.columns,
                transposing=not twisted and self.topology is not Topology.CYLINDER,
                row_shifts=row_shifts,
                column_shifts=column_shifts,
                twisting=twisted,
            )
        )

    @cached_property
    def symmetries(self) -> tuple[Turn, ...]:
        """The turns that leave the board as it is, the identity first."""
        return tuple(turn for turn in self.turns if self.turned(turn) == self)

    def _require_inside(self, square: Square) -> None:
        if not (0 <= square.row < self.rows and 0 <= square.column < self.columns):
            raise BadSquare(f"{square} is not on a {self.rows}x{self.columns} board")


def _everything(rows: int, columns: int) -> frozenset[Square]:
    return frozenset(Square(row, column) for row in range(rows) for column in range(columns))
