"""The page on architecture draws the layers that the layer test enforces."""

import re

from tests.docs.pages import DOCS
from tests.paths import ROOT
from tests.test_layers import HEIGHT

PAGE = (DOCS / "explanation" / "architecture.md").read_text(encoding="utf-8")
NOT_YET = {"verify"}
"""Rooms that have a place, but nothing in them."""


def rooms() -> list[list[str]]:
    """The rooms of each row of the table of layers."""
    table = PAGE.partition("\n## Layers\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    named = [re.findall(r"`([\w/.]+)`", cell) for cell in cells]
    return [[re.sub(r"^satchess/|/$|\.py$", "", name) for name in row] for row in named]


def test_layers_stand_in_the_order_of_the_test() -> None:
    drawn = [room for row in rooms() for room in row if room in HEIGHT]
    assert drawn == sorted(drawn, key=HEIGHT.__getitem__)


def test_every_room_is_drawn() -> None:
    drawn = {room for row in rooms() for room in row}
    assert HEIGHT.keys() - drawn - NOT_YET == set()


def test_every_folder_of_engines_is_drawn() -> None:
    table = PAGE.partition("\n## Rooms of the engines\n")[2].partition("\n## ")[0]
    folders = {path.parent.name for path in (ROOT / "satchess/engines").glob("*/__init__.py")}
    assert {folder for folder in folders if f"| `{folder}/` |" not in table} == set()
