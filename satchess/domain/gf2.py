"""Linear equations over GF(2), by elimination. A row is a bit mask of the unknowns in it.

>>> solve([0b011, 0b110], [True, False])
Solutions(one=1, basis=(7,))
>>> sorted(solve([0b011, 0b110], [True, False]))
[1, 6]
>>> solve([0b011, 0b011], [True, False]) is None
True
>>> sorted(dependent_equations([0b011, 0b110, 0b101], [True, True, True]))
[0, 1, 2]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Solutions:
    """One solution, and a basis of what may be added to it, as bit masks."""

    one: int
    basis: tuple[int, ...]

    def __iter__(self) -> Iterator[int]:
        return gray_code(self.one, self.basis)


def gray_code(mask: int, basis: Sequence[int]) -> Iterator[int]:
    """Yield a mask with each sum of a basis added, one vector at a step."""
    yield mask
    for number in range(1, 1 << len(basis)):
        mask ^= basis[(number & -number).bit_length() - 1]
        yield mask


def _reduced(rows: Sequence[int], wanted: Sequence[bool]) -> dict[int, tuple[int, bool, int]]:
    """Return rows by their lowest unknown, with the right side and which equations they join.

    An equation `0 = 1`, if there is one, stands under 0.
    """
    pivots: dict[int, tuple[int, bool, int]] = {}
    for number, (row, odd) in enumerate(zip(rows, wanted, strict=True)):
        joined = 1 << number
        while row and (low := row & -row) in pivots:
            other, other_odd, other_joined = pivots[low]
            row, odd, joined = row ^ other, odd ^ other_odd, joined ^ other_joined
        if row or odd:
            pivots.setdefault(row & -row, (row, odd, joined))
    return pivots


def dependent_equations(rows: Sequence[int], wanted: Sequence[bool]) -> set[int] | None:
    """Return equations whose sum is 0 = 1, a proof of infeasibility; None if solvable."""
    pivots = _reduced(rows, wanted)
    if 0 not in pivots:
        return None
    joined = pivots[0][2]
    return {number for number in range(len(rows)) if joined >> number & 1}


def solve(
    rows: Sequence[int], wanted: Sequence[bool], unknowns: int | None = None
) -> Solutions | None:
    """Return all solutions; None if there is none."""
    pivots = _reduced(rows, wanted)
    if 0 in pivots:
        return None
    count = max((row.bit_length() for row in rows), default=0) if unknowns is None else unknowns
    # from the highest pivot down, each row is cleared of the pivots above its own
    clear: dict[int, tuple[int, bool]] = {}
    for low in sorted(pivots, reverse=True):
        row, odd, _ = pivots[low]
        for other in sorted(clear):
            if row & other:
                row, odd = row ^ clear[other][0], odd ^ clear[other][1]
        clear[low] = row, odd
    solution = sum(low for low, (_, odd) in clear.items() if odd)
    basis = []
    for number in range(count):
        free = 1 << number
        if free not in clear:
            basis.append(free | sum(low for low, (row, _) in clear.items() if row & free))
    return Solutions(solution, tuple(basis))
