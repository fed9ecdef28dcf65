"""How to work: limits, workers, engine and tuning."""

from dataclasses import dataclass

from satchess.engines.plan import ensure_known
from satchess.errors import BadQuestion
from satchess.task import DEFAULT_TUNING, Tuning
from satchess.verbs import Verb


@dataclass(frozen=True)
class RunOptions:
    """Limits on the work, and how it is done; none of these changes a final answer.

    After `timeout` seconds, or beyond `memory` bytes, the work stops with what is known by then.
    Long work is shared by `workers` processes (None: one per core; 0: this process alone), or by a
    Dask `cluster`.
    """

    timeout: float | None = None
    memory: int | None = None
    engine: str | None = None
    tuning: Tuning = DEFAULT_TUNING
    workers: int | None = None
    cluster: str | None = None

    def ensure_usable(self, verb: Verb) -> None:
        """Raise `BadQuestion` for an unknown or unused option, before any work."""
        ensure_known(self.engine, self.tuning)
        if self.workers is not None and self.workers < 0:
            raise BadQuestion(f"workers {self.workers}: expected 0 or more")
        if self.workers is not None and self.cluster is not None:
            raise BadQuestion("workers and cluster exclude each other: expected one of them")
        if self.workers == 0 and (self.timeout is not None or self.memory is not None):
            raise BadQuestion(
                "workers 0: this process does the work and cannot be stopped;"
                " expected no limit of time or memory, or at least 1 worker"
            )
        if not verb.divides and (self.workers or self.cluster is not None):
            raise BadQuestion(f"{verb.name} runs in one process: workers and cluster do not apply")
