"""Sums of squares that are compared with numbers or with each other, as part of a condition.

    count(rank1) >= 2    a1 + b1 + c1 <= 1    2*a1 - b1 == 1    count(filea) < count(h1, dark)

An occupied square counts 1, an empty one 0. `count` counts the occupied squares of those that are
listed, each once; words such as `rank1` stand for the squares that a board has there. A sum is kept
as the coefficients of squares on the left, compared with a number on the right.

>>> line, found = without_comparisons("d1 => 2*a1 + b1 < count(c1, b1) + 3")
>>> [str(comparison) for comparison, negated in found.values()]
['2*a1 <= c1 + 2']
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from satchess.domain.region_words import REGION_WORDS, is_region, squares_named
from satchess.domain.squares import Square, is_square, write_squares
from satchess.errors import BadSquare

LARGEST_NUMBER = 9_999

LARGEST_COEFFICIENT = 100
"""How often a square may count; numbers may be larger."""

SHORTEST_COUNT = 3
"""Squares that are written as a `count`."""

_TOKEN = (
    r"(?ia)\s*(?:(?P<count>count\s*\([^()]*\))|(?P<name>[a-z_]\w*)|(?P<number>\d+)"
    r"|(?P<arrow><=>|=>)|(?P<compares>==|!=|<=|>=|<|>|=)|(?P<sign>\S))"
)


class BadSum(Exception):
    """What is wrong with a sum."""


class Token(NamedTuple):
    """A word of a condition, what it is, and where it begins and ends."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, order=True)
class Sum:
    """A linear function of squares: constant, and coefficients other than 0, in board order.

    A region is a text until there is a board.
    """

    constant: int = 0
    terms: tuple[tuple[Square | str, int], ...] = ()

    def plus(self, other: "Sum", times: int = 1) -> "Sum":
        """Return this sum and another one as often as that."""
        coefficients = dict(self.terms)
        for what, number in other.terms:
            coefficients[what] = coefficients.get(what, 0) + times * number
        return _sum(self.constant + times * other.constant, coefficients)

    def mapped(self, image: Callable[[Square], Square]) -> "Sum":
        """Return the sum with other squares."""
        return _sum(
            self.constant,
            {what if isinstance(what, str) else image(what): n for what, n in self.terms},
        )

    def on(self, rows: int, columns: int, missing: frozenset[Square]) -> "Sum":
        """Replace regions by their squares on a board."""
        result = Sum(self.constant, tuple(t for t in self.terms if isinstance(t[0], Square)))
        for what, number in self.terms:
            if isinstance(what, str):
                squares = _squares(what, rows, columns, missing)
                result = result.plus(Sum(terms=tuple((s, 1) for s in sorted(squares))), number)
        return result

    @property
    def has_regions(self) -> bool:
        """Whether a board is still to say which squares it is about."""
        return any(isinstance(what, str) for what, _ in self.terms)

    @property
    def squares(self) -> Iterator[Square]:
        """Its squares."""
        return (what for what, _ in self.terms if isinstance(what, Square))

    @property
    def least(self) -> int:
        """The smallest value."""
        return self.constant + sum(number for _, number in self.terms if number < 0)

    @property
    def most(self) -> int:
        """The largest value."""
        return self.constant + sum(number for _, number in self.terms if number > 0)

    def value(self, occupied: frozenset[Square]) -> int:
        """Return the value when just these squares are occupied."""
        return self.constant + sum(number for what, number in self.terms if what in occupied)


@dataclass(frozen=True, order=True)
class Comparison:
    """That a sum without a constant is at most, at least or exactly a number."""

    sign: str
    bound: int
    sum: Sum

    def holds(self, occupied: frozenset[Square]) -> bool:
        """Whether it is true when just these squares are occupied."""
        return self.accepts(self.sum.value(occupied))

    def accepts(self, value: int) -> bool:
        """Whether the sum may have a value."""
        if self.sign == "==":
            return value == self.bound
        return value <= self.bound if self.sign == "<=" else value >= self.bound

    @property
    def negated(self) -> "Comparison | None":
        """The opposite; None where that is no comparison."""
        if self.sign == "==":
            return None
        if self.sign == "<=":
            return replace(self, sign=">=", bound=self.bound + 1)
        return replace(self, sign="<=", bound=self.bound - 1)

    @property
    def otherwise(self) -> "tuple[Comparison, ...]":
        """The comparisons of which one holds where this one does not."""
        if self.negated is not None:
            return (self.negated,)
        less = replace(self, sign="<=", bound=self.bound - 1)
        return less, replace(self, sign=">=", bound=self.bound + 1)

    @property
    def constant(self) -> bool | None:
        """Whether it always holds, or never; None if that depends, or on the board."""
        if self.sum.has_regions:
            return None
        return self.settled(self.sum.least, self.sum.most)

    def settled(self, least: int, most: int) -> bool | None:
        """Whether it holds for all values in a range, or for none; None if that depends."""
        if self.sign == "<=" and (most <= self.bound or least > self.bound):
            return most <= self.bound
        if self.sign == ">=" and (least >= self.bound or most < self.bound):
            return least >= self.bound
        if self.sign == "==" and (least == most or not least <= self.bound <= most):
            return least == self.bound == most
        return None

    @property
    def plain(self) -> "Comparison":
        """The same with all signs changed if the first coefficient is negative."""
        if not self.sum.terms or self.sum.terms[0][1] > 0:
            return self
        sign = {"<=": ">=", ">=": "<=", "==": "=="}[self.sign]
        return Comparison(sign, -self.bound, Sum().plus(self.sum, -1))

    def mapped(self, image: Callable[[Square], Square]) -> "Comparison":
        """Return the comparison of other squares."""
        return replace(self, sum=self.sum.mapped(image)).plain

    def on(self, rows: int, columns: int, missing: frozenset[Square]) -> "Comparison":
        """Replace regions by their squares on a board."""
        return replace(self, sum=self.sum.on(rows, columns, missing)).plain

    def literals(self, number_of: Mapping[Square, int]) -> tuple[int, tuple[int, ...]]:
        """Say it of literals: the bound, and each literal as often as it counts.

        A square without a variable is empty.
        """
        bound, literals = self.bound, []
        for what, number in self.sum.terms:
            assert isinstance(what, Square)
            if what in number_of:
                variable = number_of[what]
                literals += [variable if number > 0 else -variable] * abs(number)
                bound -= min(number, 0)
        return bound, tuple(literals)

    def __str__(self) -> str:
        left = _written([(what, n) for what, n in self.sum.terms if n > 0])
        right = _written([(what, -n) for what, n in self.sum.terms if n < 0])
        if right and self.bound < 0:
            return f"{left} + {-self.bound} {self.sign} {right}"
        if right and self.bound > 0:
            return f"{left} {self.sign} {right} + {self.bound}"
        return f"{left or 0} {self.sign} {right or self.bound}"


def compare(sign: str, left: Sum, right: Sum) -> Comparison:
    """Compare two sums by `<=`, `>=`, `<`, `>` or `==`."""
    difference = left.plus(right, -1)
    bound = -difference.constant
    if sign in "<>":
        sign, bound = (">=", bound + 1) if sign == ">" else ("<=", bound - 1)
    for what, number in difference.terms:
        if abs(number) > LARGEST_COEFFICIENT:
            raise BadSum(f"{what} counts {number} times, expected at most {LARGEST_COEFFICIENT}")
    return Comparison("==" if sign == "=" else sign, bound, replace(difference, constant=0)).plain


# Reading


def without_comparisons(line: str) -> tuple[str, dict[str, tuple[Comparison, bool]]]:
    """Replace each comparison by a name; return these, with whether they are negated (`!=`)."""
    tokens = list(_tokens(line))
    if not any(token.kind in ("compares", "count") for token in tokens):
        return line, {}
    prefix = "_"
    while prefix in line:
        prefix += "_"
    found: dict[str, tuple[Comparison, bool]] = {}
    pieces, at, done = [], 0, 0
    for place, token in enumerate(tokens):
        if token.kind != "compares":
            continue
        begin, end = _reach_back(tokens, place), _reach_on(tokens, place)
        if begin < done:
            raise BadSum(f"{token.text!r} after a comparison, expected & or another word between")
        if begin and tokens[begin - 1].text == "~":
            raise BadSum("'~' before a sum, expected ~(a1 + b1 >= 1) or 1 - a1 + b1 >= 1")
        left, right = _Reader(tokens[begin:place]).sum(), _Reader(tokens[place + 1 : end]).sum()
        name = f"{prefix}{len(found)}"
        sign = "==" if token.text == "!=" else token.text
        found[name] = compare(sign, left, right), token.text == "!="
        pieces += [line[at : tokens[begin].start], f" {name} "]
        at, done = tokens[end - 1].end, end
    return "".join([*pieces, line[at:]]), found


def _tokens(line: str) -> Iterator[Token]:
    for match in re.finditer(_TOKEN, line):
        assert match.lastgroup is not None
        yield Token(
            match.lastgroup, match[match.lastgroup], match.start(match.lastgroup), match.end()
        )


def _belongs(token: Token) -> bool:
    """Whether a word may stand in a sum."""
    return token.kind in ("count", "name", "number") or token.text in ("+", "-", "*", "(", ")")


def _reach_back(tokens: Sequence[Token], place: int) -> int:
    """Return where the sum begins that ends before a place."""
    depth, begin = 0, place
    for at in range(place - 1, -1, -1):
        text = tokens[at].text
        depth += (text == ")") - (text == "(")
        if depth < 0 or not _belongs(tokens[at]):
            break
        if depth == 0:
            begin = at
    return begin


def _reach_on(tokens: Sequence[Token], place: int) -> int:
    """Return where the sum ends that begins after a place."""
    depth, end = 0, place + 1
    for at in range(place + 1, len(tokens)):
        text = tokens[at].text
        depth += (text == "(") - (text == ")")
        if depth < 0 or not _belongs(tokens[at]):
            break
        if depth == 0:
            end = at + 1
    return end


class _Reader:
    """Reads a sum, term by term."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = list(tokens)[::-1]

    def sum(self) -> Sum:
        result = self._sum()
        if self._tokens:
            raise BadSum(f"{self._tokens[-1].text!r} in a sum, expected + or - or a comparison")
        return result

    def _next(self) -> str:
        return self._tokens[-1].text if self._tokens else ""

    def _sum(self) -> Sum:
        constant = 0
        coefficients: dict[Square | str, int] = {}
        sign = "+"
        if self._next() in ("+", "-"):
            sign = self._tokens.pop().text
        while True:
            product, times = self._product(), 1 if sign == "+" else -1
            constant += times * product.constant
            for what, number in product.terms:
                coefficients[what] = coefficients.get(what, 0) + times * number
            if self._next() not in ("+", "-"):
                return _sum(constant, coefficients)
            sign = self._tokens.pop().text

    def _product(self) -> Sum:
        result = self._factor()
        while self._next() == "*":
            self._tokens.pop()
            other = self._factor()
            if result.terms and other.terms:
                raise BadSum("a product of squares, expected a number times a square")
            one, times = (other, result) if other.terms else (result, other)
            result = Sum().plus(one, times.constant)
        return result

    def _factor(self) -> Sum:
        if not self._tokens:
            raise BadSum("a sum has no end, expected squares, numbers or count(...)")
        kind, text, *_ = self._tokens.pop()
        if kind == "count":
            return _counted(text[text.index("(") + 1 : -1])
        if kind == "number":
            if len(text) > len(str(LARGEST_NUMBER)):
                raise BadSum(f"a number is too large, expected at most {LARGEST_NUMBER}")
            return Sum(int(text))
        if kind == "name":
            return Sum(terms=((Square.parse(text[:40]), 1),))
        if text == "(":
            result = self._sum()
            if self._next() == ")":
                self._tokens.pop()
                return result
        raise BadSum(f"{text!r} in a sum, expected squares, numbers or count(...)")


def _counted(text: str) -> Sum:
    words = text.replace(",", " ").split()
    for word in words:
        if not is_region(word) and not is_square(word):
            known = ", ".join(REGION_WORDS)
            raise BadSquare(f"count({word[:40]}): expected squares, or some of {known}")
    if any(map(is_region, words)):
        return Sum(terms=((" ".join(word.lower() for word in words), 1),))
    squares = sorted({Square.parse(word) for word in words})
    return Sum(terms=tuple((square, 1) for square in squares))


def _squares(text: str, rows: int, columns: int, missing: frozenset[Square]) -> set[Square]:
    """Return the squares of a count; a region leaves out those that are missing from the board."""
    found: set[Square] = set()
    for word in text.split():
        if is_region(word):
            found |= set(squares_named(word, rows, columns)) - missing
        else:
            found.add(Square.parse(word))
    return found


def _sum(constant: int, coefficients: Mapping[Square | str, int]) -> Sum:
    """Make a sum: regions first, then squares in board order."""
    kept = [(what, number) for what, number in coefficients.items() if number]
    kept.sort(key=lambda term: ("", term[0]) if isinstance(term[0], Square) else (term[0],))
    return Sum(constant, tuple(kept))


def _written(terms: Sequence[tuple[Square | str, int]]) -> str:
    """Write terms with positive coefficients; many that count once as a count."""
    single = [what for what, number in terms if number == 1 and isinstance(what, Square)]
    parts = [
        f"{number}*{_term(what)}" if number > 1 else _term(what)
        for what, number in terms
        if number > 1 or isinstance(what, str) or len(single) < SHORTEST_COUNT
    ]
    if len(single) >= SHORTEST_COUNT:
        parts.append(f"count({write_squares(single)})")
    return " + ".join(parts)


def _term(what: Square | str) -> str:
    return f"count({what})" if isinstance(what, str) else str(what)
