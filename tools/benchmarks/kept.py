"""The data of the report: what was measured, as it is kept in docs/results/bench."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

HOME = Path(__file__).resolve().parents[2] / "docs" / "results" / "bench"

ABOUT = (
    "Processor seconds of satchess and its peers on the same questions, all processes of each"
    " together, each run in a process that has loaded all it needs: tools/bench.py. One number for"
    " each seed; null: stopped at 'limit'. Of the settings of a peer, the best one is kept."
)


@dataclass(frozen=True)
class Scored:
    """What the best setting of a contender took: seconds for each seed, None if stopped."""

    name: str
    setting: str
    seconds: tuple[float | None, ...]
    limit: float
    failed: bool = False

    @property
    def times(self) -> list[float]:
        """The seconds, infinite if stopped."""
        return [inf if seconds is None else seconds for seconds in self.seconds]

    @property
    def median(self) -> float:
        """The median of the seconds, infinite if most were stopped."""
        return median(self.times)


@dataclass(frozen=True)
class Comparison:
    """Seconds of the best peer over ours, with the least and the most of all seeds.

    `mark` says that no peer was done (`>`), or that we were not (`<`): limits count as seconds.
    """

    value: float
    least: float
    most: float
    mark: str
    peer: Scored


@dataclass(frozen=True)
class Measured:
    """A row: a question and what all contenders took, ours first."""

    contest: str
    question: str
    answer: str
    limit: float
    seeds: int
    version: str
    date: str
    load: str
    scores: tuple[Scored, ...]

    @property
    def comparison(self) -> Comparison | None:
        """Compare with the best peer; None where nobody was done, or something failed."""
        own, *others = self.scores
        peers = [peer for peer in others if not peer.failed]
        if own.failed or not peers:
            return None
        best = min(peers, key=lambda peer: peer.median)
        if own.median == best.median == inf:
            return None
        if best.median == inf:
            best = max(peers, key=lambda peer: peer.limit)
        mark = ">" if best.median == inf else "<" if own.median == inf else ""
        ours, theirs = ([min(t, s.limit) for t in s.times] for s in (own, best))
        return Comparison(
            median(theirs) / median(ours),
            min(theirs) / max(ours),
            max(theirs) / min(ours),
            mark,
            best,
        )


@dataclass(frozen=True)
class Peer:
    """A contender and what it is made of."""

    name: str
    package: str
    version: str


@dataclass(frozen=True)
class Report:
    """All rows, the machine and the versions of the contenders."""

    machine: str = ""
    peers: tuple[Peer, ...] = ()
    rows: tuple[Measured, ...] = ()

    def row(self, contest: str, question: str) -> Measured | None:
        """Return a row, if it was measured."""
        return next((r for r in self.of(contest) if r.question == question), None)

    def of(self, contest: str) -> Iterator[Measured]:
        """Yield the rows of a contest."""
        return (row for row in self.rows if row.contest == contest)

    def with_row(self, new: Measured) -> "Report":
        """Return the report with a row in place of an older one."""
        old = (r for r in self.rows if (r.contest, r.question) != (new.contest, new.question))
        return replace(self, rows=(*old, new))

    def on(self, machine: str, peers: Iterable[Peer]) -> "Report":
        """Return the report as made on a machine with these contenders, in their versions."""
        named = {peer.name: peer for peer in (*self.peers, *peers)}
        return replace(self, machine=machine, peers=tuple(named.values()))


def behind_first(rows: Iterable[Measured]) -> list[Measured]:
    """Return rows that have a comparison, what we lose first."""
    compared = ((row.comparison, row) for row in rows)
    known = [(c.value, row) for c, row in compared if c is not None]
    return [row for _, row in sorted(known, key=lambda pair: pair[0])]


def mean_ratio(rows: Iterable[Measured]) -> float:
    """Return the geometric mean of the ratios, limits counted as seconds; 0 if there are none."""
    ratios = [c.value for row in rows if (c := row.comparison) is not None]
    return geometric_mean(ratios) if ratios else 0.0


def read(home: Path | None = None) -> Report:
    """Return what is kept."""
    file = (home or HOME) / "bench.json"
    if not file.exists():
        return Report()
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))

    def row(entry: dict[str, Any]) -> Measured:
        scores = (Scored(**{**s, "seconds": tuple(s["seconds"])}) for s in entry["scores"])
        return Measured(**{**entry, "scores": tuple(scores)})

    peers = tuple(Peer(**entry) for entry in data["peers"])
    return Report(data["machine"], peers, tuple(map(row, data["rows"])))


def write(report: Report, home: Path | None = None) -> None:
    """Keep a report, a row on each line; never half a file."""
    home = home or HOME
    home.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(f"  {json.dumps(asdict(row))}" for row in report.rows)
    peers = ",\n".join(f"  {json.dumps(asdict(peer))}" for peer in report.peers)
    text = (
        f'{{\n "about": {json.dumps(ABOUT)},\n "machine": {json.dumps(report.machine)},\n'
        f' "peers": [\n{peers}\n ],\n "rows": [\n{rows}\n ]\n}}\n'
    )
    beside = home / "bench.new"
    beside.write_text(text, encoding="utf-8")
    beside.replace(home / "bench.json")
