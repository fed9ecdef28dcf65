"""Peaceable armies: two of equal size that do not attack each other, as large as possible.

S. Ainley, Mathematical Puzzles (1977); OEIS A250000 for queens. A line holds pieces of one army
only; pieces do not block.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attack_graph, attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import ARMIES, Piece
from satchess.domain.placement import Placement
from satchess.model import AtMost, Exactly, Objective, Sense, When
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import board_argument, piece_argument


@dataclass(frozen=True)
class Peaceable(DraftedQuestion):
    """`peaceable PIECE BOARD`."""

    kind: ClassVar[str] = "peaceable"
    summary: ClassVar[str] = "Two equal armies as large as possible, neither attacking the other."

    piece: Piece = piece_argument()
    board: Board = board_argument()

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """A white and a black one."""
        return tuple(self.piece.of_army(army) for army in ARMIES)

    @property
    def goal(self) -> Sense | None:
        """The largest armies."""
        return Sense.MOST

    def draft(self, draft: Draft) -> Objective | None:
        """Where a white piece stands, no black one stands on a square that it attacks."""
        white, black = self.kinds
        squares = self.board.squares
        for square in squares:
            (here,) = draft.of(white, [square])
            near = sorted({square, *attacked_squares(self.piece, self.board, square)})
            draft.add(When(here, AtMost(0, draft.of(black, near))))
        both = (*draft.of(white), *(-v for v in draft.of(black)))
        draft.add(Exactly(len(squares), both))  # as many white ones as black ones
        draft.families += (
            tuple(draft.of(black, (squares[vertex] for vertex in line)) for line in family)
            for family in attack_graph(self.piece, self.board).lines
        )
        return Objective(Sense.MOST, draft.of(white))

    def value(self, placement: Placement) -> int | None:
        """The size of the smaller army."""
        return min(sum(p.piece == kind for p in placement.places) for kind in self.kinds)

    def statement(self, value: int | None) -> str:
        """Say how large the armies are."""
        assert value is not None
        white, black = (kind.named(value) for kind in self.kinds)
        board = self.board.described
        return f"{white} and {black} stand in peace on {board}, and no larger armies do."

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield attacks between the armies, and that one is larger."""
        sizes = [sum(p.piece == kind for p in placement.places) for kind in self.kinds]
        if sizes[0] != sizes[1]:
            yield f"the armies are not of equal size: {sizes[0]} and {sizes[1]}"
        for square, kind in placement.places:
            attacked = attacked_squares(self.piece, self.board, square)
            for other, another in placement.places:
                if square < other and kind != another and other in attacked:
                    yield f"{kind} {square} and {another} {other} attack each other"
