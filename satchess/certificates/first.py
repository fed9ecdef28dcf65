"""Proofs of `first`: every beginning that comes before the placement is refuted."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from satchess.certificates.orders import Claim, Order
from satchess.certificates.solve import better_than, certify_solve
from satchess.certificates.trees import prepare
from satchess.verify.chess import Square, read_square
from satchess.verify.claims.first import HEADING, TREE
from satchess.verify.position import Position
from satchess.verify.system import System

NOTES = (
    "`first.tree` refutes, square by square, whatever comes before the placement: case by case\n"
    "over all squares of a line, until whole multiples of the rules add up to a contradiction."
)

NARROW = 4
"""Least width of a band of attacked diagonals beyond which pieces are counted."""


def certify_first(order: Order) -> Claim:
    """Prove that a placement comes first, and the optimum if there is one."""
    if order.answer.placement is None:
        return certify_solve(order)
    claimed: dict[str, object] = {"placement": order.places}
    more = []
    if order.formula.objective is not None:
        claimed = certify_solve(order).answer
        more = [better_than(order, order.formula.value(order.taken) + 1)]
    system = System(order.formula.names, [*order.formula.constraints, *more])
    order.writer.lines(TREE, _lines(order, system))
    return Claim("first", claimed, notes=(NOTES,), is_veripb=False)


def _lines(order: Order, system: System) -> Iterator[str]:
    yield HEADING
    refuter, derived = prepare(order, system)
    yield from derived
    squares = [read_square(name.partition("_")[0]) for name in system.names]

    def corner(position: Position) -> list[int]:
        return cut_off(position, squares)

    position = refuter.position
    for variable, name in enumerate(system.names, start=1):
        if variable not in order.taken:
            here = position.mark()
            if position.decide(variable):
                yield f"beginning {name}"
                yield from refuter.lines(corner)
            position.back(here)
        position.decide(variable if variable in order.taken else -variable)
    yield "end"


def cut_off(position: Position, squares: Sequence[Square]) -> list[int]:
    """Return the open squares beyond the widest band of diagonals without any; none if narrow.

    First queens attack a band across the board. How many pieces stand beyond is a whole number,
    which linear programmes do not know.
    """
    open_on: dict[int, list[int]] = {}
    for variable, (row, column) in enumerate(squares, start=1):
        if position.value[variable] is None:
            open_on.setdefault(column - row, []).append(variable)
    diagonals = sorted(open_on)
    gaps = [(after - before, after) for before, after in pairwise(diagonals)]
    width, beyond = max(gaps, default=(0, 0))
    if width < NARROW:
        return []
    return sorted(v for diagonal in diagonals if diagonal >= beyond for v in open_on[diagonal])
