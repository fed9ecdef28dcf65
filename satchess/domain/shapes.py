"""Shapes: boards that end before their rectangle does.

What lies outside a shape is walls. On m x n, with rows r and columns c counted from 0 at a1:

    staircase   row r has its first (m - r) n / m squares, rounded up: one fewer each on n x n
    triangle    squares whose lower edge has its middle in the triangle that stands on the bottom
                edge, with its apex in the middle of the top edge: rows of 9 7 5 3 1 on 5x9
    diamond     squares whose centre lies in the diamond that joins the middles of the edges:
                rows of 1 3 5 3 1 on 5x5, of 2 4 4 2 on 4x4
    cross       rows and columns whose centre lies in the middle third, or within a square of the
                middle: on 7x7, the board of peg solitaire

>>> sorted(map(str, inside("staircase", 3, 3)))
['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
"""

from collections.abc import Callable

from satchess.domain.notation import WALLS, is_words, may_be_a_form, read_signs, read_squares
from satchess.domain.squares import Square
from satchess.errors import BadBoard, BadSquare, or_rather

Belongs = Callable[[int, int, int, int], bool]
"""Whether the square in row r and column c of an m x n board belongs to a shape."""


def _off_centre(index: int, length: int) -> int:
    """Return twice the distance from the middle."""
    return abs(2 * index + 1 - length)


def _staircase(m: int, n: int, r: int, c: int) -> bool:
    return c * m < (m - r) * n


def _triangle(m: int, n: int, r: int, c: int) -> bool:
    return _off_centre(c, n) * m <= n * (m - r)


def _diamond(m: int, n: int, r: int, c: int) -> bool:
    return _off_centre(r, m) * n + _off_centre(c, n) * m <= m * n


def _cross(m: int, n: int, r: int, c: int) -> bool:
    return 3 * _off_centre(r, m) <= max(m, 3) or 3 * _off_centre(c, n) <= max(n, 3)


SHAPES: dict[str, Belongs] = {
    "staircase": _staircase,
    "diamond": _diamond,
    "triangle": _triangle,
    "cross": _cross,
}

FEWEST_WALLS = 3
"""Fewer are named one by one: they need not be meant as a shape."""


def inside(text: str, rows: int, columns: int) -> frozenset[Square]:
    """Return the squares of a shape, named or drawn.

    A drawing marks the squares of the board; if `#` is its only sign, it marks the walls.
    """
    everything = (Square(row, column) for row in range(rows) for column in range(columns))
    if belongs := SHAPES.get(text.strip().lower()):
        return frozenset(s for s in everything if belongs(rows, columns, *s))
    expected = f"expected {', '.join(SHAPES)}, or a drawing of the board"
    try:
        if is_words(text):
            return read_squares(text, rows, columns)
        if not may_be_a_form(text):
            raise BadBoard(f"shape {text!r}: {expected}{or_rather(text, SHAPES)}")
        signs = read_signs(text, rows, columns)
    except BadSquare as error:
        raise BadBoard(f"shape: {error}; {expected}") from None
    if WALLS.issuperset(signs.signs.values()):
        return frozenset(everything).difference(signs.signs)
    return signs.marked


def named_shape(walls: frozenset[Square], rows: int, columns: int) -> tuple[str, frozenset[Square]]:
    """Return the name of the shape that these walls surround, and its walls; of a few, none has."""
    if len(walls) < FEWEST_WALLS:
        return "", frozenset()  # on a large board, looking at all squares would take long
    everything = frozenset(Square(row, column) for row in range(rows) for column in range(columns))
    shapes = {name: everything - inside(name, rows, columns) for name in SHAPES}
    fitting = [n for n, around in shapes.items() if len(around) >= FEWEST_WALLS and around <= walls]
    name = max(fitting, key=lambda name: len(shapes[name]), default="")
    return name, shapes.get(name, frozenset())
