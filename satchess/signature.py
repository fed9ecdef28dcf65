"""Signatures: one canonical text for all requests that have provably the same answer.

A board and its transpose, another order of holes, a piece and its Betza spelling have one
signature. The lexicographically first placement depends on the orientation of the board, so its
signature is not shared across turns.

>>> from satchess.questions import Question
>>> sign("solve", Question.parse("independence RB 8x6")).text
'solve independence queen 6x8'
>>> sign("first", Question.parse("independence RB 8x6")).text
'first independence queen 8x6'
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from satchess.domain.turns import Turn
from satchess.questions.base import Question
from satchess.verbs import verb_named


@dataclass(frozen=True)
class Signature:
    """The canonical text of a request, and the turn that leads to it from the one asked."""

    verb: str
    question: Question
    turn: Turn

    @cached_property
    def text(self) -> str:
        """The canonical text."""
        return f"{self.verb} {self.question}"

    @cached_property
    def digest(self) -> str:
        """The key of the cache: a hash of the text."""
        return sha256(self.text.encode()).hexdigest()[:32]


def sign(verb: str, question: Question) -> Signature:
    """Return the signature of a request."""
    plain = question.normalised()
    board = plain.board
    if verb_named(verb.partition(" ")[0]).oriented:
        return Signature(verb, plain, Turn(board.rows, board.columns))
    shapes: dict[str, Signature] = {}
    marked = _marked(plain)
    for turn in board.turns:
        if turn.shifts and not marked:
            continue  # a bare torus looks the same after every shift
        signature = Signature(verb, plain.turned(turn), turn)
        shapes.setdefault(signature.text, signature)
    return shapes[min(shapes)]


def _marked(question: Question) -> bool:
    """Whether anything but the piece and the size of the board tells squares apart."""
    board = question.board
    shift = Turn(board.rows, board.columns, row_shift=1 % board.rows)
    slide = Turn(board.rows, board.columns, column_shift=1 % board.columns)
    return question.turned(shift) != question or question.turned(slide) != question
