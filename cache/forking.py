"""SQLite and `fork`: a forked process must neither use nor trip over its parent's connections.

SQLite tracks the locks of a process in memory. In a forked copy of that memory, locks seem held
that the child does not have, or that the parent seems to hold for good
(https://sqlite.org/howtocorrupt.html, section 2.6). So a fork waits until other threads have
finished with SQLite, and the child closes inherited connections before it opens any.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

_gate = threading.Condition(threading.RLock())
_inside: dict[int, int] = {}
"""Nesting depth, by thread, of the blocks that no fork may interrupt."""

_connections: "WeakSet[Connection]" = WeakSet()


@contextmanager
def no_fork_meanwhile() -> Iterator[None]:
    """Keep other threads from forking during the block."""
    me = threading.get_ident()
    with _gate:
        _inside[me] = _inside.get(me, 0) + 1
    try:
        yield
    finally:
        with _gate:
            _inside[me] -= 1
            if not _inside[me]:
                del _inside[me]
                _gate.notify_all()


class Connection(sqlite3.Connection):
    """A connection that is closed in forked processes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _connections.add(self)

    def close(self) -> None:
        """Close it, with no fork meanwhile."""
        with no_fork_meanwhile():
            super().close()


def _wait_for_others() -> None:
    _gate.acquire()
    me = threading.get_ident()
    _gate.wait_for(lambda: _inside.keys() <= {me})


def _close_all() -> None:
    for connection in tuple(_connections):
        connection.close()
    _gate.release()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=_wait_for_others, after_in_parent=_gate.release, after_in_child=_close_all
    )
