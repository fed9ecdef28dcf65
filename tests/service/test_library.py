"""The library: the same words as the command line, and what it is made of."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satchess
from satchess import Answer, Placement, SatchessError, Status, Tuning
from satchess.cli.failures import exit_code_of
from satchess.questions.keywords import DominationOptions
from satchess.service import answer as service
from tests.paths import ROOT

PUBLIC_NAMES = """
AbbotsWindow Answer Appraisal AttackGraph Board Chain Client Counting CrowdedBoard Diverse
Domination EqualVision Independence Irredundance Lights NoThreeInLine NonDominating Peaceable
Piece Placement Puzzle Question Request Sample SatchessError Separation Sequence Spread Square
Stamps Status Stop StopReason Table Trust Tuning Why abbots_window answer ask attack_graph
beautiful chain check crowded_board diverse dominating_set domination equal_vision explain
independence independent_set irredundance irredundant_set leprechauns lights lookup
no_three_in_line non_dominating peaceable placements puzzle queens sample separation sequence
spread stamps table to_thread why write_graph
"""


def test_public_names() -> None:
    assert satchess.__all__ == sorted(PUBLIC_NAMES.split())
    assert [name for name in dir(satchess) if not name.startswith("_")] == satchess.__all__
    for name in satchess.__all__:
        assert getattr(satchess, name).__doc__, f"{name} is documented"
    with pytest.raises(AttributeError, match="no attribute 'solve'"):
        getattr(satchess, "solve")  # noqa: B009


def test_ask_in_words() -> None:
    answer = satchess.ask("solve domination queen 8x8")
    assert (answer.status, answer.value, answer.cached) == (Status.OPTIMAL, 5, False)
    assert isinstance(answer, Answer)
    assert isinstance(answer.placement, Placement)
    assert satchess.ask("solve domination queen 8x8").cached


def test_verbs_of_a_question() -> None:
    question = satchess.independence("queen", "6")
    assert question.solve().value == 6
    assert question.count().count == 4
    assert question.first().permutation == (2, 4, 6, 1, 3, 5)
    assert len(list(question.placements())) == 4
    assert len(list(question.placements(limit=3))) == 3
    found = satchess.lookup("count", question)
    assert found is not None
    assert (found.count, found.cached) == (4, True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ""),
        ({"total": True, "upper": False}, " --total"),
        ({"within": "diagonal"}, " --within diagonal"),
        ({"holes": "c3, b2"}, " --holes b2,c3"),
        ({"walls": ["c3", "b2"]}, " --walls b2,c3"),
        ({"where": "~b1&~a1"}, " --where '~a1 & ~b1'"),
        ({"size": 6}, " --size 6"),
        ({"require": "a1", "forbid": "b2 a2"}, " --require a1 --forbid a2,b2"),
    ],
)
def test_options_are_keywords(options: DominationOptions, words: str) -> None:
    question = satchess.domination("queen", "4", **options)
    assert str(question) == f"domination queen 4x4{words}"
    assert satchess.Question.parse(f"domination queen 4{words}") == question


def test_nothing_is_remembered_without_a_cache(own_cache: Path, tmp_path: Path) -> None:
    question = satchess.domination("king", "4")
    question.solve(cache=False)
    assert not own_cache.exists()
    question.solve(cache=tmp_path / "mine.db")
    assert satchess.lookup("solve", question) is None
    assert satchess.lookup("solve", question, cache=str(tmp_path / "mine.db")) is not None


@pytest.mark.parametrize(
    "request_text",
    ["", "solve", "ponder domination queen 8", "solve domination queen", "count frob queen 8"],
)
def test_bad_requests(request_text: str) -> None:
    with pytest.raises(SatchessError):
        satchess.ask(request_text, cache=False)


@pytest.mark.parametrize(
    ("request_text", "meant"),
    [
        ("slove queens 6", "'solve queens 6'"),
        ("queens 6", "'solve queens 6'"),
        ("lights 5", "'solve lights 5'"),
        ("knight domination 5", "'solve knight domination 5'"),
        ("sample queens 6", None),
        ("table domination queen 4..6", None),
    ],
)
def test_what_is_meant_can_be_asked(request_text: str, meant: str | None) -> None:
    with pytest.raises(SatchessError) as caught:
        satchess.ask(request_text, cache=False)
    _, did_you_mean, rest = str(caught.value).partition("did you mean ")
    assert rest == (f"{meant}?" if meant else "")
    assert bool(did_you_mean) == bool(meant)


@pytest.mark.parametrize(
    "tuning", [Tuning(solver="x"), Tuning(cardinality="x"), Tuning(at_most_one="x")]
)
def test_choices_that_there_are_not(tuning: Tuning) -> None:
    question = satchess.domination("king", "3")
    with pytest.raises(SatchessError, match="'x': expected one of"):
        question.solve(cache=False, tuning=tuning)
    with pytest.raises(SatchessError, match="'x': expected one of"):
        next(question.placements(tuning=tuning))


def test_limits_of_a_listing() -> None:
    hard = satchess.domination("queen", "20")
    with pytest.raises(TimeoutError, match="out of time after 0 placements"):
        next(hard.placements(timeout=0.5))


# What starting costs

HEAVY = (
    *("pysat", "pyeda", "sqlite_utils", "numpy", "numba", "ortools", "highspy"),
    *("networkx", "pandas", "IPython", "asyncio", "multiprocessing", "reportlab", "resvg_py"),
    "satchess.render.svg",
)


def modules_after(code: str) -> set[str]:
    """The modules that are loaded in a new process after it has run some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stderr.split())


def test_import_is_light() -> None:
    loaded = modules_after("import satchess")
    assert loaded.isdisjoint({*HEAVY, "click", "sqlite3"})


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["lookup", "solve", "domination", "king", "3"], 0),
        (["lookup", "count", "domination", "king", "7x7"], 3),
        (["solve", "domination", "king", "3"], 0),
        (["check", "independence", "queen", "4", "--placement", "a1"], 0),
        (["pieces"], 0),
    ],
)
def test_light_commands_import_nothing_heavy(words: list[str], code: int) -> None:
    satchess.domination("king", "3").solve()
    run = "from satchess.cli.failures import exit_code_of"
    loaded = modules_after(f"{run}\nassert exit_code_of({words}) == {code}")
    assert loaded.isdisjoint(HEAVY)


def test_what_is_remembered_needs_nothing_that_works() -> None:
    satchess.domination("king", "3").solve()
    run = "from satchess.cli.failures import exit_code_of"
    loaded = modules_after(f"{run}\nassert exit_code_of('solve domination king 3'.split()) == 0")
    assert "satchess.cache.records" in loaded
    rooms = (
        *("satchess.engines", "satchess.processes.pool", "satchess.service.session"),
        *("satchess.task", "satchess.events"),
    )
    assert not [name for name in loaded if name.startswith(rooms)]


@pytest.mark.parametrize(
    "request_", ["solve domination knight 10", "count domination king 6", "solve domination rook 5"]
)
def test_the_choice_of_an_engine_loads_no_numbers(request_: str) -> None:
    """Engines that are asked what they object to load what they need only when they run."""
    verb, words = request_.split(maxsplit=1)
    choose = (
        "from satchess.engines.plan import choose_engine\n"
        "from satchess.questions import Question\n"
        "from satchess.task import Task\n"
        f"choose_engine(Task({verb!r}, Question.parse({words!r})))"
    )
    assert modules_after(choose).isdisjoint({"numpy", "numba", "highspy", "ortools"})


# What is installed


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an sdist has copies")
@pytest.mark.parametrize("link", ["cache", "encodings"])
def test_folders_at_the_root_are_packages(link: str) -> None:
    assert os.readlink(ROOT / "satchess" / link) == f"../{link}"


def test_python_starts_in_the_root() -> None:
    """A package `encodings` on the path would hide the standard library's, and end it all."""
    assert not (ROOT / "encodings" / "__init__.py").exists()
    done = subprocess.run(
        [sys.executable, "-c", "import encodings.utf_8, codecs; print('fine')"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "fine\n"


@pytest.mark.parametrize("verb", ["solve", "count", "first"])
@pytest.mark.parametrize(
    "text", ["independence queen 6 --size 6", "domination king 4", "independence king 3 --all"]
)
def test_every_verb_with_and_without_a_solution_in_the_cache(verb: str, text: str) -> None:
    fresh = satchess.ask(f"{verb} {text}", cache=False, timeout=60)
    satchess.ask(f"solve {text}")
    warm = satchess.ask(f"{verb} {text}", timeout=60)
    assert (warm.status, warm.value, warm.count) == (fresh.status, fresh.value, fresh.count)


def test_a_worker_whose_parent_is_gone_ends() -> None:
    worker = "from satchess.processes.worker import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", worker, "1" if os.getpid() != 1 else "2"],
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert ran.returncode == (1 if sys.platform == "linux" else 0)


def test_options_as_python_values() -> None:
    question = satchess.independence("queen", 8, size=3, require=["a1", "b3"])
    assert str(question) == "independence queen 8x8 --size 3 --require a1,b3"
    for wrong in ({"size": 2.5}, {"total": "no"}):
        with pytest.raises(satchess.SatchessError):
            satchess.domination("king", "5", **wrong)


# Tables


def test_a_table_is_the_one_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    table = satchess.table("domination queen,rook 3..5 --total", count=True)
    assert exit_code_of(["table", "domination", "queen,rook", "3..5", "--total", "--count"]) == 0
    assert str(table) == capsys.readouterr().out.rstrip("\n")
    assert table["rook", 4, 4].count == satchess.domination("rook", 4, total=True).count().count


def test_the_same_question_on_other_boards() -> None:
    question = satchess.domination("queen", "8x8:torus", within="border", independent=True)
    table = question.table("3..4x4..5", cache=False, timeout=60)
    assert set(table) == {(m, n) for m in (3, 4) for n in (4, 5)}
    for (m, n), answer in table.items():
        words = f"domination queen {m}x{n}:torus --within border --independent"
        assert answer.question == satchess.Question.parse(words)
    holed = satchess.domination("king", 3, holes="b2", walls="c3").table("3..4:cylinder")
    assert [str(answer.question) for answer in holed.values()] == [
        f"domination king {n}x{n}:cylinder --holes b2 --walls c3" for n in (3, 4)
    ]


def test_ctrl_c_keeps_the_rows_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answer = service.respond

    def interrupted(request: satchess.Request, *rest: Any, **options: Any) -> Any:
        asked.append(str(request.question.board))
        if len(asked) == 3:
            raise KeyboardInterrupt
        return answer(request, *rest, **options)

    monkeypatch.setattr(service, "respond", interrupted)
    table = satchess.table("independence king 2..9", catch_interrupt=True)
    assert list(table) == [(2, 2), (3, 3)]
    asked.clear()
    with pytest.raises(KeyboardInterrupt):
        satchess.table("independence king 2..9")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: satchess.table("domination queen 5..3"), "the range 5..3 is empty"),
        (lambda: satchess.table("dominion queen 3..5"), "'dominion'"),
        (lambda: satchess.table("puzzle detective"), "it has a board of its own"),
        (lambda: satchess.puzzle("detective").table("3..5"), "it has a board of its own"),
        (lambda: satchess.queens(4).table("x"), "expected a range such as"),
        (lambda: satchess.queens(4).table("4", timeot=3), "did you mean 'timeout'"),  # type: ignore[call-arg]
    ],
)
def test_tables_that_there_are_not(make: Callable[[], object], message: str) -> None:
    with pytest.raises(SatchessError, match=message):
        make()
