"""Bounds on a weighted sum of literals, in binary: for weights too large to count one by one.

Warners: A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form.
Inf. Process. Lett. 68 (1998). Adders take few clauses, however large the weights are, but do not
propagate as a totalizer does.
"""

from collections.abc import Mapping
from itertools import combinations

from satchess.encodings.collector import ClauseCollector


class BinarySum:
    """The sum of weights of true literals, as bits; bounds on it are assumptions.

    A new bound adds clauses to the collector: `take_new()` them before solving.
    """

    def __init__(self, collector: ClauseCollector, weights: Mapping[int, int]) -> None:
        self._collector = collector
        self._most = sum(weights.values())
        columns: list[list[int]] = [[] for _ in range(self._most.bit_length())]
        for literal, weight in weights.items():
            for place, column in enumerate(columns):
                if weight >> place & 1:
                    column.append(literal)
        self._bits = [self._added_up(columns, place) for place in range(len(columns))]
        self._bounds: dict[tuple[bool, int], int] = {}

    def at_most(self, bound: int) -> int | None:
        """Return the literal to assume for a sum of at most `bound`; None if none is needed."""
        if bound >= self._most:
            return None
        return self._compared(False, bound) if bound >= 0 else self._collector.false

    def at_least(self, bound: int) -> int | None:
        """Return the literal to assume for a sum of at least `bound`; None if none is needed."""
        if bound <= 0:
            return None
        return self._compared(True, bound) if bound <= self._most else self._collector.false

    def _added_up(self, columns: list[list[int]], place: int) -> int:
        """Add up a column, and carry to the next one; return its bit of the sum."""
        column = columns[place]
        while len(column) > 1:
            three = [column.pop() for _ in range(min(3, len(column)))]
            column.insert(0, self._odd(three))
            if place + 1 < len(columns):
                columns[place + 1].append(self._carry(three))
        return column[0] if column else self._collector.false

    def _odd(self, literals: list[int]) -> int:
        result = self._collector.fresh()
        for pattern in range(1 << len(literals)):
            clause = [x if pattern >> i & 1 else -x for i, x in enumerate(literals)]
            # this clause excludes just one assignment, of as many true literals as it has negative
            odd = (len(literals) - pattern.bit_count()) % 2 == 1
            self._collector.add([*clause, result if odd else -result])
        return result

    def _carry(self, literals: list[int]) -> int:
        """Return a literal that is true if two of two or three literals are."""
        result = self._collector.fresh()
        for pair in combinations(literals, 2):
            self._collector.add([*(-x for x in pair), result])
        for either in combinations(literals, len(literals) - 1):
            self._collector.add([*either, -result])
        return result

    def _compared(self, at_least: bool, bound: int) -> int:
        """Return a literal that implies the bound: no bit is the first to break it."""
        if (at_least, bound) not in self._bounds:
            assumed = self._bounds[at_least, bound] = self._collector.fresh()
            before: list[int] = []
            for place in reversed(range(len(self._bits))):
                bit, asked = self._bits[place], bool(bound >> place & 1)
                if asked == at_least:
                    self._collector.add([-assumed, bit if asked else -bit, *before])
                else:  # here the sum may be better than the bound, and the rest is free
                    before.append(-bit if asked else bit)
        return self._bounds[at_least, bound]
