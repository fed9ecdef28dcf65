"""Phrases: numbers with their nouns, and lists, as English sentences have them."""

from collections.abc import Iterable, Sequence

from satchess.domain.squares import Square

MOST_NAMED = 12
"""Squares that a sentence names one by one; more are only counted."""


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun; `many` is for plurals that take more than an s.

    >>> counted(1, "way"), counted(25, "way"), counted(2, "press", "presses")
    ('1 way', '25 ways', '2 presses')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def joined(phrases: Iterable[str]) -> str:
    """Join phrases with commas and a final 'and'.

    >>> joined(["a1"]), joined(["a1", "b2"]), joined(["a1", "b2", "c3"])
    ('a1', 'a1 and b2', 'a1, b2 and c3')
    """
    *most, last = [*phrases] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def between(lower: int | None, upper: int | None) -> str:
    """Say what is known of a number of which a bound or two are known.

    >>> between(3, 5), between(18, 18), between(3, None), between(None, 5)
    ('between 3 and 5', '18', 'at least 3', 'at most 5')
    """
    if lower == upper:
        return "not known" if lower is None else str(lower)
    if upper is None:
        return f"at least {lower}"
    return f"at most {upper}" if lower is None else f"between {lower} and {upper}"


def named_squares(squares: Iterable[Square], noun: str = "square") -> str:
    """Name a few squares, count many.

    >>> named_squares([Square(1, 2), Square(0, 0)])
    'a1 and c2'
    >>> named_squares(Square(0, column) for column in range(20))
    '20 squares'
    """
    ordered: Sequence[Square] = sorted(squares)
    if len(ordered) > MOST_NAMED:
        return counted(len(ordered), noun)
    return joined(map(str, ordered)) or f"no {noun}"


def duration(seconds: float) -> str:
    """Write a time to two figures or so.

    >>> duration(45), duration(720), duration(3e5), duration(1e9), duration(1e25)
    ('45 s', '12 min', '3 days', '32 years', 'over a million years')
    """
    units = (("s", 1, 120), ("min", 60, 120), ("h", 3600, 48), ("days", 86_400, 730))
    for unit, length, most in units:
        if seconds < length * most:
            return f"{seconds / length:.0f} {unit}"
    years = seconds / (365.25 * 86_400)
    return "over a million years" if years > 1e6 else f"{years:.0f} years"
