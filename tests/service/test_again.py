"""`--again`: what is remembered is worked out once more; and exact counts for approximate ones."""

from pathlib import Path

import pytest

import satchess
from satchess.answers import Trust
from satchess.cache import Store
from satchess.cli.failures import exit_code_of
from satchess.errors import EnginesDisagree
from satchess.questions import Question
from satchess.service import working


def test_another_engine_confirms_what_is_remembered() -> None:
    question = satchess.domination("king", "5")
    first = question.count(engine="frontier")
    assert question.count(engine="diagram").cached
    again = question.count(engine="diagram", again=True)
    assert (again.cached, again.count, again.trust) == (False, first.count, Trust.CONFIRMED)
    known = satchess.lookup("count", question)
    assert known is not None
    assert {known.engine, known.confirmed_by} == {"frontier", "diagram"}


def test_the_same_engine_confirms_nothing() -> None:
    question = satchess.domination("king", "5")
    question.count(engine="frontier")
    again = question.count(engine="frontier", again=True)
    assert (again.cached, again.trust) == (False, Trust.SINGLE)


def falsify(cache: Path, change: str, verb: str) -> None:
    """Change what is remembered."""
    with Store(cache) as store, store.transaction() as writer:
        writer.execute(f"UPDATE answers SET {change} WHERE verb = ?", (verb,))


@pytest.mark.parametrize(
    ("verb", "change"),
    [
        ("count", "count = 80"),
        ("solve", "value = 5, lower = 5, upper = 5, placement = NULL"),
        ("first", "placement = 'b2 e2 b4 e4'"),
        ("list", "count = 1, placements = 'b2 e2 b4 e4'"),
    ],
)
@pytest.mark.parametrize("by_command", [False, True])
def test_a_disagreement_names_both(
    verb: str, change: str, by_command: bool, own_cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    satchess.ask(f"{verb} domination king 5x5", workers=0)
    falsify(own_cache, change, verb)
    if by_command:
        assert exit_code_of([verb, "domination", "king", "5x5", "--again"]) == 4
        assert "engines disagree" in capsys.readouterr().err
        return
    known = satchess.lookup(verb, satchess.domination("king", "5"))
    assert known is not None
    with pytest.raises(EnginesDisagree, match="as is remembered") as error:
        satchess.ask(f"{verb} domination king 5x5", again=True)
    assert known.engine in str(error.value)


@pytest.mark.parametrize("text", ["solve queens 8", "first queens 8", "list queens 6"])
def test_all_verbs_are_worked_out_again(text: str) -> None:
    known = satchess.ask(text)
    again = satchess.ask(text, again=True)
    assert not again.cached
    assert (again.value, again.count) == (known.value, known.count)
    assert set(again.placements or ()) == set(known.placements or ())


def test_a_table_is_worked_out_again(own_cache: Path) -> None:
    words = ["table", "domination", "king", "3..4"]
    assert exit_code_of(words) == 0
    falsify(own_cache, "value = 3, lower = 3, upper = 3, placement = NULL", "solve")
    assert exit_code_of(words) == 0
    assert exit_code_of([*words, "--again"]) == 4


def test_what_is_not_worked_out_again_is_not_verified() -> None:
    question = satchess.domination("king", "5")
    question.count()
    again = question.count(again=True, timeout=1e-9)
    assert again.count == 79
    assert "not verified" in again.note


def test_nothing_is_taken_from_memory(own_cache: Path) -> None:
    question = satchess.domination("king", "5")
    question.solve()
    falsify(own_cache, "value = 5, lower = 5, upper = 5, placement = NULL", "solve")
    assert question.count(again=True, cache=False).value == 4


@pytest.mark.parametrize("text", ["queens 8", "independence king 8x8 --all", "queens 3"])
def test_a_cheap_count_is_exact_though_it_might_be_approximate(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "CHEAP", 60.0)  # kernels may have to be compiled first
    question = Question.parse(text)
    answer = question.count(approximate=(0.8, 0.2))
    assert answer.exact
    assert "exact" in answer.note
    assert answer.count == question.count().count
    assert question.count(approximate=(0.8, 0.2)).cached


def test_an_approximation_by_its_engine_is_none() -> None:
    pytest.importorskip("pyapproxmc")
    answer = satchess.queens(8).count(approximate=(0.8, 0.2), engine="approximate")
    assert not answer.exact
    assert answer.engine == "approximate"


def test_an_exact_count_that_takes_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyapproxmc")
    monkeypatch.setattr(working, "CHEAP", 0.0001)
    answer = satchess.independence("king", "6").count(approximate=(0.8, 0.2), cache=False)
    assert not answer.exact
    assert answer.count is not None
    assert "within a factor" in answer.note
