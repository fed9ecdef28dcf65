"""Workers that are copies of this process: by a fork, with all modules loaded.

That takes milliseconds where a new Python takes a tenth of a second. But a copy has but one thread,
and whatever another one has locked stays locked for ever; and it has all that a program holds. So
only a process that is ours alone, the command line, says that it may be copied, and only as long as
it has a single thread.
"""

import os
import signal
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path

_THREADS = Path("/proc/self/task")

_is_ours = False


def allow() -> None:
    """Let workers be copies of this process from now on."""
    global _is_ours
    _is_ours = True


def is_safe() -> bool:
    """Whether a worker may be a copy of this process at this moment."""
    return _is_ours and _has_one_thread() and _has_safe_path() and None not in _standard_streams()


def _has_one_thread() -> bool:
    """Count threads of libraries too, which Python does not know; where that is hard, say no."""
    return _THREADS.is_dir() and len(list(_THREADS.iterdir())) == 1


def _has_safe_path() -> bool:
    """Whether no file of the current folder is imported, as in other workers."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        return False
    said = os.environ.get("PYTHONPATH", "")
    return not {"", ".", here} & set(sys.path) and (
        not said or all(map(os.path.isabs, said.split(os.pathsep)))
    )


def _standard_streams() -> tuple[object, ...]:
    return sys.stdin, sys.stdout, sys.stderr


class Copy:
    """A copy of this process that does some work and ends; what it shares with `Popen`."""

    def __init__(self, work: Callable[[FileIO, FileIO], None], *, silent: bool) -> None:
        """Start it: it reads from one stream and writes to the other; if silent, to no other."""
        theirs, ours = os.pipe()
        our_events, their_events = os.pipe()
        self.returncode: int | None = None
        # what libraries do at a fork swallows a Ctrl-C
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.pid = os.fork()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if not self.pid:
            os.close(ours)
            os.close(our_events)
            _live(lambda: work(FileIO(theirs), FileIO(their_events, "wb")), silent=silent)
        os.close(theirs)
        os.close(their_events)
        self.stdin = FileIO(ours, "wb")
        self.stdout = FileIO(our_events)

    def poll(self) -> int | None:
        """Return the exit code; None as long as it runs."""
        return self._waited(os.WNOHANG)

    def wait(self) -> int:
        """Wait for its end, and return the exit code."""
        code = self._waited(0)
        assert code is not None
        return code

    def kill(self) -> None:
        """End it, if it runs."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: int) -> None:
        """Send a signal, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _waited(self, how: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, how)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _live(work: Callable[[], None], *, silent: bool) -> None:
    """Be the copy: leave terminal, input and output to the original, and never return."""
    code = 1
    try:
        os.setsid()  # Ctrl-C must not reach it: the original ends it
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        if silent:
            os.dup2(nothing, 2)
        os.dup2(2, 1)
        work()
        code = 0
    finally:
        os._exit(code)  # nothing that is registered for the end is ours to do
