"""The clause collector: where encodings draw fresh variables from and put their clauses."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satchess.encodings.totalizer import Totalizer


class ClauseCollector:
    """A growing CNF formula whose variables up to `top` are taken.

    All encodings of one formula share one collector, so that no auxiliary is used twice.
    """

    def __init__(self, top: int) -> None:
        self.top = top
        self.clauses: list[list[int]] = []
        self._guards: list[int] = []
        self._taken = 0
        self.counts: dict[tuple[int, ...], Totalizer] = {}
        """The numbers of true literals that are counted in unary already."""

    @property
    def is_guarded(self) -> bool:
        """Whether what is added now holds only if some literal is true."""
        return bool(self._guards)

    def fresh(self) -> int:
        """Return a variable that nobody uses yet."""
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
        """Let the clauses added inside hold only if the literal is true."""
        first = self.top + 1
        self._guards.append(-literal)
        try:
            yield
        finally:
            self._guards.pop()
        # Without the literal nothing would bind the auxiliaries made inside, and a count of
        # models would count each of their values.
        for auxiliary in range(first, self.top + 1):
            self.add((literal, -auxiliary))
