"""Placements of n leprechauns on n x n that grow from a part of a lattice.

Where leprechauns barely fit, their placements are mostly lattices that have grown together: in a
part of the board, each row is the same step to the right of the one before, modulo about n. So such
a part is placed, of a size and at a place left to chance, and a short search tries to complete it;
then another one. 56 leprechauns of range 6 took half a second in this way; of 16 searches of half a
minute that began at squares left to chance, one found a placement.
"""

import random
from collections.abc import Iterator

from satchess.engines.kernels.status import FOUND
from satchess.engines.leprechauns.constructions import Theorem, keeps_away

# The kernel is imported when it is used: numba takes a while.

NODES = 300
"""The nodes of a search: with 1,000 it took three times as long on the whole."""

LARGER = 3
"""How much larger than n a modulus may be."""

SMALLEST_SHARE = 4
"""The part has at least n / 4 rows and columns."""


def grown(reach: int, side: int, nodes: int) -> Theorem | None:
    """Return a placement that grows from a lattice, found within so many nodes; None if none is.

    What is tried is the same every time.
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
        if verdict == FOUND:
            name = f"grown from steps of {step} mod {modulus}"
            return Theorem(tuple(map(int, columns)), name)
        nodes -= used
    return None


def _lattices(reach: int, side: int) -> Iterator[tuple[int, int]]:
    """Yield the moduli and steps of lattices that are dense enough, and keep pieces apart."""
    for modulus in range((reach + 1) ** 2, side + LARGER + 1):
        for step in range(reach + 1, modulus - reach):
            if keeps_away(reach, step, modulus):
                yield modulus, step


def _part(side: int, modulus: int, step: int, choice: random.Random) -> list[int]:
    """Return the open columns of each row: those of a lattice in a part of the board, or all."""
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
    """Return where a part of some rows or columns begins and ends."""
    length = choice.randint(-(-side // SMALLEST_SHARE), side)
    begin = choice.randint(0, side - length)
    return begin, begin + length
