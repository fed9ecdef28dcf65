"""Bounds on the objective of a formula, as assumptions."""

from typing import Protocol

from satchess.encodings.adder import BinarySum
from satchess.encodings.counting_cuts import add_counting_cuts
from satchess.encodings.formula import Formula
from satchess.encodings.line_counts import LineCounts
from satchess.encodings.totalizer import CountBound
from satchess.model import Sense


class Bound(Protocol):
    """A way to ask for good values of the objective."""

    def at_least_as_good_as(self, value: int) -> list[int]:
        """Return assumptions that ask for a value at least as good as this one."""


def loose_bound(formula: Formula) -> Bound:
    """Return a bound that is quick to build: for finding placements."""
    return _PlainBound(formula)


def tight_bound(formula: Formula, worst: int) -> Bound:
    """Return a bound that propagates more: for refuting, and for listing all placements.

    `worst` is the worst value that will be asked for.
    """
    if formula.model.counts_pieces and formula.model.families:
        counts = LineCounts(formula, worst)
        add_counting_cuts(formula, counts, worst)
        return counts
    return _PlainBound(formula)


class _PlainBound:
    """Counts terms; where these are the pieces, occupied lines instead or as well."""

    def __init__(self, formula: Formula) -> None:
        objective = formula.model.objective
        assert objective is not None
        self._sense = objective.sense
        counts = [objective.terms]
        if objective.terms == tuple(formula.model.board_variables):
            if formula.exact_counts:
                counts = formula.exact_counts
            elif self._sense is Sense.FEWEST:
                counts += formula.low_counts
        self._bounds: list[CountBound | BinarySum] = [
            BinarySum(formula.collector, objective.weights)
            if objective.is_heavy
            else CountBound(formula.collector, literals)
            for literals in counts
        ]

    def at_least_as_good_as(self, value: int) -> list[int]:
        """Return assumptions that ask for a value at least as good as this one."""
        literals = (
            bound.at_most(value) if self._sense is Sense.FEWEST else bound.at_least(value)
            for bound in self._bounds
        )
        return [literal for literal in literals if literal is not None]
