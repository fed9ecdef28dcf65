"""How to work: limits, workers, engine and tuning; and all that as keywords of the library.

The keywords are the options of the command line with underscores. A test keeps them so.
"""

import re
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from satchess.errors import BadQuestion
from satchess.questions.keywords import BoardOptions
from satchess.request import PLAIN, Counting
from satchess.tuning import DEFAULT_TUNING, Tuning
from satchess.verbs import Verb

if TYPE_CHECKING:
    from satchess.answers import Trust
    from satchess.service.evidence import Evidence

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}


@dataclass(frozen=True)
class RunOptions:
    """Limits on the work, and how it is done; none of these changes a final answer.

    After `timeout` seconds, or beyond `memory` bytes, the work stops with what is known by then.
    Long work is shared by `workers` processes (None: one per core; 0: this process alone), or by a
    Dask `cluster`. What is remembered is worked out `again`, from nothing, and has to come out the
    same.
    """

    timeout: float | None = None
    memory: int | None = None
    engine: str | None = None
    tuning: Tuning = DEFAULT_TUNING
    workers: int | None = None
    cluster: str | None = None
    again: bool = False

    def ensure_usable(self, verb: Verb) -> None:
        """Raise `BadQuestion` for an unknown or unused option, before any work."""
        if self.engine is not None or self.tuning != DEFAULT_TUNING:
            from satchess.engines.plan import ensure_known

            ensure_known(self.engine, self.tuning)
        self._ensure_numbers()
        if self.workers is not None and self.cluster is not None:
            raise BadQuestion("workers and cluster exclude each other: expected one of them")
        if self.workers == 0 and (self.timeout is not None or self.memory is not None):
            raise BadQuestion(
                "workers 0: this process does the work and cannot be stopped;"
                " expected no limit of time or memory, or at least 1 worker"
            )
        if not verb.divides and (self.workers or self.cluster is not None):
            raise BadQuestion(f"{verb.name} runs in one process: workers and cluster do not apply")

    def _ensure_numbers(self) -> None:
        """Refuse what is no limit: a negative one would stop all work, or none, without a word."""
        if not _is_number(self.timeout, float) or not 0 <= (self.timeout or 0) < inf:
            raise BadQuestion(f"timeout {self.timeout!r}: expected a number of seconds")
        if not _is_number(self.memory, int) or (self.memory is not None and self.memory <= 0):
            raise BadQuestion(f"memory {self.memory!r}: expected bytes, or a size such as 2G")
        if not _is_number(self.workers, int) or (self.workers or 0) < 0:
            raise BadQuestion(f"workers {self.workers!r}: expected a whole number, 0 or more")


def _is_number(value: object, kind: type) -> bool:
    """Whether a value is None or such a number; callers need not check types."""
    return value is None or (isinstance(value, int | kind) and not isinstance(value, bool))


def parse_memory(text: str) -> int:
    """Read an amount of memory in bytes.

    >>> parse_memory("2G")
    2147483648
    """
    match = re.fullmatch(r"(\d{1,12})([kmg]?)b?", text.lower())
    if match is None or int(match[1]) == 0:
        raise BadQuestion(f"memory {text!r}: expected a size such as 500M or 2G")
    return int(match[1]) * _UNITS[match[2]]


class CacheOptions(TypedDict, total=False):
    """Where answers are remembered."""

    cache: Path | str | bool


class CountingOptions(TypedDict, total=False):
    """What is counted, and with how much certainty; `counting` says all of it at once."""

    by_size: bool
    up_to_symmetry: bool
    cross_check: bool
    approximate: tuple[float, float] | None
    counting: Counting


class EngineOptions(CacheOptions, total=False):
    """Limits and engine; `tuning` is solver, cardinality and at_most_one at once."""

    timeout: float | None
    memory: int | str | None
    workers: int | None
    engine: str | None
    solver: str | None
    cardinality: str | None
    at_most_one: str | None
    tuning: Tuning
    again: bool


class ListOptions(EngineOptions, total=False):
    """How placements are listed."""

    watch: "Callable[[Evidence], None] | None"


class WorkOptions(ListOptions, total=False):
    """How a question is answered."""

    cluster: str | None
    catch_interrupt: bool


class TableOptions(EngineOptions, total=False):
    """How the questions of a table are answered."""

    cluster: str | None
    catch_interrupt: bool
    by_size: bool
    up_to_symmetry: bool


class ChainOptions(EngineOptions, BoardOptions, total=False):
    """How the questions of a chain are answered, and what the board lacks."""

    cluster: str | None


class CountOptions(WorkOptions, CountingOptions, total=False):
    """How a question is answered that counts."""


class LookupOptions(CacheOptions, CountingOptions, total=False):
    """What is looked up, and how it has to be known at least."""

    trust: "Trust | str"


def take_run_options(values: MutableMapping[str, Any]) -> RunOptions:
    """Take the limits and how to work out of keywords."""
    memory = values.pop("memory", None)
    tuning = values.pop("tuning", None)
    said = {name: values.pop(name, None) for name in ("solver", "cardinality", "at_most_one")}
    if tuning is not None and any(said.values()):
        raise BadQuestion("tuning says solver and encodings already: expected it alone")
    return RunOptions(
        timeout=values.pop("timeout", None),
        memory=parse_memory(memory) if isinstance(memory, str) else memory,
        engine=values.pop("engine", None),
        tuning=tuning or Tuning(**said),
        workers=values.pop("workers", None),
        cluster=values.pop("cluster", None),
        again=values.pop("again", False),
    )


def take_counting(values: MutableMapping[str, Any]) -> Counting:
    """Take what is to be counted out of keywords."""
    counting: Counting = values.pop("counting", PLAIN)
    said = Counting(
        by_size=values.pop("by_size", False),
        up_to_symmetry=values.pop("up_to_symmetry", False),
        approximate=values.pop("approximate", None),
        cross_check=values.pop("cross_check", False),
    )
    if PLAIN not in (counting, said):
        raise BadQuestion("counting says already what is counted: expected it alone")
    return said if counting == PLAIN else counting
