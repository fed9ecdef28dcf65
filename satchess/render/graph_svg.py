"""Pictures of graphs: vertices on a circle, edges as straight lines, chosen vertices filled."""

from collections.abc import Iterator
from math import cos, pi, sin
from xml.sax.saxutils import escape

from satchess.domain.graphs import Graph
from satchess.domain.placement import Placement
from satchess.errors import BadBoard

MOST_DRAWN = 200
"""Vertices beyond which a circle says nothing."""

_INK, _PAPER, _CHOSEN, _EDGE = "#1b1b1b", "#fffdf8", "#c9572f", "#8a8378"


def graph_svg(graph: Graph, placement: Placement, title: str) -> str:
    """Draw a graph with a set of its vertices."""
    if len(graph.names) > MOST_DRAWN:
        raise BadBoard(
            f"a graph of {len(graph.names)} vertices: expected at most {MOST_DRAWN} to draw"
        )
    radius = max(110, 9 * len(graph.names))
    middle = radius + 60
    described = f"{graph.described}; chosen: {placement or 'none'}"
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc"'
        f' width="{2 * middle}" height="{2 * middle}" viewBox="0 0 {2 * middle} {2 * middle}">',
        f'<title id="title">{escape(title or graph.described)}</title>',
        f'<desc id="desc">{escape(described)}</desc>',
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
        *_edges(graph, radius, middle),
        *_vertices(graph, placement, radius, middle),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _at(graph: Graph, vertex: int, radius: float, middle: float) -> tuple[float, float]:
    angle = 2 * pi * vertex / len(graph.names) - pi / 2
    return middle + radius * cos(angle), middle + radius * sin(angle)


def _edges(graph: Graph, radius: float, middle: float) -> Iterator[str]:
    for one, other in sorted(graph.edges):
        (x, y), (u, v) = (_at(graph, vertex, radius, middle) for vertex in (one, other))
        yield f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{_EDGE}" stroke-width="2"/>'


def _vertices(graph: Graph, placement: Placement, radius: float, middle: float) -> Iterator[str]:
    chosen = {square.column for square in placement.squares}
    for vertex, name in enumerate(graph.names):
        x, y = _at(graph, vertex, radius, middle)
        u, v = _at(graph, vertex, radius + 30, middle)
        fill, size = (_CHOSEN, 14) if vertex in chosen else (_PAPER, 9)
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{fill}" stroke="{_INK}"'
            ' stroke-width="2"/>'
        )
        yield (
            f'<text x="{u:.1f}" y="{v:.1f}" font-family="sans-serif" font-size="16" fill="{_INK}"'
            f' text-anchor="middle" dominant-baseline="central">{escape(name)}</text>'
        )
