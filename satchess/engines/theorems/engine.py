"""The `theorem` engine: optima that are proved for all boards of a kind, with a placement.

Each theorem comes with its proof, or a citation. Boards are m x n with m <= n, rows and columns are
counted from 0.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.leprechauns.constructions import known
from satchess.engines.theorems.statement import UNTWISTED, YAGLOM, Statement, sides
from satchess.events import Bounded, Done, Event, Explained, Found
from satchess.questions import Domination, Independence, Question
from satchess.questions.placing import PlacingQuestion
from satchess.task import Task

Pairs = Iterable[tuple[int, int]]
"""Rows and columns of squares."""

# The placements, with the proofs that none is better


def most_kings(m: int, n: int) -> Pairs:
    """Every other row and column: boxes of at most 2 x 2 tile the board, and hold one king each."""
    return product(range(0, m, 2), range(0, n, 2))


def fewest_kings(m: int, n: int) -> Pairs:
    """The middles of boxes of 3 x 3, moved onto the board: no two attack each other.

    No king covers two of the squares whose row and column are multiples of 3.
    """
    rows, columns = ([min(i + 1, side - 1) for i in range(0, side, 3)] for side in (m, n))
    return product(rows, columns)


def rooks_on_diagonal(m: int, n: int) -> Pairs:
    """At most one in each of m rows; with fewer, an empty row and column cross uncovered."""
    return ((i, i) for i in range(m))


def rooks_in_column(m: int, n: int) -> Pairs:
    """They cover all rows and, from two on, each other; fewer leave an empty row and column."""
    return ((i, 0) for i in range(m))


def rooks_in_row(m: int, n: int) -> Pairs:
    """One in each column, where each is needed.

    A cover has a rook in every row, or in every column. If it has two in one of these lines, one of
    them is superfluous: so there are m or n.
    """
    return ((0, j) for j in range(n))


def most_bishops_on_square(m: int, n: int) -> Pairs:
    """The first column, and the last without its ends.

    There are 2n - 1 diagonals of a direction, and the first and the last of them, two corners, are
    on one of the other.
    """
    yield from ((i, 0) for i in range(n))
    yield from ((i, n - 1) for i in range(1, n - 1))


def most_bishops(m: int, n: int) -> Pairs:
    """The first and the last column, and between them what they leave free.

    There are m + n - 1 diagonals of a direction. If both sides are even, those of either colour are
    (m + n)/2 of one direction but one fewer of the other, which leaves m + n - 2. Bishops in the
    first and the last column do not attack each other, since m < n. If m is odd, they leave
    n - m - 1 squares of the middle row free; if it is even, n - m - 2 columns of the two rows in
    the middle, of which every other one is filled: n - m - 1 squares if n is odd, one fewer if not.
    """
    yield from product(range(m), (0, n - 1))
    if m % 2:
        yield from ((m // 2, j) for j in range(m // 2 + 1, n - 1 - m // 2))
    else:
        yield from product((m // 2 - 1, m // 2), range(m // 2 + 1, n - 1 - m // 2, 2))


def bishops_in_middle_column(m: int, n: int) -> Pairs:
    """A square d columns off the middle is attacked: d rows up, or d rows down, is on the board."""
    return ((i, (n - 1) // 2) for i in range(n))


def one_colour(m: int, n: int) -> Pairs:
    """All squares of the colour of a corner: moves pair all squares, but for one if m n is odd.

    Wazirs: by dominoes. Knights: along a tour if m >= 5 (Cull and De Curtins, Knight's tour
    revisited, Fibonacci Quart. 16 (1978)). 4 x 2, 4 x 3, 3 x 4 and 3 x 6 fall into pairs, 3 x 3 and
    3 x 5 but for one square: one of them, and 4 x 2 or 3 x 4 repeated, tile 4 x n and 3 x n.
    """
    return ((i, j) for i, j in product(range(m), range(n)) if (i + j) % 2 == 0)


def knights_on_two_rows(m: int, n: int) -> Pairs:
    """Two columns of every four: moves pair their squares with those two columns on."""
    return product(range(2), (j for j in range(n) if j % 4 < 2))


def everywhere(m: int, n: int) -> Pairs:
    """There is no move."""
    return product(range(m), range(n))


def queens_in_rows(m: int, n: int) -> Pairs:
    """At most one in each of m rows: the first rows of n queens on n x n.

    Where these do not fit, n = 2 and n = 3, a knight's move does.
    """
    square = known(1, n)
    columns = (square and square.columns) or (0, 2)
    return enumerate(columns[:m])


# Where they hold


@dataclass(frozen=True)
class Theorem(Statement):
    """An optimum: `placement` has it."""

    placement: Callable[[int, int], Pairs] = field(kw_only=True)

    def answers(self, question: Question) -> bool:
        """Whether the theorem covers a question: the size is not given."""
        return question.goal is not None and super().answers(question)

    def best(self, question: PlacingQuestion) -> Placement:
        """Return the best placement."""
        pairs = self.placement(*sides(question))
        if question.board.rows > question.board.columns:
            pairs = ((j, i) for i, j in pairs)
        return Placement.of(Place(Square(i, j), question.piece) for i, j in pairs)


HERE = "proved in satchess.engines.theorems.engine"
BISHOPS = (
    "Cockayne, Gamble and Shepherd, Domination parameters for the bishops graph,"
    " Discrete Math. 58 (1986)"
)
_INDEPENDENT = {"independent": True}

THEOREMS: tuple[Theorem, ...] = (
    Theorem(
        "king independence",
        "(m/2)(n/2) kings on m x n, both rounded up",
        YAGLOM,
        Independence,
        "king",
        placement=most_kings,
    ),
    *(
        Theorem(
            f"king {' '.join([*options, 'domination'])}",
            "(m/3)(n/3) kings on m x n, both rounded up",
            YAGLOM,
            Domination,
            "king",
            placement=fewest_kings,
            options=options,
        )
        for options in ({}, _INDEPENDENT)
    ),
    Theorem(
        "rook independence",
        "m rooks on m x n, m <= n",
        YAGLOM,
        Independence,
        "rook",
        placement=rooks_on_diagonal,
        topologies=UNTWISTED,
    ),
    *(
        Theorem(
            f"rook {' '.join([*options, 'domination'])}",
            "m rooks on m x n, m <= n",
            YAGLOM,
            Domination,
            "rook",
            placement=rooks_on_diagonal,
            options=options,
            topologies=UNTWISTED,
        )
        for options in ({}, _INDEPENDENT)
    ),
    Theorem(
        "rook total domination",
        "m rooks on m x n, 1 < m <= n",
        HERE,
        Domination,
        "rook",
        placement=rooks_in_column,
        holds=lambda m, n: m > 1,
        options={"total": True},
        topologies=UNTWISTED,
    ),
    Theorem(
        "rook upper domination",
        "n rooks on m x n, 1 < m <= n",
        HERE,
        Domination,
        "rook",
        placement=rooks_in_row,
        holds=lambda m, n: m > 1,
        options={"upper": True},
        topologies=UNTWISTED,
    ),
    Theorem(
        "bishop independence on squares",
        "2n - 2 bishops on n x n, n > 1",
        YAGLOM,
        Independence,
        "bishop",
        placement=most_bishops_on_square,
        holds=lambda m, n: m == n > 1,
    ),
    Theorem(
        "bishop independence on rectangles",
        "m + n - 1 bishops on m x n, m < n, one fewer if both are even",
        HERE,
        Independence,
        "bishop",
        placement=most_bishops,
        holds=lambda m, n: m < n,
    ),
    *(
        Theorem(
            f"bishop {' '.join([*options, 'domination'])}",
            "n bishops on n x n",
            BISHOPS,
            Domination,
            "bishop",
            placement=bishops_in_middle_column,
            holds=lambda m, n: m == n,
            options=options,
        )
        for options in ({}, _INDEPENDENT)
    ),
    Theorem(
        "knight independence",
        "half of the squares, rounded up, on m x n with m > 2",
        "knight's tours: Cull and De Curtins, Fibonacci Quart. 16 (1978)",
        Independence,
        "knight",
        placement=one_colour,
        holds=lambda m, n: m > 2,
    ),
    Theorem(
        "knight independence on two rows",
        "two columns of every four",
        HERE,
        Independence,
        "knight",
        placement=knights_on_two_rows,
        holds=lambda m, n: m == 2,
    ),
    Theorem(
        "knight independence on one row",
        "no knight can move",
        HERE,
        Independence,
        "knight",
        placement=everywhere,
        holds=lambda m, n: m == 1,
    ),
    Theorem(
        "wazir independence",
        "half of the squares, rounded up",
        HERE,
        Independence,
        "wazir",
        placement=one_colour,
    ),
    Theorem(
        "queen independence on rectangles",
        "m queens on m x n, m < n",
        "Hoffman, Loessi and Moore 1969",
        Independence,
        "queen",
        placement=queens_in_rows,
        holds=lambda m, n: m < n,
    ),
)
"""All theorems of this engine."""


class TheoremEngine:
    """Answers by proved optima."""

    name: ClassVar[str] = "theorem"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "proved optima: kings, rooks, bishops, knights, queens on rectangles"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        return None if theorem_for(task.question) else "knows no theorem for this"

    def reluctance(self, task: Task) -> str | None:
        """Nothing is quicker."""
        return None

    def forecast(self, task: Task) -> str:
        """Say the theorem and its source."""
        return str(theorem_for(task.question))

    def run(self, task: Task) -> Iterator[Event]:
        """Yield the placement and that none is better."""
        question = task.question
        theorem = theorem_for(question)
        assert theorem is not None
        assert isinstance(question, PlacingQuestion)
        placement = theorem.best(question)
        yield Explained(str(theorem))
        yield Bounded(len(placement), len(placement))
        yield Found(placement)
        yield Done()


def theorem_for(question: Question) -> Theorem | None:
    """Return the theorem that covers a question; None if none does."""
    return next((theorem for theorem in THEOREMS if theorem.answers(question)), None)
