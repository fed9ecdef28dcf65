"""Progress of long work: one line on standard error, where that is a terminal."""

import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import Self

from satchess.closable import Closable
from satchess.render.progress import Line, progress_line, told
from satchess.service.evidence import Evidence

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""


class Ticker(Closable):
    """A line that tells how long the work has taken and what is known by now."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._line: Callable[[float], Line] = lambda seconds: told("", seconds)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def close(self) -> None:
        """Wipe the line."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, known: Evidence) -> None:
        """Show what is known."""
        self._line = lambda seconds: progress_line(known, seconds)

    def tell(self, text: str) -> None:
        """Set the text to show."""
        self._line = lambda seconds: told(text, seconds)

    def _tick(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN):
            line = self._line(time.monotonic() - self._started)
            room = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{line.fitted(room)}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
