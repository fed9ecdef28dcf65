"""The abbot's window: even numbers of open squares on every line, with the fewest shutters.

H. E. Dudeney, The Canterbury Puzzles (1907); Chlond and Toase, IP modeling of chessboard
placements, section 4.10: every rank, file and diagonal of two or more squares holds an even number
of uncovered squares, and the corners are uncovered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

from satchess.domain.attacks import attack_graph
from satchess.domain.board import Board, Topology
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece, symmetric_piece
from satchess.domain.placement import Placement
from satchess.domain.squares import Square, write_squares
from satchess.domain.turns import Turn
from satchess.model import Clause, Constraint, Parity, Sense
from satchess.questions.drafting import CountedQuestion, Draft
from satchess.questions.grammar import board_argument, option


@dataclass(frozen=True)
class AbbotsWindow(CountedQuestion):
    """`abbots-window BOARD`."""

    kind: ClassVar[str] = "abbots-window"
    summary: ClassVar[str] = "The fewest shutters that leave an even number of squares on a line."

    board: Board = board_argument(default="8x8")
    moves: Piece = option(
        "PIECE",
        "Lines are those of this rider.",
        symmetric_piece,
        default=Piece.parse("Q"),
        restricts=False,
    )

    @property
    def thing(self) -> Piece:
        """A shutter."""
        return Piece.parse_any("shutter")

    @property
    def sense(self) -> Sense:
        """The fewest of them."""
        return Sense.FEWEST

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """All lines of two or more squares."""
        squares = self.board.squares
        graph = attack_graph(self.moves, self.board)
        lines = chain(*graph.lines, graph.crossing_lines)
        return tuple(tuple(squares[vertex] for vertex in line) for line in lines if len(line) > 1)

    @property
    def edition(self) -> str:
        """Before 0.3.0, shifts of a glued board were taken for symmetries."""
        return "" if self.board.topology is Topology.PLANE else " with corners"

    @property
    def turns(self) -> Iterator[Turn]:
        """Those that keep the corners: shifts of a glued board do not."""
        return (turn for turn in self.board.turns if not turn.shifts)

    @property
    def corners(self) -> frozenset[Square]:
        """The corners of the board that are squares."""
        board = self.board
        corners = (Square(r, c) for r in (0, board.rows - 1) for c in (0, board.columns - 1))
        return frozenset(square for square in corners if square in board)

    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """An even number of open squares on each line; no shutter on a corner."""
        for line in self.lines:
            yield Parity(len(line) % 2 == 1, draft.of(self.thing, line))
        for variable in draft.of(self.thing, sorted(self.corners)):
            yield Clause((-variable,))

    def achievement(self, things: int) -> str:
        """They leave an even number of squares open on every line."""
        verb = "leaves" if things == 1 else "leave"
        lines, along = "rank, file and diagonal", ""
        if self.moves != Piece.parse("queen"):
            lines, along = "line", f" along which {self.moves.plural} move"
        return (
            f"{verb} an even number of open squares on every {lines} of two or more squares of"
            f" {self.board.described}{along}, without covering a corner"
        )

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield lines with an odd number, and covered corners."""
        covered = frozenset(placement.squares)
        for corner in sorted(self.corners & covered):
            yield f"the corner {corner} is covered"
        for line in self.lines:
            open_squares = len(line) - len(covered.intersection(line))
            if open_squares % 2:
                number = counted(open_squares, "open square")
                yield f"{number} on the line {write_squares(line, ' ')}"
