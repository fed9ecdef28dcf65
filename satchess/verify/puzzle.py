"""Puzzles: the sheet of one whose pieces stand on marked squares, one on each.

Which squares are occupied is known then, and with it what stands in whose way. Whatever else a
sheet may say is refused.
"""

import tomllib
from dataclasses import dataclass
from typing import Any

from satchess.verify.chess import Board, Square, read_board, read_piece, read_square
from satchess.verify.refusal import Refused

KEYS = {"board", "holes", "walls", "pieces", "marked", "attacks"}


@dataclass(frozen=True)
class Sheet:
    """A puzzle: kinds of pieces with their numbers, and squares with the number of attackers."""

    board: Board
    marked: tuple[Square, ...]
    pieces: tuple[tuple[str, int], ...]
    attacks: tuple[tuple[Square, int], ...]


def read_sheet(text: str) -> Sheet:
    """Read a sheet, which is a table in TOML on one line."""
    try:
        said: dict[str, Any] = tomllib.loads(f"sheet = {text}")
    except ValueError:
        raise Refused(f"puzzle {text[:40]!r}: expected a table in TOML") from None
    sheet = said["sheet"]
    if said.keys() != {"sheet"} or not isinstance(sheet, dict) or "marked" not in sheet:
        raise Refused(f"puzzle {text[:40]!r}: expected one with marked squares")
    if unknown := sheet.keys() - KEYS:
        raise Refused(f"puzzle: the checker does not know {min(unknown)!r}")
    missing = (_squares(sheet.get(key, "")) for key in ("holes", "walls"))
    board = read_board(str(sheet.get("board")), *missing)
    marked = _squares(sheet["marked"])
    attacks = tuple((read_square(word), n) for word, n in _numbers(sheet.get("attacks", {})))
    if not {*marked, *(square for square, _ in attacks)} <= set(board.squares):
        raise Refused("puzzle: a square is not one of the board")
    pieces = tuple(sorted(_numbers(sheet.get("pieces", {}))))
    for kind, _ in pieces:
        read_piece(kind)
    return Sheet(board, tuple(sorted(set(marked))), pieces, attacks)


def _squares(text: object) -> list[Square]:
    if not isinstance(text, str):
        raise Refused("puzzle: expected squares such as 'a1 c2'")
    return list(map(read_square, text.split()))


def _numbers(table: object) -> list[tuple[str, int]]:
    if not isinstance(table, dict) or any(type(n) is not int or n < 0 for n in table.values()):
        raise Refused("puzzle: expected a table of whole numbers")
    return list(table.items())
