"""Cancelling: work in a thread is stopped from another one, as Ctrl-C stops it in the first.

A signal reaches the main thread alone. So whoever starts work in a thread may set an event in the
thread's context, which is looked at wherever that thread waits for a worker.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_cancelled: ContextVar[threading.Event | None] = ContextVar("satchess_cancelled", default=None)


@contextmanager
def cancellable() -> Iterator[threading.Event]:
    """Yield an event that stops the work of every context that is copied from here."""
    event = threading.Event()
    token = _cancelled.set(event)
    try:
        yield event
    finally:
        _cancelled.reset(token)


def ensure_wanted() -> None:
    """Raise `KeyboardInterrupt` if the work of this context is cancelled."""
    event = _cancelled.get()
    if event is not None and event.is_set():
        raise KeyboardInterrupt("cancelled")


def heeding(stopped: Callable[[], bool] | None) -> Callable[[], bool] | None:
    """Return a function to poll, which also heeds the event of this context, if there is one."""
    if _cancelled.get() is None:
        return stopped

    def polled() -> bool:
        ensure_wanted()
        return stopped is not None and stopped()

    return polled
