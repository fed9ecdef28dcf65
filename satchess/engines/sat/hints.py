"""Small parts of the search space in which optimal placements are often found.

Placements that a symmetry of the board leaves as they are, and placements on every second line of a
direction (queens of one colour, bishops on alternate ranks). A restriction is a list of clauses;
whether anything is found under it proves nothing, so restrictions only help to find.
"""

from collections.abc import Iterator

from satchess.model import Model

MOST_RESTRICTIONS = 16


def restrictions(model: Model) -> list[list[list[int]]]:
    """Return restrictions, the most promising first, one of each kind that looks alike."""
    seen: set[tuple[int, ...]] = set()
    found = []
    for key, clauses in (*_alternate_lines(model), *_symmetric(model)):
        if key not in seen:
            seen.add(key)
            found.append(clauses)
    return found[:MOST_RESTRICTIONS]


def _alternate_lines(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep every second line of a direction; symmetric choices have the same key."""
    for family in reversed(model.families):
        for parity in (0, 1):
            dropped = frozenset(v for group in family[parity::2] for v in group)
            if dropped:
                copies = (
                    tuple(sorted(permutation[v - 1] for v in dropped))
                    for permutation in model.symmetries
                )
                key = min(copies, default=tuple(sorted(dropped)))
                yield key, [[-v] for v in sorted(dropped)]


def _symmetric(model: Model) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """Keep the placements that a symmetry leaves alone; one symmetry of each cycle type."""
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
