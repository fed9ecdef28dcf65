"""Patterns: a request for every N, such as `count domination king NxN`.

>>> str(Pattern.parse("count independence king 2Nx2N").at(3))
'count independence king 6x6'
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from satchess.errors import BadInput, BadQuestion, expected_one_of
from satchess.questions import KINDS, KindOfQuestion
from satchess.questions.base import read_words
from satchess.questions.grammar import build, words_of
from satchess.questions.wording import kind_named
from satchess.request import Counting, Request, split_flags
from satchess.verbs import VERBS

ASKABLE = ("solve", "count")
"""The verbs whose answer is a number."""

_SUM = r"\d{0,3}[Nn](?:[+-]\d{1,4})?"
_PART = rf"(?:\({_SUM}\)|{_SUM}|\d{{1,5}})"
_SIZES = rf"{_PART}(?:(?:x|\.\.){_PART})?(?P<glued>:[a-z]+)?"
_NUMBER = r"\(?(?P<times>\d{0,3})[Nn](?P<plus>[+-]\d{1,4})?\)?"


@dataclass(frozen=True)
class Pattern:
    """A verb and the words of a question in which N stands for a number.

    N stands in boards and in numbers: `N`, `NxN`, `2xN`, `Nx(N+1)`, `2Nx2N:torus`, `--size 2N-1`.
    What names a piece is left alone, for `N` is a knight.
    """

    verb: str
    words: str
    counting: Counting

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Read a pattern; without a verb, `solve` is meant."""
        verb, _, words = text.strip().partition(" ")
        if kind_named(verb, KINDS) is not None:
            verb, words = "solve", text.strip()
        verb = verb if verb in VERBS else verb.lower()
        if verb not in ASKABLE:
            expected = expected_one_of(verb, ASKABLE)
            raise BadQuestion(f"pattern {text!r}: {expected} to begin with")
        words, counting = split_flags(words)
        if counting.by_size:
            raise BadQuestion(f"pattern {text!r}: --by-size gives more than one number for each N")
        pattern = cls(verb, " ".join(words.split()), counting)
        said = read_words(words)[1]
        if said == pattern._filled(1)[1]:
            raise BadQuestion(
                f"pattern {text!r}: nothing varies, expected N in a board or a number, such as NxN"
            )
        return pattern

    def __str__(self) -> str:
        """Return the pattern as it can be read again."""
        return f"{self.counting.with_flags(self.verb)} {self.words}"

    @property
    def kind(self) -> KindOfQuestion:
        """What kind of question is asked."""
        return read_words(self.words)[0]

    def at(self, number: int) -> Request:
        """Return the request for one N."""
        kind, said = self._filled(number)
        try:
            request = Request(self.verb, build(kind, said), self.counting)
            request.ensure_askable()
        except BadInput as error:
            raise BadQuestion(f"N = {number}: {error}") from None
        return request

    def confirmed(self) -> "Pattern":
        """Return the same, counted by a second engine too."""
        return replace(self, counting=replace(self.counting, cross_check=True))

    def _filled(self, number: int) -> tuple[KindOfQuestion, dict[str, object]]:
        kind, said = read_words(self.words)
        table = words_of(kind)
        pieces = {name for name, word in table.items() if word.metavar == "PIECE"}
        return kind, {
            name: value if name in pieces else _with_number(value, number)
            for name, value in said.items()
        }


def _with_number(value: Any, number: int) -> Any:
    """Put a number where N stands; a text that is no size has no N."""
    if not isinstance(value, str) or re.fullmatch(_SIZES, value) is None:
        return value
    sizes, colon, glued = value.partition(":")

    def put(match: re.Match[str]) -> str:
        return str(int(match["times"] or 1) * number + int(match["plus"] or 0))

    return f"{re.sub(_NUMBER, put, sizes)}{colon}{glued}"
