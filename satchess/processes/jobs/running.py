"""Handing out the parts of a job, and collecting their outcomes."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace

from satchess.answers import Stop
from satchess.errors import BadInput, EngineDied, NotKnown
from satchess.events import Divided, Event, Progressed, Settled
from satchess.logs import logger_of
from satchess.processes.cancelling import ensure_wanted
from satchess.processes.jobs.crews import Crew, Report, Stopped
from satchess.processes.jobs.job import Job
from satchess.processes.pool import OutOfMemory, OutOfTime
from satchess.task import Division, Part, Task

_log = logger_of(__name__)

MOST_TRIES = 3
"""How often a part may lose its worker before the job fails."""

PARTS_IN_HAND = 2
"""Parts queued per worker, so that none idles."""

SECONDS_A_LOOK = 0.5
"""How often to check the deadline, and whether the job is cancelled."""


def run_job(
    job: Job, crew: Crew, *, memory: int | None = None, timeout: float | None = None
) -> Iterator[Event]:
    """Run the parts that are left; yield what is known meanwhile, and the conclusion last.

    Raises `OutOfTime`, or `Stopped`. However it ends, finished parts are in the book.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    hands = _Hands(job, crew, memory, deadline)
    total = job.progress
    _log.info("job %s: %d of %d parts are done", job.record.id, total.done, total.parts)
    while (conclusion := job.conclusion()) is None:
        if hands.work():
            yield from job.so_far()
            yield Progressed(job.progress)
    job.finish()
    _log.info("job %s: finished", job.record.id)
    yield from conclusion


class _Hands:
    """The parts in flight."""

    def __init__(self, job: Job, crew: Crew, memory: int | None, deadline: float | None) -> None:
        self._job = job
        self._crew = crew
        self._memory = memory
        self._deadline = deadline
        self._waiting = job.todo()[::-1]
        self._out: dict[Future[Report], Part] = {}
        self._too_large: set[str] = set()
        self._tries: Counter[str] = Counter()
        self._looked = time.monotonic()

    def work(self) -> bool:
        """Hand out parts, wait briefly, and collect results; return whether any came in."""
        while self._waiting and len(self._out) < PARTS_IN_HAND * self._crew.size:
            part = self._waiting.pop()
            timeout = None if self._deadline is None else self._deadline - time.monotonic()
            future = self._crew.submit(self._task(part), self._job.engine, self._memory, timeout)
            self._out[future] = part
        done, _ = wait(self._out, timeout=self._patience(), return_when=FIRST_COMPLETED)
        for future in done:
            self._take_back(future, self._out.pop(future))
        self._look_up()
        return bool(done)

    def _task(self, part: Part) -> Task:
        too_large = part.name in self._too_large
        division = Division.NOW if too_large else Division.IF_LONG
        return replace(self._job.task, part=part, division=division)

    def _patience(self) -> float:
        if self._deadline is None:
            return SECONDS_A_LOOK
        return max(0.0, min(SECONDS_A_LOOK, self._deadline - time.monotonic()))

    def _look_up(self) -> None:
        now = time.monotonic()
        if self._deadline is not None and now > self._deadline:
            raise OutOfTime
        if now - self._looked > SECONDS_A_LOOK:
            self._looked = now
            ensure_wanted()
            if self._job.is_cancelled:
                raise Stopped(Stop.CANCELLED)

    def _take_back(self, future: "Future[Report]", part: Part) -> None:
        try:
            report = future.result()
        except (OutOfTime, BadInput, NotKnown, Stopped):
            raise
        except OutOfMemory:
            if part.name in self._too_large:
                raise  # even dividing it takes too much memory
            self._too_large.add(part.name)
            self._waiting.append(part)
            return
        except Exception as error:  # the worker is lost, or its result is
            self._tries[part.name] += 1
            if self._tries[part.name] >= MOST_TRIES:
                raise EngineDied(
                    f"part {part.name} was lost {MOST_TRIES} times: {error}"
                ) from error
            self._waiting.append(part)
            return
        match report:
            case Settled(outcome):
                self._job.settle(part, outcome)
            case Divided(pieces) if pieces:
                self._job.divide(part, pieces)
                self._waiting += pieces
            case Divided():
                raise OutOfMemory  # too large, and indivisible
