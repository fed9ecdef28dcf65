"""Frame cuts: few squares are left for queens once the outermost empty lines are known.

Let the files `left` and `right` be empty, and take a *window*: consecutive ranks, no more than the
two files are apart. No diagonal passes two of the squares where the window crosses the two files.
So a queen covers at most 4 of them, two along its rank and one with each diagonal; and at most 2
if its rank is not in the window. Now let `o` ranks outside the window hold a queen each, as all
those beyond the outermost empty ranks do. k queens cover at most 4k - 2o of the squares, and there
are 2w of them for w ranks in the window. The *slack* 4k - 2o - 2w pays

- 1 for each of the squares that a queen could have covered so, and does not;
- 1 for each time that a square is covered again;
- 2 for each queen outside the window, beyond one on each of the `o` ranks.

If it is negative, there is no cover. That is the argument of Spencer and Weakley (Weakley:
Domination in the Queen's Graph, 1995) that n x n needs (n - 1) / 2 queens. Close to that bound the
slack is 0, 2 or 4, and what it cannot pay is forbidden. The same holds with ranks and files
exchanged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from satchess.domain.squares import Square
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.formula import Formula
from satchess.encodings.totalizer import Totalizer

MOST_SLACK = 4
"""Windows with more say too little for the clauses they take."""


@dataclass(frozen=True)
class Frame:
    """The outermost empty files and ranks of a placement."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def transposed(self) -> "Frame":
        """The frame of the board with ranks and files exchanged."""
        return Frame(self.bottom, self.top, self.left, self.right)


def is_refuted(frame: Frame, rows: int, columns: int, queens: int) -> bool:
    """Whether no so many queens cover a board with this frame, by counting alone."""
    views = ((frame, rows), (frame.transposed, columns))
    return any(slack < 0 for view, ranks in views for _, slack in windows(view, ranks, queens))


class FrameCuts:
    """The cuts of the frames of a formula: that of queens which cover a rows x columns board."""

    def __init__(
        self, formula: Formula, number_of: Mapping[Square, int], rows: int, columns: int
    ) -> None:
        """Give names in the formula to what the slack of any window may have to pay for."""
        squares = [[number_of[Square(r, c)] for c in range(columns)] for r in range(rows)]
        diagonals: dict[tuple[int, int], list[int]] = {}
        for square, variable in number_of.items():
            for direction in (1, -1):
                line = (direction, square.column + direction * square.row)
                diagonals.setdefault(line, []).append(variable)
        occupied = {
            line: formula.occupied_literal(tuple(sorted(members)))
            for line, members in diagonals.items()
        }
        crossing = [
            [[occupied[1, c + r], occupied[-1, c - r]] for c in range(columns)] for r in range(rows)
        ]
        self._upright = _View(formula, squares, crossing)
        self._transposed = _View(
            formula,
            [list(file) for file in zip(*squares, strict=True)],
            [list(file) for file in zip(*crossing, strict=True)],
        )

    def add(self, collector: ClauseCollector, frame: Frame, queens: int) -> None:
        """State that a cover by so many queens has a frame, which counting has not refuted."""
        self._upright.add(collector, frame, queens)
        self._transposed.add(collector, frame.transposed, queens)


class _View:
    """The board as seen from one side: windows of ranks, cuts by empty files."""

    def __init__(
        self, formula: Formula, squares: list[list[int]], crossing: list[list[list[int]]]
    ) -> None:
        self._squares = squares
        self._ranks = [formula.occupied_literal(tuple(rank)) for rank in squares]
        self._two_on = [
            Totalizer.of(formula.collector, rank).at_least(2) if len(rank) > 1 else None
            for rank in squares
        ]
        self._covered_twice = [
            [
                Totalizer.of(formula.collector, [rank, *diagonals]).at_least(2)
                for diagonals in crossings
            ]
            for rank, crossings in zip(self._ranks, crossing, strict=True)
        ]

    def add(self, collector: ClauseCollector, frame: Frame, queens: int) -> None:
        """Say which ranks are outermost, and what every window allows."""
        for rank, literal in enumerate(self._ranks):
            if rank in (frame.bottom, frame.top):
                collector.add([-literal])
            elif not frame.bottom < rank < frame.top:
                collector.add([literal])
        for window, slack in windows(frame, len(self._ranks), queens):
            if slack <= MOST_SLACK:
                payments = list(self._payments(frame, window))
                for literal, price in payments:
                    if price > slack:
                        collector.add([-literal])
                affordable = [
                    literal for literal, price in payments if price <= slack for _ in range(price)
                ]
                if slack < len(affordable):
                    collector.add([-Totalizer.of(collector, affordable).at_least(slack + 1)])

    def _payments(self, frame: Frame, window: range) -> Iterator[tuple[int, int]]:
        """Yield literals with the price in slack that each has if it is true."""
        for rank, squares in enumerate(self._squares):
            if rank in (frame.bottom, frame.top):
                continue
            is_beyond = not frame.bottom < rank < frame.top
            price_outside = 2 if rank not in window and not is_beyond else 0
            for file, variable in enumerate(squares):
                if file not in (frame.left, frame.right):
                    price = price_outside + 2 - _diagonal_hits(frame, window, rank, file)
                    if price:
                        yield variable, price
            two = self._two_on[rank]
            if rank not in window and is_beyond and two is not None:
                yield two, 2
        for file in (frame.left, frame.right):
            for rank in window:
                yield self._covered_twice[rank][file], 1


def windows(frame: Frame, ranks: int, queens: int) -> Iterator[tuple[range, int]]:
    """Yield the longest windows of ranks, with their slack."""
    length = min(frame.right - frame.left, ranks)
    for first in range(ranks - length + 1):
        window = range(first, first + length)
        outside = sum(
            rank not in window and not frame.bottom <= rank <= frame.top for rank in range(ranks)
        )
        yield window, 4 * queens - 2 * outside - 2 * length


def _diagonal_hits(frame: Frame, window: range, rank: int, file: int) -> int:
    """Return how many squares of a window on the empty files the diagonals of a square pass."""
    return sum(
        rank + step * abs(file - empty) in window
        for empty in (frame.left, frame.right)
        for step in (1, -1)
    )
