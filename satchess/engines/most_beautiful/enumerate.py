"""All placements with the smallest fingerprint, once a walk has found it."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, product

import numpy as np

from satchess.engines.most_beautiful.board import WeightedBoard, orbits
from satchess.engines.most_beautiful.budgets import DEFAULT, ListingBudget
from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.probing import probed
from satchess.engines.most_beautiful.search import Queens, Search
from satchess.engines.most_beautiful.state import State, pinwheels, without_symmetry

Pinwheel = tuple[tuple[int, int], ...]
"""The row and the column of each of its four queens."""


class Attaining:
    """The placements with the numbers of the last state of a walk.

    Whatever the walk assumed without loss of generality is undone: the symmetries of the board map
    each placement to others with the same fingerprint. Each pinwheel can be replaced by its mirror
    image, whatever the other queens are; so the upright placements, in which all pinwheels turn
    the same way, stand for many.
    """

    def __init__(
        self, board: WeightedBoard, last: State, budget: ListingBudget = DEFAULT.listing
    ) -> None:
        self._board = board
        self._last = last
        self._budget = budget

    @cached_property
    def wheels(self) -> tuple[tuple[Pinwheel, Pinwheel], ...]:
        """The pinwheels that all placements have, in both orientations, the upright one first."""
        board = self._board
        wheel_of = orbits(board.symmetries[:4])
        either_way = orbits(board.symmetries)
        found = np.flatnonzero(pinwheels(board, self._last).ravel())
        wheels = []
        for orbit in np.unique(either_way[found]).tolist():
            ways: dict[int, list[tuple[int, int]]] = {}
            for cell in np.flatnonzero(either_way == orbit).tolist():
                ways.setdefault(int(wheel_of[cell]), []).append(divmod(cell, board.size))
            upright, mirrored = ways.values()
            wheels.append((tuple(upright), tuple(mirrored)))
        return tuple(wheels)

    @property
    def each_stands_for(self) -> int:
        """How many placements an upright one stands for."""
        return 1 << len(self.wheels)

    def turned(self, queens: Queens) -> Iterator[Queens]:
        """Yield all placements that an upright one stands for, the smallest first."""
        in_order = [sorted(ways) for ways in self.wheels]
        for chosen in product(*in_order):
            yield _with_wheels(queens, chosen)

    def upright(self) -> Iterator[list[Queens]]:
        """Yield the upright placements, none twice; an empty list is a sign of life."""
        ways = [upright for upright, _ in self.wheels]
        seen: set[Queens] = set()
        for queens in self._representatives():
            images = self._board.images(queens) if queens is not None else set()
            new = {_with_wheels(image, ways) for image in images} - seen
            seen |= new
            yield sorted(new)

    def placements(self) -> Iterator[list[Queens]]:
        """Yield all placements, some at a time, none twice; the list may be empty."""
        for found in self.upright():
            yield []
            for queens in found:
                turned = self.turned(queens)
                while some := list(islice(turned, self._budget.found_at_once)):
                    yield some

    def _representatives(self) -> Iterator[Queens | None]:
        """Yield placements of which all others are images, up to turning pinwheels.

        Some may be images of others. None is yielded from time to time, but not before it is clear
        whether the search is short enough as it is.
        """
        last, budget = self._last, self._budget
        search = self._search(last)
        if search is None:
            return
        over, found = search.run(budget.nodes_before_probing, budget.found_at_once)
        if not over and not found:
            for symmetries in (last.symmetries, last.symmetries[:1]):
                left = last.alive
                for cells in probed(self._board, last, symmetries):
                    assert not isinstance(cells, Refuted), "there is a placement"
                    left = cells
                    yield None
                last = last.on(left)
            search = self._search(last)
            assert search is not None
        yield from found
        while not over:
            over, found = search.run(budget.nodes_at_once, budget.found_at_once)
            yield from found
            yield None

    def _search(self, state: State) -> Search | None:
        # only the pinwheels in `wheels` are turned back afterwards
        exchanging = pinwheels(self._board, self._last)
        plain = without_symmetry(self._board, state, exchanging=exchanging)
        return None if plain is None else Search(plain.alive, self._board.groups, plain.numbers)


def _with_wheels(queens: Queens, wheels: Iterable[Pinwheel]) -> Queens:
    """Return a placement with its pinwheels replaced."""
    columns = list(queens)
    for wheel in wheels:
        for row, column in wheel:
            columns[row] = column
    return tuple(columns)
