"""An engine for tests: walks to the first placement of n queens, and decides prefix by prefix.

Run as `python tests/walker.py REQUEST`, it asks the request of itself in this process, with the
usual cache, and prints each prefix once that is decided and written.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import ClassVar

import pytest

from satchess.domain.placement import Placement
from satchess.engines import BUILT_IN, Home
from satchess.events import Decided, Done, Event, Found
from satchess.service.answer import ask
from satchess.task import Claim, Fact, Task

NAME = "walker"
HOME = Home(NAME, "Walker", frozenset({"first"}))


class Walker:
    """Columns row by row; whether a prefix can be completed is found by backtracking."""

    name: ClassVar[str] = NAME
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "for tests"
    told: tuple[Fact, ...] = ()
    """What the last run was told."""

    def objection(self, task: Task) -> str | None:
        return None

    def reluctance(self, task: Task) -> str | None:
        return None

    def forecast(self, task: Task) -> str:
        return "little"

    def run(self, task: Task) -> Iterator[Event]:
        Walker.told = task.facts
        known = remembered(task)
        board = task.question.board
        prefix: list[int] = []
        placement = None
        while len(prefix) < board.rows:
            for column in range(1, board.columns + 1):
                given = " ".join(map(str, [*prefix, column]))
                if given not in known:
                    columns = completed([*prefix, column], board.columns)
                    known[given] = None if columns is None else placed(task, columns)
                    yield Decided(Fact(Claim(None, given), known[given]), "walk: 1\nstep", 1.0)
                    announce(given)
                if (found := known[given]) is not None:
                    placement = found
                    prefix.append(column)
                    break
            else:
                break
        assert placement is not None
        yield Found(placement)
        yield Done()


def announce(given: str) -> None:
    """Say what is written by now."""
    if __name__ == "__main__":
        print(given, flush=True)
        said.hang -= 1
        if said.hang == 0:
            time.sleep(60)


def remembered(task: Task) -> dict[str, Placement | None]:
    return {fact.claim.given: fact.placement for fact in task.facts}


def placed(task: Task, columns: list[int]) -> Placement:
    squares = [f"{'abcdefghijkl'[column - 1]}{row}" for row, column in enumerate(columns, 1)]
    return task.question.read(" ".join(squares))


def completed(columns: list[int], size: int) -> list[int] | None:
    """Return columns of queens that begin like this, if there are any."""
    *before, last = columns
    if any(last - c in (0, len(before) - r, r - len(before)) for r, c in enumerate(before)):
        return None
    if len(columns) == size:
        return columns
    tries = (completed([*columns, column], size) for column in range(1, size + 1))
    return next((found for found in tries if found is not None), None)


def module() -> ModuleType:
    """Return what the registry of engines is to import."""
    made = ModuleType(f"satchess.engines.{NAME}")
    made.Walker = Walker  # type: ignore[attr-defined]
    return made


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process know the engine, for one test."""
    monkeypatch.setitem(sys.modules, f"satchess.engines.{NAME}", module())
    monkeypatch.setitem(BUILT_IN, NAME, HOME)


if __name__ == "__main__":
    sys.modules[f"satchess.engines.{NAME}"] = module()
    BUILT_IN[NAME] = HOME
    parser = argparse.ArgumentParser()
    parser.add_argument("request")
    parser.add_argument("--hang", type=int, default=0, help="wait for the end after so many")
    parser.add_argument("--limit", type=int, help="bytes that no file may grow beyond")
    parser.add_argument("--nobody", action="store_true", help="permission bits do not stop root")
    said = parser.parse_args()
    if said.limit:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (said.limit, resource.RLIM_INFINITY))
    if said.nobody and os.getuid() == 0:
        import_module("satchess.service.working")  # nobody may not be able to read it
        os.setuid(65534)
    answer = ask(said.request, engine=NAME, workers=0)
    print("answer", *(answer.permutation or ()), "|", answer.note)
