"""`--symmetric`: placements that are equal to their images under turns of the board."""

from itertools import product

import pytest

import satchess
from satchess import Question
from satchess.cli.failures import exit_code_of
from satchess.domain.board import Board
from satchess.domain.symmetry import ALIASES, WORDS
from satchess.engines.plan import choose_engine
from satchess.errors import BadQuestion, NotKnown
from satchess.questions.placing import PlacingQuestion
from satchess.signature import sign
from satchess.task import Task

# The turns in coordinates, without satchess: (row, column, side) to (row, column).
IMAGES = {
    "half": lambda r, c, n: (n - 1 - r, n - 1 - c),
    "quarter": lambda r, c, n: (c, n - 1 - r),
    "diagonal": lambda r, c, n: (c, r),
    "antidiagonal": lambda r, c, n: (n - 1 - c, n - 1 - r),
    "left-right": lambda r, c, n: (r, n - 1 - c),
    "top-bottom": lambda r, c, n: (n - 1 - r, c),
}

HALF = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80]  # OEIS A032522
QUARTER = [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8]  # OEIS A033148


def queens(side: int) -> list[frozenset[tuple[int, int]]]:
    """All placements of n queens, row by row."""
    found: list[tuple[int, ...]] = [()]
    for row in range(side):
        found = [
            (*columns, c)
            for columns in found
            for c in range(side)
            if all(c != k and abs(c - k) != row - r for r, k in enumerate(columns))
        ]
    return [frozenset(enumerate(columns)) for columns in found]


def fixed(placement: frozenset[tuple[int, int]], word: str, side: int) -> bool:
    return frozenset(IMAGES[word](r, c, side) for r, c in placement) == placement


@pytest.mark.parametrize("side", range(1, 13))
def test_queens_by_a_half_turn(side: int) -> None:
    answer = Question.parse(f"queens {side} --symmetric half").count(cache=False)
    assert answer.count == HALF[side - 1]


@pytest.mark.parametrize("engine", ["rows", "frontier", "diagram", "sat", "ganak"])
@pytest.mark.parametrize(("word", "side", "number"), [("half", 7, 8), ("quarter", 5, 2)])
def test_engines_agree(engine: str, word: str, side: int, number: int) -> None:
    question = Question.parse(f"queens {side} --symmetric {word}")
    assert question.count(engine=engine, cache=False).count == number


@pytest.mark.parametrize("side", [4, 12, 13])
def test_queens_by_a_quarter_turn(side: int) -> None:
    answer = Question.parse(f"queens {side} --symmetric quarter").count(cache=False)
    assert answer.count == QUARTER[side - 1]


@pytest.mark.parametrize(("one", "other"), [*product(IMAGES, IMAGES)][::5])
def test_every_combination_against_brute_force(one: str, other: str) -> None:
    side = 6 if one == other == "half" else 5
    expected = {
        placement
        for placement in queens(side)
        if fixed(placement, one, side) and fixed(placement, other, side)
    }
    question = Question.parse(f"queens {side} --symmetric {one},{other}")
    found = {frozenset(p.squares) for p in question.placements(cache=False)}
    assert found == expected
    assert all(not list(question.violations(p)) for p in question.placements(cache=False))


WORDINGS = [
    ("8", "half,diagonal", "diagonal,antidiagonal"),
    ("8", "vertical", "left-right"),
    ("8", "horizontal half", "left-right,top-bottom"),
    ("8", "quarter,half", "quarter"),
    ("8", "diagonal,vertical", "all"),
    ("6x8", "all", "left-right,top-bottom"),
    ("3", "all", "quarter"),
    ("8 --holes a1,h8", "all", "diagonal,antidiagonal"),
    ("8:torus", "shift+4+4", "shift+4+4"),
    ("8:torus", "shift+6+4", "shift+2+4"),
]


@pytest.mark.parametrize(("board", "said", "written"), WORDINGS)
def test_wordings_that_come_to_the_same_are_equal(board: str, said: str, written: str) -> None:
    question = Question.parse(f"independence king {board} --symmetric '{said}'")
    assert isinstance(question, PlacingQuestion)
    assert str(question.symmetric) == written
    assert Question.parse(str(question)) == question


def test_a_symmetry_that_every_placement_has_is_none() -> None:
    assert Question.parse("queens 1 --symmetric all") == Question.parse("queens 1")


@pytest.mark.parametrize("word", [*(w for w in WORDS if w != "shift"), *ALIASES, "all"])
def test_symmetries_of_the_question_are_the_turns_that_keep_its_placements(word: str) -> None:
    """The normaliser: a turn is a symmetry just if it permutes the symmetric subsets."""
    question = Question.parse(f"independence king 3x3 --all --symmetric {word}")
    assert isinstance(question, PlacingQuestion)
    symmetry = question.symmetry
    assert symmetry is not None
    orbits = {
        frozenset(s for s, first in symmetry.orbits.items() if first == one)
        for one in symmetry.orbits.values()
    }
    keeping = {
        turn
        for turn in Board.parse("3").turns
        if {frozenset(map(turn, o)) for o in orbits} == orbits
    }
    assert set(question.symmetries()) == keeping


def test_boards_turned_share_a_signature() -> None:
    signatures = {
        sign("solve", Question.parse(f"domination queen {board} --symmetric {word}")).text
        for board, word in (("6x8", "left-right"), ("8x6", "horizontal"))
    }
    assert len(signatures) == 1
    plain = sign("solve", Question.parse("domination queen 6x8")).text
    assert plain == "solve domination queen 6x8"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens 8 --symmetric third", "'third': expected one or more of quarter, left-right"),
        ("queens 8 --symmetric ''", "expected a turn, such as half"),
        ("domination king 6x8 --symmetric quarter", "leaves 6x8 as it is: left-right, top-bottom"),
        ("independence king 4 --holes a1 --symmetric half", "as it is: diagonal"),
        ("independence king 4 --holes a1,b1 --symmetric all,half", "as it is: there is none"),
        ("queens 8 --symmetric half+1+1", "expected a turn that leaves 8x8 as it is"),
    ],
)
def test_what_the_board_does_not_have_is_refused(words: str, message: str) -> None:
    with pytest.raises(BadQuestion, match=message.replace("+", r"\+")):
        Question.parse(words)


@pytest.mark.parametrize("verb", ["solve", "first"])
def test_engines_for_plain_boards_object(verb: str) -> None:
    for name in ("construct", "patterns", "chase", "backtrack", "beautiful"):
        with pytest.raises((BadQuestion, NotKnown)):
            choose_engine(Task(verb, Question.parse("queens 28 --symmetric half")), name)


def test_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["first", "queens", "5", "--symmetric", "quarter", "--no-cache"]) == 0
    assert "symmetric under a quarter turn" in capfd.readouterr().out
    placement = ["--placement", "a1 c2 e3 b4 d5"]
    assert exit_code_of(["check", "queens", "5", "--symmetric", "half", *placement]) == 1
    assert "e3 is occupied, but not a3, its image under a half turn" in capfd.readouterr().out
    table = ["table", "queens", "4..6", "--count", "--symmetric", "half", "--format", "csv"]
    assert exit_code_of([*table, "--no-cache"]) == 0
    rows = capfd.readouterr().out.splitlines()[1:]
    assert [row.split(",")[6] for row in rows] == ["2", "2", "4"]


def test_library() -> None:
    question = satchess.queens(4, symmetric="half")
    assert question == Question.parse("queens 4 --symmetric half")
    assert question.count(cache=False, counting=satchess.Counting(up_to_symmetry=True)).count == 1
