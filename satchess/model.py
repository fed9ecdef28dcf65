"""Models: a question as constraints over board variables, for every engine to read.

Variable `i` (from 1) says that `places[i - 1]` is occupied; further variables are auxiliaries of
constraints. A literal is a variable or its negative. A literal that is listed twice counts twice.
Nothing here knows of CNF.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from satchess.domain.classes import least_of_class
from satchess.domain.placement import Place, Placement


@dataclass(frozen=True)
class Clause:
    """At least one of the literals is true."""

    literals: tuple[int, ...]


@dataclass(frozen=True)
class AtMost:
    """At most `bound` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


@dataclass(frozen=True)
class AtLeast:
    """At least `bound` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


@dataclass(frozen=True)
class Exactly:
    """Exactly `bound` of the literals are true."""

    bound: int
    literals: tuple[int, ...]


@dataclass(frozen=True)
class Parity:
    """An odd number of the literals is true, or an even one."""

    odd: bool
    literals: tuple[int, ...]


@dataclass(frozen=True)
class When:
    """If the literal is true, the constraint holds."""

    literal: int
    then: "Constraint"


Constraint = Clause | AtMost | AtLeast | Exactly | Parity | When


def variables_of(constraint: Constraint) -> set[int]:
    """Return the variables of a constraint."""
    if isinstance(constraint, When):
        return {abs(constraint.literal)} | variables_of(constraint.then)
    return {abs(literal) for literal in constraint.literals}


HEAVY = 600
"""Terms of an objective, repeated ones included, that can be taken one by one."""

LIGHT = 10
"""How often a term may count on larger boards."""


class Sense(StrEnum):
    """Which way an objective goes."""

    FEWEST = "fewest"
    MOST = "most"


@dataclass(frozen=True)
class Objective:
    """Minimise or maximise the number of true terms.

    Auxiliaries among the terms must be functions of the places.
    """

    sense: Sense
    terms: tuple[int, ...]

    @cached_property
    def weights(self) -> Mapping[int, int]:
        """How often each term counts."""
        return Counter(self.terms)

    @property
    def is_heavy(self) -> bool:
        """Whether terms count so often that engines had better not take them one by one."""
        return len(self.terms) > HEAVY and max(self.weights.values()) > LIGHT

    @property
    def is_weighed(self) -> bool:
        """Whether some term counts more than once."""
        return len(self.terms) > len(self.weights)

    def better(self, one: int, other: int) -> int:
        """Return the better one of two values."""
        return min(one, other) if self.sense is Sense.FEWEST else max(one, other)

    def value(self, true_variables: Set[int]) -> int:
        """Return the number of true terms, given the variables that are true."""
        return sum(
            times
            for term, times in self.weights.items()
            if (abs(term) in true_variables) == (term > 0)
        )


Family = tuple[tuple[int, ...], ...]
"""Disjoint groups of board variables."""


@dataclass(frozen=True)
class Model:
    """Variables, constraints and an objective, with redundant knowledge that speeds engines up.

    `families` are disjoint groups of board variables that belong together, such as the ranks or
    diagonals of a board; `symmetries` are permutations of the board variables (entry `i - 1` is the
    image of variable `i`) that preserve constraints and objective. Engines may ignore both.
    """

    places: tuple[Place, ...]
    constraints: tuple[Constraint, ...]
    objective: Objective | None = None
    auxiliaries: int = 0
    families: tuple[Family, ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    @cached_property
    def board_variables(self) -> range:
        """The variables that stand for places."""
        return range(1, len(self.places) + 1)

    @property
    def top(self) -> int:
        """The largest variable."""
        return len(self.places) + self.auxiliaries

    @property
    def counts_pieces(self) -> bool:
        """Whether the fewest pieces are asked for, every piece counting once."""
        return (
            self.objective is not None
            and self.objective.sense is Sense.FEWEST
            and self.objective.terms == tuple(self.board_variables)
        )

    @cached_property
    def exclusive_families(self) -> tuple[Family, ...]:
        """The families that partition the board, with at most one true variable in each group."""
        cliques: dict[int, list[frozenset[int]]] = {}
        for constraint in self.constraints:
            if isinstance(constraint, AtMost) and constraint.bound == 1:
                clique = frozenset(constraint.literals)
                for literal in clique:
                    cliques.setdefault(literal, []).append(clique)

        def is_exclusive(group: tuple[int, ...]) -> bool:
            return len(group) == 1 or any(c.issuperset(group) for c in cliques.get(group[0], ()))

        return tuple(
            family
            for family in self.families
            if sum(map(len, family)) == len(self.places) and all(map(is_exclusive, family))
        )

    def placement(self, true_variables: Iterable[int]) -> Placement:
        """Read the placement off an assignment, given as the variables that are true."""
        taken = {variable for variable in true_variables if variable in self.board_variables}
        return Placement.of(self.places[variable - 1] for variable in taken)

    def variables(self, placement: Placement) -> frozenset[int]:
        """Return the board variables that are true of a placement."""
        taken = set(placement.places)
        return frozenset(v for v, place in enumerate(self.places, start=1) if place in taken)

    def with_value(self, value: int) -> "Model":
        """Return the model of the placements whose objective has a given value."""
        assert self.objective is not None
        exactly = Exactly(value, self.objective.terms)
        return replace(self, constraints=(*self.constraints, exactly), objective=None)

    def with_constraints(self, more: Iterable[Constraint]) -> "Model":
        """Return the model with more constraints, which its symmetries must preserve."""
        return replace(self, constraints=(*self.constraints, *more))

    def quotient(self, permutation: tuple[int, ...]) -> "Model":
        """Return the model of the placements that a symmetry fixes.

        It has one board variable for each orbit of squares, which objectives count as often as the
        orbit is long. Its placements name the first square of each orbit.
        """
        number: dict[int, int] = {}
        firsts = []
        for start in self.board_variables:
            if start not in number:
                firsts.append(start)
                variable = start
                while variable not in number:
                    number[variable] = len(firsts)
                    variable = permutation[variable - 1]
        return self._merged(firsts, number)

    def condensed(self) -> "Model":
        """Return the model with one board variable for those that constraints make equal.

        It is as in a `quotient`, but symmetries are kept. The model itself if none are equal.
        """
        equal = [variables_of(pair) for pair in self.constraints if self._is_equality(pair)]
        if not equal:
            return self
        first_of = least_of_class(self.board_variables, equal)
        firsts = sorted(set(first_of.values()))
        rank = {first: number for number, first in enumerate(firsts, start=1)}
        number = {variable: rank[first_of[variable]] for variable in self.board_variables}
        others = (c for c in self.constraints if not self._is_equality(c))
        merged = replace(self, constraints=tuple(others))._merged(firsts, number)
        images = (tuple(number[p[first - 1]] for first in firsts) for p in self.symmetries)
        return replace(merged, symmetries=tuple(dict.fromkeys(images)))

    def _is_equality(self, constraint: Constraint) -> bool:
        """Whether a constraint says that two board variables are equal, and nothing else."""
        match constraint:
            case Parity(False, (one, other)):
                return one in self.board_variables and other in self.board_variables
        return False

    def _merged(self, firsts: Iterable[int], number: dict[int, int]) -> "Model":
        """Renumber board variables, of which those with the same number are equal."""
        places = tuple(self.places[first - 1] for first in firsts)
        number = number | {
            len(self.places) + auxiliary: len(places) + auxiliary
            for auxiliary in range(1, self.auxiliaries + 1)
        }
        constraints = (
            distinct
            for constraint in self.constraints
            for distinct in _distinct(_rewritten(constraint, number))
        )
        objective = self.objective
        if objective is not None:
            objective = replace(objective, terms=_renumbered(objective.terms, number))
        return Model(places, tuple(dict.fromkeys(constraints)), objective, self.auxiliaries)

    def components(self) -> list["Model"]:
        """Split into independent models, whose placements combine freely.

        The optimum is the sum of theirs, the set of optimal placements the product.
        """
        return list(self._components)

    @cached_property
    def distinct_components(self) -> tuple[tuple["Model", int], ...]:
        """One component of each kind, and how many there are that turns carry into each other."""
        parts = self._components
        if len(parts) == 1 or self.auxiliaries:  # turns say nothing of auxiliaries
            return tuple((part, 1) for part in parts)
        owner = {place: number for number, part in enumerate(parts) for place in part.places}
        first = {owner[place]: v for v, place in reversed(list(enumerate(self.places)))}
        images = (
            (number, owner[self.places[permutation[v] - 1]])
            for permutation in self.symmetries
            for number, v in first.items()
        )
        times = Counter(least_of_class(range(len(parts)), images).values())
        return tuple((parts[number], often) for number, often in times.items())

    @cached_property
    def _components(self) -> list["Model"]:
        roots = least_of_class(range(self.top + 1), map(variables_of, self.constraints))
        members: dict[int, list[int]] = {}
        for variable in range(1, self.top + 1):
            members.setdefault(roots[variable], []).append(variable)
        if len(members) <= 1:
            return [self]
        parts: dict[int, list[Constraint]] = {root: [] for root in members}
        for constraint in self.constraints:
            if variables := variables_of(constraint):
                parts[roots[min(variables)]].append(constraint)
            else:  # an empty clause, or a bound on nothing: it concerns every part
                for part in parts.values():
                    part.append(constraint)
        return [self._restricted(members[root], parts[root]) for root in members]

    def _restricted(self, variables: list[int], constraints: list[Constraint]) -> "Model":
        number = {old: new for new, old in enumerate(variables, start=1)}
        places = tuple(self.places[old - 1] for old in variables if old in self.board_variables)
        objective = None
        if self.objective is not None:
            objective = replace(
                self.objective, terms=_renumbered(self.objective.terms, number, drop=True)
            )
        families = (
            tuple(group for old in family if (group := _renumbered(old, number, drop=True)))
            for family in self.families
        )
        symmetries = (
            tuple(number[permutation[old - 1]] for old in variables if old in self.board_variables)
            for permutation in self.symmetries
            if all(permutation[v - 1] in number for v in variables if v in self.board_variables)
        )
        return Model(
            places=places,
            constraints=tuple(_rewritten(constraint, number) for constraint in constraints),
            objective=objective,
            auxiliaries=len(variables) - len(places),
            families=tuple(family for family in families if family),
            symmetries=tuple(dict.fromkeys(symmetries)),
        )


def _renumbered(
    literals: tuple[int, ...], number: dict[int, int], *, drop: bool = False
) -> tuple[int, ...]:
    return tuple(
        number[abs(literal)] * (1 if literal > 0 else -1)
        for literal in literals
        if not drop or abs(literal) in number
    )


def _rewritten(constraint: Constraint, number: dict[int, int]) -> Constraint:
    if isinstance(constraint, When):
        (literal,) = _renumbered((constraint.literal,), number)
        return When(literal, _rewritten(constraint.then, number))
    return replace(constraint, literals=_renumbered(constraint.literals, number))


def _distinct(constraint: Constraint) -> Iterator[Constraint]:
    """Restate a constraint without repeated literals, where possible."""
    match constraint:
        case Clause(literals):
            yield Clause(tuple(sorted(set(literals))))
        case AtMost(1, literals):
            times = Counter(literals)
            yield from (Clause((-literal,)) for literal, often in times.items() if often > 1)
            single = tuple(sorted(literal for literal, often in times.items() if often == 1))
            if len(single) > 1:
                yield AtMost(1, single)
        case When(literal, then):
            yield from (When(literal, distinct) for distinct in _distinct(then))
        case _:
            yield constraint
