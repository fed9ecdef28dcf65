"""Square colours: an even number of queens stands on cells where row + column is odd.

There are as many queens in odd rows as in odd columns. Without those in both, as many stand in an
odd row and an even column as in an even row and an odd column: together an even number. Neither a
linear programme nor a SAT solver sees this, and often it leaves a single number.
"""

import numpy as np

from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.lp import UNIT, Integers, OrbitLP, Row


def fix_parity(lp: OrbitLP) -> Refuted | None:
    """Fix the number of queens on the odd cells if only one is possible; refute if none is.

    Does nothing if symmetries exchange the colours.
    """
    odd = lp.of_odd_cells
    if odd is None:
        return None
    costs = np.where(odd, lp.sizes, 0)
    upwards, downwards = _least(lp, costs), _least(lp, -costs)
    if upwards is None or downwards is None:
        return None
    fewest, most = upwards[0], -downwards[0]
    fewest += fewest % 2
    most -= most % 2
    if fewest > most:
        return Refuted("lp", upwards[1] + downwards[1])
    if fewest == most:
        members = np.flatnonzero(odd & lp.live)
        lp.add(Row(members, lp.sizes[members], fewest, exact=True))
    return None


def _least(lp: OrbitLP, costs: Integers) -> tuple[int, int] | None:
    """Return a proved lower bound of an integer sum, and the size of the proof."""
    proposal = lp.minimise_tightly(costs)
    bound = None if proposal is None else lp.bound(costs, proposal.multipliers)
    return None if bound is None else (-(-bound.least // UNIT), bound.size)
