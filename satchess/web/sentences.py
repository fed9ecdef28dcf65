"""Requests in a sentence, as the pages and the list of jobs show them."""

import re
from functools import lru_cache

from satchess.model import Sense
from satchess.questions import Question
from satchess.request import Request

_NUMBER = 4242
"""Stands for the optimum in a statement, to be replaced by words."""

_PROOF = re.compile(r", and (no|none) [^,]*\.$")
"""The end of a statement that says that nothing is better."""

_LEADS = {
    "solve": "Find a placement",
    "count": "Count the placements",
    "list": "List the placements",
    "first": "Find the lexicographically first placement",
}


@lru_cache(4_096)
def sentence(kind: str, text: str) -> str:
    """Say in a sentence what a job is about."""
    match kind:
        case "answer":
            return describe(Request.parse(text))
        case "certificate":
            return f"Prove the answer. {describe(Request.parse(text))}"
    return f"Fill a table: {text}."


def describe(request: Request) -> str:
    """Say in a sentence what is asked.

    >>> describe(Request.parse("solve domination queen 8x8"))
    'How few queens attack every empty square of 8x8?'
    >>> describe(Request.parse("count independence king 6 --by-size"))
    'Count the placements of each size: the most kings fit on 6x6, none attacking another.'
    >>> describe(Request.parse("count queens 8"))
    'Count the placements: 8 queens fit on 8x8, none attacking another.'
    """
    question, counting = request.question, request.counting
    if (statement := _statement(question)) is None:
        return f"{_lead(request)}: {question}."
    number = str(_NUMBER)
    if question.goal is None or not statement.startswith(number):
        return f"{_lead(request)}: {statement}"
    rest = _PROOF.sub(".", statement.removeprefix(number))
    few, fewest = _WORDS[question.goal]
    if request.verb == "solve" and not counting.by_size:
        return f"{few}{rest.removesuffix('.')}?"
    return f"{_lead(request)}: {fewest}{rest}"


_WORDS = {Sense.FEWEST: ("How few", "the fewest"), Sense.MOST: ("How many", "the most")}


def _statement(question: Question) -> str | None:
    """Return what the question says of its optimum; None where that says nothing of use."""
    value = question.given_value if question.goal is None else _NUMBER
    if value is None and question.has_value:
        return None
    statement = question.statement(value)
    if question.goal is not None and not statement.startswith(str(_NUMBER)):
        return None
    return None if "None" in statement else statement


def _lead(request: Request) -> str:
    counting = request.counting
    sizes = " of each size" * counting.by_size
    return f"{_LEADS[request.verb]}{sizes}{' up to symmetry' * counting.up_to_symmetry}"
