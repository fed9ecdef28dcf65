"""The greedy queens of the infinite board, and how long the first placement agrees with them."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from satchess.engines.first_queens.greedy import greedy_columns
from satchess.errors import BadInput
from satchess.questions.leprechauns import QUEENS
from satchess.service.answer import lookup


@dataclass(frozen=True)
class GreedyQueens:
    """The columns, counted from 1, of the greedy queens in so many rows.

    `agreement` is how many rows the lexicographically first placement of as many queens on a board
    of as many rows begins with the same columns; None if that placement is not remembered.
    """

    columns: tuple[int, ...]
    agreement: int | None


def greedy_queens(number: int, *, cache: Path | str | bool = True) -> GreedyQueens:
    """Return the greedy queens of so many rows, compared with what is remembered."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadInput(f"rows {number!r}: expected a number from 1 on")
    columns = tuple(column + 1 for column in islice(greedy_columns(), number))
    known = None if cache is False else lookup("first", QUEENS.of(number), cache=cache)
    first = known.permutation if known is not None and known.status.is_final else None
    return GreedyQueens(columns, None if first is None else agreement(columns, first))


def agreement(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return how many rows two placements begin alike."""
    pairs = enumerate(zip(one, other, strict=True))
    return next((row for row, (a, b) in pairs if a != b), len(one))
