"""What pages show of the fewest queens: generated parts, by the names of `tools/reference.py`."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from benchmarks.tables import Table
from queens_domination import ENOUGH, RESULTS, WALKING, Board, is_proof

PUBLISHED = RESULTS.parents[2] / "tests" / "published" / "queens_domination.json"
NAMES = {False: "dominating", True: "independent"}
SIDES = range(4, 19)
"""The rectangles that are tabulated: those of the literature."""

SMALLEST_SQUARE = 12
"""Of smaller squares the tables of rectangles say enough."""

Parts = dict[str, Callable[[], Iterator[str]]]


def parts() -> Parts:
    """Return the writer of each part."""
    return {
        "queens-domination": squares,
        "queens-rectangles": rectangles,
        "queens-rectangles-times": times,
    }


class Known:
    """What is known of a board."""

    def __init__(self, entry: dict[str, Any], published: dict[str, Any]) -> None:
        rows, columns = entry["rows"], entry["columns"]
        self.board = Board(rows * columns, rows, columns, entry["independent"])
        self._entry = entry
        self._published = published

    @cached_property
    def proofs(self) -> list[tuple[str, float]]:
        """The ways that have proved the value, each with its seconds."""
        return [
            (way, found["seconds" if found["processor"] is None else "processor"])
            for way, found in self._entry["ways"].items()
            if is_proof(found, self._entry)
        ]

    @property
    def value(self) -> int | None:
        """The fewest queens, if that is proved."""
        return self._entry["upper"] if self.proofs else None

    @property
    def published(self) -> int | None:
        """The value of the literature, if it has one."""
        rows, columns, name = self.board.rows, self.board.columns, NAMES[self.board.independent]
        rectangles, squares = (self._published[shape][name] for shape in ("rectangles", "squares"))
        if columns <= len(rectangles):
            return int(rectangles[columns - 1][rows - 1])
        return int(squares[rows - 1]) if rows == columns <= len(squares) else None

    @property
    def shown(self) -> str:
        """The value, or its bounds, with signs for what there is to say about it."""
        if self.value is None:
            lower, upper = self._entry["lower"], self._entry["upper"]
            return f"{lower} to {upper}" if upper else f"{lower} or more"
        text = f"*{self.value}*" if self.value == self.board.least else f"{self.value}"
        text = text if self.published is not None else f"**{text}**"
        return text + "'" * (len(self.proofs) < ENOUGH)


def known(independent: bool) -> Iterator[Known]:
    """Yield what is known about the boards of a kind of queens."""
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for entry in json.loads(RESULTS.read_text(encoding="utf-8"))["boards"]:
        if entry["independent"] == independent:
            yield Known(entry, published)


def squares() -> Iterator[str]:
    """Tabulate square boards with two proofs of each; what no table has is bold."""
    for independent, name in NAMES.items():
        rows = [
            [f"{board.board.rows}", board.shown, *[*_proofs(board), "", ""][:ENOUGH]]
            for board in known(independent)
            if SMALLEST_SQUARE <= board.board.rows == board.board.columns
        ]
        if rows:
            yield Table(["n", f"{name} queens", "a proof", "another"], rows).markdown().strip()


def _proofs(board: Known) -> list[str]:
    return [f"{way}, {_seconds(seconds)} s" for way, seconds in board.proofs]


def rectangles() -> Iterator[str]:
    """Tabulate rectangles, and say how far the tables go and with what they agree."""
    proved = []
    for independent, name in NAMES.items():
        boards = list(_tabulated(independent))
        proved += [board for board in boards if board.value is not None]
        yield f"### {name.capitalize()} queens"
        yield _triangle({_size(board): board.shown for board in boards})
    twice = sum(len(board.proofs) >= ENOUGH for board in proved)
    walked = sum(not WALKING.isdisjoint(dict(board.proofs)) for board in proved)
    agree = sum(board.value == board.published for board in proved)
    yield (
        f"Of {len(NAMES) * len(SIDES) * (len(SIDES) + 1) // 2} values, {len(proved)} are proved,"
        f" {twice} of them in two ways, and {walked} by walking through covers."
        f" {'All' if agree == len(proved) else agree} of those that are proved are the values of"
        " the literature."
    )


def times() -> Iterator[str]:
    """Tabulate the processor seconds of the quickest proof on each rectangle."""
    for independent, name in NAMES.items():
        yield f"### {name.capitalize()} queens: seconds"
        yield _triangle(
            {
                _size(board): _seconds(min(seconds for _, seconds in board.proofs))
                for board in _tabulated(independent)
                if board.proofs
            }
        )


def _tabulated(independent: bool) -> Iterator[Known]:
    boards = known(independent)
    return (board for board in boards if {board.board.rows, board.board.columns} <= {*SIDES})


def _size(board: Known) -> tuple[int, int]:
    return board.board.rows, board.board.columns


def _triangle(cells: Mapping[tuple[int, int], str]) -> str:
    """Write a table of boards by their longer and their shorter side."""
    rows = [[f"{n}", *(cells.get((m, n), "") for m in SIDES)] for n in SIDES]
    return Table(["", *(f"{m}" for m in SIDES)], rows).markdown().strip()


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"
