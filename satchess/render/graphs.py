"""Attack graphs as files: for graph theorists, and drawn.

Vertices are squares, by their names where the format has names, in the order of the board.
"""

from collections.abc import Callable, Iterator
from math import hypot
from pathlib import Path
from typing import NamedTuple

from satchess.domain.attacks import AttackGraph
from satchess.errors import BadBoard, BadInput, expected_one_of
from satchess.render.svg import DARK, INK, LIGHT

Edge = tuple[int, int]

MOST_DRAWN = 3_000
"""Edges beyond which a drawing is just black."""

MOST_GRAPH6 = 258_047
"""The most vertices of the shorter forms of graph6."""


def edges_of(graph: AttackGraph) -> list[Edge]:
    """Return the pairs of vertices one of which attacks the other, in board order."""
    pairs = {(min(v, w), max(v, w)) for v, near in enumerate(graph.neighbours) for w in near}
    return sorted(pairs)


def write_graph(graph: AttackGraph, form: str) -> str:
    """Return an attack graph in a format."""
    if form not in GRAPHS:
        raise BadInput(f"format {form!r}: {expected_one_of(form, GRAPHS)}")
    return "".join(f"{line}\n" for line in GRAPHS[form].lines(graph))


def graph_format_of(path: Path) -> str | None:
    """Return the format that the ending of a file names, if any."""
    ending = path.suffix.lower()
    return next((name for name, home in GRAPHS.items() if ending in home.suffixes), None)


def _names(graph: AttackGraph) -> list[str]:
    return [str(square) for square in graph.board.squares]


def _title(graph: AttackGraph) -> str:
    return f"attacks of {graph.piece} on {graph.board}"


def _edge_list(graph: AttackGraph) -> Iterator[str]:
    """Two squares a line; one that nothing attacks stands alone."""
    name, edges = _names(graph), edges_of(graph)
    joined = {vertex for edge in edges for vertex in edge}
    yield from (name[v] for v in range(len(name)) if v not in joined)
    yield from (f"{name[v]} {name[w]}" for v, w in edges)


def _dot(graph: AttackGraph) -> Iterator[str]:
    """Graphviz; positions are for `neato -n`."""
    name = _names(graph)
    yield f'graph "{_title(graph)}" {{'
    for text, (row, column) in zip(name, graph.board.squares, strict=True):
        yield f'  "{text}" [pos="{72 * column},{72 * row}"];'
    yield from (f'  "{name[v]}" -- "{name[w]}";' for v, w in edges_of(graph))
    yield "}"


def _graphml(graph: AttackGraph) -> Iterator[str]:
    name = _names(graph)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for key in ("row", "column"):
        yield f'  <key id="{key}" for="node" attr.name="{key}" attr.type="int"/>'
    yield '  <graph edgedefault="undirected">'
    for text, (row, column) in zip(name, graph.board.squares, strict=True):
        data = f'<data key="row">{row}</data><data key="column">{column}</data>'
        yield f'    <node id="{text}">{data}</node>'
    yield from (f'    <edge source="{name[v]}" target="{name[w]}"/>' for v, w in edges_of(graph))
    yield "  </graph>"
    yield "</graphml>"


def _dimacs(graph: AttackGraph) -> Iterator[str]:
    """The format of the second DIMACS challenge; vertices are numbered from 1."""
    edges = edges_of(graph)
    yield f"c {_title(graph)}"
    yield from (f"c {number} {text}" for number, text in enumerate(_names(graph), start=1))
    yield f"p edge {len(graph.board.squares)} {len(edges)}"
    yield from (f"e {v + 1} {w + 1}" for v, w in edges)


def _graph6(graph: AttackGraph) -> Iterator[str]:
    """B. McKay's format: a number, then a bit for each pair, six to a character."""
    number, edges = len(graph.board.squares), set(edges_of(graph))
    if number > MOST_GRAPH6:
        raise BadBoard(f"graph6: {number} vertices, expected at most {MOST_GRAPH6}")
    size = [number] if number <= 62 else [63, number >> 12, number >> 6 & 63, number & 63]
    bits = [(v, w) in edges for w in range(number) for v in range(w)]
    bits += [False] * (-len(bits) % 6)
    groups = (bits[start : start + 6] for start in range(0, len(bits), 6))
    numbers = [*size, *(sum(bit << 5 - place for place, bit in enumerate(g)) for g in groups)]
    yield "".join(chr(63 + six) for six in numbers)


def _svg(graph: AttackGraph) -> Iterator[str]:
    """Squares as discs; an edge bends past the squares that it would run over."""
    edges, squares = edges_of(graph), graph.board.squares
    if len(edges) > MOST_DRAWN:
        raise BadBoard(f"svg: {len(edges)} edges, expected at most {MOST_DRAWN}")
    width, height = 100 * graph.board.columns, 100 * graph.board.rows
    place = [(100 * s.column + 50, height - 100 * s.row - 50) for s in squares]
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img">'
    )
    yield f"<title>{_title(graph)}</title>"
    yield '<g fill="none" stroke="#808080" stroke-width="2.5" stroke-opacity="0.75">'
    standing = set(place)
    for v, w in edges:
        (x, y), (to_x, to_y) = place[v], place[w]
        across, up = to_x - x, to_y - y
        length = hypot(across, up)
        bend = min(0.18, 80 / length) if _runs_over(place[v], place[w], standing) else 0.0
        middle = f"{(x + to_x) / 2 - bend * up:g} {(y + to_y) / 2 + bend * across:g}"
        yield f'<path d="M{x} {y}Q{middle} {to_x} {to_y}"/>'
    yield "</g>"
    yield f'<g font-family="sans-serif" font-size="22" text-anchor="middle" fill="{INK}">'
    for (x, y), square in zip(place, squares, strict=True):
        colour = DARK if (square.row + square.column) % 2 == 0 else LIGHT
        yield f'<circle cx="{x}" cy="{y}" r="24" fill="{colour}" stroke="#808080"/>'
        yield f'<text x="{x}" y="{y + 8}">{square}</text>'
    yield "</g>"
    yield "</svg>"


def _runs_over(start: Edge, end: Edge, standing: set[Edge]) -> bool:
    """Whether a straight line meets another disc."""
    for x, y in standing - {start, end}:
        across, up = end[0] - start[0], end[1] - start[1]
        turned = across * (y - start[1]) - up * (x - start[0])
        along = across * (x - start[0]) + up * (y - start[1])
        if turned == 0 and 0 < along < across * across + up * up:
            return True
    return False


class Home(NamedTuple):
    """How a format is written, the endings of its files, and what it is."""

    lines: Callable[[AttackGraph], Iterator[str]]
    suffixes: tuple[str, ...]
    help: str


GRAPHS: dict[str, Home] = {
    "edgelist": Home(_edge_list, (".edges", ".edgelist", ".txt"), "two squares a line"),
    "graphml": Home(_graphml, (".graphml",), "XML, with rows and columns"),
    "dot": Home(_dot, (".dot", ".gv"), "Graphviz"),
    "dimacs": Home(_dimacs, (".col", ".dimacs"), "numbered edges"),
    "graph6": Home(_graph6, (".g6",), "one line, for nauty and its like"),
    "svg": Home(_svg, (".svg",), "a drawing, of a small board"),
}
"""The formats by name; the first is the default."""
