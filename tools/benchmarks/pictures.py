"""Curves on logarithmic scales, as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT, MARGIN = 380, 320, 50
COLOURS = (
    *("#1b6ca8", "#c0392b", "#218c53", "#8e44ad", "#d68910", "#16a3a3"),
    *("#7f5539", "#5d6d7e", "#e84393", "#6ab04c", "#130f40", "#b8860b"),
)


@dataclass(frozen=True)
class Curve:
    """A name and its points."""

    name: str
    points: Sequence[tuple[float, float]]


def drawn(panels: Mapping[str, Sequence[Curve]], across: str) -> str:
    """Return a picture with a panel for each quantity, side by side, and the names below."""
    names = [curve.name for curve in next(iter(panels.values()))]
    width = len(panels) * (WIDTH + MARGIN) + MARGIN
    height = HEIGHT + 2 * MARGIN + 18 * ceil(len(names) / 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (title, curves) in enumerate(panels.items()):
        lines += _panel(title, across, curves, MARGIN + number * (WIDTH + MARGIN))
    for number, name in enumerate(names):
        x = MARGIN + number % 2 * (width - 2 * MARGIN) // 2
        y = HEIGHT + 2 * MARGIN + 18 * (number // 2)
        lines.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{_colour(number)}"/>')
        lines.append(f'<text x="{x + 10}" y="{y}">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _panel(title: str, across: str, curves: Sequence[Curve], left: float) -> Iterator[str]:
    xs = [x for curve in curves for x, _ in curve.points]
    exponents = [log10(y) for curve in curves for _, y in curve.points]
    first, last = min(xs), max(xs)
    low, high = floor(min(exponents)), ceil(max(exponents))

    def across_at(x: float) -> float:
        return left + WIDTH * (x - first) / max(1, last - first)

    def up_at(exponent: float) -> float:
        return MARGIN + HEIGHT * (high - exponent) / max(1, high - low)

    yield f'<text x="{left}" y="{MARGIN - 20}" font-weight="bold">{escape(title)}</text>'
    for exponent in range(low, high + 1):
        y = up_at(exponent)
        yield f'<line x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        label = f"{10.0**exponent:g}"
        yield f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    for x in range(ceil(first / 4) * 4, floor(last) + 1, 4):
        place = f'x="{across_at(x):.1f}" y="{MARGIN + HEIGHT + 16}"'
        yield f'<text {place} text-anchor="middle">{x}</text>'
    yield f'<text x="{left + WIDTH}" y="{MARGIN + HEIGHT + 32}" text-anchor="end">{across}</text>'
    for number, curve in enumerate(curves):
        path = " ".join(f"{across_at(x):.1f},{up_at(log10(y)):.1f}" for x, y in curve.points)
        colour = _colour(number)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
