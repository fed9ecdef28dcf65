"""All placements that attain a fingerprint, once a walk has found it."""

from collections.abc import Iterator

from satchess.engines.beautiful_ground import Ground
from satchess.engines.beautiful_search import Placed, Search
from satchess.engines.beautiful_shaving import Refuted, shaved
from satchess.engines.beautiful_state import State, without_symmetry

NODES_AT_ONCE = 2_000_000
FOUND_AT_ONCE = 1000

NODES_BEFORE_SHAVING = 500_000
"""A search that is not over by then is worth some linear programmes."""


def attaining(ground: Ground, last: State) -> Iterator[list[Placed]]:
    """Yield the placements that have the numbers of the last state of a walk, none of them twice.

    The list may be empty: a sign of life. Whatever the walk has assumed without loss of generality
    is undone: the symmetries of the ground carry each placement to others that attain the same.
    """
    seen: set[Placed] = set()
    for placed in _essentially(ground, last):
        new = ground.images(placed) - seen if placed is not None else set()
        seen |= new
        yield sorted(new)


def _essentially(ground: Ground, last: State) -> Iterator[Placed | None]:
    """Yield placements of which all others are images, maybe some too many; None from time to time.

    Nothing is yielded before it is clear whether the search is short enough as it is.
    """
    search = _search(ground, last)
    if search is None:
        return
    over, found = search.run(NODES_BEFORE_SHAVING, FOUND_AT_ONCE)
    if not over and not found:
        for symmetries in (last.symmetries, last.symmetries[:1]):
            for cells in shaved(ground, last, symmetries):
                assert not isinstance(cells, Refuted), "there is a placement"
                left = cells
                yield None
            last = last.on(left)
        search = _search(ground, last)
        assert search is not None
    yield from found
    while not over:
        over, found = search.run(NODES_AT_ONCE, FOUND_AT_ONCE)
        yield from found
        yield None


def _search(ground: Ground, state: State) -> Search | None:
    plain = without_symmetry(ground, state)
    return None if plain is None else Search(plain.alive, ground.groups, plain.numbers)
