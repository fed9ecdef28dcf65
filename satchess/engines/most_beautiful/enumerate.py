"""All placements that attain a fingerprint, once a walk has found it."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, product

import numpy as np

from satchess.engines.most_beautiful.board import Ground, orbits
from satchess.engines.most_beautiful.probing import Refuted, shaved
from satchess.engines.most_beautiful.search import Placed, Search
from satchess.engines.most_beautiful.state import State, pinwheels, without_symmetry

NODES_AT_ONCE = 2_000_000
FOUND_AT_ONCE = 1000

NODES_BEFORE_SHAVING = 500_000
"""A search that is not over by then is worth some linear programmes."""

Pinwheel = tuple[tuple[int, int], ...]
"""The row and the column of each of its four queens."""


class Attaining:
    """The placements that have the numbers of the last state of a walk.

    Whatever the walk has assumed without loss of generality is undone: the symmetries of the ground
    carry each placement to others that attain the same. Each pinwheel can be exchanged for its
    mirror image, whatever the others are: so placements in which all are turned the same way, the
    upright ones, stand for many.
    """

    def __init__(self, ground: Ground, last: State) -> None:
        self._ground = ground
        self._last = last

    @cached_property
    def wheels(self) -> tuple[tuple[Pinwheel, Pinwheel], ...]:
        """The pinwheels that all placements have, in both ways: those of upright ones first."""
        ground = self._ground
        wheel_of = orbits(ground.symmetries[:4])
        either_way = orbits(ground.symmetries)
        found = np.flatnonzero(pinwheels(ground, self._last).ravel())
        wheels = []
        for orbit in np.unique(either_way[found]).tolist():
            ways: dict[int, list[tuple[int, int]]] = {}
            for cell in np.flatnonzero(either_way == orbit).tolist():
                ways.setdefault(int(wheel_of[cell]), []).append(divmod(cell, ground.size))
            upright, mirrored = ways.values()
            wheels.append((tuple(upright), tuple(mirrored)))
        return tuple(wheels)

    @property
    def each_stands_for(self) -> int:
        """How many placements are made of an upright one."""
        return 1 << len(self.wheels)

    def turned(self, placed: Placed) -> Iterator[Placed]:
        """Yield all placements that are made of an upright one, the first in order first."""
        in_order = [sorted(ways) for ways in self.wheels]
        for chosen in product(*in_order):
            yield _with_wheels(placed, chosen)

    def upright(self) -> Iterator[list[Placed]]:
        """Yield the upright ones, none of them twice; the list may be empty: a sign of life."""
        ways = [upright for upright, _ in self.wheels]
        seen: set[Placed] = set()
        for placed in self._essentially():
            images = self._ground.images(placed) if placed is not None else set()
            new = {_with_wheels(image, ways) for image in images} - seen
            seen |= new
            yield sorted(new)

    def placements(self) -> Iterator[list[Placed]]:
        """Yield all, some at a time, none of them twice; the list may be empty."""
        for found in self.upright():
            yield []
            for placed in found:
                turned = self.turned(placed)
                while some := list(islice(turned, FOUND_AT_ONCE)):
                    yield some

    def _essentially(self) -> Iterator[Placed | None]:
        """Yield placements of which all others are images, but for their pinwheels.

        Maybe some too many; None from time to time. Nothing is yielded before it is clear whether
        the search is short enough as it is.
        """
        last = self._last
        search = self._search(last)
        if search is None:
            return
        over, found = search.run(NODES_BEFORE_SHAVING, FOUND_AT_ONCE)
        if not over and not found:
            for symmetries in (last.symmetries, last.symmetries[:1]):
                left = last.alive
                for cells in shaved(self._ground, last, symmetries):
                    assert not isinstance(cells, Refuted), "there is a placement"
                    left = cells
                    yield None
                last = last.on(left)
            search = self._search(last)
            assert search is not None
        yield from found
        while not over:
            over, found = search.run(NODES_AT_ONCE, FOUND_AT_ONCE)
            yield from found
            yield None

    def _search(self, state: State) -> Search | None:
        # those alone: of others, it would be forgotten that they can be turned
        exchanging = pinwheels(self._ground, self._last)
        plain = without_symmetry(self._ground, state, exchanging=exchanging)
        return None if plain is None else Search(plain.alive, self._ground.groups, plain.numbers)


def _with_wheels(placed: Placed, wheels: Iterable[Pinwheel]) -> Placed:
    """Return a placement with its pinwheels turned as is said."""
    columns = list(placed)
    for wheel in wheels:
        for row, column in wheel:
            columns[row] = column
    return tuple(columns)
