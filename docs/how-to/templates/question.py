"""No squares: the most points, no four of which are the corners of an upright square.

A template: copy it to `satchess/questions/`, or to a package of your own, and change the rules.
Cite where the question comes from here: OEIS A227133.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from satchess.domain.board import Board, Topology
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import Clause, Constraint, Sense
from satchess.questions.drafting import CountedQuestion, Draft
from satchess.questions.grammar import board_argument


@dataclass(frozen=True)
class NoSquares(CountedQuestion):
    """`no-squares BOARD`."""

    kind: ClassVar[str] = "no-squares"
    summary: ClassVar[str] = "The most points, no four of them the corners of an upright square."

    # Words: an argument by position; `option` and `flag` make `--name VALUE` and `--name`. The
    # command line, the library's keywords and the text of the question follow from these.
    board: Board = board_argument()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.board.topology is not Topology.PLANE:  # name the input and what was expected
            raise BadQuestion(f"no-squares {self.board}: expected a board in the plane")

    @property
    def thing(self) -> Piece:
        """A point."""
        return Piece.parse_any("point")

    @property
    def sense(self) -> Sense:
        """The most of them."""
        return Sense.MOST

    @cached_property
    def quadruples(self) -> tuple[tuple[Square, ...], ...]:
        """The corners of every upright square of the board."""
        found = []
        for square in self.board.squares:
            for side in range(1, min(self.board.rows, self.board.columns)):
                corners = tuple(
                    Square(square.row + up, square.column + right)
                    for up in (0, side)
                    for right in (0, side)
                )
                if all(corner in self.board for corner in corners):
                    found.append(corners)
        return tuple(found)

    # What the solver is told: constraints over the variables of places.
    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """Of four corners, one stays empty."""
        for corners in self.quadruples:
            yield Clause(tuple(-literal for literal in draft.of(self.thing, corners)))

    # What placements are checked against, whoever found them: say it in another way than `rules`.
    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield the squares whose corners are all occupied."""
        points = set(placement.squares)
        for low in placement.squares:
            for high in placement.squares:
                side = high.row - low.row
                if side > 0 and high.column - low.column == side:
                    others = {Square(low.row, high.column), Square(high.row, low.column)}
                    if others <= points:
                        yield f"{low} and {high} are opposite corners of an upright square"

    # What people read: '5 points' + this + ', and no more do.'
    def achievement(self, things: int) -> str:
        """They make no square."""
        verb = "fits" if things == 1 else "fit"
        return f"{verb} on {self.board}, no four at the corners of an upright square"
