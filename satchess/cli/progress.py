"""Progress of long work: one line on standard error, where that is a terminal."""

import sys
import threading
import time
from types import TracebackType
from typing import Self

from satchess.knowledge import Knowledge

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""


class Ticker:
    """A line that tells how long the work has taken and what is known by now."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._known = ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, known: Knowledge) -> None:
        """Take note of what is known."""
        texts = []
        if known.lower is not None or known.upper is not None:
            low, high = ("?" if bound is None else bound for bound in (known.lower, known.upper))
            texts.append(f"between {low} and {high}")
        if known.count is not None:
            texts.append(f"{known.count} placements so far")
        self.tell(", ".join(texts))

    def tell(self, text: str) -> None:
        """Take note of a text to show."""
        self._known = text

    def _tick(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN):
            seconds = time.monotonic() - self._started
            line = ", ".join(filter(None, [f"{seconds:.0f} s", self._known]))
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
