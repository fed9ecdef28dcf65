"""Moebius strips, Klein bottles and projective planes, against sheets that are really glued.

The oracle walks from square to square over a table of neighbours, which says beside which square
each one lies and which way is up there; or it draws straight lines on the endless plane of mirrored
copies. Neither uses coordinates modulo anything, as satchess does.
"""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.conformance import ensure_question
from satchess.domain.attacks import AttackGraph, attack_graph, attacked_squares, attacking_pairs
from satchess.domain.board import Board, Topology
from satchess.domain.pieces import UNLIMITED, Piece
from satchess.domain.squares import Square
from satchess.errors import BadBoard
from satchess.questions import Question
from satchess.render.text import draw
from satchess.service.answer import answer
from tests.strategies import boards, pieces

TWISTED = tuple(topology for topology in Topology if topology.is_twisted)
SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]
PIECES = ["king", "queen", "rook", "bishop", "knight", "NN", "vR2", "B2", "DD", "(5,3)", "W"]


def copies(topology: Topology, rows: int, columns: int, around: int) -> dict[Square, Square]:
    """The squares of the unfolded plane near the board, each with the square it is a copy of.

    Copies are laid side by side, one after the other, each mirrored if the edge to it is twisted.
    """
    sheet = {(i, j): Square(i, j) for i in range(rows) for j in range(columns)}
    upside_down = {(rows - 1 - i, j): square for (i, j), square in sheet.items()}
    unfolded = {}
    for across in range(-around, around + 1):
        strip = upside_down if across % 2 else sheet
        for above in range(-around, around + 1):
            copy = strip
            if topology is Topology.MOEBIUS and above:
                continue
            if topology is Topology.PROJECTIVE and above % 2:
                copy = {(i, columns - 1 - j): square for (i, j), square in strip.items()}
            for (i, j), square in copy.items():
                unfolded[Square(i + above * rows, j + across * columns)] = square
    return unfolded


def seen_on_the_plane(piece: Piece, board: Board, start: Square) -> frozenset[Square]:
    """Follow straight lines on the plane, long enough to come round every board here."""
    longest = 2 * board.rows * board.columns
    around = 2 + max(longest * piece.span // side for side in (board.rows, board.columns))
    unfolded = UNFOLDED.setdefault(
        (board.topology, board.rows, board.columns, around),
        copies(board.topology, board.rows, board.columns, around),
    )
    seen = set()
    for step in piece.steps:
        for times in range(1, (longest if step.reach == UNLIMITED else step.reach) + 1):
            at = Square(start.row + times * step.rows, start.column + times * step.columns)
            if at not in unfolded or unfolded[at] in board.walls:
                break
            seen.add(unfolded[at])
    return frozenset(seen) - board.holes - {start}


UNFOLDED: dict[tuple[Topology, int, int, int], dict[Square, Square]] = {}


@pytest.mark.parametrize("topology", TWISTED)
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)], ids=str)
def test_attacks_are_straight_lines_on_the_plane(topology: Topology, size: tuple[int, int]) -> None:
    for name in ("king", "rook", "bishop", "knight", "NN", "B2"):
        piece = Piece.parse(name)
        for walls in (frozenset(), frozenset({Square(0, size[1] - 1)})):
            if size == (1, 1) and walls:
                continue
            board = Board(*size, topology, walls=walls)
            for square in board.squares:
                expected = seen_on_the_plane(piece, board, square)
                assert attacked_squares(piece, board, square) == expected, (name, board, square)


def glued(
    topology: Topology, rows: int, columns: int
) -> dict[tuple[Square, int, int], tuple[Square, int, int]]:
    """For each square and each of four ways, the square beside it, and the signs of ways there."""
    beside = {}
    for i, j in product(range(rows), range(columns)):
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            k, to = i + up, j + right
            if 0 <= k < rows and 0 <= to < columns:
                beside[Square(i, j), up, right] = (Square(k, to), 1, 1)
            elif right:  # all three are twisted there
                other = Square(rows - 1 - i, 0 if right > 0 else columns - 1)
                beside[Square(i, j), up, right] = (other, -1, 1)
            elif topology is Topology.KLEIN:
                beside[Square(i, j), up, right] = (Square(0 if up > 0 else rows - 1, j), 1, 1)
            elif topology is Topology.PROJECTIVE:
                other = Square(0 if up > 0 else rows - 1, columns - 1 - j)
                beside[Square(i, j), up, right] = (other, 1, -1)
    return beside


@pytest.mark.parametrize("topology", TWISTED)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rooks_and_kings_walk_over_the_seams(topology: Topology, size: tuple[int, int]) -> None:
    board, beside = Board(*size, topology), glued(topology, *size)
    for square in board.squares:
        seen = set()
        for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            at, (up, right) = square, way
            for _ in range(2 * max(size)):
                if (at, up, right) not in beside:
                    break
                at, row_sign, column_sign = beside[at, up, right]
                up, right = up * row_sign, right * column_sign
                seen.add(at)
        assert attacked_squares(Piece.parse("rook"), board, square) == seen - {square}
        near = set()
        for up, right in product((-1, 1), (-1, 1)):
            if (square, up, 0) not in beside:
                continue
            aside, _, column_sign = beside[square, up, 0]
            near.add(beside[aside, 0, right * column_sign][0])
        assert attacked_squares(Piece.parse("F"), board, square) == near - {square}


@pytest.mark.parametrize("topology", TWISTED)
def test_attacks_lie_in_cliques(topology: Topology) -> None:
    for size in SIZES:
        for walls in ("", " --walls a1", f" --holes a{size[0]}"):
            if size == (1, 1) and walls:
                continue
            board = Board.parse(f"{size[0]}x{size[1]}:{topology}{walls}")
            for name in PIECES:
                ensure_cliques(AttackGraph(Piece.parse(name), board))


def ensure_cliques(graph: AttackGraph) -> None:
    pairs = {pair for clique in graph.cliques for pair in combinations(clique, 2)}
    edges = {
        (vertex, other)
        for vertex, around in enumerate(graph.neighbours)
        for other in around
        if vertex < other
    }
    assert pairs == edges, graph
    for vertex, around in enumerate(graph.neighbours):
        assert all(vertex in graph.neighbours[other] for other in around), graph
    for family in (*graph.lines, graph.clique_partition):
        together = sorted(vertex for line in family for vertex in line)
        assert together == list(range(len(graph.board))), graph
    squares = graph.board.squares
    assert attacking_pairs(graph.piece, graph.board, squares) == sorted(
        (squares[one], squares[other]) for one, other in edges
    )


@given(st.data())
def test_every_turn_turns_the_attacks(data: st.DataObject) -> None:
    board = data.draw(boards())
    piece = data.draw(pieces())
    turn = data.draw(st.sampled_from(board.turns))
    for square in board.squares:
        seen = attacked_squares(piece, board, square)
        image = attacked_squares(piece.turned(turn), board.turned(turn), turn(square))
        assert image == frozenset(map(turn, seen))


@pytest.mark.parametrize("topology", list(Topology))
@pytest.mark.parametrize("size", [(1, 3), (3, 4), (4, 4)])
def test_a_turn_carries_all_squares_at_once_as_one_by_one(
    topology: Topology, size: tuple[int, int]
) -> None:
    board = Board(*size, topology)
    for turn in board.turns:
        assert list(turn.images(board.squares)) == [turn(square) for square in board.squares]


@pytest.mark.parametrize(
    ("board", "number"),
    [("3x5:moebius", 20), ("4x3:klein", 24), ("3x4:klein", 16), ("4:projective", 8)],
)
def test_no_turn_is_missing(board: str, number: int) -> None:
    """Kings and knights together leave no symmetry but those of the surface."""
    glued_board = Board.parse(board)
    assert len(glued_board.symmetries) == number
    images = {tuple(map(turn, glued_board.squares)) for turn in glued_board.symmetries}
    assert len(images) == number
    assert rigid_motions(glued_board) == images


def rigid_motions(board: Board) -> set[tuple[Square, ...]]:
    """All permutations that keep wazir moves, and the squares in line behind them."""
    wazir = attack_graph(Piece.parse("W"), board).neighbours
    graphs = [attack_graph(Piece.parse(name), board) for name in ("vW", "sW", "F", "vR", "sR", "N")]
    if board.rows == board.columns:
        graphs = [attack_graph(Piece.parse(name), board) for name in ("W", "F", "R", "N")]
    adjacent = [[frozenset(n) for n in graph.neighbours] for graph in graphs]
    found = set()
    order = [0]
    for vertex in order:
        order += [other for other in wazir[vertex] if other not in order]

    def extend(image: dict[int, int]) -> None:
        if len(image) == len(board):
            found.add(tuple(board.squares[image[v]] for v in range(len(board))))
            return
        vertex = order[len(image)]
        for target in set(range(len(board))) - set(image.values()):
            if all(
                (vertex in near[other]) == (target in near[image[other]])
                for near in adjacent
                for other in image
            ):
                extend({**image, vertex: target})

    extend({})
    return found


SMALL = [
    *(f"independence queen 3x3:{topology}" for topology in TWISTED),
    *(f"independence {piece} 2x3:klein --all" for piece in ("rook", "bishop")),
    "independence rook 3x3:moebius --size 2",
    "independence rook 3x2:projective --maximal",
    "independence bishop 3x2:moebius --walls b2",
    "independence NN 2x3:projective --holes a1",
    *(f"domination queen 2x3:{topology}" for topology in TWISTED),
    "domination king 2x4:moebius --require d1",
    "domination knight 2x3:klein --total",
    "domination rook 4x2:klein --independent",
    "domination bishop 3x2:projective --minimal",
    "non-dominating queen 2x3:moebius",
    "peaceable knight 2x3:projective",
    "separation queen 2x3:klein",
    "abbots-window 3x3:moebius --moves bishop",
    "lights 2x3:projective --moves queen",
    "stamps 2x2:klein --values 1..2 --moves bishop",
    "puzzle '{board = \"1x6:moebius\", pieces = {rook = 1, W = 2}, attacks = {a1 = 2}}'",
    'puzzle \'{board = "3x2:projective", pieces = {bishop = 2, rook = 1}, peace = "kind"}\'',
]


@pytest.mark.parametrize("text", SMALL)
def test_every_engine_agrees_with_brute_force(text: str) -> None:
    ensure_question(text)


@pytest.mark.parametrize("topology", TWISTED)
@pytest.mark.parametrize("name", ["queen", "rook", "bishop", "king"])
def test_counts_on_4x4(topology: Topology, name: str) -> None:
    board = Board(4, 4, topology)
    graph = attack_graph(Piece.parse(name), board)
    independent = [0]
    for vertex, around in enumerate(graph.neighbours):
        mask = sum(1 << other for other in around)
        independent += [s | 1 << vertex for s in independent if not s & mask]
    most = max(map(int.bit_count, independent))
    asked = Question.parse(f"independence {name} {board}")
    found = answer("count", asked, cache=False, workers=0)
    assert found.value == most
    assert found.count == sum(s.bit_count() == most for s in independent)


def test_spellings() -> None:
    for spelling in ("moebius", "mobius", "möbius"):
        assert str(Board.parse(f"4x6:{spelling}")) == "4x6:moebius"
    with pytest.raises(BadBoard, match=r"'ring': expected one of plane, .*, moebius, klein, proj"):
        Board.parse("4x6:ring")
    assert Board.parse("2x3:klein").described == "the 2x3 Klein bottle"


def test_drawings_say_which_edges_are_glued() -> None:
    placement = Question.parse("independence queen 3").read("a1")
    for topology, word in zip(TWISTED, ("Moebius", "Klein", "projective"), strict=True):
        assert word in draw(Board(3, 3, topology), placement)
