"""The pages without a script: valid, safe, useful, and each with its twin in JSON."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from satchess.questions import KINDS
from tests.web.html import Page
from tests.web.serving import Reply, Server, serving

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
HARD = "count domination queen 16x16"

PAGES = (
    "/",
    "/?q=count+domination+knight+5x6:torus+--holes+a1+--walls+b2+--up-to-symmetry",
    "/?q=solve+domnation+queen+8",
    "/?kind=domination&piece=quen&rows=8&require=z9",
    "/answer?q=solve+domination+queen+5x5",
    "/answer?q=list+queens+6&n=3",
    "/answer?q=count+domination+king+4x4+--all+--by-size",
    "/answer?q=solve+independent-set+graph:a-b,b-c",
    "/answer?q=solve+puzzle+detective",
    "/answer?q=nonsense",
    "/jobs",
    "/pieces",
    "/pieces?piece=NNW3",
    "/pieces?piece=xyz",
    "/about",
    "/login",
    "/nowhere",
)
"""Addresses, with right and wrong questions."""


def shown(server: Server, address: str) -> Reply:
    """Read a page as a browser does."""
    return server.get(address, Accept=BROWSER)


def sent(server: Server, address: str, **fields: str) -> Reply:
    """Send a form of our own page, as a browser does."""
    return server.send(
        "POST",
        address,
        urlencode(fields).encode(),
        Accept=BROWSER,
        Content_Type="application/x-www-form-urlencoded",
        Sec_Fetch_Site="same-origin",
        Origin=server.url,
    )


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_valid_and_keep_to_the_policy(server: Server, address: str) -> None:
    reply = shown(server, address)
    assert reply.headers["content-type"].startswith("text/html")
    page = Page(reply.body.decode())
    assert page.faults == []
    assert next(page.named("html"))["lang"] == "en"
    policy = reply.headers["content-security-policy"]
    assert "'unsafe" not in policy
    assert "script-src 'self'" in policy


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_form_of_every_kind_is_valid(server: Server, kind: str) -> None:
    reply = shown(server, f"/?kind={kind}&board=graph:a-b,b-c&sheet=detective")
    assert reply.status == 200
    page = Page(reply.body.decode())
    assert page.faults == []
    assert 'class="notice problem"' not in page.text


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("/", {"request", "sentence", "fields", "faults", "text"}),
        ("/answer?q=solve+domination+queen+5x5", {"request", "sentence", "answer", "job"}),
        ("/jobs", {"jobs", "numbers"}),
        ("/pieces?piece=NNW3", {"piece", "pieces"}),
        ("/about", {"trust", "limits"}),
    ],
)
def test_every_page_has_its_twin(server: Server, address: str, names: set[str]) -> None:
    plain = server.get(address, Accept="application/json")
    again = server.get(f"{address}{'&' if '?' in address else '?'}format=json", Accept=BROWSER)
    assert plain.headers["content-type"] == again.headers["content-type"] == "application/json"
    assert plain.json.keys() >= names
    assert plain.json.keys() == again.json.keys()
    link = next(a for a in Page(shown(server, address).body.decode()).named("a") if "rel" in a)
    assert server.get(link["href"]).json.keys() == plain.json.keys()


def test_a_form_without_a_script_leads_to_the_answer(server: Server) -> None:
    fields = {"verb": "count", "kind": "domination", "piece": "king", "rows": "5", "columns": ""}
    reply = sent(server, "/answer", **fields)
    assert reply.status == 303
    assert reply.headers["location"] == "/answer?q=count+domination+king+5x5"
    page = shown(server, reply.headers["location"])
    text = " ".join(unescape(re.sub("<[^>]*>", " ", page.body.decode())).split())
    known = server.answered("count domination king 5x5")
    assert f" {known['count']} ways" in text
    assert "How do we know?" in text
    assert known["engine"] in text


def test_fields_in_an_address_lead_to_the_question(server: Server) -> None:
    reply = shown(server, "/answer?verb=solve&kind=domination&piece=queen&rows=5&columns=5")
    assert (reply.status, reply.headers["location"]) == (
        303,
        "/answer?q=solve+domination+queen+5x5",
    )


def test_looking_starts_nothing(server: Server) -> None:
    before = server.jobs()
    page = shown(server, "/answer?q=count+domination+queen+9x9").body.decode()
    assert "Not known yet" in page
    assert "Work it out" in page
    assert server.jobs() == before


def test_a_page_elsewhere_starts_nothing(server: Server) -> None:
    body = urlencode({"q": "count domination queen 9x9"}).encode()
    for address in ("/answer", "/answer/certify", "/jobs/0123456789abcdef/cancel"):
        reply = server.send(
            "POST", address, body, Accept=BROWSER, Origin="http://evil.example",
            Sec_Fetch_Site="cross-site",
        )  # fmt: skip
        assert reply.status == 403
        assert Page(reply.body.decode()).faults == []


def test_faults_stand_beside_their_fields(server: Server) -> None:
    reply = sent(server, "/answer", kind="domination", piece="quen", rows="8", require="z9")
    assert reply.status == 422
    page = Page(reply.body.decode())
    assert page.faults == []
    wrong = {field["name"] for field in page.named("input") if "aria-invalid" in field}
    assert wrong == {"piece", "require"}
    fault = page.text.partition('id="fault-piece"')[2].partition("</p>")[0]
    assert "did you mean" in fault
    assert ">queen<" in fault


def test_lists_are_stepped_through_and_grouped(server: Server) -> None:
    squares = set()
    for number in range(1, 5):
        text = shown(server, f"/answer?q=list+queens+6&n={number}").body.decode()
        assert f"<strong>{number}</strong> of 4" in text
        assert "1 placement but for turns and mirrors" in text
        found = re.findall(r'data-square="(\w+)" data-piece="queen"', text)
        assert len(found) == 6
        squares.add(tuple(sorted(found)))
    assert len(squares) == 4
    assert 'href="/answer?q=list+independence+queen+6x6+--size+6&amp;n=1"' in text  # round again


def test_the_board_says_what_pieces_attack(server: Server) -> None:
    text = shown(server, "/answer?q=solve+domination+queen+5x5").body.decode()
    cells = re.findall(r'data-square="(\w+)" data-piece="queen" data-attacks="([^"]*)"', text)
    assert len(cells) == 3
    covered = {square for square, _ in cells}.union(*(attacks.split() for _, attacks in cells))
    assert len(covered) == 25
    assert text.count('role="gridcell"') == 25
    assert len(re.findall('role="gridcell"[^>]*tabindex="0"', text)) == 1


def test_sizes_add_up(server: Server) -> None:
    said = server.get("/answer?q=count+domination+king+4x4+--all+--by-size&format=json").json
    total = sum(map(int, said["answer"]["by_size"].values()))
    text = shown(server, "/answer?q=count+domination+king+4x4+--all+--by-size").body.decode()
    assert f'data-copy="{total}"' in text
    assert said["answer"]["polynomial"] in text


def test_files_of_a_placement(server: Server) -> None:
    query = "q=solve+domination+queen+5x5"
    drawn = server.get(f"/answer/board.svg?{query}")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"  # it may be embedded
    assert drawn.body.startswith(b"<svg")
    assert drawn.body.count(b"<use ") == 3
    fen = server.get(f"/answer/board.fen?{query}").body.decode()
    assert fen.count("Q") == 3
    assert server.get(f"/answer/board.png?{query}").body.startswith(b"\x89PNG")
    assert server.get(f"/answer/board.exe?{query}").status == 404
    assert server.get("/answer/board.svg?q=solve+domination+queen+7x7").status == 404


def test_similar_questions_that_are_known(server: Server) -> None:
    said = server.get("/answer?q=solve+domination+queen+5x5&format=json").json["similar"]
    known = {each["request"]: each["answer"]["value"] for each in said if each["answer"]}
    assert known["solve domination queen 6x6"] == 3
    n = server.get("/answer?q=list+queens+6&format=json").json["similar"]
    assert "list independence queen 7x7 --size 7" in {each["request"] for each in n}


def test_jobs_go_on_are_cancelled_and_resumed(server: Server) -> None:
    reply = sent(server, "/answer", q=HARD)
    assert reply.status == 303
    page = shown(server, reply.headers["location"]).body.decode()
    assert "You may close this page" in page
    assert '<noscript><meta http-equiv="refresh"' in page  # who has no script sees it change
    assert Page(page).faults == []
    job = re.findall(r'data-job="(\w+)"', page)[0]
    assert Page(shown(server, f"/jobs/{job}").body.decode()).faults == []
    assert HARD in shown(server, "/jobs").body.decode()
    reply = sent(server, f"/jobs/{job}/cancel")
    assert (reply.status, reply.headers["location"]) == (
        303,
        "/answer?q=count+domination+queen+16x16",
    )
    page = shown(server, reply.headers["location"]).body.decode()
    assert "Cancelled" in page
    assert "Go on" in page
    assert sent(server, f"/jobs/{job}/resume").status == 303
    assert server.get(f"/jobs/{job}?format=json").json["job"]["state"] in ("queued", "running")
    sent(server, f"/jobs/{job}/cancel")


def test_large_counts_are_shown_in_full(server: Server) -> None:
    count = server.answered("count independence king 12x12 --all")["count"]
    assert len(count) > 16
    text = shown(server, "/answer?q=count+independence+king+12x12+--all").body.decode()
    assert f'data-copy="{count}"' in text
    assert f"{int(count):,}".replace(",", "\u202f") in text


def test_problems_are_pages_for_people_and_json_for_programs(server: Server) -> None:
    for address, status in (("/nowhere", 404), ("/jobs/0123456789abcdef", 404), ("/jobs/x", 422)):
        page = shown(server, address)
        assert page.status == status
        assert Page(page.body.decode()).faults == []
        problem = server.get(address, Accept="application/json")
        assert problem.status == status
        assert problem.headers["content-type"] == "application/problem+json"
        assert problem.json["status"] == status


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Server]:
    """A server with a token, and few requests a minute."""
    token = tmp_path / "token"
    token.write_text("open sesame, open sesame")
    words = ("--token-file", str(token))
    with serving(tmp_path / "answers.db", *words, limits=("requests=20",)) as server:
        yield server


def test_the_token_is_asked_for_on_a_page_and_too_many_requests_are_told(guarded: Server) -> None:
    reply = shown(guarded, "/jobs")
    assert (reply.status, reply.headers["location"]) == (303, "/login")
    wrong = sent(guarded, "/login", token="open barley")
    assert wrong.status == 401
    assert Page(wrong.body.decode()).faults == []
    assert "is not the token" in wrong.body.decode()
    right = sent(guarded, "/login", token="open sesame, open sesame")
    assert right.status == 303
    cookie = right.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}
    session = cookie.partition(";")[0]
    assert guarded.get("/jobs", Accept=BROWSER, Cookie=session).status == 200
    replies = (guarded.get("/jobs", Accept=BROWSER, Cookie=session) for _ in range(1_000))
    refused = next(reply for reply in replies if reply.status == 429)
    assert int(refused.headers["retry-after"]) >= 1
    page = Page(refused.body.decode())
    assert page.faults == []
    assert "Come back in" in page.text
