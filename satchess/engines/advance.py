"""Word of how far a long run has come, for whoever waits, from within an engine."""

from collections.abc import Callable

from satchess.task import Progress

Listener = Callable[[Progress], None]


def _unheard(_progress: Progress) -> None:
    """Nobody waits."""


_listener: Listener = _unheard


def listen(listener: Listener | None) -> None:
    """Tell the listener, and no other, from now on."""
    global _listener
    _listener = listener or _unheard


def tell(progress: Progress) -> None:
    """Say how far the run has come."""
    _listener(progress)
