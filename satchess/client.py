"""A client of `satchess serve`: asks another machine, and gives the answers that the library gives.

    client = satchess.Client("https://chess.example", token="...")
    client.ask("count domination king 8x8").count

It needs nothing but the standard library.
"""

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from email.message import Message
from typing import Any, Unpack
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from satchess import errors
from satchess.answers import Answer, Trust
from satchess.domain.notation import as_text
from satchess.domain.placement import Placement
from satchess.errors import BadInput, BadQuestion, NotKnown, ServerError, expected_one_of
from satchess.questions import Question
from satchess.questions.base import read_words
from satchess.request import PLAIN, Counting
from satchess.request import Request as Asked
from satchess.service.appraisal import BUDGET, Appraisal
from satchess.service.options import CountingOptions, take_counting
from satchess.service.table import table_questions
from satchess.tables import Table
from satchess.wire import from_json, table_from_json

Told = Callable[[Mapping[str, Any]], None]
"""Called with a job, as `GET /api/v1/jobs/ID` has it, whenever it has changed."""

SOON, LATER = 0.1, 1.0
"""Seconds between two looks at a job, at first and later."""

PATIENCE = 60.0
"""Seconds to come back after a server has said that it is busy, all in all."""

LARGEST_REPLY = 200_000_000
"""Bytes."""

_ERRORS: Mapping[str, type[errors.SatchessError]] = {
    "bad-input": BadInput,
    "bad-parameters": BadInput,
    "too-large": errors.TooLarge,
    "not-known": NotKnown,
    "missing-library": ServerError,
    "engine": errors.EngineError,
}
"""The problems that are errors of the library too."""


class Client:
    """A server of satchess at an address; methods are named as functions of the library."""

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 60.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            raise BadInput(f"server {url!r}: expected an address such as http://127.0.0.1:8000")
        self.url = url.rstrip("/")
        self.timeout = timeout
        """How many seconds a server may take to reply at all."""
        self._token = token
        self._opener = _opener()

    def __repr__(self) -> str:
        return f"<Client of {self.url}>"

    @classmethod
    def from_environment(cls, url: str | None = None) -> "Client":
        """Return a client of SATCHESS_SERVER, with the token SATCHESS_TOKEN."""
        said = url or os.environ.get("SATCHESS_SERVER")
        if not said:
            raise BadInput("no server: expected an address, or SATCHESS_SERVER")
        return cls(said, os.environ.get("SATCHESS_TOKEN"))

    # Answers

    def ask(
        self, request: str, *, timeout: float | None = None, watch: Told | None = None
    ) -> Answer:
        """Answer a request in words, such as `solve domination queen 8x8`.

        After `timeout` seconds of work, the answer is what is known by then.
        """
        return self.respond(Asked.parse(request), timeout=timeout, watch=watch)

    def answer(
        self,
        verb: str,
        question: Question,
        *,
        timeout: float | None = None,
        watch: Told | None = None,
        **counting: Unpack[CountingOptions],
    ) -> Answer:
        """Answer a question, as `satchess.answer` does."""
        asked = Asked(verb, question, take_counting({**counting}))
        return self.respond(asked, timeout=timeout, watch=watch)

    def respond(
        self, request: Asked, *, timeout: float | None = None, watch: Told | None = None
    ) -> Answer:
        """Answer a request."""
        request.ensure_askable()
        if request.counting.approximate is not None:
            raise BadQuestion("--approximate: a server only counts exactly")
        said: dict[str, object] = {"q": _written(request)}
        if timeout is not None:
            said["seconds"] = max(timeout, 0.001)
        status, reply = self._post("ask", said)
        if status == 202:
            job = self._wait(reply, watch)
            reply = job["answer"]
            if reply is None:
                raise NotKnown(str(job["problem"] or "the job has no answer"))
        return from_json(reply)

    def lookup(
        self,
        verb: str,
        question: Question,
        *,
        trust: Trust | str = Trust.SINGLE,
        **counting: Unpack[CountingOptions],
    ) -> Answer | None:
        """Return what the server remembers, final or not, as `satchess.lookup` does."""
        request = Asked(verb, question, take_counting({**counting}))
        if trust not in list(Trust):
            raise BadQuestion(f"trust {trust!r}: {expected_one_of(str(trust), Trust)}")
        request.ensure_askable()
        try:
            known = from_json(self._get("lookup", {"q": _written(request)}))
        except NotKnown:
            return None
        return known if known.trust.is_at_least(Trust(trust)) else None

    def placements(
        self,
        question: Question,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        watch: Told | None = None,
    ) -> Iterator[Placement]:
        """Yield the optimal placements; a server lists some thousands at most.

        Raises `TimeoutError` after so many seconds of work, or where there are too many.
        """
        listed = self.answer("list", question, timeout=timeout, watch=watch)
        for number, placement in enumerate(listed.placements or (), start=1):
            if limit is not None and number > limit:
                return
            yield placement
        given = len(listed.placements or ())
        if not listed.is_complete_list and (limit is None or given < limit):
            raise TimeoutError(f"not all placements are listed, but {given}")

    def table(
        self,
        words: str,
        *,
        count: bool = False,
        timeout: float | None = None,
        watch: Told | None = None,
        **counting: Unpack[CountingOptions],
    ) -> Table:
        """Answer a question on a range of boards; `timeout` is for all of it."""
        taken = take_counting({**counting})
        table_questions(*read_words(words))  # refused here as the library refuses it
        verb = "count" if count or taken != PLAIN else "solve"
        return self.table_of(verb, words, taken, timeout=timeout, watch=watch)

    def table_of(
        self,
        verb: str,
        words: str,
        counting: Counting = PLAIN,
        *,
        timeout: float | None = None,
        watch: Told | None = None,
    ) -> Table:
        """Fill a table of a verb."""
        said: dict[str, object] = {"q": f"{counting.with_flags(verb)} {words}"}
        if timeout is not None:
            said["seconds"] = max(timeout, 0.001)
        _, reply = self._post("tables", said)
        job = self._wait(reply, watch)
        if job["result"] is None:
            raise NotKnown(str(job["problem"]))
        return table_from_json(job["result"])

    def check(
        self,
        question: Question,
        placement: Placement | str | Iterable[object],
        *,
        timeout: float = BUDGET,
        rules_only: bool = False,
    ) -> Appraisal:
        """Check a placement, as `satchess.check` does: the rules here, the optimum there."""
        placed = placement if isinstance(placement, Placement) else question.read(_text(placement))
        question.board.check_squares(frozenset(placed.squares), "placement")
        appraisal = Appraisal(question, placed, tuple(question.violations(placed)))
        if appraisal.violations or rules_only:
            return appraisal
        if timeout > 0:
            for verb in ("solve", "first"):
                try:
                    self.answer(verb, question, timeout=timeout / 2)
                except NotKnown:
                    continue
        words = " ".join(question.words(placed))
        said = self._get("check", {"q": str(question), "placement": words})
        first, smallest, beginning = (
            said[name] for name in ("first_placement", "smallest_fingerprint", "beginning")
        )
        return Appraisal(
            question,
            placed,
            (),
            lower=_whole(said["lower"]),
            upper=_whole(said["upper"]),
            beginning=None if beginning is None else tuple(map(int, beginning)),
            smallest_fingerprint=None if smallest is None else tuple(map(int, smallest)),
            is_optimal=said["is_optimal"],
            first=None if first is None else question.read(" ".join(first)),
        )

    # Jobs

    def jobs(self) -> list[dict[str, Any]]:
        """Return the jobs of the server, as `GET /api/v1/jobs` has them."""
        jobs: list[dict[str, Any]] = self._get("jobs")["jobs"]
        return jobs

    def job(self, id: str) -> dict[str, Any]:
        """Return a job."""
        return self._get(f"jobs/{_id(id)}")

    def cancel(self, id: str) -> dict[str, Any]:
        """Cancel a job."""
        return self._post(f"jobs/{_id(id)}/cancel", {})[1]

    def resume(self, id: str) -> dict[str, Any]:
        """Let a job go on that has stopped."""
        return self._post(f"jobs/{_id(id)}/resume", {})[1]

    def health(self) -> dict[str, Any]:
        """Return how the server does."""
        return self._get("health")

    def _wait(self, job: dict[str, Any], watch: Told | None) -> dict[str, Any]:
        """Return a job when it has ended; raise what it raised."""
        pause, version = SOON, -1
        while job["state"] in ("queued", "running"):
            if watch is not None and job["version"] != version:
                version = job["version"]
                watch(job)
            time.sleep(pause)
            pause = min(LATER, pause * 1.3)
            job = self.job(job["id"])
        if job["state"] == "failed":
            name = (job["result"] or {}).get("error", "")
            raise _error_named(name)(job["problem"])
        if job["state"] == "cancelled":
            raise NotKnown(f"job {job['id']} was cancelled")
        return job

    # HTTP

    def _get(self, path: str, said: Mapping[str, object] | None = None) -> dict[str, Any]:
        query = f"?{urlencode(said)}" if said else ""
        return self._send(Request(f"{self.url}/api/v1/{path}{query}"))[1]

    def _post(self, path: str, said: Mapping[str, object]) -> tuple[int, dict[str, Any]]:
        body = json.dumps(said).encode()
        headers = {"Content-Type": "application/json"}
        return self._send(Request(f"{self.url}/api/v1/{path}", body, headers, method="POST"))

    def _send(self, request: Request) -> tuple[int, dict[str, Any]]:
        """Send a request, and again later while the server is busy."""
        if self._token is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        request.add_header("Accept", "application/json, application/problem+json")
        deadline = time.monotonic() + PATIENCE
        while True:
            status, headers, body = self._reply(request)
            wait = _seconds(headers.get("retry-after"))
            is_busy = status in (429, 503) and wait is not None
            if not is_busy or time.monotonic() + (wait or 0) > deadline:
                break
            time.sleep(wait or 0)
        said = _parsed(body, self.url)
        if 200 <= status < 300:
            return status, said
        name = str(said.get("type", "")).rpartition(":")[2]
        detail = str(said.get("detail", f"status {status}"))
        if status == 404 and name == "not-known":
            raise NotKnown(detail)
        kind = _ERRORS.get(name, ServerError)
        raise kind(detail if kind is not ServerError else f"server {self.url}: {detail}")

    def _reply(self, request: Request) -> tuple[int, Mapping[str, str], bytes]:
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return response.status, _lower(response.headers), response.read(LARGEST_REPLY)
        except HTTPError as error:
            with error:
                return error.code, _lower(error.headers), error.read(LARGEST_REPLY)
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise ServerError(f"server {self.url}: {reason}") from None


class _Stay(HTTPRedirectHandler):
    """Goes nowhere else: the token is for this server alone."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): str(text) for name, text in headers.items()}


def _opener() -> OpenerDirector:
    return build_opener(_Stay())


def _error_named(name: str) -> type[errors.SatchessError]:
    """Return the error of the library that a server's worker met."""
    kind = getattr(errors, name, None)
    is_ours = isinstance(kind, type) and issubclass(kind, errors.SatchessError)
    return kind if is_ours and kind is not errors.MissingLibrary else ServerError  # type: ignore[return-value]


def _written(request: Asked) -> str:
    return f"{request}{' --cross-check' * request.counting.cross_check}"


def _parsed(body: bytes, url: str) -> dict[str, Any]:
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise ServerError(f"server {url}: expected satchess there, its reply is not JSON of ours")
    return said


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isdecimal() else None


def _id(name: str) -> str:
    if not (name.isalnum() and name.isascii()):
        raise NotKnown(f"job {name!r}: there is none of this name")
    return name


def _text(placement: str | Iterable[object]) -> str:
    written = as_text(placement)
    return written if isinstance(written, str) else " ".join(map(str, written))


def _whole(said: int | str | None) -> int | None:
    return None if said is None else int(said)
