"""Binary decision diagrams over squares: one node for each Boolean function, whatever its wording.

Bryant: Graph-Based Algorithms for Boolean Function Manipulation. IEEE Trans. Computers 35 (1986).
Squares are tested in board order, so that equal functions are equal nodes. The diagrams are small
ones, of the conditions that people type: plain dictionaries do.
"""

from collections.abc import Callable, Iterable
from itertools import count

from satchess.domain.squares import Square
from satchess.domain.turns import Turn

FALSE, TRUE = 0, 1
"""The nodes of the two constants."""

MOST_NODES = 1_000
"""Nodes of one function, its turns included."""

MOST_STEPS = 100_000
"""Steps on the way to a function: some tenths of a second."""

MOST_SQUARES = 400
"""Squares that a function may depend on: as many frames of the stack may be needed."""

MOST_CUBES = 500

Cube = tuple[tuple[Square, bool], ...]
"""Squares with what they have to be: occupied or not."""

_BELOW_ALL = Square(1 << 62, 0)


class TooLarge(Exception):
    """A function, or the way to it, exceeds the limits above."""


class Diagrams:
    """Functions that share their nodes: a node is a number, and equal functions are equal nodes."""

    def __init__(self) -> None:
        self._nodes = [(_BELOW_ALL, FALSE, FALSE), (_BELOW_ALL, TRUE, TRUE)]
        self._numbers: dict[tuple[Square, int, int], int] = {}
        self._chosen: dict[tuple[int, int, int], int] = {}
        self._if_empty = {FALSE: False, TRUE: True}

    # Building

    def variable(self, square: Square) -> int:
        """Return the function that is true just if a square is occupied."""
        return self.node(square, TRUE, FALSE)

    def choose(self, test: int, high: int, low: int) -> int:
        """Return 'if test then high else low'; every operator of two functions is one of these."""
        if test == TRUE or high == low:
            return high
        if test == FALSE:
            return low
        if (high, low) == (TRUE, FALSE):
            return test
        key = (test, high, low)
        if key not in self._chosen:
            if len(self._chosen) >= MOST_STEPS:
                raise TooLarge
            top = min(self._nodes[node][0] for node in key)
            halves = zip(*(self._halves(node, top) for node in key), strict=True)
            self._chosen[key] = self.node(top, *(self.choose(*half) for half in halves))
        return self._chosen[key]

    def negated(self, function: int) -> int:
        """Return the complement."""
        return self.choose(function, FALSE, TRUE)

    def conjunction(self, functions: Iterable[int]) -> int:
        """Return 'all of these'. Pass first what is tested first: small steps from the bottom."""
        result = TRUE
        for function in reversed(list(functions)):
            result = self.choose(function, result, FALSE)
        return result

    def disjunction(self, functions: Iterable[int]) -> int:
        """Return 'any of these'; the order is that of `conjunction`."""
        return self.negated(self.conjunction(map(self.negated, functions)))

    def parity(self, functions: Iterable[int]) -> int:
        """Return 'an odd number of these'; the order is that of `conjunction`."""
        result = FALSE
        for function in reversed(list(functions)):
            result = self.choose(function, self.negated(result), result)
        return result

    def at_least(self, bound: int, functions: Iterable[int]) -> int:
        """Return 'at least so many of these'; the order is that of `conjunction`."""
        reached = [TRUE, *[FALSE] * bound]
        for function in reversed(list(functions)):
            for number in range(bound, 0, -1):
                reached[number] = self.choose(function, reached[number - 1], reached[number])
        return reached[bound]

    def one_hot(self, functions: Iterable[int]) -> int:
        """Return 'just one of these'; the order is that of `conjunction`."""
        these = list(functions)
        return self.choose(self.at_least(2, these), FALSE, self.at_least(1, these))

    def equal(self, functions: Iterable[int]) -> int:
        """Return 'all of these or none'; the order is that of `conjunction`."""
        these = list(functions)
        return self.choose(self.disjunction(these), self.conjunction(these), TRUE)

    def node(self, square: Square, high: int, low: int) -> int:
        """Return 'high if the square is occupied, else low', which test later squares alone."""
        if high == low:
            return high
        key = (square, high, low)
        if key not in self._numbers:
            self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return self._numbers[key]

    def _halves(self, node: int, square: Square) -> tuple[int, int]:
        """Return what is left of a function if a square is occupied, and if it is not."""
        tested, high, low = self._nodes[node]
        return (high, low) if tested == square else (node, node)

    # Looking

    def split(self, function: int) -> tuple[Square, int, int]:
        """Return the first square that matters, and what is left if it is occupied or empty."""
        return self._nodes[function]

    def bottom_up(self, function: int) -> list[int]:
        """Return the nodes of a function but for the constants, each after those it leads to."""
        found, waiting = {FALSE, TRUE}, [function]
        while waiting:
            if (node := waiting.pop()) not in found:
                found.add(node)
                waiting += self._nodes[node][1:]
        return sorted(found - {FALSE, TRUE}, key=lambda node: self._nodes[node][0], reverse=True)

    def support(self, function: int) -> list[Square]:
        """Return the squares that matter, in board order."""
        return sorted({self._nodes[node][0] for node in self.bottom_up(function)})

    def profile(self, function: int, squares: Iterable[Square]) -> tuple[bool, ...]:
        """Return the values when none of some squares is occupied, the first, the first two ..."""
        values = [self._when_empty(function)]
        for square in squares:
            function, _ = self._halves(function, square)
            values.append(self._when_empty(function))
        return tuple(values)

    def _when_empty(self, function: int) -> bool:
        """Return the value on the empty board."""
        path = []
        while function not in self._if_empty:
            path.append(function)
            function = self._nodes[function][2]
        self._if_empty.update(dict.fromkeys(path, self._if_empty[function]))
        return self._if_empty[function]

    # Changing

    def copied(self, source: "Diagrams", function: int) -> int:
        """Return a function of other diagrams in these."""
        return source.rebuilt(function, self.node)

    def given(self, function: int, occupied: frozenset[Square], empty: frozenset[Square]) -> int:
        """Return what is left of a function when some squares are known."""

        def known(square: Square, high: int, low: int) -> int:
            if square in occupied:
                return high
            return low if square in empty else self.node(square, high, low)

        return self.rebuilt(function, known)

    def turned(self, function: int, turn: Turn) -> int:
        """Return a function after a turn of the board; `TooLarge` just if it has too many nodes.

        So a function that a turn leaves as it is is never too large to be turned: what is made on
        the way are parts of the result, which have no more nodes than all of it.
        """

        insertions: dict[Square, _Insertion] = {}

        def moved(square: Square, high: int, low: int) -> int:
            image = turn(square)
            insertion = insertions.setdefault(image, _Insertion(self, image))
            return insertion.between(high, low)

        result = self.rebuilt(function, moved)
        if len(self.bottom_up(result)) > MOST_NODES:
            raise TooLarge
        return result

    def rebuilt(self, function: int, make: Callable[[Square, int, int], int]) -> int:
        """Make each node anew, from the bottom up; return what becomes of the function."""
        new = {FALSE: FALSE, TRUE: TRUE}
        for node in self.bottom_up(function):
            square, high, low = self._nodes[node]
            new[node] = make(square, new[high], new[low])
        return new[function]

    # Sums of products

    def cubes(self, function: int) -> list[Cube]:
        """Return an irredundant sum of products; `TooLarge` if it is long.

        Minato: Fast Generation of Prime-Irredundant Covers from Binary Decision Diagrams. IEICE
        Transactions E76-A (1993). No product and no literal of one can be spared.
        """
        steps = count()
        done: dict[tuple[int, int], tuple[list[Cube], int]] = {}

        def without(one: int, other: int) -> int:
            return self.choose(other, FALSE, one)

        def covered(lower: int, upper: int) -> tuple[list[Cube], int]:
            """Return products between two functions, and what they come to."""
            if lower == FALSE:
                return [], FALSE
            if upper == TRUE:
                return [()], TRUE
            if (lower, upper) not in done:
                if next(steps) > MOST_STEPS // 10:
                    raise TooLarge
                top = min(self._nodes[lower][0], self._nodes[upper][0])
                high, low = self._halves(lower, top)
                high_up, low_up = self._halves(upper, top)
                if_high, high_sum = covered(without(high, low_up), high_up)
                if_low, low_sum = covered(without(low, high_up), low_up)
                rest = self.choose(without(high, high_sum), TRUE, without(low, low_sum))
                both, both_sum = covered(rest, self.choose(high_up, low_up, FALSE))
                products = [((top, True), *cube) for cube in if_high]
                products += [((top, False), *cube) for cube in if_low]
                products += both
                if len(products) > MOST_CUBES:
                    raise TooLarge
                halves = (self.choose(both_sum, TRUE, part) for part in (high_sum, low_sum))
                done[lower, upper] = products, self.node(top, *halves)
            return done[lower, upper]

        return covered(function, function)[0]


class _Insertion:
    """Tests one square wherever it belongs, among squares before and after it."""

    def __init__(self, diagrams: Diagrams, square: Square) -> None:
        self._diagrams = diagrams
        self._square = square
        self._done: dict[tuple[int, int], int] = {}
        self._most = 0

    def between(self, high: int, low: int) -> int:
        """Return 'high if the square is occupied, else low', neither of which tests it.

        Each pair of nodes that is met gives a node of the result, and no two give the same one: so
        it is `TooLarge` only if the result is.
        """
        self._most = len(self._done) + MOST_NODES
        return self._made(high, low)

    def _made(self, high: int, low: int) -> int:
        if high == low:
            return high
        on_high, *highs = self._diagrams.split(high)
        on_low, *lows = self._diagrams.split(low)
        top = min(on_high, on_low)
        if self._square < top:
            return self._diagrams.node(self._square, high, low)
        if (found := self._done.get((high, low))) is not None:
            return found
        if len(self._done) >= self._most:
            raise TooLarge
        if on_high != top:
            highs = [high, high]
        if on_low != top:
            lows = [low, low]
        halves = (self._made(highs[0], lows[0]), self._made(highs[1], lows[1]))
        self._done[high, low] = made = self._diagrams.node(top, *halves)
        return made
