"""How many ways there are to put a king into every box of 2 x 2, row of boxes by row of boxes.

On 2m x 2n, mn kings fit, one in each box. In a row of boxes kings stand to the left up to some box
and to the right from it on, as a right one attacks a left one in the next box: a row has a *switch*
from 0 to n. So do columns, in which kings stand below, then above: over the columns, the kings of a
row are a set of n bits, *raised*, that only grows from row to row. (H. S. Wilf, The problem of the
kings, Electronic J. Combin. 2 (1995) R3, has these (n + 1) 2^n states.)

What is left are diagonal attacks. Where the switch goes from a in one row to a later b in the next,
a king raised in column j of a..b-2 forbids one that is not raised in j + 1 of the next row; and the
mirror image of that, where the switch goes back. So the number of ways to the state (b, raised) is

    sum over a of F[a](raised without the columns j of a..b-2 for which j + 1 is not raised),

plus the mirror image, with F[a](S) the sum over all subsets of S. Let X[b] be that sum for a <= b:
from the columns that may be taken away last, X[b + 1] is F[b + 1] + X[b], except where b - 1 is
raised and b is not: there it is F[b + 1] + F[b] + X[b - 1](raised without b - 1). So a row
takes time in proportion to its states, apart from the sums over subsets.

Half of the rows are enough: seen from above, kings that are raised are those that are not.
"""

from collections.abc import Sequence

Ways = list[list[int]]
"""By switch and raised columns: the number of ways that lead there."""


def count(rows: int, columns: int) -> int:
    """Return the number of ways on so many rows and columns of boxes, in Python integers."""
    raised = range(1 << columns)
    ways: Ways = [[1] * len(raised) for _ in range(columns + 1)]
    for _ in range((rows - 1) // 2):
        ways = following(ways)
    others = ways if rows % 2 else following(ways)
    pairs = zip(ways, others, strict=True)
    return sum(below * above for f, g in pairs for below, above in zip(f, g[::-1], strict=True))


def following(ways: Ways) -> Ways:
    """Return the ways that lead to the states of the next row."""
    sums = [summed_over_subsets(numbers) for numbers in ways]
    up, down = _upwards(sums), _mirrored(_upwards(_mirrored(sums)))
    return [
        [x + y - both for x, y, both in zip(*lists, strict=True)]
        for lists in zip(up, down, sums, strict=True)
    ]


def summed_over_subsets(numbers: Sequence[int]) -> list[int]:
    """Return for each set of bits the sum of the numbers of its subsets."""
    sums = list(numbers)
    bit = 1
    while bit < len(sums):
        for raised in range(len(sums)):
            if raised & bit:
                sums[raised] += sums[raised ^ bit]
        bit *= 2
    return sums


def _upwards(sums: Ways) -> Ways:
    """Return X of all switches."""
    totals = [sums[0], [x + y for x, y in zip(sums[0], sums[1], strict=True)]]
    for b in range(1, len(sums) - 1):
        before, here = 1 << b - 1, 1 << b
        totals.append(
            [
                sums[b + 1][s] + sums[b][s] + totals[b - 1][s ^ before]
                if s & (before | here) == before
                else sums[b + 1][s] + totals[b][s]
                for s in range(len(sums[0]))
            ]
        )
    return totals


def _mirrored(ways: Ways) -> Ways:
    """Exchange left and right."""
    columns = len(ways) - 1
    turned = [int(f"{raised:0{columns}b}"[::-1], 2) for raised in range(1 << columns)]
    return [[numbers[raised] for raised in turned] for numbers in reversed(ways)]
