"""Pages of one kind of sets each: squares in one table, rectangles in one for each piece."""

from collections.abc import Iterator
from typing import NamedTuple

from atlas_pages.known import Known, both_of, details, how, table
from satchess.atlas.plan import (
    CHESS,
    DOMINATING,
    FAIRY,
    INDEPENDENT,
    IRREDUNDANT,
    KERNELS,
    LOWER,
    MAXIMAL,
    MINIMAL,
    SERIES,
    TOTAL,
    Board,
    Family,
)

SIDES = range(1, 13)
GLUINGS = {"": "the plane", ":cylinder": "the cylinder", ":torus": "the torus"}


class Kind(NamedTuple):
    """A page: its name, what it is about, and the questions."""

    name: str
    title: str
    about: str
    families: tuple[Family, ...]


KINDS = (
    Kind(
        "independence",
        "Independence",
        "The most pieces of which none attacks another, and in how many ways; then how many"
        " placements there are of any number of pieces, and how many to which no piece can be"
        " added.",
        (INDEPENDENT, MAXIMAL),
    ),
    Kind(
        "domination",
        "Domination",
        "The fewest pieces that attack every empty square, and in how many ways.",
        (DOMINATING,),
    ),
    Kind(
        "total-domination",
        "Total domination",
        "The fewest pieces that attack every square, occupied ones too.",
        (TOTAL,),
    ),
    Kind(
        "independent-domination",
        "Independent domination",
        "The fewest pieces that attack every empty square, none attacking another.",
        (KERNELS,),
    ),
    Kind(
        "upper-domination",
        "Upper domination",
        "The most pieces that attack every empty square, none of them superfluous; then how many"
        " such sets there are of any size.",
        (MINIMAL,),
    ),
    Kind(
        "irredundance",
        "Irredundance",
        "The most pieces each of which covers a square that no other covers (IR), and the fewest"
        " of those sets to which no piece can be added (ir).",
        (IRREDUNDANT, LOWER),
    ),
)
"""The generated pages of boards."""


def page_of(kind: Kind, known: Known) -> Iterator[str]:
    """Write a page."""
    yield f"# {kind.title}"
    yield (
        f"{kind.about} A cell is *pieces: ways*; an empty one is not in the atlas. Each number is"
        " confirmed by two engines that share no method: `satchess atlas show 'REQUEST'` names"
        " them."
    )
    for family in kind.families:
        yield from _family(family, known)


def _family(family: Family, known: Known) -> Iterator[str]:
    if family.best is not None:
        yield f"## {_named(family.best)}, n x n"
        yield from _squares(known, f"count {family.best}")
        yield f"## {_named(family.best)}, n x n, up to symmetry"
        yield from _squares(known, f"count --up-to-symmetry {family.best}")
    if family.total is not None:
        yield f"## {_named(family.total)}, n x n: of any size"
        yield from _squares(known, f"count {family.total}")
    if family.best is not None:
        yield f"## {_named(family.best)}, rectangles"
        yield "On m x n; of a board and its transpose, one."
        for piece in (*CHESS, *FAIRY):
            for gluing, where in GLUINGS.items():
                yield from _rectangles(known, family.best, piece, gluing, where)


def _named(words: str) -> str:
    return f"`{words.format('PIECE BOARD')}`"


def _squares(known: Known, words: str) -> Iterator[str]:
    """Write a table of squares: a row for each piece and gluing, a column for each side."""
    rows = []
    for piece in (*CHESS, *FAIRY):
        for gluing, where in GLUINGS.items():
            cells = [_cell(known, words, piece, Board(n, n, gluing)) for n in SIDES]
            if any(cells):
                rows.append([piece if not gluing else f"{piece}, {where[4:]}", *cells])
    last = max((i for row in rows for i, cell in enumerate(row) if cell), default=0)
    head = ["piece", *map(str, SIDES)][: last + 1]
    yield table(head, [row[: last + 1] for row in rows], numbers=True)


def _cell(known: Known, words: str, piece: str, board: Board) -> str:
    answer = known.on(words, piece, board)
    return "" if answer is None else both_of(answer)


def _rectangles(known: Known, words: str, piece: str, gluing: str, where: str) -> Iterator[str]:
    sides = range(2, 13)
    columns = [
        n for n in sides for m in sides
        if _wanted(m, n, gluing) and _cell(known, f"count {words}", piece, Board(m, n, gluing))
    ]  # fmt: skip
    if not columns:
        return
    rows = []
    for m in sides:
        cells = [
            _cell(known, f"count {words}", piece, Board(m, n, gluing))
            if _wanted(m, n, gluing)
            else ""
            for n in range(2, max(columns) + 1)
        ]
        if any(cells):
            rows.append([m, *cells])
    head = ["m", *(f"n = {n}" for n in range(2, max(columns) + 1))]
    yield "\n\n".join(details(f"{piece}, {where}", head, rows))


def _wanted(m: int, n: int, gluing: str) -> bool:
    return m < n or (gluing == ":cylinder" and m != n)


def series(known: Known) -> Iterator[str]:
    """Write what is asked of ever larger boards."""
    yield "# Queens, leprechauns and puzzles"
    yield "Each number is confirmed by two engines that share no method."
    for words, sides in SERIES.items():
        rows = []
        for side in sides:
            answer = known.answer(f"count {words.format(side)}")
            if answer is None:
                continue
            folded = known.answer(f"count --up-to-symmetry {words.format(side)}")
            classes = "" if folded is None else f"{folded.count or 0:,}"
            rows.append([side, both_of(answer), classes, *how(answer)])
        if rows:
            yield f"## `{words.replace('{0}', 'N').format('N')}`"
            head = ["N", "pieces: ways", "up to symmetry", "engines", "trust", "seconds"]
            yield table(head, rows, numbers=True)
