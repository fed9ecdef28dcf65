"""The clause collector: gives encodings fresh variables and takes their clauses."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satchess.encodings.totalizer import Totalizer


class ClauseCollector:
    """A growing CNF formula; variables up to `top` are in use.

    All encodings of a formula share one collector, so that no auxiliary is used twice.
    """

    def __init__(self, top: int) -> None:
        self.top = top
        self.clauses: list[list[int]] = []
        self._guards: list[int] = []
        self._taken = 0
        self.counts: dict[tuple[int, ...], Totalizer] = {}
        """The totalizers of this formula, by the literals that they count."""

    @property
    def is_guarded(self) -> bool:
        """Whether clauses added now are conditional on a literal."""
        return bool(self._guards)

    def fresh(self) -> int:
        """Return an unused variable."""
        self.top += 1
        return self.top

    @cached_property
    def false(self) -> int:
        """A literal that is false; its negative is true."""
        literal = self.fresh()
        self.clauses.append([-literal])  # whatever guards hold now
        return literal

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause; the empty one makes the formula unsatisfiable."""
        self.clauses.append([*self._guards, *clause])

    def adopt(self, clauses: Iterable[Iterable[int]], top: int) -> None:
        """Add clauses made elsewhere, with auxiliaries from the next free variable up to `top`."""
        self.top = max(self.top, top)
        for clause in clauses:
            self.add(clause)

    def take_new(self) -> list[list[int]]:
        """Return the clauses added since the last call, to feed an incremental solver."""
        new = self.clauses[self._taken :]
        self._taken = len(self.clauses)
        return new

    @contextmanager
    def only_if(self, literal: int) -> Iterator[None]:
        """Make the clauses added inside conditional on a literal."""
        first = self.top + 1
        self._guards.append(-literal)
        try:
            yield
        finally:
            self._guards.pop()
        # If the literal is false, nothing else binds the auxiliaries made inside: free variables
        # are dead weight to solvers and counters.
        for auxiliary in range(first, self.top + 1):
            self.add((literal, -auxiliary))
