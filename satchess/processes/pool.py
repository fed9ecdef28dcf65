"""The workshop: runs a task in a worker process that can be stopped at any moment.

An idle worker is kept for the next task, since starting Python takes longer than most questions.
"""

import atexit
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO

from satchess.errors import EngineDied, SatchessError
from satchess.events import Chosen, Done, Event
from satchess.task import NO_FACTS, FactsByEngine, Task

_LENGTH = struct.Struct("!Q")

SECONDS_A_LOOK = 0.1
"""How often one that can be stopped looks whether it is."""

MOST_UNREAD = 16
"""Messages that are kept for a slow reader; then the worker has to wait."""


@dataclass(frozen=True)
class Assignment:
    """What a worker is sent: a task, who may do it, what they know, how much memory it may take."""

    task: Task
    engine: str | None
    without: tuple[str, ...]
    memory: int | None
    facts: FactsByEngine


@dataclass(frozen=True)
class Failure:
    """What a worker sends when an engine breaks."""

    reason: str
    out_of_memory: bool


class OutOfTime(Exception):
    """The time is up; the worker is gone."""


class OutOfMemory(Exception):
    """The engine wanted more memory than it may have; the worker is gone."""


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read one message; None at the end of the stream, or if it breaks off."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def write_frame(stream: BinaryIO, body: bytes) -> None:
    """Write one message."""
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


class _Worker:
    """One worker process, with a thread that listens to it."""

    def __init__(self, memory: int | None) -> None:
        self.memory = memory
        """The limit that it has always worked under."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "satchess.processes.worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if "SATCHESS_DEBUG" in os.environ else subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,  # Ctrl-C is for us: we end the worker ourselves
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tasks: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._events: BinaryIO = self._process.stdout  # type: ignore[assignment]
        self._heard: queue.Queue[bytes | None] = queue.Queue(MOST_UNREAD)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

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

    def hear(self, deadline: float | None, stopped: Callable[[], bool] | None) -> object:
        """Return the next message; None if the process is gone."""
        while True:
            wait = None if stopped is None else SECONDS_A_LOOK
            if deadline is not None:
                left = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
                if left <= 0:  # even if there is more to hear: a listing may never run dry
                    raise OutOfTime
                wait = left if wait is None else min(left, wait)
            if stopped is not None and stopped():
                raise OutOfTime
            with suppress(queue.Empty):
                frame = self._heard.get(timeout=wait)
                return None if frame is None else pickle.loads(frame)

    def kill(self) -> int:
        """End the process now and return how it ended."""
        self._process.kill()
        code = self._process.wait()
        while self._listener.is_alive():  # it may be waiting for room
            with suppress(queue.Empty):
                self._heard.get(timeout=0.01)
        self._tasks.close()
        self._events.close()
        return code


def _environment() -> dict[str, str]:
    """Let the worker import the satchess that is running, installed or not."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}" if path else root}


_idle: list[_Worker] = []
_lock = threading.Lock()


@cache
def _spawner() -> ThreadPoolExecutor:
    """Return the thread that starts workers: Linux kills a worker when that thread ends."""
    return ThreadPoolExecutor(1, thread_name_prefix="satchess-spawner")


def _hire(memory: int | None) -> _Worker:
    with _lock:
        for worker in _idle[::-1]:
            if worker.memory == memory or not worker.is_alive:
                _idle.remove(worker)
                if worker.is_alive:
                    return worker
                worker.kill()
    return _spawner().submit(_Worker, memory).result()


@atexit.register
def close() -> None:
    """End the idle workers."""
    with _lock:
        while _idle:
            _idle.pop().kill()


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

    `engine` is one that was asked for, `without` are those that were tried already; the one that is
    chosen is told its own `facts`. Raises `NotKnown` if no engine can, `OutOfTime` or `OutOfMemory`
    when a limit is reached; `OutOfTime` also soon after `stopped` says so. However the iteration
    ends, no process works on after it.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    worker = _hire(memory)
    finished = False
    name = engine or "to be chosen"
    try:
        with suppress(BrokenPipeError):  # then there is nothing to hear either
            worker.send(Assignment(task, engine, tuple(without), memory, dict(facts)))
        while not finished:
            message = worker.hear(deadline, stopped)
            if isinstance(message, SatchessError):
                finished = True
                raise message
            if isinstance(message, Failure):
                if message.out_of_memory:
                    raise OutOfMemory
                raise EngineDied(f"engine {name} failed on '{task.question}': {message.reason}")
            if message is None:
                if memory is not None:  # C++ code ends the process when it gets no memory
                    raise OutOfMemory
                raise EngineDied(
                    f"engine {name} died on '{task.question}' (exit code {worker.kill()})"
                )
            if isinstance(message, Chosen):
                name = message.engine
            finished = isinstance(message, Done)
            yield message  # type: ignore[misc]
    finally:
        if finished:
            with _lock:
                _idle.append(worker)
        else:
            worker.kill()
