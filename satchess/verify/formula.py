"""Formulas: linear constraints over Boolean variables, and their text in OPB.

A literal is a variable, numbered from 1, or its negative. A constraint says that the weights of its
true literals add up to at least a degree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Constraint(NamedTuple):
    """The sum of `coefficients` of the true ones of `literals` is at least `degree`."""

    literals: tuple[int, ...]
    coefficients: tuple[int, ...]
    degree: int


WORD = 64
"""Bits of a number that takes no more room than others."""


def room(terms: int, largest: int) -> int:
    """Return the room that terms take, in terms with short numbers."""
    return terms * (1 + largest.bit_length() // WORD)


def at_least(number: int, literals: Iterable[int]) -> Constraint:
    """At least so many of the literals are true."""
    literals = tuple(literals)
    return Constraint(literals, (1,) * len(literals), number)


def at_most(number: int, literals: Iterable[int]) -> Constraint:
    """At most so many of the literals are true: at least all others are false."""
    literals = tuple(literals)
    return at_least(len(literals) - number, (-literal for literal in literals))


def clause(literals: Iterable[int]) -> Constraint:
    """At least one of the literals is true."""
    return at_least(1, literals)


@dataclass(frozen=True)
class Formula:
    """What a placement has to fulfil. `objective`, if there is one, is to be minimised."""

    names: tuple[str, ...]
    constraints: Sequence[Constraint]
    objective: tuple[tuple[int, int], ...] | None = None
    """Pairs of a coefficient and a variable; negative ones where a sum is to be maximised."""
    title: str = field(default="", compare=False)
    is_listed: bool = False
    """Whether all its solutions are to be listed: proofs must preserve what they are."""

    @cached_property
    def variable(self) -> dict[str, int]:
        """The number of each name."""
        return {name: number for number, name in enumerate(self.names, start=1)}

    def with_more(self, more: Iterable[Constraint], title: str) -> "Formula":
        """Return it with further constraints and without an objective."""
        return Formula(self.names, (*self.constraints, *more), None, title)

    def value(self, true: Iterable[int]) -> int:
        """Return the value of the objective, given the variables that are true."""
        taken = set(true)
        return sum(weight for weight, variable in self.objective or () if variable in taken)

    def broken(self, true: Iterable[int]) -> int | None:
        """Return the number (from 1) of a constraint that does not hold; None if all do."""
        taken = set(true)
        for number, (literals, coefficients, degree) in enumerate(self.constraints, start=1):
            held = sum(
                weight
                for literal, weight in zip(literals, coefficients, strict=True)
                if (literal > 0) == (abs(literal) in taken)
            )
            if held < degree:
                return number
        return None

    def lines(self) -> Iterator[str]:
        """Yield the lines of its OPB file."""
        yield f"* #variable= {len(self.names)} #constraint= {len(self.constraints)}"
        if self.title:
            yield f"* {self.title}"
        if self.is_listed:
            yield f"preserved: {' '.join(self.names)} ;"
        if self.objective is not None:
            terms = " ".join(f"{weight:d} {self.names[v - 1]}" for weight, v in self.objective)
            yield f"min: {terms} ;"
        for constraint in self.constraints:
            yield f"{write_constraint(constraint, self.names)} ;"


def write_literal(literal: int, names: Sequence[str]) -> str:
    """Write `a1` or `~a1`."""
    return names[literal - 1] if literal > 0 else f"~{names[-literal - 1]}"


def write_constraint(constraint: Constraint, names: Sequence[str]) -> str:
    """Write `1 a1 1 ~b2 >= 1`."""
    terms = (
        f"{weight} {write_literal(literal, names)} "
        for literal, weight in zip(constraint.literals, constraint.coefficients, strict=True)
    )
    return f"{''.join(terms)}>= {constraint.degree}"
