"""Refuting by linear programming: multipliers that make a contradiction of the constraints.

Floating point proposes the multipliers, integers decide: they are rounded, and the sum is formed
again. Pairs that exclude each other are first made to cliques, by adding up and rounding.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from satchess.certificates.proofs import ProofLog
from satchess.engines.highs import GrowingProgramme, SimplexStatus, infinity
from satchess.verify.formula import Constraint, at_most
from satchess.verify.veripb.arithmetic import Sum, is_contradiction

SCALES = (1, 2, 3, 4, 6, 12, 60, 840, 27_720, 10**6, 10**9)
"""Multipliers are tried as multiples of one of these fractions, the simplest first."""

MOST_ROWS = 20_000

Row = tuple[Constraint, int]
"""A constraint and its id."""


def refute_linearly(
    log: ProofLog, more: Iterable[Row], cliques: Iterable[Sequence[int]]
) -> int | None:
    """Refute the formula of a proof by one sum; return its id, None if there is no such sum."""
    stated = [(c, number) for number, c in enumerate(log.formula.constraints, start=1)]
    if len(stated) > MOST_ROWS:
        return None
    rows = [*stated, *more, *derive_cliques(log, cliques)]
    multipliers = farkas([constraint for constraint, _ in rows], len(log.formula.names))
    if multipliers is None:
        return None
    words: list[str] = []
    for (_, number), factor in zip(rows, multipliers, strict=True):
        if factor:
            words.append(f"{number} {factor} *" if factor > 1 else f"{number}")
            words += ["+"] * (len(words) > 1)
    return log.pol(*words)


def derive_cliques(log: ProofLog, cliques: Iterable[Sequence[int]]) -> list[Row]:
    """Derive that at most one of each clique is true, where every two exclude each other.

    From k - 2 times 'at most one of the first k - 1', and each of these with the k-th, follows 'at
    most one of k' by dividing by k - 1.
    """
    pairs = {
        frozenset(constraint.literals): number
        for number, constraint in enumerate(log.formula.constraints, start=1)
        if len(constraint.literals) == 2 and constraint.degree == 1
    }
    rows = []
    for clique in cliques:
        words: list[object] = []
        for place, literal in enumerate(clique):
            ids = [pairs.get(frozenset((-literal, -other))) for other in clique[:place]]
            if None in ids:
                words.clear()
                break
            if place == 1:
                words += ids
            elif place > 1:
                words += [place - 1, "*", *(f"{number} +" for number in ids), place, "d"]
        if len(clique) > 2 and words:
            rows.append((at_most(1, clique), log.pol(*words)))
    return rows


def farkas(constraints: Sequence[Constraint], variables: int) -> list[int] | None:
    """Return multipliers under which the constraints add up to a contradiction, if any do."""
    proposed = _proposed(constraints, variables)
    if proposed is None:
        return None
    for scale in SCALES:
        factors = [max(0, round(scale * multiplier)) for multiplier in proposed]
        total = Sum({}, 0)
        for constraint, factor in zip(constraints, factors, strict=True):
            if factor:
                total = total.add(Sum.of(constraint).multiply(factor))
        if is_contradiction(total.done()):
            return factors
    return None


def _proposed(constraints: Sequence[Constraint], variables: int) -> list[float] | None:
    """Violate the constraints as little as can be; return their multipliers."""
    rows = len(constraints)
    costs = np.concatenate([np.zeros(variables), np.ones(rows)])
    upper = np.concatenate([np.ones(variables), np.full(rows, infinity())])
    programme = GrowingProgramme(costs, np.zeros(variables + rows), upper)
    for number, (literals, coefficients, degree) in enumerate(constraints):
        row = np.zeros(variables + rows)
        least = degree
        for literal, coefficient in zip(literals, coefficients, strict=True):
            if literal > 0:
                row[literal - 1] += coefficient
            else:
                row[-literal - 1] -= coefficient
                least -= coefficient
        row[variables + number] = 1
        programme.add_row(row, least)
    status, values, multipliers = programme.solve()
    if status is not SimplexStatus.OPTIMAL or values[variables:].sum() < 1e-6:
        return None
    return [float(multiplier) for multiplier in multipliers]
