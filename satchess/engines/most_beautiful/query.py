"""Whether a state has a placement: search, linear programmes and SAT take turns until one knows.

What they do not decide soon is divided into cases.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from satchess.engines.most_beautiful.board import Symmetry, WeightedBoard
from satchess.engines.most_beautiful.budgets import DEFAULT, Budgets, Way
from satchess.engines.most_beautiful.cases import decided_by_cases
from satchess.engines.most_beautiful.decisions import Decision, Placed, Refuted
from satchess.engines.most_beautiful.diving import dives
from satchess.engines.most_beautiful.forced import forced_diagonals
from satchess.engines.most_beautiful.probing import probed
from satchess.engines.most_beautiful.rounds import (
    GuidedRounds,
    SatRounds,
    SearchRounds,
    rounds_of,
)
from satchess.engines.most_beautiful.state import State, without_symmetry

Attempts = Iterator[Decision | None]
"""Yields None for as long as it leaves a state open; ends if there is nothing more to do."""


class Query:
    """The question whether a state has a placement, which can be asked again and again."""

    def __init__(self, board: WeightedBoard, state: State, budgets: Budgets = DEFAULT) -> None:
        self._board = board
        self._state = state
        self._budgets = budgets
        self.decision: Decision | None = None
        self.cells = state.alive
        """All placements of the state are on these cells; probing removes some."""
        self.seconds = 0.0
        """Spent on the question so far."""
        self._asked_at = time.process_time()
        self._probing = self._probe()
        self._ended_a_stage = False
        """Whether a stage of probing has ended since the current attempt began."""
        self._attempt: _Attempt | None = None
        self._spent: dict[Way, float] = {}
        """Seconds charged to each way; infinite once it has nothing more to do."""

    @property
    def age(self) -> float:
        """Processor seconds since the question was first asked."""
        return time.process_time() - self._asked_at

    def ask(self, seconds: float) -> Decision | None:
        """Work for so long, or a little longer, unless the question is decided before."""
        start = time.process_time()
        while self.decision is None and time.process_time() - start < seconds:
            self.decision = self._work()
        self.seconds += time.process_time() - start
        return self.decision

    def _work(self) -> Decision | None:
        """Give the way that has had least of its share a turn."""
        attempt = self._attempt
        if attempt is None or self._has_shrunk(attempt):
            begun = self._begin_attempt()
            if isinstance(begun, Refuted):
                return begun
            attempt = self._attempt = begun
        if self._spent["probing"] == inf and "cases" not in attempt.ways:
            self._add_cases(attempt)
        way = self._next_way(attempt)
        start = time.process_time()
        decision = next(attempt.ways[way], _NOTHING_MORE)
        if isinstance(decision, _NothingMore):
            self._spent[way] = inf
            decision = None
        self._spent[way] += time.process_time() - start
        return decision

    def _has_shrunk(self, attempt: "_Attempt") -> bool:
        """Whether probing has removed enough cells for the searches to start again."""
        budget = self._budgets.query
        share = budget.shrunk_after_stage if self._ended_a_stage else budget.shrunk
        return bool(self.cells.sum() < share * attempt.state.alive.sum())

    def _begin_attempt(self) -> "_Attempt | Refuted":
        """Set up all ways but cases on the cells that are left; earlier spending still counts."""
        self._ended_a_stage = False
        state = self._state.on(self.cells)
        plain = _plain(self._board, state)
        if plain is None:
            return Refuted("search" if self._attempt is None else "lp")
        ways = _searches(self._board, state, plain, self._budgets)
        ways["probing"] = self._probing
        budget = self._budgets.query
        delays = {**budget.delays, "sat": budget.sat_delay_per_cell * float(plain.alive.sum())}
        self._spent = {way: self._spent.get(way, delays.get(way, 0.0)) for way in ways}
        return _Attempt(state, plain, bool(plain.alive.sum() <= budget.small), ways)

    def _add_cases(self, attempt: "_Attempt") -> None:
        """Let cases take part; they start once SAT has had some more time."""
        forced = forced_diagonals(self._board, attempt.state)
        attempt.ways["cases"] = decided_by_cases(self._board, attempt.plain, forced, self._budgets)
        budget = self._budgets.query
        shares = budget.small_shares if attempt.is_small else budget.large_shares
        waiting = self._spent["sat"] + budget.cases_after
        self._spent["cases"] = shares["cases"] / shares["sat"] * waiting

    def _next_way(self, attempt: "_Attempt") -> Way:
        budget = self._budgets.query
        shares = budget.small_shares if attempt.is_small else budget.large_shares
        way = min(attempt.ways, key=lambda way: self._spent[way] / shares[way])
        is_late = way == "sat" and self._spent[way] > budget.probe_out_after
        if is_late and attempt.is_small and self._spent["probing"] < inf:
            return "probing"
        return way

    def _probe(self) -> Attempts:
        """Probe by fewer and fewer symmetries; `cells` are what is left."""
        for symmetries in _stages(self._state.symmetries):
            state = self._state.on(self.cells)
            for result in probed(self._board, state, symmetries):
                if isinstance(result, Refuted):
                    yield result
                    return
                self.cells = result
                yield None
            cells = self._board.propagated(self.cells)
            if cells is None or _plain(self._board, self._state.on(cells)) is None:
                yield Refuted("lp")
                return
            self.cells = cells
            self._ended_a_stage = True


@dataclass(frozen=True, eq=False)
class _Attempt:
    """The ways that are at work on a state, and the state without its symmetries."""

    state: State
    plain: State
    is_small: bool
    ways: dict[Way, Attempts]


class _NothingMore:
    """A way has come to its end without a decision."""


_NOTHING_MORE = _NothingMore()


def _plain(board: WeightedBoard, state: State) -> State | None:
    return without_symmetry(board, state, exchanging=board.cells)


def _searches(
    board: WeightedBoard, state: State, plain: State, budgets: Budgets
) -> dict[Way, Attempts]:
    """Return the ways that look for a placement; `plain` is the state without its symmetries."""
    found = dives(board, plain, budgets.dives)
    return {
        "search": rounds_of(lambda: SearchRounds(board, plain, budgets.rounds)),
        "guided": rounds_of(lambda: GuidedRounds(board, state, plain, budgets.rounds)),
        "sat": rounds_of(
            lambda: SatRounds(board, plain, budgets.rounds, forced_diagonals(board, state))
        ),
        "diving": (None if queens is None else Placed(queens) for queens in found),
    }


def _stages(symmetries: Sequence[Symmetry]) -> Iterator[Sequence[Symmetry]]:
    """Yield groups of symmetries to probe by: all, a half turn or another pair, none."""
    identity = symmetries[0]
    if len(symmetries) > 2:
        yield symmetries
    pair = [s for s in symmetries[1:] if (s[s] == identity).all()]
    if pair:
        yield [identity, pair[0]]
    yield [identity]
