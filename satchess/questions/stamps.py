"""The gentle art of stamp licking: the dearest card on which no two equal stamps are in line.

H. E. Dudeney, Amusements in Mathematics (1917); a model in Chlond and Toase, IP modeling of
chessboard placements, section 4.6. Any piece may say what 'in line' means.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attack_graph, attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import Piece, symmetric_piece
from satchess.domain.placement import Placement
from satchess.errors import BadQuestion
from satchess.model import AtMost, Objective, Sense
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import board_argument, option

DEAREST = 100

_VALUES = r"(\d{1,4})(?:\.\.(\d{1,4}))?"


def parse_values(text: str) -> tuple[int, ...]:
    """Read values such as `1..5` or `1,2,5`."""
    values: set[int] = set()
    for part in text.replace(",", " ").split() or [""]:
        match = re.fullmatch(_VALUES, part)
        if match is None or not 1 <= int(match[1]) <= int(match[2] or match[1]) <= DEAREST:
            raise BadQuestion(
                f"--values {text!r}: expected values from 1 to {DEAREST}, such as 1..5 or 1,2,5"
            )
        values.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(sorted(values))


def write_values(values: tuple[int, ...]) -> str:
    """Write values; the inverse of `parse_values`."""
    if len(values) > 2 and values == tuple(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return ",".join(map(str, values))


@dataclass(frozen=True)
class Stamps(DraftedQuestion):
    """`stamps BOARD --values 1..5`."""

    kind: ClassVar[str] = "stamps"
    summary: ClassVar[str] = "Stamps of the greatest total value, no two of equal value in line."

    board: Board = board_argument(default="4x4")
    values: tuple[int, ...] = option(
        "VALUES",
        "The values of the stamps.",
        parse_values,
        lambda values, question: write_values(values),
        default=(1, 2, 3, 4, 5),
        restricts=False,
    )
    moves: Piece = option(
        "PIECE",
        "Stamps are in line as this piece moves.",
        symmetric_piece,
        default=Piece.parse("Q"),
        restricts=False,
    )

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """A stamp of each value."""
        return tuple(Piece.parse_any(str(value)) for value in self.values)

    @property
    def goal(self) -> Sense | None:
        """The greatest total."""
        return Sense.MOST

    def draft(self, draft: Draft) -> Objective | None:
        """At most one of each value on a line; a stamp counts as often as its value says."""
        squares = self.board.squares
        for stamp in self.kinds:
            for clique in attack_graph(self.moves, self.board).cliques:
                draft.add(AtMost(1, draft.of(stamp, (squares[vertex] for vertex in clique))))
        terms = (
            variable
            for value, stamp in zip(self.values, self.kinds, strict=True)
            for variable in draft.of(stamp)
            for _ in range(value)
        )
        return Objective(Sense.MOST, tuple(terms))

    def value(self, placement: Placement) -> int | None:
        """The total."""
        return sum(int(place.piece.label) for place in placement.places)

    def statement(self, value: int | None) -> str:
        """Say what they are worth."""
        is_usual = self.moves == Piece.parse("queen")
        in_line = "in line" if is_usual else f"in line as {self.moves.plural} move"
        return (
            f"Stamps of {write_values(self.values)} worth {value} fit on {self.board.described},"
            f" no two of equal value {in_line}, and none worth more do."
        )

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield equal stamps in line."""
        for square, stamp in placement.places:
            attacked = attacked_squares(self.moves, self.board, square)
            for other, another in placement.places:
                if square < other and stamp == another and other in attacked:
                    yield f"the stamps of {stamp} on {square} and {other} are in line"
