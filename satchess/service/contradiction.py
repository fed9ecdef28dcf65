"""Why not: a smallest set of conditions of a question that leave no placement.

Every placement that keeps the rules breaks some conditions, of which a contradiction must have one.
So a smallest set that hits the broken conditions of all placements found so far either has a
placement, which is one more to be hit; or it is a smallest contradiction (A. Ignatiev, A. Previti,
M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP
2015). An irreducible contradiction is found first, should time run out.
"""

import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Status, Stop, StopReason, Why
from satchess.domain.placement import Placement
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.constraints import encode
from satchess.engines.sat.solver import SatSolver
from satchess.errors import NotKnown
from satchess.model import AtMost
from satchess.questions import Question
from satchess.questions.demands import Demand
from satchess.questions.grammar import ensure_keywords
from satchess.request import Request
from satchess.service.answer import respond
from satchess.service.options import ListOptions, RunOptions, take_run_options
from satchess.service.session import Watcher
from satchess.verbs import verb_named

Demands = frozenset[Demand]


def why(question: Question, **options: Unpack[ListOptions]) -> Why:
    """Say which conditions of a question leave no placement: a smallest set that does.

    Each condition is a value of an option, or a clue of a puzzle. Options are as in `answer`, the
    time being for everything. Raises `TimeoutError` if not even an irreducible set is found.
    """
    ensure_keywords("why", options, ListOptions.__annotations__)
    said: dict[str, Any] = {**options}
    work = take_run_options(said)
    cache, watch = said.pop("cache", True), said.pop("watch", None)
    return explain(question, work, cache=cache, watch=watch)


def explain(
    question: Question,
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> Why:
    """Say which conditions of a question leave no placement, as `why` does."""
    options.ensure_usable(verb_named("solve"))
    search = _Search(question, options, cache, watch)
    if (placement := search.placement(search.demands)) is not None:
        return Why(question, placement, seconds=search.seconds)
    if search.placement(()) is None:
        return Why(question, contradiction=question.keeping(()), seconds=search.seconds)
    core, smallest = search.irreducible(), False
    search.witnesses(core)
    with suppress(TimeoutError):  # the irreducible one will do
        core, smallest = search.smallest(len(core)) or core, True
    witnesses = search.witnesses(core)
    ordered = [demand for demand in search.demands if demand in core]
    return Why(
        question,
        conditions=tuple(demand.text for demand in ordered),
        contradiction=question.keeping(ordered),
        witnesses=tuple(witnesses[demand] for demand in ordered),
        smallest=smallest,
        seconds=search.seconds,
    )


class _Search:
    """Looks for placements under some of the demands, and remembers them."""

    def __init__(
        self,
        question: Question,
        options: RunOptions,
        cache: Path | str | bool,
        watch: Watcher | None,
    ) -> None:
        self._question = question
        self._options = options
        self._cache = cache
        self._watch = watch
        self._started = time.monotonic()
        self.demands = question.demands()
        self._alone = {demand: question.keeping([demand]) for demand in self.demands}
        self._found: dict[Demands, Placement | None] = {}
        self._hits: list[Demands] = []
        """The demands that the placements found so far break."""

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    def placement(self, kept: Iterable[Demand]) -> Placement | None:
        """Return a placement under these demands; None if there is none."""
        key = frozenset(kept)
        if key not in self._found:
            self._found[key] = placement = self._asked(key)
            if placement is not None:
                self._hits.append(self._broken(placement))
        return self._found[key]

    def _asked(self, kept: Demands) -> Placement | None:
        question = self._question.keeping(kept).any_placement()
        left = self._options.timeout
        if left is not None:
            left -= self.seconds
            if left <= 0:
                raise TimeoutError(f"out of time after {self._options.timeout:g} s")
        options = replace(self._options, timeout=left)
        request = Request("solve", question)
        answer, interrupt = respond(request, options, cache=self._cache, watch=self._watch)
        if interrupt is not None:
            raise interrupt
        match answer.status, answer.stopped:
            case Status.OPTIMAL, _:
                return answer.placement
            case Status.INFEASIBLE, _:
                return None
            case _, StopReason(Stop.OUT_OF_TIME):
                raise TimeoutError(f"out of time after {self._options.timeout:g} s")
            case _, StopReason(Stop.OUT_OF_MEMORY) as stopped:
                raise MemoryError(str(stopped))
        raise NotKnown(f"no engine could decide '{question}'")

    def _broken(self, placement: Placement) -> Demands:
        """Return the demands that a placement breaks."""
        return frozenset(
            demand
            for demand, alone in self._alone.items()
            if next(alone.violations(alone.respelt(placement)), None) is not None
        )

    def irreducible(self) -> Demands:
        """Leave out one demand after the other, unless there is a placement then."""
        core = frozenset(self.demands)
        for demand in self.demands:
            rest = core - {demand}
            if any(rest.isdisjoint(hit) for hit in self._hits):
                continue  # a placement that is known already keeps the rest
            if self.placement(rest) is None:
                core = rest
        return core

    def smallest(self, most: int) -> Demands | None:
        """Return a smallest contradiction, if it has fewer than `most` demands; else None."""
        size = 1
        while size < most:
            chosen = self._hitting(size)
            if chosen is None:
                size += 1
            elif (placement := self.placement(chosen)) is None:
                return chosen
            else:
                self._grow(chosen, placement)
        return None

    def _grow(self, kept: Demands, placement: Placement) -> None:
        """Keep more demands as long as there is a placement: fewer are broken then."""
        kept = frozenset(self.demands) - self._broken(placement)
        for demand in self.demands:
            if demand not in kept and (found := self.placement(kept | {demand})) is not None:
                kept = frozenset(self.demands) - self._broken(found)

    def _hitting(self, size: int) -> Demands | None:
        """Return at most so many demands, one of each hit; None if there are none."""
        number = {demand: i for i, demand in enumerate(self.demands, start=1)}
        collector = ClauseCollector(len(number))
        for hit in self._hits:
            collector.add([number[demand] for demand in hit])
        encode(AtMost(size, tuple(number.values())), collector)
        with SatSolver(collector.clauses) as solver:
            if not solver.solve():
                return None
            true = solver.true_variables()
        return frozenset(demand for demand, i in number.items() if i in true)

    def witnesses(self, core: Collection[Demand]) -> dict[Demand, Placement]:
        """Return, for each demand of an irreducible set, a placement that breaks it alone."""
        found = {}
        for demand in core:
            placement = self.placement(frozenset(core) - {demand})
            assert placement is not None
            found[demand] = placement
        return found
