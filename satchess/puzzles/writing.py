"""Writing sheets as TOML: on one line as the text of a question, or as a file."""

import json
import re
from collections.abc import Iterable, Iterator
from string import ascii_letters

from satchess.domain.squares import Square, write_squares
from satchess.puzzles.piece_counts import Number
from satchess.puzzles.sheet import Count, Peace, Sheet

_BARE_KEY = r"[A-Za-z0-9_-]+"


def write_inline(sheet: Sheet) -> str:
    """Write a sheet as a TOML table on one line: equal sheets have equal texts."""
    return "{" + ", ".join(f"{key} = {value}" for key, value in _entries(sheet)) + "}"


def write_file(sheet: Sheet) -> str:
    """Write a sheet as a file for people to edit."""
    said = [("title", sheet.title), ("source", sheet.source)]
    entries = {key: _text(value) for key, value in said if value} | dict(_entries(sheet))
    if 0 < len(sheet.regions) <= len(ascii_letters):
        entries["regions"] = _drawing(sheet)
    return "\n".join(f"{key} = {value}" for key, value in entries.items()) + "\n"


def entry(sheet: Sheet, key: str) -> str:
    """Write one line of a sheet, such as `given = {a1 = "queen"}`."""
    return f"{key} = {dict(_entries(sheet))[key]}"


def _entries(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield keys and values in the order of the documentation, defaults left out."""
    bare, _, _ = str(sheet.board).partition(" ")
    yield "board", _text(bare)
    for key in ("holes", "walls"):
        if missing := getattr(sheet.board, key):
            yield key, _text(write_squares(missing, " "))
    yield "pieces", _table((str(kind), _number(n)) for kind, n in sheet.pieces.entries)
    if sheet.moves:
        yield "moves", _table((str(kind), _text(str(moves))) for kind, moves in sheet.moves)
    if sheet.marked is not None:
        yield "marked", _text(write_squares(sheet.marked, " "))
    if sheet.empty:
        yield "empty", _text(write_squares(sheet.empty, " "))
    if sheet.given:
        given = sorted(sheet.given, key=lambda place: place.square)
        yield "given", _table((str(square), _text(str(piece))) for square, piece in given)
    if sheet.peace is not Peace.NONE:
        yield "peace", _text(sheet.peace)
    if sheet.transparent:
        yield "transparent", "true"
    if sheet.attacks:
        clues = sorted(sheet.attacks, key=lambda clue: clue[0])
        yield "attacks", _table((str(square), _number(number)) for square, number in clues)
    if sheet.regions:
        yield "regions", _list(_text(write_squares(region, " ")) for region in sheet.region_list)
    if sheet.each != Number(1, 1):
        yield "each", _number(sheet.each)
    if sheet.count:
        yield "count", _list(sorted(map(_count, sheet.count)))
    if sheet.lit is not None:
        yield "lit", _text(write_squares(sheet.lit, " "))
    if sheet.where is not None:
        yield "where", _text(str(sheet.where))
    if sheet.sense is not None:
        yield str(sheet.sense), _table((str(kind), str(weight)) for kind, weight in sheet.weights)


def _drawing(sheet: Sheet) -> str:
    """Draw the regions, a letter for each, the top rank first."""
    letter_of = {
        square: letter
        for letter, region in zip(ascii_letters, sheet.region_list, strict=False)
        for square in region
    }
    ranks = (
        "".join(letter_of.get(Square(row, column), ".") for column in range(sheet.board.columns))
        for row in reversed(range(sheet.board.rows))
    )
    return "\n".join(['"""', *(f"    {rank}" for rank in ranks), '"""'])


def _count(count: Count) -> str:
    entries = [("squares", _text(write_squares(count.squares, " ")))]
    if count.kind is not None:
        entries.append(("piece", _text(str(count.kind))))
    return _table([*entries, ("number", _number(count.number))])


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # TOML reads such strings alike


def _number(number: Number) -> str:
    return str(number) if number.least == number.most else _text(str(number))


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


def _table(entries: Iterable[tuple[str, str]]) -> str:
    named = (f"{_key(key)} = {value}" for key, value in entries)
    return "{" + ", ".join(named) + "}"


def _key(key: str) -> str:
    return key if re.fullmatch(_BARE_KEY, key) else _text(key)
