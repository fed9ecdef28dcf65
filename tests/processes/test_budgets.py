"""Budgets: time, memory, Ctrl-C, and that nothing is left behind."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.phrases import counted
from satchess.events import Done
from satchess.processes import pool
from satchess.questions import Question
from satchess.task import Task
from tests.commands import COMMAND, UNSAFE, children_of, start
from tests.commands import eventually as wait_for

HARD = ["solve", "domination", "queen", "20:cylinder"]
"""Days of work, but bounds at once."""

PATIENCE = 15.0
"""Seconds until something hangs; machines are noisy, so nothing is measured more closely."""

Answer = TypeVar("Answer")

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def run(words: str) -> int:
    """Run a command line in this process."""
    return exit_code_of(words.split())


def run_for(seconds: int, words: str) -> int:
    """Run a command line with so much time; it must not take much more."""
    started = time.monotonic()
    code = run(f"{words} --timeout {seconds}")
    assert time.monotonic() - started < seconds + PATIENCE
    return code


def for_longer_and_longer(
    ask: Callable[[int], Answer], is_enough: Callable[[Answer], Any]
) -> Answer:
    """Ask with more time until enough is known: a busy machine needs a while to begin."""
    for seconds in (1, 2, 4, 8, 16):
        answer = ask(seconds)
        if is_enough(answer):
            return answer
    raise AssertionError(f"all that is known after 16 s: {answer}")


def eventually(happened: Callable[[], Any]) -> Any:
    return wait_for(happened, PATIENCE)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_gone(process: int) -> bool:
    return not is_running(process)


def is_worker(process: int) -> bool:
    return b"satchess.processes.worker" in Path(f"/proc/{process}/cmdline").read_bytes()


def worker_of(process: "subprocess.Popen[str]") -> int:
    """The worker of a command line, once it has loaded its SAT solvers."""
    (worker,) = eventually(lambda: children_of(process.pid))
    eventually(lambda: "pysolvers" in Path(f"/proc/{worker}/maps").read_text())
    return int(worker)


@pytest.fixture(params=[COMMAND, UNSAFE], ids=["copied", "spawned"])
def hard_run(request: pytest.FixtureRequest) -> "Iterator[subprocess.Popen[str]]":
    """A command line that will not be done soon."""
    process = start(*HARD, "--json", by=request.param)
    yield process
    process.kill()
    process.communicate()


# Time


@pytest.mark.parametrize("verb", ["solve", "count", "first"])
def test_out_of_time_has_bounds(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    def asked(limit: int) -> Any:
        assert run_for(limit, " ".join([verb, *HARD[1:], "--json"])) == 3
        answer = json.loads(capsys.readouterr().out)
        assert answer["note"].startswith(f"out of time after {limit} s")  # a job may keep parts
        return answer

    def knows_bounds(answer: Any) -> bool:
        return answer["lower"] is not None and (verb == "count" or answer["upper"] is not None)

    answer = for_longer_and_longer(asked, knows_bounds)
    assert answer["status"] == "bounded"
    assert 1 <= answer["lower"] <= 10
    if verb != "count":  # counting engines look for no placement on the way
        assert 10 <= answer["upper"] <= 20
    assert answer["value"] is None
    assert not answer["exact"]


def test_bounds_are_stored_and_only_improve() -> None:
    question = satchess.domination("queen", "18:cylinder")
    before: tuple[int, int] = (0, 18 * 18)
    for_longer_and_longer(
        lambda seconds: question.solve(timeout=seconds), lambda answer: answer.upper is not None
    )
    for timeout in (1.0, 0.01, 2.0):
        answer = question.solve(timeout=timeout)
        stored = satchess.lookup("solve", question)
        assert stored is not None
        assert not stored.status.is_final
        assert (stored.lower, stored.upper) == (answer.lower, answer.upper)
        assert answer.lower is not None
        assert answer.upper is not None
        assert before[0] <= answer.lower < answer.upper <= before[1]
        before = (answer.lower, answer.upper)


def test_lookup_of_bounds_is_not_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    def looked_up(seconds: int) -> str:
        assert run_for(seconds, " ".join(HARD)) == 3
        capsys.readouterr()
        assert exit_code_of(["lookup", *HARD]) == 3
        return capsys.readouterr().out

    assert for_longer_and_longer(looked_up, lambda shown: shown.startswith("Between"))


def test_a_count_that_is_cut_short_is_a_lower_bound(capsys: pytest.CaptureFixture[str]) -> None:
    def asked(seconds: int) -> Any:
        assert run_for(seconds, "count independence rook 12 --engine sat --json") == 3
        return json.loads(capsys.readouterr().out)

    answer = for_longer_and_longer(asked, lambda answer: answer["count"])
    assert (answer["status"], answer["exact"]) == ("bounded", False)
    assert 0 < answer["count"] < math.factorial(12)


def test_a_list_that_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    def listed(seconds: int) -> list[str]:
        assert run_for(seconds, "list independence rook 12 --json") == 3
        out, err = capsys.readouterr()
        placements = out.splitlines()
        assert err == f"satchess: out of time after {counted(len(placements), 'placement')}\n"
        return placements

    assert for_longer_and_longer(listed, bool)


def test_a_table_goes_on_after_a_cell_without_answer(capsys: pytest.CaptureFixture[str]) -> None:
    code = run("table domination queen 20..20x19..20 --timeout 0.7")
    cells = capsys.readouterr().out.splitlines()[1].split()[1:]
    assert code == 3
    assert len(cells) == 2
    assert all(cell == "?" or ".." in cell for cell in cells)


# Memory


@pytest.mark.parametrize("memory", ["1M", "60M"])
def test_out_of_memory_is_said(memory: str, capfd: pytest.CaptureFixture[str]) -> None:
    code = exit_code_of(["solve", "domination", "queen", "60", "--memory", memory, "--json"])
    out, err = capfd.readouterr()
    assert code == 3
    assert "Traceback" not in err
    assert json.loads(out)["note"].startswith("out of memory")


def test_enough_memory_is_no_hindrance() -> None:
    assert satchess.domination("queen", "6").solve(cache=False, memory=2**31).value == 3


# Ctrl-C and worse


@linux_only
def test_interrupt_ends_with_the_bounds(hard_run: "subprocess.Popen[str]") -> None:
    worker = worker_of(hard_run)
    time.sleep(1)
    os.killpg(hard_run.pid, signal.SIGINT)
    out, err = hard_run.communicate(timeout=PATIENCE)
    assert hard_run.returncode == 3
    assert "Traceback" not in err
    answer = json.loads(out)
    assert (answer["status"], answer["note"]) == ("bounded", "interrupted")
    assert answer["lower"] < answer["upper"]
    assert not is_running(worker)
    stored = satchess.lookup("solve", satchess.domination("queen", "20:cylinder"))
    assert stored is not None
    assert (stored.lower, stored.upper) == (answer["lower"], answer["upper"])


@linux_only
@pytest.mark.parametrize(
    "words", ["list independence rook 10", "table domination queen 20..21 --engine sat"]
)
def test_interrupt_of_other_commands(words: str) -> None:
    process = start(*words.split())
    worker = worker_of(process)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert "Traceback" not in err
    assert not is_running(worker)


@linux_only
@pytest.mark.parametrize("by", [COMMAND, UNSAFE], ids=["copied", "spawned"])
def test_interrupt_while_the_worker_starts(by: tuple[str, ...]) -> None:
    process = start(*HARD, by=by)
    (worker,) = eventually(lambda: children_of(process.pid))
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, "")
    eventually(lambda: not is_running(worker))


@linux_only
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_no_worker_survives_its_parent(
    hard_run: "subprocess.Popen[str]", number: signal.Signals
) -> None:
    worker = worker_of(hard_run)
    hard_run.send_signal(number)
    hard_run.wait(PATIENCE)
    eventually(lambda: not is_running(worker))


@linux_only
def test_a_worker_killed_from_outside_is_an_error(hard_run: "subprocess.Popen[str]") -> None:
    os.kill(worker_of(hard_run), signal.SIGKILL)
    out, err = hard_run.communicate(timeout=PATIENCE)
    assert hard_run.returncode == 4
    assert out == ""
    assert err == "satchess: engine sat died on 'domination queen 20x20:cylinder' (exit code -9)\n"


@linux_only
def test_work_after_a_dead_worker() -> None:
    """An idle worker that somebody kills is replaced."""
    assert satchess.domination("king", "4").solve(cache=False).value == 4
    for worker in filter(is_worker, children_of(os.getpid())):
        os.kill(worker, signal.SIGKILL)
        eventually(partial(is_gone, worker))
    assert satchess.domination("king", "5").solve(cache=False).value == 4


@linux_only
def test_a_list_that_ends_early_leaves_no_worker() -> None:
    before = set(children_of(os.getpid()))
    listing = satchess.independence("rook", "10").placements()
    assert isinstance(listing, Generator)
    next(listing)
    listing.close()
    assert set(children_of(os.getpid())) <= before
    assert len(list(satchess.independence("rook", "10").placements(limit=3))) == 3
    assert set(children_of(os.getpid())) <= before


@linux_only
def test_nothing_is_left_when_the_command_ends() -> None:
    process = start("list", "independence", "rook", "10", "--limit", "2", "--json")
    worker = worker_of(process)
    out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.count("\n")) == (0, 2)
    assert not is_running(worker)


@pytest.mark.skipif(not pool.CAN_PAUSE, reason="processes cannot be paused here")
def test_a_worker_that_was_paused_at_its_end_works_again() -> None:
    """It went back to the others as it was, and the next task waited for ever."""
    task = Task("solve", Question.parse("domination queen 4"))
    first = pool.Run(task, engine="sat")
    while not isinstance(first.hear(), Done):
        pass
    first.pause()
    first.close()
    assert isinstance([*pool.run(task, engine="sat", timeout=60)][-1], Done)
