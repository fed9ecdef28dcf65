"""A counter in unary: auxiliaries say how many of the literals so far are true.

After Sinz: Towards an Optimal CNF Encoding of Boolean Cardinality Constraints. CP 2005.
"""

from collections.abc import Sequence

from satchess.encodings.collector import ClauseCollector
from satchess.encodings.kinds import CardinalityEncoding


def at_most(collector: ClauseCollector, literals: Sequence[int], bound: int) -> None:
    """State that at most `bound` literals are true."""
    if bound < 0:  # every integer is a bound
        collector.add(())
        return
    before: list[int] = []  # entry i: more than i of the literals so far are true
    for literal in literals:
        now = [collector.fresh() for _ in range(min(len(before), bound) + 1)]
        for i, more in enumerate(now):
            already = before[i : i + 1]  # empty: false
            carry = before[i - 1 : i] if i else []  # empty: true
            for held in already:
                collector.add((-held, more))
            collector.add((-literal, *(-held for held in carry), more))
            collector.add((-more, *already, literal))
            for held in carry:
                collector.add((-more, *already, held))
        before = now
    for over in before[bound : bound + 1]:
        collector.add((-over,))


COUNTER = CardinalityEncoding(
    "Sinz: Towards an Optimal CNF Encoding of Boolean Cardinality Constraints. CP 2005",
    at_most=at_most,
)
"""Its line in the registry is `"counter": COUNTER`."""
