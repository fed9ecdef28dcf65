"""A divided task: which of its parts are left, and the result of the finished ones.

Parts are summed only when complete, after the engine has confirmed that they partition the task.
"""

import time
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from math import ceil

from satchess.cache.jobs import Entry, JobBook, JobRecord, State
from satchess.engines import dividing_engine
from satchess.errors import CacheUnwritable, WrongAnswer
from satchess.events import Bounded, Counted, Divided, Event, Found, Infeasible
from satchess.model import Sense
from satchess.task import Fact, Outcome, Part, Progress, Task

FEWEST_TO_ESTIMATE = 3
"""Finished parts needed to estimate the time left."""


class Job:
    """The parts of a divided task. Their outcomes are kept in a book, if there is one."""

    def __init__(
        self, task: Task, engine: str, verb: str, divided: Divided, book: JobBook | None = None
    ) -> None:
        self.task = replace(task, claim=divided.claim, facts=())
        self.engine = engine
        self.record = JobRecord(
            *(verb, str(task.question), engine, dividing_engine(engine).revision),
            *(divided.claim, task.tuning),
        )
        self.trouble = ""
        """Why parts could not be stored."""
        self._book = book
        self._entries = {part.name: Entry(part) for part in divided.parts}
        try:
            if book is not None:
                self._entries = book.open(self.record, divided.parts)
        except CacheUnwritable as error:
            self._give_up_the_book(error)
        self._left = {e.part.name: e.part for e in self.leaves if e.outcome is None}
        self._done = [(e.part, e.outcome) for e in self.leaves if e.outcome is not None]
        self._total = sum((_share_of(*done) for done in self._done), Fraction(0))
        self._weight = sum(entry.part.weight for entry in self.leaves)
        self._weight_done = sum(part.weight for part, _ in self._done)
        self._found = next((o.placement for _, o in self._done if o.placement is not None), None)
        self._started = time.monotonic()
        self._before = len(self._done), self._weight_done

    def _give_up_the_book(self, error: CacheUnwritable) -> None:
        self.trouble, self._book = f"parts are not stored: {error}", None

    # Parts

    @property
    def leaves(self) -> list[Entry]:
        """The parts that are not divided."""
        return [entry for entry in self._entries.values() if entry.state is not State.DIVIDED]

    def todo(self) -> list[Part]:
        """Return the parts that are left, in an order independent of their size.

        So the finished ones are a fair sample, good for estimating the rest.
        """
        return sorted(self._left.values(), key=lambda part: sha256(part.name.encode()).digest())

    def settle(self, part: Part, outcome: Outcome) -> None:
        """Record the outcome of a part."""
        self._entries[part.name] = replace(
            self._entries[part.name], state=State.DONE, outcome=outcome
        )
        del self._left[part.name]
        self._done.append((part, outcome))
        self._total += _share_of(part, outcome)
        self._weight_done += part.weight
        self._found = self._found or outcome.placement
        try:
            if self._book is not None:
                self._book.settle(self.record, part, outcome)
        except CacheUnwritable as error:
            self._give_up_the_book(error)

    def divide(self, part: Part, pieces: tuple[Part, ...]) -> None:
        """Record that a part is divided further."""
        self._entries[part.name] = replace(self._entries[part.name], state=State.DIVIDED)
        self._entries |= {piece.name: Entry(piece, part.name) for piece in pieces}
        del self._left[part.name]
        self._left |= {piece.name: piece for piece in pieces}
        try:
            if self._book is not None:
                self._book.divide(self.record, part, pieces)
        except CacheUnwritable as error:
            self._give_up_the_book(error)

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody has cancelled the job."""
        try:
            return self._book is not None and self._book.is_cancelled(self.record)
        except CacheUnwritable:
            return False  # without a book, there is no way to cancel it

    # Results

    @property
    def progress(self) -> Progress:
        """The share done, and the time the rest will take at this rate."""
        done_before, weight_before = self._before
        done = len(self._done) - done_before
        seconds = time.monotonic() - self._started
        gained = self._weight_done - weight_before
        known = done >= FEWEST_TO_ESTIMATE and gained > 0
        return Progress(
            done=len(self._done),
            parts=len(self._done) + len(self._left),
            share=self._weight_done / self._weight if self._weight else 1.0,
            rate=done / seconds if seconds else 0.0,
            left=seconds * (self._weight - self._weight_done) / gained if known else None,
        )

    def so_far(self) -> list[Event]:
        """Return what the finished parts prove of the whole, whatever the rest turns out to be."""
        value = self.record.claim.value
        if self.task.verb == "count" and self._total > 0:
            return [Bounded(value, value), Counted(ceil(self._total), exact=False)]
        return []

    def conclusion(self) -> list[Event] | None:
        """Return the combined result of the parts; None while it is open."""
        found: list[Event] = []
        if self._found is not None:
            found = [Found(self._found)]
        if self.task.verb != "count" and found:
            return found
        if self._left:
            return None
        self._ensure_partition()
        if self.task.verb != "count":
            return self._nothing()
        total = self._total
        if total.denominator != 1:
            raise WrongAnswer(f"job {self.record.id}: the parts add up to {total} placements")
        if not total:
            return self._nothing()
        return [*found, *self._exists(), Counted(int(total), exact=True)]

    @property
    def fact(self) -> Fact:
        """What a concluded job has proved."""
        return Fact(self.record.claim, self._found)

    @property
    def method(self) -> str:
        """How a concluded job has proved it."""
        return f"parts: {len(self._done)}"

    @property
    def seconds(self) -> float:
        """Total seconds spent on finished parts, over all runs."""
        return sum(outcome.seconds for _, outcome in self._done)

    def finish(self) -> None:
        """Mark the job as done in the book."""
        try:
            if self._book is not None:
                self._book.finish(self.record)
        except CacheUnwritable as error:
            self._give_up_the_book(error)

    def _exists(self) -> list[Event]:
        """Return the events for placements that are counted: none is better than these."""
        value = self.record.claim.value
        return [] if value is None else [Bounded(value, value)]

    def _nothing(self) -> list[Event]:
        """Return the events for a refuted claim."""
        claim = self.record.claim
        if claim.given:
            return []  # a fact for the engine, which proves nothing of the whole
        if self.task.question.goal is None or claim.value is None:
            return [Infeasible()]
        if self.task.question.goal is Sense.FEWEST:
            return [Bounded(lower=claim.value + 1)]
        return [Bounded(upper=claim.value - 1)]

    def _ensure_partition(self) -> None:
        parts = [entry.part for entry in self.leaves]
        if not dividing_engine(self.engine).covers(self.task, parts):
            raise WrongAnswer(
                f"job {self.record.id}: its parts are not a partition of"
                f" '{self.record.verb} {self.record.question}'"
            )


def _share_of(part: Part, outcome: Outcome) -> Fraction:
    """Return how many placements of the whole a part stands for."""
    return part.times * (outcome.count or 0)
