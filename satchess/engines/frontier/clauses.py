"""A model after unit propagation: clauses, conflicts and weights.

The frontier engine reads a model in this form. Unit clauses are propagated, and a clause that
follows from a shorter one is dropped: neither changes the set of placements.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Model, When, variables_of

Literals = frozenset[int]


class NotPlain(Exception):
    """A constraint is neither a clause nor 'at most one'; the message says which."""


@dataclass
class ClausalModel:
    """Clauses over free variables, and the variables each of them conflicts with.

    `cliques` are sets of variables that all conflict with each other. `gains` are what a variable
    adds to the objective when it is true; `base` is what the variables add that are not free, whose
    values are `fixed`. An infeasible model has an empty clause.
    """

    clauses: list[Literals]
    conflicts: dict[int, set[int]]
    cliques: list[Literals]
    gains: dict[int, int] = field(default_factory=dict)
    base: int = 0
    fixed: dict[int, bool] = field(default_factory=dict)

    @property
    def possible(self) -> bool:
        """Whether propagation has left the model open."""
        return frozenset() not in self.clauses

    @cached_property
    def kernels(self) -> dict[int, Literals]:
        """The clauses that say 'this variable or one that conflicts with it'."""
        clauses = set(self.clauses)
        around = {v: frozenset((v, *rivals)) for v, rivals in self.conflicts.items()}
        return {v: clause for v, clause in around.items() if clause in clauses}


def read(model: Model) -> ClausalModel:
    """Bring a model into clausal form; raise `NotPlain` if it has none."""
    clauses, cliques = _stated(model)
    fixed, clauses, cliques = _propagated(clauses, cliques)
    free = [v for v in model.board_variables if v not in fixed]
    conflicts: dict[int, set[int]] = {v: set() for v in free}
    for clique in cliques:
        for v in clique:
            conflicts[v] |= clique - {v}
    gains = dict.fromkeys(free, 0)
    clausal = ClausalModel(without_implied(clauses), conflicts, cliques, gains, fixed=fixed)
    for term in model.objective.terms if model.objective else ():
        if term not in model.board_variables:
            raise NotPlain("its objective does not count pieces")
        if term in fixed:
            clausal.base += fixed[term]
        else:
            clausal.gains[term] += 1
    return clausal


def _stated(model: Model) -> tuple[list[Literals], list[Literals]]:
    """Restate all constraints as clauses and as cliques of mutually exclusive variables."""
    clauses: list[Literals] = []
    cliques: list[Literals] = []
    for constraint in model.constraints:
        if any(v not in model.board_variables for v in variables_of(constraint)):
            raise NotPlain("has auxiliary variables")
        for plain in _plainly(constraint):
            literals = frozenset(plain.literals)
            if isinstance(plain, Clause):
                if not any(-literal in literals for literal in literals):
                    clauses.append(literals)
            elif all(literal > 0 for literal in literals):
                cliques.append(literals)
            else:
                clauses += (frozenset((-a, -b)) for a, b in combinations(literals, 2) if a != -b)
    pairs = {c for c in clauses if len(c) == 2 and all(literal < 0 for literal in c)}
    cliques += (frozenset(-literal for literal in pair) for pair in pairs)
    return [c for c in dict.fromkeys(clauses) if c not in pairs], list(dict.fromkeys(cliques))


def _plainly(constraint: Constraint) -> Iterable[Clause | AtMost]:
    """Restate a constraint as clauses and `AtMost(1)` over distinct literals."""
    match constraint:
        case Clause():
            return [constraint]
        case AtMost(bound, literals) if bound >= len(literals):
            return []
        case AtMost(0, literals):
            return [Clause((-literal,)) for literal in literals]
        case AtMost(1, literals):
            false = {literal for literal in literals if literals.count(literal) > 1}
            once = tuple(literal for literal in literals if literal not in false)
            for literal in once:
                if -literal in once:  # one of the two is true, so nothing else is
                    false |= set(once) - {literal, -literal}
                    once = ()
                    break
            return [*(Clause((-literal,)) for literal in sorted(false)), AtMost(1, once)]
        case AtLeast(bound, _) if bound <= 0:
            return []
        case AtLeast(1, literals):
            return [Clause(literals)]
        case Exactly(bound, literals) if bound <= 1:
            lower = [Clause(literals)] if bound == 1 else []
            return [*lower, *_plainly(AtMost(bound, literals))]
        case When(literal, Clause(literals)):
            return [Clause((-literal, *literals))]
    raise NotPlain(f"the constraint {type(constraint).__name__} is not a clause")


def _propagated(
    clauses: list[Literals], cliques: list[Literals]
) -> tuple[dict[int, bool], list[Literals], list[Literals]]:
    """Propagate unit clauses to a fixpoint."""
    fixed: dict[int, bool] = {}
    while True:
        forced = {literal for clause in clauses if len(clause) == 1 for literal in clause}
        if not forced:
            return fixed, clauses, cliques
        if any(-literal in forced for literal in forced):
            return fixed, [frozenset()], []
        fixed |= {abs(literal): literal > 0 for literal in forced}
        false = frozenset(-literal for literal in forced)
        clauses = [clause - false for clause in clauses if clause.isdisjoint(forced)]
        for clique in cliques:
            if taken := clique & forced:
                clauses += (frozenset((-v,)) for v in clique - taken if v not in fixed)
                clauses += [frozenset()] * (len(taken) > 1)
        cliques = [clique - false for clique in cliques if clique.isdisjoint(forced)]
        cliques = [clique for clique in dict.fromkeys(cliques) if len(clique) > 1]
        if frozenset() in clauses:
            return fixed, [frozenset()], []


def without_implied(clauses: list[Literals]) -> list[Literals]:
    """Drop subsumed clauses."""
    holders: dict[int, set[Literals]] = {}
    for clause in clauses:
        for literal in clause:
            holders.setdefault(literal, set()).add(clause)
    implied: set[Literals] = set()
    for clause in clauses:
        rarest = min(clause, key=lambda literal: len(holders[literal]), default=None)
        if rarest is not None:
            implied.update(other for other in holders[rarest] if clause < other)
    return [clause for clause in dict.fromkeys(clauses) if clause not in implied]
