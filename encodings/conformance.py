"""What every encoding has to pass: all assignments of short lists, some of long ones.

`satchess.conformance` offers this to authors of plugins.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from operator import eq, ge, le
from random import Random

from pysat.solvers import Solver

from satchess.encodings.collector import ClauseCollector
from satchess.encodings.kinds import AtMostOneEncoding, CardinalityEncoding

Assignment = tuple[bool, ...]
Encode = Callable[[ClauseCollector, Sequence[int]], None]
Encoding = AtMostOneEncoding | CardinalityEncoding

RELATIONS: dict[str, Callable[[int, int], bool]] = {"at_most": le, "at_least": ge, "exactly": eq}

LONG_LISTS = 12
"""Random long lists that are tried with every relation."""


def assignments(size: int) -> Iterable[Assignment]:
    """Return all assignments of so many variables."""
    return product((False, True), repeat=size)


def is_true(literal: int, assignment: Assignment) -> bool:
    """Whether a literal is true."""
    return assignment[abs(literal) - 1] == (literal > 0)


def as_literals(assignment: Assignment) -> list[int]:
    """Return the literals that are true."""
    return [variable if true else -variable for variable, true in enumerate(assignment, start=1)]


def solutions(clauses: Iterable[list[int]], size: int) -> set[Assignment]:
    """Return the assignments of the first `size` variables that extend to models."""
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        return {values for values in assignments(size) if solver.solve(as_literals(values))}


def collected(encode: Encode, literals: Sequence[int], guard: int | None = None) -> ClauseCollector:
    """Return the clauses of an encoding, which hold only if `guard` is true."""
    collector = ClauseCollector(max(map(abs, (*literals, guard or 0)), default=0))
    if guard is None:
        encode(collector, literals)
    else:
        with collector.only_if(guard):
            encode(collector, literals)
    return collector


def bounded(encoding: CardinalityEncoding, relation: str, bound: int) -> Encode:
    """Return one of the three constraints that a cardinality encoding knows."""
    method = getattr(encoding, relation)
    return lambda collector, literals: method(collector, literals, bound)


def count_faults(encode: Encode, holds: Callable[[int], bool], size: int) -> Iterator[str]:
    """Yield where the encoding does not hold just when the number of true literals is right.

    Literals of either sign, a literal that stands twice and counts twice, and a guard are tried.
    """
    plain = [*range(1, size + 1)]
    mixed = [literal if literal % 2 else -literal for literal in plain]
    lists = {"": plain, " of either sign": mixed, ", one of them twice": [*mixed, *mixed[:1]]}
    for what, literals in lists.items():
        found = solutions(collected(encode, literals).clauses, size)
        for values in assignments(size):
            right = holds(sum(is_true(literal, values) for literal in literals))
            if (values in found) != right:
                yield f"{size} literals{what}: {_fault(values, right)}"
    guarded = solutions(collected(encode, mixed, guard=-(size + 1)).clauses, size + 1)
    for values in assignments(size):
        right = holds(sum(is_true(literal, values) for literal in mixed))
        for off in (True, False):
            if ((*values, off) in guarded) != (off or right):
                state = "off" if off else "on"
                yield f"{size} literals, guard {state}: {_fault(values, off or right)}"


def _fault(values: Assignment, right: bool) -> str:
    return f"{as_literals(values)} is {'not ' if right else ''}allowed"


def faults(encoding: Encoding) -> Iterator[str]:
    """Yield what an encoding does wrong."""
    if isinstance(encoding, AtMostOneEncoding):
        for size in range(13):
            yield from count_faults(encoding.encode, lambda count: count <= 1, size)
        yield from sharing_faults(encoding.encode)
    else:
        for relation in RELATIONS:
            yield from _relation_faults(encoding, relation)
        yield from sharing_faults(bounded(encoding, "exactly", 3))


def sharing_faults(encode: Encode) -> Iterator[str]:
    """Yield variables that are not the collector's to give, or that were given before."""
    literals = range(1, 13)
    collector = ClauseCollector(20)
    used = []
    for _ in range(2):
        encode(collector, literals)
        used.append({abs(literal) for clause in collector.take_new() for literal in clause})
    if shared := (used[0] & used[1]) - set(literals):
        yield f"auxiliary {min(shared)} is used by two constraints"
    if foreign := (used[0] | used[1]) & set(range(13, 21)):
        yield f"variable {min(foreign)} belongs to others, but is used as an auxiliary"
    if max(used[0] | used[1]) > collector.top:
        yield "an auxiliary does not come from the collector"


def _relation_faults(encoding: CardinalityEncoding, relation: str) -> Iterator[str]:
    holds = RELATIONS[relation]
    for size in range(7):
        for bound in range(-1, size + 2):
            encode = bounded(encoding, relation, bound)
            for fault in count_faults(encode, partial(_swapped, holds, bound), size):
                yield f"{relation} {bound} of {fault}"
    random = Random(relation)
    for _ in range(LONG_LISTS):
        values = tuple(random.random() < 0.5 for _ in range(random.randint(8, 60)))
        for bound in range(sum(values) - 1, sum(values) + 2):
            clauses = collected(bounded(encoding, relation, bound), range(1, len(values) + 1))
            with Solver("minisat22", bootstrap_with=clauses.clauses) as solver:
                right = holds(sum(values), bound)
                if solver.solve(as_literals(values)) != right:
                    allowed = "not allowed" if right else "allowed"
                    yield f"{relation} {bound} of {len(values)}: {sum(values)} are {allowed}"


def _swapped(holds: Callable[[int, int], bool], bound: int, count: int) -> bool:
    return holds(count, bound)
