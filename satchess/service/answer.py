"""The path of a question: request, memory, session, evidence, answer, memory."""

import time
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from satchess.answers import Answer, Stop, StopReason, Trust
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.errors import BadQuestion, NotKnown, expected_one_of
from satchess.logs import logger_of
from satchess.questions import Question
from satchess.questions.grammar import ensure_keywords
from satchess.request import PLAIN, Counting, Request
from satchess.service.memory import opened
from satchess.service.options import (
    CountOptions,
    ListOptions,
    LookupOptions,
    RunOptions,
    take_counting,
    take_run_options,
)
from satchess.shown import watching
from satchess.verbs import verb_named

if TYPE_CHECKING:
    from satchess.events import Bounded
    from satchess.service.session import Watcher

# What works is imported when there is work: a remembered answer does without.

_log = logger_of(__name__)


def ask(request: str, **options: Unpack[CountOptions]) -> Answer:
    """Answer a request in words, such as `solve domination queen 8x8`.

    Options are those of `answer`.
    """
    asked = Request.parse(request)
    if asked.counting != PLAIN:
        options.setdefault("counting", asked.counting)
    return answer(asked.verb, asked.question, **options)


def answer(verb: str, question: Question, **options: Unpack[CountOptions]) -> Answer:
    """Answer a question, from the cache if possible, else by an engine.

    Options are those of the command line. `by_size`, `up_to_symmetry` and `approximate` say what to
    count, `cross_check` that a second engine has to agree; `counting` says these at once. `cache`
    is the file that remembers answers: True for the default, False for none. After `timeout`
    seconds, or beyond `memory` (bytes, or a text such as "2G"), the answer is what is known by
    then. `engine`, `solver`, `cardinality` and `at_most_one` choose how to work; `tuning` says the
    last three at once. Long work is divided into parts, stored as they finish, so that the same
    request resumes where it stopped. They are shared by `workers` processes (None: one per core; 0:
    this process alone), or by the Dask `cluster` at an address such as `tcp://host:8786`. `watch`
    is called with the evidence whenever it changes. With `again`, what is remembered is worked out
    from nothing, and has to come out the same: `EnginesDisagree` if not. Ctrl-C stores what is
    known and raises `KeyboardInterrupt`, or returns what is known if `catch_interrupt` is set.
    """
    ensure_keywords(verb, options, CountOptions.__annotations__)
    said: dict[str, Any] = {**options}
    request = Request(verb, question, take_counting(said))
    work = take_run_options(said)
    with watching(said.pop("watch", None)) as watch:
        answered, interrupt = respond(request, work, cache=said.pop("cache", True), watch=watch)
    if interrupt is not None and not said.pop("catch_interrupt", False):
        raise interrupt
    return answered


def respond(
    request: Request,
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: "Watcher | None" = None,
    known: "Bounded | None" = None,
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Answer a request; also return the interrupt that stopped the work, if any.

    `known` are bounds on the value that the caller has proved.
    """
    request.ensure_askable()
    options.ensure_usable(request.meaning)
    with opened(cache) as memory:
        if request.meaning.streams:
            from satchess.service.listing import Listing

            listing = Listing(request, options, memory, watch)
            deque(listing.follow(), maxlen=0)
            assert listing.answer is not None
            return listing.answer, listing.session.interrupt
        stored = memory.recall(request)
        if stored is not None and _is_enough(stored, request) and not options.again:
            _log.info("remembered: %s", request)
            return stored, None
        _log.info("%s: %s", "not remembered" if stored is None else "not final yet", request)
        from satchess.service.working import worked_out

        return worked_out(request, options, memory, stored, watch, known)


def _is_enough(stored: Answer, request: Request) -> bool:
    """Whether a stored answer is final, and confirmed if the request wants that."""
    if not stored.status.is_final:
        return False
    return stored.trust is not Trust.SINGLE or not request.counting.cross_check


def lookup(verb: str, question: Question, **options: Unpack[LookupOptions]) -> Answer | None:
    """Return the cached answer, final or not, without running an engine.

    `cache` and what is counted are as in `answer`. None if it is known with less than `trust`.
    """
    ensure_keywords("lookup", options, LookupOptions.__annotations__)
    said: dict[str, Any] = {**options}
    request = Request(verb, question, take_counting(said))
    verb_named(verb)
    wanted = said.pop("trust", Trust.SINGLE)
    if wanted not in list(Trust):
        raise BadQuestion(f"trust {wanted!r}: {expected_one_of(str(wanted), Trust)}")
    with opened(said.pop("cache", True)) as memory:
        known = memory.recall(request)
    return known if known is not None and known.trust.is_at_least(Trust(wanted)) else None


def explain(verb: str, question: Question, **options: Unpack[CountOptions]) -> str:
    """Say which engine would answer, what each other one objects to: a line for each.

    Options are those of `answer`; those that choose an engine matter.
    """
    ensure_keywords("explain", options, CountOptions.__annotations__)
    said: dict[str, Any] = {**options}
    return forecast(Request(verb, question, take_counting(said)), take_run_options(said))


def forecast(request: Request, options: RunOptions) -> str:
    """Say which engine would answer a request, and what the others object to."""
    from satchess.engines import plan
    from satchess.service.tasks import state_task

    request.ensure_askable()
    options.ensure_usable(request.meaning)
    return "\n".join(plan.explain(state_task(request, tuning=options.tuning), options.engine))


def placements(
    question: Question,
    *,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    **options: Unpack[ListOptions],
) -> Iterator[Placement]:
    """Yield the optimal placements as they are found, each checked, none twice.

    With `up_to_symmetry`, of those that symmetries of the question carry into each other, yield the
    lexicographically first alone.

    They are remembered, up to a limit: the next list starts with them and continues. Options are as
    in `answer`. Raises `TimeoutError` or `MemoryError` at the limits.
    """
    ensure_keywords(
        "placements", options, ["limit", "up_to_symmetry", *ListOptions.__annotations__]
    )
    said: dict[str, Any] = {**options}
    work = take_run_options(said)
    return stream(
        question,
        work,
        limit=limit,
        up_to_symmetry=up_to_symmetry,
        cache=said.pop("cache", True),
        watch=said.pop("watch", None),
    )


def stream(
    question: Question,
    options: RunOptions,
    *,
    limit: int | None = None,
    up_to_symmetry: bool = False,
    cache: Path | str | bool = True,
    watch: "Watcher | None" = None,
) -> Generator[Placement, None, None]:
    """Yield the optimal placements, as `placements` does."""
    from satchess.service.listing import Listing, representatives

    request = Request("list", question)
    options.ensure_usable(request.meaning)
    if up_to_symmetry:  # refused where `count` refuses it
        Request("count", question, Counting(up_to_symmetry=True)).ensure_askable()
    started, given = time.monotonic(), 0
    if limit is not None and limit <= 0:
        return
    with opened(cache) as memory:
        listing = Listing(request, options, memory, watch)
        with closing(listing.follow()) as found:  # so that it is remembered now, or complains
            for placement in representatives(question, found) if up_to_symmetry else found:
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
