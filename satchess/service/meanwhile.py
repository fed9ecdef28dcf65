"""While kernels compile, which takes up to a minute once, SAT already looks for an answer."""

import os
import threading
import time
from collections.abc import Callable, Iterator

from satchess.errors import BadQuestion, EngineDied, NotKnown
from satchess.events import Bounded, Compiling, Counted, Divided, Event, Found
from satchess.processes.pool import OutOfMemory, OutOfTime
from satchess.service.evidence import Evidence
from satchess.task import Task

SWITCH = "SATCHESS_MEANWHILE"
"""The environment variable that keeps SAT from helping out when set to `off`."""

SUBSTITUTE = "sat"

SECONDS_OF_GRACE = 2.0
"""SAT goes on for so long after a kernel is compiled: there may be another one."""

Start = Callable[[str | None, Callable[[], bool]], Iterator[Event]]
"""Starts an engine, by name or the one of choice, that stops soon after a function is true."""


def is_allowed() -> bool:
    """Whether SAT may help out."""
    return os.environ.get(SWITCH) != "off"


def run_meanwhile(task: Task, start: Start) -> Iterator[Event]:
    """Yield the events of the engine of choice, or those of SAT if it answers before kernels do.

    SAT begins when the first kernel is compiled, and ends soon after the last.
    """
    helper = _Helper(task, start)
    try:
        for event in start(None, helper.has_the_answer):
            if isinstance(event, Compiling):
                helper.heed(event)
            elif isinstance(event, Divided):
                helper.close()
            yield event
    except (OutOfTime, KeyboardInterrupt):
        if not helper.has_the_answer():
            yield from helper.news()
            raise
        yield from helper.events
    finally:
        helper.close()


class _Helper:
    """An engine in a thread, which waits for its worker. What it says is checked there."""

    def __init__(self, task: Task, start: Start) -> None:
        self._task = task
        self._start = start
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._over_since: float | None = None
        self._answered = False
        self._fault: Exception | None = None
        self.events: list[Event] = []

    def heed(self, event: Compiling) -> None:
        """Begin with the first kernel that is compiled; mind when the last one is done."""
        self._over_since = time.monotonic() if event.over else None
        if self._thread.ident is None and not self._closing.is_set():
            self._thread.start()

    def _work(self) -> None:
        known = Evidence.at_first(self._task)
        try:
            for event in self._start(SUBSTITUTE, self._closing.is_set):
                known = known.learn(event)
                self.events.append(event)
        except (NotKnown, BadQuestion, EngineDied, OutOfMemory, OutOfTime):
            return  # no help, then
        except Exception as error:  # for whoever waits, who is in another thread
            self._fault = error
        self._answered = known.status.is_final

    def has_the_answer(self) -> bool:
        """Whether the answer is there; after some grace, it is not waited for any more."""
        if self._fault is not None:
            raise self._fault
        over = self._over_since
        if over is not None and time.monotonic() - over > SECONDS_OF_GRACE:
            self._closing.set()
        return self._answered

    def news(self) -> Iterator[Event]:
        """Yield what is true whatever the other engine has found.

        The last placement found answers `first`: that one is left to the other engine.
        """
        for event in tuple(self.events):
            if isinstance(event, Bounded | Counted) or (
                isinstance(event, Found) and self._task.verb == "solve"
            ):
                yield event

    def close(self) -> None:
        """End it, and its worker."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
