"""What an engine is: it takes a task and yields what it learns, as it learns it."""

from collections.abc import Collection, Iterator
from typing import Protocol, runtime_checkable

from satchess.events import Event
from satchess.task import Part, Task


class Engine(Protocol):
    """Something that answers."""

    @property
    def name(self) -> str:
        """The word for it in `--engine`, in answers and in the cache."""

    @property
    def revision(self) -> int:
        """Raise it when names of parts or prefixes come to mean something else.

        Work in progress is taken up by the revision that began it alone.
        """

    @property
    def summary(self) -> str:
        """One line of help."""

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do the task; None if it can."""

    def reluctance(self, task: Task) -> str | None:
        """Why another engine that can do the task is likely to be quicker; None if none is."""

    def forecast(self, task: Task) -> str:
        """Say how large the work will be, as far as that can be told without doing it."""

    def run(self, task: Task) -> Iterator[Event]:
        """Yield what is learned; `Done` at the end."""


@runtime_checkable
class DividingEngine(Engine, Protocol):
    """An engine that divides long work into parts.

    The parts are a function of the task alone: two runs agree on them.
    """

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts of a task have all its placements, and no two of them the same one."""
