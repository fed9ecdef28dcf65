"""Models as integer programmes: rows of integer coefficients over 0-1 variables.

A parity has an integer for its half; what holds only `When` a literal is true is relaxed by as much
as it can be violated (big M), which is as small as the row allows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Parity,
    Sense,
    When,
)


@dataclass(frozen=True)
class Row:
    """The sum of the variables, times their coefficients, is at least a number, or equal to it."""

    coefficients: Mapping[int, int]
    least: int
    is_equation: bool = False


@dataclass
class LinearProgramme:
    """Rows over the variables of a model, numbered as there, and over further ones.

    `most` is the largest value of each variable: 1, except for the halves of parities, for
    `zero`, which is 0, and for `one`, whose smallest value is 1 too. All of them are integers.
    """

    model: Model
    rows: list[Row] = field(default_factory=list)
    most: dict[int, int] = field(default_factory=dict)
    zero: int | None = None
    one: int | None = None
    objective: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, model: Model) -> "LinearProgramme":
        """State every constraint of a model."""
        programme = cls(model, most=dict.fromkeys(range(1, model.top + 1), 1))
        for constraint in model.constraints:
            programme._state(constraint, ())
        if model.objective is not None:
            coefficients, constant = _sum(model.objective.terms)
            if constant:
                programme.one = programme._fresh(1)
                coefficients[programme.one] = constant
            programme.objective = coefficients
        if not programme.most:
            programme.zero = programme._fresh(0)  # files need a variable
        return programme

    @property
    def maximises(self) -> bool:
        """Whether the objective is to be as large as possible."""
        return self.model.objective is not None and self.model.objective.sense is Sense.MOST

    def _fresh(self, most: int) -> int:
        variable = len(self.most) + 1
        self.most[variable] = most
        return variable

    def _state(self, constraint: Constraint, conditions: tuple[int, ...]) -> None:
        match constraint:
            case Clause(literals):
                self._add(dict.fromkeys(literals, 1), 1, conditions)
            case AtLeast(bound, literals):
                self._add(Counter(literals), bound, conditions)
            case AtMost(bound, literals):
                self._add(_negated(literals), -bound, conditions)
            case Exactly(bound, literals) if conditions:
                self._add(Counter(literals), bound, conditions)
                self._add(_negated(literals), -bound, conditions)
            case Exactly(bound, literals):
                self._add(Counter(literals), bound, (), is_equation=True)
            case Parity(odd, literals):
                self._state_parity(odd, literals, conditions)
            case When(literal, then):
                self._state(then, (*conditions, literal))
            case _:
                assert_never(constraint)

    def _state_parity(
        self, odd: bool, literals: tuple[int, ...], conditions: tuple[int, ...]
    ) -> None:
        """The sum is twice an integer, or one more; where a condition fails, one more is free."""
        terms = Counter(literals)
        if conditions:
            correction = self._fresh(1)
            terms[correction] += 1
            self._add({-correction: 1}, 1, conditions)
        if half := terms.total() // 2:
            terms[self._fresh(half)] -= 2
        self._add(terms, int(odd), (), is_equation=True)

    def _smallest(self, coefficients: Mapping[int, int]) -> int:
        """Return the smallest value of a sum."""
        return sum(min(0, c) * self.most[v] for v, c in coefficients.items())

    def _add(
        self,
        weights: Mapping[int, int],
        least: int,
        conditions: tuple[int, ...],
        *,
        is_equation: bool = False,
    ) -> None:
        """Add a row on weighted literals, which holds where the conditions are true."""
        coefficients, constant = _weighted_sum(weights.items())
        least -= constant
        if conditions:
            gap = max(0, least - self._smallest(coefficients))
            relaxing = ((-literal, gap) for literal in conditions)
            coefficients, constant = _weighted_sum([*coefficients.items(), *relaxing])
            least -= constant
        says_nothing = least == 0 if is_equation else self._smallest(coefficients) >= least
        if says_nothing and not (is_equation and coefficients):
            return
        if not coefficients:  # it can only be false: files need a variable to say so
            if self.zero is None:
                self.zero = self._fresh(0)
            coefficients, least = {self.zero: 1}, 1
        self.rows.append(Row(coefficients, least, is_equation))


def _sum(literals: Iterable[int]) -> tuple[dict[int, int], int]:
    return _weighted_sum((literal, 1) for literal in literals)


def _negated(literals: Iterable[int]) -> dict[int, int]:
    return {literal: -often for literal, often in Counter(literals).items()}


def _weighted_sum(weighted: Iterable[tuple[int, int]]) -> tuple[dict[int, int], int]:
    """Return the coefficients of variables and the constant of a sum of weighted literals."""
    coefficients: Counter[int] = Counter()
    constant = 0
    for literal, weight in weighted:
        if literal > 0:
            coefficients[literal] += weight
        else:
            coefficients[-literal] -= weight
            constant += weight
    return {v: c for v, c in sorted(coefficients.items()) if c}, constant


def bits(most: int) -> Iterator[int]:
    """Yield the weights of bits whose sums are just the numbers up to `most`.

    >>> list(bits(5))
    [1, 2, 2]
    """
    weight = 1
    while most:
        yield min(weight, most)
        most -= min(weight, most)
        weight *= 2
