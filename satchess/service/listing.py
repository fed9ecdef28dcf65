"""Lists: placements as they are found, remembered as the list grows."""

import time
from collections.abc import Iterator
from dataclasses import replace

from satchess.answers import Status
from satchess.domain.placement import Placement
from satchess.events import Listed
from satchess.request import Request
from satchess.service.conclusion import settle
from satchess.service.memory import Memory
from satchess.service.options import RunOptions
from satchess.service.session import Session, Watcher
from satchess.service.tasks import state_task

MOST_LISTED = 10_000
"""The most placements remembered; a longer list starts with them and continues."""

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

    def follow(self) -> Iterator[Placement]:
        """Yield remembered placements, then those an engine finds."""
        known = (self.answer and self.answer.placements) or ()
        yield from known
        if self._is_whole():
            return
        task = state_task(self._request, self._memory, self._options.tuning)
        kept = list(known)
        written = time.monotonic()
        with self.session as session:
            try:
                for event in session.follow(replace(task, listed=known), self._options.engine):
                    if isinstance(event, Listed):
                        kept += event.placements[: MOST_LISTED - len(kept)]
                        yield from event.placements
                    if time.monotonic() - written > SECONDS_TO_LOSE:
                        self._remember(kept)
                        written = time.monotonic()
            finally:  # also when the reader stops early
                self._remember(kept)

    def _remember(self, kept: list[Placement]) -> None:
        self.answer = settle(self.session, self._request, self._memory, tuple(kept))

    def _is_whole(self) -> bool:
        """Whether the complete list is remembered."""
        if self.answer is None or not self.answer.status.is_final:
            return False
        return self.answer.status is Status.INFEASIBLE or self.answer.is_complete_list
