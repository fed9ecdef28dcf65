"""The pictures of the report: all ratios at a glance, and how seconds grow with the board."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from pathlib import Path

from benchmarks.kept import HOME, Measured, Report
from benchmarks.pictures import COLOURS, Curve, drawn

LEAST_SIDES = 3
"""Boards that a family of questions needs to be drawn."""
MOST_PANELS = 3

_BOARD = re.compile(r"\b(\d+)x\1(?!\d)")
_NUMBER = re.compile(r"\b\d+$")

WIDTH, ROW, LEFT, MARGIN = 640, 44, 110, 24
"""Of the picture of ratios."""


def draw(report: Report, home: Path | None = None) -> None:
    """Write all pictures, and remove those of which nothing is left to be shown."""
    home = home or HOME
    home.mkdir(parents=True, exist_ok=True)
    wanted = dict(pictures(report))
    for old in home.glob("*.svg"):
        if old.name not in wanted:
            old.unlink()
    for name, picture in wanted.items():
        (home / name).write_text(picture, encoding="utf-8")


def pictures(report: Report) -> Iterator[tuple[str, str]]:
    """Yield names and pictures."""
    names = list(dict.fromkeys(row.contest for row in report.rows))
    if names:
        yield "ratios.svg", _ratios({name: list(report.of(name)) for name in names})
    for name in names:
        panels = dict(list(_panels(list(report.of(name))))[:MOST_PANELS])
        if panels:
            yield f"growth-{name}.svg", drawn(panels, "side")


def family(question: str) -> tuple[str, int] | None:
    """Return what a question has in common with those of other boards, and the side of its own.

    >>> family("domination queen 8x8 --total")
    ('domination queen n x n --total', 8)
    >>> family("leprechauns 2 10")
    ('leprechauns 2 n', 10)
    """
    if found := _BOARD.search(question):
        return f"{question[: found.start()]}n x n{question[found.end() :]}", int(found[1])
    if found := _NUMBER.search(question):
        return f"{question[: found.start()]}n", int(found[0])
    return None


def _panels(rows: Sequence[Measured]) -> Iterator[tuple[str, list[Curve]]]:
    """Yield families and the curves of all contenders, the longest first."""
    families: dict[str, dict[int, Measured]] = {}
    for row in rows:
        if found := family(row.question):
            families.setdefault(found[0], {})[found[1]] = row
    names = list(dict.fromkeys(score.name for row in rows for score in row.scores))
    for title, boards in sorted(families.items(), key=lambda pair: -len(pair[1])):
        if len(boards) >= LEAST_SIDES:
            yield title, [Curve(name, list(_points(boards, name))) for name in names]


def _points(boards: dict[int, Measured], name: str) -> Iterator[tuple[int, float]]:
    for side in sorted(boards):
        for score in boards[side].scores:
            if score.name == name and isfinite(score.median):
                yield side, max(score.median, 1e-4)


def _ratios(contests: dict[str, list[Measured]]) -> str:
    """Draw a dot for each row: to the right of the middle line we are ahead."""
    compared = {
        name: [(row.question, c) for row in rows if (c := row.comparison) is not None]
        for name, rows in contests.items()
    }
    exponents = [log10(c.value) for rows in compared.values() for _, c in rows] or [0.0]
    low, high = min(-1, floor(min(exponents))), max(1, ceil(max(exponents)))
    height = 2 * MARGIN + ROW * len(contests) + MARGIN

    def at(exponent: float) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * (exponent - low) / (high - low)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="12">',
        "<title>seconds of the best peer over ours, a dot for each question</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for exponent in range(low, high + 1):
        x, colour = at(exponent), "#888" if exponent == 0 else "#ddd"
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{MARGIN}" y2="{height - 2 * MARGIN}"'
            f' stroke="{colour}"/>'
        )
        place = f'x="{x:.1f}" y="{height - 1.3 * MARGIN:.1f}" text-anchor="middle"'
        lines.append(f"<text {place}>{10.0**exponent:g}</text>")
    for number, (name, rows) in enumerate(compared.items()):
        lines.append(_label(name, MARGIN + ROW * (number + 0.5), COLOURS[number % len(COLOURS)]))
        for turn, (question, c) in enumerate(rows):
            y = MARGIN + ROW * (number + 0.25 + 0.5 * (turn % 5) / 4)
            fill = COLOURS[number % len(COLOURS)] if not c.mark else "none"
            lines.append(
                f'<circle cx="{at(log10(c.value)):.1f}" cy="{y:.1f}" r="4" fill="{fill}"'
                f' stroke="{COLOURS[number % len(COLOURS)]}">'
                f"<title>{escape(f'{question}: {c.mark}{c.value:.2g}')}</title></circle>"
            )
    said = "seconds of the best peer / ours: to the right of 1 we are ahead; open: a bound"
    lines.append(f'<text x="{LEFT}" y="{height - 8}">{escape(said)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _label(name: str, y: float, colour: str) -> str:
    return f'<text x="{MARGIN / 2}" y="{y + 4:.1f}" fill="{colour}">{escape(name)}</text>'
