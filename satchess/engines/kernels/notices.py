"""Word that kernels are being compiled, for whoever waits. Light: numba is slow to load."""

from collections.abc import Callable

from satchess.logs import logger_of

_log = logger_of(__name__)

Listener = Callable[[str, bool], None]
"""Called with the name of a kernel that begins to compile; or, at the end of all, with True."""


def _unheard(_kernel: str, _over: bool) -> None:
    """Nobody waits."""


_listener: Listener = _unheard


def listen(listener: Listener | None) -> None:
    """Tell the listener, and no other, of compilations from now on."""
    global _listener
    _listener = listener or _unheard


def tell(kernel: str, *, over: bool) -> None:
    """Say that a kernel is being compiled, or that nothing is any more."""
    if not over:
        _log.info("compiling the kernel %s", kernel)
    _listener(kernel, over)
