"""Pieces that attack one way only: what they attack, and what is asked of them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.conformance import ensure_piece, ensure_question
from satchess.domain.attacks import attack_graph, attacked_squares, attacking_pairs
from satchess.domain.board import Board, Topology
from satchess.domain.pieces import Piece
from satchess.domain.squares import Square
from satchess.errors import BadInput, BadPiece, BadQuestion
from satchess.questions import Domination, Question
from satchess.render.text import draw
from satchess.service.answer import answer
from satchess.signature import sign

MOVES: dict[str, set[tuple[int, int]]] = {
    # rows and columns, as any book on these pieces has them
    "pawn": {(1, -1), (1, 1)},
    "fmWfcF": {(1, -1), (1, 1)},
    "gold": {(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)},
    "silver": {(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 1)},
    "shogi-knight": {(2, -1), (2, 1)},
    "fN": {(2, -1), (2, 1), (1, -2), (1, 2)},
    "fsN": {(1, -2), (1, 2)},
    "fW": {(1, 0)},
    "bW": {(-1, 0)},
    "lW": {(0, -1)},
    "rW": {(0, 1)},
    "fsW": {(1, 0), (0, 1), (0, -1)},
    "flF": {(1, -1)},
    "brF": {(-1, 1)},
    "fvlN": {(2, -1)},
    "rrN": {(1, 2), (-1, 2)},
    "bfW": {(1, 0), (-1, 0)},
}


@pytest.mark.parametrize("name", MOVES)
def test_moves(name: str) -> None:
    piece = Piece.parse(name)
    middle = Square(3, 3)
    seen = attacked_squares(piece, Board.parse("7"), middle)
    assert {(row - 3, column - 3) for row, column in seen} == MOVES[name]
    ensure_piece(name)


def test_riders() -> None:
    board = Board.parse("5")
    lance = attacked_squares(Piece.parse("lance"), board, Square.parse("c2"))
    assert sorted(map(str, lance)) == ["c3", "c4", "c5"]
    bishops = attacked_squares(Piece.parse("frB2"), board, Square.parse("a1"))
    assert sorted(map(str, bishops)) == ["b2", "c3"]


LETTERS = st.lists(
    st.sampled_from(["f", "b", "l", "r", "v", "s", "ff", "bb", "fs", "bs", "fl", "br", "fvl"]),
    min_size=1,
    max_size=3,
).map("".join)


@given(LETTERS, st.sampled_from(["W", "D", "F", "N", "Z", "R", "B2", "NN", "(4,1)"]))
def test_what_is_written_is_read_back(letters: str, move: str) -> None:
    try:
        piece = Piece.parse(letters + move)
    except BadPiece:
        assert move in ("F", "B2")  # a diagonal is neither vertical nor sideways
        return
    assert Piece.parse(piece.betza) == Piece.parse(str(piece)) == piece
    assert piece.either_way.is_symmetric
    for turn in Board.parse("3").turns:
        turned = piece.turned(turn)
        assert Piece.parse(str(turned)) == turned
        assert turned.turned(turn.inverse) == piece


@pytest.mark.parametrize("name", ["pawn", "gold", "fR", "ffN", "flB", "rNN"])
@pytest.mark.parametrize("board", ["4x5", "4:torus", "3x4:cylinder", "4 --walls b2,c3 --holes c2"])
def test_pairs_and_attackers(name: str, board: str) -> None:
    piece, where = Piece.parse(name), Board.parse(board)
    graph = attack_graph(piece, where)
    pairs = set()
    for vertex, square in enumerate(where.squares):
        seen = attacked_squares(piece, where, square)
        for other in graph.neighbours[vertex]:
            assert where.squares[other] in seen
            assert vertex in graph.attackers[other]
            pairs.add(tuple(sorted((square, where.squares[other]))))
        for other in graph.attackers[vertex]:
            assert square in attacked_squares(piece, where, where.squares[other])
    assert attacking_pairs(piece, where, where.squares) == sorted(pairs)
    both = attack_graph(piece.either_way, where)
    edges = {
        (where.squares[one], where.squares[other])
        for clique in both.cliques
        for one, other in combinations(clique, 2)
    }
    assert edges == pairs


@pytest.mark.parametrize(
    "text",
    [
        "domination pawn 3x2",
        "domination gold 2x4 --total",
        "domination silver 2x3 --independent",
        "domination fR 2x3 --minimal",
        "domination bN 2x4 --upper",
        "domination ffN 3x2:torus",
        "domination lance 4x2 --target a1,b4",
        "domination rB 3x2:cylinder --walls b2",
        "domination pawn 2x3 --size 4 --require a1",
        "independence pawn 3x2",
        "independence lance 3x2 --maximal",
        "independence flF 2x3 --all",
        "independence gold 2x4 --size 2",
        "independence rR 2x3",
        "independence fQ 2x3",
    ],
)
def test_every_engine_agrees_with_brute_force(text: str) -> None:
    ensure_question(text)


@pytest.mark.parametrize("name", ["pawn", "gold", "silver", "shogi-knight", "lance"])
@pytest.mark.parametrize("total", [False, True])
def test_domination_by_definition(name: str, total: bool) -> None:
    question = Domination.of(name, "3x4", total=total)
    squares = question.board.squares
    reach = {
        s: attacked_squares(question.piece, question.board, s) | (frozenset() if total else {s})
        for s in squares
    }
    sizes = [
        size
        for size in range(len(squares) + 1)
        for chosen in combinations(squares, size)
        if len(frozenset[Square]().union(*(reach[s] for s in chosen))) == len(squares)
    ]
    found = answer("count", question, cache=False, workers=0)
    if not sizes:  # nobody attacks the bottom rank
        assert found.status == "infeasible"
    else:
        assert (found.value, found.count) == (sizes[0], sizes.count(sizes[0]))


def test_a_pawn_knows_up_from_down() -> None:
    question = Question.parse("domination pawn 4x5")
    assert [turn.name for turn in question.symmetries()] == ["identity", "left-right mirror"]
    up = sign("solve", question).text
    assert sign("solve", Question.parse("domination bF 4x5")).text == up
    assert sign("solve", Question.parse("domination lF 5x4")).text == up
    assert sign("solve", Question.parse("domination fF 5x4")).text != up
    assert question.statement(8) == "8 pawns attack every empty square of 4x5, and no fewer do."


def test_a_digraph_for_networkx() -> None:
    graph = attack_graph(Piece.parse("pawn"), Board.parse("2")).to_networkx()
    assert sorted(graph.edges) == [("a1", "b2"), ("b1", "a2")]
    assert graph.is_directed()


def test_pawns_are_drawn_as_pawns() -> None:
    question = Question.parse("domination pawn 2")
    drawn = draw(question.board, question.read("a1 b1"))
    assert drawn.splitlines()[1] == "1 ♟ ♟"
    assert question.read(drawn) == question.read("a1 b1")


def test_symmetric_pieces_are_as_before() -> None:
    for name in ("queen", "vN", "sR2", "leprechaun:3", "bison"):
        piece = Piece.parse(name)
        assert piece.is_symmetric
        assert piece.is_mirrored
        assert piece.either_way is piece


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("peaceable pawn 4", "'pawn': it is one-sided"),
        ("non-dominating gold 4", "independence and domination only"),
        ("separation lance 4", "such as vR"),
        ("lights 3 --moves fW", "one-sided"),
        ("stamps 3 --moves fR", "one-sided"),
        ("equal-vision 3 --sees 1 --moves fR", "one-sided"),
        ("abbots-window 3 --moves fR", "one-sided"),
        ("crowded-board 3 --pieces gold=2", "one-sided"),
        ("puzzle '{board = \"2x3\", pieces = {gold = 1}}'", "one-sided"),
        ("domination grasshopper 4", "depends on pieces in its way"),
        ("domination cannon 4", "depends on pieces in its way"),
        ("domination pR 4", "the modifier 'p' makes a move conditional or a hop"),
        ("domination mW 4", "it captures nothing"),
        ("domination vF 4", "neither vertical nor sideways"),
    ],
)
def test_where_it_has_no_meaning(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        Question.parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("topology", [t for t in Topology if t.is_twisted])
def test_no_way_is_forward_on_a_twisted_board(topology: Topology) -> None:
    with pytest.raises(BadQuestion, match="looks one way"):
        Question.parse(f"domination pawn 4:{topology}")
    with pytest.raises(BadQuestion, match="looks one way"):
        Question.parse(f"independence flbrF 4:{topology}")


def test_values_of_the_library_are_refused_too() -> None:
    with pytest.raises(BadPiece, match="one-sided"):
        Question.parse("peaceable king 4").of(Piece.parse("pawn"), 4)
