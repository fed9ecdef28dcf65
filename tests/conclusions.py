"""What an engine concludes, without what it says before it starts."""

from satchess.engines.protocol import Engine
from satchess.events import Bounded, Event
from satchess.task import Task


def conclusions(engine: Engine, task: Task) -> list[Event]:
    """All events but bounds on one side, which are known before any work."""
    assert engine.objection(task) is None
    return [event for event in engine.run(task) if not _is_one_sided(event)]


def _is_one_sided(event: Event) -> bool:
    return isinstance(event, Bounded) and None in (event.lower, event.upper)
