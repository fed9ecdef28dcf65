"""Attack graphs as files: read back, they are the graphs of the moves."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.attacks import attack_graph, attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.errors import BadBoard, BadInput
from satchess.render.graphs import GRAPHS, write_graph
from tests.strategies import boards

Edges = set[frozenset[str]]

BOARDS = ["1", "2x3", "3x4 --holes b2", "4:torus", "8"]
PIECES = ["queen", "king", "knight", "alfil"]


def attacks(piece: Piece, board: Board) -> Edges:
    """The pairs of squares, by the moves of the piece."""
    return {
        frozenset((str(square), str(other)))
        for square in board.squares
        for other in attacked_squares(piece, board, square)
    }


def read(form: str, text: str, names: list[str]) -> tuple[set[str], Edges]:
    """Read vertices and edges back; formats without names have numbers."""
    match form:
        case "edgelist":
            lines = [line.split() for line in text.splitlines()]
            return {n for line in lines for n in line}, {frozenset(x) for x in lines if len(x) == 2}
        case "dot":
            edges = {frozenset(pair) for pair in re.findall(r'^  "(\w+)" -- "(\w+)";$', text, re.M)}
            return set(re.findall(r'^  "(\w+)" \[pos', text, re.M)), edges
        case "dimacs":
            number, size = map(int, re.findall(r"^p edge (\d+) (\d+)$", text, re.M)[0])
            pairs = re.findall(r"^e (\d+) (\d+)$", text, re.M)
            assert len(pairs) == size
            edges = {frozenset((names[int(v) - 1], names[int(w) - 1])) for v, w in pairs}
            return set(names[:number]), edges
        case "graphml":
            space = "{http://graphml.graphdrawing.org/xmlns}"
            root = ElementTree.fromstring(text)
            found = (
                (str(e.get("source")), str(e.get("target"))) for e in root.iter(f"{space}edge")
            )
            edges = set(map(frozenset, found))
            return {str(node.get("id")) for node in root.iter(f"{space}node")}, edges
    raise AssertionError(form)


@pytest.mark.parametrize("form", ["edgelist", "dot", "dimacs", "graphml"])
@given(board=boards(), piece=st.sampled_from(PIECES))
def test_what_is_read_is_what_attacks(form: str, board: Board, piece: str) -> None:
    kind = Piece.parse(piece)
    names = [str(square) for square in board.squares]
    text = write_graph(attack_graph(kind, board), form)
    assert read(form, text, names) == (set(names), attacks(kind, board))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("piece", PIECES)
def test_networkx_reads_them(board: str, piece: str, tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    graph = attack_graph(Piece.parse(piece), Board.parse(board))
    expected = graph.to_networkx()
    names = [str(square) for square in graph.board.squares]

    numbered = networkx.from_graph6_bytes(write_graph(graph, "graph6").strip().encode())
    named = networkx.relabel_nodes(numbered, dict(enumerate(names)))
    assert set(named) == set(names)
    assert set(map(frozenset, named.edges)) == set(map(frozenset, expected.edges))

    file = tmp_path / "graph.graphml"
    file.write_text(write_graph(graph, "graphml"))
    read = networkx.read_graphml(file)
    assert set(map(frozenset, read.edges)) == set(map(frozenset, expected.edges))
    assert {name: (n["column"], n["row"]) for name, n in read.nodes.items()} == {
        name: n["pos"] for name, n in expected.nodes.items()
    }


def test_the_drawing_shows_every_square_and_edge() -> None:
    graph = satchess.attack_graph("queen", (3, 4))
    root = ElementTree.fromstring(satchess.write_graph(graph, "svg"))
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert tags.count("circle") == 12
    assert tags.count("path") == len(attacks(graph.piece, graph.board))
    shown = [text.text for text in root.iter() if text.tag.endswith("}text")]
    assert shown == [str(square) for square in graph.board.squares]
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    numbers = [float(n) for e in root.iter() for n in re.findall(r"-?[\d.]+", e.get("d", ""))]
    assert all(0 <= number <= max(width, height) for number in numbers)
    assert graph._repr_svg_() == satchess.write_graph(graph, "svg")


def test_the_ending_of_the_file_says_the_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = satchess.attack_graph("king", (2, 3))
    for form, home in GRAPHS.items():
        for suffix in home.suffixes:
            file = tmp_path / f"king{suffix}"
            assert exit_code_of(["graph", "king", "2x3", "--out", str(file)]) == 0
            assert file.read_text() == write_graph(graph, form)
    assert exit_code_of(["graph", "king", "2x3"]) == 0
    assert capsys.readouterr().out == write_graph(graph, "edgelist")


def test_what_cannot_be_written() -> None:
    with pytest.raises(BadInput, match="format 'dott': expected one of edgelist"):
        write_graph(satchess.attack_graph("king", 3), "dott")
    large = satchess.attack_graph("queen", 20)
    with pytest.raises(BadBoard, match="svg: 12540 edges, expected at most 3000"):
        write_graph(large, "svg")
    assert large._repr_svg_() is None
    assert exit_code_of(["graph", "queen", "20", "--format", "svg"]) == 2
    assert exit_code_of(["graph", "no-such-piece", "3"]) == 2
