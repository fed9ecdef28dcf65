"""Brute force for puzzles, by arithmetic on coordinates alone: nothing here knows satchess.

A placement is a dictionary from cells (row, column) to what stands there.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product

Cell = tuple[int, int]


def cells(rows: int, columns: int) -> list[Cell]:
    return [(r, c) for r in range(rows) for c in range(columns)]


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[1]]}{cell[0] + 1}"


def in_line(a: Cell, b: Cell) -> bool:
    """Whether a queen goes from one to the other."""
    rows, columns = a[0] - b[0], a[1] - b[1]
    return a != b and (rows == 0 or columns == 0 or abs(rows) == abs(columns))


def knights_apart(a: Cell, b: Cell) -> bool:
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]


def subsets(board: list[Cell]) -> Iterator[frozenset[Cell]]:
    for mask in range(1 << len(board)):
        yield frozenset(cell for i, cell in enumerate(board) if mask >> i & 1)


def optima(values: Iterable[int], best: Callable[..., int]) -> tuple[int | None, int]:
    """Return the best of the values and how often it occurs."""
    numbers = list(values)
    if not numbers:
        return None, 0
    return best(numbers), numbers.count(best(numbers))


def non_dominating(rows: int, columns: int, queens: int) -> tuple[int | None, int]:
    board = cells(rows, columns)
    values = []
    for taken in combinations(board, queens):
        free = [c for c in board if c not in taken and not any(in_line(c, q) for q in taken)]
        values.append(len(free))
    return optima(values, max)


def peaceable(rows: int, columns: int) -> tuple[int | None, int]:
    board = cells(rows, columns)
    values = []
    for colours in product("wb.", repeat=len(board)):
        white = [c for c, colour in zip(board, colours, strict=True) if colour == "w"]
        black = [c for c, colour in zip(board, colours, strict=True) if colour == "b"]
        if len(white) == len(black) and not any(in_line(w, b) for w in white for b in black):
            values.append(len(white))
    return optima(values, max)


def stamps(rows: int, columns: int, worth: list[int]) -> tuple[int | None, int]:
    board = cells(rows, columns)
    values = []
    for stuck in product([0, *worth], repeat=len(board)):
        card = [(c, v) for c, v in zip(board, stuck, strict=True) if v]
        if not any(v == w and in_line(a, b) for (a, v), (b, w) in combinations(card, 2)):
            values.append(sum(stuck))
    return optima(values, max)


def lights(rows: int, columns: int, lit: frozenset[Cell]) -> tuple[int | None, int]:
    board = cells(rows, columns)

    def toggled(cell: Cell, pressed: frozenset[Cell]) -> int:
        return sum(abs(cell[0] - r) + abs(cell[1] - c) <= 1 for r, c in pressed)

    values = [
        len(pressed)
        for pressed in subsets(board)
        if all((toggled(cell, pressed) + (cell in lit)) % 2 for cell in board)
    ]
    return optima(values, min)


def equal_vision(rows: int, columns: int, sees: int) -> tuple[int | None, int]:
    board = cells(rows, columns)
    views = {a: frozenset(b for b in board if in_line(a, b)) for a in board}
    values = [
        len(taken)
        for taken in subsets(board)
        if all(len(views[watchman] - taken) == sees for watchman in taken)
    ]
    return optima(values, max)


def abbots_window(rows: int, columns: int) -> tuple[int | None, int]:
    board = cells(rows, columns)
    lines: dict[tuple[str, int], set[Cell]] = {}
    for r, c in board:
        for key in (("rank", r), ("file", c), ("rising", r - c), ("falling", r + c)):
            lines.setdefault(key, set()).add((r, c))
    corners = {(r, c) for r in (0, rows - 1) for c in (0, columns - 1)}
    values = [
        len(covered)
        for covered in subsets(board)
        if not covered & corners
        and all(len(line - covered) % 2 == 0 for line in lines.values() if len(line) > 1)
    ]
    return optima(values, min)


def no_three_in_line(rows: int, columns: int) -> tuple[int | None, int]:
    def flat(a: Cell, b: Cell, c: Cell) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1])

    values = [
        len(points)
        for points in subsets(cells(rows, columns))
        if not any(flat(*triple) for triple in combinations(sorted(points), 3))
    ]
    return optima(values, max)


def separation(rows: int, columns: int, pawns: int) -> tuple[int | None, int]:
    board = cells(rows, columns)

    def blocked(a: Cell, b: Cell, between: set[Cell]) -> bool:
        steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
        way = {
            (a[0] + (b[0] - a[0]) * t // steps, a[1] + (b[1] - a[1]) * t // steps)
            for t in range(1, steps)
        }
        return bool(way & between)

    values = []
    for blockers in combinations(board, pawns):
        rest = [cell for cell in board if cell not in blockers]
        for queens in subsets(rest):
            pairs = combinations(sorted(queens), 2)
            if all(not in_line(a, b) or blocked(a, b, set(blockers)) for a, b in pairs):
                values.append(len(queens))
    return optima(values, max)


def crowded(rows: int, columns: int, queens: int) -> tuple[int | None, int]:
    """The most knights beside so many queens."""
    board = cells(rows, columns)
    values = []
    for taken in combinations(board, queens):
        if any(in_line(a, b) for a, b in combinations(taken, 2)):
            continue
        for knights in subsets([cell for cell in board if cell not in taken]):
            if not any(knights_apart(a, b) for a, b in combinations(knights, 2)):
                values.append(len(knights))
    return optima(values, max)
