"""The `formula` engine: closed forms, proved for all boards of a kind.

Each formula comes with its proof, or a citation. Boards are m x n with m <= n, without holes, walls
or side conditions. A path of p squares has p/2 + 1 largest independent sets if p is even (up to
some point the first of each pair, then the second) and 1 if p is odd; a cycle of even length has 2.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import comb, factorial, perm
from typing import ClassVar

from satchess.engines.counting.base import product
from satchess.engines.theorems.statement import UNTWISTED, YAGLOM, Statement, sides
from satchess.events import Bounded, Counted, Done, Event, Infeasible, Sized
from satchess.questions import Domination, Independence, Question
from satchess.questions.placing import PlacingQuestion
from satchess.task import Task

# The formulas, with their proofs


def rooks_in_peace(m: int, n: int, size: int) -> int:
    """Choose as many rows as columns, and match them."""
    return comb(m, size) * comb(n, size) * factorial(size)


def rook_kernels(m: int, n: int, size: int) -> int:
    """Rooks in peace leave a square free as long as a row and a column are: all m rows are used."""
    return perm(n, m) if size == m else 0


def rook_covers(m: int, n: int, size: int) -> int:
    """All placements but those with an empty row and an empty column, which cross uncovered.

    Inclusion and exclusion: i + j rows and columns, some of both, are empty.
    """
    uncovered = sum(
        (-1 if (i + j) % 2 else 1) * comb(m, i) * comb(n, j) * comb((m - i) * (n - j), size)
        for i in range(1, m + 1)
        for j in range(1, n + 1)
    )
    return comb(m * n, size) - uncovered


def fewest_rook_covers(m: int, n: int) -> tuple[int, int]:
    """One in each row; on squares, one in each row or in each column, and n! times both."""
    return m, n**m if m < n else 2 * n**n - factorial(n)


def bishops_in_peace(m: int, n: int, size: int) -> int:
    """Count on the two colours apart, diagonal by diagonal from the shortest to the longest.

    On one colour of a square board, the diagonals of one direction, named by those of the other
    that they cross, are nested: with k bishops on shorter ones, a diagonal of length p has p - k
    free squares (Goldman, Joichi and White, Rook theory I, Proc. AMS 52 (1975): Ferrers boards).
    """
    return _bishops(n).get(size, 0)


@cache
def _bishops(n: int) -> dict[int, int]:
    colours = []
    for colour in (0, 1):
        counts = [1]
        for length in sorted(n - abs(n - 1 - diagonal) for diagonal in range(colour, 2 * n - 1, 2)):
            more = [times * (length - k) for k, times in enumerate(counts)]
            counts = [a + b for a, b in zip([*counts, 0], [0, *more], strict=True)]
        colours.append({k: times for k, times in enumerate(counts) if times})
    return product(*colours)


def most_bishops(m: int, n: int) -> tuple[int, int]:
    """2n - 2 in 2^n ways, all on the rim (Yaglom and Yaglom)."""
    return (2 * n - 2, 2**n) if n > 1 else (1, 1)


def most_kings(m: int, n: int) -> tuple[int, int]:
    """At most one king in a box of 2 x 2, if a side is odd.

    Cut an odd side of 2b + 1 into b pairs and a single one, which may be any of the b + 1 with an
    even index: every box must have its king, so all kings are on those b + 1 lines. If the other
    side is odd too, all are on the crossings; else it is cut into a pairs, and each line is a path
    of 2a squares with a kings.
    """
    odd, other = (m, n) if m % 2 else (n, m)
    lines = (odd + 1) // 2
    return lines * ((other + 1) // 2), _largest_on_path(other) ** lines


def fewest_king_covers(m: int, n: int) -> tuple[int, int]:
    """A king covers at most 9 squares, and boxes of 3 x 3 tile the board in one way only."""
    return m * n // 9, 1


def most_on_tour(m: int, n: int) -> tuple[int, int]:
    """All squares of a colour, if the moves of a piece that changes colours allow a tour.

    A closed tour has an even number of squares, and an open one will do for an odd number. Wazirs
    go along one column and to and fro in the others. Knights have a closed tour if m n is even and
    m >= 5, or m = 3 and n >= 10 (Schwenk, Which rectangular chessboards have a knight's tour?,
    Math. Mag. 64 (1991)), and an open one if m >= 5 (Cull and De Curtins, Knight's tour revisited,
    Fibonacci Quart. 16 (1978)).
    """
    return (m * n + 1) // 2, 1 if m * n % 2 else 2


def most_knights_on_two_rows(m: int, n: int) -> tuple[int, int]:
    """Their moves form two paths on the columns with an even index, and two on the others."""
    paths = ((n + 1) // 2, n // 2)
    value = sum(2 * ((length + 1) // 2) for length in paths)
    return value, (_largest_on_path(paths[0]) * _largest_on_path(paths[1])) ** 2


def _largest_on_path(length: int) -> int:
    return 1 if length % 2 else length // 2 + 1


# Where they hold


@dataclass(frozen=True)
class Formula(Statement):
    """A closed form.

    `best` gives the optimum and its number of placements, `number` the number of placements of a
    size, where that is known.
    """

    best: Callable[[int, int], tuple[int, int]] = field(kw_only=True)
    number: Callable[[int, int, int], int] | None = field(default=None, kw_only=True)


HERE = "proved in satchess.engines.counting.closed_forms"

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "rook independence",
        "k rooks on m x n in C(m,k) C(n,k) k! ways",
        YAGLOM,
        Independence,
        "rook",
        best=lambda m, n: (m, perm(n, m)),
        number=rooks_in_peace,
        topologies=UNTWISTED,
    ),
    *(
        Formula(
            f"rook {name}",
            "m rooks on m x n, m <= n, in n!/(n-m)! ways, and no other number",
            YAGLOM,
            kind,
            "rook",
            best=lambda m, n: (m, perm(n, m)),
            number=rook_kernels,
            options={name: True},
            topologies=UNTWISTED,
        )
        for name, kind in (("maximal", Independence), ("independent", Domination))
    ),
    Formula(
        "rook domination",
        "m rooks on m x n, in n^m ways if m < n and in 2n^n - n! if m = n",
        YAGLOM,
        Domination,
        "rook",
        best=fewest_rook_covers,
        number=rook_covers,
        topologies=UNTWISTED,
    ),
    Formula(
        "bishop independence",
        "2n - 2 bishops on n x n, n > 1, in 2^n ways; other numbers by diagonals of one colour",
        f"{YAGLOM}; Goldman, Joichi and White, Rook theory I (1975)",
        Independence,
        "bishop",
        best=most_bishops,
        number=bishops_in_peace,
        holds=lambda m, n: m == n,
    ),
    Formula(
        "king independence",
        "(a+1)(b+1) kings on (2a+1) x (2b+1) in one way, a(b+1) on 2a x (2b+1) in (a+1)^(b+1)",
        HERE,
        Independence,
        "king",
        best=most_kings,
        holds=lambda m, n: m % 2 == 1 or n % 2 == 1,
    ),
    Formula(
        "king domination",
        "ab kings on 3a x 3b in one way",
        HERE,
        Domination,
        "king",
        best=fewest_king_covers,
        holds=lambda m, n: m % 3 == n % 3 == 0,
    ),
    Formula(
        "knight independence",
        "half of the squares, rounded up, in 2 ways if their number is even and in 1 if it is odd",
        "knight's tours: Schwenk (1991), Cull and De Curtins (1978)",
        Independence,
        "knight",
        best=most_on_tour,
        holds=lambda m, n: m >= 5 or (m == 3 and n % 2 == 0 and n >= 10),
    ),
    Formula(
        "knight independence on two rows",
        "four paths of moves, each with one largest set if odd and with p/2 + 1 if p is even",
        HERE,
        Independence,
        "knight",
        best=most_knights_on_two_rows,
        holds=lambda m, n: m == 2,
    ),
    Formula(
        "wazir independence",
        "half of the squares, rounded up, in 2 ways if their number is even and in 1 if it is odd",
        HERE,
        Independence,
        "wazir",
        best=most_on_tour,
        holds=lambda m, n: m > 1,
    ),
)
"""All closed forms of this engine."""


class FormulaEngine:
    """Counts by proved formulas."""

    name: ClassVar[str] = "formula"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Closed forms with a proof: rooks, and some bishops, kings, knights."

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        formula = formula_for(task.question)
        if formula is None:
            return "knows no closed form for this"
        if task.up_to_symmetry:
            return "knows no closed form up to symmetry"
        if (task.by_size or task.question.goal is None) and formula.number is None:
            return "knows a closed form of the optimum only"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Nothing is faster."""
        return None

    def forecast(self, task: Task) -> str:
        """Name the formula and its source."""
        formula = formula_for(task.question)
        assert formula is not None
        return str(formula)

    def run(self, task: Task) -> Iterator[Event]:
        """Evaluate the formula."""
        question = task.question
        formula = formula_for(question)
        assert formula is not None
        assert isinstance(question, PlacingQuestion)
        m, n = sides(question)
        if task.by_size or question.all:
            assert formula.number is not None
            counts = ((size, formula.number(m, n, size)) for size in range(m * n + 1))
            by_size = tuple((size, count) for size, count in counts if count)
            total = sum(count for _, count in by_size)
            yield Sized(by_size) if task.by_size else Counted(total, exact=True)
        else:
            value, count = formula.best(m, n)
            if (size := question.given_value) is not None:
                assert formula.number is not None
                value, count = size, formula.number(m, n, size)
            if count:
                yield Bounded(value, value)
                yield Counted(count, exact=True)
            else:
                yield Infeasible()
        yield Done()


def formula_for(question: Question) -> Formula | None:
    """Return the formula that covers a question; None if none does."""
    return next((formula for formula in FORMULAS if formula.answers(question)), None)
