"""How long work scales: undivided, with one worker, with more; and a forecast for many cores.

The efficiency is the time of one worker over n times that of n workers. With --cores, only a sample
of the parts is run, to estimate the time on so many cores: at least the mean work per core, and at
least the longest part.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.tables import FORMATS, Table
from satchess.answers import Answer
from satchess.events import Chosen, Divided, Event
from satchess.processes.jobs.crews import do_apart
from satchess.processes.pool import run
from satchess.request import Request
from satchess.service.answer import answer
from satchess.service.tasks import state_task
from satchess.task import Claim, Division, Part, Task

QUESTIONS = (
    "queens 16",
    "queens 17",
    "leprechauns 3 23",
    "domination queen 9",
    "domination queen 10",
    "domination queen 11",
    "domination queen 12",
    "domination queen 13",
)

FAR_QUESTIONS = ("queens 18", "queens 19", "queens 20", "leprechauns 3 26")


def main(arguments: Sequence[str]) -> int:
    """Measure as the command line says, and print a table."""
    parser = argparse.ArgumentParser(prog="bench scaling", description=__doc__)
    parser.add_argument("questions", nargs="*", help="such as 'queens 17'; the usual ones if none")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="compared with one")
    parser.add_argument("--cores", type=int, metavar="N", help="what so many would do, by a sample")
    parser.add_argument("--sample", type=int, default=40, metavar="N", help="parts of the sample")
    parser.add_argument("--format", default="text", choices=list(FORMATS))
    said = parser.parse_args(arguments)
    if said.cores is None:
        headings = ["question", "undivided", "1 worker", f"{said.workers} workers", "efficiency"]
        questions = said.questions or QUESTIONS
        rows = [_measured(question, said.workers) for question in questions]
    else:
        headings = ["question", "parts", "mean s", "longest s", "core hours", f"{said.cores} cores"]
        questions = said.questions or FAR_QUESTIONS
        rows = [_sampled(question, said.cores, said.sample) for question in questions]
    print(FORMATS[said.format](Table(headings, rows)))
    return 0


def _measured(question: str, workers: int) -> list[str]:
    """Count in three ways, each with workers that have loaded all they need."""
    alone, count = _undivided(question)
    seconds = []
    for number in (1, workers):
        _warm_up(number)
        found = _answered(question, number)
        assert found.count == count, f"{question}: {found.count} in parts, {count} undivided"
        seconds.append(found.seconds)
    one, many = seconds
    times = (f"{t:.2f} s" for t in (alone, one, many))
    print(f"{question}: done", file=sys.stderr)
    return [question, *times, f"{one / many / workers:.2f}"]


def _undivided(question: str) -> tuple[float, int | None]:
    _warm_up(1)
    task = replace(_task(question), division=Division.NEVER)
    started = time.perf_counter()
    counts = [getattr(event, "count", None) for event in run(task)]
    return time.perf_counter() - started, next(c for c in counts[::-1] if c is not None)


def _warm_up(workers: int) -> None:
    for words in ("queens 16", "leprechauns 3 22", "domination queen 8"):
        _answered(words, workers)


def _answered(question: str, workers: int) -> Answer:
    request = Request.parse(f"count {question}")
    verb, asked, counting = request.verb, request.question, request.counting
    return answer(verb, asked, counting=counting, cache=False, workers=workers)


def _task(question: str) -> Task:
    return state_task(Request.parse(f"count {question}"))


def _sampled(question: str, cores: int, size: int) -> list[str]:
    """Run a random sample of the parts, and estimate the time of all."""
    task = _task(question)
    engine, parts, claim = _division(run(task))
    sample = random.Random(0).sample(parts, min(size, len(parts)))
    seconds = []
    for part in sample:
        started = time.perf_counter()
        do_apart(replace(task, part=part, claim=claim, division=Division.NEVER), engine, None, None)
        seconds.append(time.perf_counter() - started)
    mean, longest = statistics.fmean(seconds), max(seconds)
    error = statistics.stdev(seconds) / len(seconds) ** 0.5 if len(seconds) > 1 else 0.0
    work = mean * len(parts)
    print(f"{question}: done", file=sys.stderr)
    return [
        question,
        str(len(parts)),
        f"{mean:.2f}",
        f"{longest:.2f}",
        f"{work / 3600:.2f} +- {error * len(parts) / 3600:.2f}",
        f"{max(work / cores, longest):.0f} s",
    ]


def _division(events: Iterator[Event]) -> tuple[str, tuple[Part, ...], Claim]:
    engine = ""
    for event in events:
        if isinstance(event, Chosen):
            engine = event.engine
        if isinstance(event, Divided):
            return engine, event.parts, event.claim
    raise SystemExit("bench scaling: too little work to be divided")
