"""The variable order: one that keeps few bits alive at a time.

Squares are swept along ranks, files, or either kind of diagonals, whichever is cheapest. Bits that
must be equal, such as those of the squares ahead on one line, count once: that is why bishops are
swept along diagonals.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from satchess.domain.squares import Square
from satchess.engines.frontier.clauses import ClausalModel
from satchess.model import Model

GROWTH = 1.6
"""Rough factor of states per live bit: for kings, it is the golden ratio."""

Sweep = Callable[[Square], tuple[int, int]]
"""A square's line, and its place on the line."""

SWEEPS: tuple[Sweep, ...] = (
    lambda square: (square.row, square.column),
    lambda square: (square.column, square.row),
    lambda square: (square.row + square.column, square.row),
    lambda square: (square.row - square.column, square.row),
)


def best_order(model: Model, clausal: ClausalModel) -> list[int]:
    """Return the cheapest of a few orders of the free variables."""
    return swept(model, clausal, best_sweep(model, clausal))


def best_sweep(model: Model, clausal: ClausalModel) -> Sweep:
    """Return the sweep with the cheapest order."""

    def cost(sweep: Sweep) -> float:
        return sum(GROWTH**width for width in widths(clausal, swept(model, clausal, sweep)))

    return min(SWEEPS, key=cost)


def swept(model: Model, clausal: ClausalModel, sweep: Sweep) -> list[int]:
    """Return the free variables in the order of a sweep."""
    return sorted(clausal.gains, key=lambda v: (sweep(model.places[v - 1].square), v))


def widths(clausal: ClausalModel, order: list[int]) -> Iterator[int]:
    """Yield, after each variable, the number of live bits that can differ."""
    clauses_of: dict[int, list[int]] = {v: [] for v in order}
    for number, clause in enumerate(clausal.clauses):
        for literal in clause:
            clauses_of[abs(literal)].append(number)
    left = [len(clause) for clause in clausal.clauses]
    unmet = 0
    ahead = dict.fromkeys(order, 0)  # with the sum of the hashes of its rivals so far
    alike: Counter[int] = Counter()

    def forget(rivals: int) -> None:
        if rivals:
            alike[rivals] -= 1
            if not alike[rivals]:
                del alike[rivals]

    for v in order:
        for number in clauses_of[v]:
            unmet += left[number] == len(clausal.clauses[number])
            left[number] -= 1
            unmet -= left[number] == 0
        forget(ahead.pop(v))
        for w in clausal.conflicts[v]:
            if w in ahead and w not in clausal.kernels:
                forget(ahead[w])
                ahead[w] += hash((v, v))
                alike[ahead[w]] += 1
        yield unmet + len(alike)
