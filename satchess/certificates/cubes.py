"""Refutations in parts: cases, each a formula with a proof of its own, and that they are all.

Each part can be checked alone, and a run that is stopped goes on with the parts that are missing.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from satchess.certificates.encoding import Clauses
from satchess.certificates.orders import Order
from satchess.certificates.proofs import ProofLog
from satchess.certificates.refuting import Family, refute, refute_clauses
from satchess.verify.claims.parts import join_formula, part_formula
from satchess.verify.formula import Constraint, Formula, write_literal

Cases = tuple[tuple[int, ...], ...]


def refute_in_parts(
    order: Order, bound: Constraint | None, families: Sequence[Family]
) -> tuple[tuple[str, ...], ...]:
    """Write the parts and what joins them; return the literals of each, as they are named."""
    stated = order.formula.with_more([] if bound is None else [bound], "")
    place = len(stated.constraints)
    cases = _cases(order.formula, order.parts)
    for number, case in enumerate(cases, start=1):
        formula = part_formula(stated, case, number)
        is_stated = order.writer.holds(f"part-{number}.opb", formula.lines())
        if is_stated and order.writer.has(f"part-{number}.pbp"):
            continue
        order.writer.lines(f"part-{number}.opb", formula.lines())
        with order.writer.stream(f"part-{number}.pbp") as stream:
            log = ProofLog(stream, formula)
            known = None if bound is None else (bound, place)
            log.conclude(f"UNSAT : {refute(log, known, families)}")
    _join(order, join_formula(stated, cases), cases)
    names = order.formula.names
    return tuple(tuple(write_literal(literal, names) for literal in case) for case in cases)


def _cases(formula: Formula, parts: int) -> Cases:
    """Return all ways to settle the variables that occur most often, so many as there are parts."""
    often: Counter[int] = Counter()
    for constraint in formula.constraints:
        often.update(map(abs, constraint.literals))
    chosen = [variable for variable, _ in often.most_common((parts - 1).bit_length())]
    return tuple(product(*((variable, -variable) for variable in chosen)))


def _join(order: Order, formula: Formula, cases: Cases) -> None:
    """Prove that the cases leave nothing."""
    order.writer.lines("join.opb", formula.lines())
    with order.writer.stream("join.pbp") as stream:
        log = ProofLog(stream, formula)
        clauses = Clauses(log)
        first = len(formula.constraints) - len(cases) + 1
        for number, case in enumerate(cases, start=first):
            clauses.enter((-literal for literal in case), number)
        log.conclude(f"UNSAT : {refute_clauses(clauses)}")
