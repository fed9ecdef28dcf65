"""Boards on pages: the drawing of the library, and over it a grid for keyboards and screen readers.

    draw_grid(question.board, placement, question.scene(placement), label="Answer", attacks=...)
    draw_piece(piece)                       the squares that it attacks from the middle of a board
    draw_still(drawing(board, placement, defines=False))

All return SVG to stand in HTML. What pieces look like is said once on a page: `base.html` begins
with `sprites()`. A grid is one tab stop; `static/board.js` moves the focus with arrows, Home, End,
and tells its page of clicks, Space and Enter:

    const board = new Board(document.querySelector("[data-board]"));
    board.on("press", (square, event) => board.mark(square, "forbid"));

`board.mark(square, name)` shows one of `MARKS`, `board.place(square, "queen")` a piece,
`board.write(square, "3")` a text, and `board.attack(squares)` what is attacked, all at once and
without a server; `board.describe(square)` is what a screen reader says.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.scene import NOTHING, Scene
from satchess.domain.squares import Square
from satchess.questions import Question
from satchess.render.scenes import NOTHING_PLACED, moves_of
from satchess.render.svg import (
    GLYPHS,
    SQUARE,
    Drawing,
    definitions,
    drawing,
    escaped,
    is_drawable,
    pieces_on,
)

MOST_CELLS = 2_500
"""Squares of a grid: more would be too many to go through, and are drawn as a picture."""

MOST_ATTACKED = 40_000
"""Attacked squares that a page tells of; on larger boards it does not."""

_WALL, _SIGN, _GLOW = "#4a4441", "#1b1815", "#ffffff"

MARKS: dict[str, tuple[str, str]] = {
    "hole": (
        "hole",
        '<rect width="100" height="100" class="ground"/>'
        '<circle cx="50" cy="50" r="30" fill="none" class="dashes" stroke-width="5"'
        ' stroke-dasharray="9 9"/>',
    ),
    "wall": (
        "wall",
        f'<rect width="100" height="100" fill="{_WALL}"/>'
        '<path d="M0 40L40 0M0 80L80 0M20 100L100 20M60 100L100 60" fill="none" stroke="#857c76"'
        ' stroke-width="8"/>',
    ),
    "require": (
        "must be occupied",
        f'<circle cx="50" cy="50" r="34" fill="{_GLOW}" stroke="{_SIGN}" stroke-width="6"/>'
        f'<path d="M33 51L46 64L69 37" fill="none" stroke="{_SIGN}" stroke-width="9"/>',
    ),
    "forbid": (
        "must stay empty",
        f'<circle cx="50" cy="50" r="34" fill="{_GLOW}" stroke="{_SIGN}" stroke-width="6"/>'
        f'<path d="M36 36L64 64M64 36L36 64" fill="none" stroke="{_SIGN}" stroke-width="9"/>',
    ),
    "target": (
        "to be attacked",
        f'<circle cx="50" cy="50" r="34" fill="{_GLOW}" stroke="{_SIGN}" stroke-width="6"/>'
        f'<circle cx="50" cy="50" r="12" fill="{_SIGN}"/>',
    ),
    "within": (
        "a piece may stand here",
        f'<rect x="18" y="18" width="64" height="64" rx="8" fill="{_GLOW}" stroke="{_SIGN}"'
        ' stroke-width="6"/>',
    ),
    "crossed": (
        "crossed out",
        f'<path d="M30 30L70 70M70 30L30 70" fill="none" stroke="{_GLOW}" stroke-width="17"'
        ' stroke-linecap="round"/>'
        f'<path d="M30 30L70 70M70 30L30 70" fill="none" stroke="{_SIGN}" stroke-width="9"'
        ' stroke-linecap="round"/>',
    ),
    "lit": (
        "lit",
        '<rect width="100" height="100" fill="#ffd75e"/>'
        f'<path d="M50 10V22M50 78V90M10 50H22M78 50H90M22 22L30 30M70 70L78 78M22 78L30 70M70 30'
        f'L78 22" stroke="{_SIGN}" stroke-width="5" stroke-opacity="0.75"/>'
        f'<circle cx="50" cy="50" r="17" fill="#fff6d5" stroke="{_SIGN}" stroke-width="4"/>',
    ),
    "given": (
        "given",
        f'<circle cx="13" cy="87" r="7" fill="{_SIGN}" stroke="{_GLOW}" stroke-width="3"/>',
    ),
    "dark": ("dark", '<rect width="100" height="100" fill="#3d4453"/>'),
    "attacked": (
        "attacked",
        '<rect width="100" height="100" class="glow"/>'
        f'<circle cx="50" cy="50" r="11" fill="{_SIGN}" stroke="{_GLOW}" stroke-width="4"/>',
    ),
    "struck": (
        "attacked",
        '<rect x="5" y="5" width="90" height="90" fill="none" stroke="#0b5c4e" stroke-width="10"/>'
        f'<circle cx="84" cy="16" r="11" fill="{_SIGN}" stroke="{_GLOW}" stroke-width="4"/>',
    ),
    "conflict": (
        "in conflict",
        '<rect x="6" y="6" width="88" height="88" fill="none" stroke="#a3132c" stroke-width="10"/>'
        f'<path d="M76 8H92V34H76ZM76 40H92V52H76Z" fill="#a3132c" stroke="{_GLOW}"'
        ' stroke-width="3"/>',
    ),
    "hint": (
        "hint",
        f'<circle cx="50" cy="50" r="36" fill="none" stroke="{_GLOW}" stroke-width="12"/>'
        f'<circle cx="50" cy="50" r="36" fill="none" stroke="{_SIGN}" stroke-width="5"/>',
    ),
}
"""What a page may show on a square: how it is read out, and how it is drawn in 100 x 100."""


def sprites() -> Markup:
    """Return what pieces and marks look like, for the boards of a page to point at."""
    armies = (Piece.parse_any(f"{army}:{piece}") for army in ("white", "black") for piece in _MEN)
    marks = (f'<g id="mark-{name}">{drawn}</g>' for name, (_, drawn) in MARKS.items())
    return Markup(
        '<svg class="sprites" width="0" height="0" aria-hidden="true" focusable="false">'
        f"{''.join(definitions([*GLYPHS, *armies]))}<defs>{''.join(marks)}</defs></svg>"
    )


_MEN = ("king", "queen", "rook", "bishop", "knight")


def draw_still(drawn: Drawing, label: str = "") -> Markup:
    """Return a picture that is read out as its label, or else as its title."""
    return Markup(
        f'<svg class="board still" role="img" aria-label="{escaped(label or drawn.title)}"'
        f' viewBox="{_view(drawn)}">{"".join(drawn.elements)}</svg>'
    )


def draw_piece(piece: Piece) -> Markup:
    """Return a picture of what a piece attacks."""
    board, centre, attacked = moves_of(piece)
    drawn = drawing(board, Placement((Place(centre, piece),)), defines=False)
    shown = (_sign("attacked", *_corner(board, square)) for square in sorted(attacked))
    drawn = replace(drawn, elements=(*drawn.elements, *shown))
    squares = counted(len(attacked), "square")
    return draw_still(drawn, f"Moves of {piece}: it attacks {squares} of {board} from {centre}")


def draw_thumbs(question: Question, placements: Sequence[Placement]) -> tuple[list[Markup], Markup]:
    """Return small pictures of placements on one board, and the board, to stand before them."""
    board = question.board
    bare = drawing(board, NOTHING_PLACED, defines=False)
    elements = [each for each in bare.elements if not each.startswith("<text x=")]
    ground = (
        '<svg class="sprites" width="0" height="0" aria-hidden="true"><defs><g id="ground">'
        f"{''.join(elements)}</g></defs></svg>"
    )
    view = f"0 0 {SQUARE * board.columns} {SQUARE * board.rows}"
    pictures = [
        Markup(
            f'<svg class="thumb" viewBox="{view}" aria-hidden="true" focusable="false">'
            f'<use href="#ground"/>{"".join(pieces_on(board, placement))}</svg>'
        )
        for placement in placements
    ]
    return pictures, Markup(ground)


def draw_grid(
    board: Board,
    placement: Placement = NOTHING_PLACED,
    scene: Scene = NOTHING,
    *,
    label: str,
    attacks: Mapping[Square, Collection[Square]] | None = None,
    marks: Mapping[Square, str] | None = None,
    name: str = "board",
    selects: bool = False,
) -> Markup:
    """Return a board as a grid of squares; as a picture where it has no squares or too many.

    `attacks` are the squares that each piece attacks, shown when it is pointed at; `marks` are
    names of `MARKS`. A grid that `selects` tells which squares are marked.
    """
    drawn = drawing(board, placement, scene, title=label, defines=False)
    if not is_grid(board):
        return draw_still(drawn, f"{label}: {drawn.description}")
    cells = _rows(board, placement, scene, attacks or {}, marks or {}, selects)
    several = ' aria-multiselectable="true"' if selects else ""
    return Markup(
        f'<svg class="board" data-board="{escaped(name)}" viewBox="{_view(drawn)}">'
        f'<g class="drawn" aria-hidden="true">{"".join(drawn.elements)}</g>'
        f'<g class="cells" role="grid" aria-label="{escaped(label)}"{several}'
        f' aria-rowcount="{board.rows}" aria-colcount="{board.columns}">{"".join(cells)}</g></svg>'
    )


def is_grid(board: Board) -> bool:
    """Whether a board is drawn as a grid of squares."""
    return board.graph is None and board.rows * board.columns <= MOST_CELLS and is_drawable(board)


def attacks_of(question: Question, placement: Placement) -> dict[Square, list[Square]]:
    """Return the squares that each piece attacks; nothing where a page could not tell of all."""
    found: dict[Square, list[Square]] = {}
    total = 0
    for square, piece in placement.places:
        if not piece.steps or question.board.graph is not None:
            continue
        found[square] = sorted(attacked_squares(piece, question.board, square))
        total += len(found[square])
        if total > MOST_ATTACKED:
            return {}
    return found


def _view(drawn: Drawing) -> str:
    return f"{drawn.left} {drawn.top} {drawn.width} {drawn.height}"


def _rows(
    board: Board,
    placement: Placement,
    scene: Scene,
    attacks: Mapping[Square, Collection[Square]],
    marks: Mapping[Square, str],
    selects: bool,
) -> Iterator[str]:
    """Draw the squares as they are read: the top rank first. The first one is the tab stop."""
    pieces = {square: str(piece) for square, piece in placement.places}
    start = min(pieces, key=lambda square: (-square.row, square.column), default=None)
    start = start or Square(board.rows - 1, 0)
    for row in range(board.rows - 1, -1, -1):
        yield f'<g role="row" aria-rowindex="{board.rows - row}">'
        for column in range(board.columns):
            square = Square(row, column)
            mark = marks.get(square, "")
            said = [*_said(board, square, pieces, scene), *([MARKS[mark][0]] if mark else [])]
            attributes = {
                "data-square": str(square),
                "data-piece": pieces.get(square, ""),
                "data-mark": mark,
                "data-attacks": " ".join(map(str, attacks.get(square, ()))),
                "aria-label": f"{square}, {', '.join(said)}",
                "aria-selected": str(bool(mark)).lower() if selects else "",
            }
            x, y = _corner(board, square)
            yield (
                f'<g class="cell" role="gridcell" aria-colindex="{column + 1}"'
                f' tabindex="{0 if square == start else -1}"{_written(attributes)}>'
                f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'
                f"{_sign(mark, x, y) if mark else ''}</g>"
            )
        yield "</g>"


def _said(
    board: Board, square: Square, pieces: Mapping[Square, str], scene: Scene
) -> Iterable[str]:
    """Yield what stands on a square, as it is read out."""
    if square in board.holes:
        yield "hole"
    elif square in board.walls:
        yield "wall"
    else:
        yield pieces.get(square, "empty")
    if square in scene.marks:
        yield f"marked {scene.marks[square]}"
    if square in scene.numbers:
        yield f"number {scene.numbers[square]}"
    for number, region in enumerate(scene.regions, start=1):
        if square in region:
            yield f"region {number}"


def _corner(board: Board, square: Square) -> tuple[int, int]:
    return SQUARE * square.column, SQUARE * (board.rows - 1 - square.row)


def _sign(mark: str, x: int, y: int) -> str:
    return f'<use class="sign" href="#mark-{mark}" x="{x}" y="{y}"/>'


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escaped(text)}"' for name, text in attributes.items() if text)
