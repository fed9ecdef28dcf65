"""Problems as RFC 9457 describes them: one shape for everything that goes wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from satchess.errors import (
    BadInput,
    CacheError,
    EngineError,
    MissingLibrary,
    NotKnown,
    SatchessError,
    TooLarge,
)

MEDIA_TYPE = "application/problem+json"

LONGEST_DETAIL = 1_000
"""Characters of a detail: it may repeat what was sent."""


@dataclass(frozen=True)
class Problem:
    """What went wrong, for programs (`type`, `status`) and for people (`title`, `detail`)."""

    status: int
    name: str
    title: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return it as RFC 9457 writes it."""
        return {
            "type": f"urn:satchess:problem:{self.name}",
            "title": self.title,
            "status": self.status,
            "detail": _plain(self.detail),
        }

    def body(self) -> bytes:
        """Return it as text."""
        return json.dumps(self.as_json()).encode()


class Refused(SatchessError):
    """A request that is refused for another reason than its words."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def refusal(
    status: int, name: str, detail: str, headers: Mapping[str, str] | None = None
) -> Refused:
    """Return an error for a problem of HTTP."""
    return Refused(Problem(status, name, HTTPStatus(status).phrase, detail, headers or {}))


def busy(detail: str, seconds: float, *, status: int = 429, name: str = "too-many") -> Refused:
    """Return an error that says when to come back."""
    return refusal(status, name, detail, {"Retry-After": str(max(1, round(seconds)))})


_KINDS: tuple[tuple[type[SatchessError], int, str, str], ...] = (
    (TooLarge, 422, "too-large", "More than this service takes"),
    (BadInput, 422, "bad-input", "These words say nothing that can be asked"),
    (NotKnown, 404, "not-known", "Not known"),
    (MissingLibrary, 501, "missing-library", "Not installed here"),
    (CacheError, 503, "cache", "The cache cannot be used"),
    (EngineError, 500, "engine", "An engine failed"),
)


def problem_of(error: BaseException) -> Problem:
    """Return the problem that an error is."""
    if isinstance(error, Refused):
        return error.problem
    for kind, status, name, title in _KINDS:
        if isinstance(error, kind):
            detail = "the cache cannot be used; see the log" if name == "cache" else str(error)
            headers = {"Retry-After": "5"} if status == 503 else {}
            return Problem(status, name, title, detail, headers)
    return Problem(500, "internal", "Internal error", "an error of ours; see the log")


def of_status(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Problem:
    """Return the problem of a plain HTTP status."""
    phrase = HTTPStatus(status).phrase
    return Problem(status, phrase.lower().replace(" ", "-"), phrase, detail, headers or {})


def of_validation(errors: list[Any]) -> Problem:
    """Return the problem of parameters that are not as described."""
    said = []
    for error in errors[:5]:
        where = ".".join(str(part) for part in error.get("loc", ()))
        said.append(f"{where}: {error.get('msg', 'not as described')}")
    return Problem(422, "bad-parameters", "Parameters are not as described", "; ".join(said))


def _plain(text: str) -> str:
    """Return one line that can be shown anywhere."""
    if len(text) > LONGEST_DETAIL:
        text = f"{text[: LONGEST_DETAIL // 2]} ... {text[-LONGEST_DETAIL // 2 :]}"
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
