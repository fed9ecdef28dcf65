"""How kernels are compiled: once, and again when a file of kernels beside them or here has changed.

numba itself looks at the file of a function alone, not at those of the kernels that it calls: what
is repaired there would stay as it was in all that is compiled.
"""

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
        file._version = f"{version} {_stamp(Path(function.__code__.co_filename).parent)}"
        return dispatcher  # type: ignore[no-any-return]

    return compiled


@cache
def _stamp(folder: Path) -> str:
    """Return a number for all that is written in the kernels of a folder, and in those here."""
    files = sorted({*Path(__file__).parent.glob("*_numba.py"), *folder.glob("*_numba.py")})
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
