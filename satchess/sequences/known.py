"""Sequences that are known to be the same question: `known.toml`, beside this file.

It holds no terms: what a sequence is called, what it asks, and how far its table goes.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from satchess.errors import BadInput, close_to
from satchess.sequences.pattern import Pattern

_NUMBER = r"A\d{6}"
_SAMPLES = (5, 6, 7)
"""The N for which patterns that ask the same are compared."""


@dataclass(frozen=True)
class Known:
    """A sequence of OEIS, and the pattern whose term for N is its term with index N."""

    number: str
    name: str
    """In our words."""
    pattern: Pattern
    offset: int
    """The index of its first term."""
    until: int
    """The index of the last term in its table, as far as we have seen it."""
    compared: int
    """The terms up to this one were computed, and agree with the table."""
    given: tuple[tuple[int, int], ...] = ()
    """Terms by convention, which no question answers: those of boards without squares, mostly."""
    extended: str = ""
    """Who computed the last terms."""
    seen: str = ""
    """The date of the revision of its table that was read."""

    @property
    def quick(self) -> range:
        """The indices that take seconds."""
        return range(self.offset, self.compared + 1)

    def as_json(self) -> dict[str, object]:
        """Return what `satchess sequence --list --format json` prints of it."""
        return {
            "sequence": self.number,
            "name": self.name,
            "pattern": str(self.pattern),
            "offset": self.offset,
            "until": self.until,
            "compared": self.compared,
            "given": {str(n): value for n, value in self.given},
            "extended": self.extended,
            "seen": self.seen,
        }


@cache
def all_known() -> Mapping[str, Known]:
    """Return the sequences by their numbers."""
    text = files("satchess.sequences").joinpath("known.toml").read_text(encoding="utf-8")
    return {number: _read(number, entry) for number, entry in tomllib.loads(text).items()}


def _read(number: str, entry: dict[str, object]) -> Known:
    given = entry.pop("given", {})
    assert isinstance(given, dict)
    pattern = Pattern.parse(str(entry.pop("pattern")))
    terms = tuple((int(n), int(value)) for n, value in given.items())
    return Known(number, pattern=pattern, given=terms, **entry)  # type: ignore[arg-type]


def is_number(text: str) -> bool:
    """Whether a text is the number of a sequence, in whatever letters."""
    return re.fullmatch(_NUMBER, text.strip().upper()) is not None


def known_as(number: str) -> Known:
    """Return the sequence of this number; `BadInput` if we do not know what it asks."""
    number, known = number.strip().upper(), all_known()
    if number not in known:
        near = close_to(number, known)
        meant = f"; did you mean {near}?" if near else ""
        raise BadInput(
            f"sequence {number}: not among the {len(known)} that"
            f" 'satchess sequence --list' names{meant}"
        )
    return known[number]


def known_like(pattern: Pattern) -> Known | None:
    """Return the sequence that asks the same for each N, if we know one."""
    alike = (one for one in all_known().values() if one.pattern.verb == pattern.verb)
    asked = _asked(pattern)
    return next((one for one in alike if _asked(one.pattern) == asked), None)


@cache
def _asked(pattern: Pattern) -> tuple[str, ...]:
    try:
        return tuple(str(pattern.at(number)) for number in _SAMPLES)
    except BadInput:  # no question at all for these N
        return (str(pattern),)
