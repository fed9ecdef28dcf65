"""Contests: the same questions for several contenders, with the same limit and seeds.

A contest is a list of questions and a list of contenders, the first of which is ours; the others
are its peers. This module asks, compares and prints; the modules beside it say what is asked.
Seconds are those of the processor, of all processes of a contender together.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import inf, isfinite
from statistics import geometric_mean, median

from benchmarks.tables import FORMATS, Table
from benchmarks.trials import Contender, Run, Stable, Trial

QUICK = 1.0
"""Seconds; what takes less is run at least `RUNS_OF_QUICK` times."""
RUNS_OF_QUICK = 5

FAR_BEHIND = 30
"""Peers are stopped at so many times our own seconds, if that is less than the limit."""
LEAST_LIMIT = 1.0
"""Seconds that peers have in any case."""
OUT_OF_REACH = 3
"""A peer that takes so many times as long as the best one runs with one seed only."""


@dataclass(frozen=True)
class Contest:
    """What is asked, and of whom. Ours is the first of the contenders."""

    name: str
    description: str
    answer: str
    """The heading of the column of answers."""
    questions: tuple[str, ...]
    contenders: tuple[Contender, ...]
    asked_as: str = "count"
    """The verb that makes a request of a question."""


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


def hold(arguments: Sequence[str], contest: Contest) -> int:
    """Run a contest as the command line says, print its table, return the exit code.

    Ctrl-C prints what is known by then. The exit code is 1 if contenders disagree or fail, or if
    nothing was asked.
    """
    options = Options.parse(arguments, contest.name, contest.description)
    asked = [question for question in contest.questions if re.search(options.rows, question)]
    if not asked:
        print(f"bench {contest.name}: no row matches {options.rows!r}", file=sys.stderr)
        return 1
    present = list(installed(contest.contenders))
    load_before = load()
    rows: list[Row] = []
    with suppress(KeyboardInterrupt):
        for question in asked:
            rows.append(compete(question, present, options.limit, options.seeds))
    if len(rows) < len(asked):
        print(f"interrupted after {len(rows)} of {len(asked)} rows", file=sys.stderr)
    if not rows:
        return 1
    notes = [*_summary(rows), *_circumstances(rows, present, options, load_before)]
    headings = ["question", contest.answer, *_names(present), "ratio"]
    table = Table(headings, [row.cells() for row in rows], notes)
    print(FORMATS[options.format](table))
    for row in rows:
        if len(row.answers) > 1:
            answers = " or ".join(sorted(map(repr, row.answers)))
            print(f"CONTENDERS DISAGREE on '{row.question}': {answers}", file=sys.stderr)
    return int(not all(row.is_sound for row in rows))


def compete(question: str, contenders: Sequence[Contender], limit: float, seeds: int) -> Row:
    """Put a question to all contenders that it suits; of each, keep only the best setting.

    All settings run with the first seed, each stopped once it takes longer than the best so far of
    the same contender, and peers at `FAR_BEHIND` times our seconds. The best setting goes on with
    the other seeds, unless it is out of the running.
    """
    with ExitStack() as stack:
        first: dict[str, _First] = {}
        allowed = limit
        for name in _names(contenders):
            settings = [c for c in contenders if c.name == name and c.suits(question)]
            if not settings:
                continue
            first[name] = _best(stack, settings, question, allowed)
            if len(first) == 1 and first[name].run.finished:
                allowed = min(limit, max(LEAST_LIMIT, FAR_BEHIND * first[name].run.seconds))
        own, *peers = first.values()
        quickest = min((peer.run.seconds for peer in peers), default=inf)
        rivals = [own, *(peer for peer in peers if peer.run.seconds <= OUT_OF_REACH * quickest)]
        scores = tuple(f.score(question, seeds if f in rivals else 1) for f in first.values())
    answers = frozenset(run.answer for s in scores for run in s.runs if run.finished)
    return Row(question, scores, answers, allowed)


@dataclass(frozen=True)
class _First:
    """The best setting of a contender with the first seed, still in its process."""

    contender: Contender
    stable: Stable
    run: Run
    limit: float

    def score(self, question: str, seeds: int) -> Score:
        """Go on with the other seeds; what is not done with the first has no others."""
        if seeds > 1 and self.run.seconds < QUICK:
            seeds = max(seeds, RUNS_OF_QUICK)
        others = range(1, seeds) if self.run.finished else ()
        more = (
            _told(self.contender, self.stable, Trial(question, seed, self.limit)) for seed in others
        )
        return Score(self.contender, (self.run, *more), self.limit)


def _best(stack: ExitStack, settings: Sequence[Contender], question: str, limit: float) -> _First:
    """Return the setting that is best with the first seed; its process is left to the stack."""
    best: _First | None = None
    with ExitStack() as others:
        for setting in settings:
            stable = others.enter_context(Stable(setting, question))
            to_beat = min(limit, best.run.seconds) if best else limit
            done = _told(setting, stable, Trial(question, 0, to_beat))
            if best is None or done.seconds < best.run.seconds:
                best = _First(setting, stable, done, limit)
                stack.push(others.pop_all())
    assert best is not None
    return best


def _told(contender: Contender, stable: Stable, trial: Trial) -> Run:
    """Run, and say on standard error what came out."""
    done = stable.run(trial)
    news = f"not finished in {_seconds(trial.limit)} s"
    if done.finished:
        news = f"{done.answer} in {_seconds(done.seconds)} s"
    elif done.failure:
        news = f"failed: {done.failure}"
    asked = f"{trial.question}: {contender.label}, seed {trial.seed}"
    print(f"{asked}: {news}", file=sys.stderr, flush=True)
    return done


def installed(contenders: Iterable[Contender]) -> Iterator[Contender]:
    """Yield the contenders that can be run; say on standard error which cannot."""
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
        f"processor seconds: median (range) of {options.seeds} runs, {RUNS_OF_QUICK} if less than"
        f" {QUICK:g} s, limit {options.limit:g} s or {FAR_BEHIND} times ours, each in a process of"
        " its own with one thread"
    )
    scores = [score for row in rows for score in row.scores]
    start_ups = {
        name: min(run.start_up for s in scores if s.contender.name == name for run in s.runs)
        for name in _names(contenders)
    }
    yield "start-up, not counted: " + _listed(f"{n} {_seconds(s)} s" for n, s in start_ups.items())
    yield "versions: " + _listed(f"{c.package} {c.version}" for c in contenders)
    yield f"{os.cpu_count()} processors, load average {load_before} before and {load()} after"


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(parts))


def load() -> str:
    """Return the load of the machine."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _seconds(seconds: float) -> str:
    digits = ".2g" if seconds < 1 else ".3g" if seconds < 100 else ".0f"
    return format(seconds, digits)
