"""Puzzles to play: the address is the puzzle, and the solution stays with the server."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Difficulty
from satchess.questions.puzzle import Puzzle
from satchess.service.puzzle_making import make
from tests.web.html import Page
from tests.web.serving import Reply, Server

BROWSER = "text/html,*/*;q=0.8"
ADDRESS = "/play?kind=regions&size=5x5&difficulty=easy&seed=5"


def shown(reply: Reply) -> str:
    """Return a page that has to be sound."""
    text = reply.body.decode()
    assert Page(text).faults == []
    return text


def data_of(text: str) -> dict[str, Any]:
    """Return what the script of a page is told."""
    (said,) = re.findall(r'data-game="([^"]*)"', text)
    found: dict[str, Any] = json.loads(unescape(said))
    return found


def test_the_overview_offers_all_kinds_and_the_cabinet(server: Server) -> None:
    text = shown(server.get("/play", Accept=BROWSER))
    for kind in ("regions", "detective", "completion", "lights"):
        assert f'name="kind" value="{kind}"' in text
    assert 'href="/play?puzzle=court"' in text
    said = server.get("/play?format=json").json
    assert {puzzle["puzzle"] for puzzle in said["puzzles"]} >= {"court", "detective"}


def test_an_address_is_a_puzzle(server: Server) -> None:
    text = shown(server.get(ADDRESS, Accept=BROWSER))
    sheet = Sheet.parse(str(data_of(text)["puzzle"]))
    assert sheet == make("regions", "5x5", 5, Difficulty.EASY)
    assert str(sheet) == server.get(f"{ADDRESS}&format=json").json["puzzle"]
    assert "Place 5 queens." in text


def test_a_new_one_gets_a_seed_of_its_own(server: Server) -> None:
    reply = server.get("/play?kind=lights&size=4x4&difficulty=easy", Accept=BROWSER)
    assert reply.status == 303
    asked = parse_qs(urlsplit(reply.headers["location"]).query)
    assert int(asked.pop("seed")[0]) > 0
    assert asked == {"kind": ["lights"], "size": ["4x4"], "difficulty": ["easy"]}


def test_the_page_knows_rules_and_no_solution(server: Server) -> None:
    address = "/play?kind=completion&size=6x6&seed=10"
    text = shown(server.get(address, Accept=BROWSER))
    said = data_of(text)
    assert set(said) == {"puzzle", "kinds", "given", "allowed", "marked", "clues", "regions"}
    solution = server.post("/api/v1/puzzles/solution", {"puzzle": said["puzzle"]}).json["solution"]
    hidden = {place.partition("@")[2] for place in solution} - set(map(str, said["given"]))
    assert hidden
    with_pieces = re.findall(r'data-square="(\w+)" data-piece', text)
    assert sorted(with_pieces) == said["given"]
    twin = server.get(f"{address}&format=json").json
    assert "solution" not in twin
    assert twin["given"] == [f"queen@{square}" for square in said["given"]]


def test_without_a_script_a_solution_is_sent_as_text(server: Server) -> None:
    sheet = server.get(f"{ADDRESS}&format=json").json["puzzle"]
    found = server.post("/api/v1/puzzles/solution", {"puzzle": sheet}).json
    assert found["unique"]
    squares = [place.partition("@")[2] for place in found["solution"]]
    puzzle = Puzzle(Sheet.parse(sheet))
    assert not list(puzzle.violations(puzzle.read(" ".join(squares))))
    fields = dict(parse_qs(urlsplit(ADDRESS).query))

    def sent(text: str, **headers: str) -> Reply:
        body = urlencode({**fields, "solution": text}, doseq=True).encode()
        kind = "application/x-www-form-urlencoded"
        return server.send("POST", "/play", body, Content_Type=kind, Accept=BROWSER, **headers)

    assert "Solved!" in shown(sent(" ".join(squares)))
    assert "Not yet." in shown(sent(" ".join(squares[:-1])))
    wrong = sent("a1 zz9")
    assert wrong.status == 422
    assert "Not yet." in shown(wrong)
    assert sent("a1", Sec_Fetch_Site="cross-site").status == 403


def test_another_site_starts_nothing(server: Server) -> None:
    new = "/play?kind=lights&size=4x4&seed=4711"
    text = shown(server.get(new, Accept=BROWSER, Sec_Fetch_Site="cross-site"))
    assert "data-game" not in text
    assert f'href="{new.replace("&", "&amp;")}"' in text
    assert server.get("/play/sheet?kind=lights&seed=1", Sec_Fetch_Site="cross-site").status == 403


def test_conflicts_say_where_they_are(server: Server) -> None:
    sheet = str(data_of(shown(server.get(ADDRESS, Accept=BROWSER)))["puzzle"])
    said = server.post("/api/v1/puzzles/check", {"puzzle": sheet, "put": ["a1", "b2", "e4"]}).json
    assert set(said["squares"]) >= {"a1", "b2"}
    assert "a1 and b2 attack each other" in said["conflicts"]
    assert not said["solved"]


def test_a_sheet_is_a_pdf_with_its_solutions_behind(server: Server) -> None:
    query = {"kind": "lights", "size": "4x4", "difficulty": "easy", "number": 3, "seed": 7}
    reply = server.get("/play/sheet", query)
    assert reply.headers["content-type"] == "application/pdf"
    assert reply.body.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", reply.body)) == 2
    assert reply.body == server.get("/play/sheet", query).body
    one = server.get("/play/sheet", {"puzzle": "detective", "paper": "letter"})
    assert one.body.startswith(b"%PDF")


@pytest.mark.parametrize(
    "query",
    [
        "kind=chess",
        "kind=regions&size=99x99",
        "kind=regions&size=5x6",
        "kind=regions&difficulty=fiendish",
        "kind=regions&seed=-1",
        "kind=regions&seed=1e9",
        f"kind=regions&seed={10**30}",
        "puzzle=/etc/passwd",
        "puzzle=nonsense",
        "puzzle=%7Bboard%3D",
    ],
)
def test_what_is_no_puzzle_is_refused(server: Server, query: str) -> None:
    for address in (f"/play?{query}", f"/play/sheet?{query}"):
        reply = server.get(address, Accept=BROWSER)
        assert reply.status == 422, address
    assert server.get(f"/play?{query}&format=json").json["status"] == 422


@pytest.mark.parametrize("query", ["number=0", "number=99", "number=x", "paper=a0"])
def test_what_is_no_sheet_is_refused(server: Server, query: str) -> None:
    assert server.get(f"/play/sheet?kind=lights&size=3x3&{query}").status == 422
