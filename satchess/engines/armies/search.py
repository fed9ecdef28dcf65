"""The compiled search as Python uses it: sets of lines, batches, and armies as squares."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from satchess.domain.squares import Square
from satchess.engines import tally
from satchess.engines.armies.kernels import BLACK, WHITE, Words, explore

_EVEN = ((1, 1), (4, 3), (3, 4), (3, 2), (2, 3), (2, 1), (1, 2), (3, 1), (1, 3), (4, 1), (1, 4))
_UNEVEN = ((7, 1), (1, 7), (12, 1), (1, 12), (20, 1), (1, 20))
"""Points of a white square and of a black one; any are right, some refute more than others."""

PAIRS_A_BATCH = 1 << 20
"""Some tenths of a second."""


class Armies(NamedTuple):
    """Squares of which none of one army is on a line with one of the other."""

    white: tuple[Square, ...]
    black: tuple[Square, ...]


class Search:
    """Looks for two armies: of equal size, or with a given number of white ones.

    Which ranks are white's decides on the order. Sets with few gaps come first, since large armies
    usually keep together. Mirrored sets of ranks, or of files, are left out, and on a square board
    transposed pairs.
    """

    def __init__(self, rows: int, columns: int, white: int | None) -> None:
        self.rows, self.columns = rows, columns
        self._white = white
        self._weights = np.array(_EVEN if white is None else _EVEN + _UNEVEN, np.int64)

    @cached_property
    def _row_sets(self) -> Words:
        return _line_sets(self.rows)

    @cached_property
    def _column_sets(self) -> Words:
        return self._row_sets if self._is_square else _line_sets(self.columns)

    @property
    def _is_square(self) -> bool:
        return self.rows == self.columns

    @property
    def length(self) -> int:
        """The number of sets of ranks."""
        return len(self._row_sets)

    def pairs(self, first: int, last: int) -> int:
        """Return how many pairs of sets there are with a set of ranks of this range."""
        if self._is_square:
            return (last * (last + 1) - first * (first + 1)) // 2
        return (last - first) * len(self._column_sets)

    def ranges(self, first: int, last: int, most_pairs: int) -> Iterator[tuple[int, int]]:
        """Divide a range of sets of ranks into some with so many pairs, unless one has more."""
        while first < last:
            end = first + 1
            step = 1
            while step:  # doubled while it fits, then halved
                if end + step <= last and self.pairs(first, end + step) <= most_pairs:
                    end += step
                    step *= 2
                else:
                    step //= 2
            yield first, end
            first = end

    def larger(self, size: int, first: int, last: int) -> Iterator[Armies]:
        """Yield ever larger armies, the first of at least this size, from a range of sets of ranks.

        If the number of white ones is given, the size is that of black.
        """
        equal = self._white is None
        goals = np.array([size if self._white is None else self._white, size], np.int64)
        best = np.zeros((2, self.rows + self.columns - 1), np.uint64)
        for begin, end in self.ranges(first, last, PAIRS_A_BATCH):
            tally.add(pairs=self.pairs(begin, end))
            before = int(goals[BLACK])
            explore(
                *(self.rows, self.columns, self._row_sets, self._column_sets, begin, end),
                *(self._is_square, equal, goals, self._weights, best),
            )
            if goals[BLACK] > before:
                yield Armies(self._squares(best[WHITE]), self._squares(best[BLACK]))

    def _squares(self, diagonals: Words) -> tuple[Square, ...]:
        return tuple(
            Square(row, row + self.columns - 1 - line)
            for line, word in enumerate(diagonals.tolist())
            for row in range(self.rows)
            if word >> row & 1
        )


def _line_sets(number: int) -> Words:
    """Return the sets of so many lines as bits, one of two mirror images, few gaps first."""
    sets = np.arange(1 << number, dtype=np.uint64)
    mirrored = np.zeros_like(sets)
    changes = np.zeros(len(sets), np.int64)
    for line in range(number):
        bit = sets >> np.uint64(line) & np.uint64(1)
        mirrored |= bit << np.uint64(number - 1 - line)
        if line:
            changes += bit != sets >> np.uint64(line - 1) & np.uint64(1)
    kept = sets <= mirrored
    return sets[kept][np.argsort(changes[kept], kind="stable")]
