"""Sets of places as they are walked through: what to cover next, and what turns do to a set."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, lowest, ones, signed
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


@kernel()
def rarest(needed: Words, covered: Words, coverers: Words, open_places: Words, few: int) -> int:
    """Return what the fewest open places cover of all that is needed; -1 if nothing is.

    The first that no more than a `few` cover will do.
    """
    fewest, found = 1 << 30, -1
    for k in range(len(needed)):
        word = needed[k] & ~covered[k]
        while word != NONE:
            item = (k << 6) + lowest(word)
            word &= word - ONE
            times = 0
            for j in range(len(open_places)):
                times += ones(coverers[item, j] & open_places[j])
            if times < fewest:
                fewest, found = times, item
                if times <= few:
                    return found
    return found


@kernel()
def number_in(chosen: Numbers, size: int, orbit: Words) -> Any:
    """Return how many of the first chosen places are in an orbit."""
    inside = 0
    for i in range(size):
        inside += signed((orbit[chosen[i] >> 6] >> np.uint64(chosen[i] & 63)) & ONE)
    return inside


@kernel()
def is_fixed(chosen: Numbers, size: int, turn: Numbers) -> bool:
    """Whether a turn leaves the set of the first chosen places as it is."""
    for i in range(size):
        image, found = turn[chosen[i]], False
        for j in range(size):
            found |= chosen[j] == image
        if not found:
            return False
    return True
