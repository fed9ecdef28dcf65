"""SVG drawings of boards: self-contained, without a chess font."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil, sqrt

from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.scene import NOTHING, Regions, Scene
from satchess.domain.squares import Square, file_name
from satchess.errors import BadBoard, BadInput
from satchess.render import graph_svg
from satchess.render.gluing import arrows
from satchess.render.text import GLUED, piece_letters

SQUARE = 100
"""The side of a square in the units of the drawing; the glyphs below are drawn in such a square."""

LARGEST_SQUARE = 60
LARGEST_DRAWING = 1_200
LARGEST_SHEET = 3_000
"""Sizes in pixels at which a drawing is shown unless a page says otherwise."""

MOST_SQUARES = 250_000
"""Larger boards make files that no browser opens."""

CAPTION = 80
"""The height of a caption on a contact sheet."""

LIGHT, DARK, INK, GLEAM = "#f0dfc0", "#b98b63", "#262220", "#f7efe2"
WALL, _HATCH, HEAT = "#4a4441", "#6d6560", "#c8102e"
_NEUTRAL = "#808080"
"""For what stands beside the board: to be read on light and on dark pages."""

REGION_COLOURS = (
    *("#f4c7c3", "#c9e4c5", "#c8d6f0", "#fbe7a8", "#d9c8e8", "#bfe3e0"),
    *("#f7d3b0", "#e6e6e6", "#d8e8a8", "#f2c6de", "#b9cbd8", "#e3d3c0"),
)


@dataclass(frozen=True)
class Palette:
    """The colours of squares, of what is shaded, and of regions, which take them in turn."""

    light: str = LIGHT
    dark: str = DARK
    grid: str = "#6b4f3a"
    shade: str = HEAT
    regions: tuple[str, ...] = REGION_COLOURS


ON_SCREEN = Palette()

_BASE = "M21 88V82Q21 76 28 76H72Q79 76 79 82V88Z"

# Silhouettes, and fine lines that gleam on them; drawn for this file.
GLYPHS: dict[Piece, tuple[str, str]] = {
    Piece.parse_any(name): paths
    for name, paths in {
        "king": (
            "M46.5 8H53.5V14.5H60V21H53.5V29H46.5V21H40V14.5H46.5Z"
            "M50 27C58 35 57 44 50 56C43 44 42 35 50 27Z"
            "M28 73L27 64C12 54 12 36 29 35C40 34.5 48 44 50 58"
            "C52 44 60 34.5 71 35C88 36 88 54 73 64L72 73Q50 68 28 73Z" + _BASE,
            "M33 60C22 52 23 42 31 42C39 42 44 50 45.5 57Q39 57.5 33 60Z"
            "M67 60C78 52 77 42 69 42C61 42 56 50 54.5 57Q61 57.5 67 60Z"
            "M31 67Q50 61.5 69 67M29 82H71",
        ),
        "queen": (
            "M28 73L27 63L14 35L33 52L31 25L44.5 48L50 20L55.5 48L69 25L67 52L86 35L73 63L72 73"
            "Q50 68 28 73Z"
            "M18.5 32A5.5 5.5 0 1 1 7.5 32A5.5 5.5 0 1 1 18.5 32Z"
            "M36 22A5.5 5.5 0 1 1 25 22A5.5 5.5 0 1 1 36 22Z"
            "M55.5 16A5.5 5.5 0 1 1 44.5 16A5.5 5.5 0 1 1 55.5 16Z"
            "M75 22A5.5 5.5 0 1 1 64 22A5.5 5.5 0 1 1 75 22Z"
            "M92.5 32A5.5 5.5 0 1 1 81.5 32A5.5 5.5 0 1 1 92.5 32Z" + _BASE,
            "M31 60Q50 54 69 60M31 67Q50 61.5 69 67M29 82H71",
        ),
        "rook": (
            "M25 18H37V26H44V18H56V26H63V18H75V36L66 43V65L72 73H28L34 65V43L25 36Z" + _BASE,
            "M29 35H71M36 43H64M36 65H64M29 82H71",
        ),
        "bishop": (
            "M55.5 15A5.5 5.5 0 1 1 44.5 15A5.5 5.5 0 1 1 55.5 15Z"
            "M50 20C66 30 74 43 64 58L66 66Q70 70 71 73H29Q30 70 34 66L36 58C26 43 34 30 50 20Z"
            + _BASE,
            "M50 32V48M42.5 39.5H57.5M38 59Q50 56 62 59M36 66.5Q50 63.5 64 66.5M29 82H71",
        ),
        "knight": (
            "M29 73C29 62 47 58 48 45C43 50 38 51 33 54C29 57 27 62 22 61C15 60 14 53 17 49"
            "C21 43 24 39 26 32C27 28 30 25 33 23L31 11L41 19L46 11L50 20C68 23 76 40 75 60"
            "Q74.5 68 73 73Z" + _BASE,
            "M53 26C65 31 69.5 44 68.5 67M36 32.5L40.5 31M21.5 53.5L23.5 52.5M29 82H71",
        ),
        "pawn": (
            "M63 33A13 13 0 1 1 37 33A13 13 0 1 1 63 33Z"
            "M43 46H57C58 58 63 66 68 73H32C37 66 42 58 43 46Z" + _BASE,
            "M40 48H60M29 82H71",
        ),
        "press": (
            "M78 50A28 28 0 1 1 22 50A28 28 0 1 1 78 50Z",
            "M68 50A18 18 0 1 1 32 50A18 18 0 1 1 68 50Z",
        ),
        "shutter": ("M8 8H92V92H8Z", "M16 22H84M16 36H84M16 50H84M16 64H84M16 78H84"),
        "point": ("M66 50A16 16 0 1 1 34 50A16 16 0 1 1 66 50Z", "M44 44Q48 40 53 41"),
    }.items()
}
GLYPHS[Piece.parse("pawn")] = GLYPHS[Piece.parse_any("pawn")]  # one attacks, the other only blocks


def is_drawable(board: Board) -> bool:
    """Whether a board is small enough to draw."""
    return len(board) <= MOST_SQUARES


def ensure_drawable(board: Board) -> None:
    """Raise `BadBoard` for a board too large to draw."""
    if not is_drawable(board):
        raise BadBoard(f"board '{board}': expected at most {MOST_SQUARES} squares to draw")


@dataclass(frozen=True)
class Drawing:
    """A board as drawn: what it is called, the part of the plane that it takes, its elements."""

    title: str
    description: str
    left: int
    top: int
    width: int
    height: int
    elements: tuple[str, ...]


def svg(
    board: Board,
    placement: Placement,
    *,
    title: str = "",
    shade: Mapping[Square, float] | None = None,
    marks: Mapping[Square, str] | None = None,
    regions: Regions = (),
    numbers: Mapping[Square, int] | None = None,
) -> str:
    """Draw a board with a scene (see `satchess.domain.scene`)."""
    scene = Scene(marks or {}, shade or {}, regions, numbers or {})
    return picture(drawing(board, placement, scene, title=title))


def drawing(
    board: Board,
    placement: Placement,
    scene: Scene = NOTHING,
    *,
    title: str = "",
    palette: Palette = ON_SCREEN,
    defines: bool = True,
) -> Drawing:
    """Draw a board with a scene; on occupied squares, the mark goes into the corner.

    A page of many boards says once what pieces look like, by `definitions`: then none `defines` it.
    """
    if board.graph is not None:
        graph, size = board.graph, graph_svg.side(board.graph)
        shown = tuple(graph_svg.elements(graph, placement))
        about = f"{graph.described}; chosen: {placement or 'none'}"
        return Drawing(title or graph.described, about, 0, 0, size, size, shown)
    ensure_drawable(board)
    margin = _margin(board)
    occupied = set(placement.squares)
    marks = sorted(scene.marks.items())
    return Drawing(
        title or f"A {board} board",
        _description(board, placement),
        -margin,
        -(margin // 2),
        margin + SQUARE * board.columns + margin // 2,
        margin + SQUARE * board.rows + margin // 2,
        (
            *(definitions(place.piece for place in placement.places) if defines else ()),
            *_squares(board, scene.shade, scene.regions, palette),
            *_coordinates(board, margin),
            *_gluing(board, margin),
            *(
                _letter(board, square, mark, "mark", INK)
                for square, mark in marks
                if square not in occupied
            ),
            *pieces_on(board, placement),
            *(
                _corner_mark(board, square, mark, "mark", size=26)
                for square, mark in marks
                if square in occupied
            ),
            *(
                _corner_mark(board, square, str(number), "number", size=20)
                for square, number in sorted(scene.numbers.items())
            ),
        ),
    )


def picture(drawn: Drawing, *, largest: int = LARGEST_DRAWING) -> str:
    """Return a drawing as a file of its own, so many pixels large at most."""
    scale = min(LARGEST_SQUARE / SQUARE, largest / max(drawn.width, drawn.height))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc"'
            f' width="{drawn.width * scale:.0f}" height="{drawn.height * scale:.0f}"'
            f' viewBox="{drawn.left} {drawn.top} {drawn.width} {drawn.height}">',
            f'<title id="title">{escaped(drawn.title)}</title>',
            f'<desc id="desc">{escaped(drawn.description)}</desc>',
            *drawn.elements,
            "</svg>\n",
        ]
    )


def contact_sheet(drawings: Sequence[Drawing], *, title: str = "") -> Drawing:
    """Put drawings side by side, each above its title."""
    size = sum(drawn.width * drawn.height for drawn in drawings)
    if size > MOST_SQUARES * SQUARE**2:
        raise BadInput(f"{len(drawings)} boards are too large for a sheet, expected a --limit")
    across = ceil(sqrt(len(drawings)))
    width = max((drawn.width for drawn in drawings), default=SQUARE)
    height = max((drawn.height for drawn in drawings), default=SQUARE) + CAPTION
    elements: list[str] = []
    for number, drawn in enumerate(drawings):
        x, y = number % across * width, number // across * height
        elements += [
            f'<g transform="translate({x - drawn.left} {y - drawn.top})">',
            *drawn.elements,
            "</g>",
            f'<text class="caption" x="{x + width // 2}" y="{y + drawn.height + CAPTION // 2}"'
            f' fill="{_NEUTRAL}" font-family="sans-serif" font-size="{CAPTION // 2}"'
            f' text-anchor="middle">{escaped(drawn.title)}</text>',
        ]
    return Drawing(
        title or counted(len(drawings), "board"),
        "; ".join(drawn.description for drawn in drawings),
        0,
        0,
        width * max(across, 1),
        height * ceil(len(drawings) / max(across, 1)),
        tuple(elements),
    )


def _margin(board: Board) -> int:
    """Return the margin for coordinates, which grow with the board to stay readable."""
    return 40 + 2 * max(board.rows, board.columns)


def _description(board: Board, placement: Placement) -> str:
    pieces = [f"{piece} on {square}" for square, piece in placement.places]
    glued = [GLUED[board.topology]] if board.topology in GLUED else []
    return "; ".join([f"Board {board}", *glued, *pieces])


def definitions(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield the elements that say what pieces look like, each under its `glyph_id`."""
    yield "<defs>"
    for piece in sorted(set(pieces), key=str):
        if plain(piece) not in GLYPHS:
            continue
        silhouette, lines = GLYPHS[plain(piece)]
        fill, gleam = (GLEAM, INK) if piece.label == "white" else (INK, GLEAM)
        yield (
            f'<g id="{glyph_id(piece)}" stroke-linejoin="round" stroke-linecap="round">'
            f'<path d="{silhouette}" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
            f'<path d="{lines}" fill="none" stroke="{gleam}" stroke-width="2.5"/></g>'
        )
    yield "</defs>"


def plain(piece: Piece) -> Piece:
    """Return the piece without its army."""
    return replace(piece, label="") if piece.steps else piece


def glyph_id(piece: Piece) -> str:
    """Return the id of the drawing of a piece."""
    return str(piece).replace(":", "-")


def _squares(
    board: Board, shade: Mapping[Square, float], regions: Regions, palette: Palette
) -> Iterator[str]:
    dark = [square for square in board.squares if (square.row + square.column) % 2 == 0]
    light = [square for square in board.squares if (square.row + square.column) % 2 == 1]
    for kind, squares, fill in (
        ("light", light, palette.light),
        ("dark", dark, palette.dark),
        ("walls", sorted(board.walls), WALL),
    ):
        if squares:
            yield f'<path class="{kind}" fill="{fill}" d="{_outlines(board, squares)}"/>'
    if board.walls:
        lines = "".join(_hatching(*_corner(board, square)) for square in sorted(board.walls))
        yield f'<path class="hatching" fill="none" stroke="{_HATCH}" stroke-width="8" d="{lines}"/>'
    for number, region in enumerate(regions):
        fill = palette.regions[number % len(palette.regions)]
        yield f'<path class="region" fill="{fill}" d="{_outlines(board, sorted(region))}"/>'
    for square, amount in sorted(shade.items()):
        yield (
            f'<path class="shade" fill="{palette.shade}"'
            f' fill-opacity="{0.85 * min(max(amount, 0), 1):.3f}"'
            f' d="{_outlines(board, [square])}"/>'
        )
    everything = [*board.squares, *board.walls]
    yield (
        f'<path class="grid" fill="none" stroke="{palette.grid}" stroke-width="2"'
        f' d="{_outlines(board, sorted(everything))}"/>'
    )
    if regions:
        yield (
            f'<path class="borders" fill="none" stroke="{INK}" stroke-width="8"'
            f' stroke-linecap="square" d="{_borders(board, regions)}"/>'
        )


def _borders(board: Board, regions: Regions) -> str:
    """Return the edges between squares of different regions, and at the edge of the board."""
    region_of = {square: number for number, region in enumerate(regions) for square in region}
    edges = []
    for square in board.squares:
        x, y = _corner(board, square)
        for rows, columns, edge in (
            (1, 0, f"M{x} {y}h{SQUARE}"),
            (-1, 0, f"M{x} {y + SQUARE}h{SQUARE}"),
            (0, -1, f"M{x} {y}v{SQUARE}"),
            (0, 1, f"M{x + SQUARE} {y}v{SQUARE}"),
        ):
            beside = Square(square.row + rows, square.column + columns)
            if beside not in board or region_of.get(beside) != region_of.get(square):
                edges.append(edge)
    return "".join(edges)


def _outlines(board: Board, squares: Iterable[Square]) -> str:
    corners = (_corner(board, square) for square in squares)
    return "".join(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in corners)


def _hatching(x: int, y: int) -> str:
    """Return slanted lines across a square, which no pattern has to be known for."""
    ends = ((max(0, k - SQUARE), min(k, SQUARE)) for k in range(20, 2 * SQUARE, 20))
    return "".join(f"M{x + near} {y + far}L{x + far} {y + near}" for near, far in ends)


def _corner(board: Board, square: Square) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    return SQUARE * square.column, SQUARE * (board.rows - 1 - square.row)


def _coordinates(board: Board, margin: int) -> Iterator[str]:
    size = min(margin // 2, 120 // len(file_name(board.columns - 1)))
    yield (
        f'<g class="coordinates" font-family="sans-serif" font-size="{size}" fill="{_NEUTRAL}"'
        ' text-anchor="middle">'
    )
    for column in range(board.columns):
        x, y = SQUARE * column + SQUARE // 2, SQUARE * board.rows + size
        yield f'<text x="{x}" y="{y}">{file_name(column)}</text>'
    for row in range(board.rows):
        y = SQUARE * (board.rows - 1 - row) + SQUARE // 2 + size // 3
        yield f'<text x="{-margin // 2}" y="{y}">{row + 1}</text>'
    yield "</g>"


def _gluing(board: Board, margin: int) -> Iterator[str]:
    """Draw the arrows of glued edges, one head behind the other."""
    beside, size = margin // 4, margin // 8
    width, height = SQUARE * board.columns, SQUARE * board.rows
    for side, ahead, along, heads in arrows(board):
        path = ""
        for number in range(heads):
            shift = ahead * size * (4 * number - 2 * (heads - 1)) // 2
            if side in ("left", "right"):
                x = -beside if side == "left" else width + beside
                y = height - SQUARE * along - shift
                path += f"M{x - size} {y + ahead * size}L{x} {y - ahead * size}"
                path += f"L{x + size} {y + ahead * size}Z"
            else:
                x = SQUARE * along + shift
                y = -beside if side == "top" else height + beside
                path += f"M{x - ahead * size} {y - size}L{x + ahead * size} {y}"
                path += f"L{x - ahead * size} {y + size}Z"
        yield f'<path class="glue" fill="{_NEUTRAL}" d="{path}"/>'


def pieces_on(board: Board, placement: Placement) -> Iterator[str]:
    """Yield the elements of pieces, which point at `definitions`."""
    letters = piece_letters(placement)
    for square, piece in placement.places:
        x, y = _corner(board, square)
        if plain(piece) in GLYPHS:
            glyph = f'<use href="#{glyph_id(piece)}" x="{x}" y="{y}"/>'
        else:
            fill, ink = (GLEAM, INK) if piece.label == "white" else (INK, GLEAM)
            disc = f'<circle cx="{x + 50}" cy="{y + 50}" r="36" fill="{fill}"/>'
            glyph = disc + _letter(board, square, letters[piece], "letter", ink)
        yield f'<g class="piece"><title>{escaped(f"{piece} {square}")}</title>{glyph}</g>'


def _letter(board: Board, square: Square, text: str, kind: str, fill: str) -> str:
    x, y = _corner(board, square)
    size = 46 if len(text) <= 2 else 92 // len(text)
    return (
        f'<text class="{kind}" x="{x + 50}" y="{y + 50 + size * 0.36:.0f}" fill="{fill}"'
        f' font-family="sans-serif" font-weight="bold" font-size="{size}"'
        f' text-anchor="middle">{escaped(text)}</text>'
    )


def _corner_mark(board: Board, square: Square, text: str, kind: str, size: int) -> str:
    x, y = _corner(board, square)
    return (
        f'<text class="{kind}" x="{x + 6}" y="{y + size}" fill="{INK}" font-family="sans-serif"'
        f' font-weight="bold" font-size="{size}">{escaped(text)}</text>'
    )


def escaped(text: str) -> str:
    """Escape text for XML, which forbids control characters."""
    return escape("".join(c if c.isprintable() else " " for c in text))
