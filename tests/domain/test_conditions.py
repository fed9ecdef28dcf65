"""Conditions: against truth tables that Python's own `eval` makes, and pyeda's grammar."""

import subprocess
import sys
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from satchess.domain.board import Board
from satchess.domain.conditions import DEEPEST_NESTING, LONGEST_TEXT, Condition
from satchess.domain.squares import Square, parse_squares, write_squares
from satchess.domain.turns import Turn
from satchess.errors import BadCondition
from tests.strategies import condition_texts, square_sets

BOARD = Board.parse("2x3")
NUMBERS = {square: number for number, square in enumerate(BOARD.squares, start=1)}

# An independent reading of the notation. Python's operators bind in another order, which does not
# matter here: `condition_texts` puts brackets around every argument.


class Bit:
    """A truth value with the operators of the notation, spelled in Python's own."""

    def __init__(self, value: object) -> None:
        self.value = bool(value)

    def __invert__(self) -> "Bit":
        return Bit(not self.value)

    def __and__(self, other: "Bit") -> "Bit":
        return Bit(self.value and other.value)

    def __or__(self, other: "Bit") -> "Bit":
        return Bit(self.value or other.value)

    def __xor__(self, other: "Bit") -> "Bit":
        return Bit(self.value != other.value)

    def __rshift__(self, other: "Bit") -> "Bit":
        return Bit(other.value or not self.value)

    def __eq__(self, other: object) -> "Bit":  # type: ignore[override]
        assert isinstance(other, Bit)
        return Bit(self.value == other.value)

    __hash__ = None  # type: ignore[assignment]


def number(bits: tuple[Bit, ...]) -> int:
    return [bit.value for bit in bits].count(True)


FUNCTIONS = {
    "And": lambda *xs: Bit(number(xs) == len(xs)),
    "Or": lambda *xs: Bit(number(xs) > 0),
    "Xor": lambda *xs: Bit(number(xs) % 2),
    "Equal": lambda *xs: Bit(number(xs) in (0, len(xs))),
    "Nand": lambda *xs: Bit(number(xs) < len(xs)),
    "Nor": lambda *xs: Bit(number(xs) == 0),
    "Xnor": lambda *xs: Bit(number(xs) % 2 == 0),
    "Unequal": lambda *xs: Bit(number(xs) not in (0, len(xs))),
    "OneHot": lambda *xs: Bit(number(xs) == 1),
    "OneHot0": lambda *xs: Bit(number(xs) < 2),
    "Majority": lambda *xs: Bit(number(xs) > len(xs) - number(xs)),
    "AchillesHeel": lambda a, b, c, d: (a | b) & (c | d),
    "ITE": lambda s, x, y: x if s.value else y,
    "Implies": lambda x, y: Bit(y.value or not x.value),
    "Not": lambda x: ~x,
}


def python_value(text: str, occupied: frozenset[Square]) -> bool:
    """Evaluate a fully bracketed text by Python's rules."""
    names = {str(square): Bit(square in occupied) for square in BOARD.squares}
    names |= {"zero": Bit(0), "one": Bit(1)}
    spelled = text.replace("<=>", "==").replace("=>", ">>")
    spelled = " ".join({"0": "zero", "1": "one"}.get(word, word) for word in words(spelled))
    return bool(eval(with_ite(spelled), {**FUNCTIONS, **names}).value)


def words(text: str) -> list[str]:
    for sign in "(),~":
        text = text.replace(sign, f" {sign} ")
    return text.split()


def with_ite(text: str) -> str:
    """Spell `( s ) ? ( x ) : ( y )` as a call of ITE, from the innermost to the outermost."""
    while "?" in text:
        tokens = text.split()
        middle = max(i for i, token in enumerate(tokens) if token == "?")
        start = opening(tokens, middle - 1)
        colon = closing(tokens, middle + 1) + 1
        end = closing(tokens, colon + 1)
        parts = (tokens[start:middle], tokens[middle + 1 : colon], tokens[colon + 1 : end + 1])
        call = ["ITE", "(", *parts[0], ",", *parts[1], ",", *parts[2], ")"]
        text = " ".join([*tokens[:start], *call, *tokens[end + 1 :]])
    return text


def opening(tokens: list[str], close: int) -> int:
    depth = 0
    for i in range(close, -1, -1):
        depth += {")": 1, "(": -1}.get(tokens[i], 0)
        if depth == 0:
            return i
    raise AssertionError(tokens)


def closing(tokens: list[str], open: int) -> int:
    depth = 0
    for i in range(open, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[i], 0)
        if depth == 0:
            return i
    raise AssertionError(tokens)


def subsets(squares: tuple[Square, ...]) -> list[frozenset[Square]]:
    sizes = range(len(squares) + 1)
    return [frozenset(s) for s in chain.from_iterable(combinations(squares, k) for k in sizes)]


def models(condition: Condition, numbers: dict[Square, int]) -> list[frozenset[Square]]:
    """List the projections of all models of the clauses on the squares, repetitions included."""
    top = len(BOARD.squares)
    clauses, new_top = condition.clauses(numbers, top)
    assert all(abs(literal) <= new_top for clause in clauses for literal in clause)
    found = []
    with Solver("cadical195") as solver:
        for clause in clauses:
            solver.add_clause(clause)
        for variable in [*numbers.values(), *range(top + 1, new_top + 1)]:
            solver.add_clause([variable, -variable])
        while solver.solve():
            model = [x for x in solver.get_model() if abs(x) in numbers.values() or abs(x) > top]
            true = set(model)
            found.append(frozenset(s for s, variable in numbers.items() if variable in true))
            solver.add_clause([-literal for literal in model])
    return found


TEXTS = condition_texts(BOARD)


@given(TEXTS)
def test_truth_table(text: str) -> None:
    condition = Condition.parse(text)
    for occupied in subsets(BOARD.squares):
        assert condition.holds(occupied) == python_value(text, occupied)


@given(TEXTS)
def test_print_and_parse_are_inverse(text: str) -> None:
    condition = Condition.parse(text)
    assert Condition.parse(str(condition)) == condition
    assert Condition.parse(str(condition).replace(" ", "")) == condition
    assert condition.squares <= set(BOARD.squares)


@given(TEXTS, st.sampled_from(BOARD.turns))
def test_turned(text: str, turn: Turn) -> None:
    condition = Condition.parse(text)
    turned = condition.turned(turn)
    assert turned.squares == frozenset(map(turn, condition.squares))
    assert turned.turned(turn.inverse) == condition
    assert Condition.parse(str(turned)) == turned
    for occupied in subsets(BOARD.squares):
        assert turned.holds(frozenset(map(turn, occupied))) == condition.holds(occupied)


@given(condition_texts(BOARD, 16), square_sets(BOARD, 2))
def test_clauses_have_one_model_for_each_row_of_the_truth_table(
    text: str, missing: frozenset[Square]
) -> None:
    condition = Condition.parse(text)
    numbers = {square: n for square, n in NUMBERS.items() if square not in missing}
    found = models(condition, numbers)
    assert len(found) == len(set(found)), "an auxiliary is not determined by the squares"
    expected = {s for s in subsets(tuple(numbers)) if condition.holds(s)}
    assert set(found) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a1 & (b1 & c1)", "(a1 & b1) & c1"),
        ("a1|b1|c1", "Or(c1, Or(b1, a1))"),
        ("a1 ^ b1 ^ a1", "Xor(a1, a1, b1)"),
        ("~~a1", "a1"),
        ("Not(Not(Not(a1)))", "~a1"),
        ("a1 & a1", "a1"),
        ("And(Or(a1, b1)) | c1", "c1 | b1 | a1"),
        ("Or(And(a1 | b1, b1 | a1), c1)", "a1 | b1 | c1"),
        ("b1 <=> a1", "Equal(a1, b1)"),
        ("Nand(a1, b1)", "~(a1 & b1)"),
        ("Nor(a1, b1)", "~(a1 | b1)"),
        ("Xnor(a1, b1)", "~(a1 ^ b1)"),
        ("Unequal(b1, a1)", "~(a1 <=> b1)"),
        ("AchillesHeel(a1, b1, a2, b2)", "(a1 | b1) & (a2 | b2)"),
        ("Implies(a1, b1)", "a1 => b1"),
        ("ITE(a1, b1, c1)", "a1 ? b1 : c1"),
        ("Majority(c1, a1, b1)", "Majority(a1, b1, c1)"),
        (" a1\n\t&b1 ", "a1 & b1"),
    ],
)
def test_spellings_of_one_condition(one: str, other: str) -> None:
    assert Condition.parse(one) == Condition.parse(other)
    assert hash(Condition.parse(one)) == hash(Condition.parse(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a1 => b1", "b1 => a1"),
        ("a1 & b1", "a1 | b1"),
        ("Equal(a1, b1, c1)", "a1 <=> b1 <=> c1"),
        ("OneHot(a1, a1)", "OneHot(a1)"),
        ("a1 ? b1 : c1", "a1 ? c1 : b1"),
    ],
)
def test_different_conditions(one: str, other: str) -> None:
    assert Condition.parse(one) != Condition.parse(other)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(h8) | (((a1) & (~((d4) | (e5)))))", "a1 & ~(d4 | e5) | h8"),
        ("a1 & ~(d4 | e5) => h8", "a1 & ~(d4 | e5) => h8"),
        ("a1 => b1 => c1", "a1 => (b1 => c1)"),
        ("(a1 => b1) => c1", "(a1 => b1) => c1"),
        ("(a1 ^ b1) & (c1 | d1)", "(a1 ^ b1) & (c1 | d1)"),
        ("a1 ? b1 : c1 ? d1 : e1", "a1 ? b1 : (c1 ? d1 : e1)"),
        ("a10 & a9 & b9", "a9 & b9 & a10"),
        ("~OneHot(b1, a1 | c1)", "~OneHot(a1 | c1, b1)"),
        ("OneHot() | Equal(a1)", "OneHot() | Equal(a1)"),
        ("1 => a1", "1 => a1"),
        ("And()", "And()"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(Condition.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "its end"),
        ("a1 &", "character 5, its end"),
        ("a1 b1", "character 4, 'b1'"),
        ("a1 & & b1", "character 6, '& b1'"),
        ("a1 $ b1", "character 4, '$ b1'"),
        ("(a1", "its end"),
        ("a1)", "character 3"),
        ("a1 ? b1", "its end"),
        ("a1 === b1", "a sum has no end"),
        ("a1 and b1", "character 4"),
        ("2", "character 1"),
        ("a1 & 17", "character 6"),
        ("9" * 5000, "number is too long"),
        ("ITE(a1)", "character 7"),
        ("ITE(a1, b1, c1, d1)", "character 15"),
        ("Implies(a1)", "character 11"),
        ("Not()", "character 5"),
        ("Not(a1, b1)", "character 7"),
        ("AchillesHeel(a1, b1, c1)", "even number"),
        ("OneHot(a1, )", "character 12"),
        ("OneHot a1", "character 8"),
        ("x", "square 'x'"),
        ("A01", "square 'A01'"),
        ("a0", "square 'a0'"),
        ("a1[3]", "square 'a1[3]'"),
        ("a1[3,4]", "square 'a1[3,4]'"),
        ("a1[", "its end"),
        ("b1.a1", "square 'b1.a1'"),
        ("a1\n&\n&", "character 6"),
        ("\0", "character 1"),
        ("a1 & é", "character 6"),
        ("x" * 40_000, "square 'xxx"),
        ("~" * (DEEPEST_NESTING + 1) + "a1", "nested too deeply"),
        ("(" * 25_000 + "a1" + ")" * 25_000, "too long"),
        ("(" * 20_000 + "a1" + ")" * 20_000, "nested too deeply"),
        ("(" * 45_000, "nested too deeply"),
        ("=>".join(["a1"] * 10_000), "nested too deeply"),
        ("a1|" * LONGEST_TEXT + "a1", "too long"),
        ("OneHot(" + ",".join(["a1"] * 12_600) + ")", "too long"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(BadCondition) as caught:
        Condition.parse(text)
    message = str(caught.value)
    assert says in message
    assert message.startswith("condition ")
    assert "\n" not in message
    assert len(message) < 300


def parsed(text: str) -> Condition | None:
    """Parse, or check that the complaint is one line."""
    try:
        return Condition.parse(text)
    except BadCondition as error:
        if "\n" in str(error):
            raise
        return None


@given(st.text(alphabet="ab12 ~&|^=<>?:()[],.OneHtIT\n", max_size=30) | st.text())
def test_any_text_parses_or_is_bad_input(text: str) -> None:
    if condition := parsed(text):
        assert parsed(str(condition)) == condition


@given(st.data())
def test_damaged_text_parses_or_is_bad_input(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    place = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.sampled_from(["&", "(", ")", "~", "?", ":", ",", "a1", "OneHot", ""]))
    dropped = data.draw(st.integers(0, 3))
    if condition := parsed(text[:place] + inserted + text[place + dropped :]):
        assert parsed(str(condition)) == condition


def test_deepest_nesting_can_be_written_and_read() -> None:
    text = "a1"
    for level in range(DEEPEST_NESTING):
        text = f"OneHot({text}, b1)" if level % 2 else f"({text} & c1)"
    condition = Condition.parse(text)
    assert Condition.parse(str(condition)) == condition
    assert condition.holds(parse_squares("a1 c1")) in (True, False)


LARGE = Board.parse("16x16")
EVERYWHERE = {square: number for number, square in enumerate(LARGE.squares, start=1)}
NAMES = [str(square) for square in LARGE.squares]
TRIPLES = list(zip(NAMES, NAMES[1:], NAMES[2:], strict=False))


@pytest.mark.parametrize(
    "text",
    [
        f"OneHot({', '.join(NAMES)})",
        f"~OneHot0({', '.join(NAMES)})",
        f"Majority({', '.join(NAMES[:64])})",
        " ^ ".join(NAMES),
        " | ".join(f"{a} & {b} & ~{c}" for a, b, c in TRIPLES),
        " & ".join(f"({a} | {b} | ~{c})" for a, b, c in TRIPLES),
        f"Equal({', '.join(NAMES)})",
        # pushing negations inwards would double this with every level
        "(" * 60
        + "a1"
        + "".join(f" ^ {a} & {b})" for a, b, _ in TRIPLES[:30])
        + "".join(f" <=> {a})" for a in NAMES[100:130]),
    ],
    ids=lambda text: text[:30],
)
def test_large_expressions_stay_small(text: str) -> None:
    condition = Condition.parse(text)
    clauses, top = condition.clauses(EVERYWHERE, len(EVERYWHERE))
    assert top < 5_000
    assert len(clauses) < 15_000
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        assert solver.solve()
        true = {literal for literal in solver.get_model() if literal > 0}
        occupied = frozenset(s for s, variable in EVERYWHERE.items() if variable in true)
        assert condition.holds(occupied)


def test_small_and_clausal_expressions_need_no_auxiliaries() -> None:
    for text in ("a1 & ~(d4 | e5) => h8", "a1 ^ b1 ^ c1", " | ".join(NAMES), "OneHot(a1, b1, c1)"):
        assert Condition.parse(text).clauses(EVERYWHERE, 300)[1] == 300


def test_square_without_a_variable_is_empty() -> None:
    a1, b1 = Square.parse("a1"), Square.parse("b1")
    assert Condition.parse("a1 | b1").clauses({a1: 1}, 1) == ([(1,)], 1)
    assert Condition.parse("b1").clauses({a1: 1}, 1) == ([()], 1)
    assert Condition.parse("~b1").clauses({a1: 1}, 1) == ([], 1)
    assert Condition.parse("a1 ^ b1").clauses({b1: 7}, 9) == ([(7,)], 9)


def test_counting_operators_over_four() -> None:
    names = ["a1", "b1", "c1", "a2"]
    for operator, values in (("OneHot", {1}), ("OneHot0", {0, 1}), ("Majority", {3, 4})):
        condition = Condition.parse(f"{operator}({','.join(names)})")
        for bits in product((False, True), repeat=4):
            chosen = [name for name, bit in zip(names, bits, strict=True) if bit]
            occupied = frozenset(map(Square.parse, chosen))
            assert condition.holds(occupied) == (len(chosen) in values), write_squares(occupied)


def test_importing_is_light() -> None:
    program = "import sys, satchess.domain.conditions; sys.exit('pyeda' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_reading_leaves_the_recursion_limit_alone() -> None:
    before = sys.getrecursionlimit()
    Condition.parse(" | ".join(NAMES * 10))
    with pytest.raises(BadCondition):
        Condition.parse("(" * 40_000)
    assert sys.getrecursionlimit() == before
