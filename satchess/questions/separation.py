"""Separation: the most pieces, none attacking another, with pawns that block.

R. D. Chatham, G. H. Fricke, R. D. Skaggs, The queens separation problem, Utilitas Mathematica 69
(2006): n + k queens and k pawns on n x n.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import walk
from satchess.domain.board import Board, Topology
from satchess.domain.pieces import UNLIMITED, Piece, Step
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Clause, Exactly, Objective, Sense
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import board_argument, option, piece_argument, whole_number

PAWN = Piece.parse_any("pawn")


@dataclass(frozen=True)
class Separation(DraftedQuestion):
    """`separation PIECE BOARD --pawns K`."""

    kind: ClassVar[str] = "separation"
    summary: ClassVar[str] = "The most pieces, none attacking another over pawns that block."

    piece: Piece = piece_argument()
    board: Board = board_argument()
    pawns: int = option(
        "K",
        "So many pawns.",
        whole_number("pawns", "a number of pawns, such as 1"),
        default=1,
        restricts=False,
    )

    def __post_init__(self) -> None:
        if self.pawns > len(self.board):
            raise BadQuestion(f"--pawns {self.pawns}: expected at most {len(self.board)}")

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The piece, and pawns."""
        return (self.piece, PAWN)

    @property
    def goal(self) -> Sense | None:
        """The most pieces."""
        return Sense.MOST

    def lines_of_sight(self) -> Iterator[tuple[Square, Square, tuple[Square, ...]]]:
        """Yield pairs of squares in line, with the squares between."""
        for square in self.board.squares:
            for step in sorted(self.piece.steps):
                between: list[Square] = []
                for other in walk(self.board, square, step):
                    if square < other:
                        yield square, other, tuple(between)
                    between.append(other)

    def draft(self, draft: Draft) -> Objective | None:
        """Between two pieces in line stands a pawn."""
        pieces = draft.of(self.piece)
        for one, other, between in dict.fromkeys(self.lines_of_sight()):
            attacking = (-v for v in draft.of(self.piece, (one, other)))
            draft.add(Clause((*attacking, *draft.of(PAWN, between))))
        draft.add(Exactly(self.pawns, draft.of(PAWN)))
        if (most := self._most) is not None:
            draft.add(AtMost(most, pieces))
        return Objective(Sense.MOST, pieces)

    @property
    def _most(self) -> int | None:
        """An upper bound, hard for SAT to derive: a pawn makes room for one more on its line."""
        lines = [
            side
            for step, side in (
                (Step(0, 1, UNLIMITED), self.board.rows),
                (Step(1, 0, UNLIMITED), self.board.columns),
            )
            if step in self.piece.steps
        ]
        if not lines or self.board.walls or self.board.topology is not Topology.PLANE:
            return None
        return min(lines) + self.pawns

    def value(self, placement: Placement) -> int | None:
        """The number of pieces, without the pawns."""
        return sum(place.piece == self.piece for place in placement.places)

    def statement(self, value: int | None) -> str:
        """Say how many there are."""
        assert value is not None
        verb = "fits" if value == 1 else "fit"
        return (
            f"{self.piece.named(value)} {verb} on {self.board.described}, none attacking another"
            f" over {PAWN.named(self.pawns)}, and no more do."
        )

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield pieces that see each other, and a wrong number of pawns."""
        places = frozenset(placement.places)
        occupied = {place.square for place in places}
        pawns = len(places) - (self.value(placement) or 0)
        if pawns != self.pawns:
            yield f"{PAWN.named(pawns)}, not {self.pawns}"
        for one, other, between in dict.fromkeys(self.lines_of_sight()):
            ends = {Place(one, self.piece), Place(other, self.piece)}
            if ends <= places and occupied.isdisjoint(between):
                yield f"{one} and {other} attack each other"
