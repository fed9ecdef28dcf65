"""`satchess warm`: every kernel is compiled, once."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchess.cli.failures import exit_code_of
from satchess.engines.kernels import notices, warm
from satchess.engines.kernels.warm import Warming

QUICK = """
import sys
from satchess.cli.failures import exit_code_of
from satchess.engines.kernels import warm

every = list(warm.warmings())
warm.warmings = lambda: [w for w in every if w.name in ("rows, range 1", "rows of any board")]
sys.exit(exit_code_of(["warm"]))
"""


def warm_in(folder: Path) -> "subprocess.Popen[str]":
    """Compile two families into a folder, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", QUICK],
        env={"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": ":".join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_two_at_once_compile_everything_and_the_next_run_nothing(tmp_path: Path) -> None:
    both = [warm_in(tmp_path) for _ in range(2)]
    for run in both:
        told, complaints = run.communicate(timeout=100)
        assert (run.returncode, complaints) == (0, "")
        assert "compiled" in told
        assert f"kept in {tmp_path}" in told
    assert list(tmp_path.rglob("*.nbc"))
    told, _ = warm_in(tmp_path).communicate(timeout=100)
    assert told.startswith("All kernels are compiled already")


@pytest.fixture
def families(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two families that take no time; the second is interrupted if told so."""
    done: list[str] = []

    def compile_one() -> None:
        notices.tell("_kernel", over=False)
        notices.tell("_kernel", over=True)
        done.append("one")

    def interrupted() -> None:
        if "interrupt" in done:
            raise KeyboardInterrupt

    def warmings() -> Iterator[Warming]:
        yield Warming("one", compile_one)
        yield Warming("two", interrupted)

    monkeypatch.setattr(warm, "warmings", warmings)
    return done


def test_warm_says_how_many_and_where(
    families: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(["warm"]) == 0
    assert families == ["one"]
    assert capsys.readouterr().out.startswith("1 kernel compiled in 0 s\n")


def test_ctrl_c_keeps_what_is_compiled(
    families: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    families.append("interrupt")
    assert exit_code_of(["warm"]) == 3
    assert "1 of 2 families" in capsys.readouterr().out


AFTER = """
from satchess.engines.kernels import notices, warm
from satchess.events import Compiling
from satchess.processes.pool import run
from satchess.questions import Question
from satchess.task import Task

for family in warm.warmings():
    family.compile()
for words in (
    "first queens 24", "count queens 9", "count leprechauns 3 17", "first queens 68",
    "count independence queen 7x7:torus --size 7", "count domination king 10x10",
    "solve beautiful 20", "solve leprechauns 5 44",
):
    verb, text = words.split(maxsplit=1)
    for event in run(Task(verb, Question.parse(text))):
        assert not isinstance(event, Compiling), (words, event)
print("nothing")
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AFTER],
        env={"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("nothing\n", "")
