"""Piece counts: how many there are of each kind of piece.

>>> counts = PieceCounts.parse("rook=8,queen=8,knight,bishop=1..3")
>>> str(counts)
'bishop=1..3,knight,queen=8,rook=8'
>>> [str(kind) for kind in counts.kinds], str(counts.numbers[0])
(['bishop', 'knight', 'queen', 'rook'], '1..3')
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from satchess.domain.pieces import Piece, ensure_symmetric, split_at_commas
from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.errors import BadQuestion
from satchess.model import AtLeast, AtMost, Constraint, Exactly, Parity

_WORDS = {"any": None, "odd": True, "even": False}
_NUMBER = r"(\d{1,6})(\.\.(\d{1,6})?)?"


@dataclass(frozen=True)
class Number:
    """A range of whole numbers, unbounded if `most` is None; or the odd or even ones."""

    least: int = 0
    most: int | None = None
    odd: bool | None = None

    @classmethod
    def parse(cls, text: str) -> "Number":
        """Read `3`, `1..3`, `2..`, `any`, `odd` or `even`."""
        if text.strip() in _WORDS:
            return cls(odd=_WORDS[text.strip()])
        match = re.fullmatch(_NUMBER, text.strip())
        if match is None:
            raise BadQuestion(
                f"number {text!r}: expected a number such as 3, 1..3, 2.., any, odd or even"
            )
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise BadQuestion(f"number {text!r}: the range is empty")
        return cls(least, most)

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        if self.most is None and self.least == 0:
            return next(word for word, odd in _WORDS.items() if odd == self.odd)
        return f"{self.least}..{'' if self.most is None else self.most}"

    def __contains__(self, number: int) -> bool:
        is_between = self.least <= number and (self.most is None or number <= self.most)
        return is_between and (self.odd is None or number % 2 == self.odd)

    def named(self, kind: Piece) -> str:
        """Name this many of a kind: `1 queen`, `2 to 5 queens`, `an odd number of queens`."""
        if self.least == self.most:
            return kind.named(self.least)
        if self.odd is not None:
            return f"an {'odd' if self.odd else 'even'} number of {kind.plural}"
        if self.is_any:
            return f"any number of {kind.plural}"
        if self.most is None:
            return f"{kind.named(self.least)} or more"
        return f"{self.least} to {self.most} {kind.plural}"

    @property
    def is_any(self) -> bool:
        """Whether every number is allowed."""
        return self == ANY

    def of(self, literals: tuple[int, ...]) -> Iterator[Constraint]:
        """Yield constraints: this many of the literals are true."""
        if self.odd is not None:
            yield Parity(self.odd, literals)
        if self.least == self.most:
            yield Exactly(self.least, literals)
            return
        if self.least > 0:
            yield AtLeast(self.least, literals)
        if self.most is not None:
            yield AtMost(self.most, literals)


ANY = Number()


@dataclass(frozen=True)
class PieceCounts:
    """Kinds of pieces in alphabetic order, each with its number."""

    entries: tuple[tuple[Piece, Number], ...]

    @classmethod
    def of(cls, entries: Iterable[tuple[Piece, Number]]) -> "PieceCounts":
        """Make counts from kinds in any order."""
        ordered = sorted(entries, key=lambda entry: str(entry[0]))
        kinds = [kind for kind, _ in ordered]
        for kind, times in Counter(kinds).items():
            if times > 1:
                raise BadQuestion(f"pieces: {kind} is given twice")
        if not kinds:
            raise BadQuestion("pieces: expected at least one kind, such as queen=8")
        return cls(tuple(ordered))

    @classmethod
    def parse(cls, text: str) -> "PieceCounts":
        """Read `queen=8,rook=1..3,knight`; a kind without a number may be any number."""
        entries = []
        for word in split_at_commas(text):
            kind, equals, number = word.partition("=")
            entries.append(
                (ensure_symmetric(Piece.parse_any(kind)), Number.parse(number) if equals else ANY)
            )
        return cls.of(entries)

    def __str__(self) -> str:
        return ",".join(
            str(kind) if number.is_any else f"{kind}={number}" for kind, number in self.entries
        )

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces."""
        return tuple(kind for kind, _ in self.entries)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Their numbers."""
        return tuple(number for _, number in self.entries)

    @property
    def total(self) -> int | None:
        """How many pieces there are; None if that is not said."""
        if any(number.least != number.most for number in self.numbers):
            return None
        return sum(number.least for number in self.numbers)

    def turned(self, turn: Turn) -> "PieceCounts":
        """Return the counts after a turn of the board, which may turn a piece into another."""
        return PieceCounts.of((kind.turned(turn), number) for kind, number in self.entries)

    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield the kinds of which there are too many or too few."""
        there = Counter(place.piece for place in placement.places)
        for kind, number in self.entries:
            if there[kind] not in number:
                yield f"{kind.named(there[kind])}, not {number}"
