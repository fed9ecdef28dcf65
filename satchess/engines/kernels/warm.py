"""Compile every kernel ahead of time: each family of engines on an input that is done at once.

numba compiles a kernel for each length of a tuple that it is given: ranges of leprechauns, words
that hold a row.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from satchess.questions import Question
from satchess.task import Task

RANGES = range(1, 8)
"""Longer ones need boards that are wider than a word."""

SMALL_CACHE = 300
"""Bytes, for a small run to do what a large one does."""


class Warming(NamedTuple):
    """A family of kernels, and what compiles it if that is not done yet."""

    name: str
    compile: Callable[[], None]


def warmings() -> Iterator[Warming]:
    """Yield all families, those first that most questions need."""
    for reach in RANGES:
        text = f"independence leprechaun:{reach} 5x5 --size 5"
        yield Warming(f"rows, range {reach}", partial(_count, text))
    yield Warming("rows of any board", partial(_count, "independence queen 5x5:torus --size 5"))
    for words in (1, 2, 4):
        yield Warming(f"frontier, {words} words", partial(_frontier, words))
    for words in (1, 2):
        yield Warming(f"first queens, {words} words", partial(_first_queens, words))
    for words in (1, 2, 3, 4):
        yield Warming(f"beautiful queens, {words} words", partial(_beautiful, words))
    yield Warming("leprechauns", _leprechauns)
    yield Warming("armies", _armies)
    yield Warming("kings", _kings)
    yield Warming("covers", _covers)
    yield Warming("windows", _windows)
    yield Warming("quarters", _quarters)


def _count(text: str) -> None:
    from satchess.engines.rows.engine import RowsEngine

    for _ in RowsEngine().run(Task("count", Question.parse(text))):
        pass


def _frontier(words: int) -> None:
    from dataclasses import replace

    from satchess.engines.frontier import clauses, run_numba
    from satchess.engines.frontier.compile import transitions
    from satchess.engines.frontier.order import best_order

    model = Question.parse("domination king 11 --all").model()
    clausal = clauses.read(model)
    steps = transitions(clausal, best_order(model, clausal))
    run_numba.run(replace(steps, width=64 * words), 0, cache=SMALL_CACHE)


def _first_queens(words: int) -> None:
    from satchess.engines.first_queens.decisions import Decider, Effort
    from satchess.engines.first_queens.position import Cell, Opening

    side = 64 * (words - 1) + 12
    opening = Opening.of(side).with_queen(Cell(0, 0))
    Decider(side).decide(opening, (Effort(1, 1), Effort(1, 1, linear=True, forcing=True)))


def _beautiful(words: int) -> None:
    import numpy as np

    from satchess.engines.most_beautiful.search import Search

    side = 64 * (words - 1) + 8
    cells = np.ones((side, side), np.bool_)
    Search(cells, np.zeros((side, side), np.int64), {}, noise=0.1).run(1)


def _leprechauns() -> None:
    from satchess.engines.leprechauns.lattices import grown

    grown(2, 11, 10)


def _armies() -> None:
    from satchess.engines.armies.search import Search

    for _ in Search(3, 3, None).larger(0, 0, 1):
        pass


def _kings() -> None:
    import numpy as np

    from satchess.engines.kings import kernels

    kernels.count(2, 2, np.uint32(7))


def _covers() -> None:
    from satchess.engines.covers.engine import CoversEngine

    for text in ("domination king 3 --upper", "irredundance king 3 --lower"):
        for _ in CoversEngine().run(Task("count", Question.parse(text))):
            pass


def _windows() -> None:
    from satchess.engines.windows.engine import WindowsEngine

    for _ in WindowsEngine().run(Task("count", Question.parse("domination queen 5"))):
        pass


def _quarters() -> None:
    from satchess.engines.quarters.engine import QuartersEngine

    for _ in QuartersEngine().run(Task("solve", Question.parse("domination knight 6"))):
        pass


def kernel_folders() -> set[str]:
    """Return the folders that hold the kernels loaded by now."""
    from satchess.engines.kernels.compile import folders

    return folders
