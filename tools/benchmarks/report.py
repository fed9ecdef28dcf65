"""The report: all contests in one run, kept as data and shown as pages with pictures.

    python tools/bench.py --limit 5 --seeds 3 --budget 30

Rows are measured one by one, a row of each contest in turn. What this version has measured before,
with no smaller limit and no fewer seeds, is kept: a run that was stopped goes on. `--draw` measures
nothing.
"""

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain, zip_longest
from math import isfinite

import satchess
from benchmarks import beautiful, commands, counting, first, leprechauns, optimum
from benchmarks.contest import Contest, Row, Score, compete, installed, load
from benchmarks.kept import Measured, Peer, Scored, read, write
from benchmarks.report_pictures import draw

CONTESTS = (
    optimum.CONTEST,
    counting.CONTEST,
    first.CONTEST,
    beautiful.CONTEST,
    leprechauns.CONTEST,
    commands.CONTEST,
)
"""In the order of the report."""


def main(arguments: Sequence[str]) -> int:
    """Measure as the command line says, keep the data after each row, draw the pictures."""
    parser = argparse.ArgumentParser(prog="bench report", description=__doc__)
    parser.add_argument("--rows", default="", metavar="PATTERN", help="of 'contest: question'")
    parser.add_argument("--limit", default=5.0, type=float, metavar="SECONDS", help="per run")
    parser.add_argument("--seeds", default=3, type=int, metavar="N", help="runs of each")
    parser.add_argument("--budget", type=float, metavar="MINUTES", help="begin no row after that")
    parser.add_argument("--again", action="store_true", help="measure what is kept as well")
    parser.add_argument("--draw", action="store_true", help="only draw what is kept")
    said = parser.parse_args(arguments)
    if said.seeds < 1 or not said.limit > 0 or (said.budget is not None and said.budget < 0):
        parser.error("expected at least one seed, a positive limit and a budget of minutes")
    try:
        re.compile(said.rows)
    except re.error as error:
        parser.error(f"--rows {said.rows!r}: {error}")
    asked = [row for row in _in_turn() if re.search(said.rows, f"{row[0].name}: {row[1]}")]
    if not asked:
        print(f"bench report: no row matches {said.rows!r}", file=sys.stderr)
        return 1
    ends = time.monotonic() + 60 * said.budget if said.budget is not None else None
    report = read()
    is_sound = True
    with suppress(KeyboardInterrupt):
        for contest, question in asked if not said.draw else ():
            kept = report.row(contest.name, question)
            if kept and not said.again and _is_fresh(kept, said.limit, said.seeds):
                continue
            if ends is not None and time.monotonic() > ends:
                break
            peers = list(installed(contest.contenders))
            load_before = load()
            row = compete(question, peers, said.limit, said.seeds)
            is_sound &= row.is_sound
            report = report.with_row(_measured(contest, row, said.limit, said.seeds, load_before))
            report = report.on(_machine(), [Peer(p.name, p.package, p.version) for p in peers])
            write(report)
            _tell(contest, row)
    missing = [q for c, q in asked if not (r := report.row(c.name, q)) or r.version != _version()]
    print(f"{len(asked) - len(missing)} of {len(asked)} rows are there", file=sys.stderr)
    draw(report)
    return int(not is_sound)


def _in_turn() -> Iterator[tuple[Contest, str]]:
    """Yield a row of each contest in turn, small and large boards mixed.

    So a short run has something of all.
    """

    def mixed(question: str) -> bytes:
        return sha256(question.encode()).digest()

    rows = ([(c, question) for question in sorted(c.questions, key=mixed)] for c in CONTESTS)
    yield from filter(None, chain.from_iterable(zip_longest(*rows)))


def _is_fresh(row: Measured, limit: float, seeds: int) -> bool:
    return row.version == _version() and row.limit >= limit and row.seeds >= seeds


def _version() -> str:
    return satchess.__version__


def _measured(contest: Contest, row: Row, limit: float, seeds: int, load_before: str) -> Measured:
    return Measured(
        contest=contest.name,
        question=row.question,
        answer=" or ".join(sorted(map(str, row.answers))),
        limit=limit,
        seeds=seeds,
        version=_version(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        load=load_before,
        scores=tuple(map(_scored, row.scores)),
    )


def _scored(score: Score) -> Scored:
    how = ", ".join(dict.fromkeys(run.how for run in score.runs if run.how))
    return Scored(
        name=score.contender.name,
        setting=score.contender.setting or how,
        seconds=tuple(
            round(run.seconds, 5) if isfinite(run.seconds) else None for run in score.runs
        ),
        limit=round(score.limit, 2),
        failed=score.failed,
    )


def _machine() -> str:
    """Describe the machine, but for its name."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def _tell(contest: Contest, row: Row) -> None:
    print(f"{contest.name}: {row.question}: ratio {row.ratio}", flush=True)
    if len(row.answers) > 1:
        answers = " or ".join(sorted(map(repr, row.answers)))
        print(f"CONTENDERS DISAGREE on '{row.question}': {answers}", file=sys.stderr)
