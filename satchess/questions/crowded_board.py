"""The crowded board: several kinds of pieces, none attacking another of its own kind.

H. E. Dudeney, Amusements in Mathematics (1917); a model in M. J. Chlond and C. M. Toase, IP
modeling of chessboard placements and related puzzles, section 4.4. Pieces do not block.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attack_graph, attacked_squares
from satchess.domain.board import Board
from satchess.domain.phrases import counted, joined
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.errors import BadQuestion
from satchess.model import AtMost, Objective, Sense
from satchess.puzzles.piece_counts import PieceCounts
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import board_argument, option


@dataclass(frozen=True)
class CrowdedBoard(DraftedQuestion):
    """`crowded-board [BOARD] --pieces queen=8,rook=8,bishop=14,knight=21`."""

    kind: ClassVar[str] = "crowded-board"
    summary: ClassVar[str] = "Several kinds of pieces, none attacking another of its own kind."

    board: Board = board_argument(default="8x8")
    pieces: PieceCounts = option(
        "LIST",
        "How many of each kind; the most of one kind that is named without a number.",
        PieceCounts.parse,
        default=PieceCounts.parse("queen=8,rook=8,bishop=14,knight=21"),
        restricts=False,
    )

    def __post_init__(self) -> None:
        open_kinds = [str(kind) for kind, number in self.pieces.entries if number.is_any]
        if len(open_kinds) > 1:
            raise BadQuestion(
                f"--pieces: expected numbers for all kinds but one, not {' and '.join(open_kinds)}"
            )

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """All kinds that are listed."""
        return self.pieces.kinds

    @property
    def open_kind(self) -> Piece | None:
        """The kind to be maximised."""
        return next((kind for kind, number in self.pieces.entries if number.is_any), None)

    @property
    def goal(self) -> Sense | None:
        """The most of the open kind."""
        return Sense.MOST if self.open_kind else None

    @property
    def given_value(self) -> int | None:
        """How many pieces there are, where all their numbers are given."""
        return self.pieces.total

    def draft(self, draft: Draft) -> Objective | None:
        """No attacks within a kind, and its number."""
        squares = self.board.squares
        for kind, number in self.pieces.entries:
            for clique in attack_graph(kind, self.board).cliques:
                draft.add(AtMost(1, draft.of(kind, (squares[vertex] for vertex in clique))))
            draft.add(*number.of(draft.of(kind)))
        return Objective(Sense.MOST, draft.of(self.open_kind)) if self.open_kind else None

    def value(self, placement: Placement) -> int | None:
        """The number of the open kind; of all pieces where there is none."""
        if self.open_kind is None:
            return self.given_value
        return sum(place.piece == self.open_kind for place in placement.places)

    def statement(self, value: int | None) -> str:
        """Say that they fit."""
        given = joined(
            number.named(kind) for kind, number in self.pieces.entries if kind != self.open_kind
        )
        rules = f"on {self.board.described}, none attacking another of its own kind"
        if self.open_kind is None:
            total = "" if value is None else f"{counted(value, 'piece')}: "
            sentence = f"{total}{given} {'fits' if value == 1 else 'fit'} {rules}."
            return sentence[0].upper() + sentence[1:]
        assert value is not None
        verb = "fits" if value == 1 else "fit"
        beside = f" beside {given}" if given else ""
        return f"{self.open_kind.named(value)} {verb}{beside} {rules}, and no more do."

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield wrong numbers and attacks."""
        yield from self.pieces.violations(placement)
        for square, kind in placement.places:
            attacked = attacked_squares(kind, self.board, square)
            for other, another in placement.places:
                if square < other and kind == another and other in attacked:
                    yield f"the {kind}s on {square} and {other} attack each other"
