"""Progress of long work: one line on standard error, where that is a terminal."""

import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import Self

from satchess.closable import Closable
from satchess.processes import pool
from satchess.render.progress import Line, progress_line, told
from satchess.service.evidence import Evidence

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""


class Ticker(Closable):
    """A line that tells how long the work has taken and what is known by now."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._of = ""
        self._line: Callable[[float], Line] = lambda seconds: told("", seconds)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            pool.start_ahead()  # before the thread
            self._thread.start()
        return self

    def close(self) -> None:
        """Wipe the line."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, known: Evidence) -> None:
        """Show what is known."""
        of = self._of
        self._line = lambda seconds: progress_line(known, seconds, of)

    def begin(self, text: str) -> None:
        """Begin with one of several things to do, which the text names."""
        self._of = text
        self.tell(text)

    def tell(self, text: str) -> None:
        """Set the text to show."""
        self._line = lambda seconds: told(text, seconds)

    def line(self, room: int) -> str:
        """Return the line as of now, so that it fits."""
        return self._line(time.monotonic() - self._started).fitted(room)

    def _tick(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN):
            line = self.line(shutil.get_terminal_size().columns - 1)
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
