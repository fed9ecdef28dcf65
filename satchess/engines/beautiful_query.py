"""Whether a state has a placement: search, linear programmes and SAT take turns until one knows."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.engines.beautiful_ground import Ground, Symmetry
from satchess.engines.beautiful_search import Placed, Search
from satchess.engines.beautiful_shaving import Refuted, shaved
from satchess.engines.beautiful_state import State, without_symmetry
from satchess.engines.solver import SatSolver

NOISES = (0.1, 0.2, 0.3, 0.45, 0.3, 0.2)
"""How much chance there is in each search for a placement of a round."""

FIRST_NODES = 8_000
"""Nodes of each search of the first round; twice as many in each further one."""

COMPLETE_SHARE = 16
"""The search that goes on from round to round has so many times the nodes of the others."""

FIRST_CONFLICTS = 4000
"""Conflicts of the SAT solver in its first round."""

AT_MOST_ONE_ENCODING = "pairwise"
"""Few cells of a line are left, and nothing propagates as well."""

CARDINALITY_ENCODING = "sequential-counter"

SMALL = 1000
"""A formula of no more cells is written in no time."""

ROUNDS_BETWEEN = 3
"""Rounds after each kind of shaving."""


@dataclass(frozen=True)
class Verdict:
    """A placement of a state, or a proof that it has none: by which method, and of what size."""

    placed: Placed | None
    method: str
    size: int = 0


class Query:
    """The question whether a state has a placement; it can be asked on and on."""

    def __init__(self, ground: Ground, state: State) -> None:
        self._ground = ground
        self._state = state
        self._work = self._slices()
        self.verdict: Verdict | None = None
        self.cells = state.alive
        """The cells that are left: all placements of the state are on them."""
        self.seconds = 0.0

    def ask(self, seconds: float) -> Verdict | None:
        """Work for so long, or a little longer, unless it is decided before."""
        start = time.perf_counter()
        while self.verdict is None and time.perf_counter() - start < seconds:
            self.verdict = next(self._work)
        self.seconds += time.perf_counter() - start
        return self.verdict

    def _slices(self) -> Iterator[Verdict | None]:
        """Yield None as long as it is undecided."""
        ground, state = self._ground, self._state
        plain = without_symmetry(ground, state)
        if plain is None:
            yield Verdict(None, "search")
            return
        working = _Rounds(ground, plain)
        if plain.alive.sum() <= SMALL:
            yield from working.round()
        else:
            yield working.searching.round(0)
        for symmetries in _stages(state.symmetries):
            for result in shaved(ground, state, symmetries):
                if isinstance(result, Refuted):
                    yield Verdict(None, "lp", result.size)
                    return
                self.cells = result
                yield None
            if self.cells.sum() < state.alive.sum():
                state = state.on(self.cells)
                plain = without_symmetry(ground, state)
                if plain is None:
                    yield Verdict(None, "lp")
                    return
                working = _Rounds(ground, plain)
            for _ in range(ROUNDS_BETWEEN):
                yield from working.round()
        while True:
            yield from working.round()


class _Rounds:
    """Rounds of search and of SAT on one state, each longer than the one before."""

    def __init__(self, ground: Ground, state: State) -> None:
        self.searching = SearchRounds(ground, state)
        self._ground = ground
        self._state = state
        self._number = 0

    @cached_property
    def _sat(self) -> "SatRounds":
        return SatRounds(self._ground, self._state)

    def round(self) -> Iterator[Verdict | None]:
        """Yield what each of the two finds out."""
        yield self.searching.round(self._number)
        yield self._sat.round(self._number)
        self._number += 1


def _stages(symmetries: Sequence[Symmetry]) -> Iterator[Sequence[Symmetry]]:
    """Yield groups of symmetries to shave by: all, a half turn or another pair, none."""
    identity = symmetries[0]
    if len(symmetries) > 2:
        yield symmetries
    pair = [s for s in symmetries[1:] if (s[s] == identity).all()]
    if pair:
        yield [identity, pair[0]]
    yield [identity]


class SearchRounds:
    """Rounds of restarting searches, and of one that goes on from round to round."""

    def __init__(self, ground: Ground, state: State) -> None:
        self._ground = ground
        self._state = state
        heaviest = max(1, int(ground.weights[state.alive].max()))
        self._liking = (ground.weights / heaviest).astype(np.float32)
        self._complete = self._search(None, 0)
        self._seed = 0
        self._nodes = 0

    def _search(self, noise: float | None, seed: int) -> Search:
        state = self._state
        return Search(
            state.alive,
            self._ground.groups,
            state.numbers,
            liking=self._liking,
            noise=noise,
            seed=seed,
        )

    def round(self, number: int) -> Verdict | None:
        """Search for a while, the longer the higher the number."""
        nodes = FIRST_NODES << min(number, 6)
        verdict = self._run(self._complete, COMPLETE_SHARE * nodes)
        for noise in NOISES:
            if verdict is not None:
                break
            self._seed += 1
            verdict = self._run(self._search(noise, self._seed), nodes)
        return verdict

    def _run(self, search: Search, nodes: int) -> Verdict | None:
        over, found = search.run(nodes)
        if found:
            return Verdict(found[0], "search")
        return Verdict(None, "search", search.nodes) if over else None


class SatRounds:
    """A CNF formula of a state, and a solver that goes on from round to round."""

    def __init__(self, ground: Ground, state: State) -> None:
        flat = np.flatnonzero(state.alive.ravel())
        self._size = ground.size
        self._cells = flat
        variable = np.zeros(state.alive.size, np.int64)
        variable[flat] = np.arange(1, len(flat) + 1)
        collector = ClauseCollector(len(flat))
        for line in ground.lines:
            literals = [int(v) for v in variable[line.cells] if v]
            if line.needed:
                collector.add(literals)
            AT_MOST_ONE[AT_MOST_ONE_ENCODING].encode(collector, literals)
        for group, number in state.numbers.items():
            members = variable[(ground.groups == group).ravel()]
            literals = [int(v) for v in members if v]
            CARDINALITY[CARDINALITY_ENCODING].exactly(collector, literals, number)
        self._solver = SatSolver(collector.clauses)

    def __del__(self) -> None:
        self._solver.close()

    def round(self, number: int) -> Verdict | None:
        """Let the solver work for a while, the longer the higher the number."""
        answer = self._solver.solve(conflicts=FIRST_CONFLICTS << min(number, 8))
        if answer is None:
            return None
        if not answer:
            return Verdict(None, "sat", self._solver.conflicts)
        true = self._solver.true_variables()
        cells = [int(c) for v, c in enumerate(self._cells, 1) if v in true]
        return Verdict(tuple(cell % self._size for cell in cells), "sat")
