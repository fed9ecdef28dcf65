"""Progress of long work in a line that fits: the time left first, the least important dropped.

>>> print(Line((Item("about 5 min left", 9), Item("8 s", 8), Item("3.1 a second", 1))).fitted(26))
about 5 min left, 8 s
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from satchess.domain.phrases import between, counted, duration
from satchess.domain.weights import write_fingerprint
from satchess.service.evidence import Evidence

SHORT = 6
"""Different weights that are shown."""

BAR = 20
"""Characters of a bar."""


class Item(NamedTuple):
    """A part of a line; where there is no room, the least important go first."""

    text: str
    importance: int


@dataclass(frozen=True)
class Line:
    """What to say, in this order."""

    items: tuple[Item, ...] = ()

    def fitted(self, room: int) -> str:
        """Return as much as has room; the most important part is cut if even that has none."""
        items = list(self.items)
        while len(items) > 1 and len(_joined(items)) > room:
            items.remove(min(items, key=lambda item: item.importance))
        return _joined(items)[: max(room, 0)]


def _joined(items: list[Item]) -> str:
    return ", ".join(item.text for item in items)


def told(text: str, seconds: float) -> Line:
    """Return a line that says one thing, and how long the work has taken."""
    return Line((*_time(seconds), Item(text, 9)) if text else tuple(_time(seconds)))


def progress_line(known: Evidence, seconds: float, of: str = "") -> Line:
    """Return a line that says what is known, and how long the work has taken.

    `of` names what is being done, where that is one of several things.
    """
    return Line(tuple(_items(known, seconds, of)))


def _time(seconds: float) -> Iterator[Item]:
    yield Item(f"{seconds:.0f} s", 8)


def _items(known: Evidence, seconds: float, of: str) -> Iterator[Item]:
    progress = known.progress
    if progress is not None and progress.left is not None:
        yield Item(f"about {duration(progress.left)} left", 9)
    yield from _time(seconds)
    if of:
        yield Item(of, 8)
    if known.compiling:
        yield Item(f"compiling {known.compiling.lstrip('_')}, once", 6)
    if known.lower is not None or known.upper is not None:
        yield Item(f"value {between(known.lower, known.upper)}", 7)
    if known.count is not None:
        yield Item(f"{counted(known.count, 'placement')} so far", 5)
    if progress is not None:
        full = int(BAR * progress.share)
        yield Item(f"{progress.done} of {progress.parts} parts", 4)
        yield Item(f"[{'#' * full}{'.' * (BAR - full)}]", 1)
        yield Item(f"{progress.rate:.1f} a second", 0)
    if known.decided:
        yield Item(decisions(known), 3)
    if known.beginning:
        yield Item(f"fingerprint {write_fingerprint(known.beginning, SHORT)} ...", 2)


def decisions(known: Evidence) -> str:
    """Say how many prefixes are decided, and which one was the last."""
    prefixes = counted(known.decided, "prefix", "prefixes")
    return f"{prefixes} decided, the last {end_of(known.decided_last, 40)}"


def end_of(prefix: str, longest: int) -> str:
    """Return a prefix, or the end of a long one: it is where prefixes differ.

    >>> end_of("1 3 5 2 4 19", 9)
    '...2 4 19'
    """
    return prefix if len(prefix) <= longest else f"...{prefix[3 - longest :]}"
