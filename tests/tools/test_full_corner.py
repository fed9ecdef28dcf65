"""The second way for 62 rows (`tools/full_corner.py`), against brute force."""

import random
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from reproduction import full_corner
from reproduction.full_corner import Board, Rest
from reproduction.full_corner_numba import fill_triangle


def fillings(queens: int, columns: tuple[int, ...] = ()) -> Iterator[int]:
    """The sets of row - column, as words: row by row, one column after the other."""
    total = 3 * (queens - 1) // 2
    squares = list(enumerate(columns))
    if len(columns) == queens:
        yield sum(1 << row - column + queens - 1 for row, column in squares)
        return
    row = len(columns)
    for column in range(queens):
        if 0 <= total - row - column < queens and not any(
            c == column or r + c == row + column or r - c == row - column for r, c in squares
        ):
            yield from fillings(queens, (*columns, column))


@pytest.mark.parametrize("queens", [1, 3, 5, 7, 9, 11])
def test_triangles_are_filled_in_all_ways(queens: int) -> None:
    found = np.zeros(100, np.uint64)
    number = fill_triangle(queens, found)
    assert sorted(found[:number].tolist()) == sorted(fillings(queens))


def completions(rest: Rest, corner: int) -> Iterator[tuple[int, ...]]:
    used = rest.ascending | {rest.lowest_sum + bit for bit in range(64) if corner >> bit & 1}
    for columns in permutations(rest.columns):
        squares = list(enumerate(columns, rest.first))
        ascending = {row + column for row, column in squares}
        descending = {column - row for row, column in squares}
        if (
            len(ascending) == len(descending) == len(squares)
            and not ascending & used
            and not descending & rest.descending
        ):
            yield columns


def test_the_rest_is_placed_if_it_can_be() -> None:
    chance = random.Random(62)
    verdicts: list[bool] = []
    for _ in range(150):
        size = chance.randrange(4, 8)
        columns = tuple(sorted(chance.sample(range(3, 3 + size + 3), size)))
        rest = Rest(
            20,
            columns,
            frozenset(chance.sample(range(23, 40), 2)),
            frozenset(chance.sample(range(-25, -8), 2)),
            22,
        )
        corner = sum(1 << bit for bit in chance.sample(range(20), 3))
        is_completed, nodes = rest.is_completed_with(corner)
        assert nodes > 0
        assert is_completed == any(completions(rest, corner))
        verdicts.append(is_completed)
    assert 20 < sum(verdicts) < 130


def test_the_beginning_of_62_leaves_a_triangle_to_be_filled() -> None:
    board = Board(full_corner.SIDE, tuple(c - 1 for c in full_corner.BEGINNING))
    assert (board.edge, board.height, board.queens, board.is_full) == (13, 28, 19, True)
    rest = board.rest()
    assert len(rest.columns) == 62 - rest.first == 22
    triangle = [
        (row, column)
        for row in range(len(board.columns), 62)
        for column in range(62)
        if column - row >= board.edge
    ]
    assert len(triangle) == 28 * 29 // 2
    for row, column in triangle:
        for first, queen in enumerate(board.columns):
            assert queen != column
            assert abs(queen - column) != row - first


def placements(board: Board, columns: tuple[int, ...]) -> Iterator[int]:
    """How many queens are in the corner, for each placement that begins so."""
    if len(columns) == board.side:
        first = len(board.columns)
        yield sum(c - r >= board.edge for r, c in enumerate(columns) if r >= first)
        return
    row = len(columns)
    for column in range(board.side):
        if not any(c == column or abs(c - column) == row - r for r, c in enumerate(columns)):
            yield from placements(board, (*columns, column))


def test_it_is_right_about_whole_boards() -> None:
    chance = random.Random(7)
    verdicts: list[bool] = []
    while len(verdicts) < 120:
        queens, first = chance.choice([1, 5]), chance.randrange(1, 5)
        columns = tuple(chance.sample(range(first + 4), first))
        edge = Board(99, columns).edge
        board = Board(edge + first + (3 * queens - 1) // 2, columns)
        if board.side > 11 or not board.is_legal or not board.is_full:
            continue
        rest = board.rest()
        is_completed = any(rest.is_completed_with(corner)[0] for corner in board.fillings()[1])
        assert is_completed == (queens in placements(board, columns)), board
        verdicts.append(is_completed)
    assert 20 < sum(verdicts) < 100


def test_what_need_not_be_full_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        full_corner.main(["61", *map(str, full_corner.BEGINNING)])
    assert "need not fill a triangle of 27 rows" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["4 1 5", "10 1 2", "10 1 3 3", "10", "54 1"])
def test_beginnings_that_are_none_are_refused(words: str) -> None:
    with pytest.raises(SystemExit) as failure:
        full_corner.main(words.split())
    assert failure.value.code == 2


def test_small_boards_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    # 1 3 5 leaves a triangle of 4 rows on 10 x 10, for 3 queens that cannot fill it
    assert full_corner.main(["10", "1", "3", "5"]) == 0
    assert "in 0 ways" in capsys.readouterr().out
    assert full_corner.main(["15", "5", "2", "4"]) == 1
    assert "can be completed" in capsys.readouterr().out
