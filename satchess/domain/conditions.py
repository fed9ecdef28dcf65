"""Conditions: Boolean expressions over squares, for `--where`. The only door to pyeda.

>>> condition = Condition.parse("h8 | ~(e5|d4) & a1")
>>> str(condition)
'a1 & ~(d4 | e5) | h8'
>>> condition.holds(frozenset({Square.parse("a1"), Square.parse("d4")}))
False

Conditions are equal if they are worded alike; `normalised` ones, if they mean the same (up to a
size, see `satchess.domain.diagrams`):

>>> str(Condition.parse("(a1 => b1) & (~b1 => a1)").normalised())
'b1'
>>> Condition.parse("(a1 => b1) | (b1 => a1)").normalised() is None
True

A condition is a tree in canonical form: nested `and`, `or` and `xor` are one operator, arguments
whose order does not matter are sorted, and what can be said with other operators is (`Nand`,
`Nor`, `Xnor`, `Unequal`, `AchillesHeel`). The grammar is pyeda's:

    a1 & b1    a1 | b1    a1 ^ b1    ~a1    a1 => b1    a1 <=> b1    a1 ? b1 : c1    0    1
    OneHot(a1, b1)    OneHot0(a1, b1)    Majority(a1, b1, c1)    Equal(a1, b1, c1)

Where a square may stand, a comparison of sums may stand too (see `satchess.domain.sums`):

    count(rank1) >= 2 & (a1 + b1 <= 1 => count(dark) != count(light))
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from threading import Lock
from typing import Any, NamedTuple

from satchess.domain.diagrams import TooLarge
from satchess.domain.meaning import Meaning
from satchess.domain.squares import Square
from satchess.domain.sums import BadSum, Comparison, without_comparisons
from satchess.domain.turns import Turn
from satchess.errors import BadCondition, BadSquare

LONGEST_TEXT = 50_000
DEEPEST_NESTING = 100

Tree = tuple[Any, ...]
"""`("square", Square)`, `("const", 0 or 1)`, `("sum", Comparison)`, or an operator followed by its
arguments."""

_INFIX = {"and": "&", "xor": "^", "or": "|", "implies": "=>", "equal": "<=>"}
_NAMES = {
    "and": "And",
    "or": "Or",
    "xor": "Xor",
    "equal": "Equal",
    "onehot": "OneHot",
    "onehot0": "OneHot0",
    "majority": "Majority",
}
_TIGHTNESS = {"sum": 0, "ite": 0, "implies": 1, "equal": 1, "or": 2, "xor": 3, "and": 4, "not": 5}
_FLAT = {"and", "or", "xor"}
_COMMUTATIVE = {*_FLAT, "equal", "onehot", "onehot0", "majority"}
_NEGATED = {"nand": "and", "nor": "or", "xnor": "xor", "unequal": "equal"}


@dataclass(frozen=True)
class Condition:
    """A condition on the occupied squares; equal trees are equal conditions.

    `meaning` is known of normalised ones.
    """

    tree: Tree
    meaning: Meaning | None = field(default=None, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> "Condition":
        """Read an expression: `Condition.parse(str(condition)) == condition`."""
        line = " ".join(text.split())
        problem = f"too long, expected at most {LONGEST_TEXT} characters"
        try:
            if len(line) <= LONGEST_TEXT:
                condition = cls(_canonical(_parsed(line)))
                if len(str(condition)) <= LONGEST_TEXT:  # so that it can be read back
                    return condition
        except RecursionError:
            problem = f"nested too deeply, expected at most {DEEPEST_NESTING} levels"
        except BadSquare as error:
            problem = str(error)
        except (_Stopped, BadSum) as stopped:
            problem = str(stopped)
        raise BadCondition(f"condition {_shortened(line)}: {problem}")

    def __str__(self) -> str:
        return _written(self.tree)

    @cached_property
    def squares(self) -> frozenset[Square]:
        """The squares that the condition speaks of."""
        return frozenset(_leaves(self.tree))

    def on(self, rows: int, columns: int, missing: frozenset[Square]) -> "Condition":
        """Return the condition with the squares of a board in place of words such as `rank1`."""
        if not any(comparison.sum.has_regions for comparison in _comparisons(self.tree)):
            return self

        def resolved(comparison: Comparison) -> Comparison:
            return comparison.on(rows, columns, missing)

        return Condition(_canonical(_mapped(self.tree, lambda square: square, resolved)))

    @property
    def conjuncts(self) -> tuple["Condition", ...]:
        """The conditions that hold together just if this one does."""
        operator, *arguments = self.tree
        return tuple(map(Condition, arguments)) if operator == "and" else (self,)

    @property
    def worded(self) -> "Condition":
        """The condition without its meaning: what becomes of it goes by the wording."""
        return Condition(self.tree)

    def turned(self, turn: Turn) -> "Condition":
        """Return the condition after a turn of the board; a normalised one stays so if it can."""
        if self.meaning is not None:
            with suppress(TooLarge):
                meaning = self.meaning.turned(turn)
                return self if meaning == self.meaning else _worded(meaning, self._has_sums)
        return Condition(_canonical(_mapped(self.tree, turn, lambda c: c.mapped(turn))))

    @property
    def _has_sums(self) -> bool:
        return any(True for _ in _comparisons(self.tree))

    def normalised(
        self, occupied: frozenset[Square] = frozenset(), empty: frozenset[Square] = frozenset()
    ) -> "Condition | None":
        """Return the condition in the one wording of its meaning; None if it always holds.

        Squares of which it is known that they are occupied, or empty, are left out. A condition
        whose diagram is too large is returned as it is: without a `meaning`.
        """
        meaning = self.meaning or _meaning(self)
        if meaning is None:
            return self
        meaning = meaning.given(occupied, empty)
        with suppress(TooLarge):
            return None if meaning.is_tautology else _worded(meaning, self._has_sums)
        return self.worded

    def holds(self, occupied: frozenset[Square]) -> bool:
        """Whether it is true when just these squares are occupied."""
        return _value(self.tree, occupied)

    def clauses(self, number_of: dict[Square, int], top: int) -> tuple[list[tuple[int, ...]], int]:
        """Say it in CNF; return the clauses and the largest variable.

        `number_of` gives the variables of squares; a square without one is empty. Auxiliaries are
        numbered from `top + 1` and are functions of the squares.
        """
        clauses, sums, top = self.stated(number_of, top, with_sums=False)
        assert not sums
        return clauses, top

    def stated(
        self, number_of: dict[Square, int], top: int, *, with_sums: bool = True
    ) -> tuple[list[tuple[int, ...]], list["StatedSum"], int]:
        """Say it in clauses and comparisons; return these and the largest variable.

        Marks of comparisons are auxiliaries too, but may be false where the comparison holds.
        """
        circuit = _Circuit(number_of, top, with_sums=with_sums)
        circuit.require(self.tree)
        return circuit.clauses, circuit.sums, circuit.top


@lru_cache(maxsize=16)
def _meaning(condition: Condition) -> Meaning | None:
    """Return what a condition means, unless that is too large; a question asks several times."""
    with suppress(TooLarge):
        return Meaning.of(condition.tree, condition.squares)
    return None


@lru_cache(maxsize=128)
def _worded(meaning: Meaning, with_sums: bool = False) -> Condition:
    """Return the shortest wording of a meaning; `TooLarge` if there is none.

    Sums come into it only where there is no other: a meaning has one wording.
    """
    found = []
    for tree in meaning.wordings():
        with suppress(RecursionError):  # nested too deeply to be read back
            found.append(Condition(_canonical(tree), meaning))
    if not found and with_sums and (compared := meaning.comparison()):
        return Condition(_canonical(compared), meaning)
    if not found:
        raise TooLarge
    return min(found, key=lambda condition: (len(str(condition)), str(condition)))


# Reading


class _Stopped(Exception):
    """The parser met something else than it expected."""


_parsing = Lock()


def _parsed(line: str) -> Tree:
    """Parse a line: comparisons here, what joins them with pyeda."""
    plain, comparisons = without_comparisons(line)
    try:
        tree = _pyeda_tree(plain)
    except _Stopped as stopped:
        problem = str(stopped)
        for name, (comparison, _) in reversed(comparisons.items()):
            problem = problem.replace(name, str(comparison))
        raise _Stopped(problem) from None
    return _with_comparisons(tree, comparisons) if comparisons else tree


def _with_comparisons(tree: Tree, comparisons: dict[str, tuple[Comparison, bool]]) -> Tree:
    """Put comparisons where their names stand."""
    operator, *arguments = tree
    if operator == "const":
        return tree
    if operator == "var":
        name = arguments[0][0] if len(arguments[0]) == 1 and not arguments[1] else ""
        if name not in comparisons:
            return tree
        comparison, is_negated = comparisons[name]
        return ("not", ("sum", comparison)) if is_negated else ("sum", comparison)
    return (operator, *(_with_comparisons(argument, comparisons) for argument in arguments))


def _pyeda_tree(line: str) -> Tree:
    """Parse with pyeda's grammar, of which the tree is taken and nothing else.

    Only `pyeda.parsing` is used: expressions of `pyeda.boolalg` are kept in a global table for
    ever. Its parser takes a stack frame for each term, and the stack is Python's, not the
    machine's, so the limit can be raised as far as the length of the text demands.
    """
    from pyeda.parsing import boolexpr, lex

    with _parsing:  # the limit belongs to all threads: one at a time may move it
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 10_000 + len(line)))
        try:
            tree: Tree = boolexpr.parse(line)
        except (boolexpr.Error, lex.Error) as error:
            found = re.search(r"offset\D{1,2}(\d+)", str(error))
            start = int(found[1]) - 1 if found else 0
            rest = _shortened(line[start:]) if line[start:] else "its end"
            raise _Stopped(
                f"stopped at character {start + 1}, {rest};"
                " expected squares joined by ~ & ^ | => <=> ?: or OneHot(...) and the like,"
                " or sums such as a1 + b1 <= 1"
            ) from None
        except ValueError:  # Python refuses to read integers of thousands of digits
            raise _Stopped("a number is too long, expected squares, 0 or 1") from None
        finally:
            sys.setrecursionlimit(limit)
        return tree


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def _canonical(tree: Tree, depth: int = 0) -> Tree:
    """Bring pyeda's tree, or one of ours, into canonical form."""
    if depth > DEEPEST_NESTING:
        raise RecursionError
    operator, *arguments = tree
    if operator in ("const", "square"):
        return tree
    if operator == "sum":
        constant = arguments[0].constant
        return tree if constant is None else ("const", int(constant))
    if operator == "var":
        return ("square", _square(*arguments))
    if operator in _NEGATED:
        return _canonical(("not", (_NEGATED[operator], *arguments)), depth)
    if operator == "achillesheel":
        return _canonical(_achilles_heel(arguments), depth)
    if operator in _FLAT:
        arguments = list(_flattened(operator, arguments))
    arguments = [_canonical(argument, depth + 1) for argument in arguments]
    if operator == "not" and arguments[0][0] == "not":
        return arguments[0][1]  # type: ignore[no-any-return]
    if operator == "not" and arguments[0][0] == "sum" and (opposite := arguments[0][1].negated):
        return ("sum", opposite)
    if operator in _FLAT:  # what became the same operator only now
        arguments = list(_flattened(operator, arguments))
    if operator in ("and", "or"):
        arguments = list(dict.fromkeys(arguments))
    if operator in _FLAT and len(arguments) == 1:
        return arguments[0]  # type: ignore[no-any-return]
    if operator in _COMMUTATIVE:
        arguments.sort(key=lambda argument: (sorted(_leaves(argument)), _sortable(argument)))
    return (operator, *arguments)


def _sortable(tree: Tree) -> Tree:
    """Return a tree that can be compared with others: regions and squares cannot be."""
    if tree[0] == "sum":
        return ("sum", str(tree[1]))
    if tree[0] in ("square", "const"):
        return tree
    return (tree[0], *map(_sortable, tree[1:]))


def _square(names: tuple[str, ...], indices: tuple[int, ...]) -> Square:
    name = ".".join(reversed(names))
    if indices:
        name += f"[{','.join(map(str, indices))}]"
    return Square.parse(name[:40])  # no square has a longer name, but a message should not


def _achilles_heel(arguments: list[Tree]) -> Tree:
    if len(arguments) % 2:
        raise _Stopped(f"AchillesHeel of {len(arguments)}, expected an even number of arguments")
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    return ("and", *(("or", one, other) for one, other in pairs))


def _flattened(operator: str, arguments: Iterable[Tree]) -> Iterator[Tree]:
    """Yield the arguments with those of nested operators of the same kind; rows may be long."""
    waiting = list(arguments)[::-1]
    while waiting:
        tree = waiting.pop()
        if tree[0] == operator:
            waiting.extend(tree[:0:-1])
        else:
            yield tree


# Walking the tree


def _leaves(tree: Tree) -> Iterator[Square]:
    if tree[0] == "square":
        yield tree[1]
    elif tree[0] == "sum":
        yield from tree[1].sum.squares
    elif tree[0] != "const":
        for argument in tree[1:]:
            yield from _leaves(argument)


def _comparisons(tree: Tree) -> Iterator[Comparison]:
    if tree[0] == "sum":
        yield tree[1]
    elif tree[0] not in ("square", "const"):
        for argument in tree[1:]:
            yield from _comparisons(argument)


def _mapped(
    tree: Tree, image: Callable[[Square], Square], compared: Callable[[Comparison], Comparison]
) -> Tree:
    if tree[0] == "square":
        return ("square", image(tree[1]))
    if tree[0] == "sum":
        return ("sum", compared(tree[1]))
    if tree[0] == "const":
        return tree
    return (tree[0], *(_mapped(argument, image, compared) for argument in tree[1:]))


def _written(tree: Tree) -> str:
    operator, *arguments = tree
    if operator in ("square", "const", "sum"):
        return str(arguments[0])
    if operator == "not":
        return "~" + _bracketed(arguments[0], operator)
    if operator == "ite":
        chosen, then, otherwise = (_bracketed(argument, operator) for argument in arguments)
        return f"{chosen} ? {then} : {otherwise}"
    if _is_infix(tree):
        return f" {_INFIX[operator]} ".join(_bracketed(a, operator) for a in arguments)
    return f"{_NAMES[operator]}({', '.join(map(_written, arguments))})"


def _is_infix(tree: Tree) -> bool:
    # 'equal' is not associative: a row of three says something else than Equal of three
    return tree[0] in _INFIX and (len(tree) == 3 or (len(tree) > 3 and tree[0] in _FLAT))


def _bracketed(tree: Tree, around: str) -> str:
    is_call = tree[0] in _NAMES and not _is_infix(tree)
    loose = _TIGHTNESS.get(tree[0], 6) <= _TIGHTNESS[around]
    return f"({_written(tree)})" if loose and not is_call else _written(tree)


def _value(tree: Tree, occupied: frozenset[Square]) -> bool:
    operator, *arguments = tree
    if operator == "square":
        return arguments[0] in occupied
    if operator == "const":
        return bool(arguments[0])
    if operator == "sum":
        return bool(arguments[0].holds(occupied))
    return _MEANING[operator]([_value(argument, occupied) for argument in arguments])


_MEANING: dict[str, Callable[[list[bool]], bool]] = {
    "not": lambda xs: not xs[0],
    "and": all,
    "or": any,
    "xor": lambda xs: sum(xs) % 2 == 1,
    "implies": lambda xs: not xs[0] or xs[1],
    "ite": lambda xs: xs[1] if xs[0] else xs[2],
    "equal": lambda xs: all(xs) or not any(xs),
    "onehot": lambda xs: sum(xs) == 1,
    "onehot0": lambda xs: sum(xs) <= 1,
    "majority": lambda xs: 2 * sum(xs) > len(xs),
}


# Saying it in CNF

_SMALL = 6
"""Up to so many leaves an expression is multiplied out: at most 32 clauses, no auxiliaries."""

_TRUE = sys.maxsize
"""The literal that is true; its negative is false. Neither ever stands in a clause."""


class StatedSum(NamedTuple):
    """That at most, at least or exactly so many literals hold, each as often as it is listed.

    If there is a mark, only where that is true.
    """

    sign: str
    bound: int
    literals: tuple[int, ...]
    mark: int = 0


class _Circuit:
    """Gates with one auxiliary each, equivalent to what they stand for (Tseitin's encoding).

    pyeda has a Tseitin encoding too, but first pushes negations inwards, which doubles the
    expression with every `^`, `<=>` or `?:` inside another.
    """

    def __init__(self, number_of: dict[Square, int], top: int, *, with_sums: bool) -> None:
        self.number_of = number_of
        self.top = top
        self.sums: list[StatedSum] = []
        self.with_sums = with_sums
        self.clauses: list[tuple[int, ...]] = []
        self.gates: dict[tuple[str, frozenset[int]], int] = {}

    def require(self, tree: Tree, wanted: bool = True) -> None:
        """State that an expression is true, or false."""
        operator, *arguments = tree
        if operator == "not":
            self.require(arguments[0], not wanted)
        elif operator == ("and" if wanted else "or"):
            for argument in arguments:
                self.require(argument, wanted)
        elif operator == "implies":
            self.require(("or", ("not", arguments[0]), arguments[1]), wanted)
        elif operator == "sum" and self.with_sums:
            self.compare(arguments[0], wanted)
        elif sum(1 for _ in _leaves(tree)) <= _SMALL and not any(True for _ in _comparisons(tree)):
            for clause in _multiplied_out(tree if wanted else ("not", tree)):
                self.add(self.literal(leaf) for leaf in clause)
        elif operator == ("or" if wanted else "and"):
            self.add([self.implying(argument, wanted) for argument in arguments])
        else:
            self.add([self.literal(tree) * (1 if wanted else -1)])

    def compare(self, comparison: Comparison, wanted: bool) -> None:
        """State that a comparison is true, or false."""
        ways = (comparison,) if wanted else comparison.otherwise
        if len(ways) == 1:
            self.add([self.marked(ways[0], 0)])
        else:
            self.require(("or", *(("sum", way) for way in ways)))

    def implying(self, tree: Tree, wanted: bool) -> int:
        """Return a literal that implies that an expression is true, or false."""
        if tree[0] == "not":
            return self.implying(tree[1], not wanted)
        if tree[0] == "sum" and self.with_sums:
            comparison = tree[1] if wanted else tree[1].negated
            if comparison is not None:
                self.top += 1
                return self.marked(comparison, self.top)
        return self.literal(tree) * (1 if wanted else -1)

    def marked(self, comparison: Comparison, mark: int) -> int:
        """State a comparison where a mark is true; return the mark, or the value that it has."""
        bound, literals = comparison.literals(self.number_of)
        known = replace(comparison, bound=bound).settled(0, len(literals))
        if known is not None:
            return _TRUE if known else -_TRUE
        self.sums.append(StatedSum(comparison.sign, bound, literals, mark))
        return mark or _TRUE

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause, unless it holds anyway."""
        clause = set(literals) - {-_TRUE}
        if _TRUE not in clause and not any(-literal in clause for literal in clause):
            self.clauses.append(tuple(sorted(clause, key=abs)))

    def literal(self, tree: Tree) -> int:
        """Return a literal that is true just when the expression is."""
        operator, *arguments = tree
        if operator == "square":
            return self.number_of.get(arguments[0], -_TRUE)
        if operator == "const":
            return _TRUE if arguments[0] else -_TRUE
        if operator == "sum":
            return self.comparison(arguments[0])
        xs = [self.literal(argument) for argument in arguments]
        match operator:
            case "not":
                return -xs[0]
            case "and":
                return self.all_of(xs)
            case "or":
                return self.any_of(xs)
            case "xor":
                return reduce(self.odd, xs, -_TRUE)
            case "implies":
                return self.any_of([-xs[0], xs[1]])
            case "ite":
                return self.any_of([self.all_of(xs[:2]), self.all_of([-xs[0], xs[2]])])
            case "equal":
                return self.any_of([self.all_of(xs), self.all_of([-x for x in xs])])
            case "onehot":
                return self.all_of([self.any_of(xs), -self.at_least(2, xs)])
            case "onehot0":
                return -self.at_least(2, xs)
            case _:
                assert operator == "majority"
                return self.at_least(len(xs) // 2 + 1, xs)

    def comparison(self, comparison: Comparison) -> int:
        """Make gates for a comparison, one for each sum that is still to be reached."""
        terms = [
            (self.number_of[square], number)
            for square, number in comparison.sum.terms
            if square in self.number_of
        ]
        lowest, highest = [0], [0]  # what the terms from each on can add at least, and at most
        for _, number in reversed(terms):
            lowest.append(lowest[-1] + min(number, 0))
            highest.append(highest[-1] + max(number, 0))
        reached: dict[tuple[int, int], int] = {}

        def gate(at: int, value: int) -> int:
            low, high = value + lowest[len(terms) - at], value + highest[len(terms) - at]
            if (known := comparison.settled(low, high)) is not None:
                return _TRUE if known else -_TRUE
            if (at, value) not in reached:
                variable, number = terms[at]
                yes, no = gate(at + 1, value + number), gate(at + 1, value)
                taken = self.all_of([variable, yes])
                reached[at, value] = self.any_of([taken, self.all_of([-variable, no])])
            return reached[at, value]

        return gate(0, 0)

    def all_of(self, literals: Iterable[int]) -> int:
        """Make an and-gate."""
        inputs = frozenset(literals) - {_TRUE}
        if any(-literal in inputs or literal == -_TRUE for literal in inputs):
            return -_TRUE
        if len(inputs) <= 1:
            return next(iter(inputs), _TRUE)
        gate, is_new = self.gate("and", inputs)
        if is_new:
            self.add([gate, *(-literal for literal in inputs)])
            for literal in sorted(inputs):
                self.add([-gate, literal])
        return gate

    def any_of(self, literals: Iterable[int]) -> int:
        """Make an or-gate."""
        return -self.all_of([-literal for literal in literals])

    def odd(self, one: int, other: int) -> int:
        """Make an xor-gate."""
        if _TRUE in (abs(one), abs(other)):
            constant, literal = sorted((one, other), key=lambda x: abs(x) != _TRUE)
            return -literal if constant > 0 else literal
        if abs(one) == abs(other):
            return -_TRUE if one == other else _TRUE
        gate, is_new = self.gate("xor", frozenset({abs(one), abs(other)}))
        if is_new:
            x, y = abs(one), abs(other)
            for clause in ([-gate, x, y], [-gate, -x, -y], [gate, -x, y], [gate, x, -y]):
                self.add(clause)
        return gate if (one > 0) == (other > 0) else -gate

    def at_least(self, bound: int, literals: list[int]) -> int:
        """Count with a chain of gates: at least so many of the literals are true."""
        reached = [_TRUE] + [-_TRUE] * bound
        for literal in literals:
            for k in range(bound, 0, -1):
                reached[k] = self.any_of([reached[k], self.all_of([reached[k - 1], literal])])
        return reached[bound]

    def gate(self, kind: str, inputs: frozenset[int]) -> tuple[int, bool]:
        """Return the variable of a gate, and whether its clauses are still to be written."""
        if is_new := (kind, inputs) not in self.gates:
            self.top += 1
            self.gates[kind, inputs] = self.top
        return self.gates[kind, inputs], is_new


def _multiplied_out(tree: Tree) -> list[list[Tree]]:
    """Return pyeda's CNF of a small expression, as clauses of squares and negated squares."""
    from pyeda.boolalg import expr

    squares = sorted(set(_leaves(tree)))

    def expression(tree: Tree) -> Any:
        if tree[0] == "const":
            return expr.expr(tree[1])
        if tree[0] == "square":  # named by number: pyeda never forgets a name
            return expr.exprvar("square", squares.index(tree[1]))
        return expr.ASTOPS[tree[0]](*map(expression, tree[1:]))

    cnf = expression(tree).to_cnf()
    if cnf.is_zero():
        return [[]]
    names, _, clauses = cnf.encode_cnf()

    def leaf(number: int) -> Tree:
        square = ("square", squares[names[abs(number)].indices[0]])
        return square if number > 0 else ("not", square)

    return sorted(sorted(map(leaf, clause)) for clause in clauses)
