"""As many as rows: `queens N`, `leprechauns K N` and `beautiful N` place n pieces on n x n.

All are short for a question of independence with as many pieces as rows. A leprechaun of range k
moves like a queen or to any square within k king moves: G. Escamocher, B. O'Sullivan, Leprechauns
on the chessboard, Discrete Math. 344 (2021).
"""

from typing import Any

from satchess.domain.board import Board
from satchess.domain.pieces import Piece, leprechaun
from satchess.domain.weights import Bottleneck
from satchess.errors import BadQuestion
from satchess.questions.base import Question
from satchess.questions.grammar import Abbreviation, Form, Word, words_of
from satchess.questions.independence import Independence

_OF_INDEPENDENCE = words_of(Independence)

_BOARD = Word(
    Form.ARGUMENT,
    "N",
    "The side of the board, such as 8, or 8x8:torus.",
    Board.parse,
    _OF_INDEPENDENCE["board"].write,
    _OF_INDEPENDENCE["board"].suboptions,
)
_RANGE = Word(
    Form.ARGUMENT, "K", "How many king moves a leprechaun reaches.", leprechaun, lambda piece, _: ""
)
_WHERE = {
    name: _OF_INDEPENDENCE[name] for name in ("within", "require", "forbid", "where", "symmetric")
}
_WEIGHTS = {
    name: _OF_INDEPENDENCE[name] for name in ("lightest", "heaviest", "bottleneck", "fingerprint")
}


def one_in_each_row(board: Board, piece: Piece, **options: Any) -> Independence:
    """Ask for as many pieces as rows on a square board, none attacking another."""
    if board.rows != board.columns:
        raise BadQuestion(f"board '{board}': expected a square one, such as 8")
    if board.rows > len(board):
        raise BadQuestion(f"board '{board}': expected at least {board.rows} squares")
    return Independence(piece, board, size=board.rows, **options)


def leprechauns(range: Piece, board: Board, **options: Any) -> Independence:
    """Ask for leprechauns; `range` is one of that range."""
    return one_in_each_row(board, range, **options)


def queens(board: Board, **options: Any) -> Independence:
    """Ask for queens."""
    return one_in_each_row(board, Piece.parse("queen"), **options)


def beautiful(board: Board, **options: Any) -> Independence:
    """Ask for queens with the farthest as close to the centre as possible, then the next."""
    return queens(board, bottleneck=Bottleneck("centre"), **options)


LEPRECHAUNS: Abbreviation[Question] = Abbreviation(
    "leprechauns",
    "N leprechauns of range K on N x N, none attacking another.",
    {"range": _RANGE, "board": _BOARD, **_WHERE, **_WEIGHTS},
    leprechauns,
)

QUEENS: Abbreviation[Question] = Abbreviation(
    "queens",
    "N queens on N x N, none attacking another.",
    {"board": _BOARD, **_WHERE, **_WEIGHTS},
    queens,
)

BEAUTIFUL: Abbreviation[Question] = Abbreviation(
    "beautiful",
    "N queens on N x N, none attacking another, as close to the centre as possible.",
    {"board": _BOARD, **_WHERE},
    beautiful,
)
