"""Incremental bounds on a number of true literals, for optimisation.

Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints. CP 2003.
Martins, Joshi, Manquinho, Lynce: Incremental Cardinality Constraints for MaxSAT. CP 2014.
"""

from collections.abc import Sequence
from functools import cached_property

from satchess.encodings.collector import ClauseCollector


class CountBound:
    """Bounds on the number of true literals that come and go as assumptions.

    A bound that is new may add clauses to the collector: `take_new()` them before solving.
    """

    def __init__(self, collector: ClauseCollector, literals: Sequence[int]) -> None:
        self._collector = collector
        self._literals = tuple(literals)

    def at_most(self, bound: int) -> int | None:
        """Return the literal to assume for at most `bound` true ones; None if nothing need be."""
        if bound < 0:
            raise ValueError(f"at most {bound} literals: expected 0 or more")
        if bound >= len(self._literals):
            return None
        return -self._true.at_least(bound + 1)

    def at_least(self, bound: int) -> int | None:
        """Return the literal to assume for at least `bound` true ones; None if nothing need be."""
        size = len(self._literals)
        if bound > size:
            raise ValueError(f"at least {bound} literals: expected {size} or fewer")
        if bound <= 0:
            return None
        return -self._false.at_least(size - bound + 1)

    @cached_property
    def _true(self) -> "_Totalizer":
        return _Totalizer(self._collector, self._literals)

    @cached_property
    def _false(self) -> "_Totalizer":
        return _Totalizer(self._collector, [-literal for literal in self._literals])


class _Totalizer:
    """A binary tree over literals; output `i` is true if at least `i + 1` of them are.

    Only the outputs asked for exist. They need not be false if fewer literals are true: a bound
    from above does not ask for that.
    """

    def __init__(self, collector: ClauseCollector, literals: Sequence[int]) -> None:
        self._collector = collector
        self._size = len(literals)
        self._outputs: list[int] = []
        if self._size == 1:
            self._outputs += literals
        else:
            half = self._size // 2
            self._left = _Totalizer(collector, literals[:half])
            self._right = _Totalizer(collector, literals[half:])

    def at_least(self, count: int) -> int:
        """Return the output that is true if at least `count` literals are, 1 <= count <= size."""
        while len(self._outputs) < count:
            self._add_output()
        return self._outputs[count - 1]

    def _add_output(self) -> None:
        output = self._collector.fresh()
        self._outputs.append(output)
        total = len(self._outputs)
        most_left = min(total, self._left._size)
        least_left = max(0, total - self._right._size)
        for on_left in range(least_left, most_left + 1):
            clause = [output]
            if on_left > 0:
                clause.append(-self._left.at_least(on_left))
            if on_left < total:
                clause.append(-self._right.at_least(total - on_left))
            self._collector.add(clause)
