"""Proofs of most beautiful placements: for each weight, fewer pieces are refuted."""

from collections.abc import Iterator
from functools import partial

from satchess.certificates.orders import Claim, Order
from satchess.certificates.trees import Refuter, prepare
from satchess.errors import NotKnown
from satchess.verify.claims.beautiful import HEADING, TREE, by_weight
from satchess.verify.formula import at_least, at_most
from satchess.verify.system import System

NOTES = (
    "`beautiful.tree` refutes, from the heaviest weight on, that fewer pieces could stand on its\n"
    "squares while as many as in the placement stand on heavier ones: case by case over all\n"
    "squares of a line, until whole multiples of the rules add up to a contradiction."
)


def certify_beautiful(order: Order) -> Claim:
    """Prove that no placement has a smaller fingerprint."""
    if order.formula.objective is not None:
        raise NotKnown("the number of pieces is not given")
    order.writer.lines(TREE, _lines(order, System(order.formula.names, order.formula.constraints)))
    return Claim("beautiful", {"placement": order.places}, notes=(NOTES,), is_veripb=False)


def _lines(order: Order, system: System) -> Iterator[str]:
    yield HEADING
    refuter, derived = prepare(order, system)
    yield from derived
    for weight, squares in by_weight(order.asked, order.formula):
        pieces = len(order.taken.intersection(squares))
        if pieces:
            refute = partial(_refuted, refuter, weight)
            yield from refuter.assuming(at_most(pieces - 1, squares), refute)
        for demand in (at_least(pieces, squares), at_most(pieces, squares)):
            refuter.demand(demand)
    yield "end"


def _refuted(refuter: Refuter, weight: int) -> Iterator[str]:
    yield f"weight {weight}"
    yield from refuter.lines()
