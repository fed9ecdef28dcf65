"""Numbers as people read them: digits in groups, seconds as days and hours."""

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"

LONG, HUGE = 16, 120
"""Digits beyond which a number is set smaller, and in a box of its own."""


def grouped(number: int) -> str:
    """Write a number with its digits in groups of three.

    >>> grouped(14772512).split(NARROW_SPACE)
    ['14', '772', '512']
    """
    return f"{number:,}".replace(",", NARROW_SPACE)


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number, in groups, with its noun."""
    return f"{grouped(number)} {one if number == 1 else many or f'{one}s'}"


def size_class(number: int) -> str:
    """Name how large a number is set: '', 'long' or 'huge'."""
    digits = len(str(abs(number)))
    return "huge" if digits > HUGE else "long" if digits > LONG else ""


def period(seconds: float) -> str:
    """Write a time in its two largest units.

    >>> period(0.0123), period(59), period(3725), period(200_000)
    ('12 ms', '59 s', '1 h 2 min', '2 d 7 h')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    units = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
    said: list[str] = []
    for unit, length in units:
        amount, whole = divmod(whole, length)
        if amount or said:
            said.append(f"{amount} {unit}")
        if len(said) == 2:
            break
    return " ".join(part for part in said if not part.startswith("0 ")) or "0 s"
