"""Command lines as processes of their own, and what becomes of them."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

COMMAND = (str(Path(sys.executable).with_name("satchess")),)
"""What users type: its first worker is a copy of it."""

MODULE = (sys.executable, "-m", "satchess")
"""The same by another name."""

UNSAFE = (sys.executable, "-c", "from satchess.cli import main; main()")
"""The same with the current folder on the path: its workers are new processes."""


def start(*words: str, by: tuple[str, ...] = COMMAND) -> "subprocess.Popen[str]":
    """Start a command line in a process group of its own, as a shell does."""
    return subprocess.Popen(
        [*by, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=heed_interrupts,
    )


def heed_interrupts() -> None:
    """Heed Ctrl-C and a hang-up even where the tests run in the background, which ignores them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def eventually(happened: Callable[[], Any], patience: float) -> Any:
    """Wait until something is true; return it."""
    deadline = time.monotonic() + patience
    while not (result := happened()):
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)
    return result


def children_of(parent: int) -> list[int]:
    """The processes that a process has started, at the moment."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(after_name[1]) == parent and after_name[0] != "Z":
            found.append(int(status.parent.name))
    return found
