"""Conditions by their meaning: against truth tables, and placements counted one by one."""

from itertools import chain, combinations
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.domain.board import Board
from satchess.domain.conditions import Condition
from satchess.domain.diagrams import MOST_NODES, MOST_SQUARES
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.engines import engine
from satchess.events import Counted
from satchess.questions import Independence, Question
from satchess.signature import earlier_signature, sign, sign_by_wording
from satchess.task import Task
from tests.strategies import condition_texts, square_sets

BOARD = Board.parse("2x3")
SMALL = Board.parse("1x3")  # of few functions: two at random are often equal

Table = frozenset[frozenset[Square]]


def subsets(board: Board) -> list[frozenset[Square]]:
    sizes = range(len(board.squares) + 1)
    some = chain.from_iterable(combinations(board.squares, size) for size in sizes)
    return list(map(frozenset, some))


def table(condition: Condition | None, board: Board) -> Table:
    """The sets of squares for which a condition holds; no condition always does."""
    return frozenset(s for s in subsets(board) if condition is None or condition.holds(s))


def spelled_out(rows: Table, board: Board) -> str:
    """A condition that lists its truth table."""
    return " | ".join(
        ["0"] + ["&".join(str(s) if s in row else f"~{s}" for s in board.squares) for row in rows]
    )


@given(condition_texts(SMALL), condition_texts(SMALL))
def test_equal_meaning_is_equal_normal_form(one: str, other: str) -> None:
    first, second = Condition.parse(one), Condition.parse(other)
    same = table(first, SMALL) == table(second, SMALL)
    assert (first.normalised() == second.normalised()) == same
    assert (first.normalised() is None) == (len(table(first, SMALL)) == 2 ** len(SMALL))


@given(condition_texts(BOARD, 16))
def test_normal_form_is_that_of_the_truth_table(text: str) -> None:
    condition = Condition.parse(text)
    rows = table(condition, BOARD)
    normal = condition.normalised()
    assert table(normal, BOARD) == rows
    assert normal == Condition.parse(spelled_out(rows, BOARD)).normalised()
    if normal is not None:
        assert Condition.parse(str(normal)) == normal
        assert normal.normalised() == normal
        assert Condition.parse(str(normal)).normalised() == normal
        assert normal.tree[0] != "const" or str(normal) == "0"


@given(condition_texts(BOARD, 16), st.sampled_from(BOARD.turns))
def test_a_normal_form_is_turned_into_a_normal_form(text: str, turn: Turn) -> None:
    condition = Condition.parse(text)
    normal = condition.normalised()
    assert (normal and normal.turned(turn)) == condition.turned(turn).normalised()


@given(condition_texts(BOARD, 16), square_sets(BOARD, 2), square_sets(BOARD, 2))
def test_known_squares_are_left_out(
    text: str, occupied: frozenset[Square], empty: frozenset[Square]
) -> None:
    empty -= occupied
    condition = Condition.parse(text)
    normal = condition.normalised(occupied, empty)
    assert normal is None or normal.squares.isdisjoint(occupied | empty)
    for some in subsets(BOARD):
        known = (some | occupied) - empty
        assert (normal is None or normal.holds(some)) == condition.holds(known)


FILES = "abcdefghijklmnopqrst"


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("a1 & ~a1", "0"),
        ("~(~a1 & ~b1)", "a1 | b1"),
        ("a1 & (b1 | ~b1)", "a1"),
        ("a1 <=> b1", "a1 ^ ~b1"),
        ("a1 & ~b1 | ~a1 & b1", "a1 ^ b1"),
        ("a1 & b1 | b1 & c1 | a1 & c1", "Majority(a1, b1, c1)"),
        ("a1&~b1&~c1 | ~a1&b1&~c1 | ~a1&~b1&c1", "OneHot(a1, b1, c1)"),
        ("~(a1 & b1 | b1 & c1 | a1 & c1)", "OneHot0(a1, b1, c1)"),
        ("a1 & b1 & c1 | ~(a1 | b1 | c1)", "Equal(a1, b1, c1)"),
        ("a1 & b1 | ~a1 & c1 | b1 & c1", "a1 ? b1 : c1"),
        ("~(~(a1 | b1) | ~(c1 | d1))", "(a1 | b1) & (c1 | d1)"),
        ("d1 | a1 & b1 & c1 | a1 & b1", "a1 & b1 | d1"),
    ],
)
def test_normal_forms_are_short(text: str, normal: str) -> None:
    assert str(Condition.parse(text).normalised()) == normal


@pytest.mark.parametrize(
    "text",
    [
        " ^ ".join(f"{f}{r}" for r in range(1, 10) for f in FILES),
        f"OneHot({', '.join(f'{f}{r}' for r in range(1, 10) for f in FILES)})",
        " & ".join(f"({f}1 | {f}2)" for f in "abcdefgh"),
        " | ".join(f"{f}1 & {f}8" for f in "abcdefgh"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_said_shortly_stays_short(text: str) -> None:
    normal = Condition.parse(text).normalised()
    assert normal is not None
    assert normal.meaning is not None
    assert len(str(normal)) <= len(str(Condition.parse(text)))


def test_beyond_a_size_the_wording_stays() -> None:
    wide = [f"{f}{r}" for r in range(1, 2 + MOST_SQUARES // len(FILES)) for f in FILES]
    for text in (
        " | ".join(wide),
        " | ".join(f"{f}1 & {f}2" for f in FILES),  # a million nodes in board order
        f"Majority({', '.join(wide[: 2 * isqrt(MOST_NODES) + 10])})",
    ):
        condition = Condition.parse(text)
        assert condition.normalised() == condition
        assert condition.meaning is None


def test_a_turn_that_makes_it_too_large_is_told_from_one_that_leaves_it_alone() -> None:
    # along a row each pair is tested together; in a column all first squares come before the others
    pairs = [("a1", "b1"), ("c1", "d1"), ("e1", "f1"), ("g1", "h1")]
    text = " | ".join(f"{a[0]}{r} & {b[0]}{r}" for a, b in pairs for r in range(1, 9))
    question = Question.parse(f"independence queen 8 --where '{text}'")
    plain = question.normalised()
    assert not plain.goes_by_wording
    large = [t for t in plain.board.turns if plain.turned(t).goes_by_wording]
    assert len(large) == 4
    assert len(list(question.symmetries())) == 4
    for turn in plain.board.turns:
        turned = plain.turned(turn)
        if turn not in large:
            assert sign("solve", turned).text == sign("solve", question).text
            assert not sign("solve", turned).question.goes_by_wording


# Questions

KINGS = Board.parse("3x3")


def orbits(question: Question, condition: Condition) -> int:
    """Count the largest sets of kings up to the turns that leave a truth table as it is."""
    rows = table(condition, KINGS)
    turns = [t for t in KINGS.turns if {frozenset(map(t, row)) for row in rows} == rows]
    assert len(turns) == len(list(question.symmetries()))
    peaceful = [row for row in rows if not any(touch(a, b) for a, b in combinations(row, 2))]
    most = max(map(len, peaceful), default=0)
    largest = [row for row in peaceful if len(row) == most]
    return len({frozenset(frozenset(map(t, row)) for t in turns) for row in largest})


def touch(a: Square, b: Square) -> bool:
    return max(abs(a.row - b.row), abs(a.column - b.column)) == 1


SYMMETRIC = st.sampled_from(
    [
        "(a1 => c3) | (c3 => a1)",
        "a1 & ~b1 | b1 & ~c1 | c1 & ~a1",  # as many ways to say it without a symmetry
        "(a1 | a3) & (c1 | c3) & 1",
        "(a1 <=> c1) <=> (c3 <=> a3)",
        "~b2 | b2 & (a1 | ~a1)",
        "a1 ? c3 : ~c3",
    ]
)


@given(SYMMETRIC | condition_texts(KINGS, 6), st.sampled_from(["frontier", "diagram", "sat"]))
@settings(max_examples=40)
def test_counts_up_to_symmetry_go_by_the_meaning(text: str, name: str) -> None:
    condition = Condition.parse(text)
    question = Independence.of("king", KINGS, where=condition)
    task = Task("count", question, up_to_symmetry=True)
    counts = [e.count for e in engine(name).run(task) if isinstance(e, Counted)]
    assert (counts[-1] if counts else 0) == orbits(question, condition)


@given(condition_texts(KINGS, 6), condition_texts(KINGS, 6))
def test_signatures_go_by_the_meaning(one: str, other: str) -> None:
    first, second = (Independence.of("king", KINGS, where=text) for text in (one, other))
    rows = [table(Condition.parse(text), KINGS) for text in (one, other)]
    alike = any({frozenset(map(t, row)) for row in rows[0]} == rows[1] for t in KINGS.turns)
    assert (sign("count", first).digest == sign("count", second).digest) == alike
    assert (sign("first", first).digest == sign("first", second).digest) == (rows[0] == rows[1])


def test_a_square_that_cannot_be_occupied_is_no_part_of_the_condition() -> None:
    texts = ("--forbid a1 --where 'a1 | b1'", "--forbid a1 --where b1")
    assert len({sign("solve", Question.parse(f"independence king 3 {t}")).text for t in texts}) == 1
    texts = ("--require a1 --where 'a1 | b1'", "--require a1")
    assert len({sign("solve", Question.parse(f"independence king 3 {t}")).text for t in texts}) == 1


def test_puzzles_are_signed_by_the_meaning_of_their_condition() -> None:
    sheet = '{{board = "3x3", pieces = {{king = "any"}}, given = {{c3 = "king"}}, where = "{}"}}'
    texts = ("a1 ^ b2", "(a1 | b2) & ~(a1 & b2)", "(a1 ^ b2) & c3")
    questions = [Question.parse(f"puzzle '{sheet.format(t)}'") for t in texts]
    assert len({sign("count", question).digest for question in questions}) == 1


def test_an_answer_that_went_by_the_wording_is_not_taken_for_one_that_did_not() -> None:
    # worded as its own normal form, which a mirror turns into another wording of the same meaning
    text = str(Condition.parse("a1 <=> c1").normalised())
    question = Question.parse(f"independence king 3 --all --where '{text}'")
    for verb in ("solve", "count", "first"):
        assert sign(verb, question) == sign_by_wording(verb, question)
        assert earlier_signature(verb, question) is None
    now, before = (f("count --up-to-symmetry", question) for f in (sign, sign_by_wording))
    assert earlier_signature("count --up-to-symmetry", question) is None
    assert (now.text == before.text, now.digest == before.digest) == (True, False)
