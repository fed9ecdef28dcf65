"""The atlas that comes with satchess: a sample of it worked out again, and every published cell."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from satchess import atlas
from satchess.answers import Answer, Trust
from satchess.atlas.file import AtlasFile
from satchess.atlas.records import read
from satchess.request import Request
from satchess.service.answer import answer, lookup
from satchess.service.atlas_building import methods
from tests.engines.test_published import CELLS, MISPRINTS, OTHERS, true_entry

BUDGET = 8.0
"""Seconds to recompute a sample in."""

QUICK, SMALL = 0.3, 25
"""Only what took no longer, on boards with no more squares, is worked out again."""

FEWEST_ANSWERS, MOST_BYTES = 10_000, 5_000_000
CHECKED = 400


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> Iterator[AtlasFile]:
    monkeypatch.delenv("SATCHESS_ATLAS")
    with AtlasFile(atlas.SHIPPED) as file:
        yield file


def drawn(file: AtlasFile, seed: int) -> Iterator[Answer]:
    """Yield its answers in an order that the seed decides."""
    digests = [digest for digest, _ in file.records()]
    random.Random(seed).shuffle(digests)
    for digest in digests:
        record = file.find(digest)
        assert record is not None
        yield read(record, digest, thorough=True)


def test_it_is_large_and_small(shipped: AtlasFile) -> None:
    assert len(shipped) >= FEWEST_ANSWERS
    assert atlas.SHIPPED.stat().st_size <= MOST_BYTES


def test_a_random_sample_is_worked_out_again(shipped: AtlasFile) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    started, done = time.monotonic(), 0
    for known in drawn(shipped, seed):
        if known.seconds > QUICK or len(known.question.board) > SMALL:
            continue
        request = known.request
        found = answer(request.verb, request.question, counting=request.counting, cache=False)
        assert (found.status, found.value, found.count, found.by_size) == (
            *(known.status, known.value, known.count, known.by_size),
        ), f"{request}, seed {seed}"
        done += 1
        if time.monotonic() - started > BUDGET:
            break
    assert done


def test_answers_are_intact_and_by_two_methods(shipped: AtlasFile) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    for _, known in zip(range(CHECKED), drawn(shipped, seed), strict=False):
        assert known.status.is_final
        assert known.trust is not Trust.SINGLE
        one, other = (methods(name, _counting(known)) for name in known.engines.split("+"))
        assert not one & other, known


def _counting(known: Answer) -> Request:
    """What the engines did: an optimum is the end of a count by size, or of a count."""
    if known.request.counting.up_to_symmetry:
        return known.request
    return Request("count", known.question, replace(known.request.counting, by_size=True))


@pytest.mark.parametrize("question", CELLS)
def test_every_published_cell(question: str) -> None:
    known = lookup("count", _parsed(question), trust="confirmed")
    assert known is not None, "not in the atlas"
    assert [known.value, known.count] == true_entry(question)
    assert known.source == "atlas"


@pytest.mark.parametrize("question", OTHERS)
def test_other_published_numbers(question: str) -> None:
    known = lookup("count", _parsed(question))
    if known is not None:
        assert (known.value, known.count) == OTHERS[question]


def test_misprints_are_not_what_the_atlas_says() -> None:
    assert MISPRINTS
    for question, misprint in MISPRINTS.items():
        known = lookup("count", _parsed(question))
        assert known is not None
        assert [known.value, known.count] == misprint["true"] != misprint["printed"]


def _parsed(question: str) -> Any:
    return Request.parse(f"count {question}").question
