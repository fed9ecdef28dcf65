"""Random words: squares, boards, pieces, placements, conditions and questions for hypothesis."""

from hypothesis import strategies as st

from satchess.domain.board import Board, Topology
from satchess.domain.conditions import Condition
from satchess.domain.pieces import NAMED, Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.questions import Domination, Independence, Question

LARGEST = 6
"""Rows and columns of random boards: large enough for every leap to land somewhere."""


def squares(board: Board) -> st.SearchStrategy[Square]:
    """Squares on which a piece can stand."""
    return st.sampled_from(board.squares)


def square_sets(board: Board, largest: int = 4) -> st.SearchStrategy[frozenset[Square]]:
    """A few squares of a board, or none."""
    return st.frozensets(squares(board), max_size=largest)


@st.composite
def boards(
    draw: st.DrawFn, topologies: tuple[Topology, ...] = tuple(Topology), missing: int = 4
) -> Board:
    """Boards of every topology, with up to so many holes and walls."""
    plain = Board(
        draw(st.integers(1, LARGEST)),
        draw(st.integers(1, LARGEST)),
        draw(st.sampled_from(topologies)),
    )
    gone = draw(square_sets(plain, min(missing, len(plain) - 1)))
    holes = frozenset(square for square in sorted(gone) if draw(st.booleans()))
    return Board(plain.rows, plain.columns, plain.topology, holes, gone - holes)


_leaps = st.sampled_from("WFDNAHCZG") | st.builds(
    "({},{})".format, st.integers(0, 5), st.integers(1, 5)
)
_ways = st.sampled_from(["", "", "", "v", "s"])
_reaches = st.sampled_from(["", "", "0", "1", "2", "3"])


@st.composite
def betza_parts(draw: st.DrawFn) -> str:
    """One move in Betza's notation, such as `vN` or `(4,1)0`."""
    letter = draw(_leaps | st.sampled_from("RB"))
    reach = draw(_reaches)
    ways = "" if letter in "FAGB" or _is_diagonal(letter) else draw(_ways)
    doubled = letter if letter in "WFDNAHCZG" and reach == "" and draw(st.booleans()) else ""
    return f"{ways}{letter}{doubled}{reach}"


def _is_diagonal(leap: str) -> bool:
    a, _, b = leap.strip("()").partition(",")
    return a == b


def betza_rows() -> st.SearchStrategy[list[str]]:
    """Moves that can stand in any order, one for each letter: R and R in a row would read as RR."""
    return st.lists(
        betza_parts(), min_size=1, max_size=3, unique_by=lambda part: part.strip("vs0123")[-1]
    )


MUTUAL = sorted(name for name in NAMED if Piece.parse(name).is_symmetric)


def pieces() -> st.SearchStrategy[Piece]:
    """Pieces with a name, leprechauns, and pieces without a name; their attacks are mutual."""
    names = st.sampled_from(MUTUAL) | st.sampled_from(["leprechaun:1", "leprechaun:2"])
    return (names | betza_rows().map("".join)).map(Piece.parse)


@st.composite
def placements(draw: st.DrawFn, board: Board, kinds: int = 1) -> Placement:
    """Up to so many kinds of pieces on a board."""
    kind = st.sampled_from(draw(st.lists(pieces(), min_size=kinds, max_size=kinds)))
    occupied = draw(st.frozensets(squares(board)))
    return Placement.of(Place(square, draw(kind)) for square in sorted(occupied))


_CALLS = ("And", "Or", "Xor", "Equal", "OneHot", "OneHot0", "Majority")
_NEGATED_CALLS = ("Nand", "Nor", "Xnor", "Unequal")


def condition_texts(board: Board, leaves: int = 10) -> st.SearchStrategy[str]:
    """Expressions over the squares of a board, as people and machines write them."""

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds("~({})".format, inner),
            st.builds(
                "({}) {} ({})".format, inner, st.sampled_from(["&", "|", "^", "=>", "<=>"]), inner
            ),
            st.builds("({}) ? ({}) : ({})".format, inner, inner, inner),
            st.builds(
                "{}({})".format,
                st.sampled_from([*_CALLS, *_NEGATED_CALLS]),
                st.lists(inner, max_size=4).map(", ".join),
            ),
            st.builds("AchillesHeel({}, {}, {}, {})".format, inner, inner, inner, inner),
        )

    return st.recursive(squares(board).map(str) | st.sampled_from("01"), grown, max_leaves=leaves)


@st.composite
def questions(draw: st.DrawFn, where: bool = True) -> Question:
    """Questions of every kind, with any options that go together."""
    board = draw(boards())
    require = draw(square_sets(board, 2))
    forbid = draw(square_sets(board, 3)) - require
    within = draw(st.none() | square_sets(board, len(board)))
    options: dict[str, object] = {
        "size": draw(st.none() | st.integers(0, len(board))),
        "require": require,
        "forbid": forbid,
        "within": within if within is None else within | require,
    }
    if where and draw(st.booleans()):
        options["where"] = Condition.parse(draw(condition_texts(board, 4)))
    piece = draw(pieces())
    if draw(st.booleans()):
        return Independence.of(piece, board, **options)
    options |= draw(st.sampled_from([{}, {"total": True}, {"independent": True}]))
    options |= {"upper": draw(st.booleans())}
    return Domination.of(piece, board, **options)
