"""The path of a question: request, memory, session, evidence, answer, memory."""

import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from satchess.answers import Answer, Stop, StopReason, Trust
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.request import PLAIN, Counting, Request
from satchess.service.conclusion import settle
from satchess.service.listing import Listing
from satchess.service.memory import opened
from satchess.service.options import RunOptions
from satchess.service.session import Session, Watcher, exhaust
from satchess.service.tasks import state_task
from satchess.task import DEFAULT_TUNING, Tuning
from satchess.verbs import verb_named


def ask(request: str, **options: Any) -> Answer:
    """Answer a request in words, such as `solve domination queen 8x8`.

    Options are those of `answer`.
    """
    asked = Request.parse(request)
    return answer(asked.verb, asked.question, **{"counting": asked.counting, **options})


def answer(
    verb: str,
    question: Question,
    *,
    counting: Counting = PLAIN,
    cache: Path | str | bool = True,
    timeout: float | None = None,
    memory: int | None = None,
    engine: str | None = None,
    tuning: Tuning = DEFAULT_TUNING,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Watcher | None = None,
    catch_interrupt: bool = False,
) -> Answer:
    """Answer a question, from the cache if possible, else by an engine.

    `counting` says what to count, and whether a second engine has to agree. `cache` is the file
    that remembers answers: True for the default, False for none. After `timeout` seconds, or beyond
    `memory` bytes, the answer is what is known by then. `engine` and `tuning` choose how to work.
    Long work is divided into parts, stored as they finish, so that the same request resumes where
    it stopped. They are shared by `workers` processes (None: one per core; 0: this process alone),
    or by the Dask `cluster` at an address such as `tcp://host:8786`. `watch` is called with the
    evidence whenever it changes. Ctrl-C stores what is known and raises `KeyboardInterrupt`, or
    returns what is known if `catch_interrupt` is set.
    """
    options = RunOptions(timeout, memory, engine, tuning, workers, cluster)
    request = Request(verb, question, counting)
    answered, interrupt = respond(request, options, cache=cache, watch=watch)
    if interrupt is not None and not catch_interrupt:
        raise interrupt
    return answered


def respond(
    request: Request,
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Answer a request; also return the interrupt that stopped the work, if any."""
    request.ensure_askable()
    options.ensure_usable(request.meaning)
    with opened(cache) as memory:
        if request.meaning.streams:
            listing = Listing(request, options, memory, watch)
            deque(listing.follow(), maxlen=0)
            assert listing.answer is not None
            return listing.answer, listing.session.interrupt
        stored = memory.recall(request)
        if stored is not None and _is_enough(stored, request):
            return stored, None
        with Session.on(request, options, memory.store, watch) as session:
            exhaust(session.pursue(state_task(request, memory, options.tuning), options.engine))
            if request.counting.cross_check and session.known.status.is_final:
                session.cross_check()
            return settle(session, request, memory), session.interrupt


def _is_enough(stored: Answer, request: Request) -> bool:
    """Whether a stored answer is final, and confirmed if the request wants that."""
    if not stored.status.is_final:
        return False
    return stored.trust is not Trust.SINGLE or not request.counting.cross_check


def lookup(
    verb: str,
    question: Question,
    *,
    counting: Counting = PLAIN,
    cache: Path | str | bool = True,
) -> Answer | None:
    """Return the cached answer, final or not, without running an engine."""
    request = Request(verb, question, counting)
    verb_named(verb)
    with opened(cache) as memory:
        return memory.recall(request)


def placements(
    question: Question,
    *,
    limit: int | None = None,
    cache: Path | str | bool = True,
    timeout: float | None = None,
    memory: int | None = None,
    engine: str | None = None,
    tuning: Tuning = DEFAULT_TUNING,
    watch: Watcher | None = None,
) -> Iterator[Placement]:
    """Yield the optimal placements as they are found, each checked, none twice.

    They are remembered, up to a limit: the next list starts with them and continues. Raises
    `TimeoutError` or `MemoryError` at the limits.
    """
    options = RunOptions(timeout, memory, engine, tuning)
    return stream(question, options, limit=limit, cache=cache, watch=watch)


def stream(
    question: Question,
    options: RunOptions,
    *,
    limit: int | None = None,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> Generator[Placement, None, None]:
    """Yield the optimal placements, as `placements` does."""
    request = Request("list", question)
    options.ensure_usable(request.meaning)
    started, given = time.monotonic(), 0
    if limit is not None and limit <= 0:
        return
    with opened(cache) as memory:
        listing = Listing(request, options, memory, watch)
        with closing(listing.follow()) as found:  # so that it is remembered now, or complains
            for placement in found:
                if options.timeout is not None and time.monotonic() - started > options.timeout:
                    raise TimeoutError(f"out of time after {counted(given, 'placement')}")
                yield placement
                given += 1
                if given == limit:
                    return
    if listing.session.interrupt is not None:
        raise listing.session.interrupt
    match listing.session.stopped:
        case StopReason(Stop.OUT_OF_TIME):
            raise TimeoutError(f"out of time after {counted(given, 'placement')}")
        case StopReason(Stop.OUT_OF_MEMORY):
            raise MemoryError(f"out of memory after {counted(given, 'placement')}")
        case StopReason() as stopped:
            raise NotKnown(f"not all placements are listed: {stopped}")
    if listing.answer is None or not listing.answer.status.is_final:
        raise NotKnown(f"not all placements are listed: no engine could list '{question}'")
