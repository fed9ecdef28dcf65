"""Squares in any form that a person has them; the form is recognised.

    words         a1 b5,C8, the words of regions (border, rank1, ...), joined by `and` or blanks
    permutation   3 7 2 8 5 1 4 6, or 37285146: the column of row 1, 2, ...; `-` is an empty row
    FEN           8/8/3Q4/8/8/8/8/8: top rank first, numbers say how many squares are empty
    matrix        0 and 1, the top rank first: lines, lines ended by `;`, or [[0,1],[1,0]]
    drawing       as satchess prints it, with or without labels, colours and the text around it

The rules, in this order:

1. Words that are all squares or regions are just that. A number alone is no square, so digits are
   one of the other forms.
2. A text in brackets is a matrix, or a permutation where nothing is nested.
3. A word with slashes is FEN; the fields behind it are left out.
4. Lines that are labelled by all ranks, from the top, are a drawing; other text is left out.
5. As many lines as the board has ranks are a drawing, or a matrix where all signs are 0 and 1.
6. Numbers on one line, as many as there are rows, are a permutation.

On a drawing, `.`, `·`, `-`, `_`, `0` and blanks are empty squares. Where it has other signs, `#` is
a wall of the board; where it has none, `#` is the mark.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from satchess.domain.region_words import REGION_WORDS, is_region, squares_named
from satchess.domain.squares import Square, file_name, is_square
from satchess.errors import BadSquare, or_rather

MARK = "1"
"""The sign of a square where a form has no signs of its own."""

MATRIX = "a matrix"
"""The form that has no signs of its own, on lines or in lists."""

WALLS = frozenset("#▓█")
"""Signs of squares that a board does not have."""

_EMPTY = frozenset(".·-_0⋅")
_COLOUR = r"\x1b\[[0-9;]*m"
_FEN = r"[A-Za-z0-9.-]+(?:/[A-Za-z0-9.-]+)+"
_LABELLED = r"\s*(\d{1,5})(?:\s|$)"
_LEGEND = r"(\S) (\S+)"
_LONG_LEGEND = r"\S \S{2,}"  # `Q Q` may be a rank
_SIGNS_OF_A_FORM = r"[\n/\[(;.·]"
LONGEST_SHOWN = 60
"""Characters of a text that an error repeats."""


class Reading(NamedTuple):
    """What stands on a board: a sign for each square that is not empty, and what signs mean."""

    form: str
    signs: Mapping[Square, str]
    legend: Mapping[str, str] = {}

    @property
    def marked(self) -> frozenset[Square]:
        """The squares with a sign; walls only where there is nothing else."""
        others = frozenset(square for square, sign in self.signs.items() if sign not in WALLS)
        return others or frozenset(self.signs)


def read_squares(
    text: str, rows: int, columns: int, missing: Collection[Square] = ()
) -> frozenset[Square]:
    """Read squares in any form; a region leaves out those that are `missing` from the board.

    >>> sorted(map(str, read_squares("corners and 0 1;0 0", 2, 2)))
    ['a1', 'a2', 'b1', 'b2']
    """
    squares: set[Square] = set()
    for part in parts_of(text):
        if is_words(part):
            squares |= _named(part, rows, columns, frozenset(missing))
        else:
            squares |= read_signs(part, rows, columns).marked.difference(missing)
    for square in sorted(squares):
        if square.row >= rows or square.column >= columns:
            raise BadSquare(f"{square} is not on a {rows}x{columns} board")
    return frozenset(squares)


def as_text(value: Any) -> Any:
    """Write columns or a matrix, in lists or in an array, as a text; leave other values alone.

    >>> as_text([2, 4, 1, 3]), as_text([[0, True], (1, 0)]), as_text(["a1", "b2"])
    ('[2, 4, 1, 3]', '[[0, 1], [1, 0]]', ['a1', 'b2'])
    """
    rows = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(rows, list | tuple) or not rows or isinstance(rows, Square):
        return value
    if all(isinstance(column, int) for column in rows):
        return str([int(column) for column in rows])
    if all(isinstance(row, list | tuple) and not isinstance(row, Square) for row in rows) and all(
        isinstance(sign, int) for row in rows for sign in row
    ):
        return str([[int(sign) for sign in row] for row in rows])
    return value


def parts_of(text: str) -> list[str]:
    """Split a text at the words `and`."""
    return re.split(r"(?<!\s)\s+and\s+", text)


_TIMES = ("x", "X", "\N{MULTIPLICATION SIGN}", "*", "by")
_SIZE = rf"(\d[\d.-]*)(?:(?:{'|'.join(map(re.escape, _TIMES))})(\d[\d.-]*))?(:\w+)?"


def join_sizes(words: Sequence[str]) -> list[str]:
    """Write sizes of boards as one word each, whatever stands between their numbers.

    >>> join_sizes(["8", "x", "8"]), join_sizes(["8X", "8:Torus"]), join_sizes(["3", "16"])
    (['8x8'], ['8x8:torus'], ['3', '16'])
    """
    joined: list[str] = []
    start = 0
    while start < len(words):
        rest = words[start : start + 3]
        taken = 1
        if len(rest) > 2 and rest[1] in _TIMES:
            taken = 3
        elif len(rest) > 1 and (rest[0].endswith(_TIMES) or rest[1].startswith(_TIMES)):
            taken = 2
        match = re.fullmatch(_SIZE, "".join(rest[:taken]))
        if match is None:
            joined.append(rest[0])
            start += 1
            continue
        start += taken
        joined.append("x".join(filter(None, match.group(1, 2))) + (match[3] or "").lower())
    return joined


def split_words(text: str) -> list[str]:
    """Split a text at commas and blanks."""
    return text.replace(",", " ").split()


def is_words(text: str) -> bool:
    """Whether a text consists of names of squares and regions."""
    words = split_words(text)
    return bool(words) and all(is_region(word) or is_square(word) for word in words)


def may_be_a_form(text: str) -> bool:
    """Whether a text, which is not words, can be one of the forms on some board."""
    words = split_words(text)
    digits = bool(words) and all(word == "-" or _is_number(word) for word in words)
    return bool(re.search(_SIGNS_OF_A_FORM, text.strip())) or (digits and len(text.strip()) > 1)


def read_signs(text: str, rows: int, columns: int) -> Reading:
    """Read a form that shows the whole board: anything but words."""
    text = re.sub(_COLOUR, "", text).replace("\ufe0f", "").replace("\t", " ").replace("\r", "")
    bare = text.strip()
    if bare.startswith(("[", "(", "array(")):
        return _read_lists(bare, rows, columns)
    first = bare.split(maxsplit=1)[0] if bare else ""
    if re.fullmatch(_FEN, first):
        return _read_fen(first, rows, columns)
    lines = [line.rstrip() for line in re.split(r"\n|;", text)]
    if (labelled := _labelled_cells(lines, rows, columns)) is not None:
        drawn, after = labelled
        legend = {m[1]: m[2] for line in after if (m := re.fullmatch(_LEGEND, line))}
        return Reading("a drawing", _marked(drawn), legend)
    if (cells := _plain_cells(lines, rows, columns)) is not None:
        is_matrix = all(set(row) <= {"0", MARK} for row in cells)
        return Reading(MATRIX if is_matrix else "a drawing", _marked(cells))
    words = split_words(bare)
    if words and all(word == "-" or _is_number(word) for word in words):
        return _read_numbers(words, lines, rows, columns)
    raise BadSquare(_not_understood(text, lines, rows, columns))


def _named(text: str, rows: int, columns: int, missing: frozenset[Square]) -> set[Square]:
    squares: set[Square] = set()
    for word in split_words(text):
        if is_region(word):
            squares.update(s for s in squares_named(word, rows, columns) if s not in missing)
        else:
            squares.add(Square.parse(word))
    return squares


# FEN


def _read_fen(fen: str, rows: int, columns: int) -> Reading:
    ranks = fen.split("/")
    if len(ranks) != rows:
        raise BadSquare(f"FEN {_shown(fen)}: {len(ranks)} ranks, expected {rows}")
    cells = []
    for number, rank in zip(range(rows, 0, -1), ranks, strict=True):
        row: list[str] = []
        for part in re.findall(r"\d+|\D", rank):
            row += [""] * min(int(part[:6]), columns + 1) if part.isdigit() else [part]
        if len(row) != columns:
            got = "more" if len(row) > columns else str(len(row))
            raise BadSquare(f"FEN {_shown(fen)}: rank {number} has {got}, expected {columns}")
        cells.append(row)
    return Reading("FEN", _marked(cells))


# Numbers


def _read_lists(text: str, rows: int, columns: int) -> Reading:
    """Read a list or an array as Python writes it."""
    inner = re.sub(r"['\"]", "", text.removeprefix("array").strip())
    lists = re.findall(r"[\[(]([^\[\]()]*)[\])]", inner)
    if len(lists) == 1 and not re.match(r"[\[(]\s*[\[(]", inner):
        if is_words(lists[0]):
            return Reading(
                "words", dict.fromkeys(_named(lists[0], rows, columns, frozenset()), MARK)
            )
        words = split_words(lists[0])
        if words and all(word == "-" or _is_number(word) for word in words):
            return _read_numbers(words, [], rows, columns)
    cells = [split_words(each.replace("True", "1").replace("False", "0")) for each in lists]
    if len(cells) != rows or any(len(row) != columns for row in cells):
        got = f"{len(cells)} rows of {'/'.join(map(str, sorted({len(row) for row in cells})))}"
        raise BadSquare(f"matrix {_shown(text)}: {got}, expected {rows} of {columns}")
    return Reading(MATRIX, _marked(cells))


def _read_numbers(words: Sequence[str], lines: Sequence[str], rows: int, columns: int) -> Reading:
    shown = f"permutation {_shown(' '.join(words))}"
    if len(words) == 1 and len(words[0]) == rows > 1 and columns <= 9:
        words = list(words[0])
    if sum(map(bool, lines)) > 1 and set("".join(words)) <= set("01"):
        raise BadSquare(
            f"matrix {_shown(' '.join(words))}: expected {rows} lines of {columns} numbers"
        )
    if len(words) != rows:
        raise BadSquare(f"{shown}: {len(words)} columns, expected {rows}, one for each row")
    signs = {}
    for row, word in enumerate(words):
        if word == "-":
            continue
        if not 1 <= int(word[:9]) <= columns:
            raise BadSquare(f"{shown}: column {word}, expected 1 to {columns}, or - for none")
        signs[Square(row, int(word) - 1)] = MARK
    return Reading("a permutation", signs)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


# Drawings


def _labelled_cells(
    lines: Sequence[str], rows: int, columns: int
) -> tuple[list[list[str]], Sequence[str]] | None:
    """Return the cells of a drawing with ranks at its side, and the lines behind it."""
    numbered = (re.match(_LABELLED, line) for line in lines)
    labels = [match and int(match[1]) for match in numbered]
    found = [
        start
        for start in range(len(lines) - rows + 1)
        if all(labels[start + below] == rows - below for below in range(rows))
    ]
    for start in found:
        block, after = lines[start : start + rows], lines[start + rows :]
        if (columns_at := _headings(after, columns)) is not None:
            margin = min(columns_at) - 1
            cells = [_cells_at(line[margin:], [c - margin for c in columns_at]) for line in block]
        elif all(len(line.split()) == columns for line in block):
            continue  # the numbers are signs, not labels
        elif (
            plain := _grid([re.sub(_LABELLED, "", line, count=1) for line in block], columns)
        ) is None:
            continue
        else:
            cells = plain
        if len(found) > 1:
            raise BadSquare(f"{len(found)} drawings of {rows}x{columns}, expected one")
        return cells, after
    return None


def _headings(after: Sequence[str], columns: int) -> list[int] | None:
    """Return where the columns are, by the first line of the names of files."""
    if not after:
        return None
    if not _is_heading(after[0], columns) or not after[0].startswith(" "):
        return None
    return [match.start() for match in re.finditer(r"\S", after[0])]


def _is_heading(line: str, columns: int) -> bool:
    """Whether a line holds the names of the files, of which a drawing has room for one letter."""
    return "".join(line.split()) == "".join(file_name(column)[0] for column in range(columns))


def _cells_at(line: str, positions: Sequence[int]) -> list[str]:
    """Return what stands at the positions of a line, without the label before them."""
    covering = {p: match[0] for match in re.finditer(r"\S+", line) for p in range(*match.span())}
    return [covering.get(position, "") for position in positions]


def _plain_cells(lines: Sequence[str], rows: int, columns: int) -> list[list[str]] | None:
    """Return the cells of a drawing or a matrix without labels of ranks."""
    framed = [line for line in lines if not re.fullmatch(r"\s*[+|][-+=|]*\s*", line)]
    filled = [number for number, line in enumerate(framed) if line.strip()]
    if not filled:
        return None
    for places in (filled, range(filled[0], min(filled[0] + rows, len(framed)))):
        block = [framed[number] for number in places[:rows]]
        after = (framed[number] for number in filled if number > places[:rows][-1])
        if (
            len(block) == rows
            and all(
                _is_heading(line, columns) or re.fullmatch(_LONG_LEGEND, line) for line in after
            )
            and (cells := _grid(block, columns)) is not None
        ):
            return cells
    return None


def _grid(lines: Sequence[str], columns: int) -> list[list[str]] | None:
    """Cut lines into cells, all in the same way."""
    for cut in (_framed, _words, _letters, _spaced, _letters_and_blanks):
        cells = [cut(line, columns) for line in lines]
        if all(len(row) == columns for row in cells):
            return cells
    return None


def _framed(line: str, columns: int) -> list[str]:
    """Cut at the bars of a frame."""
    line = line.strip().replace("│", "|")
    inner = line.removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in inner.split("|")] if "|" in line else []


def _words(line: str, columns: int) -> list[str]:
    return line.split()


def _letters(line: str, columns: int) -> list[str]:
    return list(line.strip())


def _spaced(line: str, columns: int) -> list[str]:
    """Cut as satchess draws: a blank after each sign, and one more instead of a hole."""
    return [] if line[1::2].strip() else _letters_and_blanks(line[::2], columns)


def _letters_and_blanks(line: str, columns: int) -> list[str]:
    return [sign.strip() for sign in line.ljust(columns)]


def _marked(cells: Sequence[Sequence[str]]) -> dict[Square, str]:
    """Return the signs by their squares, those of empty squares left out."""
    return {
        Square(row, column): sign
        for row, line in enumerate(reversed(cells))
        for column, sign in enumerate(line)
        if sign and sign not in _EMPTY
    }


# Errors


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}...")


def bad_word(text: str) -> BadSquare:
    """Say what is wrong with a text that ought to be words."""
    words = [word for word in split_words(text) if not (is_region(word) or is_square(word))]
    if not words:
        return BadSquare(f"squares {text!r}: expected at least one square, such as a1,c2")
    return BadSquare(
        f"square {words[0][:40]!r}: expected a file and a rank, such as c2 or aa12,"
        f" or one of {', '.join(REGION_WORDS)}{or_rather(words[0], REGION_WORDS)}"
    )


def _not_understood(text: str, lines: Sequence[str], rows: int, columns: int) -> str:
    filled = [line for line in lines if line.strip()]
    if len(filled) <= 1 and not (set(text) & _EMPTY):
        return str(bad_word(text))
    got = f"{len(filled)} lines that are" if len(filled) > 1 else "one line that is"
    return (
        f"squares {_shown(text)}: {got} no drawing of {rows} ranks and {columns} files;"
        f" expected squares such as a1,c2, regions such as border, {rows} columns, FEN,"
        " a drawing or a matrix of 0 and 1"
    )
