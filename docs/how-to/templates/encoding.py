"""The commander encoding: literals in groups of three, one commander for each group.

Klieber, Kwon: Efficient CNF Encoding for Selecting 1 from N Objects. CFV 2007.

A template: copy it to `encodings/`, or to a package of your own.
"""

from collections.abc import Sequence
from itertools import combinations

from satchess.encodings.collector import ClauseCollector
from satchess.encodings.kinds import AtMostOneEncoding

GROUP = 3
"""Literals under one commander; the paper finds three to be best."""


def commander(collector: ClauseCollector, literals: Sequence[int]) -> None:
    """State that at most one literal is true."""
    if len(literals) <= GROUP:
        for one, other in combinations(literals, 2):
            collector.add((-one, -other))
        return
    commanders = []
    for start in range(0, len(literals), GROUP):
        group = literals[start : start + GROUP]
        commander(collector, group)
        leader = collector.fresh()  # auxiliaries come from the collector, and from nowhere else
        for literal in group:
            collector.add((-literal, leader))
        # Not needed for correctness, but it propagates: without the group, no commander.
        collector.add((-leader, *group))
        commanders.append(leader)
    commander(collector, commanders)


COMMANDER = AtMostOneEncoding(
    "Klieber, Kwon: Efficient CNF Encoding for Selecting 1 from N Objects. CFV 2007",
    encode=commander,
)
"""Its line in the registry is `"commander": COMMANDER`."""
