"""Probing: remove the cells that no solution of a linear programme fills with a whole queen."""

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satchess.engines.most_beautiful.board import Symmetry, WeightedBoard, orbits
from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.lp import UNIT, Integers, OrbitLP, Proposal
from satchess.engines.most_beautiful.parity import fix_parity
from satchess.engines.most_beautiful.search import Cells
from satchess.engines.most_beautiful.state import State

SLACK = 1e-6
"""Tolerance for HiGHS before the exact bound is worth computing."""


def probed(
    board: WeightedBoard, state: State, symmetries: Sequence[Symmetry], *, at_the_rim: bool = False
) -> Iterator[Cells | Refuted]:
    """Yield fewer and fewer cells that hold all placements of a state; `Refuted` ends it.

    Orbits under a subgroup of the state's symmetries are probed one by one, from the heaviest, and
    removed if at most less than one queen fits there; with an orbit, so are its images under all
    symmetries of the state. Fewer symmetries remove more, but take longer. `at_the_rim` probes the
    fixed groups only, each orbit once: that is where most is found for the time.
    """
    lp = OrbitLP(board, state.alive, symmetries, state.numbers)
    refuted = fix_parity(lp)
    if refuted is not None:
        yield refuted
        return
    prober = _Prober(lp, orbits(state.symmetries)[lp.heads])
    order = np.argsort(lp.group_of, kind="stable")
    if at_the_rim:
        order = order[lp.group_of[order] < state.following]
    proposal = lp.minimise_tightly(prober.no_costs)
    while proposal is not None:
        removed = yield from prober.probe_all(order.tolist(), proposal)
        if removed == 0:
            return
        proposal = None if removed is None else lp.minimise(prober.no_costs)
        if at_the_rim:
            order = order[:0]
    size = lp.refutation()
    if size is not None:
        yield Refuted("lp", size)


class _Prober:
    """Probes the variables of a programme; `image_of` names the orbit of each under all symmetries.

    A variable that is whole in some solution need not be probed, nor need its images.
    """

    def __init__(self, lp: OrbitLP, image_of: Integers) -> None:
        self.no_costs = np.zeros(lp.length, np.int64)
        self._lp = lp
        self._image_of = image_of

    def probe_all(
        self, variables: list[int], proposal: Proposal
    ) -> Generator[Cells, None, int | None]:
        """Yield the cells left after each probe; return how many orbits were removed.

        Returns None if HiGHS no longer finds a solution.
        """
        lp = self._lp
        whole = self._whole(proposal)
        removed = 0
        for variable in variables:
            if whole[variable] or not lp.live[variable]:
                continue
            costs = self.no_costs.copy()
            costs[variable] = -1
            found = lp.minimise(costs)
            if found is None:
                return None
            whole |= self._whole(found)
            images = self._image_of == self._image_of[variable]
            if self._is_less_than_one(int(lp.sizes[variable]), costs, found):
                lp.ban(np.flatnonzero(images))
                removed += 1
            else:
                whole |= images  # the images would fare no better
            yield lp.alive
        return removed

    def _is_less_than_one(self, size: int, costs: Integers, proposal: Proposal) -> bool:
        """Whether less than one queen fits on the orbit whose average is maximised, exactly."""
        if -proposal.value * size >= 1 - SLACK:
            return False
        bound = self._lp.bound(costs, proposal.multipliers)
        return bound is not None and bound.least * size > -UNIT

    def _whole(self, proposal: Proposal) -> NDArray[np.bool_]:
        """Return the variables that have a whole queen in a solution, and their images."""
        is_whole = proposal.solution * self._lp.sizes >= 1 - SLACK
        return np.isin(self._image_of, np.unique(self._image_of[is_whole]))
