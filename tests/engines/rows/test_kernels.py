"""The kernel of the `rows` engine against a plain search that has no words and no rules to prune.

Chosen sizes make its batches overflow, its deadlines bite and its words end.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.engines.rows.kernels import SHARES, count_rows, count_transversals, words
from satchess.engines.rows.prefixes import WIDEST

Placement = tuple[int, ...]


def placements(reach: int, allowed: list[int]) -> Iterator[Placement]:
    """Yield columns for the rows, none attacking another: each checked with all before."""

    def grow(chosen: Placement) -> Iterator[Placement]:
        row = len(chosen)
        if row == len(allowed):
            yield chosen
            return
        for column in range(allowed[row].bit_length()):
            if allowed[row] >> column & 1 and not any(
                abs(column - other) in (0, row - each)
                or max(abs(column - other), row - each) <= reach
                for each, other in enumerate(chosen)
            ):
                yield from grow((*chosen, column))

    return grow(())


def share(placement: Placement, ties: list[int]) -> Fraction:
    tied = sum(mask >> column & 1 for column, mask in zip(placement, ties, strict=True))
    return Fraction(1, 1 + tied)


def counted(
    reach: int, allowed: list[int], ties: list[int] | None = None, deadlines: bool = False
) -> Fraction:
    tables = (words(masks, WIDEST)[:, 0] for masks in (allowed, ties or [0] * len(allowed)))
    return Fraction(count_rows(reach, deadlines, *tables), SHARES)


def board(rows: int, columns: int) -> list[int]:
    return [(1 << columns) - 1] * rows


@cache
def all_placements(reach: int, size: int) -> tuple[Placement, ...]:
    return tuple(placements(reach, board(size, size)))


# Whole boards

RECTANGLES = [
    *((1, rows, columns) for rows in range(1, 7) for columns in range(rows, 8)),
    *((2, rows, columns) for rows in range(1, 6) for columns in range(rows, 11)),
    *((3, rows, columns) for rows in range(1, 5) for columns in (8, 12, 13, 14)),
    *((4, rows, columns) for rows in range(1, 5) for columns in (15, 16, 20)),
]


@pytest.mark.parametrize("reach", [1, 2, 3, 4])
def test_rectangles(reach: int) -> None:
    for rows, columns in (size for range_, *size in RECTANGLES if range_ == reach):
        allowed = board(rows, columns)
        assert counted(reach, allowed) == sum(1 for _ in placements(reach, allowed))


@pytest.mark.parametrize(("reach", "sizes"), [(1, range(2, 9)), (2, range(3, 11))])
def test_squares(reach: int, sizes: range) -> None:
    for size in sizes:
        number = len(all_placements(reach, size))
        assert counted(reach, board(size, size)) == number
        assert counted(reach, board(size, size), deadlines=True) == number


@pytest.mark.parametrize(
    ("reach", "size", "count"),
    # G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard (2021), tables 4 and 5
    [(3, 16, 2), (3, 17, 34), (3, 18, 4), (3, 19, 112), (4, 26, 0), (4, 27, 0), (4, 28, 10)],
)
def test_deadlines_lose_nothing(reach: int, size: int, count: int) -> None:
    """Without any symmetry, and up to n = 19 also without deadlines."""
    assert counted(reach, board(size, size), deadlines=True) == count
    if size < 20:
        assert counted(reach, board(size, size)) == count


# Forbidden squares and ties


@st.composite
def tasks(draw: st.DrawFn) -> tuple[int, list[int], list[int]]:
    """A range, columns allowed in each row, and at most three rows with ties."""
    reach = draw(st.integers(1, 4))
    rows = draw(st.integers(1, 7 - reach))
    columns = draw(st.integers(rows, 4 + 3 * reach))
    masks = st.integers(0, (1 << columns) - 1)
    allowed = [draw(masks | st.just((1 << columns) - 1)) for _ in range(rows)]
    tied = draw(st.sets(st.integers(0, rows - 1), max_size=3))
    return reach, allowed, [draw(masks) if row in tied else 0 for row in range(rows)]


@given(tasks())
def test_random_tasks(task: tuple[int, list[int], list[int]]) -> None:
    reach, allowed, ties = task
    assert counted(reach, allowed, ties) == sum(
        share(placement, ties) for placement in placements(reach, allowed)
    )


@given(st.data())
def test_random_squares_of_large_boards(data: st.DataObject) -> None:
    """Of all placements, known beforehand, those count that use allowed squares only."""
    reach, size = data.draw(st.sampled_from([(1, 8), (2, 11), (3, 16)]))
    everywhere = all_placements(reach, size)
    kept = data.draw(st.lists(st.sampled_from(everywhere), min_size=1, max_size=4))
    allowed = [data.draw(st.integers(0, (1 << size) - 1)) for _ in range(size)]
    for placement in kept:
        allowed = [mask | 1 << column for mask, column in zip(allowed, placement, strict=True)]
    tied = data.draw(st.sets(st.integers(0, size - 1), max_size=3))
    ties = [data.draw(st.integers(0, (1 << size) - 1)) if row in tied else 0 for row in range(size)]
    shares = sum(
        share(placement, ties)
        for placement in everywhere
        if all(mask >> column & 1 for mask, column in zip(allowed, placement, strict=True))
    )
    assert shares > 0
    for deadlines in (False, True):
        assert counted(reach, allowed, ties, deadlines) == shares


# The ends of a word


@pytest.mark.parametrize(("reach", "size"), [(1, 7), (2, 10), (3, 16)])
def test_columns_may_lie_anywhere_in_a_word(reach: int, size: int) -> None:
    number = len(all_placements(reach, size))
    for shift in range(WIDEST - size + 1):
        assert counted(reach, [mask << shift for mask in board(size, size)]) == number


@pytest.mark.parametrize(("reach", "rows"), [(1, 2), (4, 3), (20, 3), (62, 2)])
def test_ranges_as_wide_as_words(reach: int, rows: int) -> None:
    allowed = board(rows, WIDEST)
    assert counted(reach, allowed) == sum(1 for _ in placements(reach, allowed))
    assert counted(WIDEST, allowed) == 0


# Items and groups


@st.composite
def covers(draw: st.DrawFn) -> tuple[list[set[int]], int, set[tuple[int, int]]]:
    """The groups that each item covers, the number of groups, and pairs that are no friends."""
    groups = draw(st.sampled_from([1, 3, 5, 66]))  # the last needs a second word
    some = st.sampled_from(sorted({0, 1, 2, 3, 4, 64, 65} & set(range(groups))))
    items = draw(st.lists(st.sets(some, min_size=1, max_size=3), min_size=1, max_size=9))
    if groups == 66:  # the groups that are not drawn are covered by the first item
        items[0] |= set(range(5, 64))
    pairs = [pair for pair in combinations(range(len(items)), 2)]
    apart = draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    return items, groups, apart | {(i, j) for i, j in pairs if items[i] & items[j]}


@given(covers(), st.data())
def test_transversals_are_all_sets_of_friends_that_cover_every_group_once(
    task: tuple[list[set[int]], int, set[tuple[int, int]]], data: st.DataObject
) -> None:
    items, groups, apart = task
    start = data.draw(st.integers(0, len(items) - 1))
    expected = sum(
        start in some
        and sum(len(items[i]) for i in some) == groups
        and not any(pair in apart for pair in combinations(some, 2))
        for size in range(len(items) + 1)
        for some in combinations(range(len(items)), size)
    )
    foes = [{j for pair in apart if i in pair for j in pair} | {i} for i in range(len(items))]
    friends = [
        sum(1 << j for j in range(len(items)) if j not in foes[i]) for i in range(len(items))
    ]
    holders = [sum(1 << i for i, item in enumerate(items) if g in item) for g in range(groups)]
    covered = [sum(1 << g for g in item) for item in items]
    assert expected == count_transversals(
        words(friends, len(items)), words(holders, len(items)), words(covered, groups), start
    )
