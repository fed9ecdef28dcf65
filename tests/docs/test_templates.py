"""The templates for newcomers work as they stand: registered, each answers a small question."""

import shlex
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, product
from types import ModuleType

import pytest
from pysat.solvers import Solver

from satchess import questions
from satchess.cli.failures import exit_code_of
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.collector import ClauseCollector
from satchess.engines import BUILT_IN, Home, plan
from satchess.request import Request
from satchess.service.tasks import state_task
from tests.docs.pages import DOCS

HERE = ("--no-cache", "--workers", "0")
"""In this process, which alone knows what is registered."""


def loaded(name: str, as_: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a template as if it had been copied to its place."""
    spec = spec_from_file_location(as_, DOCS / "how-to" / "templates" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, as_, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def no_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("question", "satchess.questions.no_squares", monkeypatch)
    monkeypatch.setitem(questions._HOMES, "no-squares", ("no_squares", "NoSquares"))


def by_hand(side: int) -> tuple[int, int]:
    """The most points without an upright square, and in how many ways, by trying all sets."""
    squares = list(product(range(side), repeat=2))
    for size in range(len(squares), -1, -1):
        ways = 0
        for points in map(set, combinations(squares, size)):
            ways += not any(
                {(r + d, c), (r, c + d), (r + d, c + d)} <= points
                for r, c in points
                for d in range(1, side)
            )
        if ways:
            return size, ways
    raise AssertionError


@pytest.mark.usefixtures("no_squares")
@pytest.mark.parametrize("side", [2, 3])
def test_the_question(side: int, capsys: pytest.CaptureFixture[str]) -> None:
    size, ways = by_hand(side)
    assert exit_code_of(["count", "no-squares", str(side), "--cross-check", *HERE]) == 0
    assert capsys.readouterr().out.startswith(f"{ways} ways. {size} points fit on {side}x{side}, ")


@pytest.mark.usefixtures("no_squares")
def test_the_question_has_all_the_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["check", "no-squares", "3", "--placement", "a1 c1 a3 c3"]) == 1
    assert "a1 and c3 are opposite corners" in capsys.readouterr().out
    assert exit_code_of(["solve", "no-squares", "5", "--json", *HERE]) == 0
    assert '"value": 17,' in capsys.readouterr().out  # A227133
    assert exit_code_of(["first", "no-squares", "3", *HERE]) == 0
    assert exit_code_of(["solve", "no-squares", "4x4:torus", *HERE]) == 2


@pytest.fixture
def exhaustive(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("engine", "satchess.engines.exhaustive", monkeypatch)
    home = Home("exhaustive", "ExhaustiveEngine", frozenset({"solve", "count"}))
    monkeypatch.setitem(BUILT_IN, "exhaustive", home)


@pytest.mark.usefixtures("exhaustive")
@pytest.mark.parametrize(
    "question",
    [
        *(f"{kind} king 3x4" for kind in ("independence", "domination")),
        *("domination queen 4 --independent", "independence knight 4 --where 'a1 ^ b1'"),
        *("no-three-in-line 3", "lights 3", "domination king 3 --within none"),
    ],
)
def test_the_engine(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It agrees with the engine that would be chosen."""
    words = ["count", *shlex.split(question)]
    assert exit_code_of([*words, "--engine", "exhaustive", *HERE]) == 0
    ours = capsys.readouterr().out.splitlines()[0]
    assert exit_code_of([*words, *HERE]) == 0
    assert capsys.readouterr().out.splitlines()[0] == ours


@pytest.mark.usefixtures("exhaustive")
@pytest.mark.parametrize(
    "request_", ["count queens 4", "count --by-size domination king 3", "solve stamps 3"]
)
def test_the_engine_refuses_what_it_does_not_know(request_: str) -> None:
    task = state_task(Request.parse(request_))
    assert any(line.startswith("   exhaustive: no, ") for line in plan.explain(task))


@pytest.fixture
def commander(monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded("encoding", "satchess.encodings.commander", monkeypatch)
    monkeypatch.setitem(AT_MOST_ONE.built_in, "commander", module.COMMANDER)


@pytest.mark.usefixtures("commander")
@pytest.mark.parametrize("size", range(11))
def test_the_encoding(size: int) -> None:
    """Its models are the assignments with at most one true literal."""
    collector = ClauseCollector(size)
    literals = [variable if variable % 3 else -variable for variable in range(1, size + 1)]
    AT_MOST_ONE["commander"].encode(collector, literals)
    variables = range(1, collector.top + 1)
    with Solver(
        "minisat22", bootstrap_with=[*collector.clauses, *([v, -v] for v in variables)]
    ) as s:
        models = [set(model) for model in s.enum_models()]
    found = {frozenset(literals) & model for model in models}
    assert found == {frozenset(), *(frozenset([literal]) for literal in literals)}


@pytest.mark.usefixtures("commander")
def test_the_encoding_answers_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "independence", "queen", "11", "--engine", "sat"]
    assert exit_code_of([*words, "--at-most-one", "commander", *HERE]) == 0
    assert capsys.readouterr().out.startswith("11 queens fit on 11x11")
