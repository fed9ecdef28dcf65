"""Progress in a notebook: one line below the cell, updated in place, gone when the work is done."""

import time
from html import escape
from typing import Any

from satchess.closable import Closable
from satchess.render.progress import progress_line
from satchess.service.evidence import Evidence

SECONDS_BETWEEN = 0.5
"""Work that is done sooner shows nothing."""

WIDTH = 100
"""Characters that a notebook has room for."""


class NotebookProgress(Closable):
    """A line that tells how long the work has taken and what is known by now."""

    def __init__(self) -> None:
        self._started = self._shown = time.monotonic()
        self._handle: Any = None

    def show(self, known: Evidence) -> None:
        """Show what is known, every so often."""
        now = time.monotonic()
        if now - self._shown >= SECONDS_BETWEEN:
            self._shown = now
            self._display(progress_line(known, now - self._started).fitted(WIDTH))

    def close(self) -> None:
        """Wipe the line."""
        if self._handle is not None:
            self._display("")

    def _display(self, text: str) -> None:
        import IPython.display

        tools: Any = IPython.display
        line = tools.HTML(f"<small>{escape(text)}</small>" if text else "")
        if self._handle is None:
            self._handle = tools.display(line, display_id=True)
        else:
            self._handle.update(line)
