"""What the nodes of a level owe, in arrays: the same as `PlainOwing`, for large diagrams."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from satchess.verify.inequalities import Inequality
from satchess.verify.levels import Level
from satchess.verify.owing import REFUTED

Debts = NDArray[np.int64]

MOST = 1 << 62
"""Sums that a machine word holds for certain."""


class ArrayOwing:
    """One row for each node, one column for each open inequality."""

    def __init__(self, system: Sequence[Inequality]) -> None:
        self._system = system
        self._open: tuple[int, ...] = ()
        self._begun: set[int] = set()
        self._least: Debts = np.zeros((1, 0), np.int64)
        self._most: Debts = np.zeros((1, 0), np.int64)

    @staticmethod
    def holds(system: Sequence[Inequality]) -> bool:
        """Whether machine words are long enough."""
        return all(inequality.total + inequality.least < MOST for inequality in system)

    def enter(self, level: Level) -> None:
        """Add what is owed to the new ones, the same from all nodes."""
        new = [self._system[i].least for i in level.open_[len(self._open) :]]
        owed = np.broadcast_to(np.array(new, np.int64), (len(self._least), len(new)))
        self._least = np.hstack((self._least, owed))
        self._most = np.hstack((self._most, owed))
        self._level, self._open = level, level.open_
        self._begun.update(level.open_)
        self._pays = np.array(level.pays, np.int64)

    def _after(self, debts: Debts, value: int) -> Debts:
        after: Debts = np.maximum(debts - self._pays[value], 0)
        return after

    def least_after(self, value: int) -> Debts:
        """Return the least that each node owes, once the variable has this value."""
        return self._after(self._least, value)

    def unpayable(self, value: int) -> Sequence[bool]:
        """Compare all at once."""
        ahead = np.array(self._level.ahead, np.int64)
        found: list[bool] = np.any(self.least_after(value) > ahead, axis=1).tolist()
        return found

    def owed(self, value: int, multipliers: Mapping[int, int]) -> Sequence[int]:
        """Add up all at once, in words if these hold the largest sum."""
        least = self.least_after(value)
        word = sum(n * self._system[i].least for i, n in multipliers.items()) < MOST
        times = np.array([multipliers.get(i, 0) for i in self._open], np.int64 if word else object)
        later = sum(
            n * self._system[i].least for i, n in multipliers.items() if i not in self._begun
        )
        sums: list[int] = (least @ times).tolist()
        return [later + owed for owed in sums]

    def leave(self, children: tuple[Sequence[int], Sequence[int]], nodes: int) -> bool:
        """Merge what leads to the same node."""
        ends = np.array(self._level.ends, bool)
        least = np.full((nodes, int((~ends).sum())), MOST, np.int64)
        most = np.zeros_like(least)
        for value in (0, 1):
            child = np.array(children[value], np.int64)
            kept = child != REFUTED
            debts = self._after(self._most[kept], value)
            if debts[:, ends].any():
                return False
            np.maximum.at(most, child[kept], debts[:, ~ends])
            np.minimum.at(least, child[kept], self._after(self._least[kept], value)[:, ~ends])
        self._least, self._most = least, most
        self._open = tuple(
            i for i, ended in zip(self._open, self._level.ends, strict=True) if not ended
        )
        return True
