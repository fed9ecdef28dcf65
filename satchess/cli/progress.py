"""Progress of long work: one line on standard error, where that is a terminal."""

import shutil
import sys
import threading
import time
from typing import Self

from satchess.closable import Closable
from satchess.domain.phrases import between, counted
from satchess.domain.weights import write_fingerprint
from satchess.service.evidence import Evidence
from satchess.task import Progress

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""


SHORT = 6
"""Different weights that are shown."""

BAR = 20
"""Characters of a bar."""


class Ticker(Closable):
    """A line that tells how long the work has taken and what is known by now."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._of = ""
        self._left = ""
        self._known = ""
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
        texts = []
        if known.compiling:
            texts.append(f"compiling {known.compiling.lstrip('_')}, once")
        if known.lower is not None or known.upper is not None:
            texts.append(f"value {between(known.lower, known.upper)}")
        if known.beginning:
            texts.append(f"fingerprint {write_fingerprint(known.beginning, SHORT)} ...")
        if known.count is not None:
            texts.append(f"{counted(known.count, 'placement')} so far")
        if known.decided:
            texts.append(decisions(known))
        if known.progress is not None:
            texts.append(_bar(known.progress))
        left = None if known.progress is None else known.progress.left
        self._left = "" if left is None else f"about {_duration(left)} left"
        self.tell(", ".join(texts))

    def begin(self, text: str) -> None:
        """Begin with one of several things to do, which the text names."""
        self._of, self._left, self._known = text, "", ""

    def tell(self, text: str) -> None:
        """Set the text to show."""
        self._known = text

    @property
    def line(self) -> str:
        """The line as of now; what matters most comes first, since the end may be cut off."""
        seconds = time.monotonic() - self._started
        texts = [f"{seconds:.0f} s", self._left, self._of, self._known]
        return ", ".join(filter(None, texts))

    def _tick(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN):
            room = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{self.line[:room]}")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def decisions(known: Evidence) -> str:
    """Say how many prefixes are decided, and which one was the last."""
    prefixes = counted(known.decided, "prefix", "prefixes")
    return f"{prefixes} decided, the last {end_of(known.decided_last, 40)}"


def end_of(prefix: str, longest: int) -> str:
    """Return a prefix, or the end of a long one: it is where prefixes differ.

    >>> end_of("1 3 5 2 4 19", 9)
    '...2 4 19'
    """
    return prefix if len(prefix) <= longest else f"...{prefix[3 - longest :]}"


def _bar(progress: Progress) -> str:
    """Draw how much is done."""
    full = int(BAR * progress.share)
    bar = f"[{'#' * full}{'.' * (BAR - full)}] {progress.done} of {progress.parts} parts"
    return f"{bar}, {progress.rate:.1f} a second"


def _duration(seconds: float) -> str:
    """Write a time to two figures or so: 45 s, 12 min, 5 h, 3 days."""
    for unit, length, most in (("s", 1, 120), ("min", 60, 120), ("h", 3600, 48)):
        if seconds < length * most:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds / 86400:.0f} days"
