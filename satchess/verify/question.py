"""Questions: the words of a certificate, read by a grammar of its own.

Squares are spelt out, regions and files are not known here. What is not known is refused: a
certificate must not be accepted for a question that was read only in part.

>>> read_question("domination queen 8x8 --independent").flags
frozenset({'independent'})
"""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from satchess.verify.chess import Board, Piece, Square, read_board, read_piece, read_square
from satchess.verify.puzzle import Sheet, read_sheet
from satchess.verify.refusal import Refused

LONGEST = 200_000
"""Characters of a question."""


def _squares(text: str) -> frozenset[Square]:
    return frozenset(map(read_square, text.split(",")))


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Refused(f"{text[:40]!r}: expected a whole number")
    return int(text)


def _sizes(text: str) -> tuple[int, int | None]:
    least, dots, most = text.partition("..")
    if not dots:
        return _number(least), _number(least)
    sizes = _number(least or "0"), _number(most) if most else None
    if text == ".." or (sizes[1] is not None and sizes[0] > sizes[1]):
        raise Refused(f"--size {text}: expected a number or a range such as 2..5")
    return sizes


def _pieces(text: str) -> tuple[tuple[str, int | None], ...]:
    counts = []
    seen: set[Piece] = set()
    for entry in re.split(r",(?![0-9]{1,3}\))", text):  # not at the comma of a leap
        kind, equals, number = entry.partition("=")
        piece = read_piece(kind)
        if piece in seen:
            raise Refused(f"--pieces: {kind[:40]!r} is there twice")
        seen.add(piece)
        counts.append((kind, _number(number) if equals else None))
    return tuple(counts)


OPTIONS: dict[str, Callable[[str], Any]] = {
    "holes": _squares,
    "walls": _squares,
    "within": _squares,
    "require": _squares,
    "forbid": _squares,
    "target": _squares,
    "size": _sizes,
    "pieces": _pieces,
    "bottleneck": str,
}
"""Options with a value, and how it is read."""

FLAGS = frozenset({"all", "total", "independent", "maximal"})

ARGUMENTS = {
    "independence": ("piece", "board"),
    "domination": ("piece", "board"),
    "crowded-board": ("board",),
    "no-three-in-line": ("board",),
    "puzzle": ("sheet",),
}
"""The kinds of questions, and the words that follow each."""

TAKEN = {
    "independence": {"size", "all", "within", "require", "forbid", "maximal", "bottleneck"},
    "domination": {
        *("size", "all", "within", "require", "forbid", "target", "total", "independent"),
    },
    "crowded-board": {"pieces"},
    "no-three-in-line": {"size", "all"},
    "puzzle": set(),
}
"""The options and flags of each kind; those of its board come with the board."""


CROWD = (("bishop", 14), ("knight", 21), ("queen", 8), ("rook", 8))
"""The pieces of the crowded board, where none are given."""

ONE_OF = (("total", "independent"),)
"""Flags of which at most one has a meaning."""


@dataclass(frozen=True)
class Asked:
    """A question: its kind, piece and board, options and flags."""

    text: str
    kind: str
    board: Board
    piece: Piece = frozenset()
    options: dict[str, Any] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    sheet: Sheet | None = None
    """Of a puzzle: all that it says."""

    @property
    def counts(self) -> tuple[tuple[str, int | None], ...]:
        """Where there are several kinds of pieces: their names, and the numbers that are given."""
        return self.sheet.pieces if self.sheet else self.options.get("pieces", CROWD)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The kinds of pieces."""
        if self.sheet is None and "pieces" not in TAKEN[self.kind]:
            return (self.piece,)
        return tuple(read_piece(kind) for kind, _ in self.counts)


def read_question(text: str) -> Asked:
    """Read the normal form of a question."""
    if len(text) > LONGEST:
        raise Refused(f"the question has {len(text)} characters, more than {LONGEST}")
    try:
        kind, *words = shlex.split(text)
    except ValueError as error:
        raise Refused(f"question {text!r}: {error}") from None
    if kind not in ARGUMENTS:
        raise Refused(f"question {kind!r}: the checker knows {', '.join(ARGUMENTS)}")
    given: dict[str, str] = {}
    options: dict[str, Any] = {}
    flags: set[str] = set()
    expected = list(ARGUMENTS[kind])
    while words:
        word, *words = words
        name = word.removeprefix("--")
        if word == name:
            if not expected:
                raise Refused(f"question {text!r}: {word!r} is one word too many")
            given[expected.pop(0)] = word
            continue
        known = TAKEN[kind] | ({"holes", "walls"} if "board" in ARGUMENTS[kind] else set())
        if name not in known or name in options or name in flags:
            raise Refused(f"question {text!r}: {word} is not known to the checker here")
        if name in FLAGS:
            flags.add(name)
        elif not words:
            raise Refused(f"question {text!r}: {word} has no value")
        else:
            options[name] = OPTIONS[name](words.pop(0))
    if "board" not in given and kind == "crowded-board":
        given["board"] = "8x8"
    if kind == "puzzle":
        sheet = read_sheet(given.get("sheet", ""))
        return Asked(text, kind, sheet.board, sheet=sheet)
    if any(flags.issuperset(several) for several in ONE_OF):
        raise Refused(f"question {text!r}: its flags exclude each other")
    missing = [word for word in ARGUMENTS[kind] if word not in given]
    if missing:
        raise Refused(f"question {text!r}: no {missing[0]}")
    board = read_board(given["board"], options.pop("holes", ()), options.pop("walls", ()))
    _ensure_on(board, options)
    piece = read_piece(given["piece"]) if "piece" in given else frozenset()
    return Asked(text, kind, board, piece, options, frozenset(flags))


def _ensure_on(board: Board, options: dict[str, Any]) -> None:
    known = set(board.squares)
    for name in ("within", "require", "forbid", "target"):
        if not options.get(name, frozenset()) <= known:
            raise Refused(f"--{name}: a square is not one of the board")
