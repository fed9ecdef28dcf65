"""Jobs: long work in parts, each of which is remembered as soon as it is done.

A job is a row, and so is each of its parts. A part is open, done, or divided into others. What
is done once is never done again, by whatever process; if two did it at once, they have to agree.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING

from satchess.cache.records import any_length
from satchess.errors import CacheConflict, NotKnown
from satchess.questions import Question
from satchess.task import Claim, Outcome, Part, Tuning

if TYPE_CHECKING:
    from satchess.cache.store import Store

_FIRST_REVISION = "0.1.0"
"""Jobs once went by the version of satchess, and have ids of that time."""


class State(StrEnum):
    """What has become of a job, or of a part."""

    OPEN = "open"
    DONE = "done"
    DIVIDED = "divided"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class JobRecord:
    """What a job is about; `verb` is with_flags with its flags, as in `count --up-to-symmetry`."""

    verb: str
    question: str
    engine: str
    revision: int
    """That of the engine, whose names of parts may mean something else in another one."""
    claim: Claim
    tuning: Tuning
    state: State = State.OPEN
    computed: int = 0
    """How many parts were computed in all runs, those that were computed twice counted twice."""
    created: str = ""
    stored_as: str = ""

    @property
    def id(self) -> str:
        """The name of the job: two runs that divide the same work the same way share it."""
        if self.stored_as:
            return self.stored_as
        revision = _FIRST_REVISION if self.revision == 1 else self.revision
        parts = [self.verb, self.question, self.engine, asdict(self.claim), asdict(self.tuning)]
        return sha256(json.dumps([revision, *parts]).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Entry:
    """A part of a job, and what has become of it."""

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
        """Begin a job, or take it up again; return all its parts by their names.

        A job that was cancelled begins anew.
        """
        with self._store.transaction() as writer:
            if not self._is_begun(job):
                self._begin(writer, job, parts)
        return self.entries(job)

    def open_jobs(self, request: str) -> list[JobRecord]:
        """Return the jobs of a request that are open, and that this version can go on with."""
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
        """Take over the leaves of a job inside a transaction; return how many are done by that.

        If some of the job is done here already, only the outcomes of the parts that it has are
        taken over: it may be divided otherwise.
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
        """Return the job whose id begins like this; `NotKnown` unless there is one such job."""
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
        """Take note that all is known."""
        with self._store.transaction() as writer:
            writer.execute(
                "UPDATE jobs SET state = ? WHERE id = ? AND state = ?",
                [State.DONE, job.id, State.OPEN],
            )

    def cancel(self, job: JobRecord) -> None:
        """Forget the parts; a process that works on them will notice, and stop."""
        with self._store.transaction() as writer:
            writer.execute("DELETE FROM parts WHERE job = ?", [job.id])
            writer.execute("UPDATE jobs SET state = ? WHERE id = ?", [State.CANCELLED, job.id])

    # Parts

    def entries(self, job: JobRecord) -> dict[str, Entry]:
        """Return all parts by their names, divided ones too, in the order of their making."""
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
        """Store what has become of a part, once; `CacheConflict` if it is known otherwise."""
        with self._store.transaction() as writer:
            writer.execute("UPDATE jobs SET computed = computed + 1 WHERE id = ?", [job.id])
            self._settle_within(writer, job, part, outcome)

    def divide(self, job: JobRecord, part: Part, pieces: Iterable[Part]) -> None:
        """Store that a part falls into others."""
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
        """Store what has become of a part inside a transaction; say whether that is new."""
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
