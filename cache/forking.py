"""SQLite and `fork`: a forked process neither uses nor trips over the connections of its parent.

SQLite keeps the locks of a process in its memory. A copy of that memory says that locks are held
which the new process does not have, or that its own parent locks it out for good
(https://sqlite.org/howtocorrupt.html, section 2.6). So a fork waits for what other threads are
doing with SQLite at the moment, and the new process closes what it got before it opens anything.
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
"""How many blocks each thread is in that no fork may interrupt."""

_connections: "WeakSet[Connection]" = WeakSet()


@contextmanager
def no_fork_meanwhile() -> Iterator[None]:
    """Let other threads fork only before or after the block."""
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
    """A connection that is closed in a process that is forked from this one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _connections.add(self)

    def close(self) -> None:
        """Close it, unless a fork is under way."""
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
