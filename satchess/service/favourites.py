"""Favourites: who starts a race, by what was learned from earlier ones.

Requests are of one *sort* if they differ in numbers and squares alone and their boards are about as
large. The winner of the last race of a sort goes first in the next; where nothing has been learned
yet, a table that comes with satchess knows (`tools/favourites.py` makes it).
"""

import json
import re
from functools import cache
from math import log2
from pathlib import Path

from satchess.cache.races import RaceBook, Win
from satchess.engines import ENGINES
from satchess.request import Request
from satchess.service.race import Entrant

SHIPPED = Path(__file__).with_name("favourites.json")
"""The table that comes with satchess."""

_OPTION = r"(--[\w-]+)(?: (?:'[^']*'|[^\s-]\S*))?"
_NUMBER = r"\d+"


def sort_of(request: Request) -> str:
    """Return what requests have in common if the same engine is likely to win.

    >>> sort_of(Request.parse("count separation queen 8 --pawns 2"))
    'count separation queen NxN --pawns, about 64 squares'
    """
    question = re.sub(_NUMBER, "N", re.sub(_OPTION, r"\1", str(request.question)))
    size = 2 ** (round(2 * log2(len(request.question.board) or 1)) / 2)
    return f"{request.verb_with_flags} {question}, about {size:.0f} squares"


def favourite(request: Request, book: RaceBook | None) -> Entrant | None:
    """Return who should start, if anything is known."""
    sort = sort_of(request)
    win = book.last(sort) if book is not None else None
    win = win or shipped().get(sort)
    if win is None or win.engine not in ENGINES:
        return None
    return Entrant(win.engine, win.solver)


@cache
def shipped() -> dict[str, Win]:
    """Return the table that comes with satchess, by sorts."""
    table = json.loads(SHIPPED.read_text("utf-8"))
    return {entry["sort"]: Win(**entry) for entry in table}
