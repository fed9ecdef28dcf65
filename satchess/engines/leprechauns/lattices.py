"""Placements of n leprechauns on n x n that grow from a part of a lattice.

Where leprechauns barely fit, most placements are patchworks of lattices: within a patch, each row
is the same step to the right of the one before, modulo about n. So a patch of random size and place
is fixed, a short search tries to complete it, and so on with another. 56 leprechauns of range 6
took half a second this way; of 16 half-minute searches from random squares, one succeeded.
"""

import random
from collections.abc import Iterator

from satchess.engines import tally
from satchess.engines.kernels.status import FOUND
from satchess.engines.leprechauns.constructions import Theorem, keeps_away

# The kernel is imported on use: numba is slow to load.

NODES = 300
"""Node limit of one search: with 1,000, the total took three times as long."""

LARGER = 3
"""How far a modulus may exceed n."""

SMALLEST_SHARE = 4
"""The part has at least n / 4 rows and columns."""


def grown(reach: int, side: int, nodes: int) -> Theorem | None:
    """Grow a placement from a lattice within a budget of `nodes`; None if that fails.

    Deterministic: the seed is fixed.
    """
    import numpy as np

    from satchess.engines.leprechauns.kernels import WIDEST, complete

    if side > WIDEST or not (lattices := list(_lattices(reach, side))):
        return None
    choice = random.Random(f"{reach} {side}")
    chance = np.array([choice.getrandbits(64) | 1], np.uint64)
    columns = np.zeros(side, np.int64)
    while nodes > 0:
        modulus, step = choice.choice(lattices)
        part = _part(side, modulus, step, choice)
        board = np.array(part + [0] * (WIDEST - side), np.uint64)
        verdict, used = complete(reach, side, board, min(nodes, NODES), chance, columns)
        tally.add(nodes=used)
        if verdict == FOUND:
            name = f"grown from steps of {step} mod {modulus}"
            return Theorem(tuple(map(int, columns)), name)
        nodes -= used
    return None


def _lattices(reach: int, side: int) -> Iterator[tuple[int, int]]:
    """Yield modulus and step of the lattices that are dense enough and keep pieces apart."""
    for modulus in range((reach + 1) ** 2, side + LARGER + 1):
        for step in range(reach + 1, modulus - reach):
            if keeps_away(reach, step, modulus):
                yield modulus, step


def _part(side: int, modulus: int, step: int, choice: random.Random) -> list[int]:
    """Return the open columns of each row: the lattice within a random patch, all elsewhere."""
    start = choice.randrange(modulus)
    (top, bottom), (left, right) = _stretch(side, choice), _stretch(side, choice)
    everything = (1 << side) - 1
    opened = [everything] * side
    for row in range(top, bottom):
        for column in range((start + step * row) % modulus, right, modulus):
            if column >= left:
                opened[row] = 1 << column
    return opened


def _stretch(side: int, choice: random.Random) -> tuple[int, int]:
    """Return start and end of a random range of rows or columns."""
    length = choice.randint(-(-side // SMALLEST_SHARE), side)
    begin = choice.randint(0, side - length)
    return begin, begin + length
