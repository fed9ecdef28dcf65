"""Crews: the executors, as in `concurrent.futures`, that run the parts of a job.

A worker knows only the part it is given, so that losing it costs only that part.
"""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from satchess.answers import Stop
from satchess.engines import engine
from satchess.errors import EngineDied
from satchess.events import Divided, Event, Settled
from satchess.processes.pool import run
from satchess.task import Task

Report = Settled | Divided


class Stopped(Exception):
    """The job cannot go on; finished parts are kept."""

    def __init__(self, kind: Stop, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


def do_apart(
    task: Task,
    engine: str,
    memory: int | None,
    timeout: float | None,
    stopped: Callable[[], bool] | None = None,
) -> Report:
    """Run a part in a process of its own, which is killed at its time or memory limit."""
    started = time.perf_counter()
    events = run(task, engine=engine, memory=memory, timeout=timeout, stopped=stopped)
    return _reported(list(events), started)


def do_here(task: Task, engine_name: str, *_: object) -> Report:
    """Run a part in this process, without limits."""
    started = time.perf_counter()
    return _reported(list(engine(engine_name).run(task)), started)


def _reported(events: list[Event], started: float) -> Report:
    for event in events:
        if isinstance(event, Divided):
            return event
        if isinstance(event, Settled):
            seconds = time.perf_counter() - started
            return Settled(replace(event.outcome, seconds=seconds))
    raise EngineDied("an engine has said nothing of a part")


class Crew:
    """An executor, and how many parts it runs at a time."""

    def __init__(
        self,
        executor: Executor,
        size: Callable[[], int],
        work: Callable[..., Report],
        stop: Callable[[], None] | None = None,
    ) -> None:
        self._executor = executor
        self._size = size
        self._work = work
        self._stop = stop

    @property
    def size(self) -> int:
        """How many parts can run at a time; a cluster may grow or shrink."""
        return max(1, self._size())

    def submit(
        self, task: Task, engine: str, memory: int | None, timeout: float | None
    ) -> "Future[Report]":
        """Submit a part."""
        return self._executor.submit(self._work, task, engine, memory, timeout)

    def dismiss(self) -> None:
        """Stop at once, killing running parts."""
        if self._stop is not None:
            self._stop()
        self._executor.shutdown(wait=False, cancel_futures=True)


class InThisProcess(Executor):
    """An executor that runs each call immediately, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Call the function now."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def hire(workers: int | None = None, cluster: str | None = None) -> Crew:
    """Return a crew of `workers` processes (None: one per core), or of a Dask cluster.

    With 0 workers, parts run in this process.
    """
    if cluster is not None:
        from satchess.processes.jobs.cluster import connect

        executor, size = connect(cluster)
        return Crew(executor, size, do_apart)
    if workers == 0:
        return Crew(InThisProcess(), lambda: 1, do_here)
    number = workers or cores()
    stopped = threading.Event()
    return Crew(
        ThreadPoolExecutor(number, thread_name_prefix="satchess"),  # one thread per worker process
        lambda: number,
        partial(do_apart, stopped=stopped.is_set),
        stopped.set,
    )


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
