"""A session: engines at work on one request, in turn or on many parts at once."""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property

from satchess.answers import Answer, Stop, StopReason
from satchess.cache import Store
from satchess.cache.jobs import JobBook
from satchess.cache.journal import Journal
from satchess.cache.races import RaceBook, Win
from satchess.closable import Closable
from satchess.errors import CacheError, EnginesDisagree, NotKnown
from satchess.events import Chosen, Decided, Divided, Done, Event, Listed
from satchess.processes.cancelling import ensure_wanted
from satchess.processes.jobs import Crew, Job, Stopped, cores, hire, run_job
from satchess.processes.pool import OutOfMemory, OutOfTime, Run, run
from satchess.processes.worker import work_on
from satchess.request import Request
from satchess.service import favourites, race
from satchess.service.evidence import Evidence
from satchess.service.journal import Diary
from satchess.service.options import RunOptions
from satchess.task import DEFAULT_TUNING, FactsByEngine, Task

Watcher = Callable[[Evidence], None]


def exhaust(events: Iterator[Event]) -> None:
    """Run to the end: the evidence is in the session."""
    deque(events, maxlen=0)


class Session(Closable):
    """Runs engines within the limits of a request, and keeps why they stopped."""

    def __init__(
        self,
        request: Request,
        options: RunOptions,
        *,
        book: JobBook | None = None,
        journal: Journal | None = None,
        races: RaceBook | None = None,
        watch: Watcher | None = None,
    ) -> None:
        self._request = request
        self._options = options
        self._book = book
        self._journal = journal
        self._races = races
        self._watch = watch
        self._started = time.perf_counter()
        self._stack = ExitStack()
        self._job: Job | None = None
        self._known: Evidence | None = None
        self._chosen: set[str] = set()
        """The engines of the last task."""
        self.stopped: StopReason | None = None
        """Why the last engine stopped before it was done."""
        self.warnings: tuple[str, ...] = ()
        self.interrupt: KeyboardInterrupt | None = None

    @classmethod
    def on(
        cls,
        request: Request,
        options: RunOptions,
        store: Store | None,
        watch: Watcher | None = None,
    ) -> "Session":
        """Return a session that keeps its parts and prefixes in a store, if there is one."""
        if store is None:
            return cls(request, options, watch=watch)
        return cls(
            request,
            options,
            book=store.jobs,
            journal=store.journal,
            races=store.races,
            watch=watch,
        )

    def close(self) -> None:
        """Dismiss the workers."""
        self._stack.close()

    @cached_property
    def _crew(self) -> Crew:
        crew = hire(self._options.workers, self._options.cluster)
        self._stack.callback(crew.dismiss)
        return crew

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._started

    @property
    def _time_left(self) -> float | None:
        if self._options.timeout is None:
            return None
        return max(0.0, self._options.timeout - self.seconds)

    @property
    def known(self) -> Evidence:
        """The evidence on the last task."""
        assert self._known is not None
        return self._known

    @property
    def has_begun(self) -> bool:
        """Whether there is any evidence."""
        return self._known is not None

    @property
    def outcome(self) -> tuple[Evidence, StopReason | None, tuple[str, ...]]:
        """How the last engine ended: the evidence, why it stopped, what went wrong."""
        return self.known, self.stopped, self.warnings

    @outcome.setter
    def outcome(self, outcome: tuple[Evidence, StopReason | None, tuple[str, ...]]) -> None:
        self._known, self.stopped, self.warnings = outcome

    # One engine

    def follow(
        self, task: Task, engine: str | None = None, without: Collection[str] = ()
    ) -> Iterator[Event]:
        """Yield the events of an engine, each after it is checked and learned.

        At a limit it just ends, and `stopped` says why.
        """
        self._known = Evidence.at_first(task)
        self.stopped, self.warnings, self._job, self._chosen = None, (), None, set()
        diary = Diary(self._journal, str(self._request))
        try:
            self._show()
            for event in self._events(task, engine, without, diary):
                ensure_wanted()
                self._known = self._known.learn(event)
                if isinstance(event, Chosen):
                    self._chosen.add(event.engine)
                if isinstance(event, Decided):
                    diary.take_down(self._known.engine, event)
                self._show()
                yield event
        except NotKnown as error:
            if not self._known.engine:
                raise
            # the engine found that the work is too large for it
            self.stopped = StopReason(Stop.GAVE_UP, str(error))
            self._known = replace(self._known, gave_up=True)
        except OutOfTime:
            limit = f"{self._options.timeout:g} s"
            self.stopped = self._stop(diary, Stop.OUT_OF_TIME, limit)
        except OutOfMemory:
            self.stopped = StopReason(Stop.OUT_OF_MEMORY, f"{self._options.memory} bytes")
            # another engine may need less, if memory sufficed to choose one
            self._known = replace(self._known, gave_up=self._known.engine != "")
        except Stopped as stopped:
            self.stopped = self._stop(diary, stopped.kind, stopped.detail)
        except KeyboardInterrupt as error:
            self.interrupt = error
            self.stopped = self._stop(diary, Stop.INTERRUPTED)
        finally:
            diary.write()
            self._warn(diary.trouble)

    def _show(self) -> None:
        if self._watch is not None:
            self._watch(self.known)

    def _warn(self, trouble: str) -> None:
        if trouble and trouble not in self.warnings:
            self.warnings += (trouble,)

    def _stop(self, diary: Diary, kind: Stop, detail: str = "") -> StopReason:
        """Return why the work stops, and where finished work is kept."""
        reason = StopReason(kind, detail, prefixes=diary.kept(self.known.engine))
        job = self._job
        if job is None or self._book is None or job.is_cancelled:
            return reason
        if job.trouble:
            self._warn(job.trouble)
            return reason
        progress = job.progress
        return replace(reason, job=job.record.id, parts_done=progress.done, parts=progress.parts)

    def _events(
        self, task: Task, engine: str | None, without: Collection[str], diary: Diary
    ) -> Iterator[Event]:
        """Yield the events of an engine; if it divides the work, those of the job.

        The caller learns every event before it asks for the next one.
        """
        listed = set(task.listed)
        divided: Divided | None = None
        while True:
            for event in self._run(task, engine, without, diary.facts()):
                if isinstance(event, Divided):
                    divided = event
                elif divided is not None:
                    continue  # a divided task ends with its parts
                elif isinstance(event, Listed) and listed:
                    yield Listed(tuple(p for p in event.placements if p not in listed))
                else:
                    yield event
            if divided is None:
                return
            job = self._job = Job(
                task, self.known.engine, self._request.verb_with_flags, divided, self._book
            )
            yield from run_job(
                job, self._crew, memory=self._options.memory, timeout=self._time_left
            )
            self._warn(job.trouble)
            self._job = None
            if job.fact.claim.given:
                yield Decided(job.fact, job.method, job.seconds)
            else:
                task = replace(task, facts=(*task.facts, job.fact))
            if self.known.status.is_final:
                yield Done()
                return
            task = replace(task, lower=self.known.lower, upper=self.known.upper)
            engine, divided = self.known.engine, None

    def _run(
        self, task: Task, engine: str | None, without: Collection[str], facts: FactsByEngine
    ) -> Iterator[Event]:
        if self._options.workers == 0:
            return work_on(task, engine, without, facts)

        def start(task: Task, engine: str | None, without: Collection[str]) -> Run:
            return Run(
                task,
                engine=engine,
                without=without,
                timeout=self._time_left,
                memory=self._options.memory,
                facts=facts,
            )

        if engine is None and self._may_race(task):
            return self._race(task, start, without)
        return run(
            task,
            engine=engine,
            without=without,
            timeout=self._time_left,
            memory=self._options.memory,
            facts=facts,
        )

    def _may_race(self, task: Task) -> bool:
        """Whether other engines may join the one of choice; a list has one author."""
        return (
            not self._request.meaning.streams
            and not task.ranks
            and task.approximate is None
            and task.tuning == DEFAULT_TUNING
            and race.is_allowed()
        )

    def _race(self, task: Task, start: race.Start, without: Collection[str]) -> Iterator[Event]:
        race_ = race.Race(
            task,
            start,
            lambda: self.known,
            processes=self._options.workers or cores(),
            favourite=favourites.favourite(self._request, self._races),
            without=without,
        )
        yield from race_.events()
        winner = race_.winner
        if without:
            return  # the best may have been left out
        if winner is not None and race_.is_contested and self._races is not None:
            assert winner.engine is not None
            win = Win(favourites.sort_of(self._request), winner.engine, winner.solver, self.seconds)
            try:
                self._races.add(win)
            except CacheError as error:
                self._warn(str(error))

    # Several engines

    def pursue(self, task: Task, engine: str | None = None) -> Iterator[Event]:
        """Yield the events of an engine, then of others that continue where one has given up.

        An engine that was asked for by name is the only one.
        """
        yield from self.follow(task, engine)
        tried = set(self._chosen)
        while engine is None and task.approximate is None and self._gave_up:
            before = self.outcome
            try:
                yield from self.follow(self.known.continued(), without=tried)
            except NotKnown:
                self.outcome = before
                return
            if tried >= self._chosen:
                return
            tried |= self._chosen

    @property
    def _gave_up(self) -> bool:
        """Whether the engine ended undecided; one that has begun a list has the rest to itself."""
        known = self.known
        return (known.done or known.gave_up) and not known.status.is_final and not known.listed

    def verify(self, remembered: Answer | None) -> bool:
        """Compare with what is remembered; another engine that agrees confirms it.

        False if there is nothing final to compare. Raises `EnginesDisagree`.
        """
        known = self.known
        final = known.status.is_final
        if remembered is None or not remembered.status.is_final:
            return True
        if not final:
            return False
        placed = known.placement if self._request.meaning.oriented else None
        new = (known.status, known.value, known.count, known.by_size, placed)
        placed = remembered.placement if self._request.meaning.oriented else None
        old = (remembered.status, remembered.value, remembered.count, remembered.by_size, placed)
        if any(a != b for a, b in zip(old, new, strict=True) if None not in (a, b)):
            raise EnginesDisagree(
                f"engines disagree on '{self._request}': {remembered.engines} says"
                f" {_told(old)}, as is remembered, {known.engine} says {_told(new)}"
            )
        if known.engine not in (remembered.engine, remembered.confirmed_by):
            self._known = replace(known, confirmed_by=remembered.engine)
        return True

    def cross_check(self) -> Evidence:
        """Let a second engine answer independently; both have to agree."""
        known, warnings = self.known, self.warnings
        task = replace(
            known.task,
            lower=None,
            upper=None,
            beginning=(),
            best=None,
            remembered=(),
            tuning=DEFAULT_TUNING,
        )
        tried = [known.engine]
        other: Evidence | None = None
        while other is None or not other.status.is_final:
            try:
                exhaust(self.follow(task, without=tried))
            except NotKnown:
                return self._unconfirmed(known, warnings, "no second engine can answer this")
            other = self.known
            tried.append(other.engine)
            if not (other.done or other.gave_up or other.status.is_final):
                return self._unconfirmed(known, warnings, str(self.stopped))
        if known.numbers != other.numbers:
            raise EnginesDisagree(
                f"engines disagree on '{known.task.verb} {known.task.question}':"
                f" {known.engine} says {known.numbers}, {other.engine} says {other.numbers}"
            )
        self._known = replace(known, confirmed_by=other.engine)
        self.warnings = tuple(dict.fromkeys((*warnings, *self.warnings)))
        return self._known

    def _unconfirmed(self, known: Evidence, warnings: tuple[str, ...], why: str) -> Evidence:
        self.stopped, self._known, self.warnings = None, known, warnings
        self._warn(f"not cross-checked: {why}")
        return known


def _told(numbers: Iterable[object]) -> str:
    return ", ".join(str(number) for number in numbers if number is not None)
