"""What a review of the service as HTTP has found: methods, caches, cookies, proxies."""

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from satchess.answers import Answer, Status
from satchess.cache import Store
from satchess.request import Request
from satchess.service.memory import Memory, signature_of
from tests.web.serving import ROOMY, Server, serving

TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy, with a token, where a client has few requests."""
    folder = tmp_path_factory.mktemp("proxied")
    (folder / "token").write_text(TOKEN)
    words = ("--behind-proxy", "--token-file", str(folder / "token"))
    # looking whether it is up takes some requests too
    with serving(folder / "answers.db", *words, limits=(*ROOMY, "requests=20")) as server:
        yield server


@pytest.mark.parametrize(
    "path", ["/", "/jobs", "/about", "/api/v1/health", "/api/v1/boards?board=4x4", "/nowhere"]
)
def test_head_is_get_without_the_body(server: Server, path: str) -> None:
    got, head = server.send("GET", path), server.send("HEAD", path)
    assert head.status == got.status
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.body == b""


def test_pictures_of_answers_are_kept_by_no_shared_cache(server: Server) -> None:
    server.answered("solve independence queen 4x4")
    query = urlencode({"q": "solve independence queen 4x4"})
    for path in (f"/answer/board.svg?{query}", f"/api/v1/boards?{query}"):
        kept = server.send("GET", path).headers["cache-control"]
        assert "private" in kept
        assert "public" not in kept


def test_a_picture_of_an_answer_that_may_improve_is_asked_for_again(server: Server) -> None:
    text = "solve independence queen 9x11"
    request = Request.parse(text)
    placed = request.question.read("a1")
    name = signature_of(request).digest
    some = Answer(request, name, Status.BOUNDED, value=1, lower=1, placements=(placed,))
    with Store(server.cache) as store:
        Memory(store).remember(some)
    picture = server.get("/answer/board.svg", {"q": text})
    assert picture.status == 200
    assert picture.headers["cache-control"] == "no-cache"


def test_files_of_ours_are_kept_while_they_are_the_same(server: Server) -> None:
    page = server.get("/").body.decode()
    address = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in server.send("GET", address).headers["cache-control"]
    plain = server.get("/static/board.js")
    assert plain.headers["cache-control"] == "no-cache"
    again = server.get("/static/board.js", None, If_None_Match=plain.headers["etag"])
    assert again.status == 304


def test_a_cookie_of_ours_is_found_among_those_of_others(proxied: Server) -> None:
    body = urlencode({"token": TOKEN}).encode()
    signed = proxied.send("POST", "/login", body, X_Forwarded_For="192.0.2.1")
    said = signed.headers["set-cookie"]
    for flag in ("HttpOnly", "SameSite=strict", "Secure", "Path=/"):
        assert flag in said
    cookie = said.partition(";")[0]
    for others in ('seen={"a": [1, 2]}', "a b=c", 'x@y="z', "=", "é=1"):
        reply = proxied.send(
            "GET", "/jobs", Cookie=f"{others}; {cookie}".encode().decode("latin-1"),
            X_Forwarded_For="192.0.2.1",
        )  # fmt: skip
        assert reply.status == 200, others


def _statuses(server: Server, *headers: tuple[str, str]) -> set[int]:
    """Send more requests than a client has; return what came of them."""
    from http.client import HTTPConnection

    found = set()
    for number in range(24):
        connection = HTTPConnection(server.host)
        connection.putrequest("GET", "/api/v1/health")
        for name, text in headers:
            connection.putheader(name, text.replace("N", f"{number:x}"))
        connection.endheaders()
        found.add(connection.getresponse().status)
        connection.close()
    return found


def test_a_client_behind_a_proxy_cannot_be_many(proxied: Server) -> None:
    # the first header is the client's own, the second one its proxy's
    lie, truth = ("X-Forwarded-For", "198.51.100.N"), ("X-Forwarded-For", "203.0.113.9")
    assert 429 in _statuses(proxied, lie, truth)
    assert 429 in _statuses(proxied, ("X-Forwarded-For", "198.51.100.N, 203.0.113.10"))


def test_addresses_of_one_network_are_one_client(proxied: Server) -> None:
    assert 429 in _statuses(proxied, ("X-Forwarded-For", "2001:db8:0:7::N"))
    assert _statuses(proxied, ("X-Forwarded-For", "2001:db8:1N:7::1")) == {200}
