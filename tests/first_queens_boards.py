"""Boards for the tests of first queens: openings, and all that completes them, without a kernel."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from satchess.engines.first_queens.position import Cell, Corner, Opening
from tests.paths import published

PUBLISHED = published("first_queens")

Placement = dict[int, int]
"""The column of each row."""
Line = tuple[str, int]
"""A diagonal: its direction, and its bit in a workspace."""


def completions(opening: Opening) -> Iterator[Placement]:
    """All placements, without a kernel."""
    if not opening.open:
        yield dict(opening.queens)
        return
    fewest = min(opening.open, key=lambda row: opening.open[row].bit_count())
    for cell in opening.row(fewest):
        yield from completions(opening.with_queen(cell))


def openings(side: int, number: int, seed: int) -> Iterator[Opening]:
    """Random queens on random rows, as many as leave a few rows open."""
    rng = random.Random(seed)
    while number:
        opening = Opening.of(side)
        for _ in range(rng.randrange(side // 4, side // 2)):
            cells = [cell for row in opening.open for cell in opening.row(row)]
            if not cells:
                break
            opening = opening.with_queen(rng.choice(cells))
        if not opening.is_stuck:
            number -= 1
            yield opening


def wide_openings(number: int, seed: int) -> Iterator[Opening]:
    """Published queens without some of them, of which the open squares take two words a row.

    Most of them with some queens that stand elsewhere, so that not all can be completed.
    """
    rng = random.Random(seed)
    while number:
        side = rng.choice([73, 79, 91])
        cells = [Cell(row, column - 1) for row, column in enumerate(solution(side))]
        opening = Opening.of(side)
        for cell in rng.sample(cells, side - rng.randrange(14, 20)):
            opening = opening.with_queen(cell)
        for _ in range(rng.randrange(5)):
            free = [cell for row in opening.open for cell in opening.row(row)]
            if free:
                opening = opening.with_queen(rng.choice(free))
        if opening.open and not opening.is_stuck and opening.window.side > 64:
            number -= 1
            yield opening


def solution(side: int) -> list[int]:
    """Return published columns, from 1."""
    columns: list[int] = PUBLISHED["solutions"][str(side)]
    return columns


def with_corners(side: int, number: int) -> Iterator[tuple[Opening, list[Placement]]]:
    """Random openings, most of them with a corner, and what completes them."""
    rng = random.Random(-side)
    for opening in openings(side, number, seed=side):
        placements = list(completions(opening))
        yield opening, placements
        for _ in range(3):
            edge = rng.randrange(1 - side, side)
            least = rng.randrange(len(opening.open) + 1)
            most = rng.randrange(least, len(opening.open) + 1)
            yield (
                opening.after(Corner(edge, least, most)),
                [each for each in placements if least <= in_corner(opening, each, edge) <= most],
            )


def in_corner(opening: Opening, placement: Placement, edge: int) -> int:
    return sum(placement[row] - row >= edge for row in opening.open)


def diagonals(placement: Placement, side: int) -> set[Line]:
    """The diagonals of queens, by their bits in a workspace."""
    return {("down", column + side - 1 - row) for row, column in placement.items()} | {
        ("up", column + row) for row, column in placement.items()
    }


def forced_words(lines: Iterable[Line], side: int) -> list[int]:
    """Words that say which diagonals are forced: laid out as in a workspace."""
    half = 2 * -(-side // 64) + 1
    words = [0] * (2 * half)
    for direction, bit in lines:
        words[(bit >> 6) + half * (direction == "up")] |= 1 << (bit & 63)
    return words


def lines_of(words: Sequence[int], side: int) -> set[Line]:
    """What `forced_words` writes."""
    bits = range(2 * side - 1)
    lines = {(direction, bit) for direction, bit in product(("down", "up"), bits)}
    return {
        line
        for line in lines
        if all(a & b == b for a, b in zip(words, forced_words([line], side), strict=True))
    }
