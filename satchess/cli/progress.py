"""Progress of long work: one line on standard error, where that is a terminal."""

import sys
import threading
import time
from typing import TYPE_CHECKING

from satchess.closable import Closable

if TYPE_CHECKING:
    from satchess.service.evidence import Evidence

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""


class Ticker(Closable):
    """A line that tells how long the work has taken and what is known by now.

    It comes with the work: what is remembered needs neither a line nor a worker.
    """

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._of = ""
        self._said: tuple[Evidence | None, str] = (None, "")
        self._ticks = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def close(self) -> None:
        """Wipe the line."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, known: "Evidence") -> None:
        """Show what is known."""
        self._said = (known, self._of)
        self._begin_to_tick()

    def begin(self, text: str) -> None:
        """Begin with one of several things to do, which the text names."""
        self._of = text
        self.tell(text)

    def tell(self, text: str) -> None:
        """Set the text to show."""
        self._said = (None, text)
        self._begin_to_tick()

    def line(self, room: int) -> str:
        """Return the line as of now, so that it fits."""
        from satchess.render.progress import progress_line, told  # what is quick has no line

        seconds, (known, text) = time.monotonic() - self._started, self._said
        line = told(text, seconds) if known is None else progress_line(known, seconds, text)
        return line.fitted(room)

    def _begin_to_tick(self) -> None:
        if self._ticks:
            return
        self._ticks = True
        if sys.stderr.isatty():
            from satchess.processes import pool

            pool.start_ahead()  # before the thread
            self._thread.start()

    def _tick(self) -> None:
        import shutil

        while not self._over.wait(SECONDS_BETWEEN):
            line = self.line(shutil.get_terminal_size().columns - 1)
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
