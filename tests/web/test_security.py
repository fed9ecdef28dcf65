"""What strangers cannot do: start work from elsewhere, open files, hold the server up."""

import socket
from collections.abc import Iterator

import pytest

from tests.web.serving import PATIENCE, ROOMY, Server, serving, wait_for

TOKEN = "correct-horse-battery-staple"
ASK = "/api/v1/ask?q=solve+domination+king+3x9"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is impatient, and knows few."""
    limits = (
        *("head_seconds=2", "body_seconds=2", "send_seconds=2", "requests=100000"),
        *("asks=6", "queue=3", "running=1", "client_jobs=3", "body=5000"),
    )
    with serving(tmp_path_factory.mktemp("strict") / "answers.db", limits=limits) as server:
        yield server


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token."""
    folder = tmp_path_factory.mktemp("guarded")
    path = folder / "token"
    path.write_text(f"{TOKEN}\n")
    with serving(folder / "answers.db", "--token-file", str(path)) as server:
        yield server


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
def test_another_site_starts_nothing(server: Server, headers: dict[str, str]) -> None:
    before = server.jobs()
    assert server.get(ASK, **headers).status == 403
    assert server.post("/api/v1/ask", {"q": "solve domination king 3x9"}, **headers).status == 403
    assert server.post("/api/v1/puzzles/hint", {"puzzle": "detective"}, **headers).status == 403
    assert server.jobs() == before
    assert server.get("/api/v1/pieces", **headers).status == 200


def test_a_name_that_is_not_ours_is_refused(server: Server) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example"):
        assert server.get("/api/v1/pieces", Host=host).status == 421
    assert server.get("/api/v1/pieces", Host="localhost").status == 200


def test_every_response_says_what_browsers_may_do(server: Server) -> None:
    for path in ("/api/v1/pieces", "/nothing", "/api/v1/ask", "/api/v1/boards?board=3"):
        headers = server.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in headers


def test_a_token_is_needed_and_never_told(guarded: Server) -> None:
    assert guarded.get("/api/v1/pieces").status == 401
    assert guarded.get("/api/v1/pieces", Authorization="Bearer wrong").status == 401
    assert guarded.get(f"/api/v1/pieces?token={TOKEN}").status == 401
    assert guarded.get("/api/v1/pieces", Authorization=f"Bearer {TOKEN}").status == 200
    assert guarded.get("/api/v1/health").status == 200
    page = guarded.get("/jobs", Accept="text/html")
    assert (page.status, page.headers["location"]) == (303, "/login")
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert guarded.send("POST", "/login", b"token=wrong", **form).status == 401
    signed = guarded.send("POST", "/login", f"token={TOKEN}".encode(), **form)
    cookie = signed.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    assert guarded.get("/api/v1/pieces", Cookie=cookie.partition(";")[0]).status == 200
    assert guarded.get("/api/v1/pieces", Cookie="satchess-session=wrong").status == 401
    assert TOKEN not in guarded.log.read_text()


def test_others_need_a_token(capfd: pytest.CaptureFixture[str]) -> None:
    from satchess.cli.failures import exit_code_of

    assert exit_code_of(["serve", "--host", "0.0.0.0"]) == 2
    assert "expected a token" in capfd.readouterr().err


def test_the_queue_is_bounded_and_says_when_to_come_back(strict: Server) -> None:
    replies = [
        strict.ask(f"count domination queen 13x{n} --up-to-symmetry", seconds=30)
        for n in range(13, 22)
    ]
    statuses = [reply.status for reply in replies]
    assert statuses[:3] == [202] * 3
    assert set(statuses[3:]) <= {429, 503}
    assert all(int(reply.headers["retry-after"]) > 0 for reply in replies[3:])
    for reply in replies[:3]:
        strict.post(f"{reply.headers['location']}/cancel", {})


def test_long_bodies_are_refused(strict: Server) -> None:
    assert strict.send("POST", "/api/v1/ask", b"x" * 6_000).status == 413
    with _connected(strict) as raw:
        raw.sendall(_head(strict, "Transfer-Encoding: chunked"))
        raw.sendall(b"1000\r\n" + b"x" * 4_096 + b"\r\n" + b"1000\r\n" + b"x" * 4_096 + b"\r\n")
        assert b" 413 " in raw.recv(100)


def test_slow_bodies_and_slow_heads_are_shown_the_door(strict: Server) -> None:
    with _connected(strict) as slow_body, _connected(strict) as slow_head:
        slow_body.sendall(_head(strict, "Content-Length: 100") + b"{")
        slow_head.sendall(b"GET /api/v1/pieces HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        assert b" 408 " in slow_body.recv(100)

        def is_left() -> bool:
            try:
                slow_head.sendall(b"x")  # a byte now and then keeps nobody
            except OSError:
                return True
            return False

        assert wait_for(is_left)
    assert strict.get("/api/v1/health").status == 200


def test_a_reader_that_does_not_read_is_left(strict: Server) -> None:
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        host, _, port = strict.host.partition(":")
        raw.connect((host, int(port)))
        ask = b"GET /api/v1/attacks?board=32&piece=queen HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        raw.sendall(ask * 60)

        def is_left() -> bool:
            try:
                raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            except OSError:
                return True
            return False

        raw.settimeout(0.2)
        assert wait_for(is_left)
    assert strict.get("/api/v1/health").status == 200


def test_clients_that_vanish_leave_nothing_behind(server: Server) -> None:
    job = server.ask("count domination queen 14x14", seconds=600).json
    where = f"/api/v1/jobs/{job['id']}"
    for _ in range(20):
        with _connected(server) as raw:
            raw.sendall(f"GET {where}/events HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
            assert raw.recv(50)
    assert server.get("/api/v1/health").status == 200
    assert server.get(where).json["state"] in ("queued", "running")
    server.post(f"{where}/cancel", {})


@pytest.mark.parametrize(
    "text",
    [
        "solve puzzle /etc/passwd",
        "solve puzzle README.md",
        "solve domination queen 4 --bottleneck @/etc/passwd",
        "solve independent-set @/etc/passwd",
        "solve domination queen 4 --require @/etc/passwd",
        "solve domination queen 4 --where __import__('os').system('true')",
        "solve domination queen 4 --cache /tmp/x",
        "solve domination queen 4 --cluster tcp://x:1",
        "solve domination queen 20000x20000 --shape cross",
        f"solve domination queen 4 --where {'~(' * 1000}a1{')' * 1000}",
    ],
)
def test_no_words_reach_further(server: Server, text: str) -> None:
    reply = server.ask(text)
    assert reply.status == 422, reply
    assert b"root:" not in reply.body


def test_a_client_has_so_many_requests(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rates") / "answers.db"
    limits = (*ROOMY[1:], "requests=6")
    with serving(path, "--behind-proxy", limits=limits) as server:
        one = {"X_Forwarded_For": "198.51.100.1"}
        assert server.get("/api/v1/pieces", **one).status == 200
        replies = (server.get("/api/v1/pieces", **one) for _ in range(1_000))
        refused = next(reply for reply in replies if reply.status != 200)
        assert refused.status == 429
        assert int(refused.headers["retry-after"]) >= 1
        assert server.get("/api/v1/pieces", X_Forwarded_For="198.51.100.2").status == 200


def _connected(server: Server) -> socket.socket:
    host, _, port = server.host.partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def _head(server: Server, *more: str) -> bytes:
    lines = [
        *("POST /api/v1/ask HTTP/1.1", f"Host: {server.host}", "Content-Type: application/json"),
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
