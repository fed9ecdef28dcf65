"""Residual states as a diagram: which placements there are, not only how many."""

from collections.abc import Sequence

from satchess.engines.counting.ranking import ALWAYS, NEVER, Ways, swept
from satchess.engines.frontier import clauses
from satchess.engines.frontier.bounds import weights_for
from satchess.engines.frontier.compile import Branch, transitions
from satchess.errors import NotKnown
from satchess.model import Model

MOST_KEPT = 2_000_000
"""States of all steps together: a gigabyte."""

Reached = tuple[int, int]
"""A state and its loss."""

Layer = dict[int, tuple[int, Reached | None, Reached | None]]
"""The states before a step: their loss, and what becomes of them, if false and if true."""


def ways_of(model: Model, value: int | None, *, wide: bool) -> Ways:
    """Return the placements of a connected model with the optimal value, as a diagram."""
    clausal = clauses.read(model)
    order = [v for v in swept(model, wide=wide) if v in clausal.gains]
    weights, most_loss = None, 0
    if value is not None:
        assert model.objective is not None
        weights = weights_for(clausal, model.objective.sense)
        most_loss = weights.loss_at(value - clausal.base)
    layers, end = _layers(transitions(clausal, order, weights).steps, most_loss)
    nodes = [(len(order), 0, 0, 0), (len(order), 0, 0, 1)]
    number: dict[Reached, int] = {(0, end[0]): 1} if 0 in end else {}
    for level, layer in reversed(list(enumerate(layers))):
        earlier = {}
        for state, (loss, if_false, if_true) in layer.items():
            low, high = (number.get(to, 0) if to else 0 for to in (if_false, if_true))
            if low or high:
                earlier[state, loss] = len(nodes)
                nodes.append((level, high, low, nodes[high][-1] + nodes[low][-1]))
        number = earlier
    level_of = {v: ALWAYS if true else NEVER for v, true in clausal.fixed.items()}
    level_of |= {v: level for level, v in enumerate(order)}
    return Ways(number.get((0, 0), 0), nodes, level_of)


def _layers(
    steps: Sequence[tuple[Branch, Branch]], most_loss: int
) -> tuple[list[Layer], dict[int, int]]:
    """Run all steps and keep every state; also return the losses of those at the end."""
    losses = {0: 0}
    layers: list[Layer] = []
    kept = 0
    for step in steps:
        layer: Layer = {}
        following: dict[int, int] = {}
        for state, loss in losses.items():
            both = [_moved(state, loss, branch, most_loss) for branch in step]
            layer[state] = loss, both[0], both[1]
            for to in both:
                if to is not None and to[1] <= following.get(to[0], most_loss):
                    following[to[0]] = to[1]
        layers.append(layer)
        losses = following
        kept += len(losses)
        if kept > MOST_KEPT:
            raise NotKnown(f"frontier: more than {MOST_KEPT:,} states in all, too many to keep")
    return layers, losses


def _moved(state: int, loss: int, branch: Branch, most_loss: int) -> Reached | None:
    """Return what becomes of a state by a branch, as `run_python` has it; None if it is pruned."""
    (care, want), (care_waste, want_waste) = branch.guard, branch.wasteful
    if state & care != want or state & care_waste == want_waste:
        return None
    loss += branch.loss + sum(
        more for (cares, wants), _, more in branch.before if state & cares == wants
    )
    state = state & branch.keep | branch.sets
    for (cares, wants), flip, more in branch.after:
        if state & cares == wants:
            state ^= flip
            loss += more
    return None if loss > most_loss else (state, loss)
