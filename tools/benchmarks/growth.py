"""How the time and memory of counts grow with the board: measured, kept as data, and drawn.

    python tools/bench.py growth --limit 40 --rows 'domination king'

Every count is made in a process of its own, whose processor seconds and largest memory count,
Python and libraries included. A series ends at the limit, of processor seconds; a run that reaches
it is not kept.
"""

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from benchmarks.pictures import Curve, drawn
from benchmarks.tables import Table

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"

SERIES: dict[str, Iterable[int]] = {
    "independence king {0}x{0}": range(8, 49, 4),
    "domination king {0}x{0}": range(8, 23, 2),
    "domination king {0}x{0} --all": range(8, 23, 2),
    "domination king {0}x{0} --by-size": range(6, 19, 2),
    "domination king {0}x{0}:torus": range(4, 17, 2),
    "domination king {0}x{0} --total": range(4, 17, 2),
    "domination knight {0}x{0}": range(4, 13),
    "domination queen {0}x{0}": range(5, 13),
    "domination queen {0}x{0} --by-size": range(4, 10),
    "independence queen {0}x{0}": range(8, 19, 2),
    "independence queen {0}x{0}:torus --size {0}": (5, 7, 11, 13, 17, 19),
    "independence RBN {0}x{0}": range(8, 20),
}
"""Questions with the sides of their boards."""

ABOUT = (
    "Processor seconds and megabytes of 'satchess count', each in a process of its own, start and"
    " libraries included: tools/bench.py growth."
)

PROGRAMME = """
import json, sys, satchess
answer = satchess.ask("count " + sys.argv[1], cache=False, workers=0)
print(json.dumps([str(answer.value), str(answer.count), answer.engine]))
"""


@dataclass(frozen=True)
class Point:
    """What a count took."""

    series: str
    side: int
    value: str
    count: str
    engine: str
    seconds: float
    megabytes: float


def main(arguments: Sequence[str]) -> int:
    """Measure as the command line says, keep the data, and draw it."""
    parser = argparse.ArgumentParser(prog="bench growth", description=__doc__)
    parser.add_argument("--rows", default="", metavar="PATTERN", help="a regular expression")
    parser.add_argument("--limit", default=30.0, type=float, metavar="SECONDS", help="per run")
    parser.add_argument("--draw", action="store_true", help="only draw what is kept")
    said = parser.parse_args(arguments)
    kept = _read()
    if not said.draw:
        for series in (name for name in SERIES if re.search(said.rows, name)):
            points = list(_measured(series, said.limit))
            kept = [point for point in kept if point.series != series] + points
            _write(kept)
    (RESULTS / "counting-growth.svg").write_text(_picture(kept))
    rows = [
        [_title(p.series), str(p.side), f"{p.seconds:.2f} s", f"{p.megabytes:.0f} MB", p.engine]
        for p in kept
    ]
    print(Table(["question", "side", "seconds", "memory", "engine"], rows).text())
    return 0


def _measured(series: str, limit: float) -> Iterable[Point]:
    for side in SERIES[series]:
        point = _counted(series, side, limit)
        if point is None:
            return
        print(f"{series.format(side)}: {point.seconds:.2f} s", file=sys.stderr)
        yield point


def _counted(series: str, side: int, limit: float) -> Point | None:
    """Count in a process of its own; None if it takes longer than the limit, or gives up."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAMME, series.format(side)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=partial(_limit_seconds, ceil(limit)),
    )
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not said:
        return None
    value, count, engine = json.loads(said)
    if count == "None":
        return None
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    return Point(series, side, value, count, engine, round(seconds, 2), round(megabytes))


def _limit_seconds(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _read() -> list[Point]:
    file = RESULTS / "counting_growth.json"
    if not file.exists():
        return []
    return [Point(**entry) for entry in json.loads(file.read_text())["points"]]


def _write(points: Sequence[Point]) -> None:
    data: dict[str, Any] = {
        "about": ABOUT,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, shared with other work",
        "points": [asdict(point) for point in sorted(points, key=lambda p: (p.series, p.side))],
    }
    (RESULTS / "counting_growth.json").write_text(json.dumps(data, indent=1) + "\n")


def _picture(points: Sequence[Point]) -> str:
    names = [name for name in SERIES if any(p.series == name for p in points)]

    def curves(what: str) -> list[Curve]:
        return [
            Curve(_title(name), [(p.side, getattr(p, what)) for p in points if p.series == name])
            for name in names
        ]

    return drawn({"seconds": curves("seconds"), "megabytes": curves("megabytes")}, "side")


def _title(series: str) -> str:
    return series.replace("{0}x{0}", "n x n").replace("{0}", "n")
