"""What a condition means: its decision diagram, and the ways to word that.

The wordings of a meaning depend on it alone, not on the condition that it came from, so that
conditions of one meaning can share one.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satchess.domain.diagrams import (
    FALSE,
    MOST_NODES,
    MOST_SQUARES,
    MOST_STEPS,
    TRUE,
    Cube,
    Diagrams,
    TooLarge,
)
from satchess.domain.squares import Square
from satchess.domain.sums import Comparison, Sum
from satchess.domain.turns import Turn

if TYPE_CHECKING:
    from satchess.domain.conditions import Tree

LONGEST_WORDING = 2_500
"""Squares that a wording may name, each as often as it is named."""


@dataclass(frozen=True)
class Meaning:
    """A function of squares: a node of some diagrams."""

    diagrams: Diagrams
    function: int

    @classmethod
    def of(cls, tree: "Tree", squares: frozenset[Square]) -> "Meaning":
        """Return the meaning of an expression over some squares; `TooLarge` if its diagram is."""
        if len(squares) > MOST_SQUARES:
            raise TooLarge
        diagrams = Diagrams()
        meaning = cls(diagrams, _built(diagrams, tree))
        if len(diagrams.bottom_up(meaning.function)) > MOST_NODES:
            raise TooLarge
        return meaning

    @property
    def is_tautology(self) -> bool:
        """Whether it holds whatever is occupied."""
        return self.function == TRUE

    def given(self, occupied: frozenset[Square], empty: frozenset[Square]) -> "Meaning":
        """Return what is left to say when some squares are known."""
        return Meaning(self.diagrams, self.diagrams.given(self.function, occupied, empty))

    def turned(self, turn: Turn) -> "Meaning":
        """Return the meaning after a turn of the board; `TooLarge` if its diagram is."""
        return Meaning(self.diagrams, self.diagrams.turned(self.function, turn))

    def comparison(self) -> "Tree | None":
        """Return the one comparison of the number of all squares that means this, if any does."""
        squares = self.diagrams.support(self.function)
        values = self.diagrams.profile(self.function, squares)
        found = _thresholds(values) if any(values) else None
        if found is None:
            return None
        comparison = Comparison(*found, Sum(terms=tuple((square, 1) for square in squares)))
        is_it = _compared(self.diagrams, comparison) == self.function
        return ("sum", comparison) if is_it else None

    def wordings(self) -> Iterator["Tree"]:
        """Yield expressions that mean this, those that are not too long.

        They depend on nothing but the meaning: the diagrams that it came with are left alone.
        """
        diagrams = Diagrams()
        function = diagrams.copied(self.diagrams, self.function)
        with suppress(TooLarge):
            yield _nested(diagrams, function)
        with suppress(TooLarge):
            products = diagrams.cubes(function)
            yield _of_literals(products, "or", "and", lambda occupied: occupied)
        with suppress(TooLarge):  # what excludes each way to break it
            products = diagrams.cubes(diagrams.negated(function))
            yield _of_literals(products, "and", "or", lambda occupied: not occupied)


def _thresholds(values: tuple[bool, ...]) -> tuple[str, int] | None:
    """Return the comparison that holds for these numbers of squares, if it is just one."""
    true = [number for number, value in enumerate(values) if value]
    if len(true) == 1 and 0 < true[0] < len(values) - 1:
        return "==", true[0]
    if true == list(range(true[0], len(values))):
        return ">=", true[0]
    return ("<=", true[-1]) if true == list(range(true[-1] + 1)) else None


def _built(diagrams: Diagrams, tree: "Tree") -> int:
    operator, *arguments = tree
    if operator == "const":
        return TRUE if arguments[0] else FALSE
    if operator == "square":
        return diagrams.variable(arguments[0])
    if operator == "sum":
        return _compared(diagrams, arguments[0])
    xs = [_built(diagrams, argument) for argument in arguments]
    match operator:
        case "not":
            return diagrams.negated(xs[0])
        case "and":
            return diagrams.conjunction(xs)
        case "or":
            return diagrams.disjunction(xs)
        case "xor":
            return diagrams.parity(xs)
        case "implies":
            return diagrams.choose(xs[0], xs[1], TRUE)
        case "ite":
            return diagrams.choose(*xs)
        case _:
            return _SYMMETRIC[operator](diagrams, xs)


def _compared(diagrams: Diagrams, comparison: Comparison) -> int:
    """Build the diagram of a comparison from its last square on: no step is taken twice."""
    terms = comparison.sum.terms
    least, most = [0], [0]  # what the terms from each on can add at least, and at most
    for _, number in reversed(terms):
        least.append(least[-1] + min(number, 0))
        most.append(most[-1] + max(number, 0))
    made: dict[tuple[int, int], int] = {}

    def node(at: int, value: int) -> int:
        left = len(terms) - at
        known = comparison.settled(value + least[left], value + most[left])
        if known is not None:
            return TRUE if known else FALSE
        if (at, value) not in made:
            if len(made) >= MOST_STEPS:
                raise TooLarge
            square, number = terms[at]
            assert isinstance(square, Square)
            made[at, value] = diagrams.node(
                square, node(at + 1, value + number), node(at + 1, value)
            )
        return made[at, value]

    return node(0, 0)


_SYMMETRIC: dict[str, Callable[[Diagrams, list[int]], int]] = {
    "onehot": Diagrams.one_hot,
    "onehot0": lambda diagrams, xs: diagrams.negated(diagrams.at_least(2, xs)),
    "equal": Diagrams.equal,
    "majority": lambda diagrams, xs: diagrams.at_least(len(xs) // 2 + 1, xs),
}
"""Operators that count their arguments."""

_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "onehot": lambda true, of: true == 1,
    "onehot0": lambda true, of: true <= 1,
    "equal": lambda true, of: true in (0, of),
    "majority": lambda true, of: 2 * true > of,
}
"""For how many true arguments they hold."""


def _nested(diagrams: Diagrams, function: int) -> "Tree":
    """Word a function by its first square and so on, or by the name of an operator."""
    trees: dict[int, Tree] = {FALSE: ("const", 0), TRUE: ("const", 1)}
    lengths = {FALSE: 0, TRUE: 0}  # in squares: what is shared in `trees` is written out twice
    for node in diagrams.bottom_up(function):
        square, high, low = diagrams.split(node)
        if named := _named(diagrams, node):
            trees[node], lengths[node] = named, len(diagrams.support(node))
            continue
        first, lengths[node] = _literal(square), 1 + lengths[high] + lengths[low]
        if {high, low} == {TRUE, FALSE}:
            trees[node] = _literal(square, high == TRUE)
        elif high == FALSE:
            trees[node] = ("and", ("not", first), trees[low])
        elif high == TRUE:
            trees[node] = ("or", first, trees[low])
        elif low == FALSE:
            trees[node] = ("and", first, trees[high])
        elif low == TRUE:
            trees[node] = ("or", ("not", first), trees[high])
        elif high == diagrams.negated(low):
            trees[node], lengths[node] = ("xor", first, trees[low]), 1 + lengths[low]
        else:
            trees[node] = ("ite", first, trees[high], trees[low])
    if lengths[function] > LONGEST_WORDING:
        raise TooLarge
    return trees[function]


def _named(diagrams: Diagrams, function: int) -> "Tree | None":
    """Return the operator that makes a function, or its negation, of all its squares, if any."""
    _, *halves = diagrams.split(function)
    (one, _, if_first), (other, if_second, _) = map(diagrams.split, halves)
    if one != other or if_first != if_second:  # the first two squares cannot be exchanged
        return None
    squares = diagrams.support(function)
    number = len(squares)
    if number < 3:
        return None
    values = diagrams.profile(function, squares)
    for negated in (False, True):
        for operator, holds in _HOLDS.items():
            if all(value == (holds(k, number) != negated) for k, value in enumerate(values)):
                made = _SYMMETRIC[operator](diagrams, list(map(diagrams.variable, squares)))
                if function == (diagrams.negated(made) if negated else made):
                    named = (operator, *map(_literal, squares))
                    return ("not", named) if negated else named
    return None


def _of_literals(
    cubes: Iterable[Cube], outer: str, inner: str, sign: Callable[[bool], bool]
) -> "Tree":
    """Return an expression of two levels."""
    cubes = list(cubes)
    if sum(map(len, cubes)) > LONGEST_WORDING:
        raise TooLarge
    return (
        outer,
        *(
            (inner, *(_literal(square, sign(occupied)) for square, occupied in cube))
            for cube in cubes
        ),
    )


def _literal(square: Square, occupied: bool = True) -> "Tree":
    return ("square", square) if occupied else ("not", ("square", square))
