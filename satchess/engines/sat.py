"""The SAT engine: optimum, listing, counting by listing, and the lexicographically first."""

import time
from collections.abc import Iterable, Iterator
from itertools import count

from satchess.encodings.formula import Formula
from satchess.engines.base import (
    Bounded,
    Counted,
    Done,
    Event,
    Found,
    Infeasible,
    Listed,
    Task,
    Tuning,
)
from satchess.engines.listing import first_placement, optimal_orbits
from satchess.engines.optimum import Bounds, optimise
from satchess.model import Model
from satchess.placement import Placement

MOST_SQUARES = 40_000
"""Larger boards take longer to write down than anybody would wait."""

SECONDS_A_BATCH = 0.2
"""Listed placements are sent in batches, at least this often."""


class SatEngine:
    """Conflict-driven clause learning on a CNF of the model, component by component."""

    name = "sat"
    summary = "incremental SAT: optimum with proof, listing, counting by listing, first"

    def objection(self, task: Task) -> str | None:
        """Say what listing cannot do; otherwise only the size of the board can be too much."""
        if task.by_size:
            return "lists placements of one size at a time"
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Listing is no way to count, if there is another."""
        return "lists one placement after the other" if task.verb == "count" else None

    def forecast(self, task: Task) -> str:
        """Say how large the formula is."""
        collector = Formula(task.question.model()).collector
        return f"{collector.top} variables, {len(collector.clauses)} clauses"

    def run(self, task: Task) -> Iterator[Event]:
        """Solve first; then list, count, or walk to the first placement."""
        model = task.question.model(all_symmetries=task.up_to_symmetry)
        # symmetries may exchange components: those are looked at together
        parts = [model] if task.up_to_symmetry else model.components()
        best: list[frozenset[int]] = []
        for event in _solve(parts, task, best):
            yield event
            if isinstance(event, Infeasible):
                yield Done()
                return
        found = list(zip(parts, best, strict=True))
        match task.verb:
            case "list":
                yield from _list(found, task.tuning)
            case "count":
                yield from _count(found, task)
            case "first":
                firsts = [first_placement(part, any_one, task.tuning) for part, any_one in found]
                yield Found(_joined(parts, firsts))
        yield Done()


def _solve(parts: list[Model], task: Task, best: list[frozenset[int]]) -> Iterator[Event]:
    """Yield bounds and placements of the whole; leave the best of each part in `best`."""
    known = [Bounds.at_first(part) for part in parts]
    if any(bounds.feasible is False for bounds in known):
        yield Infeasible()
        return
    if len(parts) == 1 and parts[0].objective is not None:
        known = [known[0].narrowed(task.lower, task.upper)]
    for number, part in enumerate(parts):
        for bounds in optimise(part, known[number], task.tuning):
            known[number] = bounds
            if bounds.feasible is False:
                yield Infeasible()
                return
            if task.question.goal is not None:
                yield Bounded(sum(b.lower for b in known), sum(b.upper for b in known))
            found = [b.best for b in known if b.best is not None]
            if len(found) == len(parts):
                yield Found(_joined(parts, found))
    best.extend(b.best for b in known if b.best is not None)


def _joined(parts: Iterable[Model], taken: Iterable[Iterable[int]]) -> Placement:
    """Put the placements of the parts together."""
    return Placement.of(
        place
        for part, variables in zip(parts, taken, strict=True)
        for place in part.placement(variables).places
    )


class _Replayed:
    """An iterable that remembers what it has yielded, so that it can be gone through again."""

    def __init__(self, source: Iterator[frozenset[int]]) -> None:
        self._source = source
        self._seen: list[frozenset[int]] = []

    def __iter__(self) -> Iterator[frozenset[int]]:
        for number in count():
            if number == len(self._seen):
                new = next(self._source, None)
                if new is None:
                    return
                self._seen.append(new)
            yield self._seen[number]


def _combinations(sources: list[_Replayed]) -> Iterator[tuple[frozenset[int], ...]]:
    """Yield the product of the sources without exhausting any of them first."""
    if not sources:
        yield ()
        return
    *before, last = sources
    for head in _combinations(before):
        for tail in last:
            yield (*head, tail)


def _list(found: list[tuple[Model, frozenset[int]]], tuning: Tuning) -> Iterator[Event]:
    parts = [part for part, _ in found]
    sources = [_Replayed(_images(part, any_one, tuning)) for part, any_one in found]
    batch: list[Placement] = []
    sent = 0.0
    for taken in _combinations(sources):
        batch.append(_joined(parts, taken))
        if time.monotonic() - sent > SECONDS_A_BATCH:
            yield Listed(tuple(batch))
            batch, sent = [], time.monotonic()
    yield Listed(tuple(batch))


def _images(model: Model, any_one: frozenset[int], tuning: Tuning) -> Iterator[frozenset[int]]:
    for orbit in optimal_orbits(model, any_one, tuning):
        yield from sorted(orbit, key=sorted)


def _count(found: list[tuple[Model, frozenset[int]]], task: Task) -> Iterator[Event]:
    """Count each part by listing; the whole has the product, at least that of what is counted."""
    total = 1
    sent = time.monotonic()
    for part, any_one in found:
        number = 0
        for orbit in optimal_orbits(part, any_one, task.tuning):
            number += 1 if task.up_to_symmetry else len(orbit)
            if time.monotonic() - sent > SECONDS_A_BATCH:
                yield Counted(total * number, exact=False)
                sent = time.monotonic()
        total *= number
    yield Counted(total, exact=True)
