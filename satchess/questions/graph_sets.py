"""Sets of vertices of any graph: independent, dominating and irredundant ones.

A graph is a board whose squares are its vertices, and whose attacks are its edges; so these are
questions of independence, domination and irredundance, in the words of graph theory. Conditions on
squares, turns and weights of squares have no meaning here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from satchess.domain.board import Board
from satchess.domain.graphs import Graph
from satchess.domain.phrases import counted, joined
from satchess.domain.pieces import VERTEX, Piece
from satchess.domain.placement import Placement
from satchess.domain.scene import NOTHING, Scene
from satchess.domain.sizes import Sizes
from satchess.domain.squares import Square, write_squares
from satchess.domain.symmetry import Symmetry
from satchess.domain.weights import Bottleneck, Fingerprint
from satchess.questions.domination import Domination
from satchess.questions.grammar import GRAPH, argument, option
from satchess.questions.independence import Independence
from satchess.questions.irredundance import Irredundance
from satchess.questions.placing import PlacingQuestion

if TYPE_CHECKING:
    from satchess.domain.conditions import Condition


def _parse_graph(text: str) -> Board:
    return Board.of_graph(Graph.parse(text))


def vertices_option(help: str, default: Any = frozenset(), *, restricts: bool = True) -> Any:
    """Make an option that takes names of vertices; the question looks them up in its graph."""
    return option(
        "VERTICES",
        help,
        str,
        lambda vertices, question: write_squares(vertices),
        default=default,
        unite=_united,
        restricts=restricts,
        splits=None if default is None else _one_by_one,
    )


def _one_by_one(vertices: frozenset[Square]) -> list[frozenset[Square]]:
    return [frozenset({vertex}) for vertex in sorted(vertices)]


def _united(texts: Sequence[Any]) -> str | frozenset[Square]:
    if all(isinstance(text, frozenset) for text in texts):
        return frozenset().union(*texts)
    return " ".join(text if isinstance(text, str) else write_squares(text) for text in texts)


@dataclass(frozen=True)
class SetOfVertices(PlacingQuestion):
    """What the questions about graphs have in common: their words."""

    piece: Piece = field(default=Piece(frozenset(), VERTEX), kw_only=True)
    board: Board = argument(
        GRAPH,
        "graph:a-b-c,b-c (b and c joined to a, c to b), or @FILE: graph6, GraphML, DIMACS, edges.",
        _parse_graph,
    )
    within: frozenset[Square] | str | None = vertices_option("Only vertices of these.", None)
    require: frozenset[Square] = vertices_option("Vertices that must be in the set.")
    forbid: frozenset[Square] = vertices_option("Vertices that must not be in the set.")
    where: "Condition | None" = field(default=None, kw_only=True)
    symmetric: Symmetry | str | None = field(default=None, kw_only=True)
    lightest: Bottleneck | None = field(default=None, kw_only=True)
    heaviest: Bottleneck | None = field(default=None, kw_only=True)
    bottleneck: Bottleneck | None = field(default=None, kw_only=True)
    fingerprint: Fingerprint | None = field(default=None, kw_only=True)

    conflict: ClassVar[str] = "are adjacent"

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            object.__setattr__(self, "board", Board.of_graph(Graph.like(self.board)))
        super().__post_init__()

    @property
    def conditions(self) -> str:
        """Say which vertices may, must and must not be in the set."""
        phrases = []
        if isinstance(self.size, Sizes):
            phrases.append(self.size.allowed(self.piece.plural))
        if self.within is not None:
            assert not isinstance(self.within, str)
            phrases.append(f"all of them among {_named(self.within)}")
        if self.require:
            phrases.append(f"with {_named(self.require)}")
        if self.forbid:
            phrases.append(f"without {_named(self.forbid)}")
        return "".join(f", {phrase}" for phrase in phrases)

    def sets(self, count: int) -> str:
        """Count them by their name."""
        return f"{counted(count, self.set_name)} of {self.board.described}, of any size"

    def scene(self, placement: Placement) -> Scene:
        """Nothing else: a list of vertices has no marks."""
        return NOTHING


def _named(vertices: frozenset[Square]) -> str:
    """Name all vertices, however many."""
    return joined(map(str, sorted(vertices)))


@dataclass(frozen=True)
class IndependentSet(SetOfVertices, Independence):
    """`independent-set GRAPH`."""

    kind: ClassVar[str] = "independent-set"
    summary: ClassVar[str] = "The most vertices of a graph, none adjacent to another."

    def achievement(self, things: int) -> str:
        """They are not adjacent."""
        verb = "fits" if things == 1 else "fit"
        text = f"{verb} into {self.board.described}, none adjacent to another"
        return text + ", with no room for a further one" * self.maximal


@dataclass(frozen=True)
class DominatingSet(SetOfVertices, Domination):
    """`dominating-set GRAPH`."""

    kind: ClassVar[str] = "dominating-set"
    summary: ClassVar[str] = "The fewest vertices of a graph, each other one adjacent to them."

    target: frozenset[Square] | str | None = vertices_option(
        "Only these vertices need to be adjacent to one, or in the set.", None, restricts=False
    )

    conflict: ClassVar[str] = SetOfVertices.conflict
    uncovered: ClassVar[str] = "is not dominated"

    def achievement(self, things: int) -> str:
        """They dominate the graph, or what is given of it."""
        verb = "dominates" if things == 1 else "dominate"
        other = "vertex" if self.total else "other vertex"
        text = f"{verb} every {other} of {self.board.described}"
        if self.target is not None:
            text += f" among {_named(self.targets)}"
        text += ", none adjacent to another" * self.independent
        return text + ", none of them superfluous" * (self.upper or self.minimal)

    def sets(self, count: int) -> str:
        """Say what they dominate, where it is not all."""
        return super().sets(count) + f", for {_named(self.targets)}" * (self.target is not None)


@dataclass(frozen=True)
class IrredundantSet(SetOfVertices, Irredundance):
    """`irredundant-set GRAPH`."""

    kind: ClassVar[str] = "irredundant-set"
    summary: ClassVar[str] = "The most vertices of a graph, each dominating one that no other does."

    def achievement(self, things: int) -> str:
        """Each has a vertex of its own."""
        verb = "fits" if things == 1 else "fit"
        text = f"{verb} into {self.board.described}, each dominating a vertex that no other does"
        return text + ", with no room for a further one" * self._is_maximal
