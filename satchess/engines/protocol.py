"""The engine interface: take a task, yield events as they are learned."""

from collections.abc import Collection, Iterator
from typing import Protocol, runtime_checkable

from satchess.events import Event
from satchess.task import Part, Task


class Engine(Protocol):
    """Answers tasks of one or more verbs."""

    @property
    def name(self) -> str:
        """Its name in `--engine`, in answers and in the cache."""

    @property
    def revision(self) -> int:
        """Bump it whenever the names of parts or prefixes change their meaning.

        Work in progress is resumed only by the revision that began it.
        """

    @property
    def summary(self) -> str:
        """One line of help."""

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do the task; None if it can."""

    def reluctance(self, task: Task) -> str | None:
        """Why another engine is likely to be faster; None if this one is a good choice."""

    def forecast(self, task: Task) -> str:
        """Describe the size of the work, as far as that is cheap to estimate."""

    def run(self, task: Task) -> Iterator[Event]:
        """Yield events as they are learned, `Done` last."""


@runtime_checkable
class DividingEngine(Engine, Protocol):
    """An engine that divides long work into parts.

    The parts depend on the task alone, so that two runs agree on them.
    """

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether the parts partition the placements of the task."""
