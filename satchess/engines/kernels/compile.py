"""How kernels are compiled: once, and again when they or anything they import has changed.

numba itself looks at the file of a function alone, not at those of the kernels that it calls: a
repair there would not reach what is compiled already.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[Function], Function]:
    """Compile a function when it is first called, and keep what is compiled on disk."""

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
        return dispatcher  # type: ignore[no-any-return]

    return compiled


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
