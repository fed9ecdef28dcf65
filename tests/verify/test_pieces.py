"""Pieces of the checker against those of satchess: it may refuse more, and reads no other one."""

from contextlib import suppress
from itertools import product

import pytest

from satchess.domain.pieces import NAMED, Piece
from satchess.errors import BadPiece
from satchess.verify.chess import NAMES, read_piece
from satchess.verify.refusal import Refused

LETTERS = "WFDNAHCZGRBQK"
LIMITS = ("", "0", "1", "2", "3")
MOVES = [f"{letter * times}{n}" for letter, times, n in product(LETTERS, (1, 2), LIMITS)]
LEAPS = [f"{leap}{n}" for leap, n in product(("(1,0)", "(0,1)", "(2,1)", "(4,1)"), LIMITS)]
PAIRS = [a + b for a, b in product(MOVES, ("N", "W", "R", "R2", "B0", "Q2", "K3", "KK", "(1,1)3"))]
SPANS = ("leprechaun:1", "leprechaun:03", "Leprechaun:3", "leprechaun:12", "leprechaun:99")


def widest(steps: object) -> dict[tuple[int, int], float]:
    """Return how far a piece goes each way."""
    assert isinstance(steps, frozenset)
    found: dict[tuple[int, int], float] = {}
    for rows, columns, reach in steps:
        way = rows, columns
        found[way] = max(found.get(way, 0), reach or float("inf"))
    return found


def as_the_checker_reads(text: str) -> dict[tuple[int, int], float] | None:
    try:
        return widest(read_piece(text))
    except Refused:
        return None


@pytest.mark.parametrize("texts", [MOVES, LEAPS, PAIRS, [*NAMES, *NAMED], SPANS])
def test_what_is_read_is_the_same_piece(texts: list[str]) -> None:
    read = {text: found for text in texts if (found := as_the_checker_reads(text)) is not None}
    assert read
    for text, found in read.items():
        assert found == widest(Piece.parse(text).steps), text


def test_normal_forms_are_read() -> None:
    pieces = []
    for text in (*MOVES, *LEAPS, *PAIRS):
        with suppress(BadPiece):
            pieces.append(Piece.parse(text))
    assert len(pieces) > len(MOVES)
    for piece in pieces:
        assert as_the_checker_reads(str(piece)) == widest(piece.steps), piece


@pytest.mark.parametrize("text", ["Q", "K", "Q2", "K2", "K0", "QQ", "KK", "RR", "BB", "RR2", "NK"])
def test_what_means_something_else_or_nothing_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_piece(text)
