"""`--size 3..5`: from so many pieces to so many."""

import json
from math import comb, factorial

import pytest

import satchess
from satchess import Counting, Question
from satchess.cli.failures import exit_code_of
from satchess.errors import BadQuestion
from satchess.signature import sign


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("independence king 4 --size 3..5", "independence king 4x4 --size 3..5"),
        ("independence king 4 --size 0..5", "independence king 4x4 --size ..5"),
        ("independence king 4 --size 3..16", "independence king 4x4 --size 3.."),
        ("independence king 4 --size 3..99", "independence king 4x4 --size 3.."),
        ("independence king 4 --size 0..16", "independence king 4x4"),
        ("independence king 4 --size 3..3", "independence king 4x4 --size 3"),
        ("independence king 4 --size 16..", "independence king 4x4 --size 16"),
        ("lights 3 --size 2..4", "lights --size 2..4 3x3"),
    ],
)
def test_canonical_text(words: str, canonical: str) -> None:
    assert str(Question.parse(words)) == canonical
    assert Question.parse(canonical) == Question.parse(words)


def test_one_size_has_the_signature_that_it_had() -> None:
    assert sign("count", Question.parse("independence king 6 --size 3")).digest == (
        "5b15f0bec7252769067a88596fded98e"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens 8 --size 3", "unknown option '--size'"),
        ("independence king 4 --size 5..3", "expected the smaller number first, 3..5"),
        ("independence king 4 --size ..", "expected a number, such as 8, or a range, 3..5"),
        ("independence king 4 --size 3..x", "expected a number, such as 8, or a range"),
        ("independence king 4 --size -1..2", "expected a number, such as 8, or a range"),
        ("independence king 4 --size 17..", "expected 0 to 16, the squares of the board"),
        ("independence king 4 --size 3 --all", "--size 3 is one number only"),
        ("independence king 4 --size 3..3 --all", "--size 3 is one number only"),
    ],
)
def test_bad_ranges(words: str, message: str) -> None:
    with pytest.raises(BadQuestion, match=message):
        Question.parse(words)


def rooks(side: int, number: int) -> int:
    return comb(side, number) ** 2 * factorial(number)


@pytest.mark.parametrize("engine", [None, "diagram", "ganak"])
def test_optimum_among_the_sizes_and_all_of_them(engine: str | None) -> None:
    among = Question.parse("independence rook 5 --size 2..3")
    counted = among.count(engine=engine, cache=False)
    assert (counted.value, counted.count) == (3, rooks(5, 3))
    everything = Question.parse("independence rook 5 --size 2..3 --all")
    assert everything.count(engine=engine, cache=False).count == rooks(5, 2) + rooks(5, 3)
    for question in (among, everything):
        by_size = question.count(engine=engine, cache=False, counting=Counting(by_size=True))
        assert by_size.by_size == ((2, rooks(5, 2)), (3, rooks(5, 3)))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("domination queen 8 --size 7..9", 7),
        ("domination queen 8 --size ..4", None),
        ("domination queen 8 --size 3..6 --independent", 5),
        ("independence queen 8 --size ..6", 6),
        ("independence queen 8 --size 9..", None),
        ("independence knight 6 --size 3..", 18),
        ("lights 4 --size 5..7", 6),
    ],
)
def test_solve(words: str, value: int | None) -> None:
    answer = Question.parse(words).solve(cache=False)
    assert answer.status.is_final
    assert answer.value == value
    assert (answer.placement is None) == (value is None)


def test_list_and_first() -> None:
    question = Question.parse("independence queen 3 --size 1..2 --all")
    listed = list(question.placements(cache=False))
    assert sorted(map(len, listed)) == [1] * 9 + [2] * 8
    first = Question.parse("domination king 3 --size 2..").first(cache=False).placement
    assert first is not None
    assert list(map(str, first.squares)) == ["a1", "b2"]


def test_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["independence", "king", "4", "--size", "2..3", "--all"]
    assert exit_code_of(["count", *words, "--by-size", "--no-cache", "--format", "json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert list(answer["by_size"]) == ["2", "3"]
    assert exit_code_of(["check", *words, "--placement", "a1 d1 a4 d4"]) == 1
    assert "4 pieces, not 2..3" in capfd.readouterr().out


def test_library() -> None:
    assert satchess.independence("king", "4", size="2..3").solve(cache=False).value == 3
