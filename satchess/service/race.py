"""The race: when the engine of choice is not done after a moment, others that can join it.

A moment is half a second of work, which takes longer on a busy machine. The first choice keeps its
core. The others have another one, and take turns there; where there is but one, they get a small
share of it. What each of them learns is learned by all: bounds of one and a placement of another
may close the gap. Whoever answers first has won.

Nothing waits for kernels that are compiled, either: SAT joins as soon as one is.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from satchess.errors import BadQuestion, EngineDied, NotKnown
from satchess.events import (
    Bounded,
    Chosen,
    Compiling,
    Counted,
    Decided,
    Divided,
    Done,
    Event,
    Explained,
    Fingerprinted,
    Found,
)
from satchess.logs import logger_of
from satchess.processes.pool import CAN_PAUSE, OutOfMemory
from satchess.service.evidence import Evidence
from satchess.task import Division, Task, Tuning

_log = logger_of(__name__)

SWITCH = "SATCHESS_MEANWHILE"
"""The environment variable that leaves the first choice alone when set to `off`."""

NEEDS_NO_KERNEL = "sat"
"""The engine that joins while kernels are compiled."""

OTHER_SOLVERS = ("glucose42",)
"""Solvers that join when every engine has: `sat` with one of them."""

MOMENT = 0.5
"""Seconds that the first choice has to itself: of the processor, where that is known."""

LONGEST_MOMENT = 10 * MOMENT
"""How long that may take on the clock of a busy machine."""

TURN = 1.0
"""Seconds of the first turns; later ones are longer."""

SHARE_OF_TIME = 4
"""A turn lasts at least one of so many parts of the time so far."""

ONE_IN = 10
"""On a single core, others get one second for so many of the first choice."""

LOOK = 0.05
"""How long to listen to one racer before the others are heard."""


def is_allowed() -> bool:
    """Whether engines may race."""
    return os.environ.get(SWITCH) != "off"


@dataclass(frozen=True)
class Entrant:
    """Who runs: an engine, or the plan's choice; perhaps with a solver that is not the default."""

    engine: str | None = None
    solver: str | None = None


class Run(Protocol):
    """An engine at work: see `satchess.processes.pool.Run`."""

    @property
    def worked(self) -> float | None:
        """Processor seconds spent on the task; None where nothing says so."""

    def hear(self, patience: float | None = None) -> Event | None:
        """Return the next event, or None after so many seconds."""

    def pause(self) -> None:
        """Keep it from working."""

    def resume(self) -> None:
        """Let it go on."""

    def close(self) -> None:
        """End it."""


Start = Callable[[Task, str | None, Collection[str]], Run]
"""Starts an engine on a task: the named one, or the plan's choice without some."""


class _Racer:
    """An entrant at work, and what it has learned by itself."""

    def __init__(self, entrant: Entrant, task: Task, run: Run) -> None:
        self.entrant = entrant
        self.run = run
        self.own = Evidence.at_first(task)
        self.withheld: list[Event] = []
        """Events that matter only if it wins."""

    @property
    def name(self) -> str:
        """Its engine; nothing until one is chosen."""
        return self.own.engine

    def learn(self, event: Event) -> None:
        """Learn an event; a wrong placement is an error of ours."""
        self.own = self.own.learn(event)


class Race:
    """Engines at work on one task."""

    def __init__(
        self,
        task: Task,
        start: Start,
        known: Callable[[], Evidence],
        *,
        processes: int,
        favourite: Entrant | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Prepare a race; `known` is all that was learned, up to the last event.

        The `favourite` goes first, then the plan's choice. With a single process, all take turns.
        """
        self._task = task
        self._start = start
        self._known = known
        self._room = processes - 1
        self._without = frozenset(without)
        self._next = deque(
            entrant for entrant in (favourite,) if entrant and entrant.engine not in self._without
        )
        self._entered: set[Entrant] = set()
        self._racers: list[_Racer] = []
        """Those at work, the first choice first."""
        self._resting: deque[_Racer] = deque()
        self._plan_is_exhausted = False
        self._began = time.monotonic()
        self._turn_ends = self._began + (MOMENT if self._room else ONE_IN * TURN)
        self.is_contested = False
        """Whether anyone has joined the first choice."""
        self.winner: Entrant | None = None

    # What happens

    def events(self) -> Iterator[Event]:
        """Yield what the racers say, as if one engine did: its `Done` comes last."""
        try:
            self._join(self._first_entrant())
            while self.winner is None and self._racers:
                self._take_turns()
                yield from self._heard()
        finally:
            for racer in (*self._racers, *self._resting):
                racer.run.close()

    def _heard(self) -> Iterator[Event]:
        """Listen to each racer that is awake."""
        patience = self._patience()
        for racer in tuple(self._racers):
            if racer not in self._racers:
                return  # called off
            try:
                while (event := racer.run.hear(patience)) is not None:
                    yield from self._take(racer, event)
                    if self.winner is not None or racer not in self._racers:
                        return
                    if self._racers[0] is racer:
                        break  # it may have much to say
            except (NotKnown, BadQuestion, EngineDied, OutOfMemory) as error:
                yield from self._drop(racer, error)
                return
            patience = 0.0

    def _take(self, racer: _Racer, event: Event) -> Iterator[Event]:
        if racer is not self._racers[0]:
            yield from self._take_from_rival(racer, event)
            return
        match event:
            case Chosen(engine):
                racer.learn(event)
                self._entered.add(replace(racer.entrant, engine=engine))
            case Compiling() if self._room and not self._has_rivals:
                self._turn_ends = min(self._turn_ends, time.monotonic())
            case Divided():
                self._call_off()
            case Done():
                yield from self._finish(racer)
                return
        yield event
        yield from self._closed_by(racer)

    def _take_from_rival(self, racer: _Racer, event: Event) -> Iterator[Event]:
        racer.learn(event)
        match event:
            case Chosen(engine):
                self._entered.add(replace(racer.entrant, engine=engine))
                _log.info("engine %s joins on '%s'", engine, self._task.question)
            case Bounded() | Fingerprinted() | Decided() | Counted(exact=False):
                yield from self._share(racer, event)
            case Found() if self._task.verb != "first":
                yield from self._share(racer, event)
            case Done() if racer.own.status.is_final:
                yield Chosen(racer.name)
                yield from racer.withheld
                yield from self._win(racer)
            case Done():
                yield from self._drop(racer, None)
            case Compiling():
                pass  # nobody waits for it
            case _:
                racer.withheld.append(event)

    def _share(self, racer: _Racer, event: Event) -> Iterator[Event]:
        yield Chosen(racer.name)
        yield event
        yield from self._closed_by(racer)
        if self.winner is None and self._racers[0].name:
            yield Chosen(self._racers[0].name)

    def _closed_by(self, racer: _Racer) -> Iterator[Event]:
        """End the race if what all of them have learned is the answer."""
        if self.is_contested and self._task.verb == "solve" and self._known().status.is_final:
            yield from self._win(racer)

    def _finish(self, leader: _Racer) -> Iterator[Event]:
        """End with the first choice, unless it has given up and others go on."""
        if self._known().learn(Done()).status.is_final:
            yield from self._win(leader)
        elif self._has_rivals:
            yield from self._drop(leader, None)
        else:
            self._racers.remove(leader)
            leader.run.close()
            yield Done()

    def _win(self, racer: _Racer) -> Iterator[Event]:
        self.winner = replace(racer.entrant, engine=racer.name)
        reason = self._known().reason if racer is self._racers[0] else racer.own.reason
        if racer.entrant.solver is not None:
            reason = "; ".join(filter(None, [reason, f"solver {racer.entrant.solver}"]))
        if reason != self._known().reason:
            yield Explained(reason)
        if self.is_contested:
            _log.info("engine %s wins on '%s'", racer.name, self._task.question)
        yield Done()

    def _drop(self, racer: _Racer, error: Exception | None) -> Iterator[Event]:
        """Go on without a racer; raise its error if nobody is left."""
        was_leading = racer is self._racers[0]
        was_favourite = not racer.name and racer.entrant != Entrant()
        self._racers.remove(racer)
        racer.run.close()
        self._plan_is_exhausted |= not racer.name and racer.entrant == Entrant()
        if was_leading and not self._racers and self._resting:
            self._wake(self._resting.popleft())
        if not self._racers and was_favourite and was_leading:
            self._join(self._first_entrant())
        elif not self._racers:
            assert error is not None
            raise error
        elif was_leading:
            leader = self._racers[0]
            yield from [Chosen(leader.name)] if leader.name else []
            yield from leader.withheld
        if not self._room:
            self._racers[0].run.resume()
            self._next_turn_in(ONE_IN * self._turn)
        elif not racer.name or was_leading:
            self._turn_ends = min(self._turn_ends, time.monotonic())

    def _call_off(self) -> None:
        """Leave the work to the first choice: it will have all cores."""
        for racer in (*self._racers[1:], *self._resting):
            racer.run.close()
        self._racers, self._turn_ends = self._racers[:1], inf
        self._resting.clear()

    @property
    def _has_rivals(self) -> bool:
        return len(self._racers) > 1 or bool(self._resting)

    # Whose turn it is

    def _patience(self) -> float | None:
        if len(self._racers) > 1:
            return LOOK
        left = self._turn_ends - time.monotonic()
        return None if left == inf else max(0.0, left)

    @property
    def _turn(self) -> float:
        """How long a rival's turn is: longer and longer."""
        shares = SHARE_OF_TIME if self._room else SHARE_OF_TIME * ONE_IN
        return max(TURN, (time.monotonic() - self._began) / shares)

    def _next_turn_in(self, seconds: float) -> None:
        self._turn_ends = time.monotonic() + seconds

    def _take_turns(self) -> None:
        if time.monotonic() < self._turn_ends:
            return
        if (left := self._left_of_moment()) > 0:
            self._next_turn_in(max(LOOK, left))
        elif any(not racer.name for racer in self._racers):
            self._next_turn_in(LOOK)  # who is chosen has to be known, lest two are the same
        elif self._room:
            self._let_another_run()
        else:
            self._share_one_core()

    def _left_of_moment(self) -> float:
        """Return how long the first choice still has to itself.

        Where others keep the processor busy, it needs longer, and a rival would take it from it.
        """
        if self.is_contested or not self._room or self._known().compiling:
            return 0.0
        on_clock = self._began + LONGEST_MOMENT - time.monotonic()
        worked = self._racers[0].run.worked
        return 0.0 if worked is None else min(MOMENT - worked, on_clock)

    def _let_another_run(self) -> None:
        """Put the next rival in the place of the one that has run longest, if all are taken."""
        entrant = self._next_entrant()
        full = len(self._racers) > self._room
        if (entrant is None and not self._resting) or (full and not CAN_PAUSE):
            self._turn_ends = inf
            return
        if full:
            self._rest(self._racers[1])
        if entrant is not None:
            self._join(entrant)
        else:
            self._wake(self._resting.popleft())
        self._next_turn_in(self._turn)

    def _share_one_core(self) -> None:
        """Have the first choice and a rival change places."""
        if len(self._racers) > 1:
            self._rest(self._racers[1])
            self._racers[0].run.resume()
            self._next_turn_in(ONE_IN * self._turn)
            return
        entrant = self._next_entrant() if CAN_PAUSE else None
        if entrant is None and not self._resting:
            self._turn_ends = inf
            return
        self._racers[0].run.pause()
        if entrant is not None:
            self._join(entrant)
        else:
            self._wake(self._resting.popleft())
        self._next_turn_in(self._turn)

    def _rest(self, racer: _Racer) -> None:
        racer.run.pause()
        self._racers.remove(racer)
        self._resting.append(racer)

    def _wake(self, racer: _Racer) -> None:
        racer.run.resume()
        self._racers.append(racer)

    # Who may join

    def _first_entrant(self) -> Entrant:
        return self._next.popleft() if self._next else Entrant()

    def _next_entrant(self) -> Entrant | None:
        """Return who joins next: while kernels compile SAT, else by the plan; then solvers."""
        substitute = Entrant(NEEDS_NO_KERNEL)
        if self._known().compiling and self._is_new(substitute):
            return substitute
        if not self._plan_is_exhausted:
            return Entrant()
        solvers = (Entrant(NEEDS_NO_KERNEL, solver) for solver in OTHER_SOLVERS)
        return next(filter(self._is_new, solvers), None)

    def _is_new(self, entrant: Entrant) -> bool:
        return entrant not in self._entered and entrant.engine not in self._without

    def _join(self, entrant: Entrant) -> None:
        first = not self._entered and not self._racers
        self.is_contested |= bool(self._racers)
        task = self._task if first else self._known().continued()
        if entrant.solver is not None:
            task = replace(task, tuning=Tuning(solver=entrant.solver))
        if self._racers:
            task = replace(task, division=Division.NEVER)  # it has one core
        if entrant.engine is not None:
            self._entered.add(entrant)
        entered = {e.engine for e in self._entered if e.solver is None and e.engine is not None}
        run = self._start(task, entrant.engine, self._without | entered)
        self._racers.append(_Racer(entrant, task, run))
