"""Linear inequalities over literals: what a statement is made of, and what is summed up from it.

Every inequality is kept in one form: positive coefficients, each variable at most once, and a
number that the true literals have to add up to. A literal is a variable, from 1, or its negative.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Inequality:
    """The coefficients of true literals add up to at least `least`."""

    coefficients: Mapping[int, int]
    least: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], least: int) -> "Inequality":
        """Bring `sum of coefficient * literal >= least` into form; literals may be repeated."""
        weights: dict[int, int] = {}
        for coefficient, literal in terms:
            variable = abs(literal)
            if literal < 0:  # c * ~x = c - c * x
                least -= coefficient
                coefficient = -coefficient
            weights[variable] = weights.get(variable, 0) + coefficient
        least -= sum(weight for weight in weights.values() if weight < 0)
        return cls({v if w > 0 else -v: abs(w) for v, w in weights.items() if w}, max(least, 0))

    @cached_property
    def total(self) -> int:
        """What all literals together would pay."""
        return sum(self.coefficients.values())

    @property
    def is_at_most_one(self) -> bool:
        """Whether it says that at most one of some variables is true."""
        return (
            len(self.coefficients) == self.least + 1 > 1
            and self.total == len(self.coefficients)
            and all(literal < 0 for literal in self.coefficients)
        )


def weighted_sum(system: Sequence[Inequality], multipliers: Mapping[int, int]) -> Inequality:
    """Add up inequalities, each as often as its multiplier says."""
    terms = (
        (times * coefficient, literal)
        for number, times in multipliers.items()
        for literal, coefficient in system[number].coefficients.items()
    )
    return Inequality.of(terms, sum(n * system[number].least for number, n in multipliers.items()))


def most_payable(
    system: Sequence[Inequality], multipliers: Mapping[int, int], decided: Container[int]
) -> int:
    """Return a bound on what variables that are not decided pay to a sum of inequalities."""
    gains: dict[int, int] = {}
    for number, times in multipliers.items():
        for literal, coefficient in system[number].coefficients.items():
            if abs(literal) not in decided:
                gains[literal] = gains.get(literal, 0) + times * coefficient
    return sum(
        max(gain, gains.get(-literal, 0))
        for literal, gain in gains.items()
        if literal > 0 or -literal not in gains
    )
