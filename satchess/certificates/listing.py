"""Proofs of `list`: all placements, and a refutation of any other."""

from satchess.answers import Status
from satchess.certificates.encoding import Clauses
from satchess.certificates.orders import Claim, Order
from satchess.certificates.proofs import ProofLog
from satchess.certificates.refuting import enter, refute_clauses
from satchess.certificates.solve import better_than, certify_solve
from satchess.errors import NotKnown
from satchess.verify.claims.listed import FORMULA, PROOF, list_formula

MOST_LISTED = 100_000
"""Placements that a certificate lists; a count of more has a diagram."""

NOTES = (
    "`list.opb` is the statement; where something is optimised, with 'no worse than the best'.\n"
    "`list.pbp` lists its solutions, and proves that there are no others; VeriPB takes\n"
    "these two."
)


def certify_list(order: Order) -> Claim:
    """Prove that the listed placements are all there are."""
    answer = order.answer
    if answer.request.verb_with_flags != "list":
        raise NotKnown(f"no proof of '{answer.request.verb_with_flags}' is known, only of 'list'")
    if answer.status is Status.INFEASIBLE:
        return certify_solve(order)
    variable = order.formula.variable
    placements = [
        frozenset(variable[order.name(place)] for place in placement.places)
        for placement in answer.question.placements(limit=MOST_LISTED + 1, cache=False)
    ]
    if len(placements) > MOST_LISTED:
        raise NotKnown(f"there are more than {MOST_LISTED} placements: expected 'certify count'")
    claimed: dict[str, object] = {"count": len(placements)}
    more = []
    if order.formula.objective is not None:
        cost = order.formula.value(placements[0])
        claimed["value"] = abs(cost)
        more = [better_than(order, cost + 1)]
    formula = list_formula(order.formula, more)
    order.writer.lines(FORMULA, formula.lines())
    with order.writer.stream(PROOF) as stream:
        log = ProofLog(stream, formula)
        clauses = Clauses(log)
        for number, constraint in enumerate(formula.constraints, start=1):
            enter(clauses, constraint, number)
        for taken in placements:
            others = [-v if v in taken else v for v in range(1, len(formula.names) + 1)]
            clauses.enter(others, log.exclude(taken))
        log.conclude(f"ENUMERATION_COMPLETE {len(placements)} : {refute_clauses(clauses)}")
    return Claim("list", claimed, notes=(NOTES,))
