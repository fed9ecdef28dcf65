"""Chance that falls alike on every machine: drawn from random bits alone.

Python promises equal bits for equal seeds, but not equal samples; a seed is printed on a puzzle
and has to make the same one years later.
"""

import random
from collections.abc import Sequence
from math import ceil, log
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A source of choices.

    >>> chance = Chance(7)
    >>> chance.sample("abcdef", 3), chance.shuffled("abcdef"), chance.choice("abcdef")
    (['c', 'b', 'd'], ['b', 'd', 'c', 'e', 'a', 'f'], 'c')
    """

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, number: int) -> int:
        """Return a whole number from 0 to one below the given one."""
        width = number.bit_length()
        while (drawn := self._bits(width)) >= number:
            pass
        return drawn

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in any order."""
        mixed = list(items)
        for last in reversed(range(1, len(mixed))):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def sample(self, items: Sequence[Item], size: int) -> list[Item]:
        """Return some of the items, in any order.

        The way of Python 3.11, by which the first puzzles were made.
        """
        few = 21 + (4 ** ceil(log(size * 3, 4)) if size > 5 else 0)
        if len(items) <= few:
            pool = list(items)
            taken = []
            for left in range(len(pool), len(pool) - size, -1):
                index = self.below(left)
                taken.append(pool[index])
                pool[index] = pool[left - 1]
            return taken
        chosen: dict[int, None] = {}
        while len(chosen) < size:
            chosen.setdefault(self.below(len(items)))
        return [items[index] for index in chosen]
