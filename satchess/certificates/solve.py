"""Proofs of `solve`: the placement on one side, a refutation on the other."""

from dataclasses import dataclass
from typing import Any

from satchess.answers import Status
from satchess.certificates.cubes import refute_in_parts
from satchess.certificates.linear import refute_linearly
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


BY_ONE_SUM = """
`proof.pbp` adds up constraints of the formula, each multiplied by a whole number. The sum is a
contradiction if there were anything better."""
BY_SEARCH = """
`proof.pbp` defines a few variables (so many of these squares are taken, this line is occupied),
then refutes whatever would be better, clause by clause. Each names the ones it follows from."""
IN_PARTS = """
`certificate.json` lists cases. In case 17, `part-17.opb` is the formula with what is better and the
literals of the case, and `part-17.pbp` proves that it has no solution. `join.pbp` proves that there
are no other cases: `veripb part-17.opb part-17.pbp`, `veripb join.opb join.pbp`."""
"""How a proof goes, for the page of a certificate."""


def certify_solve(order: Order) -> Claim:
    """Prove an optimum, that there is a placement, or that there is none."""
    if order.answer.question.asks_for_fingerprint and order.answer.placement is not None:
        from satchess.certificates.beautiful import certify_beautiful  # it needs what is here

        return certify_beautiful(order)
    if order.answer.status is Status.INFEASIBLE:
        return _refuted(order, None)
    if order.formula.objective is None:
        return Claim("placement", {"placement": order.places})
    return _refuted(order, better_than(order, order.formula.value(order.taken)))


def _refuted(order: Order, better: Constraint | None) -> Claim:
    """Refute what is better, or everything: by one sum, if possible, otherwise by SAT."""
    view = View.of(order)
    with order.writer.stream(PROOF) as stream:
        log = ProofLog(stream, order.formula)
        bound = None if better is None else (better, log.improve(order.taken))
        number = refute_linearly(log, [bound] if bound else [], view.cliques)
        is_search = number is None and order.parts == 1 and not _is_theorem(order)
        if is_search:
            number = refute(log, bound, view.families)
        if number is not None and better is None:
            log.conclude(f"UNSAT : {number}")
        elif number is not None:
            log.conclude_optimum(order.formula.value(order.taken), number, order.taken)
    kind, answer = "infeasible", dict[str, Any]()
    if better is not None:
        value = abs(order.formula.value(order.taken))
        kind, answer = "optimum", {"value": value, "placement": order.places}
    if number is not None:
        return Claim(kind, answer, notes=(BY_SEARCH if is_search else BY_ONE_SUM,))
    order.writer.discard(PROOF)
    if _is_theorem(order):
        return Claim("placement", answer, trusted=f"{order.answer.reason}.")
    parts = refute_in_parts(order, better, view.families)
    return Claim(kind, answer, parts, notes=(IN_PARTS,))


def _is_theorem(order: Order) -> bool:
    """Whether a theorem has answered, beyond the reach of search perhaps."""
    is_large = len(order.formula.names) > MOST_SQUARES
    return is_large and order.answer.engine in THEOREMS and order.answer.placement is not None


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
