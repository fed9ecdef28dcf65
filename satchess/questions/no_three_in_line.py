"""No three in line: the most points, no three of them on any straight line of the plane.

H. E. Dudeney, Amusements in Mathematics (1917), asks it of pawns; on n x n there are at most 2n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import gcd
from typing import ClassVar

from satchess.domain.board import Board, Topology
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Constraint, Sense
from satchess.questions.drafting import CountedQuestion, Draft
from satchess.questions.grammar import board_argument


@dataclass(frozen=True)
class NoThreeInLine(CountedQuestion):
    """`no-three-in-line BOARD`."""

    kind: ClassVar[str] = "no-three-in-line"
    summary: ClassVar[str] = "The most points, no three on a straight line of any slope."

    board: Board = board_argument()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.board.topology is not Topology.PLANE:
            raise BadQuestion(f"no-three-in-line {self.board}: expected a board in the plane")

    @property
    def thing(self) -> Piece:
        """A point."""
        return Piece.parse_any("point")

    @property
    def sense(self) -> Sense:
        """The most of them."""
        return Sense.MOST

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """All straight lines through three or more squares."""
        lines: dict[tuple[int, int, int], list[Square]] = {}
        slopes = [
            (rows, columns)
            for rows in range(self.board.rows)
            for columns in range(1 - self.board.columns, self.board.columns)
            if gcd(rows, columns) == 1 and (rows > 0 or columns > 0)
        ]
        for square in self.board.squares:
            for rows, columns in slopes:
                offset = rows * square.column - columns * square.row
                lines.setdefault((rows, columns, offset), []).append(square)
        return tuple(tuple(line) for line in lines.values() if len(line) > 2)

    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """At most two on a line."""
        for line in self.lines:
            yield AtMost(2, draft.of(self.thing, line))
        # follows from the ranks or the files, but counting is hard for SAT
        most = min(2 * min(self.board.rows, self.board.columns), len(draft.everything))
        yield AtMost(most, draft.everything)

    def achievement(self, things: int) -> str:
        """No three of them are in line."""
        verb = "fits" if things == 1 else "fit"
        return f"{verb} on {self.board.described}, no three of them in line"

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield the triples in line."""
        for a, b, c in combinations(placement.squares, 3):
            if (b.row - a.row) * (c.column - a.column) == (c.row - a.row) * (b.column - a.column):
                yield f"{a}, {b} and {c} are in line"
