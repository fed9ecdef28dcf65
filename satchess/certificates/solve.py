"""Proofs of `solve`: the placement on one side, a refutation on the other."""

from dataclasses import dataclass

from satchess.answers import Status
from satchess.certificates.linear import Row, refute_linearly
from satchess.certificates.orders import Claim, Order
from satchess.certificates.proofs import ProofLog
from satchess.certificates.refuting import Family, refute
from satchess.model import AtMost
from satchess.verify.claims.optimum import PROOF
from satchess.verify.formula import Constraint
from satchess.verify.veripb.arithmetic import normal

THEOREMS = ("theorem", "construct")
"""Engines whose answers rest on a theorem."""
MOST_SQUARES = 100
"""On larger boards a theorem is not proved again by search."""


def certify_solve(order: Order) -> Claim:
    """Prove an optimum, that there is a placement, or that there is none."""
    if order.answer.status is Status.INFEASIBLE:
        with order.writer.stream(PROOF) as stream:
            log = ProofLog(stream, order.formula)
            view = View.of(order)
            proof = refute_linearly(log, [], view.cliques) or refute(log, None, view.families)
            log.conclude(f"UNSAT : {proof}")
        return Claim("infeasible", {})
    if order.formula.objective is None:
        return Claim("placement", {"placement": order.places})
    cost = order.formula.value(order.taken)
    answer = {"value": abs(cost), "placement": order.places}
    with order.writer.stream(PROOF) as stream:
        log = ProofLog(stream, order.formula)
        bound = (better_than(order, cost), log.improve(order.taken))
        number = _refuted(order, log, bound)
        if number is not None:
            log.conclude_optimum(cost, number, order.taken)
    if number is None:
        order.writer.discard(PROOF)
        return Claim("placement", answer, trusted=f"{order.answer.reason}.")
    return Claim("optimum", answer)


def _refuted(order: Order, log: ProofLog, bound: Row | None) -> int | None:
    """Refute by one sum, if possible, otherwise by SAT; return the id of the contradiction.

    None where a theorem has answered, which may be far beyond any search.
    """
    view = View.of(order)
    number = refute_linearly(log, [bound] if bound else [], view.cliques)
    is_large = len(order.formula.names) > MOST_SQUARES
    if number is not None or (is_large and order.answer.engine in THEOREMS):
        return number
    return refute(log, bound, view.families)


def better_than(order: Order, cost: int) -> Constraint:
    """Return what holds of the placements that are better than one with this cost."""
    assert order.formula.objective is not None
    return normal(((-weight, variable) for weight, variable in order.formula.objective), 1 - cost)


@dataclass(frozen=True)
class View:
    """What the model of a question knows, in the variables of the statement.

    Nothing of it is believed: it proposes what may be derived.
    """

    families: list[Family]
    """The lines of the board, in each direction in which a piece attacks without limit."""
    cliques: list[list[int]]
    """Places that exclude each other."""

    @classmethod
    def of(cls, order: Order) -> "View":
        """Translate a model."""
        model = order.answer.question.model()
        variable = order.formula.variable
        number = {v: variable[order.name(place)] for v, place in enumerate(model.places, start=1)}
        return cls(
            [[[number[v] for v in line] for line in family] for family in model.families],
            [
                [number[v] for v in constraint.literals]
                for constraint in model.constraints
                if isinstance(constraint, AtMost) and constraint.bound == 1
            ],
        )
