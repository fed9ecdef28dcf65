#!/usr/bin/env python3
"""The most beautiful queens of many boards, as data: `tools/beautiful_queens.py 1..64 80 96`.

Adds missing boards to docs/results/beautiful_queens.json, one by one: stop it at any time. Each
board has its fingerprint, a placement, the number of placements that attain it (null if not known;
such a board is only counted), the seconds, and how many groups each method settled.
"""

import argparse
import json
import os
import platform
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

import satchess
from satchess.domain.weights import parse_fingerprint, write_fingerprint
from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.engine import placement_of
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.trail import Trail
from satchess.engines.most_beautiful.walk import Walk
from satchess.questions import Question

HOME = Path(__file__).parents[1] / "docs" / "results" / "beautiful_queens.json"

ABOUT = (
    "Most beautiful placements of n queens on n x n: the smallest fingerprint (weights"
    " (2i-n-1)^2 + (2j-n-1)^2 of the queens, from the largest), proved at every step, by"
    " tools/beautiful_queens.py. 'placement' is the column of each row, from 1; 'placements' is how"
    " many attain the fingerprint, null if not known; 'proofs' counts the groups with queens by the"
    " method that proved their number to be the fewest. 'seconds': on one core of a shared machine,"
    " of the processor where 'clock' says so, in a process that has started and loaded its kernels,"
    " without counting the placements: a command on its own takes longer, see commands.json."
)


class OutOfTime(Exception):
    """The time for a board is used up."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Give up after `seconds` of processor time."""

    def give_up(_signal: int, _frame: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def most_beautiful(side: int, limit: float, count_limit: float) -> dict[str, Any]:
    """Solve a board and count; `OutOfTime` if solving exceeds the limit."""
    start = time.process_time()
    board = WeightedBoard.centred(side)
    walk = Walk(board)
    with at_most(limit):
        for progress in walk.run():
            if sys.stderr.isatty():
                known = f"{len(progress.beginning)} of {side} weights"
                seconds = time.process_time() - start
                print(f"{side}: {known} after {seconds:.0f} s", end="\r", file=sys.stderr)
    seconds = time.process_time() - start
    row: dict[str, Any] = {"side": side, "fingerprint": None, "placements": 0, "placement": None}
    trail = walk.trail
    if trail.best is not None:
        question = Question.parse(f"beautiful {side}")
        placement = placement_of(question, trail.best)
        assert not list(question.violations(placement))
        assert question.fingerprint_of(placement) == trail.beginning
        row["fingerprint"] = write_fingerprint(trail.beginning)
        row["placement"] = [column + 1 for column in trail.best]
        row["placements"] = counted(trail, count_limit)
    row["seconds"] = round(seconds, 2)
    row["clock"] = "processor"
    row["proofs"] = dict(Counter(proof.method for proof in trail.proofs))
    row["found"] = date.today().isoformat()
    row["version"] = satchess.__version__
    row["machine"] = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return row


def counted(trail: Trail, limit: float) -> int | None:
    """Count the placements at the end of a trail; None if the time is used up."""
    with suppress(OutOfTime), at_most(limit):
        found = Attaining(trail.board, trail.end)
        return found.each_stands_for * sum(map(len, found.upright()))
    return None


def counted_again(row: dict[str, Any], limit: float) -> dict[str, Any]:
    """Count the placements of a board whose fingerprint is known."""
    board = WeightedBoard.centred(row["side"])
    best = tuple(column - 1 for column in row["placement"])
    walk = Walk(board, best=best, beginning=parse_fingerprint(row["fingerprint"]))
    for _ in walk.run():
        pass
    return {**row, "placements": counted(walk.trail, limit)}


def written(rows: list[dict[str, Any]]) -> str:
    """Write the table, a line for each board."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in sorted(rows, key=lambda row: row["side"]))
    return f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n'


def sides_of(words: list[str]) -> Iterator[int]:
    """Read sides and ranges of them."""
    for word in words:
        first, _, last = word.partition("..")
        yield from range(int(first), int(last or first) + 1)


def main() -> int:
    """Fill in what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sides", nargs="+", metavar="N", help="a side, or a range such as 1..64")
    parser.add_argument("--limit", type=float, default=600.0, help="processor seconds for a board")
    parser.add_argument("--count-limit", type=float, default=30.0, help="the same for its number")
    parser.add_argument("--again", action="store_true", help="also what is there already")
    parser.add_argument("--out", type=Path, default=HOME, help="another table")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if options.out.exists():
        rows = json.loads(options.out.read_text())["boards"]
    # compiling and loading on first use must not count for a board
    for side in (5, *(96, 160)[: sum(max(sides_of(options.sides)) > w for w in (64, 128))]):
        with suppress(OutOfTime), at_most(60):
            next(Walk(WeightedBoard.centred(side)).run())
    try:
        for side in sides_of(options.sides):
            old = [row for row in rows if row["side"] == side]
            if old and not options.again:
                if old[0]["placements"] is not None:
                    continue
                row = counted_again(old[0], options.count_limit)
            else:
                try:
                    row = most_beautiful(side, options.limit, options.count_limit)
                except OutOfTime:
                    print(f"{side}: not known after {options.limit:g} s", flush=True)
                    continue
            assert not old or old[0]["fingerprint"] == row["fingerprint"], "the table is wrong"
            rows = [other for other in rows if other["side"] != side] + [row]
            draft = options.out.with_suffix(".new")
            draft.write_text(written(rows))
            draft.replace(options.out)
            print(
                f"{side}: {row['placements']} placements, {row['seconds']} s, {row['proofs']}",
                flush=True,
            )
    except KeyboardInterrupt:
        print("\ninterrupted: what was found is kept", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
