"""Refuting a formula by SAT: clauses with proofs, a solver's proof with hints."""

from collections.abc import Container, Iterator, Sequence

from satchess.certificates.encoding import Clauses, Defined
from satchess.certificates.linear import clique_words, exclusive_pairs
from satchess.certificates.proofs import ProofLog
from satchess.certificates.trimming import trimmed
from satchess.engines.sat.solver import proof_of_unsatisfiability
from satchess.errors import EngineError
from satchess.verify.formula import Constraint

Family = Sequence[Sequence[int]]
"""Disjoint lines of variables."""


def refute(log: ProofLog, bound: tuple[Constraint, int] | None, families: Sequence[Family]) -> int:
    """Refute the formula of a proof; return the id of the contradiction.

    `bound` is a constraint that was derived, with its id: there are at most so many pieces, or at
    least. `families` are lines, one family for each direction: pieces occupy no more lines than
    there are pieces.
    """
    clauses = Clauses(log)
    stated = [(c, number) for number, c in enumerate(log.formula.constraints, start=1)]
    settled = {
        size
        for constraint, number in stated
        if constraint.degree > 1 and min(constraint.literals) > 0
        for size in _fill_lines(clauses, constraint, number, families)
    }
    for constraint, number in stated:
        if not _says_how_many(constraint, settled):
            enter(clauses, constraint, number)
    if bound is not None:
        enter(clauses, *bound)
        if all(literal < 0 for literal in bound[0].literals):
            _count_lines(clauses, *bound, families)
    return refute_clauses(clauses)


def _fill_lines(
    clauses: Clauses, size: Constraint, number: int, families: Sequence[Family]
) -> Iterator[tuple[int, int]]:
    """Where there are as many lines as pieces, and one piece at most on each, none is empty.

    Yield the number of squares and of pieces if that says how many pieces there are.
    """
    log = clauses.log
    pairs = exclusive_pairs(log.formula.constraints)
    for family in families:
        words = [clique_words(line, pairs) for line in family]
        squares = sum(map(len, family))
        if not all(words) or len(family) != size.degree or squares != len(size.literals):
            continue
        single = [log.pol(*said) for said in words if said]
        for line in range(len(family)):
            # all others have one piece at most: what is left stands here
            others = (f"{one} +" for other, one in enumerate(single) if other != line)
            clauses.enter(family[line], log.pol(number, *others))
        yield squares, size.degree


def _says_how_many(constraint: Constraint, settled: Container[tuple[int, int]]) -> bool:
    """Whether a constraint bounds a number of pieces that full lines settle."""
    literals, _, degree = constraint
    pieces = degree if literals and min(literals) > 0 else len(literals) - degree
    return degree > 1 and (len(literals), pieces) in settled


def _count_lines(
    clauses: Clauses, bound: Constraint, number: int, families: Sequence[Family]
) -> None:
    """Bound the lines that are occupied in each direction; cover squares by lines."""
    log = clauses.log
    occupied: dict[tuple[int, ...], Defined] = {}
    for family in families:
        lines = {tuple(line): clauses.any_of(line) for line in family}
        occupied |= lines
        # each line that is occupied has a piece, of which there are at most so many
        total = log.pol(number, *(f"{made.least} +" for made in lines.values()))
        most = len(bound.literals) - bound.degree
        clauses.at_most(most, [made.variable for made in lines.values()], total)
    longest_first = sorted(occupied, key=len, reverse=True)
    for covered, constraint in enumerate(log.formula.constraints, start=1):
        cover = [occupied[line] for line in _lines_of(constraint, longest_first)]
        if cover:
            clause = [made.variable for made in cover]
            clauses.enter(clause, log.rup(clause, [*(made.most for made in cover), covered]))


def _lines_of(constraint: Constraint, lines: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return lines that together are the squares of a clause; none if they are not."""
    open_squares = set(constraint.literals)
    squares = frozenset(open_squares)
    chosen = []
    if constraint.degree == 1:
        for line in lines:
            if squares.issuperset(line) and not open_squares.isdisjoint(line):
                open_squares.difference_update(line)
                chosen.append(line)
    return [] if open_squares else chosen


def enter(clauses: Clauses, constraint: Constraint, number: int) -> None:
    """Give a cardinality constraint to the solver."""
    literals, coefficients, degree = constraint
    if degree <= 0:
        return
    if any(coefficient != 1 for coefficient in coefficients):
        raise EngineError("only sums without weights are refuted by SAT")
    if degree == 1:
        clauses.enter(literals, number)
    else:
        clauses.at_most(len(literals) - degree, [-literal for literal in literals], number)


def refute_clauses(clauses: Clauses) -> int:
    """Have a solver refute clauses, and log its proof; return the id of the contradiction."""
    log = clauses.log
    proof = proof_of_unsatisfiability(clauses.rows)
    names = dict(enumerate(clauses.ids))
    for step in trimmed(clauses.rows, proof):
        names[step.name] = log.rup(step.literals, [names[hint] for hint in step.hints])
        log.delete(names.pop(name) for name in step.obsolete)
    return log.last
