"""Hints: small parts of the search space where optimal placements are often found.

Placements with a symmetry of the board, and placements on every second line of a direction (queens
of one colour, bishops on alternate ranks). A hint is a list of clauses. That nothing is found under
it proves nothing.
"""

from collections.abc import Iterator

from satchess.model import Model

MOST_HINTS = 16

MOST_COPIES = 64
"""Symmetric copies of a hint that are compared; a torus has hundreds."""


def hints(model: Model) -> list[list[list[int]]]:
    """Return hints, the most promising first, one for each symmetry class."""
    seen: set[tuple[int, ...]] = set()
    found = []
    for key, clauses in (*_alternate_lines(model), *_symmetric(model)):
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


def _symmetric(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep the placements fixed by a symmetry; one symmetry of each cycle type."""
    alike = {_cycle_lengths(p): p for p in model.symmetries if list(p) != sorted(p)}
    for lengths, permutation in sorted(alike.items(), key=lambda item: len(item[0])):
        pairs = enumerate(permutation, start=1)
        yield (-1, *lengths), [[-v, image] for v, image in pairs if v != image]


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
