"""Plots of polynomials: a bar for each size, as SVG to stand in HTML, with its twin as a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10

from markupsafe import Markup, escape

from satchess.web.pages.surveys import shortened

WIDTH, HEIGHT = 560, 330
_LEFT, _TOP, _BOTTOM = 76, 22, 52
"""Margins for what is written beside the bars."""

MOST_LABELS = 12
"""More bars have no numbers above them, and not all sizes below them."""

LARGEST_SPAN = 1_000
"""If the largest number is so many times the smallest, the scale is logarithmic."""


@dataclass(frozen=True)
class Plot:
    """The number of placements of each size; a scale that shows them all."""

    terms: tuple[tuple[int, int], ...]

    @property
    def is_logarithmic(self) -> bool:
        """Whether the numbers span too many magnitudes for a plain scale."""
        numbers = [number for _, number in self.terms if number > 0]
        return bool(numbers) and max(numbers) >= LARGEST_SPAN * min(numbers)

    @property
    def _largest(self) -> int:
        return max((number for _, number in self.terms), default=0) or 1

    def share(self, number: int) -> float:
        """Return how high a number is, from 0 to 1.

        >>> Plot(((0, 1), (1, 10**6))).share(1000), Plot(((0, 2), (1, 8))).share(4)
        (0.54, 0.5)
        """
        if number <= 0:
            return 0.0
        if not self.is_logarithmic:
            return float(Fraction(number, self._largest))
        lift = 0.08  # what is there once is seen too
        return round(lift + (1 - lift) * _log10(number) / _log10(self._largest), 4)

    def ticks(self) -> Iterator[int]:
        """Yield numbers beside the scale."""
        if self.is_logarithmic:
            powers = int(_log10(self._largest))
            step = max(1, ceil(powers / 5))
            yield from (10**power for power in range(0, powers + 1, step))
            return
        rough = max(1, self._largest // 4)
        unit = 10 ** (len(str(rough)) - 1)
        step = max(1, rough // unit * unit)
        yield from range(0, self._largest + 1, step)

    def svg(self, title: str) -> Markup:
        """Draw it; a screen reader is told its title, and finds the numbers in the table."""
        return Markup(
            f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' aria-label="{escape(title)}">{"".join(self._elements())}</svg>'
        )

    def _elements(self) -> Iterator[str]:
        floor = HEIGHT - _BOTTOM
        tall, wide = floor - _TOP, WIDTH - _LEFT - 8
        for number in self.ticks():
            y = floor - tall * self.share(number)
            yield f'<path class="rule" d="M{_LEFT} {y:.1f}H{WIDTH}"/>'
            yield (
                f'<text x="{_LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">'
                f"{shortened(number)}</text>"
            )
        room = wide / max(1, len(self.terms))
        every = ceil(len(self.terms) / (2 * MOST_LABELS))
        for index, (size, number) in enumerate(self.terms):
            height = tall * self.share(number)
            x, y = _LEFT + room * index, floor - height
            middle = x + room / 2
            yield (
                f'<rect class="bar" x="{x + room * 0.12:.1f}" y="{y:.1f}"'
                f' width="{room * 0.76:.1f}" height="{height:.1f}" rx="2">'
                f"<title>{size}: {number}</title></rect>"
            )
            if index % every == 0:
                yield f'<text x="{middle:.1f}" y="{floor + 20}" text-anchor="middle">{size}</text>'
            if len(self.terms) <= MOST_LABELS and number < 100_000:
                yield (
                    f'<text class="above" x="{middle:.1f}" y="{y - 6:.1f}"'
                    f' text-anchor="middle">{number}</text>'
                )
        yield f'<path class="axis" d="M{_LEFT} {floor}H{WIDTH}"/>'
        yield (
            f'<text class="axis-name" x="{_LEFT + wide / 2:.0f}" y="{HEIGHT - 8}"'
            ' text-anchor="middle">pieces</text>'
        )


def _log10(number: int) -> float:
    """Return a logarithm of a number of any size."""
    digits = len(str(number))
    return log10(number) if digits < 300 else digits - 16 + log10(int(str(number)[:16]))
