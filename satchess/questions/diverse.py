"""Diverse queens: n on n x n, none attacking another, the closest two as far apart as possible.

The distance is that of king moves. Queens more than k apart are leprechauns of range k, so the
largest distance is one more than the longest range of which n leprechauns fit: G. Escamocher,
B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from operator import sub
from typing import ClassVar, Self

from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece, leprechaun
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Clause, Constraint, Model, Objective, Sense, When
from satchess.questions.base import Question
from satchess.questions.grammar import argument
from satchess.questions.independence import Independence

LARGEST_SEARCHED = 120
"""Larger boards are left to theorems: there are no long searches to remember."""


@dataclass(frozen=True)
class Diverse(Question):
    """`diverse N`."""

    kind: ClassVar[str] = "diverse"
    summary: ClassVar[str] = "N queens on N x N, the closest two as far apart as possible."

    board: Board = argument("N", "The side of the board, such as 12.", Board.parse)

    def __post_init__(self) -> None:
        if self.board != Board(self.board.rows, self.board.rows) or self.board.rows < 2:
            raise BadQuestion(
                f"board '{self.board}': expected the side of a plain square board, from 2 on"
            )

    @property
    def piece(self) -> Piece:
        """A queen."""
        return Piece.parse("queen")

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """Queens alone."""
        return (self.piece,)

    @property
    def most(self) -> int:
        """A bound on the distance d: where any two are d apart, at most one is in each d x d box.

        With n < d * d, the boxes that cut the board into pieces cannot hold n queens, one a row and
        one a column (proposition 1 of Escamocher and O'Sullivan).
        """
        return isqrt(self.board.rows)

    def at_least_apart(self, distance: int) -> Independence:
        """Ask for queens at least this far apart: leprechauns."""
        piece = leprechaun(str(distance - 1)) if distance > 2 else self.piece
        return Independence(piece, self.board, size=self.board.rows)

    def related(self, verb: str) -> Iterator[tuple[str, Question]]:
        """Yield the same request for leprechauns, and whether they fit at all."""
        if self.board.rows <= LARGEST_SEARCHED:
            for distance in range(self.most, 1, -1):
                for asked in dict.fromkeys(("solve", "count", verb)):
                    yield asked, self.at_least_apart(distance)

    def normalised(self) -> Self:
        """It is canonical already."""
        return self

    @property
    def goal(self) -> Sense | None:
        """The largest distance."""
        return Sense.MOST

    @property
    def has_sizes(self) -> bool:
        """There are always as many queens as rows."""
        return False

    def stated(self, *, all_symmetries: bool) -> Model:
        """Constrain queens, with a variable per distance: true only if all are that far apart."""
        queens = self.at_least_apart(1).stated(all_symmetries=all_symmetries)
        apart = tuple(range(queens.top + 1, queens.top + 1 + self.most))
        return replace(
            queens,
            constraints=(*queens.constraints, *self._distances(apart)),
            objective=Objective(Sense.MOST, apart),
            auxiliaries=queens.auxiliaries + len(apart),
        )

    def _distances(self, apart: tuple[int, ...]) -> Iterator[Constraint]:
        side = self.board.rows
        for nearer, farther in pairwise(apart):
            yield Clause((-farther, nearer))
        for distance, mark in enumerate(apart, start=1):
            if distance <= 2:
                continue  # queens in peace are as far apart by themselves
            corners = range(side - distance + 1)
            for row in corners:
                for column in corners:
                    box = tuple(
                        (row + i) * side + column + j + 1
                        for i in range(distance)
                        for j in range(distance)
                    )
                    yield When(mark, AtMost(1, box))

    def value(self, placement: Placement) -> int | None:
        """Return the distance of the closest two; None for fewer than two."""
        return _closest(placement.squares)

    def statement(self, value: int | None) -> str:
        """Say how far apart they are."""
        assert value is not None
        return (
            f"{self.piece.named(self.board.rows)} fit on {self.board}, none attacking another,"
            f" any two at least {counted(value, 'king move')} apart, and no farther."
        )

    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield what is wrong with the queens; any distance is allowed."""
        return self.at_least_apart(1).violations(placement)


@lru_cache(maxsize=4)
def _closest(squares: tuple[Square, ...]) -> int | None:
    """Return the distance of the closest two of squares in board order; None for fewer than two."""
    rows, columns = [square.row for square in squares], [square.column for square in squares]
    least: int | None = None
    for later in range(1, len(squares)):
        below = list(map(sub, rows[later:], rows))
        if least is not None and min(below) >= least:
            break
        beside = map(abs, map(sub, columns[later:], columns))
        found = min(map(max, below, beside))
        least = found if least is None else min(least, found)
    return least
