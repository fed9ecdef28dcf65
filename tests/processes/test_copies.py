"""Workers that are copies of the command line: when they are, and that nobody notices."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import satchess
from satchess.processes import copying, pool
from tests.commands import COMMAND, MODULE, UNSAFE, children_of, eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

PATIENCE = 60.0
HARD = ("solve", "domination", "queen", "20", "--engine", "frames", "--no-cache")
EASY = ("solve", "domination", "queen", "6", "--no-cache")


def command_line_of(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def is_copied(by: tuple[str, ...], *options: str, **changes: str) -> bool:
    """Whether the worker of a command line is a copy of it."""
    run = subprocess.Popen(
        [*by, *HARD, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **changes},
    )
    try:
        (worker,) = eventually(lambda: children_of(run.pid), PATIENCE)
        eventually(lambda: is_at_work(worker), PATIENCE)
        return command_line_of(worker) == command_line_of(run.pid)
    finally:
        run.kill()
        run.wait()


def is_at_work(worker: int) -> bool:
    return "pysolvers" in Path(f"/proc/{worker}/maps").read_text()


@pytest.mark.parametrize("by", [COMMAND, MODULE], ids=["command", "module"])
def test_the_worker_of_a_command_is_a_copy(by: tuple[str, ...]) -> None:
    assert is_copied(by)


@pytest.mark.parametrize("path", [".", "elsewhere", ":"])
def test_a_path_with_the_current_folder_is_not_copied(path: str) -> None:
    assert not is_copied(COMMAND, PYTHONPATH=path)


def test_other_workers_are_no_copies() -> None:
    """One with a limit would have to fit in what the command itself uses."""
    assert not is_copied(COMMAND, "--memory", "4G")
    assert not is_copied(UNSAFE)


def test_a_program_is_never_copied() -> None:
    pool.close()
    satchess.domination("king", 3).solve(cache=False)
    assert not copying.is_safe()
    assert any(
        b"processes.worker" in command_line_of(worker) for worker in children_of(os.getpid())
    )


def test_a_gone_folder_and_closed_streams_are_no_hindrance(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    shell = f"cd {folder} && rmdir {folder} && {COMMAND[0]} {' '.join(EASY)} <&-"
    ran = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("3 queens")


def test_the_log_of_a_copy_is_said_once() -> None:
    ran = subprocess.run(
        [*COMMAND, "--verbose", *EASY], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.stderr.count("engine cores for") == 1


def test_on_a_terminal() -> None:
    """The line that tells the time is a thread of its own, which the copy comes before."""
    terminal, end = pty.openpty()
    run = subprocess.Popen([*COMMAND, *HARD], stdout=end, stderr=end)
    try:
        (worker,) = eventually(lambda: children_of(run.pid), PATIENCE)
        eventually(lambda: is_at_work(worker), PATIENCE)
        assert command_line_of(worker) == command_line_of(run.pid)
        eventually(lambda: b"s" in os.read(terminal, 100), PATIENCE)
    finally:
        run.kill()
        run.wait()
        os.close(terminal)
        os.close(end)
