"""The gallery: a picture for each side that is known, and a place for each that is not."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from satchess.questions import Question
from tests.web.html import Page
from tests.web.serving import Server

BROWSER = "text/html,*/*;q=0.8"


def test_known_sides_have_a_picture_and_others_a_place(shelf: Server) -> None:
    text = shelf.get("/gallery", Accept=BROWSER).body.decode()
    assert Page(text).faults == []
    wall = text.partition('<ol class="pictures">')[2]
    assert wall.count("<svg") == 3
    assert wall.count("not known yet</a>") == 12 - 3
    missing = re.findall(r'class="missing" href="([^"]*)"', wall)
    asked = [parse_qs(urlsplit(link).query)["q"][0] for link in missing]
    assert asked[:2] == ["solve domination queen 2x2", "solve domination queen 4x4"]
    assert "<span>3 queens</span>" in wall  # on 5x5


def test_the_twin_has_placements_that_hold(shelf: Server) -> None:
    said = shelf.get("/gallery", {"wall": "domination-queen", "format": "json"}).json
    placed = {p["side"]: p["placement"] for p in said["pictures"] if p["placement"]}
    assert sorted(placed) == [1, 3, 5]
    for side, placement in placed.items():
        question = Question.parse(f"domination queen {side}x{side}")
        assert not list(question.violations(question.read(" ".join(placement))))


def test_first_queens_are_a_wall(shelf: Server) -> None:
    said = shelf.get("/gallery", {"q": "first queens 4..6", "format": "json"}).json
    assert [p["status"] for p in said["pictures"]] == ["unknown", "optimal", "unknown"]
    text = shelf.get("/gallery", {"wall": "first-queens"}, Accept=BROWSER).body.decode()
    assert "<span>1 3 5 2 4</span>" in text


def test_what_does_not_exist_is_said(shelf: Server) -> None:
    query: dict[str, object] = {"q": "solve independence queen 3 --size 3"}
    text = shelf.get("/gallery", query, Accept=BROWSER).body.decode()
    assert "there is none" in text


def test_every_wall_can_be_read(server: Server) -> None:
    walls = server.get("/gallery?format=json").json["walls"]
    assert len(walls) >= 5
    for wall in walls:
        reply = server.get("/gallery", {"wall": wall["name"], "format": "json"})
        assert reply.status == 200
        assert reply.json["pictures"]


@pytest.mark.parametrize("asked", ["count queens 4..8", "solve queens 1..99", "nonsense"])
def test_what_has_no_pictures_is_refused(server: Server, asked: str) -> None:
    reply = server.get("/gallery", {"q": asked}, Accept=BROWSER)
    assert reply.status == 422
    assert Page(reply.body.decode()).faults == []
