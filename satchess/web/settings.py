"""Settings of a server, and its limits with what happens at each."""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from satchess.cache import default_path
from satchess.errors import BadInput

LOCAL = ("127.0.0.1", "localhost", "::1")
"""Names of this machine that no other can reach it by."""


def _limit(default: float, what: str, happens: str) -> Any:
    """Make a limit: its default, what it bounds, and what happens at it."""
    return field(default=default, metadata={"what": what, "happens": happens})


REFUSALS = {
    "422": "refused: 422",
    "413": "refused: 413",
    "408": "refused: 408",
    "429": "refused: 429, `Retry-After` says when to come back",
    "503": "refused: 503, `Retry-After` says when to come back",
    "closed": "the connection is closed",
    "queued": "others wait in the queue",
    "slower": "work takes longer",
    "stopped": "the job stops with what is known; `resume` goes on",
    "failed": "the job fails",
    "forgotten": "the job is forgotten, its answer is not",
}
"""What happens at a limit, in words."""


@dataclass(frozen=True)
class Limits:
    """How much strangers get. `docs/reference/service.md` lists them."""

    squares: int = _limit(1024, "squares of a board", "422")
    text: int = _limit(4_000, "characters of a question or a placement", "422")
    body: int = _limit(65_536, "bytes of a request's body", "413")
    body_seconds: float = _limit(10, "seconds in which a body arrives", "408")
    head_seconds: float = _limit(10, "seconds in which a request's head arrives", "closed")
    send_seconds: float = _limit(30, "seconds that a reader may not read", "closed")
    connections: int = _limit(1_000, "connections", "closed")
    client_connections: int = _limit(200, "connections of a client", "closed")
    requests: int = _limit(1_200, "requests a minute of a client", "429")
    asks: int = _limit(60, "requests a minute of a client that start work", "429")
    queue: int = _limit(100, "jobs that wait", "503")
    client_jobs: int = _limit(20, "open jobs of a client", "429")
    running: int = _limit(2, "jobs that run at once; the others wait", "queued")
    workers: int = _limit(1, "processes that share a job", "slower")
    seconds: float = _limit(600, "seconds of a job", "stopped")
    memory: int = _limit(2 * 2**30, "bytes of memory of a job", "stopped")
    helpers: int = _limit(2, "puzzles that are looked at or made at once; others wait", "503")
    helper_seconds: float = _limit(20, "seconds to look at a puzzle, or to make one", "503")
    lookup_seconds: float = _limit(10, "seconds to look up a table or a map", "503")
    followers: int = _limit(200, "streams of progress", "503")
    cells: int = _limit(400, "cells of a table", "422")
    page: int = _limit(100, "answers on a page", "422")
    listed: int = _limit(10_000, "placements of a list", "stopped")
    polynomial: int = _limit(1_024, "coefficients of a polynomial", "422")
    certificate: int = _limit(500 * 2**20, "bytes of a certificate", "failed")
    kept_days: float = _limit(30, "days that a job is kept after its end", "forgotten")

    def __post_init__(self) -> None:
        for each in fields(self):
            if not getattr(self, each.name) > 0:
                raise BadInput(f"limit {each.name}: expected a number above 0")

    @classmethod
    def with_changes(cls, texts: tuple[str, ...]) -> "Limits":
        """Return the limits with some of them said as `seconds=60`.

        >>> Limits.with_changes(("seconds=60",)).seconds
        60.0
        """
        kinds: dict[str, Any] = {each.name: each.type for each in fields(cls)}
        changes = {}
        for text in texts:
            name, equals, value = text.partition("=")
            if not equals or name not in kinds:
                known = ", ".join(kinds)
                raise BadInput(f"limit {text!r}: expected one such as seconds=60, of {known}")
            try:
                changes[name] = kinds[name](value)
            except ValueError:
                raise BadInput(f"limit {text!r}: expected a number") from None
        return cls(**changes)


def table_of_limits() -> str:
    """Return the limits as a table of Markdown, as the reference has it."""
    lines = ["| limit | default | of what | at the limit |", "|---|---|---|---|"]
    for each in fields(Limits):
        happens = REFUSALS[each.metadata["happens"]]
        lines.append(f"| `{each.name}` | {each.default:,} | {each.metadata['what']} | {happens} |")
    return "\n".join(lines)


@dataclass(frozen=True)
class Settings:
    """Where a server listens, what it remembers in, and what it grants."""

    host: str = "127.0.0.1"
    port: int = 8000
    cache: Path = field(default_factory=default_path)
    token: str | None = field(default=None, repr=False)
    """What strangers have to know; needed wherever others can reach the server."""
    names: tuple[str, ...] = ()
    """Names under which it is reached, beside its address: others are refused."""
    behind_proxy: bool = False
    """Whether `X-Forwarded-For` of whoever connects says who the client is."""
    cluster: str | None = None
    """The Dask cluster that does the work."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if self.token is not None and not (self.token.isascii() and len(self.token) >= 16):
            raise BadInput("token: expected at least 16 ASCII characters")
        if not self.is_local and self.token is None:
            raise BadInput(
                f"host {self.host}: others can reach it, expected a token (--token-file, or"
                " SATCHESS_TOKEN)"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in LOCAL

    @property
    def certificates(self) -> Path:
        """The folder of the certificates that were made here."""
        return self.cache.with_name(f"{self.cache.name}.certificates")
