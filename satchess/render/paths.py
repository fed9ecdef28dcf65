"""Paths as others draw them: lines and cubic curves, from the shorter ways to write them in SVG."""

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan
from typing import Literal, NamedTuple

Point = tuple[float, float]

_TOKEN = r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)"


class Stroke(NamedTuple):
    """A part of a path; a curve is said by two controls and its end."""

    kind: Literal["move", "line", "curve", "close"]
    points: tuple[Point, ...] = ()


def strokes(text: str) -> Iterator[Stroke]:
    """Read a path of SVG; quadratic curves and arcs of circles become cubic curves.

    >>> [stroke.kind for stroke in strokes("M0 0h9Q9 9 0 9Z")]
    ['move', 'line', 'curve', 'close']
    """
    tokens = iter(re.findall(_TOKEN, text))
    here = start = (0.0, 0.0)
    for command in tokens:
        origin = here if command.islower() else (0.0, 0.0)
        match command.upper():
            case "M":
                here = start = _point(tokens, origin)
                yield Stroke("move", (here,))
            case "L":
                here = _point(tokens, origin)
                yield Stroke("line", (here,))
            case "H":
                here = (origin[0] + float(next(tokens)), here[1])
                yield Stroke("line", (here,))
            case "V":
                here = (here[0], origin[1] + float(next(tokens)))
                yield Stroke("line", (here,))
            case "C":
                points = tuple(_point(tokens, origin) for _ in range(3))
                here = points[-1]
                yield Stroke("curve", points)
            case "Q":
                control, end = _point(tokens, origin), _point(tokens, origin)
                yield Stroke("curve", (_between(here, control), _between(end, control), end))
                here = end
            case "A":
                radius, _, _ = (float(next(tokens)) for _ in range(3))
                large, clockwise = (next(tokens) == "1" for _ in range(2))
                end = _point(tokens, origin)
                yield from _arc(here, end, radius, large, clockwise)
                here = end
            case _:
                here = start
                yield Stroke("close")


def _point(tokens: Iterator[str], origin: Point) -> Point:
    return origin[0] + float(next(tokens)), origin[1] + float(next(tokens))


def _between(end: Point, control: Point) -> Point:
    """Return the cubic control point that a quadratic one has at an end."""
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def _arc(start: Point, end: Point, radius: float, large: bool, clockwise: bool) -> Iterator[Stroke]:
    """Draw an arc of a circle by curves of a quarter turn at most."""
    dx, dy = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    half = sqrt(dx * dx + dy * dy)
    radius = max(radius, half)
    aside = sqrt(max(radius * radius - half * half, 0)) / (half or 1)
    aside *= 1 if large != clockwise else -1
    centre = start[0] + dx - aside * dy, start[1] + dy + aside * dx
    first = atan2(start[1] - centre[1], start[0] - centre[0])
    turn = atan2(end[1] - centre[1], end[0] - centre[0]) - first
    if clockwise and turn <= 0:
        turn += 2 * pi
    elif not clockwise and turn >= 0:
        turn -= 2 * pi
    pieces = max(ceil(abs(turn) / radians(90) - 1e-9), 1)
    handle = radius * 4 / 3 * tan(turn / pieces / 4)

    def around(angle: float, along: float) -> Point:
        return (
            centre[0] + radius * cos(angle) - along * sin(angle),
            centre[1] + radius * sin(angle) + along * cos(angle),
        )

    for number in range(pieces):
        a, b = first + turn * number / pieces, first + turn * (number + 1) / pieces
        yield Stroke("curve", (around(a, handle), around(b, -handle), around(b, 0)))
