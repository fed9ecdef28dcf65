"""The puzzle cabinet: published answers with proof, brute force, and every engine on every kind."""

from typing import Any

import pytest

import satchess
from satchess.engines import engine
from satchess.engines.plan import choose_engine
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task
from tests import cabinet


def ask(verb: str, text: str, name: str | None = None, **options: Any) -> Evidence:
    """What an engine says, in this process: a worker for each question would take its time."""
    task = Task(verb, Question.parse(text), **options)
    chosen = name or choose_engine(task)
    known = Evidence(task, chosen)
    for event in engine(chosen).run(task):
        known = known.learn(event)
    return known


def solved(question: str) -> Evidence:
    known = ask("solve", question)
    assert known.status == "optimal", question
    return known


# Published answers

PUBLISHED = {
    # Chlond and Toase, and what they cite
    "stamps 4 --values 1..5": 50,
    "lights 5x5": 15,
    "abbots-window 8x8": 12,
    "domination knight 8 --total": 14,
    "domination knight 8 --independent": 14,
    # Velucchi; OEIS A001366
    **{f"non-dominating queen {n}": v for n, v in enumerate([0, 0, 0, 1, 3, 5], start=1)},
    # Ainley; OEIS A250000
    **{f"peaceable queen {n}": v for n, v in enumerate([0, 0, 1, 2, 4, 5], start=1)},
    # 2n points for every n up to 46
    **{f"no-three-in-line {n}": 2 * n for n in range(2, 11)},
    # Chatham, Fricke and Skaggs: n + 1 queens with a pawn for every n above 5, not for 5
    "separation queen 5": 5,
    **{f"separation queen {n}": n + 1 for n in range(6, 10)},
    "separation queen 8 --pawns 3": 11,
    # Sutner: all lights can be lit on every square board; OEIS A075462
    **{f"lights {n}": v for n, v in enumerate([1, 4, 5, 4, 15, 28, 33, 40, 25, 44], start=1)},
}


@pytest.mark.parametrize("question", PUBLISHED)
def test_published(question: str) -> None:
    assert solved(question).value == PUBLISHED[question]


def test_the_crowded_board_holds_51_pieces() -> None:
    known = solved("crowded-board")
    assert known.value == 51
    placement = known.placement
    assert placement is not None
    numbers = {str(kind): 0 for kind in Question.parse("crowded-board").kinds}
    for _, piece in placement.places:
        numbers[str(piece)] += 1
    assert numbers == {"queen": 8, "rook": 8, "bishop": 14, "knight": 21}


@pytest.mark.parametrize(
    ("size", "all_solutions", "classes"), [(2, 1, 1), (3, 2, 1), (4, 11, 4), (5, 32, 5)]
)
def test_no_three_in_line_is_counted(size: int, all_solutions: int, classes: int) -> None:
    """OEIS A000755 and A000769."""
    question = f"no-three-in-line {size}"
    assert ask("count", question).count == all_solutions
    assert ask("count", question, up_to_symmetry=True).count == classes


def test_twenty_by_twenty_lights() -> None:
    answer = solved("lights 20x20")
    assert answer.engine == "parity"
    assert ask("count", "lights 20x20 --all").count == 1
    assert ask("count", "lights 19x19 --all").count == 2**16


@pytest.mark.parametrize(("sees", "watchmen", "ways"), [(5, 16, None), (6, 12, 6), (7, 12, None)])
def test_equal_vision_on_5x5_by_two_engines(sees: int, watchmen: int, ways: int | None) -> None:
    question = f"equal-vision 5x5 --sees {sees}"
    assert solved(question).value == watchmen
    if ways is not None:
        known = ask("count", question, "diagram")
        assert (known.value, known.count) == (watchmen, ways)


def test_the_windows_of_the_abbot_are_counted() -> None:
    for name in ("parity", "sat"):
        known = ask("count", "abbots-window 8x8", name)
        assert (known.value, known.count) == (12, 237)


# Brute force


def found(question: str) -> tuple[int | None, int]:
    known = ask("count", question)
    return known.value, known.count or 0


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("non-dominating queen 3x4 --pieces 2", lambda: cabinet.non_dominating(3, 4, 2)),
        ("non-dominating queen 4", lambda: cabinet.non_dominating(4, 4, 4)),
        ("non-dominating queen 5 --pieces 3", lambda: cabinet.non_dominating(5, 5, 3)),
        ("peaceable queen 2x4", lambda: cabinet.peaceable(2, 4)),
        ("peaceable queen 3", lambda: cabinet.peaceable(3, 3)),
        ("stamps 2x3 --values 1..3", lambda: cabinet.stamps(2, 3, [1, 2, 3])),
        ("stamps 3 --values 2,7", lambda: cabinet.stamps(3, 3, [2, 7])),
        ("equal-vision 3x4 --sees 3", lambda: cabinet.equal_vision(3, 4, 3)),
        ("equal-vision 4x4 --sees 5", lambda: cabinet.equal_vision(4, 4, 5)),
        ("equal-vision 4x4 --sees 6", lambda: cabinet.equal_vision(4, 4, 6)),
        ("equal-vision 4x4 --sees 7", lambda: cabinet.equal_vision(4, 4, 7)),
        ("abbots-window 4", lambda: cabinet.abbots_window(4, 4)),
        ("abbots-window 3x4", lambda: cabinet.abbots_window(3, 4)),
        ("no-three-in-line 3x4", lambda: cabinet.no_three_in_line(3, 4)),
        ("separation queen 3 --pawns 2", lambda: cabinet.separation(3, 3, 2)),
        ("separation queen 3x4", lambda: cabinet.separation(3, 4, 1)),
        ("crowded-board 3x4 --pieces queen=2,knight", lambda: cabinet.crowded(3, 4, 2)),
    ],
)
def test_brute_force(question: str, expected: Any) -> None:
    assert found(question) == expected()


@pytest.mark.parametrize("start", ["", "a1", "b2,c1", "a1,a2,b1,c2"])
@pytest.mark.parametrize("size", [(3, 3), (3, 4), (2, 5)])
def test_lights_by_brute_force(size: tuple[int, int], start: str) -> None:
    rows, columns = size
    lit = [cell for cell in cabinet.cells(rows, columns) if cabinet.name(cell) in start.split(",")]
    question = f"lights {rows}x{columns}" + (f" --start {start}" if start else "")
    expected = cabinet.lights(rows, columns, frozenset(lit))
    assert found(question) == expected
    for name in ("parity", "sat"):
        assert ask("solve", question, name).value == expected[0]


# Words


@pytest.mark.parametrize("text", [*PUBLISHED, "puzzle detective"])
def test_words_can_be_read_back(text: str) -> None:
    question = Question.parse(text)
    assert Question.parse(str(question)) == question


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("stamps 4 --values 5..1", "5..1"),
        ("stamps 4 --values 0", "--values"),
        ("lights 5 --start z9", "z9"),
        ("lights 5 --start random:x", "random:x"),
        ("lights 5 --moves dance", "dance"),
        ("equal-vision 4 --sees many", "many"),
        ("crowded-board --pieces queen,rook", "queen and rook"),
        ("crowded-board --pieces queen=8,queen=1", "twice"),
        ("crowded-board --pieces queen=8..3", "8..3"),
        ("non-dominating queen 4 --pieces 17", "17"),
        ("no-three-in-line 5:torus", "plane"),
        ("separation queen 2 --pawns 5", "5"),
        ("peaceable pawn 8", "pawn"),
    ],
)
def test_bad_words(text: str, complaint: str) -> None:
    with pytest.raises(satchess.SatchessError, match=r"expected|twice|empty|not on") as caught:
        Question.parse(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


# Reasons


def test_unsolvable_lights_have_a_reason() -> None:
    answer = satchess.ask("solve lights 5x5 --start a1")
    assert answer.status == "infeasible"
    assert answer.note.startswith("every press toggles an even number of ")
    named = answer.note.removeprefix("every press toggles an even number of ").partition(",")[0]
    squares = set(named.split())
    for press in cabinet.cells(5, 5):
        toggled = {
            c for c in cabinet.cells(5, 5) if abs(c[0] - press[0]) + abs(c[1] - press[1]) < 2
        }
        assert sum(cabinet.name(cell) in squares for cell in toggled) % 2 == 0
    assert len(squares - {"a1"}) % 2 == 1
    remembered = satchess.ask("solve lights 5x5 --start a1")
    assert remembered.cached
    assert remembered.note == answer.note


def test_solvable_lights_have_none() -> None:
    assert Question.parse("lights 5x5").refutation == ""


def test_random_starts_are_the_same_everywhere() -> None:
    question = Question.parse("lights 4 --moves rook --start random:3")
    assert str(question) == "lights 4x4 --moves rook --start a1,c1,b2,c2,a3,b3,d3,b4,d4"
