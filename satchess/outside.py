"""Texts from outside: what a stranger's words may name.

On the command line, a question may name a file and any board. A service reads words of people that
it does not know: no file is opened for them, and no board is built that is larger than it takes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from satchess.errors import BadQuestion, TooLarge

_most_squares: ContextVar[int | None] = ContextVar("satchess_outside", default=None)


@contextmanager
def from_outside(most_squares: int) -> Iterator[None]:
    """Read words without opening files or building boards of more squares.

    >>> from satchess.questions import Question
    >>> with from_outside(100):
    ...     Question.parse("independence queen 11x11")
    Traceback (most recent call last):
        ...
    satchess.errors.TooLarge: board 11x11: 121 squares, expected at most 100
    """
    token = _most_squares.set(most_squares)
    try:
        yield
    finally:
        _most_squares.reset(token)


def ensure_file_allowed(what: str, expected: str) -> None:
    """Refuse to open a file for a stranger."""
    if _most_squares.get() is not None:
        raise BadQuestion(f"{what}: expected {expected}")


def ensure_board_allowed(rows: int, columns: int) -> None:
    """Refuse a board that is too large for a stranger, before anything of its size is built."""
    most = _most_squares.get()
    if most is not None and rows * columns > most:
        raise TooLarge(f"board {rows}x{columns}: {rows * columns} squares, expected at most {most}")
