"""Reading sheets from TOML. An error names the line and what was expected."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Never, TypeVar

from satchess.domain.board import Board
from satchess.domain.pieces import Piece, ensure_symmetric, symmetric_piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square, parse_squares, write_squares
from satchess.errors import BadInput, BadQuestion, expected_one_of
from satchess.model import Sense
from satchess.puzzles.piece_counts import Number, PieceCounts
from satchess.puzzles.sheet import Count, Peace, Sheet

Read = TypeVar("Read")
Path = tuple[str | int, ...]

KEYS = {
    "title": "a text",
    "source": "a text",
    "board": "a size, such as '8x8'",
    "holes": "squares, such as 'a1 b2'",
    "walls": "squares, such as 'a1 b2'",
    "pieces": "a table of kinds and numbers, such as {queen = 8}",
    "moves": "a table of kinds and moves, such as {queen = 'RF'}",
    "marked": "squares, such as 'a1 b2'",
    "empty": "squares, such as 'a1 b2'",
    "given": "a table of squares and kinds, such as {a1 = 'queen'}",
    "peace": "'none', 'kind' or 'all'",
    "transparent": "true or false",
    "attacks": "a table of squares and numbers, such as {a1 = 2}, or a drawing",
    "regions": "a drawing, or a list of squares for each region",
    "each": "a number, such as 1 or '1..2'",
    "count": "a list of tables with squares, number and perhaps piece",
    "lit": "squares, such as 'a1 b2', or an empty text",
    "where": "a condition, such as 'a1 | b2'",
    "most": "a kind, a table of kinds and weights, or 'pieces'",
    "fewest": "a kind, a table of kinds and weights, or 'pieces'",
}
"""The keys of a puzzle, and what each expects."""


def read_file(text: str, name: str) -> Sheet:
    """Read the text of a file; errors call it `name`."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadQuestion(
            f"{name}: not TOML: too deep, expected tables and lists of a few levels"
        ) from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at (?:line (\d+).*|end of document)\)", str(error))
        line = where[1] if where and where[1] else str(text.count("\n") + 1)
        problem = str(error).partition(" (at ")[0]
        raise BadQuestion(f"{name}, line {line}: not TOML: {problem}") from None
    return _Reader(data, lambda path: f"{name}, line {_line_of(path, text)}").sheet()


def read_inline(text: str) -> Sheet:
    """Read the text of a question: a TOML table on one line."""
    try:
        data = tomllib.loads(f"puzzle = {text}")["puzzle"]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadQuestion(f"puzzle: not TOML: {str(error).partition(' (at ')[0]}") from None
    if not isinstance(data, dict):
        raise BadQuestion(f"puzzle {text[:60]!r}: expected a table, such as {{board = '8x8', ...}}")
    return _Reader(data, lambda path: "puzzle").sheet()


def _line_of(path: Path, text: str) -> int:
    """Return the line of an entry, or of the closest table around it."""
    table: Path = ()
    times: dict[str, int] = {}
    here: Path
    best, line_of_best = 0, 1
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[(\[?)\s*([^\]]+?)\s*\]", line)
        entry = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))\s*=""", line)
        if header:
            name = header[2].strip("\"'")
            table = (name, times.get(name, 0)) if header[1] else (name,)
            times[name] = times.get(name, 0) + 1
            here = table
        elif entry:
            here = (*table, next(key for key in entry.groups() if key is not None))
        else:
            continue
        if path[: len(here)] == here and len(here) > best:
            best, line_of_best = len(here), number
    return line_of_best


class _Reader:
    """Reads the entries of a puzzle; `place` says where an entry stands."""

    def __init__(self, data: dict[str, Any], place: Callable[[Path], str]) -> None:
        self._data = data
        self._place = place

    def sheet(self) -> Sheet:
        for key in self._data:
            if key not in KEYS:
                self._fail((key,), f"unknown key {key!r}, {expected_one_of(key, KEYS)}")
        for key in ("board", "pieces"):
            if key not in self._data:
                self._fail((), f"{key} is missing, expected {KEYS[key]}")
        board = self._board()
        pieces = PieceCounts.of(
            (self._at(("pieces", kind), _kind, kind), self._number(("pieces", kind), n))
            for kind, n in self._table("pieces").items()
        )
        sense, weights = self._objective(pieces)
        values = {
            "title": str(self._data.get("title", "")),
            "source": str(self._data.get("source", "")),
            "board": board,
            "pieces": pieces,
            "moves": tuple(
                sorted(
                    (
                        (
                            self._kind(("moves", kind), kind, pieces),
                            self._at(("moves", kind), symmetric_piece, str(moves)),
                        )
                        for kind, moves in self._table("moves").items()
                    ),
                    key=lambda pair: str(pair[0]),
                )
            ),
            "marked": self._squares("marked", board) if "marked" in self._data else None,
            "empty": self._squares("empty", board),
            "given": frozenset(
                Place(
                    self._square(("given", square), square, board),
                    self._kind(("given", square), str(kind), pieces),
                )
                for square, kind in self._table("given").items()
            ),
            "peace": self._at(("peace",), _peace, self._data.get("peace", "none")),
            "transparent": self._flag("transparent"),
            "attacks": frozenset(self._attacks(board)),
            "regions": self._regions(board),
            "each": self._number(("each",), self._data.get("each", 1)),
            "count": frozenset(self._counts(board, pieces)),
            "lit": self._squares("lit", board) if "lit" in self._data else None,
            "where": self._where(board),
            "sense": sense,
            "weights": weights,
        }
        try:
            return Sheet(**values)
        except BadInput as error:
            key, _, _ = str(error).partition(":")
            self._fail((key,), str(error))

    # Entries

    def _board(self) -> Board:
        text = self._at(("board",), _string, self._data["board"])
        if " " in text:
            self._fail(("board",), f"board {text!r}: expected a size, with holes and walls beside")
        board = self._at(("board",), Board.parse, text)
        for key in ("holes", "walls"):
            if key in self._data:
                squares = self._at((key,), lambda v: parse_squares(_string(v)), self._data[key])
                text += f" --{key} {write_squares(squares)}"
                board = self._at((key,), Board.parse, text)
        return board

    def _objective(self, pieces: PieceCounts) -> tuple[Sense | None, tuple[tuple[Piece, int], ...]]:
        senses = [sense for sense in Sense if str(sense) in self._data]
        if not senses:
            return None, ()
        if len(senses) > 1:
            self._fail(("most",), "most and fewest: expected one of the two")
        key = str(senses[0])
        said = self._data[key]
        if said == "pieces":
            return senses[0], tuple((kind, 1) for kind in pieces.kinds)
        if not isinstance(said, dict | str) or not said:
            self._fail(
                (key,), f"{key} = {said!r}: expected a piece, 'pieces', or a table of weights"
            )
        table = said if isinstance(said, dict) else {said: 1}
        weights = []
        for kind, weight in table.items():
            if type(weight) is not int or not 1 <= weight <= 100:
                self._fail((key, kind), f"{kind} = {weight!r}: expected a weight from 1 to 100")
            weights.append((self._kind((key, kind), str(kind), pieces), weight))
        return senses[0], tuple(sorted(weights, key=lambda pair: str(pair[0])))

    def _attacks(self, board: Board) -> Iterable[tuple[Square, Number]]:
        said = self._data.get("attacks", {})
        if isinstance(said, str):
            said = {
                str(square): word
                for square, word in self._drawing("attacks", said, board, str.split).items()
                if word not in (".", "-")
            }
        for square, number in self._table("attacks", said).items():
            path = ("attacks", square)
            yield self._square(path, square, board), self._number(path, number)

    def _regions(self, board: Board) -> frozenset[frozenset[Square]]:
        said = self._data.get("regions", [])
        if isinstance(said, str):
            regions: dict[str, set[Square]] = {}
            for square, letter in self._drawing("regions", said, board, _letters).items():
                if letter != ".":
                    regions.setdefault(letter, set()).add(square)
            return frozenset(map(frozenset, regions.values()))
        if not isinstance(said, list):
            self._fail(("regions",), f"regions: expected {KEYS['regions']}")
        listed = [self._squares("regions", board, squares) for squares in said]
        if not all(listed):
            self._fail(("regions",), "regions: one of them has no square, expected at least one")
        for number, region in enumerate(listed):
            for other in listed[:number]:
                if common := region & other:
                    self._fail(("regions",), f"regions: {min(common)} is in two of them")
        return frozenset(listed)

    def _drawing(
        self, key: str, text: str, board: Board, split: Callable[[str], list[str]]
    ) -> dict[Square, str]:
        """Read a drawing, the top rank first; ranks stand on lines or between slashes."""
        lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
        if len(lines) != board.rows:
            self._fail((key,), f"{key}: expected {board.rows} ranks, got {len(lines)}")
        cells: dict[Square, str] = {}
        for line, row in zip(lines, reversed(range(board.rows)), strict=True):
            words = split(line)
            if len(words) != board.columns:
                problem = f"expected {board.columns} squares, got {len(words)}"
                self._fail((key,), f"{key}, rank {row + 1}: {problem}")
            cells |= {Square(row, column): word for column, word in enumerate(words)}
        return {square: word for square, word in cells.items() if square in board}

    def _counts(self, board: Board, pieces: PieceCounts) -> Iterable[Count]:
        said = self._data.get("count", [])
        if not isinstance(said, list) or not all(isinstance(entry, dict) for entry in said):
            self._fail(("count",), f"count: expected {KEYS['count']}")
        for index, entry in enumerate(said):
            path: Path = ("count", index)
            if not {"squares", "number"} <= entry.keys() <= {"squares", "number", "piece"}:
                got = ", ".join(entry) or "nothing"
                self._fail(path, f"count: expected squares, number and perhaps piece, got {got}")
            kind = entry.get("piece")
            yield Count(
                self._squares("count", board, entry["squares"], (*path, "squares")),
                self._number((*path, "number"), entry["number"]),
                None if kind is None else self._kind((*path, "piece"), str(kind), pieces),
            )

    def _where(self, board: Board) -> Any:
        if "where" not in self._data:
            return None
        from satchess.domain.conditions import (
            Condition,  # needs pyeda, which most puzzles do without
        )

        def parse(value: object) -> Condition:
            condition = Condition.parse(_string(value))
            condition = condition.on(board.rows, board.columns, board.holes | board.walls)
            board.check_squares(condition.squares, "where")
            return condition

        return self._at(("where",), parse, self._data["where"])

    # Values

    def _table(self, key: str, said: object = None) -> Mapping[str, Any]:
        value = self._data.get(key, {}) if said is None else said
        if not isinstance(value, dict):
            self._fail((key,), f"{key} = {value!r}: expected {KEYS[key]}")
        return value

    def _flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            self._fail((key,), f"{key} = {value!r}: expected {KEYS[key]}")
        return value

    def _squares(
        self, key: str, board: Board, said: object = None, path: Path = ()
    ) -> frozenset[Square]:
        value = self._data.get(key, "") if said is None else said

        def parse(value: object) -> frozenset[Square]:
            if value == "":
                return frozenset()
            squares = parse_squares(_string(value))
            board.check_squares(squares, key)
            return squares

        return self._at(path or (key,), parse, value)

    def _square(self, path: Path, text: str, board: Board) -> Square:
        def parse(text: str) -> Square:
            square = Square.parse(text)
            board.check_squares(frozenset({square}), str(path[0]))
            return square

        return self._at(path, parse, text)

    def _kind(self, path: Path, text: str, pieces: PieceCounts) -> Piece:
        kind = self._at(path, _kind, text)
        if kind not in pieces.kinds:
            listed = ", ".join(map(str, pieces.kinds))
            self._fail(path, f"{path[0]}: {text!r} is not among the pieces, expected {listed}")
        return kind

    def _number(self, path: Path, value: object) -> Number:
        if type(value) is int and 0 <= value < 1_000_000:
            return Number(value, value)
        return self._at(path, lambda v: Number.parse(_string(v)), value)

    def _at(self, path: Path, parse: Callable[[Any], Read], value: object) -> Read:
        """Parse a value; an error names the place of its entry."""
        try:
            return parse(value)
        except BadInput as error:
            self._fail(path, str(error))

    def _fail(self, path: Path, problem: str) -> Never:
        raise BadQuestion(f"{self._place(path)}: {problem}") from None


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise BadQuestion(f"{value!r}: expected a text in quotation marks")
    return value


def _letters(line: str) -> list[str]:
    return list("".join(line.split()))


def _peace(value: object) -> Peace:
    try:
        return Peace(str(value))
    except ValueError:
        raise BadQuestion(f"peace {value!r}: expected none, kind or all") from None


def _kind(text: str) -> Piece:
    return ensure_symmetric(Piece.parse_any(text))
