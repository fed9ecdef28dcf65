"""Puzzle files: reading, complaints with lines, identity; detective chess and its maker."""

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satchess
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines import engine
from satchess.errors import BadInput, BadQuestion
from satchess.events import Listed
from satchess.puzzles.files import built_in_names, find
from satchess.puzzles.piece_counts import Number, PieceCounts
from satchess.puzzles.reading import KEYS, read_file, read_inline
from satchess.puzzles.sheet import Count, Peace, Sheet
from satchess.puzzles.writing import write_file
from satchess.questions import Question
from satchess.questions.puzzle import Puzzle
from satchess.service.puzzle_making import make_detective, parse_pieces
from satchess.signature import sign
from satchess.task import Task
from tests.paths import ROOT
from tests.strategies import boards, square_sets

PLAIN = 'board = "4x4"\npieces = { queen = 4 }\n'


def solutions(question: Question) -> list[Placement]:
    events = engine("sat").run(Task("list", question))
    return [p for event in events if isinstance(event, Listed) for p in event.placements]


# Those that come with satchess


def test_the_detective_sample_has_one_solution() -> None:
    (solution,) = solutions(Puzzle.of("detective"))
    assert " ".join(solution.words) == "king@a1 knight@e1 queen@c4 rook@f4 bishop@g8"
    assert not solutions(Puzzle.of("detective", transparent=True))


def test_the_detective_sample_by_its_printed_equations() -> None:
    """Section 4.5: squares 1 to 5 and pieces 1 to 5, king, queen, rook, bishop, knight."""
    marked = ["a1", "e1", "c4", "f4", "g8"]
    names = ["king", "queen", "rook", "bishop", "knight"]
    two = [(2, 5), (4, 1), (4, 2), (4, 3)]
    one = [(4, 1), (4, 2), (4, 3), (5, 2), (5, 3)]
    none = [(1, 2), (1, 4), (2, 2), (2, 3), (3, 5), (4, 1), (4, 2), (4, 4)]
    kept = []
    for pieces in permutations(range(1, 6)):
        standing = set(zip(range(1, 6), pieces, strict=True))
        if [len(standing & set(terms)) for terms in (two, one, none)] == [2, 1, 0]:
            kept.append({f"{names[p - 1]}@{marked[s - 1]}" for s, p in standing})
    assert kept == [set(solutions(Puzzle.of("detective"))[0].words)]


@pytest.mark.parametrize("name", built_in_names())
def test_built_in_puzzles_are_solved_and_checked(name: str) -> None:
    question = Puzzle.of(name)
    assert question.sheet.title
    placement = question.solve(cache=False).placement
    assert placement is not None
    assert not list(question.violations(placement))


def test_coloured_regions_by_backtracking() -> None:
    question = Puzzle.of("coloured-regions")
    region = {s: n for n, squares in enumerate(question.sheet.region_list) for s in squares}

    def rest(columns: tuple[int, ...]) -> list[tuple[int, ...]]:
        if len(columns) == 8:
            return [columns]
        used = {region[Square(row, column)] for row, column in enumerate(columns)}
        return [
            found
            for column in range(8)
            if column not in columns
            and (not columns or abs(columns[-1] - column) > 1)
            and region[Square(len(columns), column)] not in used
            for found in rest((*columns, column))
        ]

    assert [p.permutation(question.board) for p in solutions(question)] == [
        tuple(column + 1 for column in columns) for columns in rest(())
    ]


# Files


def test_a_file_and_its_text_are_one_question(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'title = "Mine"\n{PLAIN}peace = "all"\n', encoding="utf-8")
    question = Puzzle.of(str(path))
    assert str(path) not in str(question)
    assert Question.parse(str(question)) == question
    other = tmp_path / "yours.toml"
    other.write_text('peace="all"\npieces.queen=4\nboard="4"\n', encoding="utf-8")
    assert sign("solve", Puzzle.of(str(other))) == sign("solve", question)
    assert question.count(cache=tmp_path / "a.db").count == 2
    path.unlink()
    remembered = Question.parse(str(question)).count(cache=tmp_path / "a.db")
    assert (remembered.count, remembered.cached) == (2, True)


def test_both_ways_of_drawing() -> None:
    drawn = (
        PLAIN + 'regions = """\n aabb\n aabb\n ccdd\n c.dd\n"""\nattacks = "1 . . 2/. . . ./'
        '. . . ./3 - - 0..1"\n'
    )
    listed = (
        PLAIN + 'regions = ["a3 b3 a4 b4", "c3 d3 c4 d4", "a1 a2 b2", "c1 d1 c2 d2"]\n'
        '[attacks]\na4 = 1\nd4 = 2\na1 = 3\nd1 = "0..1"\n'
    )
    assert read_file(drawn, "a") == read_file(listed, "b")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("board = '4x4'\npieces = {queen = }\n", 2, ["not TOML"]),
        ("board = '4x4'\n[pieces]\nqueen = 4\nunicycle = 2\n", 4, ["unicycle", "expected"]),
        ("board = '4x4'\n[pieces]\nqueen = -4\n", 3, ["-4", "expected"]),
        ("board = '4x4'\n[pieces]\nqueen = '4..2'\n", 3, ["4..2", "empty"]),
        ("\nboard = '4y4'\npieces = {queen = 4}\n", 2, ["4y4", "expected"]),
        ("pieces = {queen = 4}\n", 1, ["board is missing", "expected"]),
        ("board = '4'\n", 1, ["pieces is missing", "expected"]),
        (f"{PLAIN}colour = 'red'\n", 3, ["colour", "expected one of"]),
        (f"{PLAIN}holes = 'a1 z9'\n", 3, ["z9"]),
        (f"{PLAIN}\nmarked = 'a1 e5'\n", 4, ["e5"]),
        (f"{PLAIN}[attacks]\na1 = 2\nb9 = 1\n", 5, ["b9"]),
        (f"{PLAIN}[attacks]\na1 = 'two'\n", 4, ["two", "expected"]),
        (f"{PLAIN}attacks = '1 2 3 4'\n", 3, ["expected 4 ranks, got 1"]),
        (f"{PLAIN}regions = 'aabb/aabb/ccd/ccdd'\n", 3, ["rank 2", "expected 4 squares, got 3"]),
        (f"{PLAIN}regions = ['a1 a2', 'a2 b2']\n", 3, ["a2 is in two"]),
        (f"{PLAIN}peace = 'often'\n", 3, ["often", "expected none, kind or all"]),
        (f"{PLAIN}transparent = 'yes'\n", 3, ["yes", "expected true or false"]),
        (f"{PLAIN}where = 'a1 &'\n", 3, ["expected"]),
        (f"{PLAIN}where = 'a9'\n", 3, ["a9"]),
        (f"{PLAIN}most = 'rook'\n", 3, ["rook", "expected queen"]),
        (f"{PLAIN}most = {{queen = 0}}\n", 3, ["weight", "expected"]),
        (f"{PLAIN}most = 'queen'\nfewest = 'queen'\n", 3, ["expected one"]),
        (f"{PLAIN}given = {{a1 = 'rook'}}\n", 3, ["rook", "expected queen"]),
        (f"{PLAIN}empty = 'a1'\ngiven = {{a1 = 'queen'}}\n", 3, ["a1"]),
        (
            f"{PLAIN}[[count]]\nsquares='a1'\nnumber=1\n[[count]]\nsquares='a1'\n",
            6,
            ["number"],
        ),
        (f"{PLAIN}[[count]]\nsquares = 'a1'\nnumber = 1\npiece = 'king'\n", 6, ["king"]),
        (f"{PLAIN}[moves]\nqueen = 'dance'\n", 4, ["dance", "expected"]),
    ],
)
def test_complaints_name_the_line(text: str, line: int, words: list[str]) -> None:
    with pytest.raises(BadQuestion) as caught:
        read_file(text, "my.toml")
    message = str(caught.value)
    assert message.startswith(f"my.toml, line {line}: ")
    assert "\n" not in message
    assert all(word in message for word in words), message


@pytest.mark.parametrize("text", ["nowhere.toml", "{board = 4}", "{board = '4'", "{}", ".", "\0"])
def test_bad_puzzles_get_one_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        find(text)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadQuestion, match="UTF-8"):
        find(str(path))


@st.composite
def numbers(draw: st.DrawFn) -> Number:
    least = draw(st.integers(0, 3))
    ranges = [Number(least, least), Number(least, least + 2), Number(least)]
    return draw(st.sampled_from([*ranges, Number(odd=True), Number(odd=False)]))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    board = draw(boards(missing=2))
    kinds = [Piece.parse_any(name) for name in ("queen", "(4,1)", "leprechaun:2", "pawn", "vR")]
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3, unique=True))
    pieces = PieceCounts.of((kind, draw(numbers())) for kind in chosen)
    some = square_sets(board)
    parts = draw(some), draw(some)
    given = [Place(square, chosen[0]) for square in sorted(draw(square_sets(board, 1)))]
    marked = draw(st.none() | some)
    taken = {*(marked or ()), *(place.square for place in given)}
    return Sheet(
        board,
        pieces,
        moves=((chosen[0], Piece.parse("RF")),) if draw(st.booleans()) else (),
        marked=None if marked is None else marked | {place.square for place in given},
        empty=draw(some) - taken,
        given=frozenset(given),
        peace=draw(st.sampled_from(Peace)),
        transparent=draw(st.booleans()),
        attacks=frozenset((square, draw(numbers())) for square in draw(some)),
        regions=frozenset({parts[0], parts[1] - parts[0]} - {frozenset()}),
        each=draw(numbers()),
        count=frozenset(
            {Count(squares, draw(numbers()), chosen[0]) for squares in parts if squares}
        ),
        lit=draw(st.none() | some),
    )


@given(sheets())
def test_sheets_can_be_read_back(sheet: Sheet) -> None:
    assert read_inline(str(sheet)) == sheet
    assert read_file(write_file(sheet), "again") == sheet
    assert str(read_inline(str(sheet))) == str(sheet)


@settings(max_examples=25)
@given(sheets(), st.data())
def test_turns_of_a_sheet(sheet: Sheet, data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from(sheet.board.turns))
    assert sheet.turned(turn).turned(turn.inverse) == sheet
    assert sign("count", Puzzle(sheet)).digest == sign("count", Puzzle(sheet.turned(turn))).digest


PAGE = ROOT / "docs" / "reference" / "puzzle-files.md"


def test_every_key_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [key for key in KEYS if f"| `{key}` |" not in page] == []


def test_documented_puzzles_have_solutions() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    numbers = [len(solutions(Puzzle(read_file(text, "example")))) for text in examples]
    assert numbers[:3] == [1, 1, 1]
    assert numbers[3] > 0


# The maker


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("board", "pieces", "transparent"),
    [("8x8", "KQRBN", False), ("5x6", "QQRN", True), ("6x6", "amazon=1,C=2,nightrider=1", False)],
)
def test_made_puzzles_are_unique_and_minimal(
    board: str, pieces: str, transparent: bool, seed: int
) -> None:
    sheet = make_detective(Board.parse(board), parse_pieces(pieces), seed, transparent=transparent)
    assert sheet == make_detective(
        Board.parse(board), parse_pieces(pieces), seed, transparent=transparent
    )
    assert read_file(write_file(sheet), "made") == sheet
    kinds = [kind for kind, number in sheet.pieces.entries for _ in range(number.least)]
    squares = sorted(sheet.marked or ())
    ways = {Placement.of(map(Place, squares, order)) for order in set(permutations(kinds))}

    def fits(placement: Placement, left_out: Square | None = None) -> bool:
        there = Puzzle(sheet).attack_numbers(placement)
        return all(there[s] in number for s, number in sheet.attacks if s != left_out)

    assert sum(map(fits, ways)) == 1
    for square, _ in sheet.attacks:
        assert sum(fits(way, square) for way in ways) > 1


def test_all_numbers() -> None:
    sheet = make_detective(Board.parse("5"), parse_pieces("KQRBN"), 7, all_numbers=True)
    assert sheet.marked is None
    assert {square for square, _ in sheet.attacks} == set(sheet.board.squares)
    (solution,) = solutions(Puzzle(sheet))
    assert not list(Puzzle(sheet).violations(solution))


@pytest.mark.parametrize("pieces", ["KK", "king", "dance", "KQRBN"])
def test_what_cannot_be_made(pieces: str) -> None:
    """Two equal pieces on their squares are no riddle; five do not fit on four squares."""
    with pytest.raises(BadInput):
        make_detective(Board.parse("2"), parse_pieces(pieces), 1)


# Blocking, by hand


@pytest.mark.parametrize(
    ("placement", "square", "opaque", "transparent"),
    [
        ("queen@a1 rook@c1", "e1", 1, 2),
        ("queen@a1 rook@c1 knight@d3", "e1", 2, 3),
        ("queen@a1 bishop@c3", "e5", 1, 2),
        ("queen@a1 knight@b2", "e5", 0, 1),
        ("rook@a1 rook@e5", "a5", 2, 2),
        ("rook@a1 knight@a3", "a3", 1, 1),
    ],
)
def test_lines_are_blocked(placement: str, square: str, opaque: int, transparent: int) -> None:
    sheet = Sheet(Board.parse("5"), PieceCounts.parse("queen,rook,bishop,knight"))
    placed = Placement.parse(placement, None)
    for question, expected in (
        (Puzzle(sheet), opaque),
        (Puzzle(sheet, transparent=True), transparent),
    ):
        assert question.attack_numbers(placed)[Square.parse(square)] == expected


def test_the_library_asks_puzzles_too(tmp_path: Path) -> None:
    assert satchess.ask("count puzzle detective", cache=tmp_path / "a.db").count == 1
