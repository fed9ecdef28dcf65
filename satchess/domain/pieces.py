"""Pieces: names, and moves in Betza's notation.

A piece is the set of its steps and its label, which most have none of, so that a piece and its
Betza spelling are equal:

>>> Piece.parse("queen") == Piece.parse("RB") == Piece.parse("BR") == Piece.parse("Q")
True
>>> str(Piece.parse("NBR")), str(Piece.parse("NNW3"))
('amazon', 'R3NN')

The notation, as far as attacks need it:

    W F D N A H C Z G    leaps (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3), all 8 ways
    (4,1)                any other leap
    R B Q K              WW, FF, RB and WF
    NN, WW, N0, (4,1)0   a rider: the leap repeated without limit
    R3, B2, N2           a leap repeated at most so many times
    vR sN                only the (more) vertical or sideways ones of the directions
    fF bR lW rW          only those forwards (to higher ranks), backwards, to the left, to the right
    fsW flF ffN fsN fvlN several of them: see below
    mW cF                without capturing, which attacks nothing; only to capture
    RBN                  moves of the parts together

Letters before a move along ranks and files are united: fsW goes forwards or sideways. Before other
moves, the letters of a word all hold, and words are united: `fl` (forwards and to the left), `ff`
(the most forward ones; so `bb`, `ll`, `rr`), `fs` (forwards, but farther sideways), `fvl` (one).

Attacks of most pieces are mutual. Where a piece is one-sided, some questions have no meaning, and
say so. A piece that hops over others is not known: attacks ignore what stands between.

`leprechaun:3` moves like a queen or to any square within 3 king moves.

Puzzles know more that stands on a square. A label tells apart what moves alike, such as the pieces
of two armies; what does not move at all, such as a pawn that only blocks or a stamp, is its label
and nothing else:

>>> str(Piece.parse_any("black:queen")), str(Piece.parse_any("pawn")), str(Piece.parse_any("5"))
('black:queen', 'pawn', '5')
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from math import gcd
from typing import NamedTuple

from satchess.domain.phrases import counted
from satchess.domain.turns import Turn
from satchess.errors import BadPiece, or_rather
from satchess.plugins import Offered
from satchess.shown import Shown

UNLIMITED = 0
"""The reach of a rider."""

LONGEST_LEAP = 999

_LEAPS = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "Z": (3, 2),
    "G": (3, 3),
}
_LETTERS = {leap: letter for letter, leap in _LEAPS.items()}
_SHORTHANDS = {"R": ("WW",), "B": ("FF",), "Q": ("R", "B"), "K": ("W", "F")}
_RIDER_LETTERS = {(1, 0): "R", (1, 1): "B"}

_BETWEEN_PIECES = r",(?![^(]*\))"

_PART = (
    r"(?P<ways>[a-z]*)(?:(?P<letter>[A-Z])(?P<again>(?P=letter))?|\((?P<a>\d+),(?P<b>\d+)\))"
    r"(?P<limit>\d+)?"
)

NAMED = {
    "king": "WF",
    "queen": "RB",
    "rook": "R",
    "bishop": "B",
    "knight": "N",
    "wazir": "W",
    "ferz": "F",
    "dabbaba": "D",
    "alfil": "A",
    "threeleaper": "H",
    "tripper": "G",
    "camel": "C",
    "zebra": "Z",
    "giraffe": "(4,1)",
    "antelope": "(4,3)",
    "flamingo": "(6,1)",
    "nightrider": "NN",
    "dabbaba-rider": "DD",
    "alfil-rider": "AA",
    "amazon": "RBN",
    "chancellor": "RN",
    "archbishop": "BN",
    "centaur": "WFN",
    "dragon-king": "RF",
    "dragon-horse": "BW",
    "gnu": "NC",
    "bison": "CZ",
    "squirrel": "NAD",
    "phoenix": "WA",
    "champion": "WAD",
    "wizard": "FC",
    "elephant": "FA",
    "war-machine": "WD",
    "unicorn": "BNN",
    "raven": "RNN",
    "gold": "WfF",
    "silver": "FfW",
    "lance": "fR",
    "shogi-knight": "ffN",
}
"""Names people know, with their moves. The first name of a set of moves is the one printed."""

ALIASES = {
    "mann": "king",
    "commoner": "king",
    "fers": "ferz",
    "superqueen": "amazon",
    "empress": "chancellor",
    "marshal": "chancellor",
    "princess": "archbishop",
    "cardinal": "archbishop",
    "wildebeest": "gnu",
    "crowned-rook": "dragon-king",
    "crowned-bishop": "dragon-horse",
    "gold-general": "gold",
    "silver-general": "silver",
}

PAWN = "fF"
"""What a pawn attacks; `pawn` is read as this, but written it is one that blocks: see `TOKENS`."""

HOPPERS = frozenset(("grasshopper", "cannon", "pao", "vao", "leo", "locust", "lion", "mao", "moa"))
"""Names of pieces whose attacks depend on what else stands on the board."""


ARMIES = ("white", "black")
"""Labels of pieces that move; written before a colon."""

TOKENS = {
    "pawn": "pawns",
    "press": "presses",
    "shutter": "shutters",
    "watchman": "watchmen",
    "point": "points",
}
"""What stands on a square and moves nowhere, one and many; whole numbers are stamps."""

VERTEX = "vertex"
"""The label of what a set of vertices of a graph consists of."""

MANY = {**TOKENS, VERTEX: "vertices"}


class Step(NamedTuple):
    """A move by rows and columns, repeated up to `reach` times (0: without limit)."""

    rows: int
    columns: int
    reach: int


@dataclass(frozen=True)
class Piece(Shown):
    """A piece: the steps it attacks along, each together with its opposite, and a label."""

    steps: frozenset[Step]
    label: str = ""

    @classmethod
    def parse_any(cls, text: str) -> "Piece":
        """Read a piece, a piece of an army, or the name of what does not move."""
        label, _, rest = text.strip().lower().partition(":")
        if label in ARMIES and rest:
            return cls.parse(text.strip().partition(":")[2]).of_army(label)
        if label in TOKENS and not rest:
            return cls(frozenset(), label)
        if label.isascii() and label.isdigit() and len(label) <= 6 and not rest:
            return cls(frozenset(), str(int(label)))
        return cls.parse(text)

    def of_army(self, army: str) -> "Piece":
        """Return the piece as one of an army."""
        return replace(self, label=army)

    @classmethod
    def parse(cls, text: str) -> "Piece":
        """Read a name, `leprechaun:K`, or Betza notation."""
        text = text.strip()
        name = ALIASES.get(text.lower(), text.lower())
        if name.startswith("leprechaun:"):
            return leprechaun(name.removeprefix("leprechaun:"))
        if name in HOPPERS:
            raise BadPiece(
                f"piece {text!r}: what it attacks depends on pieces in its way, and attacks here"
                " ignore them; expected a leaper or a rider"
            )
        text = NAMED.get(name, PAWN if name in ("pawn", "pawns") else text)
        try:
            return cls(_widest(_parse_betza(text)))
        except BadPiece:
            if name in OFFERED:
                return cls(_widest(_parse_betza(OFFERED[name])))
            if (one := _singular(name)) is not None:
                return cls.parse(one)
            raise

    @cached_property
    def betza(self) -> str:
        """The canonical Betza spelling."""
        parts: dict[tuple[int, int, int], list[Step]] = {}
        for step in self.steps:
            a, b = sorted((abs(step.rows), abs(step.columns)), reverse=True)
            parts.setdefault((a, b, step.reach), []).append(step)
        return "".join(_spell(*part, steps) for part, steps in sorted(parts.items()))

    def __repr__(self) -> str:
        return f"Piece.{'parse_any' if self.label else 'parse'}({str(self)!r})"

    def __str__(self) -> str:
        return self._name

    @cached_property
    def _name(self) -> str:
        if self.label:
            return f"{self.label}:{replace(self, label='')}" if self.steps else self.label
        name = _known_name(self)
        if name is None:
            is_full = len(self.steps) == (2 * self.span + 1) ** 2 - 1
            if is_full and self.span <= LONGEST_LEPRECHAUN and self == leprechaun(str(self.span)):
                name = f"leprechaun:{self.span}"
        return name or self.betza

    @cached_property
    def span(self) -> int:
        """The longest of the leaps, in king moves."""
        return max((max(abs(step.rows), abs(step.columns)) for step in self.steps), default=0)

    def reach(self, rides: int) -> int:
        """How far it goes, in king moves, where steps without limit are made so many times."""
        return max(
            (max(abs(step.rows), abs(step.columns)) * (step.reach or rides) for step in self.steps),
            default=0,
        )

    def named(self, number: int) -> str:
        """Name this many pieces: `1 queen`, `5 queens`, `2 RNN pieces`."""
        if self.label in ARMIES:
            many, _, name = replace(self, label="").named(number).partition(" ")
            return f"{many} {self.label} {name}"
        if self.label:
            if self.label.isdigit():
                return f"{counted(number, 'stamp')} of {self.label}"
            return counted(number, self.label, MANY[self.label])
        name = str(self)
        if name == PAWN:
            name = "pawn"
        elif name == self.betza:
            name += " piece"
        elif name.startswith("leprechaun:"):
            return f"{counted(number, 'leprechaun')} of range {name.removeprefix('leprechaun:')}"
        return counted(number, name, f"{name}{'es' if name[-1] in 'xz' else 's'}")

    @property
    def plural(self) -> str:
        """The name of several of them."""
        return self.named(2).partition(" ")[2]

    def turned(self, turn: Turn) -> "Piece":
        """Return the piece that moves on a turned board as this one does on the board."""
        if self._name.startswith("leprechaun:"):
            return self  # it has too many steps to turn each
        steps = frozenset(Step(*turn.direction(s.rows, s.columns), s.reach) for s in self.steps)
        return self if steps == self.steps else Piece(steps, self.label)

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether each step can be taken back, so that attacks are mutual."""
        return all(_opposite(step) in self.steps for step in self.steps)

    @cached_property
    def is_mirrored(self) -> bool:
        """Whether mirrors of rows and of columns leave it as it is."""
        mirrors = (Turn(1, 1, flips_rows=True), Turn(1, 1, flips_columns=True))
        return all(self.turned(mirror) == self for mirror in mirrors)

    @cached_property
    def either_way(self) -> "Piece":
        """The symmetric piece that attacks where this one does, or from where it is attacked."""
        if self.is_symmetric:
            return self
        return Piece(_widest({*self.steps, *map(_opposite, self.steps)}), self.label)

    @cached_property
    def without_hidden_steps(self) -> "Piece":
        """The piece without leaps that one of its riders also makes.

        Where no wall stops a rider, the two attack the same squares.
        """
        reaches = {(step.rows, step.columns): step.reach for step in self.steps}
        return Piece(frozenset(step for step in self.steps if not _is_hidden(step, reaches)))

    @cached_property
    def without_walls(self) -> "Piece":
        """The representative of all pieces that attack the same squares on boards without walls.

        >>> str(Piece.parse("leprechaun:2").without_walls), str(Piece.parse("RBNCZ").without_walls)
        ('amazon', 'leprechaun:3')
        """
        plain = self.without_hidden_steps
        if _known_name(plain) is None and plain.span <= LONGEST_LEPRECHAUN:
            whole = leprechaun(str(plain.span))
            if whole.without_hidden_steps == plain:
                return whole
        return plain

    @property
    def range_as_leprechaun(self) -> int | None:
        """The range of the leprechaun that this is where there is no wall; 1 for a queen.

        >>> Piece.parse("amazon").range_as_leprechaun, Piece.parse("rook").range_as_leprechaun
        (2, None)
        """
        plain = self.without_walls
        if plain.span > LONGEST_LEPRECHAUN:
            return None
        whole = leprechaun(str(plain.span)).without_walls
        return plain.span if whole == plain else None


def _singular(name: str) -> str | None:
    """Return the name of which this is the plural, or another spelling; None if there is none."""
    name = re.sub(r"[\s_]+", "-", name)
    known = (name, name.removesuffix("s"), name.removesuffix("es"), name.replace("men", "man"))
    return next((one for one in known if one in NAMED or one in ALIASES or one in OFFERED), None)


def symmetric_piece(text: str) -> Piece:
    """Read a piece for a question that has no meaning if attacks are not mutual."""
    return ensure_symmetric(Piece.parse(text), text)


def ensure_symmetric(piece: Piece, said: str = "") -> Piece:
    """Return the piece; raise `BadPiece` if its attacks are not mutual. It was `said` like that."""
    if not piece.is_symmetric:
        raise BadPiece(
            f"piece '{said or piece}': it is one-sided, which has a meaning for independence and"
            f" domination only; expected one that moves back too, such as {piece.either_way}"
        )
    return piece


def _opposite(step: Step) -> Step:
    return Step(-step.rows, -step.columns, step.reach)


def split_at_commas(text: str) -> list[str]:
    """Split a list of pieces at commas, but not inside a leap.

    >>> split_at_commas("queen,W(4,1),rook")
    ['queen', 'W(4,1)', 'rook']
    """
    return re.split(_BETWEEN_PIECES, text)


def _is_hidden(step: Step, reaches: dict[tuple[int, int], int]) -> bool:
    """Whether a shorter step in the same direction covers this one."""
    for times in range(2, gcd(step.rows, step.columns) + 1):
        if step.rows % times == step.columns % times == 0:
            reach = reaches.get((step.rows // times, step.columns // times))
            if reach == UNLIMITED or (reach and step.reach and times * step.reach <= reach):
                return True
    return False


LONGEST_LEPRECHAUN = 140
"""More than any range of which n leprechauns fit on n x n, on the largest boards."""


@lru_cache
def leprechaun(text: str) -> Piece:
    """Make the leprechaun of the range that `text` names."""
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= LONGEST_LEPRECHAUN:
        raise BadPiece(
            f"piece 'leprechaun:{text}': expected a range from 1 to {LONGEST_LEPRECHAUN},"
            " such as leprechaun:3"
        )
    span = range(-int(text), int(text) + 1)
    near = {Step(rows, columns, 1) for rows in span for columns in span if rows or columns}
    return Piece(_widest(near | _parse_betza("RB")))


def _parse_betza(text: str) -> set[Step]:
    steps: set[Step] = set()
    read = 0
    for match in re.finditer(_PART, text):
        if match.start() > read:
            break
        steps |= _parse_part(text, match)
        read = match.end()
    if text and read == len(text) and not steps:
        raise BadPiece(f"piece {text!r}: it captures nothing, expected a piece that attacks")
    if read < len(text) or not steps:
        raise BadPiece(
            f"piece {text!r}: expected a name ('satchess pieces' lists them),"
            " leprechaun:K or Betza notation such as RBN"
            f"{or_rather(text, (*NAMED, *ALIASES))}"
        )
    return steps


def _parse_part(text: str, match: re.Match[str]) -> set[Step]:
    letter, again, limit, ways = match["letter"], match["again"], match["limit"], match["ways"]
    if letter in _SHORTHANDS and not again:
        parts = (f"{ways}{part}{limit or ''}" for part in _SHORTHANDS[letter])
        matches = filter(None, (re.fullmatch(_PART, part) for part in parts))
        return {step for part in matches for step in _parse_part(text, part)}
    if letter is None:
        leap = (int(match["a"][:9]), int(match["b"][:9]))
    elif letter in _LEAPS:
        leap = _LEAPS[letter]
    else:
        raise BadPiece(
            f"piece {text!r}: unknown move {match[0]!r},"
            " expected W F D N A H C Z G R B Q K or (a,b)"
        )
    if not 1 <= max(leap) <= LONGEST_LEAP:
        raise BadPiece(f"piece {text!r}: expected a leap of 1 to {LONGEST_LEAP} squares")
    reach = UNLIMITED if again else 1
    if limit is not None:
        reach = int(limit[:9])
        if reach > LONGEST_LEAP:
            raise BadPiece(f"piece {text!r}: expected a range of at most {LONGEST_LEAP}")
    a, b = leap
    steps = {
        Step(rows, columns, reach)
        for x, y in ((a, b), (b, a))
        for rows in (x, -x)
        for columns in (y, -y)
    }
    chosen = _chosen(frozenset((step.rows, step.columns) for step in steps), ways, text)
    return {step for step in steps if step[:2] in chosen}


Way = tuple[int, int]
"""Rows and columns of a step."""

_TESTS: dict[str, Callable[[int, int], bool]] = {
    "f": lambda rows, columns: rows > 0,
    "b": lambda rows, columns: rows < 0,
    "l": lambda rows, columns: columns < 0,
    "r": lambda rows, columns: columns > 0,
    "v": lambda rows, columns: abs(rows) > abs(columns),
    "s": lambda rows, columns: abs(rows) < abs(columns),
}
_DOUBLED = {"ff": "fv", "bb": "bv", "ll": "ls", "rr": "rs"}

_STRAIGHT_WORDS = (*"vsfblr",)
_DIAGONAL_WORDS = (*"fblr", *map("".join, product("fb", "lr")))
_OBLIQUE_WORDS = (
    *(*"vsfblr", *_DOUBLED, "fs", "bs", "lv", "rv", "fv", "bv", "ls", "rs"),
    *map("".join, product("fb", "lr")),
    *map("".join, product("fb", "vs", "lr")),
)


def _words_for(ways: frozenset[Way]) -> tuple[str, ...]:
    """Return the words that choose some of the ways of a leap; those to be printed come first."""
    rows, columns = map(abs, next(iter(ways)))
    if 0 in (rows, columns):
        return _STRAIGHT_WORDS
    return _DIAGONAL_WORDS if rows == columns else _OBLIQUE_WORDS


def _chosen(ways: frozenset[Way], letters: str, text: str) -> frozenset[Way]:
    """Return the ways that attack, of all ways of a leap, as the letters before it say."""
    if conditional := re.sub("[fblrvsmc]", "", letters):
        raise BadPiece(
            f"piece {text!r}: the modifier {conditional!r} makes a move conditional or a hop, but"
            " attacks here ignore what stands between; expected some of f b l r v s m c"
        )
    if "m" in letters and "c" not in letters:
        return frozenset()
    letters = re.sub("[mc]", "", letters)
    words = _words_for(ways)
    pattern = "|".join(sorted(words, key=len, reverse=True))
    found = re.findall(pattern, letters)
    if "".join(found) != letters:
        raise BadPiece(f"piece {text!r}: a diagonal move is neither vertical nor sideways")
    return ways if not letters else frozenset().union(*(_named_ways(ways, w) for w in found))


def _named_ways(ways: frozenset[Way], word: str) -> frozenset[Way]:
    letters = _DOUBLED.get(word, word)
    return frozenset(way for way in ways if all(_TESTS[letter](*way) for letter in letters))


def _letters_for(chosen: frozenset[Way], ways: frozenset[Way]) -> str:
    """Return letters that choose just these ways, the fewest words if they can be told apart."""
    if chosen == ways:
        return ""
    words = {word: _named_ways(ways, word) for word in _words_for(ways)}
    usable = [word for word, named in words.items() if named and named <= chosen]
    picked: list[str] = []
    left = set(chosen)
    while left:
        picked.append(max(usable, key=lambda word: len(words[word] & left)))
        left -= words[picked[-1]]
    single = [word for word in usable if len(words[word]) == 1]
    for some in (*permutations(sorted(picked)), single):  # words may run into each other
        letters = "".join(some)
        if _chosen(ways, letters, letters) == chosen:
            break
    return letters


def _widest(steps: set[Step]) -> frozenset[Step]:
    """Keep only the longest step in each direction."""
    reach: dict[tuple[int, int], int] = {}
    for step in steps:
        way = (step.rows, step.columns)
        known = reach.get(way, 1)
        reach[way] = UNLIMITED if UNLIMITED in (known, step.reach) else max(known, step.reach)
    return frozenset(Step(rows, columns, limit) for (rows, columns), limit in reach.items())


def _spell(a: int, b: int, reach: int, steps: list[Step]) -> str:
    leap = (a, b)
    full = frozenset((r, c) for x, y in ((a, b), (b, a)) for r in (x, -x) for c in (y, -y))
    ways = _letters_for(frozenset((step.rows, step.columns) for step in steps), full)
    if leap in _RIDER_LETTERS and reach != 1:
        return f"{ways}{_RIDER_LETTERS[leap]}{reach or ''}"
    letter = _LETTERS.get(leap, f"({a},{b})")
    if reach == 1:
        return ways + letter
    if reach == UNLIMITED and leap in _LETTERS:
        return ways + letter + letter
    return f"{ways}{letter}{reach}"


def _accept(name: str, offered: object) -> str:
    if not isinstance(offered, str):
        raise TypeError(f"expected Betza notation, got {type(offered).__name__}")
    _parse_betza(offered)
    return offered


def _is_taken(name: str) -> bool:
    return name in NAMED or name in ALIASES or name in TOKENS or name in ARMIES


OFFERED = Offered("satchess.pieces", _accept, _is_taken)
"""Names that plugins give to pieces, with their moves. They are read, and never printed: what is
remembered must not depend on what is installed."""


def _known_name(piece: Piece) -> str | None:
    """Return the first name of a piece, reading no more of them than that takes."""
    return next((name for name in NAMED if _named(name) == piece), None)


@cache
def _named(name: str) -> Piece:
    return Piece(_widest(_parse_betza(NAMED[name])))
