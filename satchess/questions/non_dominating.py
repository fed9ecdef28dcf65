"""Non-dominating pieces: a given number that leaves the most squares unattacked.

Chlond and Toase, IP modeling of chessboard placements, section 2.1, after M. Velucchi; OEIS A001366
for n queens on n x n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attack_graph, attacked_squares
from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.scene import Scene
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Clause, Exactly, Objective, Sense, When
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import board_argument, option, piece_argument, whole_number


@dataclass(frozen=True)
class NonDominating(DraftedQuestion):
    """`non-dominating PIECE BOARD --pieces K`."""

    kind: ClassVar[str] = "non-dominating"
    summary: ClassVar[str] = "K pieces that leave as many squares as possible unattacked."

    piece: Piece = piece_argument()
    board: Board = board_argument()
    pieces: int | None = option(
        "K",
        "How many pieces; by default the length of the shorter side.",
        whole_number("pieces", "a number of pieces, such as 8"),
        restricts=False,
    )

    def __post_init__(self) -> None:
        usual = min(self.board.rows, self.board.columns)
        if self.pieces == usual:
            object.__setattr__(self, "pieces", None)
        if self.number > len(self.board):
            raise BadQuestion(f"--pieces {self.number}: expected at most {len(self.board)}")

    @property
    def number(self) -> int:
        """How many pieces there are."""
        usual = min(self.board.rows, self.board.columns)
        return usual if self.pieces is None else self.pieces

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The one kind of piece."""
        return (self.piece,)

    @property
    def goal(self) -> Sense | None:
        """The most unattacked squares."""
        return Sense.MOST

    def draft(self, draft: Draft) -> Objective | None:
        """An auxiliary for each square says that nothing stands on it or attacks it."""
        unattacked = []
        for square in self.board.squares:
            free = draft.fresh()
            near = sorted({square, *attacked_squares(self.piece, self.board, square)})
            pieces = draft.of(self.piece, near)
            draft.add(When(free, AtMost(0, pieces)), Clause((free, *pieces)))
            unattacked.append(free)
        draft.add(Exactly(self.number, draft.everything))
        squares = self.board.squares
        draft.families += (
            tuple(draft.of(self.piece, (squares[vertex] for vertex in line)) for line in family)
            for family in attack_graph(self.piece, self.board).lines
        )
        return Objective(Sense.MOST, tuple(unattacked))

    def unattacked(self, placement: Placement) -> frozenset[Square]:
        """The squares on which nothing stands and that nothing attacks."""
        taken = set(placement.squares)
        for square in placement.squares:
            taken |= attacked_squares(self.piece, self.board, square)
        return frozenset(self.board.squares) - taken

    def value(self, placement: Placement) -> int | None:
        """The number of unattacked squares."""
        return len(self.unattacked(placement))

    def statement(self, value: int | None) -> str:
        """Say how many squares are left."""
        assert value is not None
        verb = "leaves" if self.number == 1 else "leave"
        return (
            f"{self.piece.named(self.number)} {verb} {counted(value, 'square')} of"
            f" {self.board.described} unattacked, and none leave more."
        )

    def scene(self, placement: Placement) -> Scene:
        """The unattacked squares are marked."""
        return Scene(marks=dict.fromkeys(self.unattacked(placement), "o"))

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Only the number can be wrong."""
        if len(placement) != self.number:
            yield f"{self.piece.named(len(placement))}, not {self.number}"
