"""Work on a question: engines, one after the other or many parts at once, within limits."""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from types import TracebackType
from typing import Self

from satchess.cache.jobs import JobBook
from satchess.cache.journal import Journal
from satchess.errors import EnginesDisagree, NotKnown
from satchess.events import Decided, Divided, Done, Event
from satchess.processes.jobs import Crew, Job, Stopped, hire, run_job
from satchess.processes.pool import OutOfMemory, OutOfTime, run
from satchess.processes.worker import work_on
from satchess.service.evidence import Knowledge
from satchess.service.journal import Diary
from satchess.task import FactsByEngine, Task

Watcher = Callable[[Knowledge], None]


@dataclass(frozen=True)
class Limits:
    """How long work may take, and how much memory each worker may use."""

    timeout: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Help:
    """Who works: see `satchess.processes.jobs.hire`."""

    workers: int | None = None
    cluster: str | None = None


class Work:
    """Runs engines within the limits of a request, and keeps what stopped them."""

    def __init__(
        self,
        verb: str,
        limits: Limits,
        help_: Help,
        *,
        book: JobBook | None = None,
        journal: Journal | None = None,
        watch: Watcher | None = None,
    ) -> None:
        self._verb = verb
        self._limits = limits
        self._help = help_
        self._book = book
        self._journal = journal
        self._watch = watch
        self._started = time.perf_counter()
        self._stack = ExitStack()
        self._job: Job | None = None
        self.note = ""
        self.interrupt: KeyboardInterrupt | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @cached_property
    def _crew(self) -> Crew:
        crew = hire(self._help.workers, self._help.cluster)
        self._stack.callback(crew.dismiss)
        return crew

    @property
    def seconds(self) -> float:
        """How long it has taken by now."""
        return time.perf_counter() - self._started

    @property
    def _time_left(self) -> float | None:
        if self._limits.timeout is None:
            return None
        return max(0.0, self._limits.timeout - self.seconds)

    def do(self, task: Task, engine: str | None = None, without: Collection[str] = ()) -> Knowledge:
        """Return what an engine finds out about a task; `NotKnown` if none can do it."""
        known = Knowledge.at_first(task)
        self.note, self._job = "", None
        diary = Diary(self._journal, self._verb, task.question)
        try:
            for event in self._events(task, engine, without, diary):
                known = known.learn(event)
                if self._watch is not None:
                    self._watch(known)
        except NotKnown as error:
            if not known.engine:
                raise
            # it has found out that the work is too large for it
            self.note, known = str(error), replace(known, gave_up=True)
        except OutOfTime:
            self.note = (
                f"out of time after {self._limits.timeout:g} s{self._kept(diary, known.engine)}"
            )
        except OutOfMemory:
            self.note = f"out of memory: {self._limits.memory} bytes were allowed"
            # another engine may need less, if there was room to choose one
            known = replace(known, gave_up=known.engine != "")
        except Stopped as reason:
            self.note = f"{reason}{self._kept(diary, known.engine)}"
        except KeyboardInterrupt as error:
            self.note, self.interrupt = f"interrupted{self._kept(diary, known.engine)}", error
        finally:
            diary.write()
        self.note = self.note or diary.trouble
        return known

    def _kept(self, diary: Diary, engine: str) -> str:
        """Say where everything is that is done."""
        kept = [diary.kept(engine), self._kept_parts]
        return "".join(f"; {words}" for words in kept if words)

    @property
    def _kept_parts(self) -> str:
        if self._job is None or self._book is None or self._job.is_cancelled:
            return ""
        if self._job.trouble:
            return self._job.trouble
        progress = self._job.progress
        return f"job {self._job.record.id} keeps {progress.done} of {progress.parts} parts"

    def _events(
        self, task: Task, engine: str | None, without: Collection[str], diary: Diary
    ) -> Iterator[Event]:
        """Yield what an engine finds out; where it divides the work, what the parts come to."""
        known = Knowledge.at_first(task)
        divided: Divided | None = None
        while True:
            for event in self._run(task, engine, without, diary.facts()):
                if isinstance(event, Divided):
                    divided = event
                elif divided is None:  # the end of a divided task is that of its parts
                    known = known.learn(event)
                    if isinstance(event, Decided):
                        diary.take_down(known.engine, event)
                    yield event
            if divided is None:
                return
            job = self._job = Job(task, known.engine, self._verb, divided, self._book)
            for event in run_job(
                job, self._crew, memory=self._limits.memory, timeout=self._time_left
            ):
                known = known.learn(event)
                yield event
            self.note, self._job = job.trouble, None
            if job.fact.claim.given:
                decided = Decided(job.fact, job.method, job.seconds)
                known = known.learn(decided)
                diary.take_down(known.engine, decided)
                yield decided
            else:
                task = replace(task, facts=(*task.facts, job.fact))
            if known.status.is_final:
                yield Done()
                return
            task = replace(task, lower=known.lower, upper=known.upper)
            engine, divided = known.engine, None

    def _run(
        self, task: Task, engine: str | None, without: Collection[str], facts: FactsByEngine
    ) -> Iterator[Event]:
        if self._help.workers == 0:
            return work_on(task, engine, without, facts)
        return run(
            task,
            engine=engine,
            without=without,
            timeout=self._time_left,
            memory=self._limits.memory,
            facts=facts,
        )

    def go_on(self, known: Knowledge) -> Knowledge:
        """Let other engines go on where one has found out that it cannot answer."""
        tried = [known.engine]
        while (known.done or known.gave_up) and not known.status.is_final:
            note = self.note
            task = replace(
                known.task,
                lower=known.lower,
                upper=known.upper,
                beginning=known.beginning,
                best=known.placement if known.task.question.asks_for_fingerprint else None,
            )
            try:
                known = self.do(task, without=tried)
            except NotKnown:
                self.note = note
                break
            tried.append(known.engine)
        return known

    def cross_check(self, known: Knowledge) -> Knowledge:
        """Let a second engine answer too, told nothing of the first; both have to agree."""
        task = replace(known.task, lower=None, upper=None, beginning=(), best=None, remembered=())
        tried = [known.engine]
        other: Knowledge | None = None
        while other is None or not other.status.is_final:
            try:
                other = self.do(task, without=tried)
            except NotKnown:
                self.note = "not cross-checked: no second engine can answer this"
                return known
            tried.append(other.engine)
            if not (other.done or other.gave_up or other.status.is_final):
                self.note = f"not cross-checked: {self.note}"
                return known
        if known.numbers != other.numbers:
            raise EnginesDisagree(
                f"engines disagree on '{known.task.verb} {known.task.question}':"
                f" {known.engine} says {known.numbers}, {other.engine} says {other.numbers}"
            )
        return replace(known, engine=f"{known.engine}+{other.engine}")
