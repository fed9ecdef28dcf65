"""A board in quarters: clauses that its two mirrors carry onto those of the other three.

A quarter has the clauses whose centre lies in the corner where ranks and files begin, those on the
middle lines included: its four images have every clause at least once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from satchess.domain.squares import Square
from satchess.engines.linear.programme import Orbits, Permutation
from satchess.model import Clause, Model, Sense

Cover = frozenset[int]


@dataclass(frozen=True)
class Quartering:
    """The clauses of a model, those of a quarter, and what carries it onto the others."""

    clauses: tuple[Cover, ...]
    order: tuple[int, ...]
    """All variables, line after line."""
    half: int
    """How many variables the lines of the first half have, with the middle line."""
    quarter: tuple[Cover, ...]
    sideways: Permutation
    """The mirror that keeps every line."""
    upside_down: Permutation
    """The mirror that exchanges the first line and the last."""
    folding: tuple[Permutation, ...]
    """The symmetries that keep the quarter where it is."""
    span: int
    """Over how many lines a clause extends at most."""

    @property
    def images(self) -> tuple[Permutation, ...]:
        """What carries the quarter onto all four; the first two are in the first half."""
        identity = tuple(range(1, len(self.order) + 1))
        both = tuple(self.upside_down[v - 1] for v in self.sideways)
        return identity, self.sideways, self.upside_down, both

    @property
    def orbits(self) -> Orbits:
        """The orbits of variables under mirrors and foldings."""
        generators = (self.sideways, self.upside_down, *self.folding)
        return Orbits(len(self.order), generators)


def moved(clause: Cover, permutation: Permutation) -> Cover:
    """Return the image of a clause."""
    return frozenset(permutation[v - 1] for v in clause)


def quartered(model: Model, overlap: int = 0) -> Quartering | str:
    """Return the quarters of a model, so many lines over the middle, or why it has none."""
    objective = model.objective
    if objective is None or objective.sense is not Sense.FEWEST or not model.counts_pieces:
        return "it only knows the fewest pieces"
    covers = [c.literals for c in model.constraints if isinstance(c, Clause)]
    if model.auxiliaries or len(covers) < len(model.constraints):
        return "there is more to obey than covering squares"
    if not covers or any(not cover or min(cover) < 0 for cover in covers):
        return "there is more to obey than covering squares"
    squares = [place.square for place in model.places]
    if len(set(squares)) < len(squares):
        return "there are several kinds of pieces"
    if max(s.row for s in squares) < max(s.column for s in squares):  # short lines are narrower
        squares = [Square(s.column, s.row) for s in squares]
    rows, columns = (
        max(along) for along in zip(*((s.row, s.column) for s in squares), strict=True)
    )
    if not rows:
        return "there is one square"
    number = {square: v for v, square in enumerate(squares, start=1)}
    sideways = tuple(number.get(Square(s.row, columns - s.column), 0) for s in squares)
    upside_down = tuple(number.get(Square(rows - s.row, s.column), 0) for s in squares)
    known = set(model.symmetries)
    if not {sideways, upside_down} <= known:
        return "the board has no two mirrors"
    clauses = tuple(dict.fromkeys(map(frozenset, covers)))
    quarter = tuple(
        clause
        for clause in clauses
        if _before((squares[v - 1].row for v in clause), rows / 2 + overlap)
        and _before((squares[v - 1].column for v in clause), columns / 2 + overlap)
    )
    same = set(quarter)
    return Quartering(
        clauses,
        tuple(sorted(number.values(), key=lambda v: squares[v - 1])),
        sum(s.row <= rows - s.row for s in squares),
        quarter,
        sideways,
        upside_down,
        tuple(p for p in model.symmetries if set(clauses_of(quarter, p)) == same),
        max(_extent(squares[v - 1].row for v in clause) for clause in clauses),
    )


def _extent(lines: Iterable[int]) -> int:
    numbers = sorted(lines)
    return numbers[-1] - numbers[0] + 1


def clauses_of(quarter: Iterable[Cover], permutation: Permutation) -> Iterator[Cover]:
    """Yield the clauses of a quarter's image."""
    return (moved(clause, permutation) for clause in quarter)


def _before(lines: Iterable[int], middle: float) -> bool:
    """Whether the mean of some line numbers is not beyond another."""
    numbers: Sequence[int] = tuple(lines)
    return sum(numbers) <= middle * len(numbers)
