"""Sizes: how many pieces there may be, exactly or from one number to another.

>>> str(parse_sizes("3..5")), str(parse_sizes("..5")), parse_sizes("4..4")
('3..5', '..5', 4)
"""

import re
from dataclasses import dataclass

from satchess.errors import BadQuestion

_SIZES = r"(?a)(\d{1,9})|(\d{0,9})\.\.(\d{0,9})"


@dataclass(frozen=True)
class Sizes:
    """At least and at most so many pieces; None: as many as there are squares."""

    least: int = 0
    most: int | None = None

    def __str__(self) -> str:
        return f"{self.least or ''}..{'' if self.most is None else self.most}"

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def allowed(self, things: str) -> str:
        """Say how many there may be, as part of a sentence."""
        if self.most is None:
            return f"where at least {self.least} {things} are asked for"
        numbers = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
        return f"where {numbers} {things} are allowed"


def parse_sizes(text: str) -> int | Sizes:
    """Read `8`, `3..5`, `3..` or `..5`."""
    match = re.fullmatch(_SIZES, text.strip())
    if match is None or text.strip() == "..":
        raise BadQuestion(f"--size {text!r}: expected a number, such as 8, or a range, 3..5")
    if match[1]:
        return int(match[1])
    least, most = int(match[2] or 0), int(match[3]) if match[3] else None
    if most is not None and most < least:
        raise BadQuestion(f"--size {text!r}: expected the smaller number first, {most}..{least}")
    return least if least == most else Sizes(least, most)


def sizes_among(size: int | Sizes | None, squares: int) -> int | Sizes | None:
    """Return sizes in their plainest form where there are so many squares; None: any number.

    >>> sizes_among(Sizes(0, 99), 64), sizes_among(Sizes(64, None), 64), sizes_among(70, 64)
    (None, 64, 70)
    """
    if not isinstance(size, Sizes):
        return size
    most = None if size.most is None or size.most >= squares else size.most
    if size.least == (squares if most is None else most):
        return size.least
    return Sizes(size.least, most) if size.least or most is not None else None
