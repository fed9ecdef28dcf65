"""Lights: a press toggles squares; light all of them with the fewest presses.

5-by-5 and Lights On in Chlond and Toase, IP modeling of chessboard placements, sections 4.7 and
4.8. It makes no difference in which order squares are pressed, and none is pressed twice.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.gf2 import dependent_equations
from satchess.domain.phrases import MOST_NAMED, counted, named_squares
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.regions import parse_region, region, write_region
from satchess.domain.scene import Scene
from satchess.domain.squares import Square, write_squares
from satchess.errors import BadQuestion
from satchess.model import Constraint, Parity, Sense
from satchess.questions.drafting import CountedQuestion, Draft
from satchess.questions.grammar import board_argument, option


def _parse_moves(text: str) -> Piece:
    return Piece.parse("wazir" if text.strip().lower() == "plus" else text)


def _parse_start(text: str) -> frozenset[Square] | str:
    """Read squares, names of regions, or `random:SEED`; names are resolved on a board later."""
    word, colon, seed = text.strip().partition(":")
    if word == "random" and colon:
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
            raise BadQuestion(f"--start {text!r}: expected a seed, such as random:7")
        return text.strip()
    return parse_region(text)


def _random_squares(seed: int, board: Board) -> frozenset[Square]:
    """Toss a coin for each square, in board order."""
    coin = random.Random(seed)
    return frozenset(square for square in board.squares if coin.random() < 0.5)


@dataclass(frozen=True)
class Lights(CountedQuestion):
    """`lights BOARD --moves plus|rook|BETZA --start SQUARES`."""

    kind: ClassVar[str] = "lights"
    summary: ClassVar[str] = "The fewest presses that light every square."

    board: Board = board_argument(default="5x5")
    moves: Piece = option(
        "PIECE",
        "A press toggles its square and those that this piece attacks from it: plus, rook, ...",
        _parse_moves,
        lambda piece, question: "plus" if piece == Piece.parse("wazir") else str(piece),
        default=Piece.parse("wazir"),
        restricts=False,
    )
    start: frozenset[Square] | str = option(
        "SQUARES",
        "Squares that are lit at the start: squares, dark, ... or random:SEED.",
        _parse_start,
        lambda squares, question: write_region(squares, question.board),
        default=frozenset(),
        restricts=False,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.start, str):
            seed = self.start.removeprefix("random:")
            is_random = seed != self.start
            chosen = (
                _random_squares(int(seed), self.board)
                if is_random
                else region(self.start, self.board)
            )
            object.__setattr__(self, "start", chosen)
        self.board.check_squares(self.lit, "--start")

    @property
    def lit(self) -> frozenset[Square]:
        """The squares that are lit at the start."""
        assert not isinstance(self.start, str)
        return self.start

    @property
    def thing(self) -> Piece:
        """A press."""
        return Piece.parse_any("press")

    @property
    def sense(self) -> Sense:
        """The fewest presses."""
        return Sense.FEWEST

    @cached_property
    def togglers(self) -> dict[Square, tuple[Square, ...]]:
        """For each square, those whose presses toggle it; the relation is symmetric."""
        return {
            square: tuple(sorted({square, *attacked_squares(self.moves, self.board, square)}))
            for square in self.board.squares
        }

    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """A square is toggled an odd number of times, or an even one if it is lit already."""
        for square, togglers in self.togglers.items():
            yield Parity(square not in self.lit, draft.of(self.thing, togglers))

    def achievement(self, things: int) -> str:
        """They light the board."""
        verb = "lights" if things == 1 else "light"
        text = f"{verb} every square of {self.board.described}"
        if self.lit:
            text += f" from a start with {named_squares(self.lit)} lit"
        if self.moves != Piece.parse("wazir"):
            toggled = f"the squares that {self.moves.plural} attack from there"
            text += f", where a press toggles its square and {toggled}"
        return text

    @property
    def refutation(self) -> str:
        """Squares of which every press toggles an even number, although an odd number is unlit."""
        index = {square: 1 << number for number, square in enumerate(self.board.squares)}
        rows = [sum(index[s] for s in togglers) for togglers in self.togglers.values()]
        wanted = [square not in self.lit for square in self.togglers]
        chosen = dependent_equations(rows, wanted)
        if chosen is None:
            return ""
        squares = [square for n, square in enumerate(self.togglers) if n in chosen]
        unlit = sum(square not in self.lit for square in squares)
        are = f"{unlit} {'is' if unlit == 1 else 'are'}"
        few = len(squares) <= MOST_NAMED
        named = write_squares(squares, " ") if few else counted(len(squares), "square")
        return f"every press toggles an even number of {named}, of which {are} unlit"

    def scene(self, placement: Placement) -> Scene:
        """The squares that are lit at the start."""
        return Scene(marks=dict.fromkeys(self.lit, "*"), shade=dict.fromkeys(self.lit, 0.5))

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield the squares that stay dark."""
        pressed = frozenset(placement.squares)
        for square, togglers in self.togglers.items():
            if (len(pressed.intersection(togglers)) + (square in self.lit)) % 2 == 0:
                yield f"{square} is not lit in the end"
