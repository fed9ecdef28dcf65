"""The words: squares, turns, boards, pieces, attacks, placements, regions, questions, signatures.

What is printed can be read back, turns form groups, attacks are what plain arithmetic says, and bad
input gets one line of complaint.
"""

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.domain.attacks import AttackGraph, attacked_squares
from satchess.domain.board import Board, Topology
from satchess.domain.pieces import ALIASES, NAMED, Piece, Step
from satchess.domain.placement import Place, Placement
from satchess.domain.region_words import REGIONS
from satchess.domain.regions import parse_region, region, write_region
from satchess.domain.squares import Square, file_name, parse_squares, write_squares
from satchess.domain.turns import Turn
from satchess.errors import (
    BadBoard,
    BadCondition,
    BadInput,
    BadPiece,
    BadPlacement,
    BadQuestion,
    BadSquare,
)
from satchess.questions import Domination, Independence, Question
from satchess.signature import sign
from tests.strategies import betza_rows, boards, pieces, placements, questions, square_sets

QUEEN = Piece.parse("queen")

UNTWISTED = tuple(topology for topology in Topology if not topology.is_twisted)


def one_line(error: BadInput) -> str:
    message = str(error)
    assert message
    assert "\n" not in message
    assert len(message) < 400
    return message


# Squares


@given(st.builds(Square, st.integers(0, 999_998), st.integers(0, 26 + 26**2 + 26**3)))
def test_square_names(square: Square) -> None:
    assert Square.parse(str(square)) == square


def test_files_follow_each_other() -> None:
    assert [file_name(column) for column in (0, 25, 26, 51, 52, 701, 702)] == [
        *("a", "z", "aa", "az", "ba", "zz", "aaa")
    ]


@given(st.frozensets(st.builds(Square, st.integers(0, 40), st.integers(0, 40)), min_size=1))
def test_lists_of_squares(squares: frozenset[Square]) -> None:
    assert parse_squares(write_squares(squares)) == squares
    assert parse_squares(write_squares(squares, "  ")) == squares


@pytest.mark.parametrize("text", ["", " ", "a", "1", "a0", "a01", "1a", "a-1", "aaaaa1", "ä1"])
def test_bad_squares(text: str) -> None:
    with pytest.raises(BadSquare) as caught:
        Square.parse(text)
    assert repr(text) in one_line(caught.value)
    with pytest.raises(BadSquare):
        parse_squares(text)


# Turns


def graph_of(turn: Turn, board: Board) -> tuple[Square, ...]:
    """Return a turn as the images of all squares."""
    return tuple(map(turn, board.squares))


@given(st.data())
def test_every_turn_has_an_inverse(data: st.DataObject) -> None:
    board = data.draw(boards())
    turn = data.draw(st.sampled_from(board.turns))
    turned = board.turned(turn)
    assert turn.inverse.inverse == turn
    assert turned.turned(turn.inverse) == board
    assert sorted(map(turn, board.squares)) == list(turned.squares)
    for square in board.squares:
        assert turn.inverse(turn(square)) == square
    for rows, columns in ((1, 0), (2, -1), (-3, 3)):
        there_and_back = turn.inverse.direction(*turn.direction(rows, columns))
        if turn.twists:  # which way is up depends on the square
            there_and_back = rows, there_and_back[1]
        assert there_and_back == (rows, columns)


@given(st.data())
def test_turns_carry_steps_along(data: st.DataObject) -> None:
    board = data.draw(boards(UNTWISTED))
    turn = data.draw(st.sampled_from(board.turns))
    square = data.draw(st.sampled_from(board.squares))
    step = data.draw(st.tuples(st.integers(-3, 3), st.integers(-3, 3)))
    landing = board.landing(square.row + step[0], square.column + step[1])
    rows, columns = turn.direction(*step)
    start = turn(square)
    turned = board.turned(turn).landing(start.row + rows, start.column + columns)
    assert turned == (None if landing is None else turn(landing))


@given(boards())
def test_symmetries_are_a_group(board: Board) -> None:
    assert board.symmetries[0].is_identity
    images = {graph_of(turn, board) for turn in board.symmetries}
    assert {graph_of(turn.inverse, board) for turn in board.symmetries} == images
    some = list(board.symmetries)[:12]
    for one in some:
        for other in some:
            assert tuple(other(one(square)) for square in board.squares) in images


@pytest.mark.parametrize(
    ("board", "number"),
    [
        ("8", 8),
        ("6x8", 4),
        ("5x4", 4),
        ("8 --holes a1", 2),
        ("8 --walls a1,h8", 4),
        ("8 --holes a1,h1,a8,h8", 8),
        ("8 --holes a1 --walls h8", 2),
        ("8 --holes a1,b3", 1),
        ("5x7 --holes d3", 4),
        ("5x7 --holes a1", 1),
        ("5:torus", 5 * 5 * 8),
        ("4x6:torus", 4 * 6 * 4),
        ("4x6:cylinder", 6 * 4),
        ("5:cylinder", 5 * 4),
        ("5:torus --holes c3", 8),
        ("5:torus --holes a1", 8),
        ("4x6:cylinder --holes a1", 2),
    ],
)
def test_number_of_symmetries(board: str, number: int) -> None:
    assert len(Board.parse(board).symmetries) == number


def test_names_of_turns() -> None:
    names = [turn.name for turn in Board.parse("3").turns]
    assert len(set(names)) == 8
    assert names[0] == "identity"
    quarter = Turn(3, 3, transposes=True, flips_rows=True)
    assert quarter.name == "quarter turn"
    assert quarter(quarter(Square(0, 1))) == Turn(3, 3, False, True, True)(Square(0, 1))
    assert Turn(3, 3, column_shift=2).name == "identity shifted by 0 rows and 2 columns"


# Boards


@given(boards())
def test_board_text(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert len(board) == len(board.squares)
    assert all(square in board for square in board.squares)
    assert not any(square in board for square in board.holes | board.walls)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8", "8x8"),
        ("8x8:plane", "8"),
        ("6x8 --holes b3,g3", "6x8 --holes g3,b3,b3"),
        ("4 --holes a1 --walls b1", "4 --walls b1 --holes a1"),
        ("4 --holes a1 --holes b1", "4 --holes a1,b1"),
        ("6x8:torus", "6 x 8:Torus"),
        ("6x8 --holes a1", "6 by 8 --holes A1"),
        ("6x8", "6\N{MULTIPLICATION SIGN}8"),
        ("6x8", "6X8"),
        ("3 --holes light", "3 --holes b1,a2,c2,b3"),
        ("3 --walls '1 2 3'", "3 --walls diagonal"),
    ],
)
def test_spellings_of_one_board(one: str, other: str) -> None:
    assert Board.parse(one) == Board.parse(other)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0x8", "8x0", "0", "8x", "x8", "axb", "8x8x8", "-8", "8.5", "8 x", "8 x x 8"),
        *("99999x99999", "1" * 5000, "8x" + "1" * 5000, "8x8:sphere", "8x8:"),
        *("8 --holes", "8 --pits a1", "8 a1", "8 --holes a1 b1"),
        *("8 --holes i1", "8 --walls a9", "8 --holes x", "8 --holes a1 --walls a1", "1 --holes a1"),
    ],
)
def test_bad_boards(text: str) -> None:
    with pytest.raises((BadBoard, BadSquare)) as caught:
        Board.parse(text)
    if len(text) < 100:
        one_line(caught.value)


# Pieces


@given(pieces())
def test_piece_text(piece: Piece) -> None:
    assert Piece.parse(str(piece)) == piece
    assert Piece.parse(piece.betza) == piece
    assert all(Step(-s.rows, -s.columns, s.reach) in piece.steps for s in piece.steps)


@given(betza_rows())
def test_parts_of_a_piece_stand_in_any_order(parts: list[str]) -> None:
    piece = Piece.parse("".join(parts))
    assert Piece.parse("".join(reversed(parts))) == piece
    ways = {(step.rows, step.columns) for part in parts for step in Piece.parse(part).steps}
    assert {(step.rows, step.columns) for step in piece.steps} == ways


@given(st.data())
def test_turned_pieces(data: st.DataObject) -> None:
    piece = data.draw(pieces())
    turn = data.draw(st.sampled_from(Board.parse("5").turns))
    turned = piece.turned(turn)
    assert turned.turned(turn.inverse) == piece
    assert Piece.parse(str(turned)) == turned


def test_named_pieces() -> None:
    for name in NAMED:
        assert str(Piece.parse(name)) == name
        assert Piece.parse(name.upper()) == Piece.parse(NAMED[name])
    for alias, name in ALIASES.items():
        assert Piece.parse(alias) == Piece.parse(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("queen", "RB"),
        ("queen", "BR"),
        ("queen", "Q"),
        ("queen", "WWFF"),
        ("queen", "QK"),
        ("king", "K"),
        ("king", "W1F1"),
        ("king", "Q1"),
        ("knight", "(2,1)"),
        ("knight", "(1,2)"),
        ("knight", "vNsN"),
        ("nightrider", "N0"),
        ("rook", "vRsR"),
        ("leprechaun:1", "queen"),
        ("leprechaun:2", "QDAN"),
        ("R3", "W3"),
        ("R3W", "R3"),
        ("WW2R", "R"),
    ],
)
def test_spellings_of_one_piece(one: str, other: str) -> None:
    assert Piece.parse(one) == Piece.parse(other)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "quee", "pW", "X", "iW", "gN", "mR", "fsB", "vF", "vQ", "(0,0)", "(4,1", "(4)"),
        *("4,1", "(1000,1)", "N-1", "R B", "Rn", "RR", "leprechaun", "leprechaun:", "leprechaun:0"),
        *("leprechaun:x", "leprechaun:-1", "leprechaun:201", "leprechaun:²", "R²", "(²,1)"),
    ],
)
def test_bad_pieces(text: str) -> None:
    with pytest.raises(BadPiece) as caught:
        Piece.parse(text)
    assert one_line(caught.value).startswith("piece ")


@given(st.text(alphabet="WFDNAHCZGRBQKvsfb()0123,", max_size=8) | st.text(max_size=8))
def test_any_text_is_a_piece_or_bad_input(text: str) -> None:
    try:
        piece = Piece.parse(text)
    except BadPiece:
        return
    assert Piece.parse(str(piece)) == piece


# Attacks

Arithmetic = Callable[[int, int, int, int], bool]
"""Whether a piece attacks over so many rows and columns, on a board of so many."""


def plane(attacks: Callable[[int, int], bool]) -> Arithmetic:
    return lambda rows, columns, height, width: attacks(abs(rows), abs(columns))


def torus(attacks: Callable[[int, int], bool]) -> Arithmetic:
    """Unroll the torus: some copy of the other square is attacked."""
    return lambda rows, columns, height, width: any(
        attacks(abs(rows + up * height), abs(columns + right * width))
        for up in range(-width - 1, width + 2)
        for right in range(-height - 1, height + 2)
    )


STANDARD: dict[str, Callable[[int, int], bool]] = {
    "king": lambda rows, columns: max(rows, columns) == 1,
    "rook": lambda rows, columns: (rows == 0) != (columns == 0),
    "bishop": lambda rows, columns: rows == columns != 0,
    "queen": lambda rows, columns: rows == columns != 0 or (rows == 0) != (columns == 0),
    "knight": lambda rows, columns: rows * columns == 2,
}


@pytest.mark.parametrize("name", STANDARD)
@pytest.mark.parametrize("size", ["1x1", "1x2", "2x1", "1x7", "2x2", "3x3", "4x6", "5x3", "6x6"])
@pytest.mark.parametrize("topology", [Topology.PLANE, Topology.TORUS])
def test_attacks_are_what_arithmetic_says(name: str, size: str, topology: Topology) -> None:
    board = Board.parse(f"{size}:{topology}")
    by_arithmetic = (plane if topology is Topology.PLANE else torus)(STANDARD[name])
    piece = Piece.parse(name)
    for square in board.squares:
        expected = {
            other
            for other in board.squares
            if other != square
            and by_arithmetic(
                other.row - square.row, other.column - square.column, board.rows, board.columns
            )
        }
        assert attacked_squares(piece, board, square) == expected


@given(pieces(), boards())
def test_attacks_are_symmetric(piece: Piece, board: Board) -> None:
    neighbours = AttackGraph(piece, board).neighbours
    for vertex, attacked in enumerate(neighbours):
        assert vertex not in attacked
        assert list(attacked) == sorted(set(attacked))
        assert all(vertex in neighbours[other] for other in attacked)


@given(st.data())
def test_attacks_turn_with_the_board(data: st.DataObject) -> None:
    board, piece = data.draw(boards()), data.draw(pieces())
    turn = data.draw(st.sampled_from(board.turns))
    square = data.draw(st.sampled_from(board.squares))
    turned = attacked_squares(piece.turned(turn), board.turned(turn), turn(square))
    assert turned == frozenset(map(turn, attacked_squares(piece, board, square)))


@given(pieces(), boards())
def test_lines_partition_the_board_into_cliques(piece: Piece, board: Board) -> None:
    graph = AttackGraph(piece, board)
    for family in (*graph.lines, graph.clique_partition):
        assert sorted(v for line in family for v in line) == list(range(len(board)))
        assert all(is_clique(graph, line) for line in family)


@given(pieces(), boards())
def test_cliques_cover_exactly_the_attacks(piece: Piece, board: Board) -> None:
    graph = AttackGraph(piece, board)
    assert all(len(clique) > 1 and is_clique(graph, clique) for clique in graph.cliques)
    covered = {pair for clique in graph.cliques for pair in combinations(sorted(clique), 2)}
    attacks = {(v, w) for v, around in enumerate(graph.neighbours) for w in around if v < w}
    assert covered == attacks


def is_clique(graph: AttackGraph, vertices: tuple[int, ...]) -> bool:
    return all(w in graph.neighbours[v] for v, w in combinations(vertices, 2))


def test_pieces_of_many_steps_are_quick_to_name() -> None:
    large = Piece.parse("leprechaun:60")
    assert str(large) == "leprechaun:60"
    assert len(large.without_hidden_steps.steps) < len(large.steps) == 121**2 - 1
    assert str(Piece.parse("(199,1)")) == "(199,1)"


@given(pieces(), boards(missing=3))
def test_hidden_steps_make_no_difference_without_walls(piece: Piece, board: Board) -> None:
    if not board.walls:
        plain = piece.without_hidden_steps
        for square in board.squares:
            assert attacked_squares(plain, board, square) == attacked_squares(piece, board, square)


def attacked(piece: str, board: str, square: str) -> str:
    squares = attacked_squares(Piece.parse(piece), Board.parse(board), Square.parse(square))
    return write_squares(squares)


@pytest.mark.parametrize(
    ("piece", "board", "square", "expected"),
    [
        ("rook", "1x6", "a1", "b1,c1,d1,e1,f1"),
        ("rook", "1x6 --holes c1", "a1", "b1,d1,e1,f1"),
        ("rook", "1x6 --walls c1", "a1", "b1"),
        ("rook", "1x6 --walls c1", "d1", "e1,f1"),
        ("rook", "1x6:torus --walls c1", "a1", "b1,d1,e1,f1"),
        ("rook", "1x6:cylinder --walls c1,e1", "a1", "b1,f1"),
        ("R2", "1x6", "a1", "b1,c1"),
        ("R2", "1x6 --holes b1", "a1", "c1"),
        ("D", "1x6 --walls b1", "a1", "c1"),
        ("DD", "1x6 --walls b1,d1", "a1", "c1,e1"),
        ("DD", "1x6 --walls c1", "a1", ""),
        ("DD", "1x6 --holes c1", "a1", "e1"),
        ("knight", "3 --walls a2,b1,b2,c2", "a1", "b3"),
        ("bishop", "4:cylinder", "a1", "b2,d2,c3,b4,d4"),
        ("vR", "3", "b2", "b1,b3"),
        ("sR", "3", "b2", "a2,c2"),
        ("leprechaun:2", "3x7", "a1", "b1,c1,d1,e1,f1,g1,a2,b2,c2,a3,b3,c3"),
    ],
)
def test_holes_are_passed_and_walls_stop(
    piece: str, board: str, square: str, expected: str
) -> None:
    assert attacked(piece, board, square) == expected


# Placements


@given(st.data())
def test_placement_text(data: st.DataObject) -> None:
    board = data.draw(boards())
    placement = data.draw(placements(board, kinds=data.draw(st.integers(1, 3))))
    only = placement.places[0].piece if placement.places else QUEEN
    assert Placement.parse(str(placement), only) == placement
    assert Placement.parse(",".join(placement.words), only) == placement
    turn = data.draw(st.sampled_from(board.turns))
    assert placement.turned(turn).turned(turn.inverse) == placement
    assert set(placement.turned(turn).squares) == set(map(turn, placement.squares))


def test_permutation() -> None:
    board = Board.parse("3x4")
    assert Placement.parse("d1 a2 c3", QUEEN).permutation(board) == (4, 1, 3)
    assert Placement.parse("d1 a2", QUEEN).permutation(board) is None
    assert Placement.parse("d1 a2 b2", QUEEN).permutation(board) is None


def test_bad_placements() -> None:
    for text in ("a1 a1", "a1 rook@a1"):
        with pytest.raises(BadPlacement, match="two pieces stand on a1"):
            Placement.parse(text, QUEEN)
    for text in ("x", "rook@", "rok@a1", "a1 @"):
        with pytest.raises(BadInput) as caught:
            Placement.parse(text, QUEEN)
        one_line(caught.value)
    with pytest.raises(ValueError, match="board order"):
        Placement((Place(Square(1, 0), QUEEN), Place(Square(0, 0), QUEEN)))


# Regions


@given(st.data())
def test_region_text(data: st.DataObject) -> None:
    board = data.draw(boards())
    for name in REGIONS:
        assert parse_region(name) == name
        squares = region(name, board)
        again = parse_region(write_region(squares, board))
        assert (region(again, board) if isinstance(again, str) else again) == squares
    squares = data.draw(square_sets(board, len(board)))
    again = parse_region(write_region(squares, board))
    assert (region(again, board) if isinstance(again, str) else again) == squares


def test_regions() -> None:
    board = Board.parse("3x4")
    assert write_squares(region("diagonal", board)) == "a1,b2,c3"
    assert write_squares(region("border", board)) == "a1,b1,c1,d1,a2,d2,a3,b3,c3,d3"
    assert write_squares(region("dark", board)) == "a1,c1,b2,d2,a3,c3"
    assert region("dark", board) | region("light", board) == set(board.squares)
    assert parse_region("b1 diagonal,b1") == "diagonal b1"
    assert write_squares(region("diagonal b1", board)) == "a1,b1,b2,c3"
    for text in ("middle", "diagonal,middle"):
        with pytest.raises(BadSquare, match="or one of diagonal"):
            parse_region(text)


# Questions


@given(questions())
def test_question_text(question: Question) -> None:
    assert Question.parse(str(question)) == question
    assert Question.parse(str(question.normalised())) == question.normalised()
    assert question.normalised().normalised() == question.normalised()


@given(st.data())
def test_turned_questions(data: st.DataObject) -> None:
    question = data.draw(questions())
    turn = data.draw(st.sampled_from(question.board.turns))
    turned = question.turned(turn)
    assert Question.parse(str(turned)) == turned
    assert turned.turned(turn.inverse) == question


@settings(max_examples=50)
@given(st.data())
def test_offences_turn_with_the_question(data: st.DataObject) -> None:
    question = data.draw(questions())
    turn = data.draw(st.sampled_from(question.board.turns))
    occupied = data.draw(square_sets(question.board, 4))
    assert isinstance(question, Independence | Domination)
    placement = Placement.of(Place(square, question.piece) for square in occupied)
    violations = list(question.violations(placement))
    turned = list(question.turned(turn).violations(placement.turned(turn)))
    assert len(violations) == len(turned)
    # a normalised question words its violations differently, but has none when the other has none
    plain = question.normalised()
    assert isinstance(plain, Independence | Domination)
    like = Placement.of(Place(square, plain.piece) for square in occupied)
    assert bool(list(plain.violations(like))) == bool(violations)


def test_questions_of_values_and_of_texts() -> None:
    assert Independence.of("queen", "8", size=7) == Question.parse("independence Q 8x8 --size=7")
    assert Domination.of("king", Board.parse("5"), total=True, holes="a1 b2") == Question.parse(
        "domination K 5 --holes b2,a1 --total"
    )
    assert Domination.of(QUEEN, "4x5", require=parse_squares("a1")) == Question.parse(
        "domination --require a1 queen 4x5"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "independence, domination"),
        ("covering queen 8", "covering"),
        ("independence", "PIECE BOARD"),
        ("independence queen", "PIECE BOARD"),
        ("independence queen 8 8", "PIECE BOARD"),
        ("independence 'queen 8", "question"),
        ("independence cannon 8", "'cannon'"),
        ("independence pW 8", "'p'"),
        ("independence queen 0x8", "0x8"),
        ("independence queen 8x", "8x"),
        ("independence queen axb", "axb"),
        ("independence queen ''", "board ''"),
        ("independence queen 99999x99999", "99999x99999"),
        ("independence queen 8x8:sphere", "sphere"),
        ("independence queen 8 --holes i9", "i9"),
        ("independence queen 8 --holes", "--holes needs a value"),
        ("independence queen 8 --require i9", "--require: i9"),
        ("independence queen 8 --forbid a9", "--forbid: a9"),
        ("independence queen 8 --within j1", "--within: j1"),
        ("independence queen 8 --within middle", "middle"),
        ("independence queen 8 --where i9", "--where: i9"),
        ("independence queen 8 --where 'a1 &'", "'a1 &'"),
        ("independence queen 8 --holes a1 --require a1", "a1 is a hole"),
        ("independence queen 8 --walls a1 --where ~a1", "a1 is a wall"),
        ("independence queen 8 --require a1 --forbid a1", "a1 is both"),
        ("independence queen 8 --require a1,b2 --within a1", "b2 is required"),
        ("independence queen 8 --size 65", "--size 65"),
        ("independence queen 8 --holes a1 --size 64", "--size 64"),
        ("independence queen 8 --size -1", "-1"),
        ("independence queen 8 --size x", "'x'"),
        ("independence queen 8 --size ''", "''"),
        ("independence queen 8 --size ²", "²"),
        ("independence queen 8 --size " + "9" * 5000, "--size"),
        ("independence queen 8 --size", "--size needs a value"),
        ("independence queen 8 --size 5 --size 5", "--size is given twice"),
        ("independence queen 8 --total", "--total"),
        ("independence queen 8 --colour red", "--colour"),
        ("domination queen 8 --total --total", "--total is given twice"),
        ("domination queen 8 --total=yes", "--total=yes"),
        ("domination queen 8 --total --independent", "--total"),
        ("domination queen 8 --", "'--'"),
    ],
    ids=lambda text: text[:60],
)
def test_bad_questions(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        Question.parse(text)
    assert says in str(caught.value)
    if len(text) < 100:
        one_line(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Independence.of("queen"), BadQuestion),
        (lambda: Independence.of(), BadQuestion),
        (lambda: Independence.of("queen", "8", "8"), BadQuestion),
        (lambda: Independence.of("queen", "8", colour="red"), BadQuestion),
        (lambda: Independence.of("queen", "8", size=65), BadQuestion),
        (lambda: Independence.of("queen", "8", size=-1), BadQuestion),
        (lambda: Independence.of("queen", "8", where="i9"), BadSquare),
        (lambda: Independence.of("queen", "8", where="a1 &"), BadCondition),
        (lambda: Domination.of("queen", "8", total=True, independent=True), BadQuestion),
    ],
)
def test_bad_questions_of_values(make: Callable[[], Question], error: type[BadInput]) -> None:
    with pytest.raises(error) as caught:
        make()
    one_line(caught.value)


@given(st.lists(st.sampled_from(["independence", "domination", "queen", "8", "4x5:torus", "--size",
    "--holes", "a1", "b2,c3", "3", "--total", "--upper", "--where", "a1|b1", "--within", "border",
    "'", "--", "", "--require=a2", "--forbid"]), max_size=9))  # fmt: skip
def test_any_words_are_a_question_or_bad_input(words: list[str]) -> None:
    try:
        question = Question.parse(" ".join(words))
    except BadInput as error:
        one_line(error)
        return
    assert Question.parse(str(question)) == question


# Signatures


def signature(verb: str, text: str) -> str:
    return sign(verb, Question.parse(text)).digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("independence queen 6x8", "independence RB 8x6"),
        ("independence queen 8", "independence BR 8x8:plane"),
        ("independence queen 8 --holes a1,b2", "independence Q 8 --holes b2,a1"),
        ("independence queen 8 --holes a2", "independence queen 8 --holes g1"),
        ("independence queen 8 --walls a2", "independence queen 8 --walls h7"),
        ("independence vR 4x5", "independence sR 5x4"),
        ("independence vN 5", "independence sN 5"),
        ("independence king 5:torus --holes a1", "independence king 5:torus --holes c4"),
        ("independence king 4x5:cylinder --holes a1", "independence king 4x5:cylinder --holes c4"),
        ("independence queen 8 --forbid a1", "independence queen 8 --forbid h8"),
        ("independence queen 4 --within border", "independence queen 4 --forbid b2,b3,c2,c3"),
        ("independence queen 8 --within dark", "independence queen 8 --within light"),
        ("independence queen 8 --where 'a1 | b1'", "independence queen 8 --where 'g8 | h8'"),
        ("independence queen 8 --where 'a1 => h1'", "independence queen 8 --where 'h8 => a8'"),
        ("independence RD 6", "independence rook 6"),
        ("domination queen 6x8 --total", "domination queen 8x6 --total"),
    ],
)
def test_equal_signatures(one: str, other: str) -> None:
    for verb in ("solve", "count"):
        assert signature(verb, one) == signature(verb, other)


@pytest.mark.parametrize(
    "texts",
    [
        [f"independence queen {board}" for board in ("6", "6x7", "6:torus", "6:cylinder",
            "6 --holes a1", "6 --walls a1", "6 --holes b1", "6 --holes a1,b1",
            "6:torus --holes a1", "6:cylinder --holes a1", "6:cylinder --holes a2")],
        ["independence king 4x6:cylinder", "independence king 6x4:cylinder"],
        [f"independence {piece} 6" for piece in ("queen", "rook", "king", "R2", "R3", "vR", "NN")],
        ["independence RD 6 --walls a1", "independence rook 6 --walls a1"],
        [f"{kind} queen 6" for kind in ("independence", "domination", "domination --total",
            "domination --independent", "domination --upper", "domination --upper --independent")],
        [f"independence queen 6 {options}" for options in ("", "--size 5", "--size 6", "--size 0",
            "--require a1", "--require b1", "--forbid a1", "--within border", "--within diagonal",
            "--where a1", "--where ~a1", "--where b1", "--require a1 --forbid b1")],
    ],
    ids=["boards", "cylinders", "pieces", "walls", "kinds", "options"],
)  # fmt: skip
def test_different_signatures(texts: list[str]) -> None:
    digests = {signature(verb, text) for text in texts for verb in ("solve", "count", "first")}
    assert len(digests) == 3 * len(texts)


@settings(max_examples=30)  # a torus has hundreds of turns
@given(st.data())
def test_turned_questions_share_their_signature(data: st.DataObject) -> None:
    question = data.draw(questions())
    turn = data.draw(st.sampled_from(question.board.turns))
    turned = question.turned(turn)
    one, other = sign("solve", question), sign("solve", turned)
    assert one.text == other.text
    assert one.digest == other.digest
    assert one.question == question.normalised().turned(one.turn)
    assert Question.parse(one.text.removeprefix("solve ")) == one.question
    if turned.normalised() != question.normalised():
        assert sign("first", question).text != sign("first", turned).text
    assert sign("first", question).turn.is_identity
