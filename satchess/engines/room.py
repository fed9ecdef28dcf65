"""How much memory there is for an engine: within the limit of its process, and of the machine."""

from pathlib import Path

from satchess.errors import NotKnown

_PAGES = Path("/proc/self/statm")
_THREADS = Path("/proc/self/task")
_MACHINE = Path("/proc/meminfo")

UNLIMITED = 1 << 62

_BEYOND_MEASURE = 10_000_000 << 30


def free_bytes() -> int:
    """Return how many bytes may still be allocated; a huge number where nobody knows."""
    return min(_within_limit(), _within_machine())


def ensure_room(engine: str, needed: int, what: str) -> None:
    """Raise `NotKnown`, with the amount, if something does not fit."""
    if needed > (free := free_bytes()):
        raise NotKnown(f"{engine}: {what} need {in_words(needed)}, and {in_words(free)} are free")


def threads() -> int:
    """Return how many threads this process has, those of libraries too; 0 if nobody knows."""
    return sum(1 for _ in _THREADS.iterdir()) if _THREADS.exists() else 0


def in_words(size: int) -> str:
    """Write an amount as `--memory` reads it, roughly.

    >>> in_words(3_000_000), in_words(12_345_678_900), in_words(10**25)
    ('2.86M', '11G', 'over 10000000G')
    """
    if size >= _BEYOND_MEASURE:
        return f"over {_BEYOND_MEASURE >> 30}G"
    for unit, symbol in ((1 << 30, "G"), (1 << 20, "M")):
        if size >= unit:
            return f"{size / unit:.3g}{symbol}" if size < 10 * unit else f"{size // unit}{symbol}"
    return f"{-(-size >> 10)}K"


def _within_limit() -> int:
    """Return what `--memory` leaves: it limits the address space."""
    try:
        import resource
    except ImportError:  # not on Windows
        return UNLIMITED
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return UNLIMITED
    try:
        used = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux
        return limit
    return max(0, limit - used)


def _within_machine() -> int:
    try:
        lines = _MACHINE.read_text().splitlines()
    except OSError:
        return UNLIMITED
    available = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return 1024 * int(next(available, UNLIMITED >> 10))
