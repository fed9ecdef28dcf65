"""The desk: what the API and the pages share. It knows answers and jobs, nothing of HTTP."""

import asyncio
import hashlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Generic, TypeVar

from satchess.answers import Answer
from satchess.cache import Store
from satchess.cache.facets import Filter, Found
from satchess.cache.orders import Order, OrderState
from satchess.closable import Closable
from satchess.errors import BadInput, TooLarge
from satchess.outside import from_outside
from satchess.questions import Question
from satchess.request import Request
from satchess.service.memory import Memory
from satchess.web.problems import busy
from satchess.web.security import Buckets
from satchess.web.sentences import sentence
from satchess.web.settings import Settings
from satchess.wire import as_json, from_json, safe

Facets = Filter
"""Which answers are wanted."""

Item = TypeVar("Item")

SECONDS_A_LOOK = 0.25
"""How often those who follow a job are told."""

THINKING = 4
"""How many may wait while a condition is thought about."""

SECONDS_AT_THE_DOOR = 0.5

REMEMBERED_TEXTS = 4_096
"""Questions whose words were read last are not read again."""


@dataclass(frozen=True)
class Page(Generic[Item]):
    """Some of many: `number` counts from 1."""

    items: tuple[Item, ...]
    total: int
    number: int
    size: int
    numbers: Mapping[str, Mapping[str | int, int]]
    """How many there are of each value of each facet, whatever that facet is set to."""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.total // self.size))


@dataclass(frozen=True)
class JobView:
    """A job as its readers see it."""

    id: str
    kind: str
    """`answer`, `table`, `certificate` or `puzzle`."""
    request: str
    sentence: str
    """What is asked, in a sentence."""
    state: str
    """queued, running, done, failed, cancelled or stopped (at a limit: it may be resumed)."""
    progress: float | None = None
    seconds: float = 0.0
    left: float | None = None
    lower: int | None = None
    upper: int | None = None
    count: int | None = None
    text: str = ""
    """One line of progress."""
    answer: Answer | None = None
    result: Any = None
    """What a job of another kind than `answer` has made, as JSON."""
    problem: str | None = None
    created: float = 0.0
    """Seconds since 1970."""
    version: int = 0
    """Grows with each change."""
    place: int | None = None
    """How many jobs are before it, while it waits."""

    @property
    def is_open(self) -> bool:
        """Whether something is still to come."""
        return OrderState(self.state).is_open


class Desk(Closable):
    """Takes questions, remembers answers, and keeps jobs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self._local = threading.local()
        self._asks = Buckets(self.limits.asks)
        self._rooms = threading.BoundedSemaphore(THINKING)
        self._thought = threading.Lock()
        self._read = lru_cache(REMEMBERED_TEXTS)(self._read_anew)
        with self.writing() as store, store.transaction():
            pass  # the file is made, or brought up to date

    def close(self) -> None:
        """Close this thread's view of the cache."""
        if (store := getattr(self._local, "store", None)) is not None:
            store.close()

    @property
    def store(self) -> Store:
        """The cache, for reading: one for each thread."""
        if not hasattr(self._local, "store"):
            self._local.store = Store(self.settings.cache, read_only=True)
        store: Store = self._local.store
        return store

    @contextmanager
    def writing(self) -> Iterator[Store]:
        """Open the cache for writing: only jobs are written here, answers by their workers."""
        with Store(self.settings.cache) as store:
            yield store

    # Questions

    def read(self, text: str) -> Request:
        """Read a request, `count queens 8`, within the limits."""
        if len(text) > self.limits.text:
            raise TooLarge(f"a text of {len(text)} characters, expected {self.limits.text} at most")
        return self._read(text)

    def _read_anew(self, text: str) -> Request:
        with self.within_limits():
            request = Request.parse(text)
            request.ensure_askable()
        return request

    @contextmanager
    def within_limits(self) -> Iterator[None]:
        """Read words of strangers: no files, no large boards, no endless recursion."""
        try:
            with from_outside(self.limits.squares):
                yield
        except (RecursionError, MemoryError, OverflowError):
            raise BadInput("these words are too deeply nested to be read") from None

    # Answers

    def known(self, request: Request) -> Answer | None:
        """Return what is remembered of a request, final or not; nothing is written or begun."""
        with self.thinking(request.question):
            return Memory(self.store).recall(request)

    @contextmanager
    def thinking(self, question: Question) -> Iterator[None]:
        """Think about a condition: it may take seconds to see what it means.

        One at a time does, and few wait: else they had all threads, and the processor.
        """
        if getattr(question, "where", None) is None:
            yield
            return
        if not self._rooms.acquire(timeout=SECONDS_AT_THE_DOOR):
            raise busy("many conditions are being read", 10, status=503, name="busy")
        try:
            with self._thought:
                yield
        finally:
            self._rooms.release()

    def knowing(self) -> Callable[[Request], Answer | None]:
        """Return `known` for many requests of one reader: all together they take no longer."""
        seconds = self.limits.lookup_seconds
        deadline = time.monotonic() + seconds

        def known(request: Request) -> Answer | None:
            if time.monotonic() > deadline:
                raise busy(
                    f"to look all of this up takes more than {seconds:g} s; expected fewer boards,"
                    " or a simpler condition",
                    60,
                    status=503,
                    name="too-hard",
                )
            return self.known(request)

        return known

    def answers(self, facets: Facets, page: int = 1, size: int = 50) -> Page[Answer]:
        """Return a page of remembered answers, and how many there are of each facet."""
        if not 1 <= size <= self.limits.page or not 1 <= page <= 1_000_000:
            raise BadInput(f"page {page} of {size}: expected 1 to {self.limits.page} on a page")
        found: Found = self.store.found(facets)
        answers = self.store.page(facets, size, (page - 1) * size)
        return Page(tuple(answers), found.total, page, size, found.numbers)

    # Jobs

    def ask(self, request: Request, *, client: str = "", seconds: float = 0) -> Answer | JobView:
        """Answer at once what is remembered; of the rest make a job, or join the one there is."""
        known = self.known(request)
        if known is not None and is_enough(known, request):
            return known
        return self.order("answer", written(request), client=client, seconds=seconds)

    def order(
        self,
        kind: str,
        request: str,
        options: Mapping[str, Any] | None = None,
        *,
        client: str = "",
        seconds: float = 0,
    ) -> JobView:
        """Take an order: a job of any kind."""
        said = {"seconds": min(seconds or self.limits.seconds, self.limits.seconds)}
        said |= options or {}
        name = job_name(kind, request)
        with self.writing() as store:
            found = store.query("SELECT state FROM orders WHERE id = ?", name)
            if not found or not OrderState(found[0][0]).is_open:
                self._ensure_room(store, client)
            order = store.orders.place(name, kind, request, said, client)
        return self.view(order)

    def _ensure_room(self, store: Store, client: str) -> None:
        """Refuse an order that is one too many."""
        if wait := self._asks.take(client):
            raise busy(f"more than {self.limits.asks} jobs a minute", wait)
        numbers = store.orders.numbers()
        if numbers.get("queued", 0) >= self.limits.queue:
            raise busy(
                f"{self.limits.queue} jobs are waiting already", 30, status=503, name="queue-full"
            )
        own = store.orders.numbers(client)
        if own.get("queued", 0) + own.get("running", 0) >= self.limits.client_jobs:
            raise busy(f"more than {self.limits.client_jobs} jobs of yours are open", 30)

    def job(self, id: str) -> JobView:
        """Return a job; `NotKnown` if there is none."""
        return self.view(self.store.orders.get(id))

    def jobs(self) -> list[JobView]:
        """Return all jobs, open ones first."""
        return [self.view(order) for order in self.store.orders.all()]

    def cancel(self, id: str) -> JobView:
        """Cancel a job; what it has found is remembered."""
        with self.writing() as store:
            return self.view(store.orders.cancel(id))

    def resume(self, id: str, *, client: str = "") -> JobView:
        """Let a job go on that has stopped, failed or been cancelled."""
        with self.writing() as store:
            order = store.orders.get(id)
            if not order.state.is_open and order.state is not OrderState.DONE:
                self._ensure_room(store, client)
                order = store.orders.reopen(id, {"seconds": self.limits.seconds})
            return self.view(order)

    async def follow(self, id: str, after: int = -1) -> AsyncIterator[JobView]:
        """Yield a job whenever it has changed since a version, and once more when it ends."""
        seen = after
        while True:
            version = await asyncio.to_thread(self.version, id)
            if version != seen:
                view = await asyncio.to_thread(self.job, id)
                seen = view.version
                yield view
                if not view.is_open:
                    return
            await asyncio.sleep(SECONDS_A_LOOK)

    def version(self, id: str) -> int:
        """Return the number of the last change of a job."""
        return self.store.orders.seen(id)

    def view(self, order: Order) -> JobView:
        """Return an order as its readers see it."""
        progress = order.progress
        result = order.result
        answer = None
        has_answer = order.state in (OrderState.DONE, OrderState.STOPPED)
        if order.kind == "answer" and result is not None and has_answer:
            answer, result = from_json(result), None
        place = None
        if order.state is OrderState.QUEUED:
            ((place,),) = self.store.query(
                "SELECT count(*) FROM orders WHERE state = 'queued' AND (created, id) < (?, ?)",
                *(order.created, order.id),  # type: ignore[arg-type]
            )
        since = time.time() - progress["since"] if "since" in progress else 0.0
        running = since if order.state is OrderState.RUNNING else 0.0
        return JobView(
            id=order.id,
            kind=order.kind,
            request=order.request,
            sentence=sentence(order.kind, order.request),
            state=str(order.state),
            progress=progress.get("share"),
            seconds=round(order.spent + max(0.0, running), 3),
            left=progress.get("left") if order.state is OrderState.RUNNING else None,
            lower=progress.get("lower"),
            upper=progress.get("upper"),
            count=None if progress.get("count") is None else int(progress["count"]),
            text=progress.get("text", ""),
            answer=answer,
            result=result,
            problem=order.problem,
            created=order.created,
            version=order.seen,
            place=place,
        )

    def numbers(self) -> dict[str, int]:
        """Return how many jobs there are in each state."""
        return self.store.orders.numbers()


def is_enough(known: Answer, request: Request) -> bool:
    """Whether a remembered answer needs no more work."""
    if not known.status.is_final:
        return False
    return bool(known.certificate or known.confirmed_by) or not request.counting.cross_check


def written(request: Request) -> str:
    """Write a request so that `Request.parse` reads it again, all flags included."""
    return f"{request}{' --cross-check' * request.counting.cross_check}"


def job_name(kind: str, request: str) -> str:
    """Return the id of the job of a request: there is one for each."""
    return hashlib.sha256(f"{kind} {request}".encode()).hexdigest()[:16]


def job_as_json(view: JobView) -> dict[str, Any]:
    """Return a job as JSON."""
    said = {each.name: getattr(view, each.name) for each in fields(view)}
    for name in ("lower", "upper", "count"):
        said[name] = safe(said[name])
    return {**said, "answer": None if view.answer is None else as_json(view.answer)}
