"""The colours of the squares: an even number of queens stands where row + column is odd.

As many queens are in odd rows as in odd columns. Those in both left out, as many are in an odd row
and an even column as in an even row and an odd column: together an even number. A linear programme
does not see that, nor a SAT solver; often one number is left.
"""

import numpy as np

from satchess.engines.beautiful_linear import UNIT, Integers, Programme, Row


def fix_colours(programme: Programme) -> int | None:
    """Fix the queens on the squares of a colour where only one number of them is possible.

    Return the size of the proof if none is. Nothing is done if symmetries exchange the colours.
    """
    odd = programme.of_odd_cells
    if odd is None:
        return None
    costs = np.where(odd, programme.sizes, 0)
    least = _least(programme, costs)
    most = _least(programme, -costs)
    if least is None or most is None:
        return None
    fewest, largest = least[0], -most[0]
    fewest += fewest % 2
    largest -= largest % 2
    if fewest > largest:
        return least[1] + most[1]
    if fewest == largest:
        members = np.flatnonzero(odd & programme.live)
        programme.add(Row(members, programme.sizes[members], fewest, exact=True))
    return None


def _least(programme: Programme, costs: Integers) -> tuple[int, int] | None:
    """Return what a sum, which is whole, is proved to be at least, and the size of the proof."""
    optimum = programme.minimise_tightly(costs)
    bound = None if optimum is None else programme.bound(costs, optimum.multipliers)
    return None if bound is None else (-(-bound.least // UNIT), bound.size)
