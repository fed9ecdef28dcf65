"""Incremental bounds on a number of true literals, for optimisation.

Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints. CP 2003.
Martins, Joshi, Manquinho, Lynce: Incremental Cardinality Constraints for MaxSAT. CP 2014.
"""

from collections.abc import Sequence
from functools import cached_property

from satchess.encodings.collector import ClauseCollector


class CountBound:
    """Bounds on the number of true literals, as assumptions.

    A new bound may add clauses to the collector: `take_new()` them before solving.
    """

    def __init__(self, collector: ClauseCollector, literals: Sequence[int]) -> None:
        self._collector = collector
        self._literals = tuple(literals)

    def at_most(self, bound: int) -> int | None:
        """Return the literal to assume for at most `bound` true ones; None if none is needed."""
        if bound >= len(self._literals):
            return None
        return -self._true.at_least(bound + 1)

    def at_least(self, bound: int) -> int | None:
        """Return the literal to assume for at least `bound` true ones; None if none is needed."""
        if bound <= 0:
            return None
        return -self._false.at_least(len(self._literals) - bound + 1)

    @cached_property
    def _true(self) -> "Totalizer":
        return Totalizer.of(self._collector, self._literals)

    @cached_property
    def _false(self) -> "Totalizer":
        return Totalizer.of(self._collector, [-literal for literal in self._literals])


class Totalizer:
    """A unary count of true literals: output `at_least(i)` is true if `i` of them are.

    Outputs are created on demand, and need not be false if fewer literals are true: upper bounds
    do not need that. Totalizers may share parts.
    """

    def __init__(
        self,
        collector: ClauseCollector,
        size: int,
        outputs: list[int],
        parts: tuple["Totalizer", "Totalizer"] | None,
    ) -> None:
        self.size = size
        self._collector = collector
        self._outputs = outputs
        self._parts = parts

    @classmethod
    def of(cls, collector: ClauseCollector, literals: Sequence[int]) -> "Totalizer":
        """Count literals; equal lists in one formula share their totalizer."""
        key = tuple(literals)
        if key not in collector.counts:
            ones = [cls(collector, 1, [literal], None) for literal in literals]
            collector.counts[key] = cls.sum_of(collector, ones)
        return collector.counts[key]

    @classmethod
    def sum_of(cls, collector: ClauseCollector, counts: Sequence["Totalizer"]) -> "Totalizer":
        """Add counts up, in a balanced tree."""
        if len(counts) == 0:
            return cls(collector, 0, [], None)
        if len(counts) == 1:
            return counts[0]
        half = len(counts) // 2
        left = cls.sum_of(collector, counts[:half])
        right = cls.sum_of(collector, counts[half:])
        return cls(collector, left.size + right.size, [], (left, right))

    def at_least(self, count: int) -> int:
        """Return a literal that is true if at least `count` of the counted ones are."""
        if count <= 0:
            return -self._collector.false
        if count > self.size:
            return self._collector.false
        while len(self._outputs) < count:
            self._add_output()
        return self._outputs[count - 1]

    def _add_output(self) -> None:
        assert self._parts is not None
        left, right = self._parts
        output = self._collector.fresh()
        if self._outputs:
            self._collector.add([-output, self._outputs[-1]])
        self._outputs.append(output)
        total = len(self._outputs)
        for on_left in range(max(0, total - right.size), min(total, left.size) + 1):
            clause = [output]
            if on_left > 0:
                clause.append(-left.at_least(on_left))
            if on_left < total:
                clause.append(-right.at_least(total - on_left))
            self._collector.add(clause)
