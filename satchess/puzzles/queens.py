"""Random queens, and regions around them that no other queens fit; without any engine.

Queens of a coloured-region puzzle stand one in each rank, file and region, and do not touch.
Everything here depends on chance alone, never on what a solver happens to find first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from satchess.domain.squares import Square
from satchess.puzzles.chance import Chance

Columns = tuple[int, ...]
"""The column of the queen of each row."""

Fits = Callable[[Sequence[int], int], bool]
"""Whether a queen fits into a column of the next row, given those of the rows before."""

MOST_TRIES = 20_000
"""Squares that a search for random queens tries before it begins anew."""

MOST_MENDS = 400
"""Squares that change their region before all regions are grown anew."""


def do_not_touch(before: Sequence[int], column: int) -> bool:
    """Whether queens that move like rooks and one step diagonally leave each other in peace."""
    return column not in before and (not before or abs(before[-1] - column) > 1)


def do_not_attack(before: Sequence[int], column: int) -> bool:
    """Whether queens of chess leave each other in peace."""
    row = len(before)
    return all(
        other != column and abs(other - column) != row - number
        for number, other in enumerate(before)
    )


def random_queens(size: int, chance: Chance, fits: Fits) -> Columns:
    """Return queens in all rows; there must be some."""
    while True:
        tries = 0
        orders = [chance.shuffled(range(size)) for _ in range(size)]
        columns: list[int] = []
        pending: list[Iterator[int]] = [iter(orders[0])]
        while pending and tries < MOST_TRIES:
            tries += 1
            column = next(pending[-1], None)
            if column is None:
                pending.pop()
                if columns:
                    columns.pop()
            elif fits(columns, column):
                columns.append(column)
                if len(columns) == size:
                    return tuple(columns)
                pending.append(iter(orders[len(columns)]))


@lru_cache
def _neighbours(size: int) -> dict[Square, tuple[Square, ...]]:
    """Return the squares that share a side with each square of a board."""
    return {
        Square(row, column): tuple(
            Square(row + rows, column + columns)
            for rows, columns in ((-1, 0), (0, -1), (0, 1), (1, 0))
            if 0 <= row + rows < size and 0 <= column + columns < size
        )
        for row in range(size)
        for column in range(size)
    }


class Regions:
    """Regions of a square board, one around each queen: `of[square]` is the row of its queen."""

    def __init__(self, queens: Columns, chance: Chance) -> None:
        self.size = len(queens)
        self.queens = queens
        self._chance = chance
        self._beside = _neighbours(self.size)
        self.of: dict[Square, int] = {Square(r, c): r for r, c in enumerate(queens)}
        self._grow()

    def _grow(self) -> None:
        """Let the regions take squares beside them, one at a time, until none is left."""
        rim = [(beside, row) for s, row in self.of.items() for beside in self._beside[s]]
        while rim:
            index = self._chance.below(len(rim))
            rim[index], rim[-1] = rim[-1], rim[index]
            square, row = rim.pop()
            if square not in self.of:
                self.of[square] = row
                rim += [(beside, row) for beside in self._beside[square] if beside not in self.of]

    def make_unique(self) -> bool:
        """Move squares to other regions until no other queens fit; False if that does not end."""
        for _ in range(MOST_MENDS):
            other = self.other_queens()
            if other is None:
                return True
            against = [Square(row, column) for row, column in enumerate(other)]
            moves = list(self._moves(against)) or list(self._moves(sorted(self.of)))
            if not moves:
                return False
            square, region = self._chance.choice(moves)
            self.of[square] = region
        return False

    def _moves(self, squares: Iterable[Square]) -> Iterator[tuple[Square, int]]:
        """Yield squares that can change their region, and the regions beside them.

        Other queens are then two in that region. A region stays in one piece, and keeps its queen.
        """
        for square in squares:
            beside = {self.of[s] for s in self._beside[square]} - {self.of[square]}
            if beside and self.queens[square.row] != square.column and self._can_leave(square):
                yield from ((square, region) for region in sorted(beside))

    def _can_leave(self, square: Square) -> bool:
        """Whether the region of a square stays in one piece without it."""
        region = self.of[square]
        rest = {s for s, row in self.of.items() if row == region} - {square}
        reached = {Square(region, self.queens[region])}
        border = list(reached)
        while border:
            for beside in self._beside[border.pop()]:
                if beside in rest and beside not in reached:
                    reached.add(beside)
                    border.append(beside)
        return len(reached) == len(rest)

    def other_queens(self) -> Columns | None:
        """Return queens that fit and are not the meant ones.

        Where several fit, those that are found by trying the scarcest rank, file or region first.
        """
        groups = [sum(1 << self._bit(s) for s in squares) for squares in self._groups()]
        meant = sum(1 << self._bit(Square(r, c)) for r, c in enumerate(self.queens))

        def search(taken: int, free: int, waiting: list[int]) -> int:
            if not waiting:
                return taken if taken != meant else 0
            scarcest = min(waiting, key=lambda group: (group & free).bit_count())
            choices = scarcest & free
            while choices:
                bit = choices & -choices
                choices ^= bit
                left = [group for group in waiting if not group & bit]
                still = free & self._peaceful[bit.bit_length() - 1]
                for group in waiting:
                    if group & bit:
                        still &= ~group
                if all(map(still.__and__, left)) and (found := search(taken | bit, still, left)):
                    return found
            return 0

        found = search(0, (1 << self.size**2) - 1, groups)
        columns = (found >> self.size * row & (1 << self.size) - 1 for row in range(self.size))
        return tuple(bits.bit_length() - 1 for bits in columns) if found else None

    def _bit(self, square: Square) -> int:
        return square.row * self.size + square.column

    def _groups(self) -> Iterator[Iterable[Square]]:
        """Yield the squares of each rank, file and region."""
        sides = range(self.size)
        yield from ([Square(row, column) for column in sides] for row in sides)
        yield from ([Square(row, column) for row in sides] for column in sides)
        yield from sorted(self.as_sets(), key=min)

    @cached_property
    def _peaceful(self) -> list[int]:
        """For each square, those that do not touch it, as bits."""
        everywhere = [
            Square(row, column) for row in range(self.size) for column in range(self.size)
        ]
        return [
            sum(
                1 << self._bit(other)
                for other in everywhere
                if max(abs(other.row - square.row), abs(other.column - square.column)) > 1
            )
            for square in everywhere
        ]

    def as_sets(self) -> frozenset[frozenset[Square]]:
        """Return the squares of each region."""
        squares: list[set[Square]] = [set() for _ in range(self.size)]
        for square, row in self.of.items():
            squares[row].add(square)
        return frozenset(map(frozenset, squares))
