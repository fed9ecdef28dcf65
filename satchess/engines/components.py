"""Optima of components, added up: for engines that solve one model after the other."""

from collections.abc import Callable, Iterator

from satchess.domain.placement import Placement
from satchess.engines.sat.optimum import Bounds
from satchess.events import Bounded, Done, Event, Found, Infeasible
from satchess.model import Model
from satchess.task import Task

Optimiser = Callable[[Model, Bounds], Iterator[Bounds]]
"""Yields ever tighter bounds of a model; the last are closed."""


def solve_by_components(task: Task, optimise: Optimiser) -> Iterator[Event]:
    """Yield bounds and placements of the whole question, component after component."""
    parts = task.question.model().components()
    known = [_trivial(part) for part in parts]
    if len(parts) == 1:
        known = [known[0].narrowed(task.lower, task.upper)]
    for number, part in enumerate(parts):
        for bounds in optimise(part, known[number]):
            known[number] = bounds
            if bounds.feasible is False:
                yield Infeasible()
                yield Done()
                return
            yield Bounded(sum(b.lower for b in known), sum(b.upper for b in known))
            best = [b.best for b in known if b.best is not None]
            if len(best) == len(parts):
                placements = (m.placement(b) for m, b in zip(parts, best, strict=True))
                yield Found(Placement.of(p for found in placements for p in found.places))
    yield Done()


def _trivial(model: Model) -> Bounds:
    assert model.objective is not None
    return Bounds(0, len(model.objective.terms))
