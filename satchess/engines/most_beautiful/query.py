"""Whether a state has a placement: search, linear programmes and SAT take turns until one knows.

What they do not decide soon is divided into cases, and those that SAT leaves open are divided on.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from typing import Literal

import numpy as np

from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.engines.most_beautiful.board import Ground, Symmetry
from satchess.engines.most_beautiful.cases import cases
from satchess.engines.most_beautiful.diving import dives
from satchess.engines.most_beautiful.forced import full_diagonals
from satchess.engines.most_beautiful.lp import Integers, Programme
from satchess.engines.most_beautiful.probing import Refuted, shaved
from satchess.engines.most_beautiful.search import Placed, Search, liking_of
from satchess.engines.most_beautiful.state import State, without_symmetry
from satchess.engines.sat.solver import SatSolver

NOISES = (0.1, 0.2, 0.3, 0.45, 0.3, 0.2)
"""How much chance there is in each search for a placement of a round."""

FIRST_NODES = 3_000
"""Nodes of each search of the first round; twice as many in each further one."""

COMPLETE_SHARE = 16
"""The search that goes on from round to round has so many times the nodes of the others."""

SOLUTIONS = 3
"""Solutions of a linear programme that guide the searches of a round."""

SEARCHES_A_SOLUTION = 3
GUIDED_NODES = 4_000
GUIDED_NOISE = 0.2

FIRST_CONFLICTS = 2000
"""Conflicts of the SAT solver in its first round."""

AT_MOST_ONE_ENCODING = "pairwise"
"""Few cells of a line are left, and nothing propagates as well."""

CARDINALITY_ENCODING = "sequential-counter"

SMALL = 1500
"""Formulas of no more cells are for SAT; on larger boards it is hard to find anything."""

SMALL_WEIGHTS = {"search": 1.0, "guided": 0.3, "diving": 0.3, "sat": 16.0, "shaving": 3.0}
LARGE_WEIGHTS = {"search": 0.5, "guided": 0.5, "diving": 2.0, "sat": 0.2, "shaving": 2.0}
"""The shares of the time."""

CASES_TO_SAT = 8.0
"""How many times the share of SAT the cases have, once there are any."""

START = {"guided": 0.02, "shaving": 0.02, "diving": 0.05}
"""Seconds that ways are taken to have had before they begin: who comes later."""

SAT_START = 0.001
"""The same for SAT, for each cell."""

SHAVED_OUT_AFTER = 20.0
"""Seconds of SAT on a small state after which all that can be shaved is shaved first: that takes
less than a minute, and what is not decided by then may take hours."""

CASES_AFTER = 20.0
"""Seconds that SAT has for what shaving leaves before that is divided into cases."""

ROUNDS_OF_A_CASE = 7
"""Rounds of SAT for a case, some seconds, before that is divided, too."""

NOTABLY_FEWER = 0.8
FEWER = 0.97
"""Searches begin anew when shaving has left this share of their cells; at the end of a stage."""


Method = Literal["lp", "search", "sat", "cases", "known"]
"""How it was proved that there is no placement."""


@dataclass(frozen=True)
class Verdict:
    """A placement of a state, or a proof that it has none: by which method, and of what size."""

    placed: Placed | None
    method: Method
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
        self._shaved = False
        """Whether a stage of shaving has ended since the searches began."""
        self.seconds = 0.0
        self._begun = time.process_time()

    @property
    def age(self) -> float:
        """Seconds of the processor since there is the question."""
        return time.process_time() - self._begun

    def ask(self, seconds: float) -> Verdict | None:
        """Work for so long, or a little longer, unless it is decided before.

        The clock is that of the processor: what is asked next does not hang on other programs.
        """
        start = time.process_time()
        while self.verdict is None and time.process_time() - start < seconds:
            self.verdict = next(self._work)
        self.seconds += time.process_time() - start
        return self.verdict

    def _slices(self) -> Iterator[Verdict | None]:
        """Yield None as long as it is undecided; the ways share the time by their weights."""
        ways: dict[str, Iterator[Verdict | None]] = {}
        shaving = self._shaving()
        spent: dict[str, float] = {}
        state: State | None = None
        while True:
            share = NOTABLY_FEWER if not self._shaved else FEWER
            if state is None or self.cells.sum() < share * state.alive.sum():
                first = state is None
                self._shaved = False
                state = self._state.on(self.cells)
                left = _plain(self._ground, state)
                if left is None:
                    yield Verdict(None, "search" if first else "lp")
                    return
                plain = left
                is_small = bool(plain.alive.sum() <= SMALL)
                weights = dict(SMALL_WEIGHTS if is_small else LARGE_WEIGHTS)
                weights["cases"] = CASES_TO_SAT * weights["sat"]
                ways = _ways(self._ground, state, plain)
                ways["shaving"] = shaving
                start = {**START, "sat": SAT_START * float(plain.alive.sum())}
                spent = {way: spent.get(way, start.get(way, 0.0)) for way in ways}
            is_shaved = spent["shaving"] == float("inf")
            if is_shaved and "cases" not in ways:
                full = full_diagonals(self._ground, state)
                ways["cases"] = decided_by_cases(self._ground, plain, full)
                spent["cases"] = CASES_TO_SAT * (spent["sat"] + CASES_AFTER)
            way = min(ways, key=lambda way: spent[way] / weights[way])
            if way == "sat" and spent[way] > SHAVED_OUT_AFTER and is_small and not is_shaved:
                way = "shaving"
            now = time.process_time()
            try:
                verdict = next(ways[way])
            except StopIteration:  # there is nothing more to shave, or nothing to divide
                verdict = None
                spent[way] = float("inf")
            spent[way] += time.process_time() - now  # before others have their turn
            yield verdict

    def _shaving(self) -> Iterator[Verdict | None]:
        """Shave by fewer and fewer symmetries."""
        for symmetries in _stages(self._state.symmetries):
            state = self._state.on(self.cells)
            for result in shaved(self._ground, state, symmetries):
                if isinstance(result, Refuted):
                    yield Verdict(None, "lp", result.size)
                    return
                self.cells = result
                yield None
            cells = self._ground.propagated(self.cells)
            if cells is None or _plain(self._ground, self._state.on(cells)) is None:
                yield Verdict(None, "lp")
                return
            self.cells = cells
            self._shaved = True


def _plain(ground: Ground, state: State) -> State | None:
    return without_symmetry(ground, state, exchanging=ground.cells)


def _ways(ground: Ground, state: State, plain: State) -> dict[str, Iterator[Verdict | None]]:
    """Return what can be done beside shaving, in rounds of which each is longer than the last.

    `plain` is the state without its symmetries.
    """
    return {
        "search": _rounds(lambda: SearchRounds(ground, plain)),
        "guided": _rounds(lambda: GuidedRounds(ground, state, plain)),
        "sat": _rounds(lambda: SatRounds(ground, plain, full_diagonals(ground, state))),
        "diving": (
            None if placed is None else Verdict(placed, "search") for placed in dives(ground, plain)
        ),
    }


def _rounds(
    make: Callable[[], "SearchRounds | GuidedRounds | SatRounds"],
) -> Iterator[Verdict | None]:
    way = make()
    for number in count():
        yield way.round(number)


class Conquest:
    """Cases of a state, and cases of those that SAT does not decide soon.

    A case is shaved at the rim alone, where division has changed most; and once SAT has left one
    open, others of so many cells are divided at once.
    """

    def __init__(self, ground: Ground, full: Sequence[Integers]) -> None:
        """Divide states whose placements have a queen on each of some diagonals."""
        self._ground = ground
        self._full = full
        self._too_large = ground.cells.size

    def decided(self, state: State) -> Generator[None, None, Verdict | None]:
        """Divide a state; return what its cases say, or None if there is nothing to divide."""
        divided = cases(self._ground, state)
        if divided == [state]:
            return None
        size = 0
        for case in sorted(divided, key=lambda case: int(case.alive.sum())):
            verdict = yield from self._decided_case(case)
            if verdict.placed is not None:
                return verdict
            size += verdict.size
        return Verdict(None, "cases", size)

    def _decided_case(self, case: State) -> Generator[None, None, Verdict]:
        cells = case.alive
        for result in shaved(self._ground, case, case.symmetries[:1], at_the_rim=True):
            if isinstance(result, Refuted):
                return Verdict(None, "lp", result.size)
            cells = result
            yield
        left = self._ground.propagated(cells)
        if left is None:
            return Verdict(None, "lp")
        case = case.on(left)
        rounds = _rounds(lambda: SatRounds(self._ground, case, self._full))
        if left.sum() < self._too_large:
            for verdict in islice(rounds, ROUNDS_OF_A_CASE):
                if verdict is not None:
                    return verdict
                yield
            self._too_large = int(left.sum())
        decided = yield from self.decided(case)
        while decided is None:
            decided = next(rounds)
            yield
        return decided


def decided_by_cases(
    ground: Ground, state: State, full: Sequence[Integers] = ()
) -> Iterator[Verdict | None]:
    """Yield None until the cases of a state are decided; nothing more if it cannot be divided."""
    verdict = yield from Conquest(ground, full).decided(state)
    if verdict is not None:
        yield verdict


def _stages(symmetries: Sequence[Symmetry]) -> Iterator[Sequence[Symmetry]]:
    """Yield groups of symmetries to shave by: all, a half turn or another pair, none."""
    identity = symmetries[0]
    if len(symmetries) > 2:
        yield symmetries
    pair = [s for s in symmetries[1:] if (s[s] == identity).all()]
    if pair:
        yield [identity, pair[0]]
    yield [identity]


class GuidedRounds:
    """Searches that like the cells where a solution of the linear programme has queens.

    Each solution is the best for some costs at random: a corner of what is possible. That outer
    groups have just so many queens is hard to come by otherwise, on large boards.
    """

    def __init__(self, ground: Ground, state: State, plain: State) -> None:
        self._ground = ground
        self._state = state
        self._plain = plain
        self._chance = np.random.default_rng(0)
        self._liking = liking_of(ground.weights, plain.alive)

    @cached_property
    def _programme(self) -> Programme:
        state = self._state
        return Programme(self._ground, state.alive, state.symmetries, state.numbers)

    def round(self, number: int) -> Verdict | None:
        """Search around some solutions, for longer the higher the number."""
        for _ in range(SOLUTIONS):
            costs = self._chance.integers(0, 1000, self._programme.length)
            optimum = self._programme.minimise(costs)
            if optimum is None:
                return None
            likely = self._programme.on_cells(optimum.solution)
            for seed in self._chance.integers(0, 1 << 30, SEARCHES_A_SOLUTION):
                search = Search(
                    self._plain.alive,
                    self._ground.groups,
                    self._plain.numbers,
                    liking=self._liking + likely.astype(np.float32),
                    noise=GUIDED_NOISE,
                    seed=int(seed),
                )
                verdict = _verdict(search, GUIDED_NODES << min(number, 6))
                if verdict is not None:
                    return verdict
        return None


class SearchRounds:
    """Rounds of restarting searches, and of one that goes on from round to round."""

    def __init__(self, ground: Ground, state: State) -> None:
        self._ground = ground
        self._state = state
        self._liking = liking_of(ground.weights, state.alive)
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
        verdict = _verdict(self._complete, COMPLETE_SHARE * nodes)
        for noise in NOISES:
            if verdict is not None:
                break
            self._seed += 1
            verdict = _verdict(self._search(noise, self._seed), nodes)
        return verdict


def _verdict(search: Search, nodes: int) -> Verdict | None:
    over, found = search.run(nodes)
    if found:
        return Verdict(found[0], "search")
    return Verdict(None, "search", search.nodes) if over else None


class SatRounds:
    """A CNF formula of a state, and a solver that goes on from round to round."""

    def __init__(self, ground: Ground, state: State, full: Sequence[Integers] = ()) -> None:
        """Write the formula; it may be known that some diagonals are `full`: they have a queen."""
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
        for cells in full:
            collector.add([int(v) for v in variable[cells] if v])
        for group, number in state.numbers.items():
            members = variable[(ground.groups == group).ravel()]
            literals = [int(v) for v in members if v]
            CARDINALITY[CARDINALITY_ENCODING].exactly(collector, literals, number)
        self._solver = SatSolver(collector.clauses)

    def __del__(self) -> None:
        if hasattr(self, "_solver"):  # else it was interrupted before
            self._solver.close()

    def round(self, number: int) -> Verdict | None:
        """Let the solver work for a while, the longer the higher the number."""
        answer = self._solver.solve(conflicts=FIRST_CONFLICTS << min(number, 4))
        if answer is None:
            return None
        if not answer:
            return Verdict(None, "sat", self._solver.conflicts)
        true = self._solver.true_variables()
        cells = [int(c) for v, c in enumerate(self._cells, 1) if v in true]
        return Verdict(tuple(cell % self._size for cell in cells), "sat")
