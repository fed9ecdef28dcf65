"""The same propagation, compiled: for long proofs, where numba is there.

Constraints are kept a second time, in flat arrays. Those with numbers that might overflow are not:
a step that needs one of them is done in Python, whose integers have no end. Nothing here is
needed: `propagation.py` gives the same verdicts, and a test compares the two.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from satchess.verify.formula import Constraint

Numbers = NDArray[np.int64]

LARGEST_SUM = 1 << 62


class Arena:
    """Constraints in flat arrays, each in a slot."""

    def __init__(self) -> None:
        self._literals = np.zeros(1 << 16, np.int64)
        self._coefficients = np.zeros(1 << 16, np.int64)
        self._places = np.zeros((1 << 12, 3), np.int64)  # where it begins, its length, its degree
        self._value = np.zeros(1 << 12, np.int8)
        self._trail = np.zeros(1 << 12, np.int64)
        self._slots: dict[int, int] = {}
        self._free: list[int] = []
        self._used = 0
        self._wasted = 0

    def add(self, number: int, constraint: Constraint) -> None:
        """Keep a constraint, unless its numbers are too large."""
        literals, coefficients, degree = constraint
        if sum(coefficients) + abs(degree) >= LARGEST_SUM:
            return
        size, used = len(literals), self._used
        self._literals = _grown(self._literals, used + size)
        self._coefficients = _grown(self._coefficients, used + size)
        self._literals[used : used + size] = literals
        self._coefficients[used : used + size] = coefficients
        slot = self._free.pop() if self._free else len(self._slots)
        self._places = _grown(self._places, slot + 1)
        self._places[slot] = used, size, degree
        self._slots[number] = slot
        self._used += size
        self._heed(literals)

    def _heed(self, literals: Sequence[int]) -> None:
        """Have room for the values of variables."""
        if literals:
            top = max(map(abs, literals))
            self._value = _grown(self._value, top + 1)
            self._trail = _grown(self._trail, top + 1)

    def delete(self, number: int) -> None:
        """Forget a constraint."""
        slot = self._slots.pop(number, None)
        if slot is not None:
            self._free.append(slot)
            self._wasted += int(self._places[slot, 1])
            if 2 * self._wasted > self._used > 1 << 20:
                self._pack()

    def _pack(self) -> None:
        """Close the gaps."""
        used = 0
        for slot in sorted(self._slots.values(), key=lambda slot: int(self._places[slot, 0])):
            first, size, _ = map(int, self._places[slot])
            for array in (self._literals, self._coefficients):
                array[used : used + size] = array[first : first + size]
            self._places[slot, 0] = used
            used += size
        self._used, self._wasted = used, 0

    def is_refuted(self, denied: Constraint, hints: Sequence[int]) -> bool | None:
        """Propagate as `propagation.is_refuted` does; None if some numbers are too large.

        The hint 0 is the constraint that is denied.
        """
        literals, coefficients, degree = denied
        if sum(coefficients) + abs(degree) >= LARGEST_SUM:
            return None
        slots = self._slots
        try:
            chosen = np.array([slots[hint] if hint else -1 for hint in hints], np.int64)
        except KeyError:
            return None
        self._heed(literals)
        return bool(
            _propagate(
                self._literals,
                self._coefficients,
                self._places,
                chosen,
                np.array(literals, np.int64),
                np.array(coefficients, np.int64),
                degree,
                self._value,
                self._trail,
            )
        )


def _grown(array: NDArray[Any], needed: int) -> NDArray[Any]:
    if needed <= len(array):
        return array
    larger = np.zeros((max(needed, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


@njit(cache=True)
def _propagate(
    literals: Numbers,
    coefficients: Numbers,
    places: Numbers,
    chosen: Numbers,
    own_literals: Numbers,
    own_coefficients: Numbers,
    own_degree: int,
    value: NDArray[np.int8],
    trail: Numbers,
) -> bool:
    length, before = 0, -1
    refuted = False
    while not refuted and length > before:
        before = length
        for slot in chosen:
            if slot < 0:
                lits, weights = own_literals, own_coefficients
                first, size, slack = 0, len(own_literals), -own_degree
            else:
                lits, weights = literals, coefficients
                first, size, slack = places[slot, 0], places[slot, 1], -places[slot, 2]
            for at in range(first, first + size):
                literal = lits[at]
                if value[abs(literal)] * literal >= 0:
                    slack += weights[at]
            if slack < 0:
                refuted = True
                break
            for at in range(first, first + size):
                literal = lits[at]
                variable = abs(literal)
                if weights[at] > slack and value[variable] == 0:
                    value[variable] = 1 if literal > 0 else -1
                    trail[length] = variable
                    length += 1
    for at in range(length):
        value[trail[at]] = 0
    return refuted
