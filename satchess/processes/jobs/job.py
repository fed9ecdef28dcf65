"""A divided task: which of its parts are left, and what the finished ones come to.

A total is formed only of a complete set of parts, after the engine has confirmed that they are all
of the task and that no two of them overlap.
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
"""Parts that have to be done before the time that is left is guessed."""


class Job:
    """The parts of a divided task. What becomes of them is kept in a book, if there is one."""

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
        """Return the parts that are left, in an order that has nothing to do with their size.

        So those that are done are a fair sample of all, and tell how long the rest will take.
        """
        return sorted(self._left.values(), key=lambda part: sha256(part.name.encode()).digest())

    def settle(self, part: Part, outcome: Outcome) -> None:
        """Take note of what has become of a part."""
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
        """Take note that a part falls into others."""
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
            return False  # nobody can have written that

    # What they come to

    @property
    def progress(self) -> Progress:
        """How far it has come, and how long the rest will take at this rate."""
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
        """Return what is known of the whole by what is done, true whatever the rest says."""
        value = self.record.claim.value
        if self.task.verb == "count" and self._total > 0:
            return [Bounded(value, value), Counted(ceil(self._total), exact=False)]
        return []

    def conclusion(self) -> list[Event] | None:
        """Return what the parts come to; None as long as that is not known."""
        found: list[Event] = []
        if self._found is not None:
            found = [Found(self._found), *self._exists()]
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
        return [*(found or self._exists()), Counted(int(total), exact=True)]

    @property
    def fact(self) -> Fact:
        """What a concluded job has found out."""
        return Fact(self.record.claim, self._found)

    @property
    def method(self) -> str:
        """How a concluded job has found that out."""
        return f"parts: {len(self._done)}"

    @property
    def seconds(self) -> float:
        """How long the parts have taken that are done, in all runs."""
        return sum(outcome.seconds for _, outcome in self._done)

    def finish(self) -> None:
        """Take note in the book that the job is done."""
        try:
            if self._book is not None:
                self._book.finish(self.record)
        except CacheUnwritable as error:
            self._give_up_the_book(error)

    def _exists(self) -> list[Event]:
        """Say that there is such a placement: none is better than what the job is about."""
        value = self.record.claim.value
        return [] if value is None else [Bounded(value, value)]

    def _nothing(self) -> list[Event]:
        """Say that there is no such placement."""
        claim = self.record.claim
        if claim.given:
            return []  # that much is a fact for the engine, and says nothing of the whole
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
