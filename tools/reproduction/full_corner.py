"""Refute a prefix of the first queens independently, where queens must fill the open corner.

After some first queens, the squares above a diagonal are a triangle that none of them attacks.
Number its rows from the top, its columns from the right and its diagonals from the long side, each
from 0: in a triangle of n rows, the three numbers of a square add up to n - 1; of k queens, to
3 (0 + 1 + ... + k - 1) or more, and just k (n - 1) in all. So there are no more than (2n + 1) / 3;
and if as many, and that is whole, they are in the first k rows, columns and diagonals, all of them.
After the prefix that takes `first queens 62` longest, linear programs leave one number of queens
for the triangle, of 28 rows: 19.

Rows and columns of the other queens are known then; only ascending diagonals are shared. This lists
the sets of them that the corner can use, and looks for the other queens in what each set leaves.
(row + column)^2 + (column - row)^2 adds up to a fixed number, which leaves little choice.

This proves that there is no placement with that many queens in the corner. That fewer do not work
either is left to linear programs: `first queens N` proves it at once.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reproduction.full_corner_numba import Numbers, Words, fill_triangle, place_the_rest

SIDE = 62
BEGINNING = (1, 3, 5, 2, 4, 9, 11, 13, 15, 6, 8, 19, 7, 22, 10, 25, 27, 29, 31, 12, 14)

MOST_FILLINGS = 1 << 24

MOST_QUEENS = 32
"""In the triangle: their ascending diagonals must fit into a word."""


class TooLarge(Exception):
    """Too many diagonals or fillings to store."""


@dataclass(frozen=True)
class Board:
    """A board with first queens: a triangle of `height` rows is open, for `queens` of them."""

    side: int
    columns: tuple[int, ...]
    """Of the first queens, from 0."""

    @property
    def is_legal(self) -> bool:
        """Whether the first queens are on the board and do not attack each other."""
        lines = (
            self.columns,
            [row + column for row, column in enumerate(self.columns)],
            [column - row for row, column in enumerate(self.columns)],
        )
        return all(0 <= column < self.side for column in self.columns) and all(
            len(set(line)) == len(self.columns) for line in lines
        )

    @property
    def edge(self) -> int:
        """The first diagonal, by column - row, from which on none is attacked."""
        return 1 + max(column - row for row, column in enumerate(self.columns))

    @property
    def height(self) -> int:
        """The rows of the triangle."""
        return self.side - self.edge - len(self.columns)

    @property
    def queens(self) -> int:
        """The most queens that the triangle holds."""
        return (2 * self.height + 1) // 3

    @property
    def is_full(self) -> bool:
        """Whether these queens must fill its first lines, and nothing attacks it."""
        first = len(self.columns)
        lowest = first + self.side - self.height  # of row + column in the triangle
        return 1 <= self.height == (3 * self.queens - 1) / 2 and all(
            row + column < lowest and column < self.side - self.height
            for row, column in enumerate(self.columns)
        )

    def fillings(self) -> tuple[int, Words]:
        """Return the number of ways to fill the triangle, and their sets of row + column.

        Sets are words; the lowest bit is for the top row and the leftmost column that is used.
        """
        if self.queens > MOST_QUEENS:
            raise TooLarge(f"{self.queens} queens in the corner")
        found = np.zeros(MOST_FILLINGS, np.uint64)
        number = fill_triangle(self.queens, found)
        if number > MOST_FILLINGS:
            raise TooLarge(f"{number} ways to fill the corner")
        return number, np.unique(found[:number])

    def rest(self) -> "Rest":
        """Return the subproblem of the other queens."""
        taken = set(self.columns)
        return Rest(
            len(self.columns) + self.queens,
            tuple(c for c in range(self.side - self.queens) if c not in taken),
            frozenset(row + column for row, column in enumerate(self.columns)),
            frozenset(column - row for row, column in enumerate(self.columns)),
            len(self.columns) + self.side - self.queens,
        )


@dataclass(frozen=True)
class Rest:
    """The rows from `first` on, as many as there are columns, and the diagonals in use."""

    first: int
    columns: tuple[int, ...]
    ascending: frozenset[int]
    descending: frozenset[int]
    lowest_sum: int
    """The row + column of the lowest bit of a set of the corner."""

    @property
    def rows(self) -> range:
        """The rows."""
        return range(self.first, self.first + len(self.columns))

    @cached_property
    def costs(self) -> Numbers:
        """What diagonals of both directions cost: their squared distances from the mean.

        Times the number of queens, squared: whole numbers.
        """
        count, left = len(self.columns), self.columns[0]
        width = self.columns[-1] - left + count
        if width > 64:
            raise TooLarge(f"{width} diagonals beside the corner")
        row_sum, column_sum = sum(self.rows), sum(self.columns)
        places = np.arange(width)
        ascending = count * (self.first + left + places) - row_sum - column_sum
        descending = count * (left - self.rows[-1] + places) - column_sum + row_sum
        return np.array([ascending**2, descending**2])

    @cached_property
    def order(self) -> Numbers:
        """The diagonals of each direction, the cheapest first."""
        return np.argsort(self.costs, axis=1, kind="stable")

    @cached_property
    def budget(self) -> int:
        """The total cost of the diagonals, the same in every placement."""
        return 2 * sum(
            (len(line) * place - sum(line)) ** 2
            for line in (self.rows, self.columns)
            for place in line
        )

    def is_completed_with(self, corner: int) -> tuple[bool, int]:
        """Whether the other queens fit, given the ascending diagonals that the corner uses.

        Also the nodes of the search.
        """
        if not self.columns:
            return True, 0
        left = self.columns[0]
        used = self.ascending | {
            self.lowest_sum + bit for bit in range(64) if int(corner) >> bit & 1
        }
        squares = [
            sum(
                1 << column - left
                for column in self.columns
                if row + column not in used and column - row not in self.descending
            )
            for row in self.rows
        ]
        return place_the_rest(
            np.array(squares, np.uint64),
            np.uint64(sum(1 << column - left for column in self.columns)),
            self.costs,
            self.order,
            self.budget,
        )


def main(arguments: Sequence[str]) -> int:
    """Check all fillings of the corner; the exit code is 1 if one can be completed."""
    parser = argparse.ArgumentParser(prog="full_corner.py", description=__doc__)
    parser.add_argument("side", nargs="?", type=int, default=SIDE, help=f"of the board, or {SIDE}")
    parser.add_argument("columns", nargs="*", type=int, help="of the first queens, from 1")
    said = parser.parse_args(arguments)
    if said.side != SIDE and not said.columns:
        parser.error("expected the columns of the first queens")
    board = Board(said.side, tuple(c - 1 for c in said.columns or BEGINNING))
    if not board.is_legal:
        parser.error("expected columns of queens that do not attack each other")
    if not board.is_full:
        parser.error(f"{board.queens} queens need not fill a triangle of {board.height} rows")
    try:
        return _look_through(board)
    except TooLarge as error:
        parser.error(f"too large: {error}")
    except KeyboardInterrupt:
        print("\ninterrupted: nothing is shown", file=sys.stderr)
        return 130


def _look_through(board: Board) -> int:
    start = time.perf_counter()
    number, sets = board.fillings()
    print(
        f"{board.queens} queens fill a triangle of {board.height} rows in {number} ways;"
        f" {len(sets)} sets of ascending diagonals, {time.perf_counter() - start:.0f} s",
        flush=True,
    )
    rest = board.rest()
    nodes = 0
    for done, corner in enumerate(sets, 1):
        is_completed, more = rest.is_completed_with(corner)
        nodes += more
        if is_completed:
            print(f"set {done} can be completed")
            return 1
        if done % 1000 == 0 and sys.stderr.isatty():
            print(f"{done} of {len(sets)} sets, {nodes} nodes", end="\r", file=sys.stderr)
    seconds = time.perf_counter() - start
    others = len(rest.columns)
    print(f"none of them leaves room for the other {others}: {nodes} nodes, {seconds:.0f} s;")
    print(f"so not with {board.queens} in the corner")
    return 0
