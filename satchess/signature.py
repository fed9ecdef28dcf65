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

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from satchess.domain.turns import Turn
from satchess.questions.base import Question
from satchess.verbs import verb_named

BY_MEANING = " by meaning"
"""The edition of counts whose symmetries earlier versions missed, going by the wording."""


@dataclass(frozen=True)
class Signature:
    """The canonical text of a request, and the turn that leads to it from the one asked.

    `edition` keeps them apart from wrong answers that earlier versions stored under the same text.
    """

    verb: str
    question: Question
    turn: Turn
    edition: str = ""

    @cached_property
    def text(self) -> str:
        """The canonical text."""
        return f"{self.verb} {self.question}"

    @cached_property
    def digest(self) -> str:
        """The cache key: a hash of the text."""
        return digest_of(f"{self.text}{self.edition}")


def digest_of(text: str) -> str:
    """Return the cache key for a canonical text."""
    return sha256(text.encode()).hexdigest()[:32]


def sign(verb: str, question: Question) -> Signature:
    """Return the signature of a request."""
    plain = question.normalised()
    signature = replace(_sign(verb, plain), edition=plain.edition)
    if _went_by_symmetries_of_wording(verb, plain.worded(), plain):
        return replace(signature, edition=f"{plain.edition}{BY_MEANING}")
    return signature


def sign_by_wording(verb: str, question: Question) -> Signature:
    """Return the signature that a request had before conditions were compared by their meaning."""
    return _sign(verb, question.worded())


def earlier_signature(verb: str, question: Question) -> Signature | None:
    """Return the signature under which an earlier version may have stored the same answer.

    None if there is no other, or if that answer may be wrong.
    """
    worded, plain = question.worded(), question.normalised()
    if worded == plain or _went_by_symmetries_of_wording(verb, worded, plain):
        return None
    return _sign(verb, worded)


def _went_by_symmetries_of_wording(verb: str, worded: Question, plain: Question) -> bool:
    """Whether earlier versions counted up to fewer symmetries than there are."""
    return "--up-to-symmetry" in verb and any(
        (worded.turned(turn) == worded) != (plain.turned(turn) == plain) for turn in plain.turns
    )


def _sign(verb: str, plain: Question) -> Signature:
    board = plain.board
    if verb_named(verb.partition(" ")[0]).oriented:
        return Signature(verb, plain, Turn(board.rows, board.columns))
    shapes: dict[str, Signature] = {}
    marked = _marked(plain)
    for turn in plain.turns:
        if turn.shifts and not marked:
            continue  # a bare torus looks the same after every shift
        signature = Signature(verb, plain.turned(turn), turn)
        shapes.setdefault(signature.text, signature)
    # after some turns a condition may be too large to compare by meaning: those come last
    return shapes[min(shapes, key=lambda text: (shapes[text].question.goes_by_wording, text))]


def _marked(question: Question) -> bool:
    """Whether anything but the piece and the size of the board tells squares apart."""
    board = question.board
    shift = Turn(board.rows, board.columns, row_shift=1 % board.rows)
    slide = Turn(board.rows, board.columns, column_shift=1 % board.columns)
    return question.turned(shift) != question or question.turned(slide) != question
