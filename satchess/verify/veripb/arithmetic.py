"""Arithmetic of linear constraints, in whole numbers of any size.

A constraint is kept in normal form: each variable at most once, coefficients above 0. `terms` maps
a literal to its coefficient. Every operation returns a constraint that follows from its operands.
"""

from collections.abc import Iterable, Mapping

from satchess.verify.formula import Constraint
from satchess.verify.refusal import Refused

MOST_BITS = 4_096
"""Bits of a number in a proof: more than any honest proof has use for."""

TRUE, FALSE = "1", "0"

Image = int | bool
"""What a witness puts in place of a variable: a literal, or a truth value."""


class Sum:
    """A constraint under construction: the weights of true literals are at least `degree`."""

    __slots__ = ("degree", "terms")

    def __init__(self, terms: dict[int, int], degree: int) -> None:
        self.terms = terms
        self.degree = degree

    @classmethod
    def of(cls, constraint: Constraint) -> "Sum":
        """Start from a constraint in normal form."""
        pairs = zip(constraint.literals, constraint.coefficients, strict=True)
        return cls(dict(pairs), constraint.degree)

    @classmethod
    def axiom(cls, literal: int) -> "Sum":
        """Return `literal >= 0`."""
        return cls({literal: 1}, 0)

    def include(self, coefficient: int, literal: int) -> None:
        """Add a term to the left-hand side; a literal and its negation are 1 together."""
        if coefficient < 0:  # c x = c + (-c) ~x
            self.degree -= coefficient
            coefficient, literal = -coefficient, -literal
        terms = self.terms
        opposite = terms.get(-literal)
        if opposite is None:
            if coefficient:
                terms[literal] = terms.get(literal, 0) + coefficient
            return
        cancelled = min(opposite, coefficient)
        self.degree -= cancelled
        if opposite == cancelled:
            del terms[-literal]
        else:
            terms[-literal] = opposite - cancelled
        if coefficient > cancelled:
            terms[literal] = coefficient - cancelled

    def add(self, other: "Sum") -> "Sum":
        """Add two constraints, using up both."""
        if len(other.terms) > len(self.terms):
            self, other = other, self
        self.degree += other.degree
        for literal, coefficient in other.terms.items():
            self.include(coefficient, literal)
        _ensure_short(self.degree)
        return self

    def multiply(self, factor: int) -> "Sum":
        """Multiply by a whole number that is not negative."""
        if factor < 0:
            raise Refused(f"a factor is {factor}, expected 0 or more")
        self.degree *= factor
        self.terms = {lit: c * factor for lit, c in self.terms.items()} if factor else {}
        _ensure_short(max(self.terms.values(), default=0), self.degree)
        return self

    def divide(self, divisor: int) -> "Sum":
        """Divide and round up: the left-hand side stays a whole number."""
        if divisor <= 0:
            raise Refused(f"a divisor is {divisor}, expected 1 or more")
        self.degree = -(-self.degree // divisor)
        self.terms = {literal: -(-c // divisor) for literal, c in self.terms.items()}
        return self

    def saturate(self) -> "Sum":
        """No coefficient needs to be larger than the degree."""
        degree = max(self.degree, 0)
        self.terms = {lit: min(c, degree) for lit, c in self.terms.items()} if degree else {}
        self.degree = degree
        return self

    def weaken(self, variable: int) -> "Sum":
        """Drop a variable, as if its literal were true."""
        for literal in (variable, -variable):
            self.degree -= self.terms.pop(literal, 0)
        return self

    def done(self) -> Constraint:
        """Return the constraint."""
        literals = sorted(self.terms, key=abs)
        coefficients = tuple(map(self.terms.__getitem__, literals))
        _ensure_short(max(coefficients, default=0), self.degree)
        return Constraint(tuple(literals), coefficients, self.degree)


def _ensure_short(*numbers: int) -> None:
    if any(number.bit_length() > MOST_BITS for number in numbers):
        raise Refused(f"a number has more than {MOST_BITS} bits")


def normal(terms: Iterable[tuple[int, int]], degree: int) -> Constraint:
    """Return the normal form of a sum of (coefficient, literal) that is at least `degree`."""
    made = Sum({}, degree)
    for coefficient, literal in terms:
        made.include(coefficient, literal)
    return made.done()


def negation(constraint: Constraint) -> Constraint:
    """Return the constraint that holds where this one does not.

    The weights of true literals are at most d - 1: those of false ones at least all - d + 1.
    """
    literals, coefficients, degree = constraint
    return Constraint(
        tuple(-literal for literal in literals), coefficients, sum(coefficients) - degree + 1
    )


def substituted(constraint: Constraint, witness: Mapping[int, Image]) -> Constraint:
    """Put literals or truth values in place of variables."""
    made = Sum({}, constraint.degree)
    for literal, coefficient in zip(constraint.literals, constraint.coefficients, strict=True):
        image = witness.get(abs(literal))
        if image is None:
            made.include(coefficient, literal)
        elif isinstance(image, bool):
            made.degree -= coefficient * (image == (literal > 0))
        else:
            made.include(coefficient, image if literal > 0 else -image)
    return made.done()


def is_trivial(constraint: Constraint) -> bool:
    """Whether every assignment fulfils it."""
    return constraint.degree <= 0


def is_contradiction(constraint: Constraint) -> bool:
    """Whether no assignment fulfils it."""
    return sum(constraint.coefficients) < constraint.degree


def implies(stronger: Constraint, weaker: Constraint) -> bool:
    """Whether one follows from the other by dropping what is too much on its left-hand side.

    Lowering the coefficient of a literal lowers the sum by at most as much.
    """
    kept = dict(zip(weaker.literals, weaker.coefficients, strict=True))
    lost = sum(
        max(0, coefficient - kept.get(literal, 0))
        for literal, coefficient in zip(stronger.literals, stronger.coefficients, strict=True)
    )
    return stronger.degree - lost >= weaker.degree or is_trivial(weaker)
