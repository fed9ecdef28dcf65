"""Everything that can go wrong, in one tree.

    SatchessError
    ├── BadInput                 the caller's words are wrong; exit code 2
    │   ├── BadSquare
    │   ├── BadBoard
    │   ├── BadPiece
    │   ├── BadPlacement
    │   ├── BadCondition
    │   ├── BadQuestion
    │   │   └── BadKeyword       an argument of Python that there is not; a TypeError too
    │   ├── TooLarge             more than a service takes from strangers
    │   └── BadPlugin            the name belongs to a plugin that cannot be used
    ├── MissingLibrary           an optional library is not installed; exit code 2
    ├── ServerError              a server cannot be reached, or refuses; exit code 2
    ├── NotKnown                 nothing in the cache, or out of reach; exit code 3
    ├── CacheError               the cache cannot be read or written; exit code 2
    │   ├── CacheDamaged         the file is not a cache of ours, or is broken
    │   ├── CacheUnwritable      no room, no permission, or locked for too long
    │   └── CacheConflict        two answers to one question contradict each other
    └── EngineError              an engine failed: a bug of ours; exit code 4
        ├── EngineDied           its process ended without an answer
        ├── WrongAnswer          what it returned breaks the rules of chess
        └── EnginesDisagree      a second engine says something else

A message is one line that names the input and what was expected.
"""

from collections.abc import Iterable


def close_to(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice that a mistyped word is closest to; None if none is close.

    >>> close_to("Quen", ["king", "queen"])
    'queen'
    """
    from difflib import get_close_matches  # only where something went wrong

    plain = {choice.lower(): choice for choice in choices}
    word = word.lower()[:60].replace("_", "-")
    closest = get_close_matches(word, plain, 1, 0.6)
    if not closest and len(word) > 2:
        closest = sorted((name for name in plain if name.startswith(word)), key=len)
    return plain[closest[0]] if closest else None


def or_rather(word: str, choices: Iterable[str]) -> str:
    """Return the end of a message that names the choice which was meant; empty if none is close."""
    meant = close_to(word, choices)
    return "" if meant is None else f"; did you mean {meant!r}?"


def expected_one_of(word: str, choices: Iterable[str]) -> str:
    """Return the end of a message about a word that is none of the choices."""
    choices = list(choices)
    return f"expected one of {', '.join(choices)}{or_rather(word, choices)}"


class SatchessError(Exception):
    """The root: catch this to catch everything satchess raises on purpose."""

    exit_code = 4


class BadInput(SatchessError):
    """The caller's words do not say anything that can be asked."""

    exit_code = 2


class BadSquare(BadInput):
    """Not the name of a square, or not a square of this board."""


class BadBoard(BadInput):
    """Not a board."""


class BadPiece(BadInput):
    """Not a piece, or one whose attacks are not a symmetric relation."""


class BadPlacement(BadInput):
    """Not a placement on this board."""


class BadCondition(BadInput):
    """A `--where` expression that does not parse or names no square."""


class BadQuestion(BadInput):
    """Unknown kind of question, or options that contradict each other."""


class BadKeyword(BadQuestion, TypeError):
    """A function of the library has no such argument."""


class TooLarge(BadInput):
    """More than a service takes: a larger board, a longer text."""


class BadPlugin(BadInput):
    """What another package offers under this name cannot be used."""


class MissingLibrary(SatchessError):
    """What was asked for needs a library that users can do without."""

    exit_code = 2

    def __init__(self, what: str, library: str, install: str = "") -> None:
        super().__init__(f"{what} needs {library}: pip install {install or library}")


class ServerError(SatchessError):
    """A server cannot be reached, does not answer as it should, or refuses."""

    exit_code = 2


class NotKnown(SatchessError):
    """There is no answer: not remembered, or out of reach of every engine."""

    exit_code = 3


class CacheError(SatchessError):
    """The cache cannot be used."""

    exit_code = 2


class CacheDamaged(CacheError):
    """The file is broken or not ours; it is left as it is."""


class CacheUnwritable(CacheError):
    """The answer could not be stored."""


class CacheConflict(CacheError):
    """A new answer contradicts a stored one; one of them is wrong."""


class EngineError(SatchessError):
    """An engine failed."""


class EngineDied(EngineError):
    """The process of an engine ended without an answer."""


class WrongAnswer(EngineError):
    """An engine returned a placement that breaks the rules; nothing was stored."""


class EnginesDisagree(EngineError):
    """Two engines gave different answers; neither is returned or stored."""
