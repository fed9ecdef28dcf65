"""What the nodes of a level owe: for each open inequality, between `least` and `most`.

A partial placement owes an inequality what its true literals have not paid yet, and nothing once it
is paid. Many partial placements lead to a node: `least` and `most` are over all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from satchess.verify.inequalities import Inequality
from satchess.verify.levels import Level

REFUTED = -1
"""In place of a node: nothing that goes this way keeps the rules."""


class Owing(Protocol):
    """The nodes of one level after the other."""

    def enter(self, level: Level) -> None:
        """Open the inequalities whose first variable is that of the level."""

    def unpayable(self, value: int) -> Sequence[bool]:
        """Say of each node whether some inequality cannot be paid, once the variable is `value`.

        Wherever the node was reached from: it is the least debt that cannot be paid.
        """

    def owed(self, value: int, multipliers: Mapping[int, int]) -> Sequence[int]:
        """Return the least that each node then owes to a sum of inequalities."""

    def leave(self, children: tuple[Sequence[int], Sequence[int]], nodes: int) -> bool:
        """Go on to the next level; return whether all that ends here has been paid for certain.

        `children[value]` has, for each node, the node that it leads to.
        """


class PlainOwing:
    """Lists of integers of any size."""

    def __init__(self, system: Sequence[Inequality]) -> None:
        self._system = system
        self._open: tuple[int, ...] = ()
        self._begun: set[int] = set()
        self._least: list[list[int]] = [[]]
        self._most: list[list[int]] = [[]]

    def enter(self, level: Level) -> None:
        """Add what is owed to the new ones, the same from all nodes."""
        owed = [self._system[i].least for i in level.open_[len(self._open) :]]
        self._least = [debts + owed for debts in self._least]
        self._most = [debts + owed for debts in self._most]
        self._level, self._open = level, level.open_
        self._begun.update(level.open_)

    def _after(self, debts: list[int], value: int) -> list[int]:
        pays = self._level.pays[value]
        return [max(0, owed - paid) for owed, paid in zip(debts, pays, strict=True)]

    def unpayable(self, value: int) -> Sequence[bool]:
        """Compare node by node."""
        ahead = self._level.ahead
        return [
            any(owed > most for owed, most in zip(self._after(debts, value), ahead, strict=True))
            for debts in self._least
        ]

    def owed(self, value: int, multipliers: Mapping[int, int]) -> Sequence[int]:
        """Add up node by node."""
        times = [multipliers.get(i, 0) for i in self._open]
        later = sum(
            n * self._system[i].least for i, n in multipliers.items() if i not in self._begun
        )
        return [
            later + sum(n * owed for n, owed in zip(times, self._after(debts, value), strict=True))
            for debts in self._least
        ]

    def leave(self, children: tuple[Sequence[int], Sequence[int]], nodes: int) -> bool:
        """Merge what leads to the same node."""
        level = self._level
        kept = [position for position, ended in enumerate(level.ends) if not ended]
        least: list[list[int]] = [[] for _ in range(nodes)]
        most: list[list[int]] = [[] for _ in range(nodes)]
        for value in (0, 1):
            for node, child in enumerate(children[value]):
                if child == REFUTED:
                    continue
                debts = self._after(self._most[node], value)
                if any(owed and ended for owed, ended in zip(debts, level.ends, strict=True)):
                    return False
                _merge(most, child, [debts[p] for p in kept], max)
                debts = self._after(self._least[node], value)
                _merge(least, child, [debts[p] for p in kept], min)
        self._least, self._most = least, most
        self._open = tuple(level.open_[p] for p in kept)
        return True


def _merge(
    known: list[list[int]], child: int, debts: list[int], choose: Callable[[int, int], int]
) -> None:
    known[child] = list(map(choose, known[child], debts)) if known[child] else debts
