"""Counts of work that do not depend on the machine: conflicts, states, nodes, pivots.

Engines add to them where a kernel or a solver has returned, never within; as long as nobody keeps
them, that costs one look at a variable. `tools/guard.py` compares them with those of earlier
versions, which seconds cannot be.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_kept: Counter[str] | None = None


@contextmanager
def kept() -> Iterator[Counter[str]]:
    """Keep what is counted in this process from now on; an outer tally gets nothing of it."""
    global _kept
    before, _kept = _kept, Counter()
    try:
        yield _kept
    finally:
        _kept = before


def is_kept() -> bool:
    """Whether somebody keeps counts, so that it is worth asking for them."""
    return _kept is not None


def add(**counts: int) -> None:
    """Add to counts, each by its name."""
    if _kept is not None:
        _kept.update(counts)
