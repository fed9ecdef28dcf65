"""Pictures of graphs: vertices on a circle, edges as straight lines, chosen vertices filled."""

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from satchess.domain.graphs import Graph
from satchess.domain.placement import Placement
from satchess.errors import BadBoard

MOST_DRAWN = 200
"""Vertices beyond which a circle says nothing."""

_INK, _PAPER, _CHOSEN, _EDGE = "#1b1b1b", "#fffdf8", "#c9572f", "#8a8378"
_MARGIN = 120


def side(graph: Graph) -> int:
    """Return the width of the picture, which is its height; `BadBoard` if it would be too large."""
    if len(graph.names) > MOST_DRAWN:
        raise BadBoard(
            f"a graph of {len(graph.names)} vertices: expected at most {MOST_DRAWN} to draw"
        )
    return 2 * (max(220, 18 * len(graph.names)) + _MARGIN)


def elements(graph: Graph, placement: Placement) -> Iterator[str]:
    """Draw a graph with a set of its vertices."""
    middle = side(graph) // 2
    radius = middle - _MARGIN
    yield f'<rect width="{2 * middle}" height="{2 * middle}" fill="{_PAPER}"/>'
    for one, other in sorted(graph.edges):
        (x, y), (u, v) = (_at(graph, vertex, radius, middle) for vertex in (one, other))
        yield f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{_EDGE}" stroke-width="4"/>'
    chosen = {square.column for square in placement.squares}
    for vertex, name in enumerate(graph.names):
        x, y = _at(graph, vertex, radius, middle)
        u, v = _at(graph, vertex, radius + 60, middle)
        fill, size = (_CHOSEN, 28) if vertex in chosen else (_PAPER, 18)
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{fill}" stroke="{_INK}"'
            ' stroke-width="4"/>'
        )
        yield (
            f'<text x="{u:.1f}" y="{v:.1f}" font-family="sans-serif" font-size="32" fill="{_INK}"'
            f' text-anchor="middle" dominant-baseline="central">{escape(name)}</text>'
        )


def _at(graph: Graph, vertex: int, radius: float, middle: float) -> tuple[float, float]:
    angle = 2 * pi * vertex / len(graph.names) - pi / 2
    return middle + radius * cos(angle), middle + radius * sin(angle)
