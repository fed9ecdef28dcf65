"""Puzzles as addresses: `?kind=regions&size=6x6&difficulty=easy&seed=5`, or `?puzzle=court`.

Equal addresses are equal puzzles on every machine, so that a link shares one. Helpers make them
and look at them; what they made lately stays on a shelf.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from satchess.domain.placement import Placement
from satchess.domain.scene import Scene
from satchess.errors import BadInput, expected_one_of
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Difficulty
from satchess.puzzles.wording import rules_in_words
from satchess.questions.puzzle import Puzzle
from satchess.render.scenes import NOTHING_PLACED
from satchess.render.svg import Palette, drawing
from satchess.web.helpers import Helpers
from satchess.web.pages.boards import draw_grid, draw_still

LARGEST_SEED = 2**53

FRESH_SEEDS = 1_000_000
"""A new puzzle has one of these seeds: short enough to be read out."""

SIZES: Mapping[str, tuple[str, ...]] = {
    "regions": ("5x5", "6x6", "7x7", "8x8", "9x9"),
    "completion": ("6x6", "7x7", "8x8", "9x9", "10x10"),
    "detective": ("4x4", "5x5", "6x6", "7x7", "8x8"),
    "lights": ("4x4", "5x5", "6x6", "7x7"),
}
"""The sizes that the forms offer for each kind: they are made within seconds."""

DEFAULT_SIZES = {"regions": "6x6", "completion": "8x8", "detective": "5x5", "lights": "4x4"}

LEVELS = tuple(map(str, Difficulty))


@dataclass(frozen=True)
class Order:
    """Which puzzle is wanted: one to be made, or one that is there."""

    kind: str = ""
    size: str = ""
    difficulty: str = ""
    seed: int = 0
    puzzle: str = ""
    """A name of the cabinet, or a puzzle on one line; then the rest is empty."""

    @classmethod
    def parse(cls, said: Mapping[str, str]) -> "Order | None":
        """Read an address; None if it names no puzzle.

        >>> Order.parse({"kind": "regions", "seed": "5"}).address
        '/play?kind=regions&size=6x6&seed=5'
        >>> Order.parse({"puzzle": "court"}).address
        '/play?puzzle=court'
        """
        if puzzle := said.get("puzzle", "").strip():
            return cls(puzzle=puzzle)
        kind = said.get("kind", "").strip().lower()
        if not kind:
            return None
        if kind not in RECIPES:
            raise BadInput(f"kind {kind!r}: {expected_one_of(kind, RECIPES)}")
        size = said.get("size", "").strip().lower() or DEFAULT_SIZES[kind]
        board = RECIPES[kind].read_board(size)
        difficulty = said.get("difficulty", "").strip().lower()
        if difficulty and difficulty not in LEVELS:
            raise BadInput(f"difficulty {difficulty!r}: {expected_one_of(difficulty, LEVELS)}")
        text = said.get("seed", "").strip()
        if not text:
            return cls(kind, str(board), difficulty, 1 + secrets.randbelow(FRESH_SEEDS))
        if not (text.isascii() and text.isdigit() and int(text[:20]) <= LARGEST_SEED):
            raise BadInput(f"seed {text[:40]!r}: expected a whole number up to {LARGEST_SEED}")
        return cls(kind, str(board), difficulty, int(text))

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the address."""
        if self.puzzle:
            return {"puzzle": self.puzzle}
        said = {"kind": self.kind, "size": self.size, "difficulty": self.difficulty}
        return {name: text for name, text in said.items() if text} | {"seed": str(self.seed)}

    @property
    def address(self) -> str:
        """Where the puzzle is."""
        return f"/play?{urlencode(self.fields)}"

    def numbered(self, seed: int) -> "Order":
        """Order another one of the same sort."""
        return replace(self, seed=seed)


class Shelf:
    """Puzzles that were made lately, as helpers describe them."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._there: OrderedDict[Order, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, order: Order) -> dict[str, Any] | None:
        """Return what is here."""
        with self._lock:
            if order in self._there:
                self._there.move_to_end(order)
            return self._there.get(order)

    def fetch(self, order: Order, helpers: Helpers) -> dict[str, Any]:
        """Return a puzzle; have it made if it is not here."""
        found = self.find(order)
        if found is None:
            if order.puzzle:
                found = helpers.ask("show", {"puzzle": order.puzzle})
            else:
                found = helpers.ask("make", {**order.fields, "seed": order.seed})
            with self._lock:
                self._there[order] = found
                while len(self._there) > self._room:
                    self._there.popitem(last=False)
        return found


SHELF = Shelf(200)
"""A puzzle follows from its address alone: servers of one process may share them."""


def scene_of(sheet: Sheet) -> Scene:
    """Return what is on the board before anything is put."""
    scene = Puzzle(sheet).scene(Placement.of(sheet.given))
    if sheet.lit is not None:
        return Scene(regions=scene.regions)  # lights are marks, for they change
    return scene


def draw(sheet: Sheet, label: str) -> Markup:
    """Draw a puzzle as a grid to play on."""
    given = Placement.of(sheet.given)
    marks = dict.fromkeys(given.squares, "given")
    if sheet.lit is not None:
        marks = {s: "lit" if s in sheet.lit else "dark" for s in sheet.board.squares}
    return draw_grid(sheet.board, given, scene_of(sheet), label=label, marks=marks, name="puzzle")


def draw_lights(sheet: Sheet, label: str) -> Markup:
    """Draw lights as a picture: dark squares are shaded."""
    assert sheet.lit is not None
    dark = dict.fromkeys(set(sheet.board.squares) - sheet.lit, 0.8)
    palette = Palette(light="#ffe28a", dark="#ffe28a", shade="#3d4453")
    drawn = drawing(sheet.board, NOTHING_PLACED, Scene(shade=dark), palette=palette, defines=False)
    return draw_still(drawn, label)


def as_data(sheet: Sheet) -> dict[str, object]:
    """Return what a script has to know of a puzzle: its rules, and nothing of its solution."""
    regions = {
        str(square): number
        for number, region in enumerate(sheet.region_list, start=1)
        for square in region
    }
    said: dict[str, object] = {
        "puzzle": str(sheet),
        "kinds": list(map(str, sheet.kinds)),
        "given": [str(place.square) for place in sorted(sheet.given)],
        "allowed": list(map(str, sheet.allowed)),
        "marked": None if sheet.marked is None else sorted(map(str, sheet.marked)),
        "clues": {str(square): str(number) for square, number in sheet.attacks},
        "regions": regions,
    }
    if sheet.lit is not None:
        said["lit"] = sorted(map(str, sheet.lit))
        said["toggles"] = {
            str(square): sorted(map(str, sheet.toggled(sheet.kinds[0], square)))
            for square in sheet.allowed
        }
    return said


def rules_of(sheet: Sheet) -> list[str]:
    """Return the rules in words."""
    rules = rules_in_words(sheet)
    if sheet.lit is not None:
        rules.append("Squares with a sun are lit.")
    return rules
