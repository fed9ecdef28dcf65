"""Journal files: the decided parts of a request as text, to commit and resume anywhere.

One record per line, its fields separated by tabs, `-` for an empty one:

    satchess journal 2
    request  first independence queen 36x36 --size 36
    written  2026-11-16T12:00:00+00:00  0.2.0
    engine   sat  0.2.0  revision
    refuted  value  prefix  seconds  method
    placed   value  prefix  seconds  method  placement
    job      engine  value  prefix  tuning  revision
    part     open     times  weight  name
    part     refuted  times  weight  name  seconds  method
    part     placed   times  weight  name  seconds  method  placement
    part     counted  times  weight  name  seconds  method  count

Prefixes follow the engine that decided them, parts follow their job. Only open jobs are written.
Names may mean something else in another revision of the engine: it ignores these prefixes, and
does not resume these jobs. Files of the first format, of satchess 0.1.0, have no revisions: theirs
is the first.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from satchess import __version__
from satchess.cache import Store
from satchess.cache.jobs import Entry, JobRecord, State
from satchess.cache.journal import JournalEntry, made_by, violations
from satchess.domain.placement import Placement
from satchess.engines import engine as engine_of
from satchess.engines.protocol import DividingEngine, Engine
from satchess.errors import BadInput, CacheConflict
from satchess.questions import Question
from satchess.request import Request
from satchess.service.tasks import state_task
from satchess.task import Claim, Fact, Outcome, Part, Tuning
from satchess.wire import any_length

FORMAT = "satchess journal 2"
FORMATS = ("satchess journal 1", FORMAT)


@dataclass(frozen=True)
class Report:
    """What an import has added."""

    request: str
    added: int
    known: int
    jobs: int
    parts: int
    """How many more parts of jobs are done."""
    refused: str = ""
    """Why jobs were left out."""


# Writing


@any_length()
def journal_lines(store: Store, request: str) -> list[str]:
    """Return the lines of a file: everything decided, and the open jobs."""
    question = Request.parse(request).question
    lines = [
        FORMAT,
        _line("request", request),
        _line("written", store.now(), __version__),
    ]
    entries = store.journal.entries(request)
    for (engine, revision, version), group in groupby(entries, made_by):
        lines.append(_line("engine", engine, version, str(revision)))
        lines += [_prefix_line(entry, question) for entry in group]
    for job in store.jobs.open_jobs(request):
        claim, tuning = job.claim, json.dumps(asdict(job.tuning))
        about = (job.engine, _number(claim.value), claim.given, tuning, str(job.revision))
        lines.append(_line("job", *about))
        lines += [_part_line(entry, question) for entry in store.jobs.leaves(job)]
    return lines


def _prefix_line(entry: JournalEntry, question: Question) -> str:
    claim, placement = entry.fact.claim, entry.fact.placement
    fields = (_number(claim.value), claim.given, _seconds(entry.seconds), entry.method)
    if placement is None:
        return _line("refuted", *fields)
    return _line("placed", *fields, " ".join(question.words(placement)))


def _part_line(entry: Entry, question: Question) -> str:
    part, outcome = entry.part, entry.outcome
    fields = (str(part.times), repr(part.weight), part.name)
    if outcome is None:
        return _line("part", "open", *fields)
    done = (*fields, _seconds(outcome.seconds), outcome.method)
    if outcome.count is not None:
        return _line("part", "counted", *done, str(outcome.count))
    if outcome.placement is not None:
        return _line("part", "placed", *done, " ".join(question.words(outcome.placement)))
    return _line("part", "refuted", *done)


def _line(*fields: str) -> str:
    return "\t".join(field or "-" for field in fields)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"


# Reading


@dataclass
class _OpenJob:
    """A job of a file, and its line number."""

    where: str
    record: JobRecord
    leaves: list[Entry] = field(default_factory=list)

    @property
    def engine(self) -> Engine:
        """The engine that divided it."""
        try:
            return engine_of(self.record.engine)
        except BadInput as error:
            raise BadInput(f"{self.where}: {error}") from None

    @property
    def is_of_today(self) -> bool:
        """Whether the engine's revision is still the one that named the parts."""
        return self.record.revision == self.engine.revision


def take_up(store: Store, lines: Iterable[str], name: str) -> Report:
    """Import a file, all or nothing: a bad line leaves the store unchanged."""
    file = _Reader(name)
    for number, line in enumerate(lines, start=1):
        file.read(number, line.rstrip("\r\n"))
    file.ensure_complete()
    jobs = [job for job in file.jobs if job.is_of_today]
    for job in jobs:
        _ensure_partition(job)
    added = parts = 0
    with store.transaction() as writer:
        for where, entry in file.entries:
            try:
                added += store.journal.add_within(writer, entry)
            except CacheConflict as error:
                raise CacheConflict(f"{where}: {error}") from None
        for job in jobs:
            try:
                parts += store.jobs.restore_within(writer, job.record, job.leaves)
            except CacheConflict as error:
                raise CacheConflict(f"{job.where}: {error}") from None
    refused = "; ".join(
        f"{job.where}: left out, an open job of revision {job.record.revision} of engine"
        f" {job.record.engine}, of which this is revision {job.engine.revision}"
        for job in file.jobs
        if not job.is_of_today
    )
    return Report(file.request, added, len(file.entries) - added, len(jobs), parts, refused)


def _ensure_partition(job: _OpenJob) -> None:
    """Refuse a file that has lost lines, before any work on the rest."""
    request = Request.parse(f"{job.record.verb} {job.record.question}")
    task = state_task(request, tuning=job.record.tuning)
    try:
        divider = job.engine
        parts = [leaf.part for leaf in job.leaves]
        complete = isinstance(divider, DividingEngine) and divider.covers(
            replace(task, claim=job.record.claim), parts
        )
    except (BadInput, ValueError) as error:  # names the engine does not recognise
        raise BadInput(f"{job.where}: {error}") from None
    if not complete:
        raise BadInput(f"{job.where}: the parts of this job are not all of it")


class _Reader:
    """Reads a file line by line."""

    def __init__(self, name: str) -> None:
        self.request = self.version = ""
        self.entries: list[tuple[str, JournalEntry]] = []
        self.jobs: list[_OpenJob] = []
        self._name = name
        self._where = name
        self._verb = ""
        self._question: Question | None = None
        self._engine: tuple[str, int, str] | None = None

    def read(self, number: int, line: str) -> None:
        """Read a line; `BadInput` names a bad one and what was expected."""
        self._where = f"{self._name}:{number}"
        if number == 1 and line not in FORMATS:
            raise self._complaint(f"{line[:40]!r}: expected {FORMAT!r}, the head of a journal")
        if number == 1 or not line.strip():
            return
        word, *fields = ("" if text == "-" else text for text in line.split("\t"))
        try:
            self._take(word, fields)
        except BadInput as error:
            raise self._complaint(str(error)) from None
        except (ValueError, ZeroDivisionError) as error:
            raise self._complaint(f"{line[:60]!r}: {error}") from None

    def ensure_complete(self) -> None:
        """Raise `BadInput` if the file ends within its header."""
        if self._question is None or not self.version:
            raise BadInput(f"{self._name}: expected {FORMAT!r}, a request, and when it was written")

    def _complaint(self, text: str) -> BadInput:
        return BadInput(f"{self._where}: {text}")

    @any_length()
    def _take(self, word: str, fields: list[str]) -> None:
        match word, fields:
            case "request", [request] if self._question is None:
                self._take_request(request)
            case "written", [_, version] if self._question is not None:
                self.version = version
            case "engine", [name, version, *revision] if self.version and len(revision) < 2:
                self._engine = name, _revision(revision), version
            case "refuted", [value, given, seconds, method]:
                self._take_prefix(_claim(value, given), None, seconds, method)
            case "placed", [value, given, seconds, method, words]:
                claim = _claim(value, given)
                self._take_prefix(claim, self._placement(words, claim), seconds, method)
            case "job", [engine, value, given, tuning, *revision] if (
                self.version and len(revision) < 2
            ):
                self._take_job(engine, _revision(revision), _claim(value, given), tuning)
            case "part", [state, times, weight, name, *done] if self.jobs:
                part = Part(name, Fraction(times), _finite(weight))
                self._take_part(part, self._outcome(state, done))
            case _:
                raise ValueError(
                    "expected engine, refuted, placed, job or part, and their fields between tabs"
                    if self.version
                    else "expected a request, then when it was written"
                )

    def _take_request(self, request: str) -> None:
        normal = str(Request.parse(request))
        if request != normal:
            raise ValueError(f"expected the request in normal words, {normal!r}")
        self._question = Request.parse(request).question
        self.request = request
        self._verb = request.removesuffix(f" {self._question}")

    def _take_prefix(
        self, claim: Claim, placement: Placement | None, seconds: str, method: str
    ) -> None:
        if self._engine is None:
            raise ValueError("expected the engine first that has decided it")
        engine, revision, version = self._engine
        fact = Fact(claim, placement)
        if not claim.given:
            raise ValueError("expected a prefix")
        entry = JournalEntry(
            *(self.request, engine, revision, fact, method, _finite(seconds)),
            version=version,
            source=self._name,
        )
        self.entries.append((self._where, entry))

    def _take_job(self, engine: str, revision: int, claim: Claim, tuning: str) -> None:
        said = json.loads(tuning)
        if not isinstance(said, dict) or said.keys() != asdict(Tuning()).keys():
            raise ValueError(f"tuning {tuning!r}: expected {json.dumps(asdict(Tuning()))}")
        record = JobRecord(
            *(self._verb, str(self._question), engine, revision, claim, Tuning(**said))
        )
        self.jobs.append(_OpenJob(self._where, record))

    def _take_part(self, part: Part, outcome: Outcome | None) -> None:
        leaves = self.jobs[-1].leaves
        state = State.OPEN if outcome is None else State.DONE
        leaves.append(Entry(part, state=state, outcome=outcome))

    def _outcome(self, state: str, fields: list[str]) -> Outcome | None:
        match state, fields:
            case "open", []:
                return None
            case "refuted", [seconds, method]:
                return Outcome(seconds=_finite(seconds), method=method)
            case "placed", [seconds, method, words]:
                placement = self._placement(words, self.jobs[-1].record.claim)
                return Outcome(None, placement, _finite(seconds), method)
            case "counted", [seconds, method, count]:
                return Outcome(int(count), None, _finite(seconds), method)
        raise ValueError("expected a part that is open, refuted, placed or counted")

    def _placement(self, words: str, claim: Claim) -> Placement:
        """Read a placement and check it against the rules."""
        assert self._question is not None
        placement = self._question.read(words)
        for violation in violations(Fact(claim, placement), self._question):
            raise ValueError(f"placement {placement}: {violation}")
        return placement


def _claim(value: str, given: str) -> Claim:
    return Claim(int(value) if value else None, given)


def _revision(fields: list[str]) -> int:
    """Read the revision of an engine, absent in files of the first format."""
    return int(fields[0]) if fields else 1


def _finite(text: str) -> float:
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError(f"{text!r}: expected a number that is not negative")
    return number
