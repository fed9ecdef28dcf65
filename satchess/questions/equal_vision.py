"""Equal vision: the most watchmen, each of whom sees equally many empty squares.

J. and L. Poniachik, Hard-to-Solve Brainteasers (1998); a model in Chlond and Toase, IP modeling of
chessboard placements, section 4.9. A watchman sees beyond another.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece, symmetric_piece
from satchess.domain.placement import Placement
from satchess.model import Constraint, Exactly, Sense, When
from satchess.questions.drafting import CountedQuestion, Draft
from satchess.questions.grammar import board_argument, option, whole_number


@dataclass(frozen=True)
class EqualVision(CountedQuestion):
    """`equal-vision BOARD --sees V`."""

    kind: ClassVar[str] = "equal-vision"
    summary: ClassVar[str] = "The most watchmen, each seeing the same number of empty squares."

    board: Board = board_argument(default="4x4")
    sees: int = option(
        "V",
        "How many empty squares each sees.",
        whole_number("sees", "a number of squares, such as 6"),
        default=6,
        restricts=False,
    )
    moves: Piece = option(
        "PIECE",
        "Watchmen look as this piece moves.",
        symmetric_piece,
        default=Piece.parse("Q"),
        restricts=False,
    )

    @property
    def thing(self) -> Piece:
        """A watchman."""
        return Piece.parse_any("watchman")

    @property
    def sense(self) -> Sense:
        """The most of them."""
        return Sense.MOST

    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """Each watchman sees exactly `sees` empty squares."""
        for square in self.board.squares:
            (here,) = draft.of(self.thing, [square])
            view = draft.of(self.thing, sorted(attacked_squares(self.moves, self.board, square)))
            yield When(here, Exactly(self.sees, tuple(-other for other in view)))

    def achievement(self, things: int) -> str:
        """Each sees `sees` empty squares."""
        each = "sees" if things == 1 else "each see"
        text = f"{each} {counted(self.sees, 'empty square')} of {self.board.described}"
        is_usual = self.moves == Piece.parse("queen")
        return text if is_usual else f"{text}, looking as {self.moves.plural} move"

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield the watchmen who see too many or too few."""
        occupied = frozenset(placement.squares)
        for square in placement.squares:
            seen = len(attacked_squares(self.moves, self.board, square) - occupied)
            if seen != self.sees:
                view = counted(seen, "empty square")
                yield f"the watchman on {square} sees {view}, not {self.sees}"
