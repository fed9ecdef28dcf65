"""Tables in words: `count domination king 3..6x3..6`."""

from collections.abc import Mapping
from dataclasses import dataclass

from satchess.errors import BadQuestion, TooLarge, expected_one_of
from satchess.questions import Question
from satchess.questions.base import read_words
from satchess.request import BY_SIZE, PLAIN, UP_TO_SYMMETRY, Counting, Request
from satchess.service.table import table_questions
from satchess.tables import Key

VERBS = ("solve", "count", "first")
"""What a table may ask of its cells."""


@dataclass(frozen=True)
class Asked:
    """What a table asks: the question of each cell."""

    verb: str
    counting: Counting
    names: tuple[str, ...]
    questions: Mapping[Key, Question]


def read_table(text: str, most: int) -> Asked:
    """Read a verb and a question with ranges; `most` cells are taken."""
    verb, _, rest = text.strip().partition(" ")
    if verb not in VERBS:
        raise BadQuestion(f"table {text!r}: {expected_one_of(verb, VERBS)}")
    words = rest.split()
    counting = PLAIN
    if verb == "count":
        counting = Counting(by_size=BY_SIZE in words, up_to_symmetry=UP_TO_SYMMETRY in words)
    for flag in (BY_SIZE, UP_TO_SYMMETRY):
        rest = f" {rest} ".replace(f" {flag} ", " ")
    names, questions = table_questions(*read_words(rest.strip()))
    if len(questions) > most:
        raise TooLarge(f"table: {len(questions)} cells, expected at most {most}")
    for question in questions.values():
        Request(verb, question, counting).ensure_askable()
    return Asked(verb, counting, names, questions)
