"""Building the atlas: each entry of the plan answered by two engines that share no method.

Entries are handed out to long-lived workers, and what has been found is written to a file beside
the atlas at once: a kill loses what is under way, and nothing else. At the end, or on Ctrl-C, all
of it becomes the new atlas.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from satchess.answers import Answer, Status
from satchess.atlas import file
from satchess.atlas.file import AtlasFile
from satchess.atlas.plan import Board, Entry
from satchess.atlas.records import dictionary_of, read, written
from satchess.engines import ENGINES
from satchess.errors import (
    BadQuestion,
    CacheConflict,
    CacheUnwritable,
    EngineDied,
    EnginesDisagree,
    NotKnown,
)
from satchess.events import (
    UNBOUNDED,
    Bounded,
    Chosen,
    Compiling,
    Counted,
    Done,
    Event,
    Found,
    Infeasible,
)
from satchess.model import Sense
from satchess.processes import pool
from satchess.processes.jobs import cores
from satchess.processes.jobs.crews import InThisProcess
from satchess.request import Counting, Request
from satchess.service.conclusion import concluded
from satchess.service.evidence import Evidence
from satchess.service.memory import signature_of
from satchess.service.tasks import narrowed, state_task
from satchess.task import Division

LIMIT = 1.5
"""Seconds for each engine at each question."""

TO_COMPILE = 120.0
"""Seconds more where a kernel is compiled, which happens once."""

FEW = 3_000
"""So many placements are listed one by one, to be told apart up to symmetry."""

AHEAD = 4
"""Entries handed out for each worker, so that none waits for the next."""

CLAUSES, PROOF = "clauses", "proof"

_METHODS = {
    **dict.fromkeys(["sat", "cores", "frames", "linear", "bottleneck", "distance"], CLAUSES),
    **dict.fromkeys(["patterns", "construct"], CLAUSES),
    **dict.fromkeys(["rows", "backtrack"], "rows"),
    **dict.fromkeys(["covers", "windows"], "orbits"),
    **dict.fromkeys(["formula", "theorem"], PROOF),
}
"""What an engine rests on, where it is not its own."""

_OPTIMISED_BY_SAT = ("diagram", "ganak")
"""They count the placements of an optimum that SAT has proved."""

_BY_BURNSIDE = ("frontier", "diagram", "ganak")
"""They count classes by one implementation of Burnside's lemma; others look at each placement."""

_OF_CLASSES = ("covers", "frontier", "sat", "diagram")
"""Who counts classes, the quickest first."""


def methods(engine: str, request: Request) -> frozenset[str]:
    """Return what an engine rests on: two answers are independent if these are disjoint."""
    own = {_METHODS.get(engine, engine)}
    finds_optimum = request.question.goal is not None and not request.counting.by_size
    if engine in _OPTIMISED_BY_SAT and finds_optimum:
        own.add(CLAUSES)
    if engine in _BY_BURNSIDE and request.counting.up_to_symmetry:
        own.add("burnside")
    return frozenset(own)


@dataclass(frozen=True)
class Finding:
    """What one engine says, and how long it took."""

    known: Evidence
    seconds: float


def find(
    request: Request, engine: str | None, limit: float, known: Bounded = UNBOUNDED
) -> Finding | None:
    """Have one engine answer; None if it cannot, or not in time."""
    task = replace(narrowed(state_task(request), known), division=Division.NEVER)
    evidence = Evidence.at_first(task)
    started, compiles = time.perf_counter(), False
    try:
        for event in pool.run(task, engine=engine, timeout=limit):
            evidence = evidence.learn(event)
            compiles |= isinstance(event, Compiling)
    except pool.OutOfTime:
        if limit < TO_COMPILE:
            warm_up(_FIRST)  # its process is gone, and the next one has loaded nothing yet
        if compiles and limit < TO_COMPILE:
            return find(request, engine, limit + TO_COMPILE, known)
        return None
    except (BadQuestion, NotKnown, EngineDied, pool.OutOfMemory):
        return None  # the question is a good one, but none for this engine
    seconds = time.perf_counter() - started
    return Finding(evidence, seconds) if evidence.status.is_final else None


_FIRST = {
    "frontier": ("count domination king 3x3",),
    "diagram": ("count domination king 3x3",),
    "sat": ("count domination king 3x3",),
    "covers": (
        "count domination king 3x3",
        "count --by-size domination king 3x3 --minimal",
        "count irredundance king 3x3 --lower",
    ),
}
"""What makes an engine load all that it needs."""


def warm_up(engines: Iterable[str]) -> None:
    """Have a new process load what these engines need, so that no limit is spent on that."""
    for engine in _FIRST.keys() & set(engines):
        for words in _FIRST[engine]:
            find(Request.parse(words), engine, TO_COMPILE)


def confirmed(request: Request, engines: Iterable[str], limit: float) -> Finding | None:
    """Have two engines answer that share no method; None if no two can."""
    found: list[Finding] = []
    for engine in engines:
        if _is_related(engine, found, request):
            continue
        if engine == "sat" and request.meaning.counts and any(_is_long(one) for one in found):
            continue  # it lists them one by one
        one = find(request, engine, limit)
        if one is None:
            continue
        for other in found:
            if other.known.numbers != one.known.numbers:
                raise EnginesDisagree(
                    f"engines disagree on '{request}': {other.known.engine} says"
                    f" {other.known.numbers}, {engine} says {one.known.numbers}"
                )
            return replace(other, known=replace(other.known, confirmed_by=engine))
        found.append(one)
    return None


def _is_related(engine: str, found: list[Finding], request: Request) -> bool:
    return any(methods(engine, request) & methods(one.known.engine, request) for one in found)


def _is_long(one: Finding) -> bool:
    return (one.known.count or 0) > FEW


# One entry


@dataclass(frozen=True)
class Charted:
    """What has been found of an entry: records by signature, and the steps that were too long."""

    entry: str
    limit: float
    records: dict[str, str] = field(default_factory=dict)
    failed: tuple[str, ...] = ()

    def as_json(self) -> str:
        """Return it as a line."""
        return json.dumps([self.entry, self.limit, self.records, self.failed])

    @classmethod
    def of_json(cls, line: str) -> "Charted":
        """Read a line."""
        entry, limit, records, failed = json.loads(line)
        return cls(entry, limit, records, tuple(failed))


def chart(entry: Entry, limit: float, skipped: frozenset[str] = frozenset()) -> Charted:
    """Answer an entry, leaving out steps that are known to be out of reach."""
    answers: list[Answer] = []
    failed: set[str] = set(skipped)
    engines = entry.engines or tuple(ENGINES)
    best: Finding | None = None
    if entry.sizes is not None and "sizes" not in skipped:
        request = Request.parse(f"count --by-size {entry.sizes}")
        whole = confirmed(request, engines, limit)
        if whole is None:
            failed.add("sizes")
        else:
            answers.append(_answer(request, whole))
            answers += _sum(entry, whole)
            best = _end(entry, whole)
    if entry.best is not None:
        counting = Request.parse(f"count {entry.best}")
        if best is None and "best" not in skipped:
            best = confirmed(counting, engines, limit)
            if best is None:
                failed.add("best")
        if best is not None:
            answers.append(_answer(counting, best))
            answers += _shown(entry.best, best, limit)
            if best.known.count is not None and not _is_long(best) and "classes" not in skipped:
                folded = replace(counting, counting=Counting(up_to_symmetry=True))
                classes = _classes(folded, limit)
                if classes is None:
                    failed.add("classes")
                else:
                    answers.append(_answer(folded, classes))
    records = dict(_record(answer) for answer in answers)
    return Charted(entry.name, limit, records, tuple(sorted(failed)))


def _classes(request: Request, limit: float) -> Finding | None:
    """Count classes, where that is possible."""
    try:
        request.ensure_askable()
    except NotKnown:
        return None
    return confirmed(request, _OF_CLASSES, limit)


def _answer(request: Request, finding: Finding) -> Answer:
    return concluded(finding.known, request, finding.seconds)


def _sum(entry: Entry, whole: Finding) -> Iterator[Answer]:
    """Yield how many sets there are of any size."""
    by_size = whole.known.by_size
    if entry.total is None or not by_size:
        return
    request = Request.parse(f"count {entry.total}")
    if request.question.goal is None:
        total = sum(number for _, number in by_size)
        yield _answer(request, _said(whole, request, Counted(total, exact=True)))


def _end(entry: Entry, whole: Finding) -> Finding | None:
    """Return the optimum, which is an end of the sizes, and its count."""
    by_size = whole.known.by_size
    if entry.best is None or not by_size:
        return None
    value, number = by_size[-1] if entry.sense is Sense.MOST else by_size[0]
    request = Request.parse(f"count {entry.best}")
    return _said(whole, request, Bounded(value, value), Counted(number, exact=True))


def _shown(words: str, best: Finding, limit: float) -> Iterator[Answer]:
    """Yield the optimum with a placement, which is checked like any other."""
    request = Request.parse(f"solve {words}")
    if best.known.status is Status.INFEASIBLE:
        yield _answer(request, _said(best, request, Infeasible()))
        return
    value = best.known.value
    found = find(request, None, limit, Bounded(value, value))
    if found is not None and found.known.placement is not None:
        known = [Bounded(value, value)] if value is not None else []
        yield _answer(request, _said(best, request, *known, Found(found.known.placement)))


def _said(of: Finding, request: Request, *events: Event) -> Finding:
    """Return the evidence on another request that follows from a finding."""
    known = Evidence.at_first(state_task(request))
    for event in (Chosen(of.known.engine), *events, Done()):
        known = known.learn(event)
    return Finding(replace(known, confirmed_by=of.known.confirmed_by), of.seconds)


def _record(answer: Answer) -> tuple[str, str]:
    """Return the signature and the record of an answer, in canonical orientation."""
    assert answer.status.is_final, answer
    assert answer.confirmed_by, answer
    signature = signature_of(answer.request)
    canonical = answer.restated(signature.turn, signature.question)
    return signature.digest, written(canonical).decode()


# The whole plan


@dataclass
class Chart:
    """What is known of a plan: the records, and what was tried in how many seconds."""

    path: Path
    records: dict[str, bytes] = field(default_factory=dict)
    tried: dict[str, tuple[float, tuple[str, ...]]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> "Chart":
        """Read an atlas, and what a killed run has left beside it."""
        chart = cls(path)
        if path.exists():
            with AtlasFile(path) as atlas:
                chart.records = dict(atlas.records())
                chart.tried = {
                    name: (limit, tuple(failed)) for name, (limit, failed) in atlas.log.items()
                }
        if chart.beside.exists():
            for line in chart.beside.read_text("utf-8").splitlines():
                try:
                    chart.learn(Charted.of_json(line))
                except (ValueError, TypeError):
                    continue  # the line that was being written
        return chart

    @property
    def beside(self) -> Path:
        """Where findings are written at once."""
        return self.path.with_name(f"{self.path.name}.part")

    def learn(self, charted: Charted) -> int:
        """Add what was found; return how many answers are new. They must not contradict."""
        new = 0
        for digest, record in charted.records.items():
            body = record.encode()
            known = self.records.get(digest)
            if known is None:
                new += 1
                self.records[digest] = body
            elif _numbers(known, digest) != _numbers(body, digest):
                raise CacheConflict(f"the atlas has {known.decode()}, new is {record}")
        self.tried[charted.entry] = (charted.limit, charted.failed)
        return new

    def take_down(self, charted: Charted) -> int:
        """Learn it, and write it down."""
        new = self.learn(charted)
        with self.beside.open("a", encoding="utf-8") as stream:
            stream.write(f"{charted.as_json()}\n")
        return new

    def save(self) -> None:
        """Write the atlas anew; what was written beside it is in there now."""
        file.write(self.path, self.records, self.tried, dictionary_of(self.records.values()))
        self.beside.unlink(missing_ok=True)

    def is_done(self, entry: Entry, limit: float) -> bool:
        """Whether an entry is answered, or was tried for as long."""
        if entry.name not in self.tried:
            return False
        before, failed = self.tried[entry.name]
        return not failed or before >= limit


def _numbers(body: bytes, digest: str) -> tuple[object, ...]:
    answer = read(body, digest)
    return answer.status, answer.value, answer.count, answer.by_size


@dataclass(frozen=True)
class Advance:
    """How far a build has come."""

    entry: str
    done: int
    entries: int
    answers: int
    left: float | None
    """Seconds, as far as can be told."""


def build(
    path: Path,
    entries: Iterable[Entry],
    *,
    limit: float = LIMIT,
    timeout: float | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    tell: Callable[[Advance], None] = lambda advance: None,
) -> Chart:
    """Answer what is missing in an atlas; after `timeout` seconds, or on Ctrl-C, save and stop."""
    planned = list(entries)
    with alone(path):
        return _built(Chart.load(path), planned, limit, timeout, _hired(workers, cluster), tell)


def _built(
    chart_: Chart,
    planned: list[Entry],
    limit: float,
    timeout: float | None,
    hired: tuple[Executor, int],
    tell: Callable[[Advance], None],
) -> Chart:
    missing = [entry for entry in planned if not chart_.is_done(entry, limit)]
    executor, size = hired
    started, done = time.monotonic(), 0
    reach = _Reach(chart_, planned, limit)
    under_way: dict[Future[Charted], Entry] = {}
    warm_up({engine for entry in missing for engine in entry.engines or ENGINES})
    try:
        queue = iter(missing)
        is_over = False
        while not is_over or under_way:
            for entry in queue if not is_over else ():
                skipped = reach.beyond(entry)
                under_way[executor.submit(chart, entry, limit, skipped)] = entry
                if len(under_way) >= size * AHEAD or isinstance(executor, InThisProcess):
                    break
            else:
                is_over = True
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                entry, done = under_way.pop(future), done + 1
                charted = future.result()
                chart_.take_down(charted)
                reach.learn(entry, charted.failed)
                seconds = time.monotonic() - started
                left = seconds / done * (len(missing) - done)
                tell(Advance(entry.name, done, len(missing), len(chart_.records), left))
            is_over = is_over or (timeout is not None and time.monotonic() - started > timeout)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        chart_.save()
    return chart_


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other builds from the same atlas, where the system can."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # not on Windows
        yield
        return
    with path.with_name(f"{path.name}.lock").open("a") as stream:
        try:
            flock(stream, LOCK_EX | LOCK_NB)
        except OSError:
            raise CacheUnwritable(f"atlas {path}: another build is at work on it") from None
        yield
    Path(stream.name).unlink(missing_ok=True)


class _Reach:
    """What is out of reach: a step that took too long on one board is not tried on larger ones."""

    def __init__(self, chart: Chart, entries: Iterable[Entry], limit: float) -> None:
        self._failed: dict[tuple[str, str], list[Board]] = {}
        for entry in entries:
            before, failed = chart.tried.get(entry.name, (0.0, ()))
            if before >= limit:
                self.learn(entry, failed)

    def learn(self, entry: Entry, failed: Iterable[str]) -> None:
        """Take note of the steps that failed."""
        for step in failed:
            self._failed.setdefault((entry.group, step), []).append(entry.board)

    def beyond(self, entry: Entry) -> frozenset[str]:
        """Return the steps of an entry that need not be tried: glued edges make nothing easier."""
        groups = {entry.group, entry.group.partition(":")[0]} - {""}
        return frozenset(
            step
            for (group, step), boards in self._failed.items()
            if group in groups and any(map(entry.board.holds, boards))
        )


def _hired(workers: int | None, cluster: str | None) -> tuple[Executor, int]:
    """Return an executor, and how many entries it works on at a time."""
    if cluster is not None:
        from satchess.processes.jobs.cluster import connect

        executor, size = connect(cluster)
        return executor, max(1, size())
    if workers == 1:
        return InThisProcess(), 1
    number = workers or cores()
    return ThreadPoolExecutor(number, thread_name_prefix="satchess"), number
