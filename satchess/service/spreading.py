"""Spreads: a few optimal placements, pairwise as different as can be.

Two placements differ in so many squares on which not the same stands. The smallest difference of
any two is to be as large as possible: max-min dispersion. Each further placement that is farthest
from those before makes at least half of what is possible (S. Ravi, D. Rosenkrantz, G. Tayi,
Heuristic and special case algorithms for dispersion problems, Oper. Res. 42, 1994); where there are
few placements, SAT finds more, or proves that there is not more.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Spread
from satchess.cache.merging import MOST_LISTED
from satchess.domain.placement import Placement
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.constraints import encode
from satchess.engines.counting.ranking import in_order
from satchess.engines.sat.solver import SatSolver
from satchess.errors import BadInput
from satchess.model import AtLeast, Clause, Constraint
from satchess.questions import Question
from satchess.questions.grammar import ensure_keywords
from satchess.service.answer import stream
from satchess.service.options import ListOptions, RunOptions, take_run_options
from satchess.service.session import Watcher

MOST_PROVED = 400
"""Of more placements, no best choice is looked for."""

SECONDS_TO_PROVE = 20.0
CONFLICTS_A_LOOK = 2_000
"""How often to look at the clock."""


def spread(question: Question, number: int, **options: Unpack[ListOptions]) -> Spread:
    """Choose optimal placements, pairwise as different as can be.

    Options are as in `placements`. Raises `TimeoutError` or `MemoryError` at the limits.
    """
    ensure_keywords("spread", options, ListOptions.__annotations__)
    said: dict[str, Any] = {**options}
    work = take_run_options(said)
    cache, watch = said.pop("cache", True), said.pop("watch", None)
    return choose(question, number, work, cache=cache, watch=watch)


def choose(
    question: Question,
    number: int,
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> Spread:
    """Choose optimal placements, as `spread` does."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadInput(f"number {number!r}: expected how many placements to choose, such as 4")
    started = time.monotonic()
    listed = stream(question, options, limit=MOST_LISTED + 1, cache=cache, watch=watch)
    found = list(listed)
    complete = len(found) <= MOST_LISTED
    every = in_order(question.model(), found[:MOST_LISTED])
    if number == 1 or len(every) <= 1:
        return Spread(question, tuple(every[:number]), None, None, len(every), complete)
    differences = Differences(question, every)

    def heed_time() -> None:
        if options.timeout is not None and time.monotonic() > started + options.timeout:
            raise TimeoutError(f"out of time after {options.timeout:g} s")

    chosen, distance = differences.farthest(min(number, len(every)), heed_time)
    # as many balls around the others hold all placements: two of any choice share one
    bound = distance if number >= len(every) else min(2 * distance, differences.widest)
    if distance < bound and len(every) <= MOST_PROVED:
        until = started + min(options.timeout or SECONDS_TO_PROVE, SECONDS_TO_PROVE)
        chosen, bound = differences.improved(chosen, bound, until)
        distance = differences.smallest(chosen)
    placements = tuple(every[index] for index in sorted(chosen))
    return Spread(question, placements, distance, bound, len(every), complete)


class Differences:
    """In how many squares placements differ."""

    def __init__(self, question: Question, placements: Sequence[Placement]) -> None:
        self._masks = [_masks(question, placement) for placement in placements]

    def __len__(self) -> int:
        return len(self._masks)

    def between(self, one: int, other: int) -> int:
        """Return the number of squares on which not the same stands."""
        squares = 0
        for mine, theirs in zip(self._masks[one], self._masks[other], strict=True):
            squares |= mine ^ theirs
        return squares.bit_count()

    def smallest(self, chosen: Sequence[int]) -> int:
        """Return the smallest difference of any two."""
        return min(self.between(a, b) for a in chosen for b in chosen if a < b)

    @property
    def widest(self) -> int:
        """No two differ in more squares than they occupy."""
        return sum(sorted(sum(mask.bit_count() for mask in masks) for masks in self._masks)[-2:])

    def farthest(self, number: int, heed_time: Callable[[], None]) -> tuple[list[int], int]:
        """Choose two or more, each as far from those before as can be; also tell how far."""
        chosen = [0]
        nearest = [self.between(0, other) for other in range(len(self))]
        while len(chosen) < number:
            heed_time()
            taken = set(chosen)
            last = max((i for i in range(len(self)) if i not in taken), key=nearest.__getitem__)
            chosen.append(last)
            reached = nearest[last]
            nearest = [min(n, self.between(last, i)) for i, n in enumerate(nearest)]
        return chosen, reached

    def improved(self, chosen: list[int], bound: int, until: float) -> tuple[list[int], int]:
        """Look for better choices until there is none, or no time."""
        number, pairs = len(chosen), self._pairs()
        while levels := sorted({d for d in pairs.values() if self.smallest(chosen) < d <= bound}):
            found, sure = self._at_least(levels[0], pairs, number, until)
            if found is None:
                return (chosen, self.smallest(chosen)) if sure else (chosen, levels[-1])
            chosen = found
        return chosen, self.smallest(chosen)

    def _pairs(self) -> dict[tuple[int, int], int]:
        return {(a, b): self.between(a, b) for b in range(len(self)) for a in range(b)}

    def _at_least(
        self, distance: int, pairs: dict[tuple[int, int], int], number: int, until: float
    ) -> tuple[list[int] | None, bool]:
        """Find a choice that differs so much; if None, tell whether that is sure."""
        close: list[Constraint] = [
            Clause((-a - 1, -b - 1)) for (a, b), apart in pairs.items() if apart < distance
        ]
        enough = AtLeast(number, tuple(range(1, len(self) + 1)))
        collector = ClauseCollector(len(self))
        for constraint in (*close, enough):
            encode(constraint, collector)
        with SatSolver(collector.clauses) as solver:
            while (answer := solver.solve(conflicts=CONFLICTS_A_LOOK)) is None:
                if time.monotonic() > until:
                    return None, False
            if not answer:
                return None, True
            true = sorted(v - 1 for v in solver.true_variables() if v <= len(self))
            return true[:number], True


def _masks(question: Question, placement: Placement) -> list[int]:
    """Return the squares of each kind of piece, as bits."""
    columns = question.board.columns
    masks = dict.fromkeys(question.kinds, 0)
    for square, kind in placement.places:
        masks[kind] |= 1 << square.row * columns + square.column
    return list(masks.values())
