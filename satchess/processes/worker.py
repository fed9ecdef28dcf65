"""The worker process: reads tasks from standard input, writes events to standard output.

A solver written in C cannot be interrupted from Python, so it runs in a process of its own that
can be killed. `satchess.processes.pool` is the other end: it starts the process, with its own
process id as the argument.
"""

import logging
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from io import FileIO, RawIOBase

from satchess.engines import engine
from satchess.engines.kernels import notices
from satchess.engines.plan import choose_engine
from satchess.errors import EngineDied, SatchessError
from satchess.events import Chosen, Compiling, Done, Event
from satchess.logs import LOGGER
from satchess.processes import garbage
from satchess.processes.pool import Assignment, Failure, Logged, read_frame, write_frame
from satchess.task import NO_FACTS, FactsByEngine, Task


def main() -> None:
    """Serve the tasks on standard input."""
    tasks = FileIO(sys.stdin.fileno(), closefd=False)
    serve(int(sys.argv[1]), tasks, _private_stdout())


def serve(parent: int, tasks: RawIOBase, events: RawIOBase) -> None:
    """Serve tasks until their stream is closed, or the parent dies."""
    die_with_parent(parent)
    garbage.look_seldom()
    send = _sender(events)
    notices.listen(lambda kernel, over: send(Compiling(kernel, over)))
    LOGGER.handlers[:] = [_Forwarding(send)]  # a copy has those of the process it was
    while (frame := read_frame(tasks)) is not None:
        assignment: Assignment = pickle.loads(frame)
        LOGGER.setLevel(assignment.log_level)
        _limit_memory(assignment.memory)
        try:
            for event in work_on(
                assignment.task, assignment.engine, assignment.without, assignment.facts
            ):
                send(event)
        except SatchessError as error:
            send(error)
        except MemoryError:
            send(Failure("out of memory", out_of_memory=True))
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            # a library that cannot be loaded for lack of memory raises its own error
            no_room = assignment.memory is not None and isinstance(error, ImportError | OSError)
            send(Failure(text, out_of_memory=no_room))


def _sender(events: RawIOBase) -> Callable[[object], None]:
    """Return a function that sends a message; what is logged may come from any thread."""
    lock = threading.RLock()

    def send(message: object) -> None:
        with lock:
            write_frame(events, pickle.dumps(message))

    return send


class _Forwarding(logging.Handler):
    """Sends what is logged here to the process that asked."""

    def __init__(self, send: Callable[[object], None]) -> None:
        super().__init__()
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record as text."""
        self._send(Logged(record.name, record.levelno, record.getMessage()))


def work_on(
    task: Task, engine_name: str | None, without: Collection[str], facts: FactsByEngine = NO_FACTS
) -> Iterator[Event]:
    """Choose an engine and yield its events: the work of a worker, in the calling process.

    It gets only its own facts, since no other engine understands them.
    """
    name = choose_engine(task, engine_name, without=without)
    yield Chosen(name)
    event: Event | None = None
    for event in engine(name).run(replace(task, facts=(*task.facts, *facts.get(name, ())))):
        yield event
    if not isinstance(event, Done):  # whoever listens would wait for ever
        raise EngineDied(f"engine {name} ended without an answer on '{task.question}'")


def _private_stdout() -> RawIOBase:
    """Reserve standard output for events; what a C library prints goes to standard error."""
    private = FileIO(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return private


def _limit_memory(memory: int | None) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if memory is None else memory, most))


def die_with_parent(parent: int) -> None:
    """Ask Linux for a kill when the parent dies, however it dies."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(1)  # it died before we asked
