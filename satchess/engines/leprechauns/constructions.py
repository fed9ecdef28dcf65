"""Placements of n leprechauns on n x n that are known without a search, and boards without any.

A placement is given by its columns, row by row, counted from 0. Unless noted, results are from
G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import gcd, isqrt
from operator import sub


@dataclass(frozen=True)
class Theorem:
    """The columns of a placement, or None if proved infeasible; and the source."""

    columns: tuple[int, ...] | None
    name: str


@lru_cache(maxsize=8)
def known(reach: int, side: int) -> Theorem | None:
    """Return the theorem that settles `side` leprechauns of range `reach`; None if none does."""
    box = reach + 1
    if side == 1:
        return Theorem((0,), "a single piece")
    if side < box * box or (side == box * box and reach % 2 == 0):
        relation = "=" if side == box * box else "<"
        pieces = "queens" if reach == 1 else f"leprechauns of range {reach}"
        return Theorem(
            None,
            f"theorem 2 of Escamocher and O'Sullivan: {side} {relation} {box}^2,"
            f" so {side} {pieces} do not fit",
        )
    if side == box * box:
        return Theorem(_boxes(box), f"theorem 2 of Escamocher and O'Sullivan: {side} = {box}^2")
    if reach == 1:
        return Theorem(_queens(side), "Hoffman, Loessi and Moore 1969")
    if reach == 2:
        return Theorem(_superqueens(side), "theorem 1 of Escamocher and O'Sullivan")
    return next(chain(_congruences(reach, side), _two_runs(reach, side)), None)


def _boxes(box: int) -> tuple[int, ...]:
    """Put one piece in each box: columns grow from box to box, rows shrink (proposition 2)."""
    rows = {
        box * i + j: box * j + box - 1 - i  # in box (i, j), at (j, box - 1 - i)
        for i in range(box)
        for j in range(box)
    }
    return tuple(rows[column] for column in range(box * box))


def _queens(side: int) -> tuple[int, ...]:
    """Place queens in knight's moves.

    E. J. Hoffman, J. C. Loessi, R. C. Moore, Constructions for the solution of the m queens
    problem, Math. Magazine 42 (1969). Their even boards leave the long diagonal free, so that an
    odd board has a further queen in its corner.
    """
    if side % 2:
        return (*_queens(side - 1), side - 1)
    half = side // 2
    if side % 6 != 2:
        return (*range(1, side, 2), *range(0, side, 2))
    lower = [(2 * j + half - 1) % side for j in range(half)]
    return (*lower, *(side - 1 - column for column in reversed(lower)))


def _superqueens(side: int) -> tuple[int, ...]:
    """Place leprechauns of range 2 (algorithm 5), at least ten of them."""
    if side == 14:
        columns = [1, 4, 7, 10, 13, 5, 8, 11, 14, 2, 6, 9, 3, 12]
    elif side % 6 in (1, 5):  # algorithm 1
        columns = [1 + 3 * row % side for row in range(side)]
    elif side % 6 in (0, 4):  # algorithm 2: algorithm 1 without its first row and column
        columns = [3 * row % (side + 1) for row in range(1, side + 1)]
    elif side % 6 == 3:
        columns = _in_three_runs(5, side)
    else:
        columns = _moved_down(side)
    return tuple(column - 1 for column in columns)


def _in_three_runs(start: int, side: int) -> list[int]:
    """Go up by threes, and by seven after each third of the rows (algorithm 3)."""
    columns = [start]
    for row in range(1, side):
        step = 7 if row in (side // 3, 2 * side // 3) else 3
        columns.append((columns[-1] + step - 1) % side + 1)  # columns are 1 to side
    return columns


def _moved_down(side: int) -> list[int]:
    """Drop a row of the next larger board, and move the piece in its last column (algorithm 4)."""
    large = 8 if side % 12 == 2 else 14
    start = side - 10 if side in (20, 26, 32, 38, 44, 56) else large
    *columns, free = _in_three_runs(start, side + 1)
    return [free if column == side + 1 else column for column in columns]


def _congruences(reach: int, side: int) -> Iterator[Theorem]:
    """Yield placements that step equally far to the right from row to row, cyclically.

    With a step s modulo m, where s - 1, s and s + 1 are prime to m, no two are on a line, even
    around the edges (G. Polya, Ueber die "doppelt-periodischen" Loesungen des n-Damen-Problems,
    1921). They are out of reach of each other if the multiples of s up to reach * s are. A prime m
    has such an s (section 4.2), as have others. Without its first row and column, where there is a
    piece in the corner, the placement is one for m - 1.
    """
    for modulus in (side, side + 1):
        if gcd(modulus, 6) > 1:
            continue  # one of s - 1, s and s + 1 is even, one is a multiple of 3
        for step in range(reach + 1, modulus - reach):
            if all(gcd(step + i, modulus) == 1 for i in (-1, 0, 1)) and keeps_away(
                reach, step, modulus
            ):
                dropped = modulus - side
                columns = (row * step % modulus - dropped for row in range(dropped, modulus))
                yield Theorem(tuple(columns), f"linear congruence: steps of {step} mod {modulus}")


def _two_runs(reach: int, side: int) -> Iterator[Theorem]:
    """Yield placements in two runs of equal steps, for boards that no linear congruence fits.

    With an even modulus m and a step s, gcd(s, m) = 2 and s^2 - 1 prime to m, the first m / 2 rows
    take the columns of one parity, the others, shifted by an odd number j, those of the other. Two
    pieces of the same run are on no common diagonal, even around the edges. If j = d (s + 1) and
    j = e (s - 1) modulo m for small d and e, those of different runs are on one around the edges
    only if they stand in the first and last e or d rows; so that it suffices to choose where the
    first row begins, such that the first rows keep away from the first e and the last d columns.
    For an odd side, m is one more, and the piece in the corner is left out.
    """
    modulus = side + side % 2
    for step in range(reach + 1, modulus // 2):
        if gcd(step, modulus) != 2 or gcd(step * step - 1, modulus) != 1:
            continue
        if not keeps_away(reach, step, modulus):
            continue
        ratio = (step + 1) * pow(step - 1, -1, modulus) % modulus
        for rising in range(1, 4 * isqrt(modulus)):
            falling = rising * ratio % modulus
            shift = rising * (step + 1) % modulus
            if shift % 2 == 0 or rising * falling > 8 * modulus:
                continue
            if not all(
                reach < (shift + times * step) % modulus < modulus - reach
                for times in range(1, reach + 1)
            ):
                continue
            start = _start_of_runs(side, step, falling, rising)
            if start is None:
                continue
            runs = (start, start + shift)
            columns = [(run + row * step) % modulus for run in runs for row in range(modulus // 2)]
            if modulus > side:
                columns = [column - 1 for column in columns[1:]]
            if _in_peace(reach, columns):
                name = f"two runs of steps of {step} mod {modulus}, {shift} apart"
                yield Theorem(tuple(columns), name)


def _start_of_runs(side: int, step: int, left: int, right: int) -> int | None:
    """Return where to begin, for the first rows to keep away from columns at the left and right.

    None if that cannot be. On an odd side it is the corner, which does not count.
    """
    modulus = side + side % 2
    taken = sorted(row * step % modulus for row in range(max(left, right)))
    if modulus > side:
        return 0 if all(left <= column < modulus - right for column in taken[1:]) else None
    gap, after = max((b - a, b) for a, b in pairwise([*taken, modulus]))
    return (left - after) % modulus if gap >= left + right else None


def in_runs(reach: int, side: int, tries: int) -> Iterator[Theorem]:
    """Yield placements in runs of equal steps, among the first `tries` candidates.

    This is how algorithms 3 and 4 place range 2: steps that share a divisor g with the modulus m
    return to their start after m / g rows; then a different step leads to the next run. With
    m = n + 1, the last row is dropped, and the piece in the last column moves to the free column.
    """
    for modulus in (side, side + 1):
        for step in range(reach + 1, modulus - reach):
            length = modulus // gcd(step, modulus)
            if not reach < length < modulus or not keeps_away(reach, step, modulus):
                continue
            for jump in range(reach + 1, modulus - reach):
                steps = (jump if row % length == 0 else step for row in range(1, modulus))
                run = [column % modulus for column in accumulate(steps, initial=0)]
                if len(set(run)) < modulus:
                    continue
                for start in range(modulus):
                    columns = [(start + column) % modulus for column in run]
                    if modulus > side:
                        free = columns.pop()
                        columns = [free if c == side else c for c in columns]
                    if _in_peace(reach, columns):
                        name = f"runs of {length} steps of {step} mod {modulus}, {jump} between"
                        yield Theorem(tuple(columns), name)
                    tries -= 1
                    if tries == 0:
                        return


def keeps_away(reach: int, step: int, modulus: int) -> bool:
    """Whether pieces within reach by rows are out of reach by columns."""
    return all(reach < times * step % modulus < modulus - reach for times in range(1, reach + 1))


def _in_peace(reach: int, columns: list[int]) -> bool:
    """Whether no two pieces share a diagonal or are within reach; columns are all different."""
    if len({row + column for row, column in enumerate(columns)}) < len(columns):
        return False
    if len({row - column for row, column in enumerate(columns)}) < len(columns):
        return False
    near = range(1, min(reach + 1, len(columns)))
    return all(min(map(abs, map(sub, columns[rows:], columns))) > reach for rows in near)
