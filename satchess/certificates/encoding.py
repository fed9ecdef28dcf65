"""Clauses for a SAT solver, each with the id of a constraint of the proof that says the same.

New variables are defined by `red`, both ways: y says that at least j of some literals are true.
What a totalizer needs are sums of such definitions, one `pol` for each clause.

Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003; Gocht,
Martins, Nordstroem, Oertel: Certified CNF Translations for Pseudo-Boolean Solving, SAT 2022.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from satchess.certificates.proofs import ProofLog
from satchess.verify.formula import Constraint, write_literal


@dataclass(frozen=True)
class Defined:
    """A variable that says that at least `number` of some literals are true.

    `least` is the id of: if it is true, at least so many are. `most`: if it is false, fewer are.
    """

    variable: int
    least: int
    most: int


class Clauses:
    """Clauses with their ids."""

    def __init__(self, log: ProofLog) -> None:
        self.log = log
        self.rows: list[tuple[int, ...]] = []
        self.ids: list[int] = []

    def enter(self, literals: Iterable[int], number: int) -> None:
        """Give a clause to the solver, which the constraint `number` implies."""
        self.rows.append(tuple(literals))
        self.ids.append(number)

    def define(self, number: int, literals: Sequence[int]) -> Defined:
        """Define a variable: at least `number` of the literals are true."""
        variable, size = self.log.fresh(), len(literals)
        ones = (1,) * size
        least = Constraint((-variable, *literals), (number, *ones), number)
        fewer = size - number + 1
        most = Constraint((variable, *(-lit for lit in literals)), (fewer, *ones), fewer)
        return Defined(
            variable,
            self.log.red(least, variable, value=False),
            self.log.red(most, variable, value=True),
        )

    def any_of(self, literals: Sequence[int]) -> Defined:
        """Define a variable: one of the literals is true at least; as clauses, too."""
        made = self.define(1, literals)
        self.enter((-made.variable, *literals), made.least)
        for literal in literals:
            pair = (made.variable, -literal)
            self.enter(pair, self.log.rup(pair, [made.most]))
        return made

    def at_most(self, bound: int, literals: Sequence[int], number: int) -> None:
        """State that at most `bound` of the literals are true, as the constraint `number` says."""
        if bound >= len(literals):
            return
        if bound == 0:
            for literal in literals:
                self.enter((-literal,), self.log.rup((-literal,), [number]))
            return
        total = self._count(literals, bound + 1)
        over = total.sums[bound]
        self.enter((-over.variable,), self.log.pol(over.least, number, "+", "s"))

    def _count(self, literals: Sequence[int], largest: int) -> "_Counter":
        """Count literals up to a number, by halves: a totalizer."""
        if len(literals) == 1:
            return _Counter(tuple(literals))
        half = len(literals) // 2
        parts = [self._count(some, largest) for some in (literals[:half], literals[half:])]
        many = range(1, min(largest, len(literals)) + 1)
        total = _Counter(tuple(literals), tuple(self.define(n, literals) for n in many))
        for i, j in product(*(range(part.largest + 1) for part in parts)):
            if 0 < i + j <= total.largest:
                self._enter_sum(total.sums[i + j - 1], list(zip(parts, (i, j), strict=True)))
        return total

    def _enter_sum(self, total: Defined, parts: list[tuple["_Counter", int]]) -> None:
        """Enter: i of these and j of those are i + j of all."""
        clause, words = [total.variable], [str(total.most)]
        for counter, number in parts:
            if number == 0:  # nothing is said of its literals
                names = self.log.names
                words += (f"{write_literal(lit, names)} +" for lit in counter.literals)
            elif counter.sums:
                clause.append(-counter.sums[number - 1].variable)
                words.append(f"{counter.sums[number - 1].least} +")
            else:
                clause.append(-counter.literals[0])
        self.enter(clause, self.log.pol(*words, "s"))


@dataclass(frozen=True)
class _Counter:
    """How many of some literals are true, one by one; a single literal counts itself."""

    literals: tuple[int, ...]
    sums: tuple[Defined, ...] = ()

    @property
    def largest(self) -> int:
        """The largest number that it tells from others."""
        return len(self.sums) or 1
