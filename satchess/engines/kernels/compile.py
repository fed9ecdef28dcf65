"""How kernels are compiled: once, and again when they or anything they import has changed.

numba itself looks only at the file of a function, not at those of the kernels it calls: a fix there
would not reach what is compiled already. Every kernel is kept on disk as soon as it is compiled,
also one that another one calls: a run that is stopped while it compiles has not been for nothing.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import njit
from numba.core import event

from satchess.engines.kernels import notices

Function = TypeVar("Function", bound=Callable[..., Any])

folders: set[str] = set()
"""Where the kernels that are loaded by now are kept."""


def kernel(**options: Any) -> Callable[[Function], Function]:
    """Compile a function on its first call, and keep the result on disk."""

    def compiled(function: Function) -> Function:
        dispatcher: Any = njit(cache=True, **options)(function)
        try:
            file = dispatcher._cache._cache_file
            version = file._version
        except (
            AttributeError
        ):  # numba is switched off, or has changed: its own stamp will have to do
            return dispatcher  # type: ignore[no-any-return]
        # not the stamp: what another version has written may not even be readable
        file._version = f"{version} {_stamp(function.__module__)}"
        folders.add(str(dispatcher._cache.cache_path))
        return dispatcher  # type: ignore[no-any-return]

    return compiled


def kernel_in_place(**options: Any) -> Callable[[Function], Function]:
    """Compile a kernel that allocates no array, without reference counts.

    Otherwise reading an array from a tuple costs two atomic operations, which numba does not always
    get rid of: much more than the work of a short step. It compiles faster as well.
    """
    return kernel(_nrt=False, **options)


class _Announcer(event.Listener):
    """Passes on that numba compiles; a kernel compiles those that it calls on the way."""

    def __init__(self) -> None:
        self._depth = 0

    def on_start(self, event: Any) -> None:
        """Name a kernel of ours, not the helpers of numba."""
        self._depth += 1
        function = event.data["dispatcher"].py_func
        if not function.__module__.startswith("numba."):
            notices.tell(function.__name__, over=False)

    def on_end(self, event: Any) -> None:
        """Say so when nothing is being compiled any more."""
        self._depth -= 1
        if not self._depth:
            notices.tell(event.data["dispatcher"].py_func.__name__, over=True)


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]


_IMPORT = re.compile(r"^(?:from|import) +([\w.]+)", re.MULTILINE)


@cache
def _stamp(module: str) -> str:
    """Return a number for all that is written in a module of kernels and in those it imports.

    Followed are the modules of engines and those that stand beside it.
    """
    folder = _folder(module)
    seen: dict[str, bytes] = {}
    left = [module]
    while left:
        name = left.pop()
        if name in seen or not (name.startswith("satchess.engines.") or _folder(name) == folder):
            continue
        seen[name] = Path(sys.modules[name].__file__ or "").read_bytes()
        left += _IMPORT.findall(seen[name].decode())
    return sha256(b"".join(seen[name] for name in sorted(seen))).hexdigest()


def _folder(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return None if file is None else Path(file).resolve().parent
