"""Several command lines on one cache, one of them killed: nothing is lost, nothing is half."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from satchess.answers import Answer
from satchess.cache import Store
from tests.paths import published

PUBLISHED: dict[str, list[int]] = published("berghammer")["domination"]["king"]
SMALL, LARGE = "3..5x3..5", "4..6x3..5"
"""Tables that overlap, and meet in transposed boards too."""


def start_table(boards: str, *options: str) -> "subprocess.Popen[str]":
    words = ["table", "domination", "king", boards, "--count", "--format", "json", *options]
    return subprocess.Popen(
        [sys.executable, "-m", "satchess", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: "subprocess.Popen[str]") -> list[dict[str, Any]]:
    """The answers of a table that was not disturbed."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    answers: list[dict[str, Any]] = json.loads(out)
    return answers


def entry_for(question: str) -> list[int]:
    rows, columns = sorted(map(int, question.split()[-1].split("x")))
    return PUBLISHED[f"{rows}x{columns}"]


def final_answers(path: Path) -> dict[str, tuple[int | None, int | None]]:
    with Store(path) as store:
        return {a.signature: _numbers(a) for a in store.rows() if a.status.is_final}


def _numbers(answer: Answer) -> tuple[int | None, int | None]:
    return answer.value, answer.count


def kill_after_some_answers(
    process: "subprocess.Popen[str]", path: Path, dice: random.Random
) -> dict[str, tuple[int | None, int | None]]:
    """Kill a table at a random moment; return what anybody could read just before."""
    wanted, deadline = dice.randint(0, 12), time.monotonic() + 30
    while process.poll() is None and len(final_answers(path)) < wanted:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    time.sleep(dice.uniform(0, 0.05))
    seen = final_answers(path)
    process.kill()
    process.communicate()
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_tables_that_share_a_cache(seed: int, own_cache: Path) -> None:
    dice = random.Random(seed)
    survivor, victim = start_table(SMALL), start_table(LARGE)
    seen = kill_after_some_answers(victim, own_cache, dice)
    told = finished(survivor)
    third = finished(start_table(LARGE))

    for answer in [*told, *third]:
        assert [answer["value"], answer["count"]] == entry_for(answer["question"])
    kept = final_answers(own_cache)
    assert kept.items() >= seen.items()
    assert {
        a["signature"]: (a["value"], a["count"]) for a in [*told, *third]
    }.items() <= kept.items()
    with Store(own_cache) as store:
        assert list(store.check()) == []
    assert all(answer["cached"] for answer in finished(start_table(LARGE)))
