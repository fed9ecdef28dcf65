"""Why a certificate is not accepted, or not as a proof."""

MOST_BITS_WRITTEN = 2_000


def written(number: int) -> str:
    """Write a number for a reader; Python writes no number of many thousand digits."""
    bits = number.bit_length()
    return f"{number}" if bits <= MOST_BITS_WRITTEN else f"a number of {bits} bits of"


class Refused(Exception):
    """A certificate is no proof of what it claims: the file, the line and the reason."""

    def __init__(self, reason: str, file: str = "", line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.file = file
        self.line = line

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.reason}" if where else self.reason

    def at(self, file: str, line: int = 0) -> "Refused":
        """Return it with the place where it happened, unless a place is known already."""
        return Refused(self.reason, self.file or file, self.line or line)


class Believed(Exception):
    """What is shown is true, but what is claimed rests on something that nobody has checked."""

    def __init__(self, shown: str, trusted: str) -> None:
        super().__init__(shown, trusted)
        self.shown = shown
        self.trusted = trusted

    def __str__(self) -> str:
        return f"{self.shown}: {self.trusted}"
