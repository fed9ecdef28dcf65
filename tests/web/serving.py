"""A real server: a process of its own, on a free port."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

Found = TypeVar("Found")

PATIENCE = 60.0
"""Seconds to wait for what should come at once: the machine may be busy."""

ALONE = {"SATCHESS_ATLAS": "off", "SATCHESS_MEANWHILE": "off"}
"""What `own_cache` sets for a test, for servers that live longer than one."""

ROOMY = ("requests=1000000", "asks=100000", "client_jobs=100", "client_connections=1000")
"""Limits that no test meets by chance."""


class Reply(NamedTuple):
    """A response: its status, headers in small letters, and body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Server:
    """A server process, and how to talk to it."""

    def __init__(self, cache: Path, *words: str, limits: tuple[str, ...] = ROOMY) -> None:
        self.cache = cache
        self.log = cache.with_name(f"{cache.name}.log")
        options = [word for limit in limits for word in ("--limit", limit)]
        command = [sys.executable, "-m", "satchess", "serve", "--port", "0", "--cache", str(cache)]
        with self.log.open("a") as log:
            begin = log.tell()
            self.process = subprocess.Popen(
                [*command, *words, *options],
                stderr=log,
                stdout=log,
                env={**os.environ, **ALONE, "SATCHESS_LOG": "debug"},
            )
        address = wait_for(lambda: self._address(begin))
        self.url = address
        self.host = urlsplit(address).netloc
        wait_for(self._is_up)

    def _address(self, begin: int) -> str | None:
        assert self.process.poll() is None, self.log.read_text()
        said = self.log.read_text()[begin:].partition("served at ")[2].partition("\n")
        return said[0] if said[1] else None

    def _is_up(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return self.get("/api/v1/health").status == 200
        except OSError:
            return False

    def send(self, method: str, target: str, body: bytes | None = None, /, **headers: str) -> Reply:
        """Send a request; underscores in the names of headers stand for hyphens."""
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            connection.request(method, target, body, named)
            response = connection.getresponse()
            said = {name.lower(): text for name, text in response.getheaders()}
            return Reply(response.status, said, response.read())
        finally:
            connection.close()

    def get(self, path: str, query: Mapping[str, object] | None = None, /, **headers: str) -> Reply:
        """Read an address."""
        return self.send("GET", f"{path}?{urlencode(query)}" if query else path, **headers)

    def post(self, path: str, said: object, /, **headers: str) -> Reply:
        """Send JSON."""
        body = json.dumps(said).encode()
        return self.send("POST", path, body, Content_Type="application/json", **headers)

    def ask(self, text: str, **more: object) -> Reply:
        """Ask."""
        return self.get("/api/v1/ask", {"q": text, **more})

    def jobs(self) -> set[str]:
        """Return the names of all jobs."""
        return {job["id"] for job in self.get("/api/v1/jobs").json["jobs"]}

    def ended(self, reply: Reply) -> Any:
        """Return the job of a reply when it has ended."""
        assert reply.status == 202, reply
        job = reply.json

        def look() -> Any:
            now = self.get(reply.headers["location"]).json
            return None if now["state"] in ("queued", "running") else now

        return wait_for(look) if job["state"] in ("queued", "running") else job

    def answered(self, text: str) -> Any:
        """Return the answer to a question, whatever it takes."""
        reply = self.ask(text)
        return reply.json if reply.status == 200 else self.ended(reply)["answer"]

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Kill it."""
        self.process.send_signal(number)
        self.process.wait(PATIENCE)


@contextmanager
def serving(cache: Path, *words: str, limits: tuple[str, ...] = ROOMY) -> Iterator[Server]:
    """Run a server."""
    server = Server(cache, *words, limits=limits)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill(signal.SIGTERM)
        assert "Traceback" not in server.log.read_text(), server.log.read_text()


def wait_for(look: Callable[[], Found | None]) -> Found:
    """Look again and again until there is something."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError("nothing has come")
