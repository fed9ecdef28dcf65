"""Which steps of a trail are right: asks for placements, and traces faults to the first wrong step.

A question that is not decided soon is left open, and the walk goes on as if there were a
placement. Every number is proved given those before it; so once there is a placement with all of
them, all are right, and if there is none, some number will turn out to be wrong.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import Budgets
from satchess.engines.most_beautiful.decisions import Decision, Placed, Refuted
from satchess.engines.most_beautiful.probing import probed
from satchess.engines.most_beautiful.query import Query
from satchess.engines.most_beautiful.state import State
from satchess.engines.most_beautiful.trail import Fault, Trail

Log = Callable[[int, State, Decision | None, float], None]
"""Called after each question with its depth, its state, the decision, and its seconds so far."""


class Asked(NamedTuple):
    """The answer to a question, and the trail with what was learned on the way."""

    trail: Trail
    decision: Decision | None


class Checked(NamedTuple):
    """A trail, and what is known to be wrong with it."""

    trail: Trail
    fault: Fault | None


class Settler:
    """Settles the steps of a trail. All it keeps are the questions, which can be asked again."""

    def __init__(self, board: WeightedBoard, budgets: Budgets, log: Log | None = None) -> None:
        self._board = board
        self._budgets = budgets
        self._budget = budgets.walk
        self._log = log
        self._queries: dict[int, Query] = {}
        """By the first group that their state leaves open: a depth changes if steps are divided."""

    def ask(self, trail: Trail, depth: int, seconds: float) -> Asked:
        """Ask for a placement after so many steps."""
        query = self._query(trail, depth)
        decision = query.ask(seconds)
        if self._log is not None:
            self._log(depth, trail.state_at(depth), decision, query.seconds)
        if not isinstance(decision, Refuted):
            trail = trail.narrowed(depth, query.cells)
        if isinstance(decision, Placed):
            trail = trail.with_placement(decision.queens)
        return Asked(trail, decision)

    def settle(self, trail: Trail, fault: Fault | None) -> Iterator[Trail]:
        """Yield the trail as more of it is settled; in the end, nothing is known to be wrong.

        The first wrong step is taken back, with all that follow it.
        """
        if fault is None:
            trail, fault = self._check_end(trail)
        yield trail
        while fault is not None:
            trail, fault = self._first_fault(trail, fault)
            trail, earlier = self._ask_overdue(trail, fault.depth)
            depth = trail.without_idle_steps(fault.depth)
            if earlier is None and depth < fault.depth:  # something was removed meanwhile
                earlier = Fault(depth, fault.reason)
            trail, fault = self._retract(trail, fault) if earlier is None else (trail, earlier)
            yield trail

    def _check_end(self, trail: Trail) -> Checked:
        """Ask for a placement with all steps; insist only if no further steps can be taken."""
        end = trail.depth
        patience = self._budget.patience
        trail, decision = self.ask(trail, end, patience)
        while decision is None and trail.has_all_queens:
            patience *= 2
            for depth in (*trail.unsettled_depths(end), end):
                trail, decision = self.ask(trail, depth, patience)
                if isinstance(decision, Refuted):
                    return Checked(trail, Fault(depth, decision))
        fault = Fault(end, decision) if isinstance(decision, Refuted) else None
        return Checked(trail, fault)

    def _first_fault(self, trail: Trail, fault: Fault) -> tuple[Trail, Fault]:
        """Trace a fault to the first step that is wrong, as far as can be told.

        It ends with the step after the last one that is settled or, on large boards, after one that
        has stayed open for too long.
        """
        patience = self._budget.patience
        while True:
            trail, fault = self._bisect(trail, fault, patience)
            fault = Fault(trail.without_idle_steps(fault.depth), fault.reason)
            divided = trail.divided(fault.depth - 1)
            if divided is not trail:
                fault = Fault(fault.depth + divided.depth - trail.depth, fault.reason)
                trail = divided
                continue
            if fault.depth - 1 == trail.settled:
                return trail, fault
            patience *= self._budget.insistence
            may_stay_open = patience > self._budget.longest
            if may_stay_open and self._cells_left(trail, fault.depth - 1) > self._budget.small:
                return trail, fault

    def _bisect(self, trail: Trail, fault: Fault, patience: float) -> tuple[Trail, Fault]:
        """Find a fault of fewer steps; a depth that stays open counts as right.

        Where questions take long, those in the middle are hardly easier than the first open one.
        That one is asked first, since it may settle the matter; if it is right, then one twice as
        far.
        """
        budget = self._budget
        low = trail.settled
        is_long = patience > budget.short
        stride = 0
        if is_long and self._cells_left(trail, fault.depth) <= budget.small:
            stride = 1
        still_open = 0
        while fault.depth - low > 1 and not (is_long and still_open == 2):
            middle = (low + fault.depth) // 2
            if stride:
                middle = min(low + stride, middle)
            is_second = is_long and still_open > 0
            seconds = patience / budget.insistence if is_second else patience
            trail, decision = self.ask(trail, middle, seconds)
            still_open += decision is None
            stride = 0 if decision is None else 2 * stride
            if isinstance(decision, Refuted):
                fault = Fault(middle, decision)
            else:
                low = max(middle, trail.settled)
        return trail, fault

    def _ask_overdue(self, trail: Trail, end: int) -> Checked:
        """Ask again what has been open for long; it may be wrong at an earlier depth than `end`.

        An open question gets a share of the time for as long as it is open.
        """
        for depth in trail.unsettled_depths(end):
            query = self._query(trail, depth)
            seconds = self._budget.open_share * query.age - query.seconds
            if depth > trail.settled and seconds > 0:
                trail, decision = self.ask(trail, depth, seconds)
                if isinstance(decision, Refuted):
                    return Checked(trail, Fault(depth, decision))
        return Checked(trail, None)

    def _retract(self, trail: Trail, fault: Fault) -> Checked:
        """Take back the wrong step, and probe the state before it: the walk is difficult there."""
        trail = trail.retracted(fault)
        state = trail.end
        self._queries = {at: q for at, q in self._queries.items() if at <= state.following}
        cells = state.alive
        for result in probed(self._board, state, state.symmetries):
            if isinstance(result, Refuted):
                return Checked(trail, Fault(trail.depth, result))
            cells = result
        return Checked(trail.narrowed(trail.depth, cells), None)

    def _query(self, trail: Trail, depth: int) -> Query:
        state = trail.state_at(depth)
        if state.following not in self._queries:
            self._queries[state.following] = Query(self._board, state, self._budgets)
        return self._queries[state.following]

    def _cells_left(self, trail: Trail, depth: int) -> int:
        return int(self._query(trail, depth).cells.sum())
