"""Who attacks whom: the attack graph of a piece on a board, its lines and its cliques.

Attacks ignore pieces that stand between. A rider passes over holes and is stopped by walls; a leap
goes over everything. Vertices are the indices of `board.squares`.

Where edges are glued with a twist, a rider goes on in the mirrored direction, and may meet a square
again, from another side. Its line is at an end when square and direction repeat; a piece never
attacks its own square. The steps of a piece are mirror images of each other, so that the way back
along a line is a move too: attacks are symmetric, and any two squares of a line attack each other.

>>> graph = attack_graph(Piece.parse("rook"), Board.parse("2x3"))
>>> graph.neighbours[0]
(1, 2, 3)
>>> [len(family) for family in graph.lines]
[2, 3]
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, count
from typing import Any

from satchess.domain.board import Board, Topology
from satchess.domain.pieces import UNLIMITED, Piece, Step
from satchess.domain.squares import Square
from satchess.errors import MissingLibrary
from satchess.shown import Shown

Family = tuple[tuple[int, ...], ...]
"""Disjoint sets of vertices that together are all vertices."""


def walk(board: Board, start: Square, step: Step) -> Iterator[Square]:
    """Yield the squares that a piece on `start` attacks along one of its steps, in order.

    A twisted line may pass the same square twice.
    """
    row, column = start
    rows, columns, _ = step
    for _ in count() if step.reach == UNLIMITED else range(step.reach):
        folded = board.folded(row + rows, column + columns)
        if folded is None:
            return
        landing, row_sign, column_sign = folded
        rows, columns = row_sign * rows, column_sign * columns
        if landing in board.walls:
            return
        if landing == start and (rows, columns) == step[:2]:
            return
        if landing not in board.holes and landing != start:
            yield landing
        row, column = landing


def attacked_squares(piece: Piece, board: Board, start: Square) -> frozenset[Square]:
    """Return all squares that a piece on `start` attacks."""
    return frozenset(square for step in piece.steps for square in walk(board, start, step))


def attacking_pairs(
    piece: Piece, board: Board, occupied: Collection[Square]
) -> list[tuple[Square, Square]]:
    """Return the pairs of occupied squares that attack each other, in board order.

    On a plane board without walls this looks at the pieces alone, however large the board is.
    """
    if board.topology is not Topology.PLANE or board.walls:
        standing = frozenset(occupied)
        return sorted(
            (square, other)
            for square in standing
            for other in attacked_squares(piece, board, square) & standing
            if square < other
        )
    pairs: set[tuple[Square, Square]] = set()
    where = {(row, column): Square(row, column) for row, column in occupied}
    for step in piece.without_hidden_steps.steps:
        if step < (0, 0, 0):
            continue  # its opposite tells the same
        if step.reach == UNLIMITED:
            lines: dict[tuple[int, int], list[Square]] = {}
            for square in where.values():
                lines.setdefault(_line_of(square, step), []).append(square)
            for line in lines.values():
                pairs.update(combinations(sorted(line), 2))
        else:
            for times in range(1, step.reach + 1):
                rows, columns = times * step.rows, times * step.columns
                for row, column in where:
                    if (row + rows, column + columns) in where:  # rows first: it comes later
                        pairs.add((where[row, column], where[row + rows, column + columns]))
    return sorted(pairs)


def _line_of(square: Square, step: Step) -> tuple[int, int]:
    """Name the line of squares that are whole steps apart from a square on an endless board."""
    across = square.row * step.columns - square.column * step.rows
    along = square.row % abs(step.rows) if step.rows else square.column % abs(step.columns)
    return across, along


def _opposite(step: Step) -> Step:
    return Step(-step.rows, -step.columns, step.reach)


@dataclass(frozen=True)
class AttackGraph(Shown):
    """The squares of a board, joined where a piece on one attacks the other."""

    piece: Piece
    board: Board

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The attacked vertices of each vertex, ascending."""
        index = self._index
        return tuple(
            tuple(sorted(index[s] for s in attacked_squares(self.piece, self.board, square)))
            for square in self.board.squares
        )

    @cached_property
    def lines(self) -> tuple[Family, ...]:
        """For each unlimited direction, all squares sorted into the lines that run that way.

        Directions with few lines come first: ranks and files before diagonals.

        A line ends at the edge or at a wall; the squares on it attack each other. Lines that lie
        beside each other follow each other.

        A twisted edge makes one direction of two, such as both of a bishop's: two lines cross on
        every square, and `crossing_lines` has them.
        """
        families = [
            self._lines_along(step)
            for step in self._directions
            if not self.board.topology.is_twisted or 0 in step[:2]
        ]
        return tuple(sorted(families, key=len))

    @cached_property
    def crossing_lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines of the directions that a twisted edge exchanges; none on other boards."""
        if not self.board.topology.is_twisted:
            return ()
        return tuple(
            sorted(
                {
                    self._line(square, step)
                    for step in self._directions
                    if 0 not in step[:2]
                    for square in self.board.squares
                }
            )
        )

    @property
    def _directions(self) -> Iterator[Step]:
        """The unlimited steps, of each and its opposite the larger one."""
        for step in sorted(self.piece.steps):
            if step.reach == UNLIMITED and step >= _opposite(step):
                yield step

    def _line(self, square: Square, step: Step) -> tuple[int, ...]:
        """Return the squares in line with a square, and the square."""
        line = {self._index[square]}
        for way in (step, _opposite(step)):
            line.update(self._index[s] for s in walk(self.board, square, way))
        return tuple(sorted(line))

    def _lines_along(self, step: Step) -> Family:
        lines: list[tuple[int, ...]] = []
        seen: set[int] = set()
        for square, vertex in self._index.items():
            if vertex not in seen:
                line = self._line(square, step)
                seen.update(line)
                lines.append(line)

        def side(line: tuple[int, ...]) -> tuple[int, int]:
            row, column = self.board.squares[line[0]]
            return step.rows * column - step.columns * row, line[0]

        return tuple(sorted(lines, key=side))

    @cached_property
    def cliques(self) -> tuple[tuple[int, ...], ...]:
        """Sets of squares that attack each other, so that every attack lies inside one of them.

        The lines first; what they leave over (leaps, limited riders) is covered greedily, which
        gives the 2x2 boxes of a king and the (k+1)x(k+1) boxes of a leprechaun.
        """
        lines = chain(*self.lines, self.crossing_lines)
        cliques = [line for line in lines if len(line) > 1]
        if all(step.reach == UNLIMITED for step in self.piece.steps):
            return tuple(cliques)
        covered: list[set[int]] = [set() for _ in self.neighbours]

        def cover(clique: tuple[int, ...]) -> None:
            for vertex in clique:
                covered[vertex].update(clique)

        for clique in cliques:
            cover(clique)
        for vertex, ahead in enumerate(self.neighbours):
            for other in ahead:
                if other > vertex and other not in covered[vertex]:
                    nearby = sorted(ahead, key=covered[vertex].__contains__)
                    clique = _grow([vertex, other], nearby, self._adjacent)
                    cover(clique)
                    cliques.append(clique)
        return tuple(cliques)

    @cached_property
    def clique_partition(self) -> Family:
        """All squares sorted greedily into sets that attack each other."""
        taken: set[int] = set()
        cliques = []
        for vertex, neighbours in enumerate(self.neighbours):
            if vertex not in taken:
                free = [other for other in neighbours if other not in taken]
                clique = _grow([vertex], free, self._adjacent)
                taken.update(clique)
                cliques.append(clique)
        return tuple(cliques)

    def to_networkx(self) -> Any:
        """Return a `networkx.Graph` whose nodes are the names of squares, each with its `pos`."""
        try:
            import networkx
        except ImportError:
            raise MissingLibrary("AttackGraph.to_networkx", "networkx") from None
        graph = networkx.Graph(piece=str(self.piece), board=str(self.board))
        names = [str(square) for square in self.board.squares]
        for name, (row, column) in zip(names, self.board.squares, strict=True):
            graph.add_node(name, pos=(column, row))
        for vertex, neighbours in enumerate(self.neighbours):
            graph.add_edges_from((names[vertex], names[other]) for other in neighbours)
        return graph

    @cached_property
    def _index(self) -> dict[Square, int]:
        return {square: index for index, square in enumerate(self.board.squares)}

    @cached_property
    def _adjacent(self) -> tuple[frozenset[int], ...]:
        return tuple(map(frozenset, self.neighbours))


def _grow(
    clique: list[int], candidates: list[int], adjacent: tuple[frozenset[int], ...]
) -> tuple[int, ...]:
    """Extend a clique greedily by candidates, in their order."""
    for vertex in candidates:
        if vertex not in clique and all(vertex in adjacent[member] for member in clique):
            clique.append(vertex)
    return tuple(sorted(clique))


@lru_cache(maxsize=8)
def attack_graph(piece: Piece, board: Board) -> AttackGraph:
    """Return the attack graph of a piece on a board; the last few are cached."""
    return AttackGraph(piece, board)
