"""Sets of places in branches that no symmetry carries onto another.

The first branch holds all sets with a place of some orbit; the next one, those with a place of
another orbit and none of the first; and so on. As all places of an orbit are in equally many sets,
only those with the first of them are walked through: a set that has j of them is met j times in
all, where its orbit is met at each of its places.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import lcm

Orbit = tuple[int, ...]
"""Places that symmetries carry onto each other."""


@dataclass(frozen=True)
class Branch:
    """Sets with a place of an orbit, all others being in the orbit or among some places."""

    orbit: Orbit
    places: tuple[int, ...]

    @property
    def start(self) -> int:
        """The place that all sets have which are walked through."""
        return self.orbit[0]

    @property
    def others(self) -> tuple[int, ...]:
        """The places that they may have beside it."""
        return (*self.orbit[1:], *self.places)

    @property
    def unit(self) -> int:
        """Parts of a set that `number` counts, where not all sets of the branch are met."""
        return lcm(*range(1, len(self.orbit) + 1))

    def number(self, counts: Iterable[int], unit: int = 1) -> int:
        """Return how many sets there are, if `counts[j]` of j places in the orbit were met."""
        total = 0
        for inside, met in enumerate(map(int, counts)):
            if met:
                number, rest = divmod(len(self.orbit) * met * unit, inside)
                assert not rest
                total += number
        return total


def orbits_of(places: Iterable[int], turns: Sequence[Sequence[int]]) -> list[Orbit]:
    """Return the orbits of places; `turns` say where each of a group takes each place."""
    return sorted({tuple(sorted({turn[place] for turn in turns})) for place in places})


def branches(orbits: Sequence[Orbit], is_needed: Callable[[Orbit], bool]) -> list[Branch]:
    """Return the branches of all sets that have a place of some orbit that is needed."""
    left = list(orbits)
    found = []
    for orbit in sorted(filter(is_needed, orbits), key=len, reverse=True):
        left.remove(orbit)
        found.append(Branch(orbit, tuple(place for each in left for place in each)))
    return found


def rarest(masks: dict[Orbit, int], bits: Iterable[int]) -> int:
    """Return the bit that is in the fewest masks."""
    times = Counter(bit for mask in masks.values() for bit in bits_of(mask))
    return min(bits, key=times.__getitem__)


def bits_of(mask: int) -> Iterator[int]:
    """Yield the bits of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
