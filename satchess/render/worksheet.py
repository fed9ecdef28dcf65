"""Worksheets: puzzles on pages to print, their solutions behind, in ink that copies well.

A page is an SVG of paths and text, so that PDF has it too. HTML has the same boards as pictures,
between words that a browser sets.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from math import ceil
from textwrap import wrap

from satchess.domain.board import Board
from satchess.domain.phrases import joined
from satchess.domain.placement import Placement
from satchess.domain.scene import Regions, Scene
from satchess.domain.squares import Square
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.wording import rules_in_words
from satchess.questions.puzzle import Puzzle
from satchess.render.svg import Drawing, Palette, drawing, escaped, picture

MOST_ON_A_PAGE = 6
MARGIN = 57
"""Of a page, in pixels of 1/96 inch: 15 mm, which every printer can do."""

LARGEST = 0.6
"""The largest scale of a board: squares of 16 mm."""

_INK, _FINE = "#000000", "#555555"
_GREYS = ("#ffffff", "#e4e4e4", "#f3f3f3", "#d2d2d2", "#c2c2c2", "#b4b4b4")
_DARKNESS = 0.62


class Paper(StrEnum):
    """A size of paper."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels of 1/96 inch."""
        return (794, 1123) if self is Paper.A4 else (816, 1056)


@dataclass(frozen=True)
class Exercise:
    """A puzzle of a worksheet: its solution, and a note in small print."""

    sheet: Sheet
    solution: Placement
    note: str = ""


@dataclass(frozen=True)
class Worksheet:
    """A title and exercises, for a size of paper."""

    title: str
    exercises: tuple[Exercise, ...]
    paper: Paper = Paper.A4

    def rules(self) -> list[tuple[str, list[str]]]:
        """Return the rules in words, with the numbers of the exercises that they are for."""
        numbers: dict[tuple[str, ...], list[int]] = {}
        for number, exercise in enumerate(self.exercises, start=1):
            sheet = exercise.sheet
            told = [*rules_in_words(sheet)]
            if sheet.lit is not None:
                told.append("Light squares are lit at the start, grey ones are dark.")
            numbers.setdefault(tuple(told), []).append(number)
        return [
            ("" if len(numbers) == 1 else _range(which), [*told]) for told, which in numbers.items()
        ]


def _range(numbers: Sequence[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return joined(map(str, numbers))


# Boards in ink


def _drawn(exercise: Exercise, *, solved: bool) -> Drawing:
    """Draw a board in black and grey."""
    sheet = exercise.sheet
    given = Placement.of(sheet.given)
    placement = exercise.solution if solved else given
    scene = Puzzle(sheet).scene(placement)
    if sheet.lit is not None:
        dark = set(sheet.board.squares) - sheet.lit
        scene = Scene(shade=dict.fromkeys(dark, _DARKNESS))
    title = f"{sheet.title}, solved" if solved else sheet.title
    return drawing(sheet.board, placement, scene, title=title, palette=_palette(sheet))


def _palette(sheet: Sheet) -> Palette:
    white = "#ffffff"
    greys = tuple(_region_greys(sheet.board, sheet.region_list)) or _GREYS
    return Palette(light=white, dark=white, grid="#777777", shade="#777777", regions=greys)


def _region_greys(board: Board, regions: Regions) -> Iterator[str]:
    """Yield a grey for each region, other than those of the regions beside it."""
    region_of = {square: number for number, region in enumerate(regions) for square in region}
    chosen: dict[int, str] = {}
    for number, region in enumerate(regions):
        beside = {
            chosen.get(region_of.get(Square(row + r, column + c), -1))
            for row, column in region
            for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        chosen[number] = next((grey for grey in _GREYS if grey not in beside), _GREYS[0])
        yield chosen[number]


# Pages


def pages(worksheet: Worksheet) -> list[str]:
    """Return the pages as SVG: those with puzzles first, those with solutions behind."""
    numbered = list(enumerate(worksheet.exercises, start=1))
    parts = [numbered[i : i + MOST_ON_A_PAGE] for i in range(0, len(numbered), MOST_ON_A_PAGE)]
    twelve = 2 * MOST_ON_A_PAGE
    behind = [numbered[i : i + twelve] for i in range(0, len(numbered), twelve)]
    return [
        *(_page(worksheet, part, is_first=part is parts[0]) for part in parts),
        *(_page(worksheet, part, solved=True) for part in behind),
    ]


def _page(
    worksheet: Worksheet,
    part: Sequence[tuple[int, Exercise]],
    *,
    is_first: bool = False,
    solved: bool = False,
) -> str:
    width, height = worksheet.paper.size
    title = f"{worksheet.title}: solutions" if solved else worksheet.title
    elements = [
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _line(title, MARGIN, MARGIN + 22, 26, bold=True),
    ]
    y = MARGIN + 46
    for line in _rule_lines(worksheet, width) if is_first else ():
        elements.append(_line(line, MARGIN, y, 13))
        y += 18
    elements += _cells(part, width - 2 * MARGIN, height - MARGIN - y, y, solved=solved)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}">',
            f"<title>{escaped(title)}</title>",
            *elements,
            "</svg>\n",
        ]
    )


def _rule_lines(worksheet: Worksheet, width: int) -> Iterator[str]:
    letters = (width - 2 * MARGIN) // 7  # wide enough for letters of 13 pixels
    for numbers, told in worksheet.rules():
        yield from wrap((f"{numbers}: " if numbers else "") + " ".join(told), letters)


def _cells(
    part: Sequence[tuple[int, Exercise]], width: int, height: int, top: int, *, solved: bool
) -> Iterator[str]:
    """Lay out boards in rows, as large as they can be."""
    drawn = [(number, each, _drawn(each, solved=solved)) for number, each in part]

    def cell(across: int) -> tuple[float, float]:
        return width / across, height / ceil(len(drawn) / across)

    def smallest(across: int) -> float:
        return min(_scale(board, *cell(across)) for _, _, board in drawn)

    across = max(range(1, len(drawn) + 1), key=smallest)
    wide, high = cell(across)
    for index, (number, each, board) in enumerate(drawn):
        scale = _scale(board, wide, high)
        x, y = MARGIN + index % across * wide, top + index // across * high
        left = x + (wide - board.width * scale) / 2
        yield _line(f"{number}.", left, y + 18, 15, bold=True)
        yield _line(each.note, left + 26, y + 18, 9, fill=_FINE)
        shift = f"{left - board.left * scale:.1f} {y + 26 - board.top * scale:.1f}"
        yield f'<g class="board" transform="translate({shift}) scale({scale:.4f})">'
        yield from board.elements
        yield "</g>"


def _scale(board: Drawing, width: float, height: float) -> float:
    """Return the scale at which a board fits into its cell, with its caption."""
    return min((width - 16) / board.width, (height - 40) / board.height, LARGEST)


def _line(text: str, x: float, y: float, size: int, *, bold: bool = False, fill: str = _INK) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif"'
        f' font-size="{size}"{weight} fill="{fill}">{escaped(text)}</text>'
    )


# HTML

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: #fff; color: #111; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr));
  gap: 1.5rem; }
figure { margin: 0; break-inside: avoid; }
figcaption small { color: #666; font-size: 0.7rem; margin-left: 0.5rem; }
img { width: 100%; background: #fff; border-radius: 4px; }
.solutions { break-before: page; margin-top: 4rem; }
@media (prefers-color-scheme: dark) {
  body { background: #16181c; color: #e8e6e3; }
  figcaption small { color: #a5a5a5; }
}
@media print {
  body { background: #fff; color: #000; margin: 0; max-width: none; }
  .boards { grid-template-columns: repeat(2, 1fr); }
  .solutions { margin-top: 0; }
  .solutions .boards { grid-template-columns: repeat(3, 1fr); }
}
"""


def html(worksheet: Worksheet) -> str:
    """Return a page without any file beside it; solutions go to a page of their own in print."""
    paper = {Paper.A4: "A4", Paper.LETTER: "letter"}[worksheet.paper]
    title = escape(worksheet.title)
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}@page {{ size: {paper}; margin: 15mm; }}</style>",
        "</head><body>",
        f"<h1>{title}</h1>",
    ]
    for numbers, told in worksheet.rules():
        lead = f"<strong>{escape(numbers)}:</strong> " if numbers else ""
        lines.append(f'<p class="rules">{lead}{escape(" ".join(told))}</p>')
    lines += ['<section class="boards">', *_figures(worksheet, solved=False), "</section>"]
    lines += ['<section class="solutions">', "<h2>Solutions</h2>", '<div class="boards">']
    lines += [*_figures(worksheet, solved=True), "</div></section>", "</body></html>\n"]
    return "\n".join(lines)


def _figures(worksheet: Worksheet, *, solved: bool) -> Iterator[str]:
    for number, exercise in enumerate(worksheet.exercises, start=1):
        drawn = _drawn(exercise, solved=solved)
        data = b64encode(picture(drawn).encode()).decode()
        yield (
            f"<figure><figcaption><strong>{number}.</strong>"
            f"<small>{escape(exercise.note)}</small></figcaption>"
            f'<img alt="{escape(drawn.description)}" src="data:image/svg+xml;base64,{data}">'
            "</figure>"
        )
