"""Independent and dominating sets of graphs, against networkx and all subsets."""

import pickle
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.conformance import ensure_question
from satchess.domain.graphs import MOST_VERTICES, Graph
from satchess.errors import BadBoard, BadInput, BadSquare, NotKnown
from satchess.questions import Question
from satchess.render.graphs import GRAPHS, write_graph

PETERSEN = nx.petersen_graph()


def some_graph(seed: int) -> nx.Graph:
    chance = random.Random(seed)
    return nx.gnp_random_graph(chance.randint(4, 8), chance.choice([0.2, 0.4, 0.7]), seed=seed)


# Sets


def covers(graph: nx.Graph, chosen: frozenset[object], *, total: bool) -> bool:
    around = {v for u in chosen for v in graph[u]}
    return set(graph) <= (around if total else around | chosen)


def right_sets(graph: nx.Graph, kind: str) -> list[frozenset[object]]:
    """All sets of a kind, by definition."""
    found = []
    for size in range(len(graph) + 1):
        for some in combinations(graph, size):
            chosen = frozenset(some)
            peaceful = graph.subgraph(chosen).number_of_edges() == 0
            dominating = covers(graph, chosen, total=False)
            if {
                "independent": peaceful,
                "maximal": peaceful and dominating,
                "dominating": dominating,
                "total": covers(graph, chosen, total=True),
                "kernel": peaceful and dominating,
                "minimal": dominating
                and not any(covers(graph, chosen - {v}, total=False) for v in chosen),
            }[kind]:
                found.append(chosen)
    return found


KINDS = {
    "independent": ("independent-set", ""),
    "maximal": ("independent-set", "--maximal --all"),
    "dominating": ("dominating-set", ""),
    "total": ("dominating-set", "--total"),
    "kernel": ("dominating-set", "--independent"),
    "minimal": ("dominating-set", "--minimal"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_graphs(kind: str) -> None:
    for seed in range(6):
        graph = some_graph(seed)
        name, options = KINDS[kind]
        question = Question.parse(f"{name} {Graph.like(graph)} {options}")
        sizes = [len(chosen) for chosen in right_sets(graph, kind)]
        found = question.count(cache=False, workers=0)
        if question.goal is None:
            assert found.count == len(sizes), question
        elif sizes:
            best = max(sizes) if name == "independent-set" else min(sizes)
            assert (found.value, found.count) == (best, sizes.count(best)), question
        else:
            assert found.status == "infeasible"


def test_petersen() -> None:
    independent = satchess.independent_set(PETERSEN).count(cache=False, workers=0)
    assert (independent.value, independent.count) == (4, 5)
    dominating = satchess.dominating_set(PETERSEN).solve(cache=False, workers=0)
    assert dominating.value == 3
    assert dominating.placement is not None
    chosen = {int(name) for name in dominating.placement.words}
    assert nx.is_dominating_set(PETERSEN, chosen)


def test_larger_graphs_against_networkx() -> None:
    graph = nx.gnp_random_graph(40, 0.15, seed=3)
    found = satchess.independent_set(graph).solve(cache=False, workers=0)
    clique, size = nx.max_weight_clique(nx.complement(graph), weight=None)
    assert found.value == size == len(clique)


@pytest.mark.parametrize(
    "text",
    [
        "independent-set graph:1-2-4,2-3,3-4 --require 1 --forbid 2",
        "dominating-set graph:1-2-4,2-3,3-4,5-1 --target 1,3 --minimal",
        "dominating-set graph:x-y,y-z --size 2",
        "independent-set graph:a,b,c --within a,b",
    ],
)
def test_options(text: str) -> None:
    ensure_question(text)


def test_words() -> None:
    text = "independent-set graph:x1-y-z,y-z --require x1 --forbid y"
    question = Question.parse(text)
    assert str(question) == "independent-set graph:x1-y-z,y-z,z --require x1 --forbid y"
    assert pickle.loads(pickle.dumps(question)) == question
    assert str(pickle.loads(pickle.dumps(question.read("x1 z")))) == "x1 z"
    assert question.statement(2) == (
        "2 vertices fit into the graph with 3 vertices and 3 edges, none adjacent to another,"
        " with x1, without y, and no more do."
    )
    dominating = Question.parse("dominating-set graph:a-b,b-c --total")
    assert dominating.statement(2) == (
        "2 vertices dominate every vertex of the graph with 3 vertices and 2 edges, and no fewer"
        " do."
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("independent-set graph:a-b --require c", "vertex 'c': expected one of a, b"),
        ("independent-set graph:a-b --where a", "--where"),
        ("independent-set graph:a-b --holes a", "--holes"),
    ],
)
def test_bad_questions(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        Question.parse(text)
    assert says in str(caught.value)


def test_up_to_symmetry_is_refused() -> None:
    with pytest.raises(NotKnown, match="automorphisms of a graph"):
        satchess.independent_set("graph:a-b").count(up_to_symmetry=True, cache=False)


# Files


def forms(graph: nx.Graph) -> dict[str, str]:
    """A graph as networkx writes it, and by hand."""
    edges = "\n".join(f"e {one + 1} {other + 1}" for one, other in graph.edges)
    return {
        "graph6": nx.to_graph6_bytes(graph, header=False).decode(),
        "graph6 with header": nx.to_graph6_bytes(graph, header=True).decode(),
        "GraphML": "\n".join(nx.generate_graphml(graph)),
        "edges": "\n".join(nx.generate_edgelist(graph)),
        "edges with weights": "\n".join(f"{a},{b},1.5" for a, b in graph.edges) + "\n# end\n",
        "DIMACS": f"c made up\np edge {len(graph)} {graph.number_of_edges()}\n{edges}\n",
    }


@pytest.mark.parametrize("form", forms(PETERSEN))
def test_every_form(form: str) -> None:
    for graph in (PETERSEN, nx.path_graph(12), nx.complete_graph(70)):
        read = Graph.parse(forms(graph)[form])
        assert len(read.names) == len(graph)
        assert read.edges == {(min(edge), max(edge)) for edge in graph.edges}, form
        assert Graph.parse(str(read)) == read


def test_isolated_vertices_and_names() -> None:
    assert str(Graph.parse("Los-Angeles  b\nc\n")) == "graph:Los_Angeles-b,b,c"
    assert str(Graph.parse("10 9\n9 2\n")) == "graph:2-9,9-10,10"
    assert str(Graph.parse("p col 3 1\ne 1 3\n")) == "graph:1-3,2,3"
    assert str(Graph.parse("B?")) == "graph:0,1,2"  # three vertices and no edge, in graph6
    assert str(Graph.parse("graph:a-b-c,c-b")) == "graph:a-c-b,c-b,b"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE graphml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<graphml><graph edgedefault="undirected"><node id="&b;"/></graph></graphml>"""
OUTSIDE = BOMB.replace('<!ENTITY a "aaaaaaaaaa">', '<!ENTITY a SYSTEM "file:///etc/hostname">')
DIRECTED = '<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/>{}</graph></graphml>'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BOMB, "document type"),
        (OUTSIDE, "document type"),
        (BOMB.replace("<!DOCTYPE", "<!-- --><!DOCTYPE"), "document type"),
        ("<graphml><graph>", "no GraphML"),
        ("<svg/>", "0 graphs"),
        (DIRECTED.format('<edge source="a" target="b"/>'), "directed"),
        (
            DIRECTED.format('<edge source="a" target="c" directed="false"/>'),
            "'c', which is no node",
        ),
        ("", "nothing in it"),
        ("# only a comment", "nothing in it"),
        ("a b\nb b", "joins 'b' to itself"),
        ("petersen.g6", "'petersen.g6': expected a graph such as graph:a-b-c,b-c, or @FILE"),
        ("8x8", "'8x8': expected a graph"),
        ("@/etc/hostname", "'@/etc/hostname': expected a graph"),
        ("a-b c\na_b d", "the same name"),
        ("p edge 3 1\ne 1 4", "'e 1 4'"),
        ("p edge 999999 1\n", "999999 vertices"),
        ("p sat 3 1\n", "'p sat 3 1'"),
        ("Bw\nBw\n", "2 graphs"),
        (">>graph6<<B", "no graph6"),
        ("graph:a--b", "vertex ''"),
        ("\n".join(f"v{i} w{i}" for i in range(MOST_VERTICES)), f"{2 * MOST_VERTICES} vertices"),
    ],
    ids=lambda text: text[:12],
)
def test_hostile_and_broken_files(text: str, says: str) -> None:
    with pytest.raises(BadBoard) as caught:
        Graph.parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_edges_of_a_program() -> None:
    """Pairs are a graph: they are not written as a text that is read as another one."""
    path = satchess.dominating_set([("a", "b"), ("b", "c")])
    assert path == satchess.dominating_set("graph:a-b,b-c")
    assert satchess.dominating_set(iter([(1, 2), (2, 3)])) == satchess.dominating_set(
        nx.path_graph([1, 2, 3])
    )


@pytest.mark.parametrize("graph", [{"ab": ["b"]}, [("a",)], [("a", "b", 3)], ["ab"], [], 5, 1.5])
def test_values_that_are_no_graph(graph: Any) -> None:
    with pytest.raises(BadBoard, match=r"graph.*: expected|, expected a pair of vertices"):
        satchess.dominating_set(graph)
    with pytest.raises(BadInput, match="graph"):
        satchess.independent_set(graph)


def test_digraphs_are_refused() -> None:
    with pytest.raises(BadBoard, match="directed"):
        satchess.independent_set(nx.DiGraph([(1, 2)]))
    with pytest.raises(BadSquare, match="expected one of"):
        satchess.independent_set(PETERSEN, require="north")


@pytest.mark.parametrize("form", sorted({*GRAPHS} - {"dot", "svg"}))
def test_attack_graphs_come_back(form: str) -> None:
    """What satchess writes of an attack graph, it reads, and gives the answers of the pieces."""
    attacks = satchess.attack_graph("knight", "4x4")
    found = satchess.independent_set(write_graph(attacks, form)).count(cache=False, workers=0)
    knights = satchess.independence("knight", 4).count(cache=False, workers=0)
    assert (found.value, found.count) == (knights.value, knights.count)


def test_why() -> None:
    asked = satchess.dominating_set("graph:a-b,c-d", size=1, forbid=["a", "b"])
    assert "--size 1" in str(satchess.why(asked, cache=False))


# The command line


def test_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def shell(*words: str) -> tuple[int, str, str]:
        capfd.readouterr()
        return exit_code_of([*words]), *capfd.readouterr()

    graph = str(Graph.like(PETERSEN))
    cache = ["--cache", str(tmp_path / "cache.db")]
    code, first, _ = shell("solve", "dominating-set", graph, *cache)
    assert code == 0
    assert first.startswith("3 vertices dominate every other vertex of the graph with 10 vertices")
    _, again, _ = shell("solve", "dominating-set", graph, *cache)
    assert "remembered" in again
    assert again.splitlines()[:2] == first.splitlines()[:2]
    _, listed, _ = shell("list", "independent-set", graph, *cache)
    assert [line[:2] for line in listed.splitlines()[:5]] == ["1:", "2:", "3:", "4:", "5:"]
    for form, text in forms(PETERSEN).items():
        file = tmp_path / "petersen"
        file.write_text(text)
        for words in (
            ["independent-set", f"@{file}"],
            ["independence", "--graph", str(file)],
            ["independence", "--no-cache", f"--graph={file}"],
        ):
            _, counted, _ = shell("count", *words, *cache[: 2 * ("--no-cache" not in words)])
            assert counted.startswith("5 ways. 4 vertices fit into the graph with 10"), form
    code, _, complaint = shell("count", "independence", "--graph", str(tmp_path / "none"), *cache)
    assert code == 2
    assert "No such file" in complaint
    picture = tmp_path / "petersen.svg"
    shell("solve", "independent-set", graph, "--svg", str(picture), *cache)
    assert picture.read_text().count("<circle") == 10
    code, said, _ = shell("check", "dominating-set", graph, "--placement", "0 2")
    assert code == 1
    assert "is not dominated" in said
    code, said, _ = shell("check", "independent-set", graph, "--placement", "0 1")
    assert "0 and 1 are adjacent" in said
