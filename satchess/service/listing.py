"""Lists: placements as they are found, remembered as the list grows."""

import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from satchess.answers import Status
from satchess.cache.merging import MOST_LISTED
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.engines.plan import ensure_suited
from satchess.errors import CacheDamaged, EnginesDisagree, WrongAnswer
from satchess.events import Listed
from satchess.questions import Question
from satchess.request import Request
from satchess.service.conclusion import settle
from satchess.service.memory import FORGETFUL, Memory
from satchess.service.options import RunOptions
from satchess.service.session import Session, Watcher
from satchess.service.tasks import state_task
from satchess.task import Task

SECONDS_TO_LOSE = 5.0
"""How much work on a list a kill may lose."""


class Listing:
    """A list that is remembered as it grows."""

    def __init__(
        self, request: Request, options: RunOptions, memory: Memory, watch: Watcher | None
    ) -> None:
        self._known = FORGETFUL if options.again else memory
        self.session = Session.on(request, options, self._known.store, watch)
        self._request = request
        self._options = options
        self._memory = memory
        self.answer = memory.recall(request)
        """The answer so far."""

    def follow(self) -> Generator[Placement, None, None]:
        """Yield remembered placements, then those an engine finds."""
        if self._options.engine is not None:
            request, tuning = self._request, self._options.tuning
            ensure_suited(self._options.engine, Task(request.verb, request.question, tuning=tuning))
        known = (self.answer and not self._options.again and self.answer.placements) or ()
        for placement in known:
            self._ensure_undamaged(placement)
            yield placement
        if self._options.again or not self._is_whole():
            task = state_task(self._request, self._known, self._options.tuning)
            with self.session:
                yield from self._found(replace(task, listed=known))

    def _found(self, task: Task) -> Iterator[Placement]:
        """Yield what engines find; remember it now and then, and however it ends."""
        kept = list(task.listed)
        written, due = len(kept), time.monotonic() + SECONDS_TO_LOSE
        try:
            for event in self.session.pursue(task, self._options.engine):
                if isinstance(event, Listed):
                    kept += event.placements[: max(0, MOST_LISTED - len(kept))]
                    yield from event.placements
                if len(kept) > written and time.monotonic() > due:
                    self._remember(kept)
                    written, due = len(kept), time.monotonic() + SECONDS_TO_LOSE
        except WrongAnswer:
            raise  # nothing of this run can be believed
        except BaseException:  # also when the reader stops early
            if self.session.has_begun:
                self._remember(kept)
            raise
        if self._options.again:
            self._verify(kept)
        self._remember(kept)

    def _verify(self, listed: list[Placement]) -> None:
        """Compare with the list that is remembered, if both are complete."""
        remembered = self.answer
        self.session.verify(remembered)
        if remembered is None or not (remembered.is_complete_list and self.session.known.done):
            return
        if different := set(listed) ^ set(remembered.placements or ()):
            raise EnginesDisagree(
                f"engines disagree on '{self._request}': {remembered.engines}, as is remembered,"
                f" and {self.session.known.engine} list others, such as {min(different, key=str)}"
            )

    def _ensure_undamaged(self, placement: Placement) -> None:
        for violation in self._request.question.violations(placement):
            raise CacheDamaged(
                f"cache: the list of '{self._request.question}' is damaged: {violation}"
                f" ({placement})"
            )

    def _remember(self, kept: list[Placement]) -> None:
        self.answer = settle(self.session, self._request, self._memory, tuple(kept))

    def _is_whole(self) -> bool:
        """Whether the complete list is remembered."""
        if self.answer is None or not self.answer.status.is_final:
            return False
        return self.answer.status is Status.INFEASIBLE or self.answer.is_complete_list


def representatives(question: Question, placements: Iterable[Placement]) -> Iterator[Placement]:
    """Yield the lexicographically first of each class of symmetric placements, once."""
    turns = tuple(question.symmetries())
    order = {kind: number for number, kind in enumerate(question.kinds)}
    seen: set[Placement] = set()

    def key(placement: Placement) -> list[tuple[Square, int]]:
        return [(square, order[kind]) for square, kind in placement.places]

    for placement in placements:
        images = (question.respelt(placement.turned(turn)) for turn in turns)
        first = min(images, key=key)
        if first not in seen:
            seen.add(first)
            yield first
