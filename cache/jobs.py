"""Jobs: long work in parts, each stored as soon as it is done.

A job is a row, and so is each of its parts. A part is open, done, or divided into others. No
process repeats finished work; if two do the same part at once, they have to agree.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING

from satchess.errors import CacheConflict, NotKnown
from satchess.questions import Question
from satchess.task import Claim, Outcome, Part, Tuning
from satchess.wire import any_length

if TYPE_CHECKING:
    from satchess.cache.store import Store

_FIRST_REVISION = "0.1.0"
"""Stands for revision 1 in job ids, which once contained the version of satchess."""


class State(StrEnum):
    """The state of a job, or of a part."""

    OPEN = "open"
    DONE = "done"
    DIVIDED = "divided"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class JobRecord:
    """What a job is about; `verb` includes its flags, as in `count --up-to-symmetry`."""

    verb: str
    question: str
    engine: str
    revision: int
    """Revision of the engine; names of parts may mean something else in another one."""
    claim: Claim
    tuning: Tuning
    state: State = State.OPEN
    computed: int = 0
    """Parts computed over all runs, with repetitions."""
    created: str = ""
    stored_as: str = ""

    @property
    def id(self) -> str:
        """The job's name, shared by runs that divide the same work in the same way."""
        if self.stored_as:
            return self.stored_as
        revision = _FIRST_REVISION if self.revision == 1 else self.revision
        parts = [self.verb, self.question, self.engine, asdict(self.claim), asdict(self.tuning)]
        return sha256(json.dumps([revision, *parts]).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Entry:
    """A part of a job, with its state and outcome."""

    part: Part
    parent: str | None = None
    state: State = State.OPEN
    outcome: Outcome | None = None


class JobBook:
    """The jobs of a store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    # Jobs

    def open(self, job: JobRecord, parts: Iterable[Part]) -> dict[str, Entry]:
        """Begin or resume a job; return all its parts by name.

        A cancelled job starts over.
        """
        with self._store.transaction() as writer:
            if not self._is_begun(job):
                self._begin(writer, job, parts)
        return self.entries(job)

    def open_jobs(self, request: str) -> list[JobRecord]:
        """Return the open jobs of a request that this version can resume."""
        found = [
            job
            for job in self.all()
            if job.state is State.OPEN
            and f"{job.verb} {job.question}" == request
            and replace(job, stored_as="").id == job.id
        ]
        return sorted(found, key=lambda job: job.id)

    @any_length()
    def restore_within(
        self, writer: sqlite3.Connection, job: JobRecord, leaves: Collection[Entry]
    ) -> int:
        """Import the leaves of a job inside a transaction; return how many that finishes.

        If the job has begun here already, only outcomes of parts it knows are imported: it may be
        divided differently.
        """
        here = self.entries(job) if self._is_begun(job) else {}
        if not any(entry.outcome is not None for entry in here.values()):
            self._begin(writer, job, [leaf.part for leaf in leaves])
        return sum(
            self._settle_within(writer, job, leaf.part, leaf.outcome)
            for leaf in leaves
            if leaf.outcome is not None
        )

    def all(self) -> list[JobRecord]:
        """Return all jobs, the newest last."""
        rows = self._store.query(
            "SELECT verb, question, engine, revision, value, given, tuning,"
            " state, computed, created, id"
            " FROM jobs ORDER BY created, id"
        )
        return [
            JobRecord(
                *(verb, question, engine, revision, Claim(value, given)),
                Tuning(**json.loads(tuning)),
                *(State(state), *others),
            )
            for verb, question, engine, revision, value, given, tuning, state, *others in rows
        ]

    def find(self, name: str) -> JobRecord:
        """Return the job with this id prefix; `NotKnown` unless it is unique."""
        found = [job for job in self.all() if job.id.startswith(name)]
        if len(found) != 1:
            raise NotKnown(
                f"job {name!r}: {'several' if found else 'none'} of this name;"
                " expected one that 'satchess jobs ls' lists"
            )
        return found[0]

    def is_cancelled(self, job: JobRecord) -> bool:
        """Whether somebody has cancelled the job by now."""
        return self._state(job.id) is State.CANCELLED

    def finish(self, job: JobRecord) -> None:
        """Mark the job as done."""
        with self._store.transaction() as writer:
            writer.execute(
                "UPDATE jobs SET state = ? WHERE id = ? AND state = ?",
                [State.DONE, job.id, State.OPEN],
            )

    def cancel(self, job: JobRecord) -> None:
        """Delete the parts; a process at work on them will notice and stop."""
        with self._store.transaction() as writer:
            writer.execute("DELETE FROM parts WHERE job = ?", [job.id])
            writer.execute("UPDATE jobs SET state = ? WHERE id = ?", [State.CANCELLED, job.id])

    # Parts

    def entries(self, job: JobRecord) -> dict[str, Entry]:
        """Return all parts by name, divided ones too, in order of creation."""
        return self._entries(job, "ORDER BY rowid")

    @any_length()
    def _entries(self, job: JobRecord, tail: str, *parameters: str) -> dict[str, Entry]:
        question = Question.parse(job.question)
        rows = self._store.query(
            "SELECT name, times, weight, parent, state, count, placement, seconds, method"
            f" FROM parts WHERE job = ? {tail}",
            *(job.id, *parameters),
        )
        entries = {}
        for name, times, weight, parent, state, count, placement, seconds, method in rows:
            outcome = None
            if state == State.DONE:
                outcome = Outcome(
                    count=None if count is None else int(count),
                    placement=None if placement is None else question.read(placement),
                    seconds=seconds,
                    method=method,
                )
            part = Part(name, Fraction(times), weight)
            entries[name] = Entry(part, parent, State(state), outcome)
        return entries

    @any_length()
    def settle(self, job: JobRecord, part: Part, outcome: Outcome) -> None:
        """Store the outcome of a part, once; `CacheConflict` if a different one is stored."""
        with self._store.transaction() as writer:
            writer.execute("UPDATE jobs SET computed = computed + 1 WHERE id = ?", [job.id])
            self._settle_within(writer, job, part, outcome)

    def divide(self, job: JobRecord, part: Part, pieces: Iterable[Part]) -> None:
        """Store the subdivision of a part."""
        with self._store.transaction() as writer:
            changed = writer.execute(
                "UPDATE parts SET state = ? WHERE job = ? AND name = ? AND state = ?",
                [State.DIVIDED, job.id, part.name, State.OPEN],
            )
            if changed.rowcount:
                self._insert(writer, job.id, pieces, part.name)

    def leaves(self, job: JobRecord) -> list[Entry]:
        """Return the parts that are not divided."""
        return [entry for entry in self.entries(job).values() if entry.state is not State.DIVIDED]

    # Inside

    def _is_begun(self, job: JobRecord) -> bool:
        return self._state(job.id) in (State.OPEN, State.DONE) and bool(self.entries(job))

    def _begin(self, writer: sqlite3.Connection, job: JobRecord, parts: Iterable[Part]) -> None:
        self._forget(writer, job.id)
        writer.execute(
            "INSERT INTO jobs (id, verb, question, engine, revision, value, given, tuning,"
            " state, computed, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                *(job.id, job.verb, job.question, job.engine, job.revision),
                *(job.claim.value, job.claim.given, json.dumps(asdict(job.tuning))),
                *(State.OPEN, 0, self._store.now()),
            ],
        )
        self._insert(writer, job.id, parts, None)

    def _settle_within(
        self, writer: sqlite3.Connection, job: JobRecord, part: Part, outcome: Outcome
    ) -> bool:
        """Store the outcome of a part inside a transaction; return whether it is new."""
        stored = self._entries(job, "AND name = ?", part.name).get(part.name)
        if stored is not None and stored.outcome is not None:
            if not stored.outcome.agrees_with(outcome):
                raise CacheConflict(
                    f"job {job.id}: part {part.name!r} is stored as {stored.outcome}, now it is"
                    f" {outcome}; one of them is wrong"
                )
            return False
        words = None
        if outcome.placement is not None:
            words = " ".join(Question.parse(job.question).words(outcome.placement))
        changed = writer.execute(
            "UPDATE parts SET state = ?, count = ?, placement = ?, seconds = ?, method = ?"
            " WHERE job = ? AND name = ? AND state = ?",
            [
                *(State.DONE, None if outcome.count is None else str(outcome.count), words),
                *(outcome.seconds, outcome.method, job.id, part.name, State.OPEN),
            ],
        )
        return changed.rowcount > 0

    def _state(self, name: str) -> State | None:
        for (state,) in self._store.query("SELECT state FROM jobs WHERE id = ?", name):
            return State(state)
        return None

    @staticmethod
    def _forget(writer: sqlite3.Connection, name: str) -> None:
        writer.execute("DELETE FROM parts WHERE job = ?", [name])
        writer.execute("DELETE FROM jobs WHERE id = ?", [name])

    @staticmethod
    def _insert(
        writer: sqlite3.Connection, job: str, parts: Iterable[Part], parent: str | None
    ) -> None:
        writer.executemany(
            "INSERT INTO parts (job, name, parent, times, weight, state) VALUES (?, ?, ?, ?, ?, ?)",
            [(job, part.name, parent, str(part.times), part.weight, State.OPEN) for part in parts],
        )
