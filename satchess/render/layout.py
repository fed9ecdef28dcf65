"""How a table is laid out: what stands at its side, above it and in its cells."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log

from satchess.answers import Answer
from satchess.tables import Key, Table


@dataclass(frozen=True)
class Line:
    """A line of a table: what stands at its side, and its cells, None where one is missing."""

    heads: tuple[str, ...]
    cells: tuple[Answer | None, ...]


@dataclass(frozen=True)
class Layout:
    """A table as lines, with headings of the columns: those at the side, and those of the cells."""

    corner: tuple[str, ...]
    across: tuple[str, ...]
    lines: tuple[Line, ...]


def lay_out(table: Table) -> Layout:
    """Lay out a table: the last argument goes across, the others go down.

    Rows and columns that do not fill a rectangle alone are one argument, the board, which goes
    down.
    """
    names, cells = _by_board(table)
    if table.is_by_size:  # too wide to stand side by side
        lines = (Line(tuple(map(str, key)), (answer,)) for key, answer in cells.items())
        return Layout(names, ("polynomial",), tuple(lines))
    if len(names) == 1:
        lines = (Line((str(key[0]),), (answer,)) for key, answer in cells.items())
        return Layout(names, ("answer",), tuple(lines))
    across = list(dict.fromkeys(key[-1] for key in cells))
    down = dict.fromkeys(key[:-1] for key in cells)
    *outer, inner = names[:-1]
    if names == ("rows", "columns"):
        inner = ""
    elif names[-1] != "piece":
        inner = f"{inner}/{names[-1]}"
    return Layout(
        (*outer, inner),
        tuple(map(str, across)),
        tuple(
            Line(tuple(map(str, head)), tuple(cells.get((*head, value)) for value in across))
            for head in down
        ),
    )


def _by_board(table: Table) -> tuple[tuple[str, ...], Mapping[Key, Answer]]:
    """Make rows and columns one argument, unless they fill a rectangle alone."""
    names = table.names
    if not {"rows", "columns"} <= set(names):
        return names, table
    m, n = names.index("rows"), names.index("columns")
    rectangle = len({key[m] for key in table}) * len({key[n] for key in table})
    if names == ("rows", "columns") and len(table) == rectangle:
        return names, table
    others = [index for index in range(len(names)) if index not in (m, n)]
    return (
        ("board", *(names[index] for index in others)),
        {
            (f"{key[m]}x{key[n]}", *(key[index] for index in others)): answer
            for key, answer in table.items()
        },
    )


def grid(table: Table) -> list[list[str]]:
    """Return the texts of a table, headings included."""
    layout = lay_out(table)
    return [
        [*layout.corner, *layout.across],
        *([*line.heads, *map(entry, line.cells)] for line in layout.lines),
    ]


def entry(answer: Answer | None) -> str:
    """Write a table cell: `5`, `5/4860`, `9..12`, `1 + 4x`, `none`, `?`.

    Nothing where it is missing.
    """
    if answer is None:
        return ""
    if answer.status == "infeasible":
        return "none"
    if answer.request.counting.by_size:
        return answer.polynomial or "?"
    if answer.request.verb == "first" and answer.placement is not None:
        return " ".join(map(str, answer.permutation or answer.placement.words))
    low, high = ("?" if bound is None else str(bound) for bound in (answer.lower, answer.upper))
    texts = [] if low == high == "?" else [low if low == high else f"{low}..{high}"]
    if answer.request.meaning.counts:
        texts.append(str(answer.count) if answer.exact else f"{answer.count or '?'}+")
    return "/".join(texts) or "?"


def heat(table: Table) -> Callable[[Answer | None], float | None]:
    """Return how hot each answer is, from 0 to 1; None where nothing is known.

    Counts, which span many magnitudes, are compared by their logarithms.
    """
    known = [number for answer in table.values() if (number := _number(answer)) is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def of(answer: Answer | None) -> float | None:
        number = None if answer is None else _number(answer)
        if number is None or high == low:
            return number and 0.5
        return (number - low) / (high - low)

    return of


def _number(answer: Answer) -> float | None:
    if answer.request.meaning.counts:
        return None if not answer.count else log(answer.count)
    return answer.lower if answer.value is None else answer.value
