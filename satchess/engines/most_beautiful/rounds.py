"""Searches for a placement of a state, in rounds of which each is longer than the last."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Protocol

import numpy as np

from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import RoundsBudget
from satchess.engines.most_beautiful.decisions import Decision, Placed, Refuted
from satchess.engines.most_beautiful.lp import Integers, OrbitLP
from satchess.engines.most_beautiful.search import Search, weight_preference
from satchess.engines.most_beautiful.state import State
from satchess.engines.sat.solver import SatSolver

NOISES = (0.1, 0.2, 0.3, 0.45, 0.3, 0.2)
"""The noise of each randomised search of a round."""

GUIDED_NOISE = 0.2

HIGHEST_COST = 1000
"""Guided searches follow solutions for random costs below this."""

SEARCH_DOUBLINGS = 6
SAT_DOUBLINGS = 4
"""The length of a round doubles from one to the next, so many times."""

AT_MOST_ONE_ENCODING = "pairwise"
"""Few cells of a line are left, and nothing propagates better."""

CARDINALITY_ENCODING = "sequential-counter"


class Rounds(Protocol):
    """A search that is continued, or started again, round after round."""

    def round(self, number: int) -> Decision | None:
        """Search for a while, longer the higher the number; None if that decides nothing."""
        ...


def rounds_of(make: Callable[[], Rounds]) -> Iterator[Decision | None]:
    """Yield the results of rounds without end; the search is set up when the first one starts."""
    rounds = make()
    for number in count():
        yield rounds.round(number)


class GuidedRounds:
    """Searches that prefer the cells where a solution of the linear programme has queens.

    Each solution is optimal for some random costs, so it is a vertex. On large boards that is the
    best way to give the outer groups exactly their number of queens.
    """

    def __init__(
        self, board: WeightedBoard, state: State, plain: State, budget: RoundsBudget
    ) -> None:
        """Search `plain`, the state without its symmetries, by solutions of the state."""
        self._board = board
        self._state = state
        self._plain = plain
        self._budget = budget
        self._rng = np.random.default_rng(0)
        self._preference = weight_preference(board.weights, plain.alive)

    @cached_property
    def _lp(self) -> OrbitLP:
        state = self._state
        return OrbitLP(self._board, state.alive, state.symmetries, state.numbers)

    def round(self, number: int) -> Decision | None:
        """Search around some solutions."""
        nodes = self._budget.guided_nodes << min(number, SEARCH_DOUBLINGS)
        for _ in range(self._budget.solutions):
            costs = self._rng.integers(0, HIGHEST_COST, self._lp.length)
            proposal = self._lp.minimise(costs)
            if proposal is None:
                return None
            likely = self._lp.on_cells(proposal.solution)
            for seed in self._rng.integers(0, 1 << 30, self._budget.searches_per_solution):
                search = Search(
                    self._plain.alive,
                    self._board.groups,
                    self._plain.numbers,
                    preference=self._preference + likely.astype(np.float32),
                    noise=GUIDED_NOISE,
                    seed=int(seed),
                )
                decision = _decision(search, nodes)
                if decision is not None:
                    return decision
        return None


class SearchRounds:
    """Randomised searches that start again in each round, and a complete one that continues."""

    def __init__(self, board: WeightedBoard, state: State, budget: RoundsBudget) -> None:
        self._board = board
        self._state = state
        self._budget = budget
        self._preference = weight_preference(board.weights, state.alive)
        self._complete = self._search(None, 0)
        self._seed = 0

    def _search(self, noise: float | None, seed: int) -> Search:
        state = self._state
        return Search(
            state.alive,
            self._board.groups,
            state.numbers,
            preference=self._preference,
            noise=noise,
            seed=seed,
        )

    def round(self, number: int) -> Decision | None:
        """Continue the complete search, then start the randomised ones."""
        nodes = self._budget.nodes << min(number, SEARCH_DOUBLINGS)
        decision = _decision(self._complete, self._budget.complete_factor * nodes)
        for noise in NOISES:
            if decision is not None:
                break
            self._seed += 1
            decision = _decision(self._search(noise, self._seed), nodes)
        return decision


def _decision(search: Search, nodes: int) -> Decision | None:
    over, found = search.run(nodes)
    if found:
        return Placed(found[0])
    return Refuted("search", search.nodes) if over else None


class SatRounds:
    """A SAT solver that continues from round to round."""

    def __init__(
        self,
        board: WeightedBoard,
        state: State,
        budget: RoundsBudget,
        forced: Sequence[Integers] = (),
    ) -> None:
        """Encode a state; every placement has a queen on each of the `forced` diagonals."""
        flat = np.flatnonzero(state.alive.ravel())
        self._size = board.size
        self._cells = flat
        self._budget = budget
        variable = np.zeros(state.alive.size, np.int64)
        variable[flat] = np.arange(1, len(flat) + 1)
        collector = ClauseCollector(len(flat))
        for line in board.lines:
            literals = [int(v) for v in variable[line.cells] if v]
            if line.needed:
                collector.add(literals)
            AT_MOST_ONE[AT_MOST_ONE_ENCODING].encode(collector, literals)
        for cells in forced:
            collector.add([int(v) for v in variable[cells] if v])
        for group, number in state.numbers.items():
            members = variable[(board.groups == group).ravel()]
            literals = [int(v) for v in members if v]
            CARDINALITY[CARDINALITY_ENCODING].exactly(collector, literals, number)
        self._solver = SatSolver(collector.clauses)

    def __del__(self) -> None:
        if hasattr(self, "_solver"):  # else the constructor was interrupted
            self._solver.close()

    def round(self, number: int) -> Decision | None:
        """Let the solver continue."""
        conflicts = self._budget.conflicts << min(number, SAT_DOUBLINGS)
        answer = self._solver.solve(conflicts=conflicts)
        if answer is None:
            return None
        if not answer:
            return Refuted("sat", self._solver.conflicts)
        true = self._solver.true_variables()
        cells = [int(c) for v, c in enumerate(self._cells, 1) if v in true]
        return Placed(tuple(cell % self._size for cell in cells))
