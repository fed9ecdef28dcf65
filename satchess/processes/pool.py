"""The worker pool: runs a task in a worker process that can be killed at any moment.

Idle workers are reused, since starting Python takes longer than most questions.
"""

import atexit
import logging
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from satchess.closable import Closable
from satchess.errors import EngineDied, SatchessError
from satchess.events import Chosen, Done, Event
from satchess.logs import LOGGER, logger_of
from satchess.processes import copying
from satchess.processes.cancelling import heeding
from satchess.task import NO_FACTS, FactsByEngine, Task

if TYPE_CHECKING:
    import subprocess
    from concurrent.futures import Future

_log = logger_of(__name__)

_LENGTH = struct.Struct("!Q")

SECONDS_A_LOOK = 0.1
"""How often to poll `stopped` while waiting for a worker."""

CAN_PAUSE = sys.platform == "linux"
"""Elsewhere, a paused worker would outlive a parent that is killed."""

MOST_UNREAD = 16
"""Messages buffered for a slow reader before the worker has to wait."""

_ROOT = str(Path(__file__).resolve().parents[2])
_START = """\
import sys
sys.path.insert(0, sys.argv.pop(1))
import satchess
del sys.path[0]
from satchess.processes.worker import main
main()
"""
"""Starts the worker of this very satchess, installed or not.

Its folder is on the path for that one import only.
"""


@dataclass(frozen=True)
class Assignment:
    """What a worker is sent: a task, the engines allowed, their facts, and the memory limit."""

    task: Task
    engine: str | None
    without: tuple[str, ...]
    memory: int | None
    facts: FactsByEngine
    log_level: int = logging.WARNING
    """What is less important is not sent."""


@dataclass(frozen=True)
class Failure:
    """Sent by a worker when an engine fails."""

    reason: str
    out_of_memory: bool


@dataclass(frozen=True)
class Logged:
    """Sent by a worker when something is logged there."""

    name: str
    level: int
    text: str


@dataclass(frozen=True)
class Silence:
    """Nothing was heard."""


class OutOfTime(Exception):
    """The time limit was reached; the worker is gone."""


class OutOfMemory(Exception):
    """The engine exceeded its memory limit; the worker is gone."""


def read_frame(stream: RawIOBase) -> bytes | None:
    """Read one message; None at the end of the stream, even in the middle of a message."""
    head = _read_all(stream, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    return _read_all(stream, length)


def _read_all(stream: RawIOBase, length: int) -> bytes | None:
    """Read exactly `length` bytes: a pipe may return fewer at a time."""
    room = bytearray(length)
    missing = memoryview(room)
    while missing:
        got = stream.readinto(missing)
        if not got:
            return None
        missing = missing[got:]
    return bytes(room)


def write_frame(stream: RawIOBase, body: bytes) -> None:
    """Write one message."""
    unwritten = memoryview(_LENGTH.pack(len(body)) + body)
    while unwritten:
        unwritten = unwritten[stream.write(unwritten) :]


class _Worker:
    """One worker process, with a thread that listens to it.

    Its pipes are unbuffered: the lock of a buffered reader, held by the listener, would stay locked
    for ever in a forked process.
    """

    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        """The memory limit it was started with."""
        self.is_forgotten = False
        """Whether it belongs to the process that this one was forked from."""
        self._process = _copied() if memory is None and copying.is_safe() else _spawned()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tasks: RawIOBase = self._process.stdin  # type: ignore[assignment]
        self._events: RawIOBase = self._process.stdout  # type: ignore[assignment]
        self._heard: queue.Queue[bytes | None] = queue.Queue(MOST_UNREAD)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        _log.info("worker %d started", self._process.pid)

    def _listen(self) -> None:
        frame: bytes | None = b""
        while frame is not None:
            frame = read_frame(self._events)
            self._heard.put(frame)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def send(self, assignment: Assignment) -> None:
        write_frame(self._tasks, pickle.dumps(assignment))

    def hear(
        self,
        deadline: float | None,
        stopped: Callable[[], bool] | None,
        silent_at: float | None = None,
    ) -> object:
        """Return the next message, `Silence` if there is none by then; None if it is gone."""
        if self.is_forgotten:
            raise EngineDied(
                "a forked process cannot go on with work that was begun before: ask again"
            )
        while True:
            wait = None if stopped is None else SECONDS_A_LOOK
            if deadline is not None:
                left = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
                if left <= 0:  # even if messages are waiting: a listing may never end
                    raise OutOfTime
                wait = left if wait is None else min(left, wait)
            if stopped is not None and stopped():
                raise OutOfTime
            if silent_at is not None:
                quiet = max(0.0, silent_at - time.monotonic())
                wait = quiet if wait is None else min(quiet, wait)
            with suppress(queue.Empty):
                frame = self._heard.get(timeout=wait)
                return None if frame is None else pickle.loads(frame)
            if silent_at is not None and time.monotonic() >= silent_at:
                return Silence()

    @property
    def seconds(self) -> float | None:
        """Processor seconds it has used; None where nothing says so."""
        if self.is_forgotten or sys.platform != "linux":
            return None
        try:
            return time.clock_gettime((~self._process.pid << 3) | 2)  # clock_getcpuclockid(3)
        except OSError:  # it is gone
            return None

    def signal(self, number: int) -> None:
        """Send a signal, unless the process is another one's."""
        if not self.is_forgotten:
            self._process.send_signal(number)

    def kill(self) -> int:
        """Kill the process and return its exit code."""
        _workers.discard(self)
        self._process.kill()
        code = self._process.wait()
        _log.info("worker %d ended", self._process.pid)
        while self._listener.is_alive():  # it may be blocked on a full queue
            with suppress(queue.Empty):
                self._heard.get(timeout=0.01)
        self._close_pipes()
        return code

    def forget(self) -> None:
        """Leave the worker to the parent that this process was forked from.

        A pipe left open here would keep the worker waiting for tasks after its parent is gone.
        """
        self.is_forgotten = True
        self._process.returncode = 0  # nothing here may wait for it, or kill it
        self._close_pipes()

    def _close_pipes(self) -> None:
        self._tasks.close()
        self._events.close()


def _spawned() -> "subprocess.Popen[bytes]":
    import subprocess  # a copy does without

    return subprocess.Popen(
        [sys.executable, "-P", "-c", _START, _ROOT, str(os.getpid())],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if _is_silent() else None,
        env=_environment(),
        start_new_session=True,  # Ctrl-C must not reach it: we end it ourselves
    )


def _copied() -> copying.Copy:
    parent = os.getpid()

    def work(tasks: RawIOBase, events: RawIOBase) -> None:
        from satchess.processes.worker import serve

        serve(parent, tasks, events)

    return copying.Copy(work, silent=_is_silent())


def _is_silent() -> bool:
    """Whether what a worker writes to standard error is of no interest."""
    return "SATCHESS_DEBUG" not in os.environ


def _environment() -> dict[str, str]:
    """Return our environment without the entries of PYTHONPATH that depend on the current folder.

    Files there must never be imported, whatever their names: `resource.py`, `numpy.py`.
    """
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = os.pathsep.join(entry for entry in entries if os.path.isabs(entry))
    return {**os.environ, "PYTHONPATH": absolute}


_workers: set[_Worker] = set()
_idle: list[_Worker] = []
_lock = threading.RLock()
"""Held while workers are started, taken and returned, so that a fork sees none of it half done."""


class _Spawner:
    """A thread that starts workers: Linux kills a worker when that thread ends.

    It is a daemon: an executor's thread that Ctrl-C catches at its start would never end.
    """

    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[tuple[Future[_Worker], int | None]] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="satchess-spawner", daemon=True).start()

    def start(self, memory: int | None) -> _Worker:
        """Have a worker started."""
        from concurrent.futures import Future

        started: Future[_Worker] = Future()
        self._orders.put((started, memory))
        return started.result()

    def _serve(self) -> None:
        while True:
            started, memory = self._orders.get()
            try:
                started.set_result(_start(memory))
            except BaseException as error:
                started.set_exception(error)


_spawner = cache(_Spawner)


def _hire(memory: int | None) -> _Worker:
    with _lock:
        for worker in _idle[::-1]:
            if worker.memory == memory or not worker.is_alive:
                _idle.remove(worker)
                if worker.is_alive:
                    return worker
                worker.kill()
    if copying.is_safe():
        return _start(memory)  # in the only thread there is
    return _spawner().start(memory)


def start_ahead() -> None:
    """Start a worker that will be needed soon, if that takes no time now and would later.

    To be called before a process gets its second thread.
    """
    with _lock:
        if not _idle and copying.is_safe():
            _idle.append(_start(None))


def _start(memory: int | None) -> _Worker:
    with _lock:
        worker = _Worker(memory)
        _workers.add(worker)
    return worker


@atexit.register
def close() -> None:
    """End the idle workers."""
    with _lock:
        while _idle:
            _idle.pop().kill()


def _forget_workers() -> None:
    """Start afresh in a forked process: it has no threads, and the workers are its parent's."""
    for worker in _workers:
        worker.forget()
    _workers.clear()
    _idle.clear()
    _spawner.cache_clear()
    _lock.release()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_forget_workers
    )


class Run(Closable):
    """A task at work in a worker, which can be listened to for a while, paused, and killed.

    Closed before it is done, it leaves no process behind.
    """

    def __init__(
        self,
        task: Task,
        *,
        engine: str | None = None,
        without: Collection[str] = (),
        timeout: float | None = None,
        memory: int | None = None,
        stopped: Callable[[], bool] | None = None,
        facts: FactsByEngine = NO_FACTS,
    ) -> None:
        """Send a task to a worker: options are those of `run`."""
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._stopped = heeding(stopped)
        self._task = task
        self._memory = memory
        self._name = engine or "to be chosen"
        self._finished = self._closed = False
        self._worker = _hire(memory)
        self._seconds_before = self._worker.seconds or 0.0
        try:
            with suppress(BrokenPipeError):  # a dead worker is noticed when it is listened to
                level = LOGGER.getEffectiveLevel()
                self._worker.send(
                    Assignment(task, engine, tuple(without), memory, dict(facts), level)
                )
        except BaseException:
            self.close()
            raise

    def hear(self, patience: float | None = None) -> Event | None:
        """Return the next event; None if there is none for so many seconds.

        Raises as `run` does.
        """
        silent_at = None if patience is None else time.monotonic() + patience
        while True:
            message = self._worker.hear(self._deadline, self._stopped, silent_at)
            if isinstance(message, Silence):
                return None
            if isinstance(message, Logged):
                logger_of(message.name).log(message.level, "%s", message.text)
                continue
            if isinstance(message, SatchessError):
                self._finished = True
                raise message
            if isinstance(message, Failure):
                if message.out_of_memory:
                    raise OutOfMemory
                raise EngineDied(
                    f"engine {self._name} failed on '{self._task.question}': {message.reason}"
                )
            if message is None:
                if self._memory is not None:  # C++ code aborts when an allocation fails
                    raise OutOfMemory
                raise EngineDied(
                    f"engine {self._name} died on '{self._task.question}'"
                    f" (exit code {self._worker.kill()})"
                )
            if isinstance(message, Chosen):
                self._name = message.engine
            self._finished = isinstance(message, Done)
            return message  # type: ignore[return-value]

    @property
    def worked(self) -> float | None:
        """Processor seconds spent on the task; None where nothing says so."""
        seconds = self._worker.seconds
        return None if seconds is None else seconds - self._seconds_before

    def pause(self) -> None:
        """Keep the worker from working; see `CAN_PAUSE`."""
        self._worker.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused worker go on."""
        self._worker.signal(signal.SIGCONT)

    def close(self) -> None:
        """Keep the worker for the next task if it is done with this one, else kill it."""
        if self._closed or self._worker.is_forgotten:
            return
        self._closed = True
        if self._finished:
            if CAN_PAUSE:
                self.resume()  # it may have been paused when its last words were still unheard
            with _lock:
                _idle.append(self._worker)
        else:
            self._worker.kill()


def run(
    task: Task,
    *,
    engine: str | None = None,
    without: Collection[str] = (),
    timeout: float | None = None,
    memory: int | None = None,
    stopped: Callable[[], bool] | None = None,
    facts: FactsByEngine = NO_FACTS,
) -> Iterator[Event]:
    """Choose an engine, in a worker, and yield its events: `Chosen` first, `Done` last.

    `engine` is the one requested, if any; `without` are those already tried; the chosen one gets
    its own `facts`. Raises `NotKnown` if no engine can, `OutOfTime` or `OutOfMemory` at the limits,
    and `OutOfTime` soon after `stopped` returns true. However the iteration ends, no process goes
    on working.
    """
    with Run(
        task,
        engine=engine,
        without=without,
        timeout=timeout,
        memory=memory,
        stopped=stopped,
        facts=facts,
    ) as running:
        event: Event | None = None
        while not isinstance(event, Done):
            event = running.hear()
            assert event is not None
            yield event
