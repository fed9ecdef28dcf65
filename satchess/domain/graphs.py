"""Graphs: vertices with names, joined by edges; and the files that graph theorists keep them in.

A graph is written as its vertices in order, each followed by its neighbours that come later:

>>> path = Graph.parse("graph:a-b,b-c")
>>> str(path), path.described
('graph:a-b,b-c,c', 'the graph with 3 vertices and 2 edges')

Files are recognised by what they hold:

    graph6      one line of printable characters, with or without its header
    DIMACS      `p edge 5 4` or `p col 5 4`, then `e 1 2` for each edge
    GraphML     XML; ids are the names. Document types are refused: they can hide other files
    edge list   a line for each edge, two names first; a name alone is a vertex without edges

In names, what is no letter, digit, dot or underscore becomes an underscore.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from satchess.domain.phrases import counted
from satchess.domain.squares import Square
from satchess.errors import BadBoard, BadSquare

MOST_VERTICES = 2_000
MOST_EDGES = 200_000
LONGEST_NAME = 100
"""Characters of the name of a vertex: each edge repeats it in the text of the graph."""

LONGEST_TEXT = 25_000_000
"""Characters of a file."""

PREFIX = "graph:"
GRAPH6_HEADER = ">>graph6<<"
_FORMS = "graph6, DIMACS, GraphML or a list of edges"
_DIRECTED = "graph: its edges are directed, expected an undirected graph"
_NO_NAME = r"[^\w.]"
_DIMACS_NUMBER = r"[0-9]{1,18}"


class Vertex(Square):
    """A vertex: a square of a board with one row, under a name of its own."""

    name: str

    def __new__(cls, row: int, column: int, name: str) -> "Vertex":
        """Make the vertex with a number, counted from 0, and a name."""
        vertex = super().__new__(cls, row, column)
        vertex.name = name
        return vertex

    def __getnewargs__(self) -> tuple[int, int, str]:
        return self.row, self.column, self.name

    def __str__(self) -> str:
        return self.name


Edge = tuple[object, object]
"""A pair of vertices, as another program has them."""


@runtime_checkable
class NetworkxGraph(Protocol):
    """What is needed of a graph of networkx."""

    def is_directed(self) -> bool:
        """Whether edges have a direction."""

    def nodes(self) -> Iterable[object]:
        """The vertices."""

    def edges(self) -> Iterable[Edge]:
        """Pairs of vertices."""


@dataclass(frozen=True)
class Graph:
    """A simple graph: names of vertices, and edges as pairs of their numbers, the smaller first."""

    names: tuple[str, ...]
    edges: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, names: Iterable[str], edges: Iterable[tuple[str, str]]) -> "Graph":
        """Make a graph of vertices in order, and edges between them in any order."""
        plain: dict[str, str] = {}
        for name in names:
            if len(name) > LONGEST_NAME:
                raise BadBoard(
                    f"graph: vertex {name[:40]!r}...: expected a name of at most {LONGEST_NAME}"
                    " characters"
                )
            plain.setdefault(name, re.sub(_NO_NAME, "_", name))
        number = {name: i for i, name in enumerate(plain.values())}
        if not 1 <= len(plain) <= MOST_VERTICES:
            raise BadBoard(f"graph of {len(plain)} vertices: expected 1 to {MOST_VERTICES}")
        if len(number) < len(plain):
            raise BadBoard("graph: two vertices have the same name, as far as names are kept")
        pairs = set()
        for one, other in edges:
            if one == other:
                raise BadBoard(f"graph: an edge joins {one!r} to itself, expected a simple graph")
            pairs.add((number[plain[one]], number[plain[other]]))
            if len(pairs) > MOST_EDGES:
                raise BadBoard(f"graph: expected at most {MOST_EDGES} edges")
        return cls(tuple(number), frozenset((min(pair), max(pair)) for pair in pairs))

    @classmethod
    def parse(cls, text: str) -> "Graph":
        """Read a graph in any of the forms."""
        if len(text) > LONGEST_TEXT:
            raise BadBoard(f"graph: expected a text of at most {LONGEST_TEXT} characters")
        bare = text.strip().removeprefix("\ufeff")
        if bare.startswith(PREFIX):
            return cls.of(*_read_words(bare.removeprefix(PREFIX)))
        if bare.startswith("<"):
            return cls.of(*_read_graphml(bare))
        lines = [line.strip() for line in bare.splitlines() if line.strip()]
        if any(line.startswith("p ") for line in lines):
            return cls.of(*_read_dimacs(lines))
        if bare.startswith(GRAPH6_HEADER) or (lines and all(map(_is_graph6, lines))):
            return cls.of(*_read_graph6(lines))
        return cls.of(*_read_edges(lines))

    @classmethod
    def like(cls, graph: "Graph | NetworkxGraph | Iterable[Edge]") -> "Graph":
        """Return a graph as it is, one of networkx, or one of edges; names become texts."""
        if isinstance(graph, Graph):
            return graph
        if not isinstance(graph, Iterable | NetworkxGraph):
            raise BadBoard(f"graph {graph!r}: expected a text, edges or a graph of networkx")
        if not isinstance(graph, NetworkxGraph):
            edges = _edges_of(graph)
            return cls.of(_in_order((), edges), edges)
        if graph.is_directed():
            raise BadBoard(_DIRECTED)
        return cls.of(map(str, graph.nodes()), _edges_of(graph.edges()))

    def __str__(self) -> str:
        entries = (
            "-".join(self.names[v] for v in (vertex, *(v for v in around if v > vertex)))
            for vertex, around in enumerate(self.neighbours)
        )
        return PREFIX + ",".join(entries)

    @property
    def described(self) -> str:
        """The graph as a sentence names it."""
        vertices = counted(len(self.names), "vertex", "vertices")
        return f"the graph with {vertices} and {counted(len(self.edges), 'edge')}"

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        """The vertices, as squares in one row."""
        return tuple(Vertex(0, number, name) for number, name in enumerate(self.names))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the neighbours of each vertex, ascending."""
        around: list[list[int]] = [[] for _ in self.names]
        for one, other in sorted(self.edges):
            around[one].append(other)
            around[other].append(one)
        return tuple(tuple(sorted(some)) for some in around)

    def read(self, text: str) -> frozenset[Square]:
        """Read names of vertices, separated by commas or blanks."""
        words = text.replace(",", " ").split()
        if not words:
            raise BadSquare(f"vertices {text!r}: expected at least one, such as {self.names[0]}")
        return frozenset(map(self.vertex, words))

    def vertex(self, name: str) -> Vertex:
        """Return the vertex of a name."""
        if name not in self._number:
            some = ", ".join(self.names[:8]) + ", ..." * (len(self.names) > 8)
            raise BadSquare(f"vertex {name[:40]!r}: expected one of {some}")
        return self.vertices[self._number[name]]

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}


Read = tuple[Sequence[str], list[tuple[str, str]]]
"""Names of vertices in order, and edges."""


def _in_order(heads: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[str]:
    """Return all names: those that are listed, then those that only edges mention."""
    return list(dict.fromkeys([*heads, *(name for edge in edges for name in edge)]))


def _edges_of(pairs: Iterable[Edge]) -> list[tuple[str, str]]:
    """Return edges by the names of their ends; callers need not check types."""
    edges = list(pairs)
    for edge in edges:
        if not isinstance(edge, tuple | list) or len(edge) != 2:
            raise BadBoard(f"graph: edge {str(edge)[:40]!r}, expected a pair of vertices")
    return [(str(one), str(other)) for one, other in edges]


def _read_words(text: str) -> Read:
    entries = [entry.split("-") for entry in text.split(",")]
    for name in (name for entry in entries for name in entry):
        if not name or re.search(_NO_NAME, name):
            raise BadBoard(
                f"graph: vertex {name[:40]!r}: expected names of letters and digits, such as"
                " graph:a-b-c,b-c"
            )
    edges = [(head, other) for head, *others in entries for other in others]
    return _in_order((entry[0] for entry in entries), edges), edges


def _read_edges(lines: Sequence[str]) -> Read:
    mentioned: list[str] = []
    edges = []
    for line in lines:
        if line.startswith(("#", "%")):
            continue
        ends = re.findall(r"[^,;\s]+", line)[:2]  # weights and the like come behind
        mentioned += ends
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
    if not mentioned:
        raise BadBoard(f"graph: nothing in it, expected {_FORMS}")
    names = list(dict.fromkeys(mentioned))
    if len(names) == 1:
        raise BadBoard(
            f"graph {names[0][:40]!r}: expected a graph such as graph:a-b-c,b-c, or @FILE with"
            f" {_FORMS}"
        )
    if all(name.isascii() and name.isdigit() and len(name) < 10 for name in names):
        names.sort(key=int)
    return names, edges


def _read_dimacs(lines: Sequence[str]) -> Read:
    size, edges = 0, []
    for line in lines:
        kind, *rest = line.split()
        numbers = [int(word) for word in rest if re.fullmatch(_DIMACS_NUMBER, word)]
        if kind == "p" and len(numbers) == 2 and rest[0] in ("edge", "col", "edges"):
            size = numbers[0]
            if size > MOST_VERTICES:
                raise BadBoard(f"graph of {size} vertices: expected 1 to {MOST_VERTICES}")
        elif kind == "e" and len(numbers) == 2 and all(1 <= v <= size for v in numbers):
            edges.append((str(numbers[0]), str(numbers[1])))
        elif kind not in ("c", "n", "d", "v", "x"):
            raise BadBoard(
                f"graph: line {line[:40]!r}: expected DIMACS, such as 'p edge 5 4' and 'e 1 2'"
            )
    return [str(number) for number in range(1, size + 1)], edges


def _graph6_size(line: str) -> tuple[int, str]:
    """Return the number of vertices, and the rest of a line."""
    codes = [ord(character) - 63 for character in line]
    if codes and codes[0] < 63:
        return codes[0], line[1:]
    if len(codes) >= 4 and codes[1] < 63:
        return codes[1] << 12 | codes[2] << 6 | codes[3], line[4:]
    return MOST_VERTICES + 1, ""


def _is_graph6(line: str) -> bool:
    if not line or not all(63 <= ord(character) <= 126 for character in line):
        return False
    size, rest = _graph6_size(line)
    return len(rest) == (size * (size - 1) // 2 + 5) // 6


def _read_graph6(lines: Sequence[str]) -> Read:
    first = lines[0].removeprefix(GRAPH6_HEADER)
    if len(lines) > 1 and _is_graph6(lines[1]) and first:
        raise BadBoard(f"graph: {len(lines)} graphs in graph6, expected one")
    line = first or (lines[1] if len(lines) > 1 else "")
    if not _is_graph6(line):
        raise BadBoard(f"graph: {line[:40]!r} is no graph6 of at most {MOST_VERTICES} vertices")
    size, rest = _graph6_size(line)
    bits = (ord(character) - 63 >> place & 1 for character in rest for place in range(5, -1, -1))
    pairs = ((i, j) for j in range(size) for i in range(j))
    edges = [(str(i), str(j)) for (i, j), bit in zip(pairs, bits, strict=False) if bit]
    return [str(number) for number in range(size)], edges


def _read_graphml(text: str) -> Read:
    from xml.etree import ElementTree  # few questions need it

    class Builder(ElementTree.TreeBuilder):
        """Refuses what could define entities, before any of them is."""

        def doctype(self, *_: object) -> None:
            raise BadBoard("graph: GraphML with a document type, expected one without")

    try:
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=Builder()))
    except ElementTree.ParseError as error:
        raise BadBoard(f"graph: this is no GraphML: {error}") from None

    def found(kind: str) -> Iterator[ElementTree.Element]:
        return (e for e in root.iter() if e.tag.rpartition("}")[2] == kind)

    graphs = list(found("graph"))
    if root.tag.rpartition("}")[2] != "graphml" or len(graphs) != 1:
        raise BadBoard(f"graph: GraphML with {len(graphs)} graphs, expected one")
    directed = [e.get("directed", graphs[0].get("edgedefault")) for e in found("edge")]
    if any(said in ("true", "directed") for said in directed):
        raise BadBoard(_DIRECTED)
    names = [node.get("id", "") for node in found("node")]
    edges = [(edge.get("source", ""), edge.get("target", "")) for edge in found("edge")]
    if strange := {name for edge in edges for name in edge}.difference(names):
        raise BadBoard(f"graph: an edge ends at {min(strange)[:40]!r}, which is no node")
    if "" in names:
        raise BadBoard("graph: a node without an id, expected one for each")
    return names, edges
