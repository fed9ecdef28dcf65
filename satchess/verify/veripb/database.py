"""The constraints that are known at a moment of a proof, by their ids."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from satchess.verify.formula import Constraint, room
from satchess.verify.refusal import Refused
from satchess.verify.veripb.arithmetic import negation
from satchess.verify.veripb.propagation import is_refuted

if TYPE_CHECKING:
    from satchess.verify.veripb.compiled import Arena

STEPS_BEFORE_COMPILING = 20_000
"""Propagations that are done in Python: loading the compiled ones takes as long as these."""

MOST_TERMS = 100_000_000
"""Terms of all constraints that are alive, by the room that they take: a proof that needs more
memory is refused."""


def _room(constraint: Constraint) -> int:
    literals, coefficients, degree = constraint
    return room(len(literals) + 1, max(max(coefficients, default=0), abs(degree)))


class Database:
    """Constraints by id; those up to `core` are the formula's, and stay."""

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self.last = 0
        self._alive: dict[int, Constraint] = {}
        self._core: set[int] = set()
        self._terms = 0
        self._touching: dict[int, set[int]] | None = None
        self._steps = 0
        self._arena: Arena | None = None
        for constraint in constraints:
            self._core.add(self.add(constraint))

    def add(self, constraint: Constraint, *, to_core: bool = False) -> int:
        """Enter a constraint; return its id."""
        self.last += 1
        self._alive[self.last] = constraint
        self._terms += _room(constraint)
        if self._terms > MOST_TERMS:
            raise Refused(f"more than {MOST_TERMS} terms are to be kept in mind")
        if to_core:
            self._core.add(self.last)
        if self._touching is not None:
            self._enter(self.last, constraint)
        if self._arena is not None:
            self._arena.add(self.last, constraint)
        return self.last

    def absolute(self, number: int) -> int:
        """Return an id; negative ones count from the last."""
        found = self.last + 1 + number if number < 0 else number
        if found < 1:
            raise Refused(f"there is no constraint {number} now")
        return found

    def get(self, number: int) -> Constraint:
        """Return the constraint of an id."""
        try:
            return self._alive[self.absolute(number)]
        except KeyError:
            raise Refused(f"there is no constraint {number} now") from None

    def delete(self, number: int) -> None:
        """Forget a constraint that is not of the core, by its absolute id."""
        constraint = self.get(number)
        if number in self._core:
            raise Refused(f"constraint {number} is of the core, and stays")
        del self._alive[number]
        self._terms -= _room(constraint)
        if self._touching is not None:
            for literal in constraint.literals:
                self._touching[abs(literal)].discard(number)
        if self._arena is not None:
            self._arena.delete(number)

    def touching(self, variables: Iterable[int]) -> Iterator[Constraint]:
        """Yield the constraints in which one of the variables occurs, each once."""
        if self._touching is None:
            self._touching = {}
            for number, constraint in self._alive.items():
                self._enter(number, constraint)
        found: set[int] = set()
        for variable in variables:
            found |= self._touching.get(variable, set())
        for number in sorted(found):
            yield self._alive[number]

    def _enter(self, number: int, constraint: Constraint) -> None:
        assert self._touching is not None
        for literal in constraint.literals:
            self._touching.setdefault(abs(literal), set()).add(number)

    def follows(self, constraint: Constraint, hints: Sequence[int]) -> bool:
        """Whether propagation over the negation and the hinted constraints ends in conflict.

        The hint 0 is the negation.
        """
        denied = negation(constraint)
        self._steps += 1
        if self._steps == STEPS_BEFORE_COMPILING:
            self._arena = self._compiled()
        if self._arena is not None:
            verdict = self._arena.is_refuted(denied, hints)
            if verdict is not None:
                return verdict
        return is_refuted([denied if hint == 0 else self.get(hint) for hint in hints])

    def _compiled(self) -> "Arena | None":
        """Enter what is known into flat arrays; None where numba is not installed."""
        try:
            from satchess.verify.veripb.compiled import Arena
        except ImportError:
            return None
        arena = Arena()
        for number, constraint in self._alive.items():
            arena.add(number, constraint)
        return arena
