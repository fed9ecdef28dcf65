"""What 0.1.0 remembered, before conditions were compared by their meaning, is still found."""

import json
from pathlib import Path

import pytest

from satchess import Counting, lookup
from satchess.cache import Store
from satchess.cache.checking import problems
from satchess.questions import Question
from satchess.signature import digest_of, sign

EXPORTED = Path(__file__).with_name("answers_of_0.1.0.jsonl")


@pytest.fixture
def store(own_cache: Path) -> Store:
    """The cache of this test, with the answers of 0.1.0."""
    store = Store(own_cache)
    report = store.import_lines(EXPORTED.read_text().splitlines(), EXPORTED.name)
    assert report.added == len(EXPORTED.read_text().splitlines())
    return store


@pytest.mark.parametrize(
    ("verb", "question", "count"),
    [
        ("solve", "independence queen 5 --where 'b2 => a1'", None),
        ("count", "independence queen 5 --where '(e1 | a5) & (e1 | a1)'", 2),
        ("count", "independence queen 5 --where '(a1 | e5) & (a1 | a5)'", 2),  # turned
        ("first", "independence knight 4x3 --where '1 ^ ~a1'", None),
        ("solve", "independence knight 4x3 --where '~a1 ^ 1'", None),
        ("count", "domination king 3x5 --forbid a1 --where 'a1 | b1 => c1'", 3),
        (
            "count",
            'puzzle \'{board = "3x3", pieces = {queen = "any"}, moves = {queen = "ferz"},'
            ' regions = "aab/acb/ccb", where = "~(~a1 & ~c1) & ~(a1 & c1)"}\'',
            12,
        ),
    ],
)
@pytest.mark.usefixtures("store")
def test_an_answer_is_found_by_its_earlier_signature(
    verb: str, question: str, count: int | None
) -> None:
    asked = Question.parse(question)
    answer = lookup(verb, asked)
    assert answer is not None
    assert (answer.version, answer.count, answer.cached) == ("0.1.0", count, True)
    assert answer.signature == sign(verb, asked).digest
    if answer.placement is not None:
        assert not list(asked.violations(answer.placement))


@pytest.mark.usefixtures("store")
def test_a_count_up_to_symmetries_of_the_wording_is_not_believed() -> None:
    symmetric = Counting(up_to_symmetry=True)
    rows = [json.loads(line) for line in EXPORTED.read_text().splitlines()]
    stored = {r["question"]: r["count"] for r in rows if "--up-to-symmetry" in r["verb"]}
    assert stored == {
        "independence king 4x4 --where 'a1 <=> d4'": "14",
        "independence king 4x4 --where '1 & a1 <=> d4'": "21",
        "independence king 4x4 --where '~a1 | a1'": "43",
    }
    for text, count in stored.items():
        question = Question.parse(text)
        answer = lookup("count", question, counting=symmetric)
        assert (answer and answer.count) == (14 if count == "14" else None)
        assert question.count(counting=symmetric).count == 14


def test_earlier_answers_pass_the_check_and_travel(store: Store, tmp_path: Path) -> None:
    assert list(store.check()) == []
    copy = Store(tmp_path / "copy.db")
    assert copy.import_lines(store.export_lines(), "copy").added == len(list(store.rows()))


def test_a_wrong_signature_is_still_noticed(store: Store) -> None:
    row = json.loads(next(store.export_lines()))
    *_, problem = problems(row | {"signature": "0" * 32})
    assert problem.startswith(f"signature {'0' * 32!r}: expected ")


def test_corners_of_a_glued_board_do_not_shift() -> None:
    question = Question.parse("abbots-window 4x4:torus --holes b2")
    signature = sign("solve", question)
    assert signature.digest != digest_of(signature.text), "0.2.0 stored wrong answers under it"
    plane = sign("solve", Question.parse("abbots-window 4x4"))
    assert plane.digest == digest_of(plane.text)
