"""Symmetry breaking: keep the lexicographically greatest assignment of each orbit.

Crawford, Ginsberg, Luks, Roy: Symmetry-Breaking Predicates for Search Problems. KR 1996; with a
chain of linear size and without redundant positions, as in
Aloul, Sakallah, Markov: Efficient Symmetry Breaking for Boolean Satisfiability. IJCAI 2003.
"""

from collections.abc import Iterator, Sequence

from satchess.encodings.collector import ClauseCollector


def lex_leader(collector: ClauseCollector, literals: Sequence[int], images: Sequence[int]) -> None:
    """State that the literals are lexicographically at least their images, true before false."""
    so_far_equal: list[int] = []  # its negated auxiliary; none at first
    positions = list(_telling(literals, images))
    for index, (literal, image) in enumerate(positions):
        collector.add((*so_far_equal, *{literal, -image}))
        if index + 1 < len(positions):
            still_equal = collector.fresh()
            collector.add((*so_far_equal, literal, still_equal))
            collector.add((*so_far_equal, -image, still_equal))
            so_far_equal = [-still_equal]


def _telling(literals: Sequence[int], images: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the positions that can differ when all before them are equal."""
    equal_to: dict[int, int] = {}  # variable -> literal of a smaller variable

    def representative(literal: int) -> int:
        while abs(literal) in equal_to:
            smaller = equal_to[abs(literal)]
            literal = smaller if literal > 0 else -smaller
        return literal

    for literal, image in zip(literals, images, strict=True):
        one, other = representative(literal), representative(image)
        if one == other:
            continue
        yield literal, image
        if one == -other:
            return  # they always differ: later positions do not matter
        smaller, larger = sorted((one, other), key=abs)
        equal_to[abs(larger)] = smaller if larger > 0 else -smaller
