"""Cardinalities and sums in conditions: against Python's arithmetic on all sets of squares."""

from collections.abc import Callable
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satchess
from satchess import Question
from satchess.cli.failures import exit_code_of
from satchess.conformance import brute_force
from satchess.domain.board import Board
from satchess.domain.conditions import Condition
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.errors import BadCondition, BadInput
from satchess.questions.placing import PlacingQuestion
from satchess.signature import sign

BOARD = Board.parse("3")
SUBSETS = [
    frozenset(chosen)
    for chosen in chain.from_iterable(
        combinations(BOARD.squares, size) for size in range(len(BOARD) + 1)
    )
]

Occupied = frozenset[Square]
Worded = tuple[str, Callable[[Occupied], int]]
"""A text, and what it means in Python."""

REGIONS: dict[str, Callable[[Square], bool]] = {
    "rank1": lambda s: s.row == 0,
    "filec": lambda s: s.column == 2,
    "dark": lambda s: (s.row + s.column) % 2 == 0,
    "light": lambda s: (s.row + s.column) % 2 == 1,
    "border": lambda s: s != Square(1, 1),
    "diagonal": lambda s: s.row == s.column,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda x, y: x <= y,
    ">=": lambda x, y: x >= y,
    "<": lambda x, y: x < y,
    ">": lambda x, y: x > y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}

squares = st.sampled_from(BOARD.squares)


@st.composite
def terms(draw: st.DrawFn) -> Worded:
    kind = draw(st.sampled_from(["square", "times", "region", "list", "number", "bracket"]))
    if kind in ("square", "times"):
        square, times = draw(squares), draw(st.integers(0, 3))
        if kind == "times":
            return f"{times}*{square}", lambda occupied: times * (square in occupied)
        return str(square), lambda occupied: square in occupied
    if kind == "region":
        name = draw(st.sampled_from(sorted(REGIONS)))
        return f"count({name})", lambda occupied: sum(map(REGIONS[name], occupied))
    if kind == "list":
        some = draw(st.lists(squares, max_size=4))
        return (
            f"count({', '.join(map(str, some))})",
            lambda occupied: len(occupied & frozenset(some)),
        )
    if kind == "number":
        number = draw(st.integers(0, 4))
        return str(number), lambda occupied: number
    one, other = draw(squares), draw(squares)
    return f"2*({one} - {other})", lambda occupied: 2 * ((one in occupied) - (other in occupied))


@st.composite
def sums(draw: st.DrawFn) -> Worded:
    text, value = draw(terms())
    for _ in range(draw(st.integers(0, 2))):
        sign, (more, further) = draw(st.sampled_from("+-")), draw(terms())
        text = f"{text} {sign} {more}"
        value = _added(value, further, 1 if sign == "+" else -1)
    return text, value


def _added(
    one: Callable[[Occupied], int], other: Callable[[Occupied], int], times: int
) -> Callable[[Occupied], int]:
    return lambda occupied: one(occupied) + times * other(occupied)


@st.composite
def comparisons(draw: st.DrawFn) -> Worded:
    sign, (left, x), (right, y) = (
        draw(st.sampled_from(sorted(COMPARED))),
        draw(sums()),
        draw(sums()),
    )
    return f"{left} {sign} {right}", lambda occupied: COMPARED[sign](x(occupied), y(occupied))


@st.composite
def conditions(draw: st.DrawFn, depth: int = 2) -> Worded:
    kind = draw(st.sampled_from(["sum", "sum", "square", "&", "|", "^", "=>", "~"]))
    if kind == "sum" or (depth == 0 and kind != "square"):
        return draw(comparisons())
    if kind == "square":
        square = draw(squares)
        return str(square), lambda occupied: square in occupied
    one, x = draw(conditions(depth - 1))
    if kind == "~":
        return f"~({one})", lambda occupied: not x(occupied)
    other, y = draw(conditions(depth - 1))
    joined: dict[str, Callable[[Occupied], bool]] = {
        "&": lambda occupied: bool(x(occupied) and y(occupied)),
        "|": lambda occupied: bool(x(occupied) or y(occupied)),
        "^": lambda occupied: bool(x(occupied)) != bool(y(occupied)),
        "=>": lambda occupied: bool(not x(occupied) or y(occupied)),
    }
    return f"({one}) {kind} ({other})", joined[kind]


def on_board(text: str) -> Condition:
    return Condition.parse(text).on(BOARD.rows, BOARD.columns, frozenset())


@settings(max_examples=150)
@given(conditions())
def test_truth_table_and_normal_form(worded: Worded) -> None:
    text, value = worded
    condition = on_board(text)
    normal = condition.normalised()
    for occupied in SUBSETS:
        assert condition.holds(occupied) == bool(value(occupied))
        assert normal is None or normal.holds(occupied) == bool(value(occupied))


@settings(max_examples=150)
@given(conditions())
def test_print_and_parse_are_inverse(worded: Worded) -> None:
    text, _ = worded
    for condition in (Condition.parse(text), on_board(text), on_board(text).normalised()):
        assert condition is None or Condition.parse(str(condition)) == condition


@settings(max_examples=60)
@given(conditions(), st.sampled_from(BOARD.turns))
def test_turned(worded: Worded, turn: Turn) -> None:
    condition = on_board(worded[0])
    turned = condition.turned(turn)
    for occupied in SUBSETS:
        assert turned.holds(frozenset(map(turn, occupied))) == condition.holds(occupied)


@settings(max_examples=40)
@given(conditions(), st.sampled_from(["diagram", "sat", "ganak"]))
def test_engines_count_what_brute_force_counts(worded: Worded, engine: str) -> None:
    text, value = worded
    words = f"independence wazir 3 --forbid b1 --all --where '{text}'"
    question = Question.parse(words)
    legal = [p for p in brute_force(question).allowed if value(frozenset(p.squares))]
    plain = Question.parse("independence wazir 3 --forbid b1 --all")
    expected = [p for p in brute_force(plain).allowed if value(frozenset(p.squares))]
    assert len(legal) == len(expected)
    answer = question.count(engine=engine, cache=False, workers=0)
    assert answer.count == len(expected)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("count(rank1) >= 2", "~(a1 + b1 + c1 < 2)"),
        ("count(rank1) == 1", "OneHot(a1, b1, c1)"),
        ("count(a1,b1,c1) >= 2", "Majority(a1, b1, c1)"),
        ("a1 == b1", "a1 <=> b1"),
        ("2*a1 + b1 >= 1", "a1 | b1"),
        ("a1 + b1 >= c1 + 1", "c1 < b1 + a1"),
        ("count(rank1, a1) <= 1", "count(rank1) <= 1"),
        ("a1 + a1 >= 2", "a1"),
    ],
)
def test_conditions_of_one_meaning_share_a_signature(one: str, other: str) -> None:
    texts = {
        sign("count", Question.parse(f"independence king 3 --where '{text}'")).text
        for text in (one, other)
    }
    assert len(texts) == 1


def test_large_counts_are_compared_by_meaning_too() -> None:
    said = ["count(light) <= 3", "~(count(light) > 3)", "count(light) < 4 & count(light) <= 20"]
    signatures = {
        sign("solve", Question.parse(f"domination queen 8 --where '{text}'")).text for text in said
    }
    assert len(signatures) == 1
    question = Question.parse("domination queen 8 --where 'count(light) <= 3'")
    assert len(list(question.symmetries())) == 4
    assert not question.normalised().goes_by_wording


def test_symmetries_of_a_balance() -> None:
    question = Question.parse("independence king 8 --where 'count(rank1) == count(rank8)'")
    names = {turn.name for turn in question.symmetries()}
    assert names == {"identity", "half turn", "left-right mirror", "top-bottom mirror"}


@pytest.mark.parametrize(
    ("words", "value", "count"),
    [
        ("independence king 4 --where 'count(rank1) == 0'", 4, 9),
        ("independence rook 4 --where 'count(dark) == 4'", 4, 4),
        ("independence rook 4 --where 'a1 + b2 + c3 + d4 == 4'", 4, 1),
        ("independence rook 4 --where 'count(diagonal) == 0'", 4, 9),  # derangements
        ("independence rook 4 --where 'count(diagonal) == 1'", 4, 8),
        ("independence rook 4 --where 'count(diagonal) != 0 & a1 <= b1 + b2'", 4, 11),
    ],
)
def test_known_counts(words: str, value: int, count: int) -> None:
    answer = Question.parse(words).count(cache=False)
    assert (answer.value, answer.count) == (value, count)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a1 + b1", "stopped at character 4"),
        ("a1 + b1 <= 1 <= c1", "'<=' after a comparison"),
        ("count(zz) >= 1", "count(zz): expected squares, or some of diagonal, border"),
        ("a1*b1 >= 1", "a product of squares, expected a number times a square"),
        ("a1 >=", "expected squares, numbers or count(...)"),
        (">= 1", "expected squares, numbers or count(...)"),
        ("99999*a1 >= 2", "a number is too large, expected at most 9999"),
        ("500*a1 >= 2", "a1 counts 500 times, expected at most 100"),
        ("~a1 + b1 >= 1", "'~' before a sum"),
        ("(a1 | b1) + c1 >= 1", "c1 >= 1"),
        ("(a1 + b1 >= 1", "its end"),
        ("a1 + (b1 >= 1", "expected"),
        ("x + y >= 1", "square 'x'"),
        ("count(a1 >= 1", "expected"),
        ("count(count(a1)) >= 1", "expected"),
        ("(" * 20_000 + "a1 >= 1" + ")" * 20_000, "nested too deeply"),
        ("a1 >= " + "(" * 20_000 + "a1" + ")" * 20_000, "nested too deeply"),
        ("__import__('os') >= 1", "expected"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(BadCondition) as caught:
        Condition.parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text("a1b2(),+-*<>=!~&|0 count rank_", max_size=30))
def test_any_text_parses_or_is_bad_input(text: str) -> None:
    try:
        condition = Condition.parse(text)
    except BadInput:
        return
    assert Condition.parse(str(condition)) == condition


def test_lines_beyond_the_board_are_refused() -> None:
    with pytest.raises(BadInput, match="--where: a9 is not on a 8x8 board"):
        Question.parse("queens 8 --where 'count(rank9) >= 1'")


def test_holes_are_left_out() -> None:
    question = Question.parse("independence king 3 --holes a1 --where 'count(rank1) >= 1'")
    assert isinstance(question, PlacingQuestion)
    assert str(question.where) == "b1 + c1 >= 1"


def test_long_sums_are_read_quickly() -> None:
    text = " + ".join(["a1"] * 50 + ["b2"] * 50) + " <= 60"
    assert str(Condition.parse(text)) == "50*a1 + 50*b2 <= 60"


def test_command_line_library_and_puzzles(capfd: pytest.CaptureFixture[str]) -> None:
    condition = "count(rank1) == 2 & a1 + h8 <= 1"
    words = ["independence", "king", "4", "--where", condition.replace("h8", "d4")]
    assert exit_code_of(["count", *words, "--no-cache"]) == 0
    out = capfd.readouterr().out
    assert "where (count(a1,b1,c1,d1) == 2) & (a1 + d4 <= 1) holds" in out
    assert exit_code_of(["check", *words, "--placement", "a1"]) == 1
    assert "does not hold" in capfd.readouterr().out
    assert exit_code_of(["count", *words[:3], "--where", "count(rank1"]) == 2
    assert capfd.readouterr().err.count("\n") == 1
    question = satchess.independence("king", "4", where=["count(rank1) == 2", "a1 + d4 <= 1"])
    assert question == Question.parse(f"independence king 4 --where '{words[-1]}'")
    puzzle = '{board = "3x3", pieces = {king = "any"}, peace = "all", where = "count(rank1) == 2"}'
    assert Question.parse(f"puzzle '{puzzle}'").count(cache=False).count == 5
