"""Choices that tune an engine. Engines import them with the task, which a look-up does without."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """Choices that affect how an engine works, never what it answers. None: the default."""

    solver: str | None = None
    cardinality: str | None = None
    at_most_one: str | None = None


DEFAULT_TUNING = Tuning()
