"""Placements of queens and leprechauns, split by the pieces of the first rows.

A part is a class of placements (`by_the_rim`, or by the square in the first row) and the columns of
the pieces in the rows that follow: `2.5.9` is the class 2 with pieces in columns 5 and 9, counted
from 0, of the second and third row. The last row may list several columns: `2.5.9,11` is the union
of `2.5.9` and `2.5.11`.
"""

import heapq
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from satchess.engines import tally
from satchess.task import Part

WIDEST = 64
"""Columns that fit a word."""

PROBES = 300
"""Random descents that estimate the size of the search tree."""

NODES_A_PART = 50_000_000
"""Target size of a part in nodes: some tenths of a second."""

LEAST_WORK = 4
"""Work worth fewer parts than this is not divided."""

FEWEST_PARTS, MOST_PARTS = 48, 400

SAMPLES_A_PART = 30
"""Work is estimated by the number of ways to fill a few rows: this many per part on average."""


@dataclass(frozen=True)
class PlacementClass:
    """A class of placements: the input of `count_rows`, and the multiplicity of its result."""

    allowed: list[int]
    ties: list[int]
    times: int


@dataclass(frozen=True)
class Prefixes:
    """Pieces that attack like queens and within `reach` king moves, one in each row."""

    reach: int
    columns: int
    classes: tuple[PlacementClass, ...]

    @cached_property
    def rows(self) -> int:
        """The number of rows, each with a piece."""
        return len(self.classes[0].allowed) if self.classes else 0

    def parts(self) -> list[Part]:
        """Return the classes of placements."""
        from satchess.engines.rows.kernels import SHARES

        times = (Fraction(class_.times, SHARES) for class_ in self.classes)
        return [Part(str(number), each) for number, each in enumerate(times)]

    def divided(self, part: Part) -> tuple[Part, ...]:
        """Split a part by the columns of the next row; empty after the last row."""
        if "," in part.name:
            return singles(part)
        number, columns = _read(part)
        if len(columns) + 1 >= self.rows:
            return ()
        free = self._free(self.classes[number], columns)
        weight = part.weight / max(1, free.bit_count())
        return tuple(
            Part(f"{part.name}.{bit.bit_length() - 1}", part.times, weight) for bit in _bits(free)
        )

    def columns_of(self, part: Part) -> tuple[int, ...]:
        """Return the columns a part fixes, the first row included."""
        number, columns = _read(part)
        return self.classes[number].allowed[0].bit_length() - 1, *columns

    def _free(self, class_: PlacementClass, columns: tuple[int, ...]) -> int:
        """Return the columns of the next row that no earlier piece attacks."""
        row = len(columns) + 1
        free = class_.allowed[row]
        for above, column in enumerate((class_.allowed[0].bit_length() - 1, *columns)):
            rows_apart = row - above
            free &= ~(1 << column | 1 << column + rows_apart)
            if column >= rows_apart:
                free &= ~(1 << column - rows_apart)
            if rows_apart <= self.reach:
                around = (1 << 2 * self.reach + 1) - 1
                shift = column - self.reach
                free &= ~(around << shift if shift >= 0 else around >> -shift)
        return free

    # Ranks

    def ranked(self, ranks: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Yield the columns of the placements of ranks, column by column of each row in turn."""
        found = dict(self._found(self.parts(), sorted(set(ranks))))
        return (found[rank] for rank in ranks)

    def _found(
        self, parts: Iterable[Part], ranks: list[int], before: int = 0
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield ranks with their placements, `before` being those ahead of the parts."""
        for part in parts:
            if not ranks:
                return
            number = part.times * self.count(part)
            inside = [rank for rank in ranks if rank - before < number]
            ranks = ranks[len(inside) :]
            if inside and len(columns := self.columns_of(part)) == self.rows:
                yield inside[0], columns
            elif inside:
                yield from self._found(self.divided(part), inside, before)
            before += int(number)

    # Counting

    def count(self, part: Part) -> int:
        """Return the number of placements of a part, in units of its `times`."""
        return self._count(part, self.rows)

    def _count(self, part: Part, rows: int) -> int:
        """Return the number of ways to fill the first rows, as `count_rows` counts."""
        from satchess.engines.rows.kernels import FARTHEST_DEADLINE, count_rows, words

        number, *rows_said = part.name.split(".")
        class_ = self.classes[int(number)]
        taken = [mask_of(map(int, columns.split(","))) for columns in rows_said]
        allowed = [class_.allowed[0], *taken, *class_.allowed[len(taken) + 1 :]]
        deadlines = (
            3 <= self.reach <= FARTHEST_DEADLINE and self.reach < self.rows == self.columns == rows
        )
        tally.add(row_searches=1)
        return int(
            count_rows(
                self.reach,
                deadlines,
                words(allowed[:rows], WIDEST)[:, 0],
                words(class_.ties[:rows], WIDEST)[:, 0],
            )
        )

    # Dividing long work

    def balanced(self, parts: list[Part]) -> list[Part]:
        """Divide parts until they are about equal work; empty if there is too little to divide.

        The work of a part is estimated by the number of ways to fill a few more rows.
        """
        work = self.expected_nodes() / NODES_A_PART
        if work < LEAST_WORK:
            return []
        wanted = min(MOST_PARTS, max(FEWEST_PARTS, int(work)))
        depth, sizes = self._sampled(parts, wanted * SAMPLES_A_PART)
        whole = sum(sizes) or 1
        heap = [
            (-size, number, part)
            for number, (part, size) in enumerate(zip(parts, sizes, strict=True))
        ]
        serial = len(heap)
        leaves = []
        while heap:
            size, _, part = heapq.heappop(heap)
            pieces = self.divided(part) if -size * wanted > whole else ()
            if not pieces:
                leaves.append(Part(part.name, part.times, -size / whole))
            for piece in pieces:
                heapq.heappush(heap, (-self._count(piece, depth), serial, piece))
                serial += 1
        return _together(leaves, 1 / wanted)

    def _sampled(self, parts: list[Part], wanted: int) -> tuple[int, list[int]]:
        """Return a depth with enough nodes to compare parts, and the nodes of each part there."""
        sizes: list[int] = []
        for depth in range(2, self.rows + 1):
            sizes = [self._count(part, depth) for part in parts]
            if sum(sizes) > wanted:
                break
        return depth, sizes

    def expected_nodes(self) -> float:
        """Estimate the number of nodes of the search tree by random descents.

        D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975). The
        seed is fixed, so that runs agree.
        """
        choice = random.Random(0)
        total = 0.0
        if not self.classes:
            return total
        for _ in range(PROBES):
            class_ = choice.choice(self.classes)
            columns: tuple[int, ...] = ()
            ways = float(len(self.classes))
            while len(columns) + 1 < self.rows and (
                bits := list(_bits(self._free(class_, columns)))
            ):
                ways *= len(bits)
                total += ways
                columns += (choice.choice(bits).bit_length() - 1,)
        return total / PROBES


def singles(part: Part) -> tuple[Part, ...]:
    """Split a part that lists several columns for its last row into parts with one each."""
    before, dot, columns = part.name.rpartition(".")
    each = columns.split(",")
    return tuple(Part(f"{before}{dot}{c}", part.times, part.weight / len(each)) for c in each)


def _together(parts: list[Part], most: float) -> list[Part]:
    """Merge parts that differ only in the last row, up to `most` work each."""
    families: dict[str, list[Part]] = {}
    together = [part for part in parts if "." not in part.name]
    for part in sorted(parts, key=lambda part: part.name):
        if "." in part.name:
            families.setdefault(part.name.rpartition(".")[0], []).append(part)
    for before, family in families.items():
        first, *others = family
        for part in others:
            if first.weight + part.weight <= most:
                column = part.name.removeprefix(f"{before}.")
                name = f"{first.name},{column}"
                first = Part(name, first.times, first.weight + part.weight)
            else:
                together.append(first)
                first = part
        together.append(first)
    return together


def by_the_rim(size: int) -> Iterator[PlacementClass]:
    """Yield classes that count all placements on a plain n x n board, using its eight symmetries.

    Say that a side of the board has depth d if its piece is d squares from the nearer corner. Of a
    placement whose least deep sides, t of them, have depth d, t of the eight images have depth d
    on the first side, measured from the left, and all of these have t such sides. So each such
    image stands for 8/t placements. (On odd boards, d is not the middle: two pieces would be on
    one column.) With a piece in the first corner (t = 2), the two images are each other's mirror
    at the diagonal, and one of them has its piece on the second row nearer to the corner than the
    one on the second column; the two cannot be equally near, being on a diagonal.
    """
    everything = (1 << size) - 1
    for second in range(2, size):
        late = [everything & ~2 if row <= second else everything for row in range(2, size)]
        yield PlacementClass([1, 1 << second, *late], [0] * size, 8)
    sides = 1 | 1 << size - 1
    for depth in range(1, size // 2):
        other = size - 1 - depth
        inner = range(depth, other + 1)
        allowed = [everything if row in inner else everything & ~sides for row in range(size)]
        allowed[0] = 1 << depth
        allowed[-1] = mask_of(inner)
        ties = [sides if row in (depth, other) else 0 for row in range(size)]
        ties[-1] = 1 << other
        yield PlacementClass(allowed, ties, 8)


def mask_of(bits: Iterable[int]) -> int:
    """Return the mask with these bits."""
    return sum(1 << bit for bit in set(bits))


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _read(part: Part) -> tuple[int, tuple[int, ...]]:
    """Return the class number, and the columns of the rows after the first."""
    number, *columns = map(int, part.name.split("."))
    return number, tuple(columns)
