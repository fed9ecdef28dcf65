"""The SAT engine: optimum, listing, counting by listing, and the lexicographically first."""

import time
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import count
from math import inf
from typing import ClassVar

from satchess.domain.placement import Placement
from satchess.encodings.formula import Formula
from satchess.engines.counting.base import covers_are_few
from satchess.engines.sat.cubes import Cube, OutOfPatience, Space, as_parts, cube_of, is_everything
from satchess.engines.sat.listing import Call, Undecided, first_placement, optimal_orbits
from satchess.engines.sat.optimum import Bounds, completed, optimise
from satchess.errors import WrongAnswer
from satchess.events import (
    Bounded,
    Counted,
    Decided,
    Divided,
    Done,
    Event,
    Found,
    Infeasible,
    Listed,
    Settled,
)
from satchess.model import Model
from satchess.questions.base import Question
from satchess.task import Claim, Division, Fact, Outcome, Part, Task, Tuning

MOST_SQUARES = 40_000
"""On larger boards even the formula takes too long to write down."""

SECONDS_A_BATCH = 0.2
"""Listed placements are sent in batches, at least this often."""

PATIENCE = 100_000
"""Conflicts before work is divided: some seconds."""

CONFLICTS_TO_TELL = 1_000
"""A step towards the first placement that takes this many is journalled."""


class SatEngine:
    """Conflict-driven clause learning on a CNF of the model, component by component."""

    name: ClassVar[str] = "sat"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = (
        "incremental SAT: optimum from both sides, listing, counting by listing, first"
    )

    def objection(self, task: Task) -> str | None:
        """Refuse counts by size, which listing cannot do, and boards that are too large."""
        if task.by_size:
            return "lists placements of one size at a time"
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Avoid counting by listing, unless there are few placements."""
        if task.verb != "count" or covers_are_few(task):
            return None
        return "lists one placement after the other"

    def forecast(self, task: Task) -> str:
        """Say how large the formula is."""
        collector = Formula(task.question.model()).collector
        return f"{collector.top} variables, {len(collector.clauses)} clauses"

    def run(self, task: Task) -> Iterator[Event]:
        """Solve first; then list, count, or walk to the first placement."""
        if task.part is not None:
            yield from _settle(task, task.part)
            yield Done()
            return
        model = task.question.model(all_symmetries=task.up_to_symmetry)
        # symmetries may swap components: those are solved together
        parts = [model] if task.up_to_symmetry else model.components()
        best: list[frozenset[int]] = []
        for event in _solve(parts, task, best):
            yield event
            if isinstance(event, Infeasible | Divided):
                yield Done()
                return
        found = list(zip(parts, best, strict=True))
        match task.verb:
            case "list":
                yield from _list(found, task)
            case "count":
                yield from _count(found, task)
            case "first":
                yield from _first(found, task)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts partition the task."""
        return is_everything([cube_of(part) for part in parts])


def _solve(parts: list[Model], task: Task, best: list[frozenset[int]]) -> Iterator[Event]:
    """Yield bounds and placements of the whole; leave the best of each part in `best`."""
    known = [Bounds.at_first(part) for part in parts]
    if any(bounds.feasible is False for bounds in known):
        yield Infeasible()
        return
    if len(parts) == 1 and parts[0].objective is not None:
        known = [known[0].narrowed(task.lower, task.upper)]
    for fact in task.facts:
        if not fact.claim.given and fact.placement is not None:
            best_one = completed(parts[0], fact.placement, fact.claim.value, task.tuning)
            known = [replace(known[0], best=best_one, feasible=True)]
    for number, part in enumerate(parts):
        for bounds in optimise(part, known[number], task.tuning, _patience(task, parts)):
            known[number] = bounds
            if bounds.feasible is False:
                yield Infeasible()
                return
            if task.question.goal is not None:
                yield Bounded(sum(b.lower for b in known), sum(b.upper for b in known))
            found = [b.best for b in known if b.best is not None]
            if len(found) == len(parts):
                yield Found(_joined(parts, found))
        if not known[number].is_closed(part):
            counts = task.verb == "count"  # only placements that none can beat
            wanted = known[number].best_possible(part) if counts else known[number].news(part)
            yield _divided(task, Claim(wanted))
            return
    best.extend(b.best for b in known if b.best is not None)


def _joined(parts: Iterable[Model], taken: Iterable[Iterable[int]]) -> Placement:
    """Put the placements of the parts together."""
    return Placement.of(
        place
        for part, variables in zip(parts, taken, strict=True)
        for place in part.placement(variables).places
    )


class _Replayed:
    """An iterable that caches what it yields, to be iterated again."""

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


def _list(found: list[tuple[Model, frozenset[int]]], task: Task) -> Iterator[Event]:
    parts = [part for part, _ in found]
    for placement in task.listed:
        if sum(len(part.variables(placement)) for part in parts) != len(placement):
            raise WrongAnswer(f"'{task.question}' has no such placement as {placement}")
    sources = [_Replayed(_images(part, any_one, task)) for part, any_one in found]
    batch: list[Placement] = []
    sent = 0.0
    for taken in _combinations(sources):
        batch.append(_joined(parts, taken))
        if time.monotonic() - sent > SECONDS_A_BATCH:
            yield Listed(tuple(batch))
            batch, sent = [], time.monotonic()
    yield Listed(tuple(batch))


def _images(model: Model, any_one: frozenset[int], task: Task) -> Iterator[frozenset[int]]:
    known = dict.fromkeys(map(model.variables, task.listed))
    for orbit in optimal_orbits(model, any_one, task.tuning, known):
        yield from sorted(orbit, key=sorted)


def _count(found: list[tuple[Model, frozenset[int]]], task: Task) -> Iterator[Event]:
    """Count each component by listing; the total is the product, a lower bound until the end."""
    total = 1
    sent = time.monotonic()
    patience = _patience(task, [part for part, _ in found])
    for part, any_one in found:
        value = part.objective.value(any_one) if part.objective else None
        number = 0
        try:
            space = Space(part, value, task.tuning)
            for number, _ in space.counted((), patience, orbits=task.up_to_symmetry):
                if number and time.monotonic() - sent > SECONDS_A_BATCH:
                    yield Counted(total * number, exact=False)
                    sent = time.monotonic()
        except OutOfPatience:
            yield _divided(task, Claim(value))
            return
        total *= number
    yield Counted(total, exact=True)


def _first(found: list[tuple[Model, frozenset[int]]], task: Task) -> Iterator[Event]:
    """Find the first placement of each part."""
    parts = [part for part, _ in found]
    patience = _patience(task, parts)
    least = inf if patience is None else CONFLICTS_TO_TELL  # the same holds for facts as for parts
    firsts = []
    for part, any_one in found:
        value = part.objective.value(any_one) if part.objective else None
        decided = dict(_decided(task, part, value))
        try:
            calls = first_placement(part, any_one, task.tuning, decided=decided, conflicts=patience)
            firsts.append((yield from _told(calls, part, value, least)))
        except Undecided as stuck:
            yield _divided(task, Claim(value, " ".join(map(str, stuck.beginning))))
            return
    yield Found(_joined(parts, firsts))


def _decided(
    task: Task, model: Model, value: int | None
) -> Iterator[tuple[Cube, frozenset[int] | None]]:
    """Yield the beginnings that are decided; `WrongAnswer` for a placement that begins otherwise.

    A journal may come from anywhere: what can be checked of it is checked.
    """
    for fact in task.facts:
        if not fact.claim.given or fact.claim.value != value:
            continue
        beginning = cube_of(Part(fact.claim.given))
        found = None if fact.placement is None else model.variables(fact.placement)
        if found is not None and any((abs(v) in found) != (v > 0) for v in beginning):
            raise WrongAnswer(
                f"journal of '{task.verb} {task.question}': no placement that begins with"
                f" {fact.claim.given!r} has its pieces on {fact.placement}"
            )
        yield beginning, found


def _told(
    calls: Generator[Call, None, frozenset[int]], model: Model, value: int | None, least: float
) -> Generator[Event, None, frozenset[int]]:
    """Report the decisions of solver calls with at least so many conflicts."""
    while True:
        try:
            call = next(calls)
        except StopIteration as end:
            first: frozenset[int] = end.value
            return first
        if call.conflicts >= least:
            placement = None if call.found is None else model.placement(call.found)
            claim = Claim(value, " ".join(map(str, call.beginning)))
            method = f"solver: {call.conflicts} conflicts"
            yield Decided(Fact(claim, placement), method, call.seconds)


# Parts


def _patience(task: Task, components: list[Model]) -> int | None:
    """Return the conflicts before a task is divided; one with components never is."""
    divisible = task.division is not Division.NEVER and len(components) == 1
    return PATIENCE if divisible else None


@lru_cache(maxsize=1)
def _space(question: Question, all_symmetries: bool, tuning: Tuning, claim: Claim) -> Space:
    """Return the search space of a claim; the last is cached for the next part of the task."""
    model = question.model(all_symmetries=all_symmetries)
    base = cube_of(Part(claim.given))
    # a given beginning is not invariant under symmetries
    return Space(model, claim.value, tuning, symmetric=not claim.given, base=base)


def _space_of(task: Task, claim: Claim) -> Space:
    return _space(task.question, task.up_to_symmetry, task.tuning, claim)


def _divided(task: Task, claim: Claim) -> Divided:
    return Divided(as_parts(_space_of(task, claim).divided(())), claim)


def _settle(task: Task, part: Part) -> Iterator[Event]:
    """Settle a part of a divided task, or divide it further if that takes long."""
    space = _space_of(task, task.claim)
    cube = cube_of(part)
    if task.division is not Division.NOW:
        with suppress(OutOfPatience):
            patience = None if task.division is Division.NEVER else PATIENCE
            yield Settled(_outcome(space, cube, task, patience))
            return
    cubes = space.divided(cube)
    if len(cubes) > 1 or task.division is Division.NOW:
        yield Divided(as_parts(cubes, part) if len(cubes) > 1 else (), task.claim)
    else:  # it takes long, but cannot be divided
        yield Settled(_outcome(space, cube, task, None))


def _outcome(space: Space, cube: Cube, task: Task, patience: int | None) -> Outcome:
    if task.verb == "count":
        return space.count(cube, patience, orbits=task.up_to_symmetry)
    return Outcome(placement=space.find(cube, patience))
