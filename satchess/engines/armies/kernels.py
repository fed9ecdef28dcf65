"""Compiled search for two armies of queens, by the lines that each of them may use.

Every rank, file and diagonal belongs to white or to black; an army may stand where all four lines
are its own. For each way to share the ranks and files, two families are left: diagonals and
antidiagonals, each line with the squares of either army on it. Give a white square p points and a
black one q: the line gives the points of one army at most, and so does the other family. What lets
nearly all ways be refuted at once is to split the points of a square between its two lines. A line
that prefers white has white points to spare before black is worth as much there; they are moved to
the other family, where a line that gets points of both armies pays the larger amount only.

A word holds a line: bit r is its square in row r, so that a line and a row give the other line.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, has_bit, lowest, ones
from satchess.engines.kernels.compile import kernel, kernel_in_place

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

WHITE, BLACK = 0, 1

# Arrays of words: `board[army, family, line]`, family 0 for diagonals and 1 for antidiagonals.


@kernel()
def explore(
    rows: int,
    columns: int,
    row_sets: Words,
    column_sets: Words,
    first: int,
    last: int,
    halved: bool,
    equal: bool,
    goals: Numbers,
    weights: Numbers,
    best: Words,
) -> int:
    """Look for larger armies where white has a row set from `first` to `last`, without the last.

    With `halved`, a column set comes no later than the row set: the rest is transposed. With
    `equal`, white has half of the lines at least: for the rest, the armies change their colours.

    `goals` are the sizes that are wanted of white and black. Whenever they are reached, they are
    raised, both with `equal` and black's without, and the diagonals of the armies are written to
    `best`. Return how many pairs of sets were not refuted by counting ranks and files.
    """
    lines = rows + columns - 1
    boards = np.zeros((2 * lines + 2, 2, 2, lines), np.uint64)
    counts = np.zeros((2, lines), np.int64)
    spare = np.zeros((2, lines), np.int64)
    all_rows, all_columns = (ONE << np.uint64(rows)) - ONE, (ONE << np.uint64(columns)) - ONE
    tried = 0
    favourite = 0
    for i in range(first, last):
        white_rows = row_sets[i]
        height = ones(white_rows)
        for j in range(i + 1 if halved else len(column_sets)):
            white_columns = column_sets[j]
            width = ones(white_columns)
            if height * width < goals[WHITE]:
                continue
            if (rows - height) * (columns - width) < goals[BLACK]:
                continue
            if equal and 2 * (height + width) < rows + columns:
                continue
            tried += 1
            board = boards[0]
            refuted = False
            for family in range(2):
                if family == 1:
                    white_columns = _mirrored(white_columns, columns)
                _lay(white_rows, white_columns, columns, board[WHITE, family])
                black_rows, black_columns = all_rows ^ white_rows, all_columns ^ white_columns
                _lay(black_rows, black_columns, columns, board[BLACK, family])
                _count(board, family, counts)
                favourite = _refuting(counts, goals, weights, favourite)
                if favourite < 0:
                    favourite = 0
                else:
                    refuted = True
                    break
            if not refuted:
                _settle(boards, columns, equal, goals, weights, counts, spare, best)
    return tried


@kernel_in_place()
def _mirrored(columns: np.uint64, number: int) -> np.uint64:
    image = NONE
    for column in range(number):
        if has_bit(columns, column):
            image |= ONE << np.uint64(number - 1 - column)
    return image


@kernel_in_place()
def _lay(rows: np.uint64, columns: np.uint64, number: int, lines: Words) -> None:
    """Write the squares of some rows and columns as diagonals, the one of the last column first."""
    for line in range(len(lines)):
        shift = line - (number - 1)
        moved = columns << np.uint64(shift) if shift >= 0 else columns >> np.uint64(-shift)
        lines[line] = rows & moved


@kernel_in_place()
def _count(board: Words, family: int, counts: Numbers) -> None:
    for line in range(counts.shape[1]):
        counts[WHITE, line] = ones(board[WHITE, family, line])
        counts[BLACK, line] = ones(board[BLACK, family, line])


@kernel_in_place()
def _excess(counts: Numbers, goals: Numbers, white: int, black: int) -> int:
    """Return how many points the lines give beyond those of the goals."""
    points = -white * goals[WHITE] - black * goals[BLACK]
    for line in range(counts.shape[1]):
        points += max(white * counts[WHITE, line], black * counts[BLACK, line])
    return points  # type: ignore[no-any-return]


@kernel_in_place()
def _refuting(counts: Numbers, goals: Numbers, weights: Numbers, favourite: int) -> int:
    """Return weights by which the goals are too large, the favourite ones first; -1 if none are."""
    if _excess(counts, goals, weights[favourite, 0], weights[favourite, 1]) < 0:
        return favourite
    for choice in range(len(weights)):
        if _excess(counts, goals, weights[choice, 0], weights[choice, 1]) < 0:
            return choice
    return -1


@kernel_in_place()
def _settle(
    boards: Words,
    columns: int,
    equal: bool,
    goals: Numbers,
    weights: Numbers,
    counts: Numbers,
    spare: Numbers,
    best: Words,
) -> None:
    """Decide about the diagonals of the first board; the others are a stack."""
    top = 0
    while top >= 0:
        board = boards[top]
        if _is_hopeless(board, 0, columns, goals, weights, counts, spare) or _is_hopeless(
            board, 1, columns, goals, weights, counts, spare
        ):
            top -= 1
            continue
        family, line = _most_contested(board, counts)
        if line < 0:
            _keep_if_better(board, equal, goals, counts, best)
            top -= 1
            continue
        _count(board, family, counts)
        larger = WHITE if counts[WHITE, line] >= counts[BLACK, line] else BLACK
        _copy(board, boards[top + 1])
        _withdraw(board, larger, family, line, columns)
        _withdraw(boards[top + 1], 1 - larger, family, line, columns)
        top += 1


@kernel_in_place()
def _is_hopeless(
    board: Words,
    family: int,
    columns: int,
    goals: Numbers,
    weights: Numbers,
    counts: Numbers,
    spare: Numbers,
) -> bool:
    """Whether no choice of diagonals reaches the goals, by points that begin in one family."""
    _count(board, family, counts)
    best, room = 0, 0
    for choice in range(len(weights)):
        excess = _excess(counts, goals, weights[choice, 0], weights[choice, 1])
        if excess < 0:
            return True
        if choice == 0 or excess * weights[best].sum() < room * weights[choice].sum():
            best, room = choice, excess
    points = weights[best]
    for line in range(counts.shape[1]):
        gain = points[WHITE] * counts[WHITE, line] - points[BLACK] * counts[BLACK, line]
        spare[WHITE, line] = max(gain, 0)
        spare[BLACK, line] = max(-gain, 0)
    other = 1 - family
    for line in range(counts.shape[1]):
        white, black = board[WHITE, other, line], board[BLACK, other, line]
        if white == NONE or black == NONE:
            continue
        saved = _movable(white, line, columns, points[WHITE], spare[WHITE])
        if saved:
            saved = min(saved, _movable(black, line, columns, points[BLACK], spare[BLACK]))
        if saved:
            room -= saved
            if room < 0:
                return True
            _move(saved, white, line, columns, points[WHITE], spare[WHITE])
            _move(saved, black, line, columns, points[BLACK], spare[BLACK])
    return False


@kernel_in_place(inline="always")
def _crossing(line: int, row: int, columns: int) -> int:
    """Return the line of the other family that meets a line in a row."""
    return 2 * row + columns - 1 - line


@kernel_in_place()
def _movable(squares: np.uint64, line: int, columns: int, points: int, spare: Numbers) -> int:
    """Return how many points the squares of a line can get from the lines that cross it."""
    total = 0
    while squares != NONE:
        total += min(points, spare[_crossing(line, lowest(squares), columns)])
        squares &= squares - ONE
    return total


@kernel_in_place()
def _move(
    number: int, squares: np.uint64, line: int, columns: int, points: int, spare: Numbers
) -> None:
    """Take points for the squares of a line from the lines that cross it."""
    while number:
        crossing = _crossing(line, lowest(squares), columns)
        taken = min(number, points, spare[crossing])
        spare[crossing] -= taken
        number -= taken
        squares &= squares - ONE


@kernel_in_place()
def _most_contested(board: Words, counts: Numbers) -> tuple[int, int]:
    """Return the family and the line where the smaller army is largest; -1 if there is none."""
    chosen, chosen_line, most = 0, -1, 0
    for family in range(2):
        _count(board, family, counts)
        for line in range(counts.shape[1]):
            smaller = min(counts[WHITE, line], counts[BLACK, line])
            if smaller > most:
                chosen, chosen_line, most = family, line, smaller
    return chosen, chosen_line


@kernel_in_place()
def _copy(board: Words, copy: Words) -> None:
    for army in range(2):
        for family in range(2):
            for line in range(board.shape[2]):
                copy[army, family, line] = board[army, family, line]


@kernel_in_place()
def _withdraw(board: Words, army: int, family: int, line: int, columns: int) -> None:
    """Take the squares of an army off a line."""
    squares = board[army, family, line]
    board[army, family, line] = NONE
    while squares != NONE:
        row = lowest(squares)
        board[army, 1 - family, _crossing(line, row, columns)] &= ~(ONE << np.uint64(row))
        squares &= squares - ONE


@kernel_in_place()
def _keep_if_better(
    board: Words, equal: bool, goals: Numbers, counts: Numbers, best: Words
) -> None:
    """Keep armies that reach the goals, and raise these."""
    _count(board, 0, counts)
    white, black = counts[WHITE].sum(), counts[BLACK].sum()
    if white < goals[WHITE] or black < goals[BLACK]:
        return
    if equal:
        goals[WHITE] = goals[BLACK] = min(white, black) + 1
    else:
        goals[BLACK] = black + 1
    for line in range(counts.shape[1]):
        best[WHITE, line] = board[WHITE, 0, line]
        best[BLACK, line] = board[BLACK, 0, line]
