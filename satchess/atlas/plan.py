"""The plan of the atlas: which questions are answered, the quickest and most wanted first.

An *entry* is one question on one board, of which several numbers are found at once: sets of each
size are counted, and the optimum and the number of all sets are the ends and the sum of that. So a
plan of some thousand entries makes some ten thousand answers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from satchess.model import Sense


@dataclass(frozen=True)
class Family:
    """Questions that differ in piece and board alone, in words with `{}` for these two.

    `sizes` are counted by size, `total` is how many there are of any size, `best` the optimum.
    `engines` may do so, the quickest first.
    """

    name: str
    best: str | None
    sizes: str | None = None
    total: str | None = None
    sense: Sense = Sense.FEWEST
    engines: tuple[str, ...] = ()

    def entry(self, piece: str, board: "Board") -> "Entry":
        """Return what it asks of a piece on a board."""
        on = f"{piece} {board}"
        best, sizes, total = (
            None if words is None else words.format(on)
            for words in (self.best, self.sizes, self.total)
        )
        name = f"{self.name} {on}"
        group = f"{self.name} {piece}{board.gluing}"
        return Entry(name, best, sizes, total, self.sense, self.engines, group, board)


class Board(NamedTuple):
    """A board of the plan."""

    rows: int
    columns: int
    gluing: str = ""
    """Such as `:torus`."""

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}{self.gluing}"

    @property
    def squares(self) -> int:
        """How many it has."""
        return self.rows * self.columns

    def holds(self, other: "Board") -> bool:
        """Whether another one is no larger in either direction."""
        return self.rows >= other.rows and self.columns >= other.columns


@dataclass(frozen=True)
class Entry:
    """What is asked at once: see `Family`."""

    name: str
    best: str | None
    sizes: str | None = None
    total: str | None = None
    sense: Sense = Sense.FEWEST
    engines: tuple[str, ...] = ()
    """None: whatever engine is able."""
    group: str = ""
    """Where one board is out of reach, larger ones of the same group are too."""
    board: Board = Board(0, 0)


_BY_STATES = ("frontier", "diagram")
_BY_WALKING = ("covers", "diagram")

INDEPENDENT = Family(
    "independence",
    "independence {}",
    "independence {}",
    "independence {} --all",
    Sense.MOST,
    (*_BY_STATES, "kings", "formula", "sat"),
)
MAXIMAL = Family(
    "maximal-independence",
    None,
    "independence {} --maximal",
    "independence {} --maximal",
    engines=(*_BY_STATES, "covers"),
)
DOMINATING = Family(
    "domination",
    "domination {}",
    "domination {}",
    "domination {} --all",
    engines=(*_BY_STATES, "covers", "formula", "sat"),
)
TOTAL = Family(
    "total-domination",
    "domination {} --total",
    "domination {} --total",
    "domination {} --total --all",
    engines=(*_BY_STATES, "covers", "sat"),
)
KERNELS = Family(
    "independent-domination",
    "domination {} --independent",
    "domination {} --independent",
    "domination {} --independent --all",
    engines=(*_BY_STATES, "covers", "formula", "sat"),
)
MINIMAL = Family(
    "upper-domination",
    "domination {} --upper",
    "domination {} --minimal",
    "domination {} --minimal",
    Sense.MOST,
    (*_BY_WALKING, "sat"),
)
IRREDUNDANT = Family(
    "irredundance",
    "irredundance {}",
    "irredundance {}",
    "irredundance {} --all",
    Sense.MOST,
    (*_BY_WALKING, "sat"),
)
LOWER = Family("lower-irredundance", "irredundance {} --lower", engines=("covers", "sat"))

SETS = (INDEPENDENT, DOMINATING, TOTAL, KERNELS)
"""What is quick on large boards too."""


CHESS = ("king", "queen", "rook", "bishop", "knight")
FAIRY = (
    *("wazir", "ferz", "dabbaba", "alfil", "camel", "zebra"),
    *("nightrider", "amazon", "chancellor", "archbishop", "centaur", "squirrel"),
)
LARGEST = 12
"""The longest side of a board on which every piece is tried."""


def boards(least: int, most: int, gluing: str = "", longest: int = LARGEST) -> list[Board]:
    """Return the boards with more than `least` and at most `most` squares, the smallest first.

    One of a board and its transpose; a cylinder is closed one way only and has both.
    """
    sides = range(2, longest + 1)
    found = [
        Board(m, n, gluing)
        for m in sides
        for n in sides
        if least < m * n <= most and (m <= n or gluing == ":cylinder")
    ]
    return sorted(found, key=lambda board: (board.squares, board))


def _stage(
    families: Iterable[Family], pieces: Iterable[str], where: Iterable[Board]
) -> Iterator[Entry]:
    """Yield the entries of some boards, board by board."""
    families, pieces = tuple(families), tuple(pieces)
    for board in where:
        for piece in pieces:
            for family in families:
                yield family.entry(piece, board)


def _named(*questions: str) -> Iterator[Entry]:
    """Yield entries of questions that are of no family."""
    for words in questions:
        yield Entry(words, words)


def _grown(words: str, sides: Iterable[int]) -> Iterator[Entry]:
    """Yield entries of questions on larger and larger boards, with `{}` for the side."""
    for side in sides:
        named = words.format(side)
        yield Entry(named, named, group=words, board=Board(side, side))


PUBLISHED = (
    *("independence knight 6x8 --holes b3,g3,b4,g4", "independence queen 7x7 --size 6"),
    *("independence queen 8x8 --size 7", "independence queen 9x9 --size 8"),
    *("independence bishop 13x16", "crowded-board", "stamps 4 --values 1..5", "abbots-window 8x8"),
    *(f"puzzle {name}" for name in ("coloured-regions", "court", "detective", "treasure")),
)
"""Single numbers of the papers, and puzzles that come with satchess."""

SERIES: dict[str, Iterable[int]] = {
    "queens {}": range(1, 15),
    "independence queen {0}x{0}:torus --size {0}": range(2, 12),
    "leprechauns 2 {}": range(3, 15),
    "leprechauns 3 {}": range(4, 20),
    "leprechauns 4 {}": range(5, 24),
    "non-dominating queen {}": range(1, 8),
    "peaceable queen {}": range(1, 7),
    "no-three-in-line {}": range(2, 9),
    "lights {}": range(1, 13),
    "separation queen {}": range(4, 9),
    "separation queen {} --pawns 2": range(5, 9),
}
"""Questions that are asked of ever larger boards."""


_QUICK = (*SETS, MAXIMAL, MINIMAL, IRREDUNDANT)


def entries() -> Iterator[Entry]:
    """Yield the plan, each entry once."""
    yield from {entry.name: entry for entry in _all()}.values()


def _all() -> Iterator[Entry]:
    yield from _stage(_QUICK, CHESS, [Board(1, 1), *boards(0, 25)])
    yield from _stage((INDEPENDENT, DOMINATING), CHESS, boards(25, 64, longest=8))
    yield from _stage(_QUICK, FAIRY, boards(0, 12))
    yield from _stage(_QUICK, CHESS, boards(0, 12, ":torus"))
    yield from _stage(_QUICK, CHESS, boards(0, 12, ":cylinder"))
    yield from _stage(_QUICK, FAIRY, boards(12, 20))
    yield from _stage((LOWER,), CHESS, [Board(1, 1), *boards(0, 25)])
    yield from _named(*PUBLISHED)
    for words, sides in SERIES.items():
        yield from _grown(words, sides)
    yield from _stage(_QUICK, CHESS, boards(12, 25, ":torus"))
    yield from _stage(_QUICK, CHESS, boards(12, 25, ":cylinder"))
    yield from _stage(SETS, CHESS, boards(25, 36))
    yield from _stage(_QUICK, FAIRY, boards(0, 16, ":torus"))
    yield from _stage(_QUICK, FAIRY, boards(0, 16, ":cylinder"))
    yield from _stage(_QUICK, FAIRY, boards(20, 25))
    yield from _stage(SETS, CHESS, boards(36, 64))
    yield from _stage((LOWER,), FAIRY, boards(0, 20))
    yield from _stage((LOWER,), CHESS, boards(0, 25, ":torus"))
    yield from _stage((LOWER,), CHESS, boards(0, 25, ":cylinder"))
    yield from _stage(SETS, FAIRY, boards(25, 36))
    yield from _stage(SETS, CHESS, boards(64, 144))
    yield from _stage((MAXIMAL, MINIMAL, IRREDUNDANT, LOWER), CHESS, boards(25, 36))
    yield from _stage(SETS, CHESS, boards(25, 64, ":torus"))
    yield from _stage(SETS, CHESS, boards(25, 64, ":cylinder"))
    yield from _stage(SETS, FAIRY, boards(36, 64))
    yield from _stage(SETS, ("king",), boards(144, 400, longest=20))
