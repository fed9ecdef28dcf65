"""How many states there are on a wide board, judged by narrow strips of it.

Where a sweep is wide, a short run ends in its first lines, and says little of the others. On strips
of the board, as long as the board, it comes to its end; and the bits of a state, the logarithm of
their number, grow nearly in proportion to the width. For all dominating sets of kings on 18x18,
strips of up to 11 columns say 550,000 states; there are 575,297.
"""

from collections.abc import Iterator

from satchess.engines.frontier.clauses import ClausalModel, without_implied
from satchess.engines.frontier.order import Sweep
from satchess.model import Model

NARROWEST = 2


def strips(model: Model, clausal: ClausalModel, sweep: Sweep) -> Iterator[tuple[int, ClausalModel]]:
    """Yield strips along a sweep, the narrowest first, and how wide they are."""
    column = {v: sweep(model.places[v - 1].square)[1] for v in clausal.gains}
    columns = sorted(set(column.values()))
    for width in range(NARROWEST, len(columns)):
        yield width, _restricted(clausal, {v for v in column if column[v] < columns[width]})


def width_of(model: Model, clausal: ClausalModel, sweep: Sweep) -> int:
    """Return the width of the whole board."""
    return len({sweep(model.places[v - 1].square)[1] for v in clausal.gains})


def _restricted(clausal: ClausalModel, kept: set[int]) -> ClausalModel:
    """Keep some variables, and the clauses of which they are at least half."""
    clauses = []
    for clause in clausal.clauses:
        rest = frozenset(literal for literal in clause if abs(literal) in kept)
        if len(rest) > 1 and 2 * len(rest) >= len(clause):
            clauses.append(rest)
    return ClausalModel(
        without_implied(clauses),
        {v: clausal.conflicts[v] & kept for v in kept},
        [],
        {v: clausal.gains[v] for v in kept},
    )
