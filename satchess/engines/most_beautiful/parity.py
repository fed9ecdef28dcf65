"""The colours of the squares: an even number of queens stands where row + column is odd.

As many queens are in odd rows as in odd columns. Those in both left out, as many are in an odd row
and an even column as in an even row and an odd column: together an even number. A linear programme
does not see that, nor a SAT solver; often one number is left.
"""

import numpy as np

from satchess.engines.most_beautiful.lp import UNIT, Integers, Programme, Row


def fix_colours(programme: Programme) -> int | None:
    """Fix the queens on the squares of a colour where only one number of them is possible.

    Return the size of the proof if no number is. If symmetries exchange colours, nothing is done.
    """
    odd = programme.of_odd_cells
    if odd is None:
        return None
    costs = np.where(odd, programme.sizes, 0)
    upwards, downwards = _least(programme, costs), _least(programme, -costs)
    if upwards is None or downwards is None:
        return None
    fewest, most = upwards[0], -downwards[0]
    fewest += fewest % 2
    most -= most % 2
    if fewest > most:
        return upwards[1] + downwards[1]
    if fewest == most:
        members = np.flatnonzero(odd & programme.live)
        programme.add(Row(members, programme.sizes[members], fewest, exact=True))
    return None


def _least(programme: Programme, costs: Integers) -> tuple[int, int] | None:
    """Return what a sum, which is whole, is proved to be at least, and the size of the proof."""
    optimum = programme.minimise_tightly(costs)
    bound = None if optimum is None else programme.bound(costs, optimum.multipliers)
    return None if bound is None else (-(-bound.least // UNIT), bound.size)
