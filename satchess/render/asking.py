"""Requests as sentences: what is asked, before there is an answer."""

from satchess.model import Sense
from satchess.questions import KINDS
from satchess.questions.base import Question
from satchess.questions.grammar import Form, said_by, words_of
from satchess.questions.weighed import WeighedQuestion
from satchess.request import Request
from satchess.verbs import VERBS

_BEST = {Sense.FEWEST: "the fewest possible", Sense.MOST: "the most possible"}
_EXTREME = {Sense.FEWEST: "smallest", Sense.MOST: "largest"}


def asked(request: Request) -> str:
    """Write a request as a sentence.

    >>> asked(Request.parse("solve domination queen 8"))
    'What is the smallest number of queens that attack every empty square of 8x8?'
    >>> asked(Request.parse("count queens 8 --up-to-symmetry"))
    'In how many ways, up to symmetry, can 8 queens fit on 8x8, none attacking another?'
    """
    question = request.question
    if not isinstance(question, WeighedQuestion) or request.verb not in VERBS:
        return _summed_up(request)
    doing = f"{question.achievement(2)}{question.conditions}{_distinction(question)}"
    if question.weights is None and question.goal is not None and request.verb == "solve":
        things = question.kinds[0].plural
        return f"What is the {_EXTREME[question.goal]} number of {things} that {doing}?"
    subject = _subject(question, by_size=request.counting.by_size)
    match request.verb:
        case "count":
            return f"{_how_many(request)} can {subject} {doing}?"
        case "list":
            return f"In which ways can {subject} {doing}? All of them."
        case "first":
            return f"Which is the first of all ways in which {subject} {doing}?"
    return f"How can {subject} {doing}?"


def _subject(question: WeighedQuestion, *, by_size: bool) -> str:
    """Name the pieces, and how many there are to be."""
    piece = question.kinds[0]
    if question.given_size is not None:
        return piece.named(question.given_size)
    if question.weights is None and question.goal is not None:
        return f"{_BEST[question.goal]} {piece.plural}"
    return piece.plural if by_size else f"any number of {piece.plural}"


def _how_many(request: Request) -> str:
    """Ask how many ways there are, and what counts as one."""
    counting = request.counting
    said = "In how many ways" + ", up to symmetry," * counting.up_to_symmetry
    return f"For each number of them, {said[0].lower()}{said[1:]}" if counting.by_size else said


def _distinction(question: WeighedQuestion) -> str:
    """Say what weights ask for."""
    if question.weights is not None:
        least = "little" if question.lightest else "much"
        return f", their squares weighing as {least} as can be {question.weights.described}"
    if question.asks_for_fingerprint and question.bottleneck is not None:
        return f", with the smallest fingerprint {question.bottleneck.described}"
    return ""


def _summed_up(request: Request) -> str:
    """Ask for what the summary of the kind says, where no sentence is made of a number."""
    question = request.question
    if question.kind == "puzzle":
        said = "a solution of the puzzle"
    else:
        summary = KINDS[question.kind].summary.rstrip(".")
        said = f"{summary}, on {question.board.described}"
        said = said if said[1] == " " else f"{said[0].lower()}{said[1:]}"
    said += _options(question)
    match request.verb:
        case "count":
            return f"{_how_many(request)}? Wanted: {said}."
        case "list":
            return f"Find all: {said}."
        case "first":
            return f"Find the first: {said}."
    return f"Find {said}." if question.kind == "puzzle" else f"Find: {said}."


def _options(question: Question) -> str:
    """Name the options that a summary does not know of."""
    table = words_of(type(question))
    said = {n: text for n, text in said_by(question).items() if table[n].form is not Form.ARGUMENT}
    options = (f"--{name}" if text is True else f"--{name} {text}" for name, text in said.items())
    return f" ({' '.join(options)})" if said else ""
