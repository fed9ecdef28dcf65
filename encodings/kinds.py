"""The kinds of encodings that can be chosen: at most one, and cardinality."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from satchess.encodings.collector import ClauseCollector


@dataclass(frozen=True)
class AtMostOneEncoding:
    """A way to allow at most one true literal."""

    paper: str
    encode: Callable[[ClauseCollector, Sequence[int]], None]


@dataclass(frozen=True)
class CardinalityEncoding:
    """A way to bound the number of true literals, by any integer."""

    paper: str
    at_most: Callable[[ClauseCollector, Sequence[int], int], None]

    def at_least(self, collector: ClauseCollector, literals: Sequence[int], bound: int) -> None:
        """State that at least `bound` literals are true: that at most the others are false."""
        self.at_most(collector, [-literal for literal in literals], len(literals) - bound)

    def exactly(self, collector: ClauseCollector, literals: Sequence[int], bound: int) -> None:
        """State that exactly `bound` literals are true."""
        self.at_least(collector, literals, bound)
        self.at_most(collector, literals, bound)
