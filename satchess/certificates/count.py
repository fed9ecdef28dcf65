"""Proofs of `count`: decision diagrams, which the checker counts."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, starmap

from satchess.certificates.diagrams import TooLarge, diagram_lines
from satchess.certificates.orders import Claim, Order
from satchess.certificates.solve import View, better_than
from satchess.domain.classes import least_of_class
from satchess.errors import NotKnown
from satchess.verify.chess import Square, read_square
from satchess.verify.claims.count import diagram_name
from satchess.verify.formula import Constraint
from satchess.verify.inequalities import Inequality
from satchess.verify.system import System
from satchess.verify.turns import fixing, turns

SWEEPS: tuple[Callable[[Square], Sequence[int]], ...] = (
    lambda square: square,
    lambda square: (square[1], square[0]),
    lambda square: (square[0] + square[1], square[0]),
    lambda square: (square[0] - square[1], square[0]),
)
"""Orders of squares: by ranks, files and both kinds of diagonals."""

PATIENCE = (5_000, 50_000, 500_000, 5_000_000)
"""Nodes of a diagram that are tried with every sweep, before more are tried."""

NOTES = (
    "`count.diagram` decides one square after the other, and joins partial placements that have\n"
    "the same future. The checker proves from the statement, level by level, that every way\n"
    "through it is a placement and that every placement is such a way; then it counts the ways."
)


def certify_count(order: Order) -> Claim:
    """Prove a number of placements, and the optimum if they are the best."""
    answer = order.answer
    if not answer.exact:
        raise NotKnown("an approximate count has no certificate")
    claimed: dict[str, object] = {"count": answer.count}
    more: list[Constraint] = []
    if answer.by_size is not None:
        claimed["by_size"] = {str(size): ways for size, ways in answer.by_size}
    elif order.formula.objective is not None and answer.value is not None:
        claimed["value"] = answer.value
        objective = order.formula.objective
        cost = -answer.value if any(weight < 0 for weight, _ in objective) else answer.value
        more = [better_than(order, cost + 1)]
    group: Sequence[tuple[int, ...]] = [()]
    if answer.request.counting.up_to_symmetry:
        group = turns(order.asked, order.formula)
        if len(group) != len(answer.question.model(all_symmetries=True).symmetries):
            raise NotKnown("the checker does not know all symmetries of this question")
    for number, permutation in enumerate(group):
        name = diagram_name(number)
        if not order.writer.has(name):
            order.writer.lines(name, _diagram(order, [*more, *fixing(permutation)]))
    return Claim("count", claimed, notes=(NOTES,), is_veripb=False)


def _diagram(order: Order, more: Sequence[Constraint]) -> Iterator[str]:
    """Return the lines of a diagram, in the first order that makes do with few nodes."""
    for most_nodes in PATIENCE:
        for sweep in SWEEPS:
            with suppress(TooLarge):
                for _ in _swept(order, more, sweep, most_nodes):
                    pass
                return _swept(order, more, sweep, most_nodes)
    raise NotKnown(f"the diagram of '{order.asked.text}' has more than {PATIENCE[-1]} nodes")


def _swept(
    order: Order,
    more: Sequence[Constraint],
    sweep: Callable[[Square], Sequence[int]],
    most_nodes: int,
) -> Iterator[str]:
    """Make a diagram, component by component, each in the order of a sweep."""
    formula = order.formula
    system = System(formula.names, [*formula.constraints, *more])
    everything = range(1, len(formula.names) + 1)
    linked = (
        {abs(literal) for literal in inequality.coefficients}
        for inequality in system.inequalities
        if not is_number(inequality) or len(inequality.coefficients) < len(everything)
    )
    component = least_of_class(everything, linked)
    squares = [read_square(name.partition("_")[0]) for name in formula.names]
    squares_in_order = sorted(everything, key=lambda v: (component[v], *sweep(squares[v - 1]), v))
    goals = [
        number
        for number, inequality in enumerate(system.inequalities)
        if is_number(inequality) and 4 * len(inequality.coefficients) >= len(everything)
    ]
    for clique in cliques_of(order, system):
        system.add_clique(clique)
    return diagram_lines(system, squares_in_order, goals, most_nodes)


def is_number(inequality: Inequality) -> bool:
    """Whether it bounds a number of pieces: it is neither a clause nor about a line."""
    return inequality.least > 1 and not inequality.is_at_most_one


def cliques_of(order: Order, system: System) -> Iterator[list[int]]:
    """Yield lines and other sets of squares that exclude each other, as the model has them."""
    for clique in map(sorted, View.of(order).cliques):
        if len(clique) > 2 and all(starmap(system.excludes, combinations(clique, 2))):
            yield clique
