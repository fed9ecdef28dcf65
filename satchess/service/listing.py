"""Lists: placements as they are found, remembered as the list grows."""

import time
from collections.abc import Generator, Iterator
from dataclasses import replace

from satchess.answers import Status
from satchess.cache.merging import MOST_LISTED
from satchess.domain.placement import Placement
from satchess.engines.plan import ensure_suited
from satchess.errors import CacheDamaged, NotKnown, WrongAnswer
from satchess.events import Event, Listed
from satchess.request import Request
from satchess.service.conclusion import settle
from satchess.service.memory import Memory
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
        self.session = Session.on(request, options, memory.store, watch)
        self._request = request
        self._options = options
        self._memory = memory
        self.answer = memory.recall(request)
        """The answer so far."""

    def follow(self) -> Generator[Placement, None, None]:
        """Yield remembered placements, then those an engine finds."""
        task = state_task(self._request, self._memory, self._options.tuning)
        if self._options.engine is not None:
            ensure_suited(self._options.engine, task)
        known = (self.answer and self.answer.placements) or ()
        for placement in known:
            self._ensure_undamaged(placement)
            yield placement
        if not self._is_whole():
            with self.session:
                yield from self._found(replace(task, listed=known))

    def _found(self, task: Task) -> Iterator[Placement]:
        """Yield what engines find, one after the other until one has found all."""
        kept = list(task.listed)
        written, due = len(kept), time.monotonic() + SECONDS_TO_LOSE
        tried: list[str] = []
        try:
            while not self._is_over(tried):
                for event in self._events(task, tried):
                    if isinstance(event, Listed):
                        kept += event.placements[: max(0, MOST_LISTED - len(kept))]
                        yield from event.placements
                    if len(kept) > written and time.monotonic() > due:
                        self._remember(kept)
                        written, due = len(kept), time.monotonic() + SECONDS_TO_LOSE
                tried.append(self.session.known.engine)
        except WrongAnswer:
            raise  # nothing of this run can be believed
        except BaseException:  # also when the reader stops early
            if self.session.has_begun:
                self._remember(kept)
            raise
        self._remember(kept)

    def _events(self, task: Task, tried: list[str]) -> Iterator[Event]:
        """Yield the events of the next engine; none if there is no other."""
        if not tried:
            yield from self.session.follow(task, self._options.engine)
            return
        before = self.session.outcome
        try:
            yield from self.session.follow(task, without=tried)
        except NotKnown:
            self.session.outcome = before

    def _is_over(self, tried: list[str]) -> bool:
        """Whether no further engine is needed, or would be of use."""
        if not tried:
            return False
        known = self.session.known
        gave_up = (known.done or known.gave_up) and not known.status.is_final
        return (
            not gave_up
            or known.listed
            or self._options.engine is not None
            or tried[-1] in tried[:-1]
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
