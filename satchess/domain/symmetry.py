"""Symmetry: that a placement equals its images under some turns of the board, for `--symmetric`.

What matters are the orbits: squares that the turns carry into each other are all occupied or all
empty. So a symmetry is kept as every turn that keeps these orbits, and wordings that come to the
same are equal:

>>> board = Board.parse("8")
>>> str(symmetry_of("diagonal half", board)), str(symmetry_of("horizontal,diagonal", board))
('diagonal,antidiagonal', 'all')
>>> symmetry_of("quarter", board) == symmetry_of("all", board)
False
>>> symmetry_of("quarter", Board.parse("3")) == symmetry_of("all", Board.parse("3"))
True

On glued edges, turns may also shift: `half+2+0` is a half turn and then a shift by two rows, and
`shift+1+2` a knight's move for every piece.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from satchess.domain.board import Board
from satchess.domain.classes import least_of_class
from satchess.domain.phrases import joined
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.errors import BadQuestion, or_rather

WORDS = {
    "quarter": "quarter turn",
    "left-right": "left-right mirror",
    "top-bottom": "top-bottom mirror",
    "diagonal": "diagonal mirror",
    "antidiagonal": "antidiagonal mirror",
    "half": "half turn",
    "shift": "identity",
}
"""Words for turns by their names; of words that come to the same, earlier ones are written."""

ALIASES = {"vertical": "left-right", "horizontal": "top-bottom"}
"""Mirrors by the direction of their axis."""

ALL = "all"

Orbits = dict[Square, Square]
"""For each square the first one of its orbit."""

_WORD = r"([a-z-]+?)(\+\d{1,5}\+\d{1,5})?"


@dataclass(frozen=True)
class Symmetry:
    """The turns of a board, which is `outline` without its holes, that a placement is equal under.

    The identity is left out.
    """

    outline: Board
    turns: frozenset[Turn]

    def __str__(self) -> str:
        words = [_word(turn) for turn in self.generators]
        return ALL if words == ["quarter", "left-right"] else ",".join(words)

    @cached_property
    def generators(self) -> tuple[Turn, ...]:
        """A few of the turns, which have the orbits of all of them."""
        found: list[Turn] = []
        orbits = _orbits(self.outline, ())
        for turn in sorted(self.turns, key=_rank):
            if any(orbits[turn(square)] != orbits[square] for square in orbits):
                found.append(turn)
                orbits = _orbits(self.outline, found)
        return tuple(found)

    @cached_property
    def orbits(self) -> Orbits:
        """For each square the first of those that have to be occupied with it."""
        return _orbits(self.outline, self.turns)

    @property
    def described(self) -> str:
        """What a placement is, as part of a sentence."""
        if str(self) == ALL:
            return "symmetric under every turn and mirror of the board"
        return f"symmetric under {joined([_a(turn) for turn in self.generators])}"

    def turned(self, turn: Turn) -> "Symmetry":
        """Return the symmetry of the turned placements."""
        orbits = {turn(square): turn(first) for square, first in self.orbits.items()}
        return _keeping(orbits, self.outline.turned(turn))

    def broken_by(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield occupied squares whose images are empty."""
        for turn in self.generators:
            for square in sorted(occupied):
                if (image := turn(square)) not in occupied:
                    yield f"{square} is occupied, but not {image}, its image under {_a(turn)}"


def parse_symmetry(text: str) -> str:
    """Read the words of a symmetry; what they are, a board has to tell."""
    words = [ALIASES.get(word, word) for word in text.lower().replace(",", " ").split()]
    for word in words:
        match = re.fullmatch(_WORD, word)
        if word != ALL and (match is None or match[1] not in WORDS):
            known = [*(w for w in WORDS if w != "shift"), *ALIASES, ALL]
            raise BadQuestion(
                f"--symmetric {word!r}: expected one or more of {', '.join(known)}"
                f"{or_rather(word, known)}"
            )
    if not words:
        raise BadQuestion("--symmetric '': expected a turn, such as half")
    return " ".join(words)


def symmetry_of(text: str, board: Board) -> Symmetry | None:
    """Return the symmetry that words mean on a board; None if every placement has it."""
    outline = replace(board, holes=frozenset(), walls=frozenset())
    known = {_word(turn): turn for turn in outline.symmetries}
    asked: list[Turn] = []
    for word in parse_symmetry(text).split():
        if word == ALL:
            asked += (t for t in outline.symmetries if not t.shifts and board.turned(t) == board)
        elif word not in known or board.turned(known[word]) != board:
            others = [w for w in WORDS if w in known and board.turned(known[w]) == board]
            raise BadQuestion(
                f"--symmetric {word}: expected a turn that leaves {board.described} as it is:"
                f" {', '.join(others[:-1]) or 'there is none'}"  # the last one moves nothing
            )
        else:
            asked.append(known[word])
    symmetry = _keeping(_orbits(outline, asked), outline)
    return symmetry if symmetry.turns else None


def _keeping(orbits: Orbits, outline: Board) -> Symmetry:
    """Return all turns that carry no square to another orbit, but for those that move none."""
    return Symmetry(
        outline,
        frozenset(
            turn
            for turn in outline.symmetries
            if all(orbits[turn(square)] == orbits[square] for square in orbits)
            and any(turn(square) != square for square in orbits)
        ),
    )


def _a(turn: Turn) -> str:
    return f"{'an' if turn.name[0] in 'ai' else 'a'} {turn.name}"


def _word(turn: Turn) -> str:
    """Return the word for a turn; `three-quarter` ones have none of their own."""
    name = replace(turn, row_shift=0, column_shift=0).name
    word = next((word for word, known in WORDS.items() if known == name), name)
    return f"{word}+{turn.row_shift}+{turn.column_shift}" if turn.shifts else word


def _rank(turn: Turn) -> tuple[bool, int, str]:
    word = _word(turn)
    base = word.partition("+")[0]
    return turn.shifts, list(WORDS).index(base) if base in WORDS else len(WORDS), word


def _orbits(board: Board, turns: Iterable[Turn]) -> Orbits:
    """Join each square with its images."""
    return least_of_class(
        board.squares, ((square, turn(square)) for turn in turns for square in board.squares)
    )
