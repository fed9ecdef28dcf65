"""A quick first placement and quick first bounds, read off a model's constraints."""

from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Sense


def greedy_variables(model: Model) -> list[int]:
    """Return board variables that, set to true, are likely to satisfy the model.

    For the fewest: the variable in most unsatisfied clauses, until there are none. For the most:
    the variable that excludes the fewest others, until none is left.
    """
    clauses = cover_clauses(model)
    rivals: dict[int, set[int]] = {v: set() for v in model.board_variables}
    for constraint in model.constraints:
        if isinstance(constraint, AtMost) and constraint.bound == 1:
            for literal in constraint.literals:
                if literal in rivals:
                    rivals[literal].update(constraint.literals)
    meets: dict[int, set[int]] = {v: set() for v in model.board_variables}
    for number, clause in enumerate(clauses):
        for variable in clause:
            meets[variable].add(number)
    most = model.objective is not None and model.objective.sense is Sense.MOST
    open_clauses = set(range(len(clauses)))
    free = set(model.board_variables)
    chosen: list[int] = []
    while free and (most or open_clauses):
        if most:
            best = min(free, key=lambda v: (len(rivals[v] & free), v))
        else:
            best = max(free, key=lambda v: (len(meets[v] & open_clauses), -v))
        chosen.append(best)
        open_clauses -= meets[best]
        free -= rivals[best] | {best}
    return chosen


def fewest_needed(model: Model) -> int:
    """Return a lower bound on the number of true board variables.

    Disjoint clauses need one variable each, and no variable satisfies more clauses than it is in;
    or a constraint says it.
    """
    clauses = cover_clauses(model)
    taken: set[int] = set()
    disjoint = 0
    for clause in sorted(clauses, key=len):
        if taken.isdisjoint(clause):
            taken |= clause
            disjoint += 1
    share: dict[int, int] = {}
    for clause in clauses:
        for variable in clause:
            share[variable] = share.get(variable, 0) + 1
    by_share = -(-len(clauses) // max(share.values(), default=1))
    everything = tuple(model.board_variables)
    stated = (
        constraint.bound
        for constraint in model.constraints
        if isinstance(constraint, AtLeast) and constraint.literals == everything
    )
    return max(disjoint, by_share, *stated)


def most_possible(model: Model) -> int:
    """Return an upper bound on the number of true board variables."""
    return min([stated_bound(model), *map(len, model.exclusive_families)])


def stated_bound(model: Model) -> int:
    """Return the upper bound that constraints on just the terms of the objective state."""
    assert model.objective is not None
    terms = model.objective.terms
    bounds = (
        constraint.bound
        for constraint in model.constraints
        if isinstance(constraint, AtMost | Exactly) and constraint.literals == terms
    )
    return min([len(terms), *bounds])


def cover_clauses(model: Model) -> list[frozenset[int]]:
    """Return the clauses over positive board variables alone."""
    board = len(model.places)
    return [
        frozenset(constraint.literals)
        for constraint in model.constraints
        if isinstance(constraint, Clause)
        and constraint.literals
        and all(0 < literal <= board for literal in constraint.literals)
    ]


def longest_cover_clause(model: Model) -> int:
    """Return how many squares the longest clause names; 0 if nothing is to be covered."""
    return max(map(len, cover_clauses(model)), default=0)
