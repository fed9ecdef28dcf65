"""Refuting by linear programming: multipliers that make a contradiction of the constraints.

Floating point proposes the multipliers, integers decide: they are rounded, and the sum is formed
again. Pairs that exclude each other are first made to cliques, by adding up and rounding.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from satchess.certificates.proofs import ProofLog
from satchess.engines.highs import GrowingProgramme, SimplexStatus, infinity
from satchess.verify.formula import Constraint, at_most
from satchess.verify.veripb.arithmetic import Sum, is_contradiction

SCALES = (1, 2, 3, 4, 6, 12, 60, 840, 27_720, 10**6, 10**9)
"""Multipliers are tried as multiples of one of these fractions, the simplest first."""

MOST_ROWS = 3_000

Row = tuple[Constraint, int]
"""A constraint and its id."""


def refute_linearly(
    log: ProofLog, more: Iterable[Row], cliques: Iterable[Sequence[int]]
) -> int | None:
    """Refute the formula of a proof by one sum; return its id, None if there is no such sum."""
    pairs = exclusive_pairs(log.formula.constraints)
    derivable = [c for c in cliques if len(c) > 2 and clique_words(c, pairs) is not None]
    inside = {frozenset((-a, -b)) for clique in derivable for a, b in combinations(clique, 2)}
    rows = [
        *((c, n) for n, c in enumerate(log.formula.constraints, start=1)),
        *more,
    ]
    rows = [row for row in rows if frozenset(row[0].literals) not in inside]
    if len(rows) + len(derivable) > MOST_ROWS:
        return None
    constraints = [*(c for c, _ in rows), *(at_most(1, clique) for clique in derivable)]
    multipliers = farkas(constraints, len(log.formula.names))
    if multipliers is None:
        return None
    ids = [number for _, number in rows]
    for clique, factor in zip(derivable, multipliers[len(rows) :], strict=True):
        ids.append(log.pol(*clique_words(clique, pairs) or ()) if factor else 0)
    words: list[str] = []
    for number, factor in zip(ids, multipliers, strict=True):
        if factor:
            words.append(f"{number} {factor} *" if factor > 1 else f"{number}")
            words += ["+"] * (len(words) > 1)
    return log.pol(*words)


def exclusive_pairs(constraints: Iterable[Constraint]) -> dict[frozenset[int], int]:
    """Return the ids of the clauses of two literals."""
    return {
        frozenset(constraint.literals): number
        for number, constraint in enumerate(constraints, start=1)
        if len(constraint.literals) == 2 and constraint.degree == 1
    }


def clique_words(
    clique: Sequence[int], pairs: Mapping[frozenset[int], int]
) -> tuple[object, ...] | None:
    """Return how 'at most one of a clique' is derived; None if some two do not exclude each other.

    From k - 2 times 'at most one of the first k - 1', and each of these with the k-th, follows 'at
    most one of k' by dividing by k - 1.
    """
    words: list[object] = []
    for place, literal in enumerate(clique):
        ids = [pairs.get(frozenset((-literal, -other))) for other in clique[:place]]
        if None in ids:
            return None
        if place == 1:
            words += ids
        elif place > 1:
            words += [place - 1, "*", *(f"{number} +" for number in ids), place, "d"]
    return tuple(words)


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
