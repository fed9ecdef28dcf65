"""Placements: pieces on squares.

>>> placement = Placement.parse("c1 a2", Piece.parse("queen"))
>>> str(placement), placement.permutation(Board.parse("2x3"))
('c1 a2', (3, 1))
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from satchess.domain.board import Board
from satchess.domain.forms import write_fen
from satchess.domain.notation import (
    MARK,
    MATRIX,
    WALLS,
    Reading,
    bad_word,
    is_words,
    may_be_a_form,
    read_signs,
    read_squares,
)
from satchess.domain.phrases import joined
from satchess.domain.pieces import Piece, split_at_commas
from satchess.domain.region_words import is_region
from satchess.domain.signs import STANDARD, letters_of
from satchess.domain.squares import Square, is_square
from satchess.domain.turns import Turn, all_turns
from satchess.errors import BadInput, BadPlacement, BadSquare
from satchess.shown import Shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Place(NamedTuple):
    """One piece on one square."""

    square: Square
    piece: Piece


@dataclass(frozen=True)
class Placement(Shown):
    """Pieces on squares, in board order, one at most on each square."""

    places: tuple[Place, ...]

    def __post_init__(self) -> None:
        for before, after in zip(self.places, self.places[1:], strict=False):
            if before.square == after.square:
                raise BadPlacement(f"placement: two pieces stand on {after.square}")
            if before.square > after.square:
                raise ValueError("the places of a Placement stand in board order")

    @classmethod
    def of(cls, places: Iterable[Place]) -> "Placement":
        """Make a placement of places in any order."""
        return cls(tuple(sorted(places, key=lambda place: place.square)))

    @classmethod
    def parse(cls, text: str, piece: Piece | None) -> "Placement":
        """Read squares for a piece, such as `a1 b5`; another kind is said as `rook@b5`.

        Where there is no piece to be meant by a square alone, every word says its kind.
        """
        places = []
        for word in " ".join(split_at_commas(text)).split():
            name, _, square = word.rpartition("@")
            kind = Piece.parse_any(name) if name else piece
            if kind is None:
                raise BadPlacement(f"placement {word!r}: expected a kind too, such as queen@a1")
            places.append(Place(Square.parse(square), kind))
        return cls.of(places)

    @classmethod
    def read(
        cls,
        text: str,
        board: Board,
        kinds: Sequence[Piece],
        marks: Callable[[], Container[str]] = frozenset,
    ) -> "Placement":
        """Read a placement in any form: words, or one that `notation` knows.

        Signs on a board stand for one of the `kinds` if they can; `marks` are signs that a drawing
        has on empty squares, asked for where there is one.

        >>> board, queen = Board.parse("4"), Piece.parse("queen")
        >>> str(Placement.read("2 4 1 3", board, [queen]))
        'b1 d2 a3 c4'
        """
        piece = kinds[0] if len(kinds) == 1 else None
        words = " ".join(split_at_commas(text)).split()
        if all("@" in word or _is_plain_square(word) for word in words):
            return cls.parse(text, piece)
        try:
            if is_words(text):
                squares = read_squares(text, board.rows, board.columns, board.holes | board.walls)
                return cls.parse(" ".join(map(str, sorted(squares))), piece)
            if not may_be_a_form(text):
                raise bad_word(text)
            reading = read_signs(text, board.rows, board.columns)
        except BadSquare as error:
            raise BadPlacement(f"placement: {error}") from None
        meaning = _Signs(kinds, reading, marks())
        places = ((square, meaning.piece(square)) for square in reading.signs)
        return cls.of(Place(square, piece) for square, piece in places if piece is not None)

    def __str__(self) -> str:
        return " ".join(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The places as words: squares alone where there is one kind of piece."""
        if len({place.piece for place in self.places}) <= 1:
            return tuple(str(square) for square in self.squares)
        return self.full_words

    @property
    def full_words(self) -> tuple[str, ...]:
        """The places as words that say their kind."""
        return tuple(f"{piece}@{square}" for square, piece in self.places)

    def __repr__(self) -> str:
        return f"<Placement of {self.tally}: {self}>" if self.places else "<Placement of nothing>"

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Place]:
        """Yield the places: `for square, piece in placement`."""
        return iter(self.places)

    @property
    def tally(self) -> str:
        """How many there are of each kind: `2 queens and 1 rook`."""
        numbers = Counter(place.piece for place in self.places)
        if not numbers:
            return "nothing on the board"
        return joined(piece.named(number) for piece, number in numbers.items())

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The occupied squares in board order."""
        return tuple(place.square for place in self.places)

    @property
    def smallest_board(self) -> Board:
        """The smallest board with all of its squares, for whoever has no other."""
        rows = max((square.row + 1 for square in self.squares), default=1)
        return Board(rows, max((square.column + 1 for square in self.squares), default=1))

    def fen(self, board: Board | None = None) -> str:
        """Return it in FEN, on the smallest board unless another is given."""
        board = board or self.smallest_board
        return write_fen({place.square: place.piece for place in self}, board.rows, board.columns)

    def array(self, board: Board | None = None) -> "NDArray[np.int8]":
        """Return a matrix of 0 and 1; its first row is the top rank, as boards are drawn.

        >>> Placement.parse("b1 c2", Piece.parse("king")).array().tolist()
        [[0, 0, 1], [0, 1, 0]]
        """
        import numpy as np

        board = board or self.smallest_board
        array = np.zeros((board.rows, board.columns), dtype=np.int8)
        for row, column in self.squares:
            array[board.rows - 1 - row, column] = 1
        return array

    def turned(self, turn: Turn) -> "Placement":
        """Return the placement after a turn of its board."""
        turned = {piece: piece.turned(turn) for piece in {place.piece for place in self.places}}
        return Placement.of(Place(turn(square), turned[piece]) for square, piece in self.places)

    def symmetry(self, board: Board) -> str | None:
        """Say which turns and mirrors leave the placement as it is; None if there are none.

        >>> Placement.parse("b1 d2 a3 c4", Piece.parse("queen")).symmetry(Board.parse("4"))
        'doubly centrosymmetric'
        """
        turns = {
            turn.name
            for turn in all_turns(
                board.rows,
                board.columns,
                transposing=board.rows == board.columns,
            )
            if not turn.is_identity and self.turned(turn) == self
        }
        texts = []
        if "quarter turn" in turns:
            texts.append("doubly centrosymmetric")
        elif "half turn" in turns:
            texts.append("point-symmetric")
        if any("mirror" in name for name in turns):
            texts.append("mirror-symmetric")
        return ", ".join(texts) or None

    def permutation(self, board: Board) -> tuple[int, ...] | None:
        """The columns, counted from 1, of the pieces in rows 1, 2, ...; None if not one a row."""
        if [square.row for square in self.squares] != list(range(board.rows)):
            return None
        return tuple(square.column + 1 for square in self.squares)


def _is_plain_square(word: str) -> bool:
    """Whether a word is a square and no region, the shortest of which that looks like one has 5."""
    return is_square(word) and (len(word) < 5 or not is_region(word))


_ANY_PIECE = frozenset({MARK, "x", "X", "*", "o", "O", "●", "■"})
"""Signs that stand for the one kind of piece that there is."""


class _Signs:
    """What the signs of a drawing stand for."""

    def __init__(self, kinds: Sequence[Piece], reading: Reading, marks: Container[str]) -> None:
        self._kinds, self._reading, self._marks = kinds, reading, marks
        self._own: dict[str, Piece] = {}
        for piece, letter in letters_of(kinds).items():
            self._own.setdefault(letter, piece)
        for piece in kinds:
            if piece in STANDARD:
                self._own.setdefault(STANDARD[piece][1], piece)
        for sign, name in reading.legend.items():
            with suppress(BadInput):
                self._own[sign] = Piece.parse_any(name)

    def piece(self, square: Square) -> Piece | None:
        """Return what stands on a square; None for a mark."""
        sign = self._reading.signs[square]
        if sign in self._own:
            return self._own[sign]
        if sign in WALLS or (sign in self._marks and self._reading.form != MATRIX):
            return None
        alike = [piece for piece, signs in STANDARD.items() if sign in signs]
        alike += [piece for piece, (letter, _) in STANDARD.items() if sign.upper() == letter]
        only = self._kinds[0] if len(self._kinds) == 1 else None
        if only is not None and (sign in _ANY_PIECE or (sign.isalpha() and not alike)):
            return only
        if not alike:
            expected = ", ".join(f"{sign} ({piece})" for sign, piece in self._own.items())
            raise BadPlacement(
                f"placement: {sign[:9]!r} on {square} in {self._reading.form},"
                f" expected one of {expected}"
            )
        return next((piece for piece in alike if piece in self._kinds), alike[0])
