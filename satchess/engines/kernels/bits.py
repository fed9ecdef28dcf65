"""Bitboard primitives shared by all kernels; most compile to a single instruction.

Boards wider than 64 columns need several words for a row. Kernels take the number of words as the
length of a tuple (`WordSlots`), because numba compiles one specialisation for each tuple length:
loops over the words are then unrolled, and disappear where one word is enough.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from satchess.engines.kernels.compile import kernel

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = ~NONE

WORD = 64
"""Bits of a word."""

WordSlots = tuple[int, ...]
"""One slot for each word of a mask; only the length matters."""


def word_slots(bits: int) -> WordSlots:
    """Return the slots of a mask of so many bits."""
    return (0,) * -(-bits // WORD)


def _ones_instruction(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _leading_zeros_instruction(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), generate


def _trailing_zeros_instruction(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), generate


_ones: Any = intrinsic(_ones_instruction)
leading_zeros: Any = intrinsic(_leading_zeros_instruction)
"""Count the zeros above the highest bit of a nonzero word."""
_trailing_zeros: Any = intrinsic(_trailing_zeros_instruction)


signed: Any = np.int64
"""Converts an unsigned word to a signed number; an int, as far as type checkers know."""


@kernel(inline="always")
def ones(word: np.uint64) -> int:
    """Count the bits that are set."""
    return signed(_ones(word))  # type: ignore[no-any-return]


@kernel(inline="always")
def lowest(word: np.uint64) -> int:
    """Return the position of the lowest bit of a nonzero word."""
    return signed(_trailing_zeros(word))  # type: ignore[no-any-return]


@kernel(inline="always")
def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the lowest bit as a mask; 0 for 0."""
    return word & (~word + ONE)


@kernel(inline="always")
def has_bit(word: np.uint64, position: int) -> bool:
    """Whether a bit is set, by its position modulo 64."""
    return bool((word >> (np.uint64(position) & np.uint64(63))) & ONE != NONE)


@kernel(inline="always")
def bits_between(first: int, last: int) -> np.uint64:
    """Return the bits from `first` to `last`, both included, clipped to the word."""
    first, last = max(first, 0), min(last, WORD - 1)
    if first > last:
        return NONE
    return (ALL >> np.uint64(WORD - 1 - last)) & (ALL << np.uint64(first))


@kernel(inline="always")
def attacked_by(square: np.uint64, distance: np.uint64) -> np.uint64:
    """Return the columns that a queen attacks in a row less than 64 rows away, within a word."""
    return square | (square << distance) | (square >> distance)


@kernel(inline="always")
def tally(
    at_least: tuple[np.uint64, np.uint64, np.uint64], word: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Add a word to the masks of bits seen at least once, twice and three times."""
    once, twice, thrice = at_least
    return once | word, twice | (once & word), thrice | (twice & word)


@kernel(inline="always")
def xorshift(word: np.uint64) -> np.uint64:
    """Return the successor of a nonzero word in a pseudorandom sequence; it is nonzero as well.

    G. Marsaglia, Xorshift RNGs, J. Stat. Software 8 (2003).
    """
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word
