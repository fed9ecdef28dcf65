"""Contests: the same questions for several contenders, with the same limit and seeds.

A contest is a list of questions and a list of contenders, the first of which is ours; the others
are its peers. This module asks, compares and prints; the modules beside it say what is asked.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, isfinite
from statistics import geometric_mean, median

from benchmarks.tables import FORMATS, Table
from benchmarks.trials import Contender, Run, Trial, run


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    rows: str
    limit: float
    seeds: int
    format: str

    @classmethod
    def parse(cls, arguments: Sequence[str], name: str, description: str) -> "Options":
        """Read the command line of a contest."""
        parser = argparse.ArgumentParser(prog=f"bench {name}", description=description)
        parser.add_argument("--rows", default="", metavar="PATTERN", help="a regular expression")
        parser.add_argument("--limit", default=30.0, type=float, metavar="SECONDS", help="per run")
        parser.add_argument("--seeds", default=3, type=int, metavar="N", help="runs of each")
        parser.add_argument("--format", default="text", choices=list(FORMATS))
        options = cls(**vars(parser.parse_args(arguments)))
        if options.seeds < 1 or not options.limit > 0:
            parser.error("expected at least one seed and a positive limit")
        try:
            re.compile(options.rows)
        except re.error as error:
            parser.error(f"--rows {options.rows!r}: {error}")
        return options


@dataclass(frozen=True)
class Score:
    """A contender's result on a question: the median counts, and a timeout is infinite."""

    contender: Contender
    runs: tuple[Run, ...]
    limit: float

    @property
    def median(self) -> float:
        """The median of the seconds."""
        return median(run.seconds for run in self.runs)

    @property
    def failed(self) -> bool:
        """Whether a run crashed; its time is then not compared."""
        return any(run.failure for run in self.runs)

    def cell(self) -> str:
        """Write the median, the range, and the setting or method chosen."""
        if self.failed:
            return "failed"
        if not isfinite(self.median):
            return f">{_seconds(self.limit)}"
        text = _seconds(self.median)
        if len(self.runs) > 1:
            slowest = max(run.seconds for run in self.runs)
            high = _seconds(slowest) if isfinite(slowest) else f">{_seconds(self.limit)}"
            text += f" ({_seconds(min(run.seconds for run in self.runs))}..{high})"
        how = self.contender.setting or _listed(run.how for run in self.runs if run.how)
        return f"{text} [{how}]" if how else text


@dataclass(frozen=True)
class Ratio:
    """How much longer the best peer took: exactly, or as a lower (`>`) or upper (`<`) bound."""

    value: float
    mark: str = ""

    def __str__(self) -> str:
        return f"{self.mark}{self.value:.2g}" if self.value < 10 else f"{self.mark}{self.value:.0f}"


@dataclass(frozen=True)
class Row:
    """The scores of all contenders on a question, ours first, and all answers that were given."""

    question: str
    scores: tuple[Score, ...]
    answers: frozenset[object]
    limit: float

    @property
    def is_sound(self) -> bool:
        """Whether nobody failed and all who answered agree."""
        return len(self.answers) <= 1 and not any(score.failed for score in self.scores)

    @property
    def ratio(self) -> Ratio | None:
        """Compare with the best peer, time-outs counted as the limit; None without a winner."""
        own_score, *peers = self.scores
        own = own_score.median
        others = [score.median for score in peers if not score.failed]
        best = min(others, default=inf)
        if not others or own_score.failed or (own == inf and best == inf):
            return None
        mark = ">" if best == inf else "<" if own == inf else ""
        return Ratio(min(best, self.limit) / min(own, self.limit), mark)

    def cells(self) -> list[str]:
        """Write the row of the table."""
        answers = " or ".join(sorted(map(str, self.answers))) or "?"
        seconds = (score.cell() for score in self.scores)
        return [self.question, answers, *seconds, str(self.ratio or "?")]


def hold(
    arguments: Sequence[str],
    *,
    name: str,
    description: str,
    answer: str,
    questions: Iterable[str],
    contenders: Sequence[Contender],
) -> int:
    """Run a contest as the command line says, print its table, return the exit code.

    `answer` is the heading of the column of answers. Ctrl-C prints what is known by then. The exit
    code is 1 if contenders disagree or fail, or if nothing was asked.
    """
    options = Options.parse(arguments, name, description)
    asked = [question for question in questions if re.search(options.rows, question)]
    if not asked:
        print(f"bench {name}: no row matches {options.rows!r}", file=sys.stderr)
        return 1
    present = list(_installed(contenders))
    load_before = _load()
    rows: list[Row] = []
    with suppress(KeyboardInterrupt):
        for question in asked:
            rows.append(compete(question, present, options))
    if len(rows) < len(asked):
        print(f"interrupted after {len(rows)} of {len(asked)} rows", file=sys.stderr)
    if not rows:
        return 1
    notes = [*_summary(rows), *_circumstances(rows, present, options, load_before)]
    headings = ["question", answer, *_names(present), "ratio"]
    table = Table(headings, [row.cells() for row in rows], notes)
    print(FORMATS[options.format](table))
    for row in rows:
        if len(row.answers) > 1:
            answers = " or ".join(sorted(map(repr, row.answers)))
            print(f"CONTENDERS DISAGREE on '{row.question}': {answers}", file=sys.stderr)
    return int(not all(row.is_sound for row in rows))


def compete(question: str, contenders: Iterable[Contender], options: Options) -> Row:
    """Put a question to all contenders; of each, keep only the best setting.

    A setting is stopped once it takes longer than the best so far of the same contender: it can no
    longer win.
    """
    best: dict[str, Score] = {}
    answers: set[object] = set()
    for contender in contenders:
        rival = best.get(contender.name)
        limit = min(options.limit, rival.median) if rival else options.limit
        score = Score(contender, tuple(_runs(question, contender, limit, options.seeds)), limit)
        answers.update(run.answer for run in score.runs if run.finished)
        if rival is None or score.median < rival.median:
            best[contender.name] = score
    return Row(question, tuple(best.values()), frozenset(answers), options.limit)


def _runs(question: str, contender: Contender, limit: float, seeds: int) -> Iterator[Run]:
    """Yield a run for each seed, until enough have timed out to make the median a timeout."""
    unfinished = 0
    for seed in range(seeds):
        done = run(contender, Trial(question, seed, limit))
        unfinished += not done.finished
        news = f"not finished in {_seconds(limit)} s"
        if done.finished:
            news = f"{done.answer} in {_seconds(done.seconds)} s"
        elif done.failure:
            news = f"failed: {done.failure}"
        print(f"{question}: {contender.label}, seed {seed}: {news}", file=sys.stderr, flush=True)
        yield done
        if 2 * unfinished >= seeds:
            return


def _installed(contenders: Iterable[Contender]) -> Iterator[Contender]:
    missing: set[str] = set()
    for contender in contenders:
        if contender.is_installed:
            yield contender
        elif contender.package not in missing:
            missing.add(contender.package)
            print(
                f"{contender.name} is left out: {contender.package} is not installed"
                " ('pip install .[bench]' brings it)",
                file=sys.stderr,
            )


def _names(contenders: Iterable[Contender]) -> list[str]:
    return list(dict.fromkeys(contender.name for contender in contenders))


def _summary(rows: Sequence[Row]) -> Iterator[str]:
    ratios = [ratio for row in rows if (ratio := row.ratio) is not None]
    plain = [ratio.value for ratio in ratios if not ratio.mark]
    if not ratios:
        return
    yield "ratio: seconds of the best peer / ours, so more than 1 is ahead"
    if plain:
        mean = Ratio(geometric_mean(plain))
        yield f"geometric mean of the ratios: {mean} over the {len(plain)} rows that both finish"
    if len(plain) < len(ratios):
        mean = Ratio(geometric_mean(ratio.value for ratio in ratios))
        yield f"with time-outs counted as the limit: {mean} over {len(ratios)} rows"
    behind = [row.question for row in rows if row.ratio is not None and row.ratio.value < 1]
    yield f"behind the best peer: {_listed(behind) or 'nowhere'}"


def _circumstances(
    rows: Sequence[Row], contenders: Sequence[Contender], options: Options, load_before: str
) -> Iterator[str]:
    yield (
        f"median (range) of {options.seeds} runs, limit {options.limit:g} s,"
        " each in a process of its own with one thread"
    )
    scores = [score for row in rows for score in row.scores]
    start_ups = {
        name: min(run.start_up for s in scores if s.contender.name == name for run in s.runs)
        for name in _names(contenders)
    }
    yield "start-up, not counted: " + _listed(f"{n} {_seconds(s)} s" for n, s in start_ups.items())
    yield "versions: " + _listed(f"{c.package} {c.version}" for c in contenders)
    yield f"{os.cpu_count()} processors, load average {load_before} before and {_load()} after"


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(parts))


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _seconds(seconds: float) -> str:
    digits = ".2g" if seconds < 1 else ".3g" if seconds < 100 else ".0f"
    return format(seconds, digits)
