"""Boards in TikZ: squares of one unit, with the same glyphs as the pictures."""

from collections.abc import Iterator

from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.scene import Scene
from satchess.domain.squares import Square, file_name
from satchess.questions.base import Question
from satchess.render.gluing import arrows
from satchess.render.paths import strokes
from satchess.render.svg import (
    DARK,
    GLEAM,
    GLYPHS,
    HEAT,
    INK,
    LIGHT,
    REGION_COLOURS,
    SQUARE,
    WALL,
    plain,
)
from satchess.render.text import piece_letters

LARGEST_SQUARE, WIDEST = 0.8, 11.0
"""In centimetres: of a square, and of a picture, which has to fit onto a page."""

_SPECIAL = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)

_COLOURS = {"light": LIGHT, "dark": DARK, "wall": WALL, "ink": INK, "gleam": GLEAM, "heat": HEAT}


def said(text: str) -> str:
    """Escape text for LaTeX."""
    return text.translate(_SPECIAL)


def board_picture(question: Question, placement: Placement) -> str:
    """Draw a placement of a question."""
    board, scene = question.board, question.scene(placement)
    unit = min(LARGEST_SQUARE, WIDEST / max(board.rows, board.columns))
    return "\n".join(
        [
            rf"\begin{{tikzpicture}}[x={unit:.3f}cm,y={unit:.3f}cm]",
            *(_define(name, colour) for name, colour in _COLOURS.items()),
            *(
                _define(f"region{k}", REGION_COLOURS[k % len(REGION_COLOURS)])
                for k in range(len(scene.regions))
            ),
            *_squares(board, scene),
            *_coordinates(board, unit),
            *_gluing(board),
            *_marks(placement, scene),
            *_glyphs(placement),
            *_pieces(placement),
            r"\end{tikzpicture}",
        ]
    )


def _define(name: str, colour: str) -> str:
    return rf"\definecolor{{{name}}}{{HTML}}{{{colour.removeprefix('#').upper()}}}"


def _squares(board: Board, scene: Scene) -> Iterator[str]:
    region_of = {s: f"region{k}" for k, region in enumerate(scene.regions) for s in region}
    for square in sorted((*board.squares, *board.walls)):
        colour = "light" if (square.row + square.column) % 2 else "dark"
        colour = "wall" if square in board.walls else region_of.get(square, colour)
        yield rf"\filldraw[fill={colour},draw=ink,very thin] {_at(square)} rectangle +(1,1);"
        if amount := 0.85 * min(scene.shade.get(square, 0), 1):
            yield rf"\fill[heat,opacity={amount:.2f}] {_at(square)} rectangle +(1,1);"
    for square, _ in sorted(region_of.items()):
        for rows, columns, edge in (
            (1, 0, f"({square.column},{square.row + 1}) -- +(1,0)"),
            (-1, 0, f"{_at(square)} -- +(1,0)"),
            (0, -1, f"{_at(square)} -- +(0,1)"),
            (0, 1, f"({square.column + 1},{square.row}) -- +(0,1)"),
        ):
            beside = Square(square.row + rows, square.column + columns)
            if region_of.get(beside) != region_of[square]:
                yield rf"\draw[ink,thick,line cap=rect] {edge};"


def _at(square: Square) -> str:
    return f"({square.column},{square.row})"


def _middle(square: Square) -> str:
    return f"({square.column + 0.5},{square.row + 0.5})"


def _coordinates(board: Board, unit: float) -> Iterator[str]:
    size = _size(unit)
    for column in range(board.columns):
        where = f"({column + 0.5},-0.4)"
        yield rf"\node[gray,font={size}] at {where} {{{file_name(column)}}};"
    for row in range(board.rows):
        yield rf"\node[gray,font={size}] at (-0.5,{row + 0.5}) {{{row + 1}}};"


def _gluing(board: Board) -> Iterator[str]:
    for side, ahead, along, heads in arrows(board):
        for number in range(heads):
            shift = ahead * (number - (heads - 1) / 2) * 0.25
            if side in ("left", "right"):
                x, y = (-0.25 if side == "left" else board.columns + 0.25), along + shift
                ends = f"({x},{y + 0.12 * ahead:.2f}) -- ++(0.12,{-0.24 * ahead}) -- ++(-0.24,0)"
            else:
                x, y = along + shift, (-0.25 if side == "bottom" else board.rows + 0.25)
                ends = f"({x + 0.12 * ahead:.2f},{y}) -- ++({-0.24 * ahead},0.12) -- ++(0,-0.24)"
            yield rf"\fill[gray] {ends} -- cycle;"


def _size(unit: float) -> str:
    return r"\small" if unit > 0.5 else r"\tiny"


def _marks(placement: Placement, scene: Scene) -> Iterator[str]:
    occupied = set(placement.squares)
    for square, mark in sorted(scene.marks.items()):
        if square in occupied:
            corner = f"({square.column + 0.15},{square.row + 0.82})"
            yield rf"\node[ink,font=\tiny] at {corner} {{{said(mark)}}};"
        else:
            yield rf"\node[ink,font=\bfseries] at {_middle(square)} {{{said(mark)}}};"


def _pieces(placement: Placement) -> Iterator[str]:
    letters = piece_letters(placement)
    for square, piece in placement:
        fill, line = ("gleam", "ink") if piece.label == "white" else ("ink", "gleam")
        if plain(piece) in GLYPHS:
            yield rf"\pic at ({square.column},{square.row + 1}) {{{_glyph_name(piece)}}};"
        else:
            yield rf"\filldraw[fill={fill},draw=ink] {_middle(square)} circle[radius=0.36];"
            yield (
                rf"\node[{line},font=\bfseries] at {_middle(square)} {{{said(letters[piece])}}};"
            )


def _glyphs(placement: Placement) -> Iterator[str]:
    """Define the glyphs that are used, to be drawn from the upper left corner of a square."""
    for piece in sorted({piece for _, piece in placement}, key=str):
        if plain(piece) in GLYPHS:
            silhouette, lines = GLYPHS[plain(piece)]
            fill, line = ("gleam", "ink") if piece.label == "white" else ("ink", "gleam")
            yield rf"\tikzset{{{_glyph_name(piece)}/.pic={{"
            yield rf"\filldraw[fill={fill},draw=ink,very thin,line join=round]{_path(silhouette)};"
            yield rf"\draw[{line},line cap=round]{_path(lines)};}}}}"


def _glyph_name(piece: Piece) -> str:
    return f"satchess {str(piece).replace(':', ' ')}"


def _path(text: str) -> str:
    """Write a path with squares of one unit, and upwards as TikZ goes."""
    words = []
    for kind, points in strokes(text):
        ends = [f"({x / SQUARE:.3f},{-y / SQUARE:.3f})" for x, y in points]
        match kind:
            case "move":
                words.append(f" {ends[0]}")
            case "line":
                words.append(f" -- {ends[0]}")
            case "curve":
                words.append(f" .. controls {ends[0]} and {ends[1]} .. {ends[2]}")
            case "close":
                words.append(" -- cycle")
    return "".join(words)
