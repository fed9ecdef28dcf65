"""Processor seconds of a process and all it has started, alive or not.

On a machine that is busy with other work, a clock measures the others too.
"""

import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

IS_EXACT = sys.platform == "linux"
"""Elsewhere, nothing says what other processes use: seconds are those of the clock."""

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_CHILDREN_IN_STAT = slice(13, 15)
"""User and system ticks of children that have ended, after the name in /proc/PID/stat."""


def used() -> float:
    """Return the seconds that this process and all it has started have used."""
    if not IS_EXACT:
        return time.perf_counter()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = sum(map(used_by, _children(os.getpid())))
    return time.process_time() + ended.ru_utime + ended.ru_stime + living


def used_by(process: int) -> float:
    """Return the seconds of another process and all it has started; 0 if it is gone."""
    if not IS_EXACT:
        return time.perf_counter()
    try:
        own = time.clock_gettime((~process << 3) | 2)  # its clock: see clock_getcpuclockid(3)
        stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ended = sum(map(int, stat[_CHILDREN_IN_STAT])) * _TICK
        return own + ended + sum(map(used_by, _children(process)))
    except (OSError, ProcessLookupError):
        return 0.0


def end(process: int) -> None:
    """Kill another process and all it has started."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGSTOP)  # it starts no more
        children = _children(process) if IS_EXACT else []
        os.kill(process, signal.SIGKILL)
        for child in children:
            end(child)


def _children(process: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        found += map(int, (thread / "children").read_text().split())
    return found
