"""Equally many of two lists of literals: two unary counts that agree.

The counts are totalizers (Bailleux, Boufkhad, CP 2003), shared with whatever else counts the same
literals, so that a bound on one side propagates to the other.
"""

from collections.abc import Sequence

from satchess.encodings.collector import ClauseCollector
from satchess.encodings.totalizer import Totalizer


def as_many(collector: ClauseCollector, one: Sequence[int], other: Sequence[int]) -> None:
    """State that equally many of two lists of literals are true."""
    for some, others in ((one, other), (other, one)):
        true = Totalizer.of(collector, some)
        false = Totalizer.of(collector, [-literal for literal in others])
        for count in range(1, len(some) + 1):
            # if `count` of some are true, at most the rest of the others are false
            collector.add([-true.at_least(count), -false.at_least(len(others) - count + 1)])
    if len(one) == len(other):  # implied, but in terms of the outputs that bound the objective
        false_one, false_other = (
            Totalizer.of(collector, [-literal for literal in side]) for side in (one, other)
        )
        for count in range(1, len(one) + 1):
            collector.add([false_one.at_least(count), -false_other.at_least(count)])
            collector.add([-false_one.at_least(count), false_other.at_least(count)])
