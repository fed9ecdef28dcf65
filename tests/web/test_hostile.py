"""Hostile requests: whatever is sent, the server answers as it says, and goes on."""

import json
import random
import socket
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.serving import PATIENCE, Server, serving

STATUSES = {200, 202, 204, 303, 400, 401, 403, 404, 405, 408, 413, 421, 422, 429, 431, 501, 503}
"""Never 500."""

PATHS = (
    *("ask", "lookup", "tables", "polynomials", "sentence", "check", "boards", "attacks"),
    *("answers", "export", "jobs", "pieces", "pieces/queen", "puzzles", "certificates"),
    *("answers/" + "0" * 32, "jobs/" + "0" * 16, "certificates/" + "0" * 32 + ".tar"),
    *("jobs/" + "0" * 16 + "/cancel", "puzzles/make", "puzzles/hint", "puzzles/check"),
)
NAMES = (
    *("q", "placement", "board", "piece", "at", "format", "page", "size", "rows", "text"),
    *("verb", "topology", "puzzle", "put", "crossed", "kind", "seed", "seconds", "attacks"),
)
WORDS = (
    *("solve", "count", "list", "first", "domination", "independence", "queen", "king", "8", "3x3"),
    *("8x8:torus", "9" * 30, "-1", "1e400", "nan", "\x00", "\ud83d\ude00", "a1", "z99", "%", "'"),
    *("--where", "a1 & ~b2", "~(" * 500, "count(rank1)>=2", "--require", "--holes", "--shape"),
    *("cross", "@/etc/passwd", "../../etc/passwd", "<script>", "{board=", '{board="3"}', "RBN"),
    *("W(9999999,1)", "leprechaun:99999999", "graph:a-b,b-c", "puzzle", "detective", "lights"),
    *("--by-size", "--up-to-symmetry", "--cross-check", "--bottleneck", "--size", "..", "1..9"),
    *("2x2", "K" * 300, "\u202e", "SELECT 1; --", "queens", "4", "stamps", "peaceable"),
)


def hostile(chance: random.Random, host: str) -> bytes:
    """One request, well formed or not."""
    method = chance.choice(["GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "BREW"])
    path = f"/api/v1/{chance.choice(PATHS)}"
    if chance.random() < 0.1:
        path += chance.choice(["/", "%00", "/../..", "?" * 50, "//", "%ff", ";x=1"])
    pairs = [(chance.choice(NAMES), _text(chance)) for _ in range(chance.randrange(4))]
    query = "&".join(f"{name}={quote(text, errors='replace')}" for name, text in pairs)
    body = b""
    if method in ("POST", "PUT"):
        body = _body(chance)
    lines = [
        f"{method} {path}{'?' if query else ''}{query} HTTP/1.1",
        f"Host: {host if chance.random() < 0.97 else _text(chance, plain=True)}",
        f"Content-Length: {len(body)}",
        "Content-Type: application/json",
        "Connection: close",
    ]
    if chance.random() < 0.2:
        name = chance.choice(
            ["Origin", "Accept", "Cookie", "Last-Event-ID", "Range", "Authorization"]
        )
        lines.append(f"{name}: {_text(chance, plain=True)}")
    raw = "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body
    if chance.random() < 0.03:
        raw = raw[: chance.randrange(len(raw))]
    if chance.random() < 0.03:
        raw = chance.randbytes(chance.randrange(1, 200)) + raw
    return raw


def _text(chance: random.Random, *, plain: bool = False) -> str:
    text = " ".join(chance.choices(WORDS, k=chance.randrange(1, 6)))
    return "".join(sign for sign in text if " " <= sign < "\x7f") if plain else text


def _body(chance: random.Random) -> bytes:
    said: Any = {name: _text(chance) for name in chance.sample(NAMES, chance.randrange(5))}
    if chance.random() < 0.3:
        said["put"] = [_text(chance)]
        said["seed"] = chance.choice([1, -1, 10**30, None, []])
    raw = json.dumps(said).encode()
    match chance.randrange(12):
        case 0:
            return b"[" * 5_000
        case 1:
            return raw[:-1]
        case 2:
            return b"\xff\xfe" + raw
    return raw


def send(server: Server, raw: bytes) -> bytes:
    """Send bytes and return the beginning of what comes back."""
    host, _, port = server.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            return connection.recv(4_096)
        except (BrokenPipeError, ConnectionResetError):
            return b""


def attack(server: Server, number: int, seed: int) -> None:
    """Send so many requests; each is answered with a status that is described."""
    chance = random.Random(seed)
    for count in range(number):
        raw = hostile(chance, server.host)
        reply = send(server, raw)
        if reply:
            status = int(reply.split(b" ", 2)[1])
            assert status in STATUSES, (count, raw[:300], reply[:500])
        assert b"root:x:" not in reply
        assert b"Traceback" not in reply
    assert server.get("/api/v1/health").status == 200
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") :][:3_000]


LIMITS = (
    *("requests=1000000000", "asks=20", "queue=5", "running=1", "seconds=1", "helper_seconds=5"),
    "client_jobs=5",
)


@pytest.fixture(scope="module")
def tough(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that takes little work."""
    with serving(tmp_path_factory.mktemp("tough") / "answers.db", limits=LIMITS) as server:
        yield server


def test_hostile_requests(tough: Server) -> None:
    attack(tough, 300, seed=1)


@pytest.mark.slow
def test_ten_thousand_hostile_requests(tough: Server) -> None:
    attack(tough, 10_000, seed=2)
