"""Ranks: the optimal placements in one order, so that a number names a placement.

Squares are swept row by row, or file by file where the board is wider than high; of two placements
the one comes first that has the first square in which they differ, occupied. The order depends on
the question alone: whichever engine finds the placement of a rank, it is the same one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from satchess.domain.placement import Placement
from satchess.model import Model

NEVER, ALWAYS = -2, -1
"""Instead of a level: no placement has a piece there, or every one has."""


def is_wide(model: Model) -> bool:
    """Whether squares are swept file by file."""
    squares = [place.square for place in model.places]
    return len({square.column for square in squares}) > len({square.row for square in squares})


def swept(model: Model, *, wide: bool) -> list[int]:
    """Return the board variables in order; of one square, in the order of the kinds of pieces."""

    def along(variable: int) -> tuple[int, int]:
        row, column = model.places[variable - 1].square
        return (column, row) if wide else (row, column)

    return sorted(model.board_variables, key=along)


def in_order(model: Model, placements: Iterable[Placement]) -> Sequence[Placement]:
    """Sort placements by rank."""
    order = swept(model, wide=is_wide(model))
    position = {model.places[variable - 1]: number for number, variable in enumerate(order)}

    def key(placement: Placement) -> list[int]:
        taken = sorted(position[place] for place in placement.places)
        return [*taken, len(position)]  # a further piece comes before none

    return sorted(placements, key=key)


def optimal_parts(
    model: Model, value: int | None, best: Callable[[Model], tuple[int, int] | None]
) -> Iterator[tuple[Model, int | None]]:
    """Yield the components with their optima, which `best` finds where there are several."""
    parts = model.components()
    for part in parts:
        if part.objective is None:
            yield part, None
        elif len(parts) == 1:
            yield part, value
        else:
            found = best(part)
            assert found is not None
            yield part, found[0]


@dataclass(frozen=True)
class Ways:
    """A diagram with numbered nodes, and how many sets each of them holds.

    A node is a level, the nodes for true and for false, and the number of its sets: node 0 has
    none, node 1 just the empty set. `level` gives the levels of the board variables, in the order
    in which squares are swept.
    """

    root: int
    nodes: Sequence[tuple[int, int, int, int]]
    level: dict[int, int]


class Ranked:
    """The placements of a model, one of each component together, by rank."""

    def __init__(self, model: Model, parts: Sequence[tuple[Model, Ways]]) -> None:
        self._ways = [ways for _, ways in parts]
        where = {
            place: (number, ways.level[variable])
            for number, (part, ways) in enumerate(parts)
            for variable, place in enumerate(part.places, start=1)
        }
        order = (model.places[variable - 1] for variable in swept(model, wide=is_wide(model)))
        self._steps = [(place, *where[place]) for place in order]

    def placement(self, rank: int) -> Placement:
        """Walk down: a rank below the number of placements with a piece here means that it has."""
        at = [ways.root for ways in self._ways]
        left = prod(ways.nodes[ways.root][-1] for ways in self._ways)
        assert 0 <= rank < left
        taken = []
        for place, part, level in self._steps:
            here, high, low, sets = self._ways[part].nodes[at[part]]
            if level == ALWAYS:
                taken.append(place)
            if here != level:  # nothing to decide
                continue
            with_piece = left // sets * self._ways[part].nodes[high][-1]
            if rank < with_piece:
                taken.append(place)
                at[part], left = high, with_piece
            else:
                at[part], left, rank = low, left - with_piece, rank - with_piece
        return Placement.of(taken)
