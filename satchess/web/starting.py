"""Starting Python processes of this very satchess, each in a group of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parents[2])
_START = """\
import sys
sys.path.insert(0, sys.argv[1])
import satchess
del sys.path[0]
from importlib import import_module
import_module(sys.argv[2]).main()
"""
"""Runs a module; the folder of satchess is on the path for one import only."""


def start(module: str) -> "subprocess.Popen[bytes]":
    """Start a module of ours; what it is to do is written to its standard input."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _START, _ROOT, module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if "SATCHESS_DEBUG" in os.environ else subprocess.DEVNULL,
        start_new_session=True,
    )


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and its group, and wait for its end; its engines die with it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def settle_in(parent: int) -> None:
    """Do in a new process what a good guest does: be polite, and go when its host is gone."""
    from satchess.processes.worker import die_with_parent

    sys.set_int_max_str_digits(0)  # counts may have thousands of digits
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    die_with_parent(parent)
    os.nice(10)


def memory_of(process: int) -> int:
    """Return the bytes that a process and its descendants hold; 0 where the system cannot say."""
    try:
        stats = {int(name): _stat(name) for name in os.listdir("/proc") if name.isdecimal()}
    except OSError:
        return 0
    children: dict[int, list[int]] = {}
    for pid, (parent, _) in stats.items():
        children.setdefault(parent, []).append(pid)
    total, left = 0, [process]
    while left:
        pid = left.pop()
        total += stats.get(pid, (0, 0))[1]
        left += children.get(pid, [])
    return total * os.sysconf("SC_PAGE_SIZE")


def _stat(pid: str) -> tuple[int, int]:
    """Return the parent of a process, and its pages in memory."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stream:
            words = stream.read().rpartition(")")[2].split()
        return int(words[1]), int(words[21])
    except (OSError, IndexError, ValueError):
        return 0, 0


def begun(pid: int) -> str:
    """Return when a process began, as the system counts; empty if there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stream:
            words = stream.read().rpartition(")")[2].split()
        return "" if words[0] in "ZX" else words[19]
    except (OSError, IndexError):
        return ""
