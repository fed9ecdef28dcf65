"""Time whole commands, as a user runs them, and keep the figures as data.

    python tools/command_times.py 'first queens 37' 'solve beautiful 16' --runs 3

The seconds include everything: starting Python and a worker, loading compiled kernels, the work,
drawing the answer. A warm-up run, which fills caches and compiles kernels, is not counted. `wall`
is wall-clock time, `processor` the total of all processes; on a busy machine the former means
little. Of several runs, the one with the least processor time is kept.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import satchess

HOME = Path(__file__).resolve().parent.parent / "docs" / "results" / "commands.json"

ABOUT = (
    "Seconds of whole commands, 'satchess REQUEST --no-cache', from start to end, with kernels"
    " compiled before: tools/command_times.py. 'wall': on a clock; 'processor': of all processes"
    " together, which is more than the clock shows where two cores share the work, and less where"
    " the machine was busy with something else; 'runs': how many there were, of which the one with"
    " the least processor time is kept."
)


@dataclass(frozen=True)
class Timing:
    """How long a command took."""

    request: str
    wall: float
    processor: float
    runs: int
    date: str
    version: str
    machine: str


def timed(request: str, limit: float, **environment: str) -> tuple[float, float]:
    """Run a command, with more in its environment; return wall-clock and processor seconds."""
    before = _children()
    started = time.perf_counter()
    command = [sys.executable, "-m", "satchess", *request.split(), "--no-cache"]
    subprocess.run(
        command,
        check=True,
        timeout=limit,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
    return round(time.perf_counter() - started, 2), round(_children() - before, 2)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def best_of(request: str, runs: int, limit: float) -> Timing:
    """Time a command several times after a warm-up run; keep the best."""
    timed(request, limit)
    times = [timed(request, limit) for _ in range(runs)]
    wall, processor = min(times, key=lambda seconds: seconds[1])
    return Timing(request, wall, processor, runs, today(), satchess.__version__, machine())


def machine() -> str:
    """Say what the times were taken on."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" load {os.getloadavg()[0]:.1f}"
    )


def today() -> str:
    """Return the date."""
    return datetime.now(UTC).date().isoformat()


def recorded(path: Path) -> dict[str, dict[str, Any]]:
    """Return the recorded timings by request."""
    if not path.exists():
        return {}
    return {entry["request"]: entry for entry in json.loads(path.read_text())["commands"]}


def record(path: Path, timing: Timing) -> None:
    """Record a timing in place of an earlier one."""
    entries = {**recorded(path), timing.request: asdict(timing)}
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries.values())
    beside = path.with_suffix(".new")
    beside.write_text(f'{{\n "about": {json.dumps(ABOUT)},\n "commands": [\n{lines}\n ]\n}}\n')
    beside.replace(path)  # never half a file


def main(arguments: Sequence[str]) -> int:
    """Time and record each request."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("requests", nargs="+", metavar="REQUEST")
    parser.add_argument("--runs", type=int, default=3, help="of which the best is kept")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one run")
    parser.add_argument("--record", type=Path, default=HOME, metavar="FILE")
    said = parser.parse_args(arguments)
    for request in said.requests:
        timing = best_of(request, said.runs, said.limit)
        record(said.record, timing)
        print(f"{request}: {timing.wall} s, processor {timing.processor} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
