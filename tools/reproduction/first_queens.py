"""The lexicographically first n queens on n x n, compared with M. Fischetti, D. Salvagnin, Finding
first and most-beautiful queens by integer programming.

Boards are numbers or ranges: 21-57, every other one 21-57:2. Decided prefixes are cached: run it
again to resume, here or, with 'satchess journal export' and 'import', on another machine.
'ratio' is the paper's best seconds (its table 1) by ours. Ours leave out starting the program and,
but for the first board, loading its kernels: about a second; tools/command_times.py times commands.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from satchess.answers import Answer, Status, Stop
from satchess.cache import Store, default_path
from satchess.cache.journal import totals
from satchess.cli.progress import Ticker
from satchess.errors import SatchessError
from satchess.processes.jobs.crews import cores
from satchess.render.progress import decisions
from satchess.request import Request
from satchess.service.answer import ask
from satchess.service.evidence import Evidence

DATA = Path(__file__).parents[2] / "tests" / "published" / "first_queens.json"
ABOUT = (
    "The lexicographically first placement of n queens on n x n: the column of the queen in row 1,"
    " 2, ... Found by tools/first_queens.py. 'methods': how many prefixes each of them has decided;"
    " 'seconds': of the answer on a clock, in a process that has started, with kernels compiled and"
    " mostly loaded by the boards before it: a command on its own takes about a second more, see"
    " commands.json; 'earlier': the seconds that earlier runs had spent on prefixes this one was"
    " told."
)
SECONDS_A_LINE = 60.0
"""Interval of progress lines in a log."""


class Verdict(StrEnum):
    """How a placement compares with the published one."""

    EQUAL = "as published"
    DIFFERS = "DIFFERS"
    NEW = "not in the appendix"
    NONE = "no placement"
    UNKNOWN = "not decided"


@dataclass(frozen=True)
class Published:
    """The paper's result for a board: the columns, and the seconds of its best method."""

    columns: tuple[int, ...] | None = None
    seconds: float | None = None

    @classmethod
    def all(cls) -> dict[int, "Published"]:
        """Return the published results by board."""
        data: dict[str, Any] = json.loads(DATA.read_text())
        boards: dict[int, Published] = {}
        for side in sorted(map(int, data["seconds"].keys() | data["solutions"].keys())):
            columns = data["solutions"].get(str(side))
            times = data["seconds"].get(str(side), {}).values()
            best = min((seconds for seconds in times if seconds is not None), default=None)
            boards[side] = cls(None if columns is None else tuple(columns), best)
        return boards


@dataclass(frozen=True)
class Finding:
    """What we found on a board, and how; `earlier` seconds were spent in previous runs."""

    n: int
    columns: tuple[int, ...]
    seconds: float
    earlier: float
    cores: int | None
    engine: str
    version: str
    date: str
    methods: dict[str, str]


@dataclass(frozen=True)
class Means:
    """How to work."""

    cache: Path
    timeout: float | None = None
    workers: int | None = None

    @property
    def processes(self) -> int:
        """The number of processes at work: with no workers, this one."""
        return cores() if self.workers is None else max(1, self.workers)


def main(arguments: Sequence[str]) -> int:
    """Solve each board; print and record the findings.

    The exit code is 1 if anything differs, or is not decided.
    """
    said = _parse(arguments)
    means = Means(said.cache or default_path(), said.timeout, said.workers)
    published = Published.all()
    verdicts: list[Verdict] = []
    for side in said.boards:
        try:
            answer, finding = _find(side, means)
        except KeyboardInterrupt:
            break
        except SatchessError as error:
            print(f"first_queens.py {side}: {error}", file=sys.stderr)
            return 1
        claim = published.get(side, Published())
        verdicts.append(_verdict(answer, claim))
        _print_row(finding, claim, verdicts[-1], answer)
        if said.record is not None and answer.status is Status.OPTIMAL:
            complaint = record(said.record, finding, again=not answer.cached)
            if complaint:
                print(f"first_queens.py {side}: {complaint}", file=sys.stderr)
                return 1
        if answer.stopped is not None and answer.stopped.kind is Stop.INTERRUPTED:
            break
    bad = sum(verdict in (Verdict.DIFFERS, Verdict.UNKNOWN) for verdict in verdicts)
    return int(bad > 0 or len(verdicts) < len(said.boards))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="first_queens.py", description=__doc__)
    parser.add_argument("boards", nargs="+", metavar="N", help="a number, or a range such as 21-57")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="by default the usual one")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for each board")
    parser.add_argument("--workers", type=int, metavar="N", help="by default one for each core")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep what is found as JSON")
    said = parser.parse_intermixed_args(arguments)
    try:
        said.boards = [side for text in said.boards for side in boards(text)]
    except ValueError as error:
        parser.error(str(error))
    if said.timeout is not None and not said.timeout > 0:
        parser.error("--timeout: expected a positive number of seconds")
    if said.workers is not None and said.workers < 0:
        parser.error("--workers: expected a number of processes")
    if said.record is not None:
        try:
            recorded(said.record)
        except (OSError, ValueError, KeyError, TypeError) as error:
            parser.error(f"--record {said.record}: {error}; expected a file that this tool wrote")
    return said


def boards(text: str) -> Iterator[int]:
    """Read a number, or a range: 21-57, every other one 21-57:2."""
    match = re.fullmatch(r"([1-9]\d{0,3})(?:-([1-9]\d{0,3})(?::([1-9]\d?))?)?", text)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise ValueError(f"board {text!r}: expected a number such as 48, or a range such as 21-57")
    yield from range(int(match[1]), int(match[2] or match[1]) + 1, int(match[3] or 1))


def _find(side: int, means: Means) -> tuple[Answer, Finding]:
    request = str(Request.parse(f"first queens {side}"))
    with Store(means.cache) as store:
        told = sum((entry.seconds for entry in store.journal.entries(request)), 0.0)
    with Ticker() as ticker:
        answer = ask(
            request,
            cache=means.cache,
            timeout=means.timeout,
            workers=means.workers,
            watch=_Log(side, ticker).show,
            catch_interrupt=True,
        )
    with Store(means.cache) as store:
        entries = [e for e in store.journal.entries(request) if e.engine == answer.engine]
    date = datetime.now(UTC).isoformat()
    if answer.cached and entries:
        date = entries[-1].created
    return answer, Finding(
        n=side,
        columns=answer.permutation or (),
        seconds=round(answer.seconds, 6),
        earlier=0.0 if answer.cached else round(told, 3),
        cores=None if answer.cached else means.processes,
        engine=answer.engine,
        version=answer.version,
        date=date[:10],
        methods={
            total.method: f"{total.refuted} refuted, {total.placed} placed"
            for total in totals(entries)
        },
    )


class _Log:
    """Progress on a board: a line that is redrawn, or one a minute in a log."""

    def __init__(self, side: int, ticker: Ticker) -> None:
        self._side = side
        self._ticker = ticker
        self._started = self._told = time.monotonic()

    def show(self, known: Evidence) -> None:
        """Show the progress so far."""
        self._ticker.show(known)
        now = time.monotonic()
        if not sys.stderr.isatty() and now - self._told > SECONDS_A_LINE:
            self._told = now
            words = [f"{now - self._started:.0f} s"]
            if known.decided:
                words.append(decisions(known))
            if known.progress is not None:
                words.append(f"{known.progress.done} of {known.progress.parts} parts")
            print(f"{self._side}: {', '.join(words)}", file=sys.stderr, flush=True)


def _verdict(answer: Answer, claim: Published) -> Verdict:
    if answer.status is Status.INFEASIBLE:
        return Verdict.NONE
    if answer.permutation is None:
        return Verdict.UNKNOWN
    if claim.columns is None:
        return Verdict.NEW
    return Verdict.EQUAL if answer.permutation == claim.columns else Verdict.DIFFERS


def _print_row(finding: Finding, claim: Published, verdict: Verdict, answer: Answer) -> None:
    """Print a line: the side, seconds, the paper's, how it compares, methods, and the columns."""
    seconds = finding.seconds + finding.earlier
    paper = "-" if claim.seconds is None else f"{claim.seconds:g}"
    ratio = "-"
    if claim.seconds is not None and verdict is not Verdict.UNKNOWN and seconds > 0:
        ratio = f"{claim.seconds / seconds:.3g}"
    how = "; ".join(f"{method} {number}" for method, number in finding.methods.items())
    words = [verdict, f"by {finding.engine or 'no engine'}" + (f" ({how})" if how else "")]
    if answer.cached:
        words.append("remembered")
    elif finding.earlier:
        words.append(f"{finding.earlier:.2f} s of them in earlier runs")
    if verdict is Verdict.UNKNOWN and answer.note:
        words.append(answer.note)
    line = f"{finding.n:4}  {seconds:10.2f} s  paper {paper:>9} s  ratio {ratio:>6}"
    print(f"{line}  {', '.join(words)}", flush=True)
    if finding.columns:
        print(f"      {' '.join(map(str, finding.columns))}", flush=True)


# Records


def recorded(path: Path) -> dict[int, dict[str, Any]]:
    """Return the recorded findings by board."""
    if not path.exists():
        return {}
    return {int(entry["n"]): entry for entry in json.loads(path.read_text())["boards"]}


def record(path: Path, finding: Finding, *, again: bool) -> str:
    """Record a finding; return a complaint if a different placement is recorded.

    An existing record is replaced only if the board was computed `again`.
    """
    entries = recorded(path)
    known = entries.get(finding.n)
    if known is not None and tuple(known["columns"]) != finding.columns:
        return f"{path} has another placement, {known['columns']}; one of them is wrong"
    if known is not None and not again:
        return ""
    entries[finding.n] = asdict(finding)
    lines = ",\n".join(f"  {json.dumps(entries[side])}" for side in sorted(entries))
    text = f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n'
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text)
    beside.replace(path)  # never half a file
    return ""
