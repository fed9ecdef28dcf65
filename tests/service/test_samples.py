"""Samples: every placement equally likely, whichever engine finds it."""

import json
import os
import pickle
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.placement import Placement
from satchess.engines.counting.ranking import in_order
from satchess.errors import BadInput, NotKnown
from satchess.questions import Question
from satchess.service import sampling
from satchess.service.sampling import ranks_below
from tests.commands import children_of, eventually, start


def draws_of(total: int) -> int:
    """Enough for each of so many placements, and to tell a biased sampler if they are few."""
    return max(100, 12 * total)


def chi_square(drawn: Sequence[Placement], total: int) -> float:
    """How far the frequencies are from equal ones."""
    expected = len(drawn) / total
    seen = Counter(drawn)
    missing = total - len(seen)
    return sum((n - expected) ** 2 / expected for n in seen.values()) + missing * expected


def is_uniform(drawn: Sequence[Placement], total: int) -> bool:
    """The test that one uniform sampler in ten thousand fails, by Wilson and Hilferty."""
    freedom = total - 1
    critical = freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3
    return chi_square(drawn, total) < critical


SMALL = {
    "queens 6": 4,
    "queens 8": 92,
    "domination king 5x5": 79,
    "independence king 4x4 --all": 314,
    "domination queen 4x4 --minimal": 194,
    "independence rook 6x7": 5040,
}
"""Questions and how many placements they have: few that are listed, many that are not."""


@pytest.mark.parametrize(("text", "total"), SMALL.items())
def test_every_placement_is_equally_likely(text: str, total: int) -> None:
    question = Question.parse(text)
    drawn = question.sample(number=draws_of(total), seed=3, cache=False)
    assert drawn.total == total == question.count(cache=False).count
    assert all(not list(question.violations(placement)) for placement in drawn)
    assert is_uniform(drawn, total)


def _smaller_of_two(total: int, number: int, seed: int) -> Iterator[int]:
    randomness = random.Random(seed)
    for _ in range(number):
        yield min(randomness.randrange(total), randomness.randrange(total))


def _remainders(total: int, number: int, seed: int) -> Iterator[int]:
    randomness = random.Random(seed)
    for _ in range(number):
        yield randomness.getrandbits(total.bit_length()) % total


@pytest.mark.parametrize(
    ("text", "biased"),
    [
        *((text, _smaller_of_two) for text in SMALL),
        ("queens 8", _remainders),
        ("independence king 4x4 --all", _remainders),
    ],
)
def test_a_biased_sampler_fails_the_same_test(
    text: str, biased: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "ranks_below", biased)
    total = SMALL[text]
    drawn = Question.parse(text).sample(number=draws_of(total), seed=3, cache=False)
    assert not is_uniform(drawn, total)


@pytest.mark.parametrize(
    "text",
    [
        "queens 7",
        "queens 8 --require c1",
        "queens 8 --forbid a1,h8",
        "queens 8 --symmetric half",
        "leprechauns 2 10",
        "independence queen 5x7",
        "independence queen 7x5",
        "independence rook 4x5",
        "independence king 3x6 --all",
        "independence king 4x6 --walls c1,c2,c3,c4",
        "independence bishop 5x5",
        "independence bishop 4x4 --size 3",
        "independence knight 1x1",
        "independence rook 3x3 --size 0",
        "domination king 5x5 --require a1 --where 'b2 | e5'",
        "domination knight 4x4 --upper",
        "domination rook 4x4 --total",
        "independence king 4 --symmetric half --all",
        "independence king 4 --heaviest '[1 2 1 0] [0 1 1 2] [2 1 1 0] [0 1 2 1]'",
        "lights 3x3",
        "puzzle detective",
        "beautiful 8",
    ],
)
def test_a_rank_is_the_same_placement_by_every_engine(text: str) -> None:
    question = Question.parse(text)
    every = in_order(question.model(), question.placements())
    expected = [every[rank] for rank in ranks_below(len(every), 30, 5)]
    by_list = question.sample(number=30, seed=5)
    assert (list(by_list), by_list.method) == (expected, "list")
    found = []
    for engine in ("rows", "frontier", "diagram"):
        try:
            assert list(question.sample(number=30, seed=5, engine=engine)) == expected
            found.append(engine)
        except (NotKnown, BadInput):  # not for this question
            continue
    assert found or question.asks_for_fingerprint


def test_the_first_rank_is_the_first_placement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ranks_below", lambda total, number, seed: [0] * number)
    for question in (satchess.queens(8), satchess.domination("king", "5", all=True)):
        assert question.sample(number=1, cache=False)[0] == question.first(cache=False).placement


def test_large_numbers_of_placements_are_sampled() -> None:
    drawn = satchess.independence("king", "12", all=True).sample(number=3, cache=False)
    assert drawn.total is not None
    assert drawn.total > 10**19
    assert len(set(drawn)) == 3


def test_a_seed_gives_the_same_sample() -> None:
    question = satchess.queens(8)
    drawn = question.sample(number=6, seed=1)
    assert str(drawn[0]) == "c1 f2 b3 e4 h5 a6 g7 d8"  # on any machine
    assert drawn.placements == question.sample(number=6, seed=1, cache=False).placements
    assert drawn[:3] == question.sample(number=3, seed=1, engine="diagram").placements
    assert drawn.placements != question.sample(number=6, seed=2).placements


def test_numbers_below_a_total_do_not_depend_on_the_version_of_python() -> None:
    assert list(ranks_below(92, 8, 1)) == [17, 72, 8, 32, 15, 63, 57, 60]
    assert list(ranks_below(1, 3, 1)) == [0, 0, 0]
    assert list(ranks_below(0, 3, 1)) == []


def test_the_command_says_how_it_was_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["sample", "queens", "6", "--number", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("3 drawn from 4 placements, each equally likely at each draw; seed")
    assert exit_code_of(["sample", "queens", "6", "--number", "3", "--json"]) == 0
    told = capsys.readouterr()
    objects = [json.loads(line) for line in told.out.splitlines()]
    assert [line["number"] for line in objects] == [1, 2, 3]
    assert {line["distribution"] for line in objects} == {"uniform, with repetition"}
    assert {(line["seed"], line["total"]) for line in objects} == {(1, 4)}
    assert told.err.startswith("3 drawn from 4 placements")


@pytest.mark.parametrize("workers", [0, 1])
def test_workers_count_for_a_sample(workers: int) -> None:
    expected = satchess.queens(6).sample(number=4, cache=False)
    assert satchess.queens(6).sample(number=4, workers=workers).placements == expected.placements


def test_nothing_to_draw(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["sample", "queens", "60", "--number", "0"]) == 0
    assert capsys.readouterr().out == "Nothing was drawn.\n"
    assert exit_code_of(["sample", "queens", "3"]) == 0
    assert capsys.readouterr().out == "There is no such placement.\n"
    assert satchess.queens(3).sample().placements == ()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--number", "-1"], "number"),
        (["--number", "many"], "number"),
        (["--seed", "-4"], "seed"),
        (["--engine", "sat"], "does not sample"),
        (["--engine", "stockfish"], "stockfish"),
    ],
)
def test_bad_samples(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["sample", "queens", "6", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("options", [{"number": -1}, {"seed": 1.5}, {"number": True}])
def test_bad_samples_of_the_library(options: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="expected a whole number"):
        satchess.sample(satchess.queens(6), **options)  # type: ignore[arg-type]


def test_how_many_may_come_first() -> None:
    sample = satchess.queens(6).sample(2, cache=False)
    assert sample == pickle.loads(pickle.dumps(sample))
    assert sample.placements == satchess.sample(satchess.queens(6), number=2).placements
    assert repr(sample) == "<Sample of 2 placements of 'independence queen 6x6 --size 6', seed 1>"


@pytest.mark.parametrize("ask", [satchess.answer, satchess.lookup, satchess.explain])
def test_a_sample_is_no_answer(ask: Callable[..., object]) -> None:
    """It is not remembered, so that it is asked for by a function of its own."""
    with pytest.raises(BadInput, match="verb 'sample': expected one of solve, count, list, first"):
        ask("sample", satchess.queens(4))


def test_a_sample_that_runs_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TimeoutError, match="not counted"):
        satchess.queens(22).sample(timeout=0.3, cache=False)
    assert exit_code_of(["sample", "queens", "22", "--timeout", "0.3", "--no-cache"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "out of time" in told.err


def test_a_sample_that_is_interrupted() -> None:
    process = start("sample", "queens", "22", "--no-cache")
    eventually(lambda: children_of(process.pid), 30)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (3, "")
    assert "interrupted" in err
