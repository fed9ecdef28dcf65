"""Counting as users ask for it: options of `count`, large numbers, and engines that disagree."""

import json
import math
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.errors import BadQuestion, EnginesDisagree, NotKnown
from satchess.events import Bounded, Chosen, Counted, Done, Event
from satchess.processes import pool
from satchess.questions import Question
from satchess.service import session as working
from satchess.task import Task


class Shell:
    """The command line, in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, words: str, code: int = 0) -> str:
        assert exit_code_of(words.split()) == code
        return self._capsys.readouterr().out

    def json(self, words: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self(f"{words} --json"))
        return answer


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.mark.parametrize(
    ("request_", "count"),
    [
        ("independence queen 8", 92),
        ("independence queen 8 --up-to-symmetry", 12),
        ("independence king 8", 281571),
        ("independence king 8 --up-to-symmetry", 35312),
        ("independence bishop 13x16", 54289),
        ("independence knight 6x8 --holes b3,g3,b4,g4", 8),
        ("domination queen 8", 4860),
        ("domination queen 8 --up-to-symmetry", 638),
        ("domination king 5 --minimal --all", None),
        ("independence king 4 --all", 314),  # A063443
        ("independence king 4 --all --maximal", None),
    ],
)
def test_counts(shell: Shell, request_: str, count: int | None) -> None:
    answer = shell.json(f"count {request_}")
    assert answer["exact"]
    assert answer["status"] == "optimal"
    assert count is None or answer["count"] == count
    assert shell.json(f"lookup count {request_}")["count"] == answer["count"]
    again = satchess.ask(f"count {request_}")
    assert again.cached
    assert again.count == answer["count"]


@pytest.mark.parametrize(
    ("board", "sizes"),
    [(7, {6: 832, 7: 40}), (8, {7: 3192, 8: 92}), (9, {8: 13848, 9: 352})],
)
def test_queens_by_size_as_published(shell: Shell, board: int, sizes: dict[int, int]) -> None:
    by_size = shell.json(f"count independence queen {board} --by-size")["by_size"]
    assert {size: by_size[str(size)] for size in sizes} == sizes
    assert str(max(sizes) + 1) not in by_size


def test_sizes_are_shown_and_remembered(shell: Shell) -> None:
    shown = shell("count domination king 3 --by-size")
    assert "1 piece: 1 way" in shown
    assert "9 pieces: 1 way" in shown
    looked_up = shell("lookup count domination king 3 --by-size")
    assert looked_up.splitlines()[:-1] == shown.splitlines()[:-1]


@pytest.mark.parametrize("where", ["a1|~a1", "(a1=>b1)|(b1=>a1)", "~(a1&~a1)", "1"])
def test_symmetries_of_a_condition_go_by_its_meaning(shell: Shell, where: str) -> None:
    count = "count independence king 4 --up-to-symmetry"
    answer = shell.json(f"{count} --where {where}")
    assert (answer["count"], answer["note"]) == (14, "")
    assert shell.json(count)["cached"]


def test_a_condition_too_large_for_its_meaning_says_so(shell: Shell) -> None:
    # true, but in board order there are 2 ** 12 ways to have come half way
    pairs = "|".join(f"{f}1&{f}12" for f in "abcdefghijkl")
    ask = f"independence rook 12 --size 0 --where ~({pairs})"
    for cached in (False, True):
        answer = shell.json(f"count {ask} --up-to-symmetry")
        assert (answer["count"], answer["cached"]) == (1, cached)
        assert "symmetries are by its wording" in answer["note"]
    assert shell.json(f"count {ask}")["note"] == ""


def test_the_flags_of_count_are_different_requests(shell: Shell) -> None:
    plain = shell.json("count independence queen 6")
    folded = shell.json("count independence queen 6 --up-to-symmetry")
    assert plain["signature"] != folded["signature"]
    assert (plain["count"], folded["count"]) == (4, 1)


def test_a_count_beyond_64_bits_travels_unchanged(shell: Shell, tmp_path: Path) -> None:
    count = shell.json("count independence rook 25")["count"]
    assert count == math.factorial(25) > 2**64
    lines, other = tmp_path / "lines.json", tmp_path / "other.db"
    shell(f"cache export {lines}")
    shell(f"cache --cache {other} import {lines}")
    assert shell.json(f"lookup count independence rook 25 --cache {other}")["count"] == count


def test_cross_check_names_both_engines(shell: Shell) -> None:
    assert "+" not in shell.json("count domination rook 5")["engine"]
    first, second = shell.json("count domination rook 5 --cross-check")["engine"].split("+")
    assert first != second


@pytest.mark.parametrize(
    ("question", "value", "count"),
    [
        ("crowded-board 3x3 --pieces zebra=2,dabbaba=0", 2, 36),
        ("crowded-board 3x3 --pieces zebra=1..2,dabbaba=0", None, 45),
        ("independence king 3 --size 2", 2, 16),
        ("independence king 3 --all", None, 35),
    ],
)
def test_the_question_says_whether_there_is_a_value(
    shell: Shell, question: str, value: int | None, count: int
) -> None:
    assert shell.json(f"solve {question}")["value"] == value  # remembered, for the first engine
    answer = shell.json(f"count {question} --cross-check")
    assert (answer["count"], answer["value"]) == (count, value)
    for engine in ("sat", "ganak", "diagram"):
        answer = shell.json(f"count {question} --engine {engine} --no-cache")
        assert (answer["count"], answer["value"]) == (count, value), engine


def test_engines_that_disagree_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([92, 52])

    def run(task: Task, **limits: object) -> Iterator[Event]:
        yield Chosen("abacus")
        yield Bounded(8, 8)
        yield Counted(next(numbers), exact=True)
        yield Done()

    monkeypatch.setattr(working, "run", run)
    question = satchess.independence("queen", "8")
    with pytest.raises(EnginesDisagree, match=r"92.*52"):
        question.count(counting=satchess.Counting(cross_check=True))
    assert satchess.lookup("count", question) is None


def test_explain_names_an_engine_and_does_no_work(shell: Shell) -> None:
    lines = shell("count independence king 14:cylinder --explain").splitlines()
    (chosen,) = [line for line in lines if line.startswith("->")]
    assert "frontier" in chosen
    assert "states" in chosen
    assert shell("lookup count independence king 14:cylinder", code=3) == ""


def test_an_approximate_count_is_no_answer_to_remember(shell: Shell) -> None:
    answer = shell.json("count independence king 6 --approximate 0.8,0.2 --engine approximate")
    assert not answer["exact"]
    assert answer["status"] != "optimal"
    assert 3600 / 1.8 <= answer["count"] <= 3600 * 1.8
    assert "1.8" in answer["note"]
    shell("lookup count independence king 6", code=3)


@pytest.mark.parametrize(
    "words",
    [
        "independence queen 6 --by-size --size 3",
        "independence queen 6 --size 3 --all",
        "independence queen 6 --approximate 0",
        "independence queen 6 --approximate 0.8,2",
        "independence queen 6 --engine abacus",
    ],
)
def test_contradictory_wishes(shell: Shell, words: str) -> None:
    assert shell(f"count {words}", code=2) == ""


def test_a_chosen_engine_that_cannot_says_why(shell: Shell) -> None:
    assert shell("count domination queen 6 --engine rows", code=3) == ""


def test_by_size_of_one_size_is_refused() -> None:
    with pytest.raises(BadQuestion, match="one size"):
        satchess.ask("count independence queen 6 --size 3 --by-size")


def test_counting_maximal_and_minimal_by_the_rules() -> None:
    question = Question.parse("independence king 3x4 --all --maximal")
    listed = list(question.placements())
    assert len(listed) == question.count().count
    assert all(next(question.violations(placement), None) is None for placement in listed)


def test_a_count_of_thousands_of_digits(shell: Shell, tmp_path: Path) -> None:
    question = satchess.independence("rook", "1600")
    count = question.count().count
    assert count is not None
    assert count == math.factorial(1600) > 10**4300
    looked_up = satchess.lookup("count", question)
    assert looked_up is not None
    assert looked_up.count == count


def test_a_by_size_answer_does_not_depend_on_what_is_remembered(shell: Shell) -> None:
    shell("solve independence bishop 4")
    answer = shell.json("count independence bishop 4 --by-size")
    assert (answer["value"], answer["lower"], answer["upper"]) == (None, None, None)


def test_symmetries_that_are_not_all_known_are_not_counted_by(shell: Shell) -> None:
    assert shell("count independence W 1x4100:cylinder --size 1 --up-to-symmetry", code=3) == ""
    assert shell.json("count independence W 1x40:cylinder --size 1 --up-to-symmetry")["count"] == 1


def test_a_cross_check_that_did_not_happen_is_no_success(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:

    def run(task: Task, without: Collection[str] = (), **limits: Any) -> Iterator[Event]:
        if without:
            raise NotKnown("no engine is left")
        return pool.run(task, without=without, **limits)

    monkeypatch.setattr(working, "run", run)
    answer = json.loads(shell("count independence king 4 --cross-check --json", code=3))
    assert answer["count"] == 79
    assert "not cross-checked" in answer["note"]


def test_an_approximation_that_failed_guarantees_nothing(shell: Shell) -> None:
    words = "count independence queen 14 --approximate 0.8,0.2 --engine approximate"
    answer = json.loads(shell(f"{words} --timeout 0.5 --json", code=3))
    assert answer["count"] is None
    assert "probability" not in answer["note"]
