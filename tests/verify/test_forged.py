"""Claims that are false, or say more than is proved: refused."""

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from satchess.verify import refusal
from satchess.verify import turns as turning
from satchess.verify.claims.count import diagram_name
from satchess.verify.folder import verify
from satchess.verify.formula import at_least
from satchess.verify.question import read_question
from satchess.verify.refusal import Refused, written
from satchess.verify.statement import state
from satchess.verify.turns import fixing, turns
from tests.verify.forging import diagram, forged

SQUARE_IN_A_RECTANGLE = "independence (3,3) 3x4 --all --holes d1,d2,d3"


def classes_of_sets(turn: Callable[[int, int], tuple[int, int]]) -> int:
    """Count the sets of squares of 3x3 up to one turn, which is its own inverse."""
    squares = [(row, column) for row in range(3) for column in range(3)]
    sets = (set(s) for size in range(10) for s in combinations(squares, size))
    return len({min(tuple(sorted(s)), tuple(sorted(turn(*x) for x in s))) for s in sets})


def test_classes_are_those_of_the_turns_of_the_board(tmp_path: Path) -> None:
    """Four turns move the squares of 3x4 that are left here to themselves, and are no group."""
    asked = read_question(SQUARE_IN_A_RECTANGLE)
    group = turns(asked, state(asked))
    files = {
        diagram_name(n): diagram(SQUARE_IN_A_RECTANGLE, fixing(p)) for n, p in enumerate(group)
    }
    right = classes_of_sets(lambda row, column: (2 - row, column))
    for count in (right, 162, 102):
        claimed = "count", "count --up-to-symmetry", SQUARE_IN_A_RECTANGLE, {"count": count}
        folder = forged(tmp_path / str(count), *claimed, files)
        if count == right:
            assert f"has {right} placements up to symmetry" in verify(folder)
        else:
            with pytest.raises(Refused, match=f"have {right} placements"):
                verify(folder)


def test_turns_that_are_no_group_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "TURNS", (*turning.TURNS, *turning.TURNS_OF_SQUARES))
    asked = read_question(SQUARE_IN_A_RECTANGLE)
    with pytest.raises(Refused, match="no group"):
        turns(asked, state(asked))


QUEENS = "independence queen 4x4 --size 4"
FOUR = {"placement": ["b1", "d2", "a3", "c4"]}
SETS = "independence queen 2x2 --all"
BEST = "independence queen 2x2"
BY_SIZE = {"count": 5, "by_size": {"0": 1, "1": 4}}


@pytest.mark.parametrize(
    ("claim", "verb", "question", "answer"),
    [
        ("placement", "solve", QUEENS, FOUR),
        ("count", "count", QUEENS, {"count": 2}),
        ("count", "count --by-size", SETS, BY_SIZE),
        ("count", "count --by-size", BEST, BY_SIZE),
        ("count", "count", BEST, {"count": 4, "value": 1}),
    ],
)
def test_an_answer_says_no_more_than_is_proved(
    claim: str, verb: str, question: str, answer: dict[str, object], tmp_path: Path
) -> None:
    variables = range(1, len(state(read_question(question)).names) + 1)
    more = [at_least(1, variables)] if "value" in answer else []
    files = {"count.diagram": diagram(question, more)} if claim == "count" else {}
    assert verify(forged(tmp_path / "true", claim, verb, question, answer, files))
    others = {"count", "value", "by_size", "optimal"} - answer.keys()
    for key in others:
        folder = forged(tmp_path / key, claim, verb, question, {**answer, key: 77}, files)
        with pytest.raises(Refused, match=f"{key}' is not what is proved"):
            verify(folder)
    for number, tail in enumerate((" ", " --anything", " --by-size --by-size", "\t--by-size", "x")):
        folder = forged(tmp_path / str(number), claim, f"{verb}{tail}", question, answer, files)
        with pytest.raises(Refused, match="verb "):
            verify(folder)


def test_a_number_of_a_size_is_no_truth_value(tmp_path: Path) -> None:
    answer = {"count": 5, "by_size": {"0": True, "1": 4}}
    files = {"count.diagram": diagram(SETS)}
    folder = forged(tmp_path / "out", "count", "count --by-size", SETS, answer, files)
    with pytest.raises(Refused, match="for some size"):
        verify(folder)


@pytest.mark.parametrize("key", ["question", "answer", "placement"])
def test_a_key_that_is_there_twice_is_refused(key: str, tmp_path: Path) -> None:
    folder = forged(tmp_path / "out", "placement", "solve", QUEENS, FOUR)
    manifest = folder / "certificate.json"
    manifest.write_text(manifest.read_text().replace(f'"{key}":', f'"{key}": [], "{key}":'))
    with pytest.raises(Refused, match="twice"):
        verify(folder)


@pytest.mark.parametrize("words", [["verify"], None])
def test_a_theorem_is_printed_and_proves_nothing(words: list[str] | None, tmp_path: Path) -> None:
    answer = {"placement": ["a1", "b2", "c3", "d4"], "value": 4}
    claimed = "placement", "solve", "domination queen 4x4", answer
    folder = forged(tmp_path / "out", *claimed, trusted="because I say so")
    command = ["-m", "satchess", *words] if words else ["-m", "satchess.verify"]
    checked = subprocess.run(
        [sys.executable, *command, str(folder)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 3
    assert "because I say so" in checked.stdout
    assert checked.stdout.lower().startswith("believed")


@pytest.mark.parametrize(
    ("question", "answer", "trusted"),
    [
        (QUEENS, FOUR, "nothing is optimised here"),
        ("domination queen 4x4", {"placement": ["b2", "c3"], "value": 2}, ""),
        ("domination queen 4x4", {"placement": ["b2", "d3"], "value": 2}, "\x1b[2J two lines\n"),
    ],
)
def test_what_cannot_be_believed_is_refused(
    question: str, answer: dict[str, object], trusted: str, tmp_path: Path
) -> None:
    folder = forged(tmp_path / "out", "placement", "solve", question, answer, trusted=trusted)
    with pytest.raises(Refused):
        verify(folder)


def test_a_number_of_many_digits_is_told_by_its_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert written(1 << 20_000) == "a number of 20001 bits of"  # Python would raise ValueError
    monkeypatch.setattr(refusal, "MOST_BITS_WRITTEN", 2)
    files = {"count.diagram": diagram(SETS)}
    folder = forged(tmp_path / "out", "count", "count", SETS, {"count": 1}, files)
    with pytest.raises(Refused, match="have a number of 3 bits of placements"):
        verify(folder)
