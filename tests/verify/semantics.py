"""What a proof means, by looking at all assignments: an oracle for the checker of proofs.

It shares nothing with the checker but the statement. Sets of assignments are arrays of bits: entry
i stands for the assignment whose variable v is bit v - 1 of i.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from satchess.verify.formula import Formula

Assignments = NDArray[np.bool_]


class Oracle:
    """The assignments that the constraints of a proof leave, line by line."""

    def __init__(self, formula: Formula, lines: Sequence[str]) -> None:
        self.names = list(formula.names)
        for line in lines:
            for word in line.split():
                name = word.removeprefix("~")
                if name.startswith("y") and name[1:].isdigit() and name not in self.names:
                    self.names.append(name)
        self.all = np.arange(1 << len(self.names))
        self.cost = np.zeros(len(self.all), np.int64)
        for weight, variable in formula.objective or ():
            self.cost += weight * self.truth(formula.names[variable - 1])
        self.known: dict[int, Assignments] = {}
        self.last = 0
        for literals, coefficients, degree in formula.constraints:
            words = [
                f"{c} {'' if lit > 0 else '~'}{formula.names[abs(lit) - 1]}"
                for lit, c in zip(literals, coefficients, strict=True)
            ]
            self._learn(self.holds([*" ".join(words).split(), ">=", str(degree)]))

    def _learn(self, where: Assignments) -> None:
        self.last += 1
        self.known[self.last] = where

    def truth(self, literal: str) -> NDArray[np.int64]:
        bit = self.all >> self.names.index(literal.removeprefix("~")) & 1
        return 1 - bit if literal.startswith("~") else bit

    def holds(self, words: Sequence[str]) -> Assignments:
        total = np.zeros(len(self.all), np.int64)
        for coefficient, literal in zip(words[:-2:2], words[1:-2:2], strict=True):
            total += int(coefficient) * self.truth(literal)
        where: Assignments = total >= int(words[-1])
        return where

    @property
    def left(self) -> Assignments:
        left = np.ones(len(self.all), np.bool_)
        for where in self.known.values():
            left = left & where
        return left

    def optimum(self, among: Assignments) -> int | None:
        return int(self.cost[among].min()) if among.any() else None

    def ensure_sound(self, lines: Sequence[str]) -> None:
        """Fail unless each line says something true of what is known before it."""
        for line in lines[2:]:
            words = line.rstrip(" ;").split()
            match words[0]:
                case "rup":
                    where = self.holds(words[1 : words.index(":")])
                    assert not (self.left & ~where).any(), line
                    self._learn(where)
                case "pol":
                    # what it says is not written down; it only restricts what is left by a sum
                    where = self._sum(words[1:])
                    assert not (self.left & ~where).any(), line
                    self._learn(where)
                case "red":
                    where = self.holds(words[1 : words.index(":")])
                    before = self.left
                    assert self.optimum(before) == self.optimum(before & where), line
                    self._learn(where)
                case "soli":
                    taken = set(words[1:])
                    is_it = np.logical_and.reduce([self.truth(word) == 1 for word in taken])
                    value = self.optimum(is_it)
                    assert value is not None
                    self._learn(self.cost < value)
                case "del":
                    for word in words[2:]:
                        number = int(word)
                        del self.known[number if number > 0 else self.last + 1 + number]
                case "output" | "conclusion" | "end":
                    pass
                case _:
                    raise AssertionError(line)

    def _sum(self, words: Sequence[str]) -> Assignments:
        """Evaluate reverse Polish notation on sets: a sum holds at least where both parts do."""
        everything = np.ones(len(self.all), np.bool_)
        used = everything
        for place, word in enumerate(words):
            is_factor = place + 1 < len(words) and words[place + 1] in "*d"
            if word.lstrip("-").isdigit() and not is_factor:
                number = int(word)
                used = used & self.known[number if number > 0 else self.last + 1 + number]
        return used
