"""Words of a proof file, line by line, with the place where something is wrong."""

from collections.abc import Iterable, Iterator

from satchess.verify.refusal import Refused

MOST_DIGITS = 18
"""Longer numbers are absurd in a proof."""


class Reader:
    """The lines of a file as words; empty lines and comments (`*`) are left out."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._name = name
        self._number = 0

    def next(self) -> list[str]:
        """Return the words of the next line."""
        for line in self._lines:
            self._number += 1
            if (words := line.split()) and words[0] != "*":
                return words
        raise Refused("it ends too early", self._name, self._number)

    def expect(self, text: str) -> None:
        """Read a line that says just this."""
        if self.next() != text.split():
            raise self.refusal(f"expected {text!r}")

    def ensure_end(self) -> None:
        """Raise `Refused` if anything follows."""
        if any(line.strip() for line in self._lines):
            raise self.refusal("something follows after the end")

    def refusal(self, reason: str) -> Refused:
        """Make a refusal of the line that was read last."""
        return Refused(reason, self._name, self._number)

    def whole(self, word: str, least: int, most: int) -> int:
        """Read a whole number within bounds."""
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
            raise self.refusal(f"expected a whole number, not {word[:20]!r}")
        if not least <= int(word) <= most:
            raise self.refusal(f"expected a number from {least} to {most}, not {word}")
        return int(word)

    def multipliers(self, words: list[str], known: int) -> dict[int, int]:
        """Read `2*17 1*3`: how often each inequality counts, by its number from 1."""
        multipliers: dict[int, int] = {}
        for word in words:
            times, _, number = word.partition("*")
            key = self.whole(number, 1, known) - 1
            if key in multipliers:
                raise self.refusal(f"inequality {number} is named twice")
            multipliers[key] = self.whole(times, 1, 10**MOST_DIGITS)
        return multipliers
