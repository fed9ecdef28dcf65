"""Jobs in a sentence, as the pages and the list of jobs show them."""

from functools import lru_cache

from satchess.render.asking import asked
from satchess.request import Request


@lru_cache(4_096)
def sentence(kind: str, text: str) -> str:
    """Say in a sentence what a job is about.

    >>> sentence("certificate", "count queens 8")
    'Prove the answer. In how many ways can 8 queens fit on 8x8, none attacking another?'
    """
    match kind:
        case "answer":
            return asked(Request.parse(text))
        case "certificate":
            return f"Prove the answer. {asked(Request.parse(text))}"
    return f"Fill a table: {text}."
