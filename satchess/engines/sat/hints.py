"""Hints: small parts of the search space where optimal placements are often found.

Placements with a symmetry of the board, and placements on every second line of a direction (queens
of one colour, bishops on alternate ranks). A hint is a list of clauses. That nothing is found under
it proves nothing.
"""

from collections.abc import Iterator
from itertools import product

from satchess.model import Model

MOST_HINTS = 16

FEWEST_FAMILIES = 4
"""Directions of a queen: with fewer, crossings of lines have nothing to gain from diagonals."""

MOST_COPIES = 64
"""Symmetric copies of a hint that are compared; a torus has hundreds."""


def hints(model: Model) -> list[list[list[int]]]:
    """Return hints, the most promising first, one for each symmetry class."""
    seen: set[tuple[int, ...]] = set()
    found = []
    for key, clauses in (*_crossings(model), *_alternate_lines(model), *_symmetric(model)):
        if key not in seen:
            seen.add(key)
            found.append(clauses)
    return found[:MOST_HINTS]


def _alternate_lines(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep every second line of a direction; symmetric choices share a key."""
    for family in reversed(model.families):
        for parity in (0, 1):
            dropped = frozenset(v for group in family[parity::2] for v in group)
            if dropped:
                copies = (
                    tuple(sorted(permutation[v - 1] for v in dropped))
                    for permutation in model.symmetries[:MOST_COPIES]
                )
                key = min(copies, default=tuple(sorted(dropped)))
                yield key, [[-v] for v in sorted(dropped)]


def _crossings(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep the crossings of every second line of two directions, symmetrically.

    So stand the fewest queens that cover odd boards: Weakley, Upper Bounds for Domination Numbers
    of the Queen's Graph. Discrete Math. 242 (2002).
    """
    if len(model.families) < FEWEST_FAMILIES:
        return
    for parities in product((0, 1), repeat=2):
        dropped = frozenset(
            v
            for family, parity in zip(model.families, parities, strict=False)
            for group in family[1 - parity :: 2]
            for v in group
        )
        for lengths, permutation in _by_cycle_type(model):
            if lengths[-1] == 2 and all(permutation[v - 1] in dropped for v in dropped):
                key = (-2, *parities, *lengths)
                yield key, [*([-v] for v in sorted(dropped)), *_fixed(permutation)]


def _symmetric(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep the placements fixed by a symmetry; one symmetry of each cycle type."""
    for lengths, permutation in _by_cycle_type(model):
        yield (-1, *lengths), _fixed(permutation)


def _by_cycle_type(model: Model) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return a symmetry of each cycle type, those with the fewest cycles first."""
    alike = {_cycle_lengths(p): p for p in model.symmetries if list(p) != sorted(p)}
    return sorted(alike.items(), key=lambda item: len(item[0]))


def _fixed(permutation: tuple[int, ...]) -> list[list[int]]:
    """Return clauses for a placement that a symmetry maps onto itself."""
    return [[-v, image] for v, image in enumerate(permutation, start=1) if v != image]


def _cycle_lengths(permutation: tuple[int, ...]) -> tuple[int, ...]:
    lengths = []
    seen: set[int] = set()
    for start in permutation:
        length = 0
        while start not in seen:
            seen.add(start)
            start = permutation[start - 1]
            length += 1
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))
