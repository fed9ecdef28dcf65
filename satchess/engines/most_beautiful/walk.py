"""The walk to the most-beautiful placement, through groups of equal weight from the heaviest.

For each group in turn, a linear programme tells how many queens it needs at least, given the
numbers of the groups before. The walk goes ahead on the speculation that this many are enough, and
from time to time asks for a placement with all these numbers. If there is none, bisection finds the
first number that is too small; it is raised by one, and the walk continues from there.

The state of the walk is a `Trail`, a value. `Relaxation` returns the next step, `Settler` the trail
with what questions have shown of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import DEFAULT, Budgets
from satchess.engines.most_beautiful.decisions import Refuted
from satchess.engines.most_beautiful.relaxation import Relaxation
from satchess.engines.most_beautiful.search import Queens
from satchess.engines.most_beautiful.settling import Log, Settler
from satchess.engines.most_beautiful.trail import Fault, Trail


@dataclass(frozen=True)
class Progress:
    """The smallest fingerprint is proved to begin so, and this placement is the best so far."""

    beginning: tuple[int, ...]
    best: Queens


class Walk:
    """A walk over a board; `run` yields what is known whenever it grows."""

    def __init__(
        self,
        board: WeightedBoard,
        *,
        best: Queens | None = None,
        beginning: tuple[int, ...] = (),
        budgets: Budgets = DEFAULT,
        log: Log | None = None,
    ) -> None:
        """Prepare a walk; a placement, and how the fingerprint begins, may be known already."""
        self.trail = Trail.begin(board, best, beginning)
        self._groups_ahead = budgets.walk.groups_ahead
        self._relaxation = Relaxation(board, budgets.walk.longest_block)
        self._settler = Settler(board, budgets, log)

    def run(self) -> Iterator[Progress]:
        """Walk to the end; nothing is yielded if there is no placement at all."""
        if self.trail.best is None:
            self.trail, decision = self._settler.ask(self.trail, 0, inf)
            if isinstance(decision, Refuted):
                return
        while not self.trail.is_complete:
            self.trail, fault = self._ahead(self.trail)
            for trail in self._settler.settle(self.trail, fault):
                has_grown = trail.settled > self.trail.settled
                self.trail = trail
                if has_grown and trail.best is not None:
                    yield Progress(trail.beginning, trail.best)

    def _ahead(self, trail: Trail) -> tuple[Trail, Fault | None]:
        """Take some steps; a programme without a solution shows that the last one is wrong."""
        ahead = 0
        while ahead < self._groups_ahead and not trail.has_all_queens:
            step = self._relaxation.step(trail.end, trail.floors)
            if step is None:
                break
            if isinstance(step, Refuted):
                return trail, Fault(trail.depth, step)
            trail = trail.extended(step)
            ahead += step.number > 0
        return trail, None
