"""What every request passes before anything reads it: pure ASGI, each guard one idea.

From the outside in: `Headers` go on every response, then `Hosts` (a name that is not ours: DNS
rebinding), `Rates`, `Tokens`, `Origins` (a page elsewhere that sends its visitor's browser here)
and `Bodies` (too long, too slow).
"""

import asyncio
import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers as Read
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from satchess.web.negotiation import is_page
from satchess.web.problems import MEDIA_TYPE, Problem, busy, of_status
from satchess.web.settings import LOCAL, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""On every response, unless it says otherwise."""


def embeddable(*, lasts: bool) -> dict[str, str]:
    """Return the headers of a picture that other pages may show.

    It may be kept for a while if it `lasts`, as no better answer will come. Only browsers keep it:
    a cache that many share would show it to those who have no token.
    """
    kept = "private, max-age=300" if lasts else "no-cache"
    return {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": kept}


COOKIE = "satchess-session"
OPEN = ("/login", "/static/", "/api/v1/health")
"""What is shown without a token."""

SAFE = ("GET", "HEAD", "OPTIONS")
MOST_CLIENTS = 10_000
"""Clients whose rates are known; of more, those not seen for longest are forgotten."""


async def refuse(problem: Problem, scope: Scope, send: Send) -> None:
    """Answer with a problem: as JSON for programs, on a page for people."""
    media, content = MEDIA_TYPE, problem.body()
    if is_page(scope["path"], Read(scope=scope).get("accept", "")):
        from satchess.web.pages.errors import problem_page  # the pages import this

        media, content = "text/html; charset=utf-8", problem_page(problem).encode()
    headers = [
        (b"content-type", media.encode()),
        (b"content-length", str(len(content)).encode()),
        *((name.lower().encode(), text.encode()) for name, text in problem.headers.items()),
    ]
    body = b"" if scope["method"] == "HEAD" else content
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Guard:
    """A middleware that looks at a request, and refuses it or lets it through."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, unless there is something against it."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                return  # there are none
            await self.app(scope, receive, send)
            return
        problem = self.objection(scope)
        if problem is None:
            await self.app(scope, receive, send)
        else:
            await refuse(problem, scope, send)

    def objection(self, scope: Scope) -> Problem | None:
        """Say what is against a request."""
        raise NotImplementedError


class Headers:
    """Puts the headers on that keep browsers from doing what we never ask for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add what a response does not say itself."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.encode(), text.encode())
                        for name, text in HEADERS.items()
                        if name.encode() not in said
                    ),
                ]
            await send(message)

        await self.app(scope, receive, sending)


class Heads:
    """Answers HEAD wherever GET is answered: as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the page; the server (h11) sends the head of it alone."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and not _is_endless(scope):
            await self.app({**scope, "method": "GET"}, receive, send)
        else:
            await self.app(scope, receive, send)


def _is_endless(scope: Scope) -> bool:
    """Whether an address is a stream, of which nobody would read the end."""
    return str(scope["path"]).endswith("/events")


class Hosts(Guard):
    """Refuses names that are not ours: else a page elsewhere could point its own name here."""

    def objection(self, scope: Scope) -> Problem | None:
        """Compare the Host header."""
        said = Read(scope=scope).getlist("host")
        if len(said) == 1 and _name_in(said[0]) in self._names:
            return None
        return of_status(421, "this server is not known by this name (--name NAME lets it be)")

    @property
    def _names(self) -> set[str]:
        own = {self.settings.host, *self.settings.names}
        return {name.lower() for name in (*own, *(LOCAL if self.settings.is_local else ()))}


def _name_in(host: str) -> str:
    """Return the name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def session_of(token: str) -> str:
    """Return what a cookie holds instead of the token: who steals one has not got the other."""
    return hmac.new(token.encode(), b"satchess session", hashlib.sha256).hexdigest()


def is_token(said: str, token: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(said.encode("utf-8", "replace"), token.encode())


class Tokens(Guard):
    """Refuses who does not know the token, where there is one."""

    def objection(self, scope: Scope) -> Problem | None:
        """Look for the token in `Authorization`, or for the cookie of the login form."""
        token = self.settings.token
        if token is None or scope["path"].startswith(OPEN):
            return None
        headers = Read(scope=scope)
        kind, _, said = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and is_token(said.strip(), token):
            return None
        if is_token(_cookie(headers), session_of(token)):
            return None
        wants_page = "text/html" in headers.get("accept", "")
        if wants_page and scope["method"] == "GET" and not scope["path"].startswith("/api/"):
            return of_status(303, "sign in first", {"Location": "/login"})
        return of_status(
            401,
            "expected the token of this server as 'Authorization: Bearer TOKEN'",
            {"WWW-Authenticate": "Bearer"},
        )


def _cookie(headers: Read) -> str:
    """Return our cookie; others on this host may be written in any way."""
    return cookie_parser("; ".join(headers.getlist("cookie"))).get(COOKIE, "")


def is_cross_site(scope: Scope) -> bool:
    """Whether a page of another site has sent the browser here."""
    headers = Read(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True


class Origins(Guard):
    """Refuses what another site's page sends, but for reading.

    A link to a page may be followed. Reading that would start work is refused where it would: the
    handlers ask `is_cross_site`.
    """

    def objection(self, scope: Scope) -> Problem | None:
        """Refuse a change that another site asks for."""
        if scope["method"] in SAFE or not is_cross_site(scope):
            return None
        return of_status(403, "another site's page may start nothing here")


class Buckets:
    """Token buckets: so many a minute for each client, half of them at once."""

    def __init__(self, a_minute: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = a_minute / 60
        self._most = max(1.0, a_minute / 2)
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take one; return 0, or how many seconds to wait for the next.

        >>> time = iter([0, 0, 0, 30])
        >>> bucket = Buckets(4, now=lambda: next(time))
        >>> [bucket.take("a") for _ in range(4)]
        [0.0, 0.0, 15.0, 0.0]
        """
        now = self._now()
        left, then = self._left.pop(client, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        is_granted = left >= 1
        self._left[client] = (left - is_granted, now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if is_granted else (1 - left) / self._rate


def client_of(scope: Scope, settings: Settings) -> str:
    """Return who asks: an address, as the proxy says where there is one.

    What came from the proxy stands last: some add to the header, others add a header.
    """
    if settings.behind_proxy:
        said = ",".join(Read(scope=scope).getlist("x-forwarded-for")).rpartition(",")[2].strip()
        if said:
            return network_of(said[:64])
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


def network_of(address: str) -> str:
    """Return what belongs to one client: of IPv6, a whole network of 64 bits does.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2:3:4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        read = ip_address(address.strip("[]"))
    except ValueError:
        return address
    if isinstance(read, IPv4Address):
        return str(read)
    return str(read.ipv4_mapped or ip_network((read, 64), strict=False))


class Rates(Guard):
    """Refuses a client that asks too often, and says when to come back."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app, settings)
        self._buckets = Buckets(settings.limits.requests)

    def objection(self, scope: Scope) -> Problem | None:
        """Count the request."""
        wait = self._buckets.take(client_of(scope, self.settings))
        if not wait:
            return None
        most = self.settings.limits.requests
        return busy(f"more than {most} requests a minute", wait).problem


class Bodies:
    """Refuses bodies that are too long, and those that do not come."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.limits = settings.limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body first, all of it; then it is known to be short."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limits = self.limits
        length = Read(scope=scope).get("content-length", "0")
        if not length.isdecimal() or len(length) > 18 or int(length) > limits.body:
            await refuse(self._too_long(), scope, send)
            return
        try:
            async with asyncio.timeout(limits.body_seconds):
                body = await self._read(receive)
        except TimeoutError:
            await refuse(of_status(408, "the body did not arrive in time"), scope, send)
            return
        if body is None:
            await refuse(self._too_long(), scope, send)
            return
        await self.app(scope, _replayed(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """Return the body; None if it is too long."""
        parts: list[bytes] = []
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b""  # the client is gone
            parts.append(message.get("body", b""))
            if sum(map(len, parts)) > self.limits.body:
                return None
            if not message.get("more_body", False):
                return b"".join(parts)

    def _too_long(self) -> Problem:
        return of_status(413, f"the body is too long, expected at most {self.limits.body} bytes")


def _replayed(body: bytes, receive: Receive) -> Receive:
    first: Iterable[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    left = iter(first)

    async def replay() -> Message:
        for message in left:
            return message
        return await receive()

    return replay
