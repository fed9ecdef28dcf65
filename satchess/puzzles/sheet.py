"""Sheets: the content of a puzzle as a value.

Title and source do not count: equal puzzles are equal sheets, whatever their files are called.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.errors import BadQuestion
from satchess.model import Sense
from satchess.puzzles.piece_counts import Number, PieceCounts

if TYPE_CHECKING:
    from satchess.domain.conditions import Condition


class Peace(StrEnum):
    """Which pieces must not attack which."""

    NONE = "none"
    """They may attack as they like."""
    KIND = "kind"
    """None attacks another of its own kind."""
    ALL = "all"
    """None attacks another."""


@dataclass(frozen=True)
class Count:
    """So many pieces, of one kind or of all, stand on some squares."""

    squares: frozenset[Square]
    number: Number
    kind: Piece | None = None


@dataclass(frozen=True)
class Sheet:
    """A puzzle. The fields are described in docs/reference/puzzle-files.md under the same names."""

    board: Board
    pieces: PieceCounts
    moves: tuple[tuple[Piece, Piece], ...] = ()
    marked: frozenset[Square] | None = None
    empty: frozenset[Square] = frozenset()
    given: frozenset[Place] = frozenset()
    peace: Peace = Peace.NONE
    transparent: bool = False
    attacks: frozenset[tuple[Square, Number]] = frozenset()
    regions: frozenset[frozenset[Square]] = frozenset()
    each: Number = Number(1, 1)
    count: frozenset[Count] = frozenset()
    lit: frozenset[Square] | None = None
    where: "Condition | None" = None
    sense: Sense | None = None
    weights: tuple[tuple[Piece, int], ...] = ()
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for place in self.given:
            if place.piece not in self.pieces.kinds:
                raise BadQuestion(f"given: there is no {place.piece} among the pieces")
            if self.marked is not None and place.square not in self.marked:
                raise BadQuestion(f"given: {place.square} is not among the marked squares")
        if len({place.square for place in self.given}) < len(self.given):
            raise BadQuestion("given: two pieces on one square")
        if clash := self.empty & {*(self.marked or ()), *(place.square for place in self.given)}:
            raise BadQuestion(f"empty: {min(clash)} is marked or given")

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces."""
        return self.pieces.kinds

    @cached_property
    def allowed(self) -> tuple[Square, ...]:
        """The squares on which a piece may stand, in board order."""
        squares = self.board.squares if self.marked is None else sorted(self.marked)
        return tuple(square for square in squares if square not in self.empty)

    def moving(self, kind: Piece) -> Piece:
        """Return the piece whose moves this kind has in this puzzle."""
        return dict(self.moves).get(kind, kind)

    def toggled(self, kind: Piece, square: Square) -> frozenset[Square]:
        """Return the squares whose light a piece changes from a square; pieces do not block it."""
        return attacked_squares(self.moving(kind), self.board, square) | {square}

    @property
    def region_list(self) -> tuple[frozenset[Square], ...]:
        """The regions in the order of their first squares."""
        return tuple(sorted(self.regions, key=min))

    def turned(self, turn: Turn) -> "Sheet":
        """Return the puzzle after a turn of its board."""

        def moved(squares: frozenset[Square]) -> frozenset[Square]:
            return frozenset(map(turn, squares))

        return replace(
            self,
            board=self.board.turned(turn),
            pieces=self.pieces.turned(turn),
            moves=_by_name((k.turned(turn), m.turned(turn)) for k, m in self.moves),
            marked=None if self.marked is None else moved(self.marked),
            empty=moved(self.empty),
            given=frozenset(Place(turn(s), p.turned(turn)) for s, p in self.given),
            attacks=frozenset((turn(square), number) for square, number in self.attacks),
            regions=frozenset(map(moved, self.regions)),
            count=frozenset(
                Count(moved(c.squares), c.number, c.kind and c.kind.turned(turn))
                for c in self.count
            ),
            lit=None if self.lit is None else moved(self.lit),
            where=self.where and self.where.turned(turn),
            weights=_by_name((k.turned(turn), weight) for k, weight in self.weights),
        )

    @classmethod
    def parse(cls, text: str) -> "Sheet":
        """Read a puzzle: the name of one that comes with satchess, a file, or its own text."""
        from satchess.puzzles.files import find

        return find(text)

    def __str__(self) -> str:
        from satchess.puzzles.writing import write_inline

        return write_inline(self)


Said = TypeVar("Said")


def _by_name(pairs: Iterable[tuple[Piece, Said]]) -> tuple[tuple[Piece, Said], ...]:
    return tuple(sorted(pairs, key=lambda pair: str(pair[0])))
