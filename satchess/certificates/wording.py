"""A question in the words that the checker reads: squares spelt out, nothing abbreviated."""

import shlex

from satchess.domain.squares import write_squares
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.questions.grammar import Form, said_by, words_of
from satchess.verify.question import Asked, read_question
from satchess.verify.refusal import Refused

REGIONS = ("within", "target")
"""Options that may have been given as the name of a region."""


def plain_text(question: Question) -> str:
    """Write a question for the checker."""
    table = words_of(type(question))
    words = [question.kind]
    for name, text in said_by(question).items():
        if table[name].form is not Form.ARGUMENT:
            words.append(f"--{name}")
        if name in REGIONS:
            text = write_squares(getattr(question, name))
        if table[name].form is Form.ARGUMENT:
            words.append(str(text))
        elif table[name].form is Form.OPTION:
            words.append(shlex.quote(str(text)))
    return " ".join(words)


def asked(question: Question) -> Asked:
    """Return the question as the checker reads it; `NotKnown` if it cannot."""
    try:
        return read_question(plain_text(question))
    except Refused as refusal:
        raise NotKnown(f"no certificate of '{question}': {refusal}") from None
