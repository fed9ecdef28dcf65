"""What compiled kernels do with a word: most of it is one instruction of a processor."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from satchess.engines.kernels.compile import kernel


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
"""The bits above the highest one of a word that is not 0."""
_trailing_zeros: Any = intrinsic(_trailing_zeros_instruction)


signed: Any = np.int64
"""Turns a word into a number that may be negative: for Python, an int."""


@kernel(inline="always")
def ones(word: np.uint64) -> int:
    """Count the bits that are set."""
    return signed(_ones(word))  # type: ignore[no-any-return]


@kernel(inline="always")
def lowest(word: np.uint64) -> int:
    """Return the position of the lowest bit of a word that is not 0."""
    return signed(_trailing_zeros(word))  # type: ignore[no-any-return]


@kernel(inline="always")
def shaken(word: np.uint64) -> np.uint64:
    """Return the word that follows in a sequence that looks like chance; none of them is 0.

    G. Marsaglia, Xorshift RNGs, J. Stat. Software 8 (2003).
    """
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word
