"""The `frontier` engine: dynamic programming over the squares, one after the other.

Partial placements are told apart only by what matters for the squares ahead: which of these are
blocked, and which squares are still uncovered. On narrow boards, or with short-range pieces, that
makes few states. Nothing here is specific to a piece: the engine takes every model of clauses and
'at most one', that is independence and domination in all variants but `--upper`, and kernels.

    clauses      the clausal form of a model, after propagation
    order        the variable order
    bounds       lower bounds on completing a state, to prune states that miss the optimum
    compile      the transitions between states
    strips       narrow parts of a board, by which the number of states is judged
    run_python   runs them on Python integers, `run_numba` on machine words
    ways         keeps all states, to find placements instead of counting them

An optimum is found by iterative deepening (Korf, Artificial Intelligence 27, 1985) on the loss
against the bound: first no loss is allowed, then the least loss of the pruned states.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from types import ModuleType
from typing import ClassVar

from satchess.domain.phrases import duration
from satchess.engines.counting.base import CountingEngine, Polynomial, countable
from satchess.engines.counting.ranking import Ranked, is_wide, optimal_parts
from satchess.engines.frontier import clauses, run_python, ways
from satchess.engines.frontier.bounds import Weights, most_placements, weights_for
from satchess.engines.frontier.clauses import ClausalModel, NotPlain
from satchess.engines.frontier.compile import Transitions, transitions
from satchess.engines.frontier.order import best_order, best_sweep, swept
from satchess.engines.frontier.run_python import OutOfPatience, RunResult
from satchess.engines.frontier.strips import NARROWEST, strips, width_of
from satchess.engines.room import in_words
from satchess.engines.sat.greedy import cover_clauses
from satchess.events import Done, Drawn, Event
from satchess.model import Model, Sense
from satchess.task import Task

PATIENCE = 400_000
"""States expanded in Python before the compiled twin is loaded, which takes as long."""

PATIENCE_WHEN_LOADED = 10_000

PATIENCE_FOR_ESTIMATES = 50_000

MOST_EXPECTED_STATES = 500_000_000
"""Ten times what is feasible, since an estimate may be ten times too high."""

MOST_BITS = 1000
"""Estimates are capped here."""

WORTH_STRIPS = 10_000
"""Expected states from which on strips of the board are tried as well."""

PATIENCE_FOR_STRIPS = 200_000

STRIPS_TO_JUDGE_BY = 3
"""The widest that a short run finishes: even and odd widths differ a little."""

MANY_RIDER_STATES = 5_000

RIDER_STATES_OF_ALL_SETS = range(50_000, 100_000_000)
"""Of any size: no bound prunes a diagram. Fewer states take less time than kernels to load."""

MANY_STATES = 100_000
"""So many are told with the memory and the time that they take."""

BYTES_OF_A_STATE = 100
"""With a count of two words, twice, as the states that follow are as many."""

SECONDS_OF_A_STEP = 5e-8
"""For each state, at each square: two look-ups."""

SECONDS_OF_A_WORD = 5e-10
"""For each word of a count by size, at each square: it is moved once, and added to another."""


class FrontierEngine(CountingEngine):
    """Counts by residual states."""

    name: ClassVar[str] = "frontier"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Dynamic programming over the squares, for pieces that see few lines."

    def objection_to(self, model: Model) -> str | None:
        """Takes only clauses and 'at most one', and a limited number of states."""
        if model.objective is not None and model.objective.is_heavy:
            return "the weights are too large to search by their sum"
        try:
            states = expected_states(model)
        except NotPlain as reason:
            return str(reason)
        if states > MOST_EXPECTED_STATES:
            return f"needs too many states, about {states:.0e}: {_cost(states, model)}"
        return None

    def objection(self, task: Task) -> str | None:
        """Counting all sizes may need too many states even where the optimum does not."""
        objection = super().objection(task)
        if task.verb == "sample" and objection is None:
            model, size = countable(task)
            if size is not None:
                return "samples the optimum only, not a given size"
            whole = task.question.model()
            if model != whole:  # it counts something smaller instead
                return next(filter(None, map(self.objection_to, whole.components())), None)
            if max(map(expected_states, model.components())) > ways.MOST_KEPT:
                return "has too many states to keep"
        if objection is None and task.by_size:
            parts = [part for part, _ in countable(task)[0].distinct_components]
            states, largest = max(
                ((expected_states(part, by_size=True), part) for part in parts),
                key=lambda pair: pair[0],
            )
            if states > MOST_EXPECTED_STATES:
                cost = _cost(states, largest, by_size=True)
                return f"needs too many states, about {states:.0e}: {cost}"
        return objection

    def reluctance(self, task: Task) -> str | None:
        """With riders, a state records something of every line: diagrams often do better."""
        model, _ = countable(task)
        if task.by_size or not model.families or not cover_clauses(model):
            return None
        states = max(expected_states(part) for part, _ in model.distinct_components)
        worth = RIDER_STATES_OF_ALL_SETS if model.objective is None else range(0)
        if states <= MANY_RIDER_STATES or states in worth:
            return None
        return f"about {states:.0e} states of riders"

    def run(self, task: Task) -> Iterator[Event]:
        """Count, or find the placements of given ranks."""
        if task.verb != "sample":
            yield from super().run(task)
            return
        model = task.question.model()
        parts = [
            (part, ways.ways_of(part, value, wide=is_wide(model)))
            for part, value in optimal_parts(model, task.lower, self.best)
        ]
        yield Drawn(tuple(map(Ranked(model, parts).placement, task.ranks)))
        yield Done()

    def total(self, model: Model) -> int:
        """Return the number of placements."""
        clausal, _, steps = _compiled(model, by_size=True)
        if not clausal.possible:
            return 0
        return _run(steps, words=_words(clausal)).count

    def polynomial(self, model: Model) -> Polynomial:
        """Return the number of placements by size, all from one run."""
        clausal, _, steps = _compiled(model, by_size=True)
        if not clausal.possible:
            return {}
        most = weights_for(clausal, Sense.MOST).bound
        shift = most_placements(clausal).bit_length()
        packed = _run(steps, shift=shift, sizes=most + 1).count
        counts = (packed >> shift * size & (1 << shift) - 1 for size in range(most + 1))
        return {clausal.base + size: count for size, count in enumerate(counts) if count}

    def best(self, model: Model) -> tuple[int, int] | None:
        """Return the optimum and its number of placements."""
        assert model.objective is not None
        probe = _probe(model, by_size=False)
        if probe.best is not None:
            return probe.best
        clausal, weights, steps = _compiled(model, by_size=False)
        if not clausal.possible:
            return None
        assert weights is not None
        least_loss = probe.least_loss
        while least_loss is not None:
            most_loss = weights.loss_at(weights.best_value(least_loss))
            outcome = _run(steps, most_loss)
            if outcome.count:
                return clausal.base + weights.best_value(outcome.loss), outcome.count
            least_loss = outcome.dropped
        return None

    def number_at(self, model: Model, value: int) -> int:
        """Try the optimum first: it takes far fewer states than all sizes."""
        if model.objective is not None:
            best, count = self._best(model)
            fewest = model.objective.sense is Sense.FEWEST
            if count == 0 or (value < best if fewest else value > best):
                return 0
            if value == best:
                return count
        return super().number_at(model, value)

    def forecast(self, task: Task) -> str:
        """Describe the largest component, with all sizes if these are asked for."""
        if not task.by_size:
            return super().forecast(task)
        parts = (part for part, _ in countable(task)[0].distinct_components)
        largest = max(parts, key=lambda part: expected_states(part, by_size=True))
        return _described(largest, by_size=True)

    def estimate(self, model: Model) -> str:
        """Give the expected number of states at a time."""
        try:
            return _described(model, by_size=False)
        except NotPlain:
            return super().estimate(model)


def _described(model: Model, *, by_size: bool) -> str:
    """Give the expected number of states; of many, also what they take, roughly."""
    states = expected_states(model, by_size=by_size)
    rounded = float(f"{states:.2g}")
    if states <= MANY_STATES:
        return f"about {rounded:.0f} {'state' if rounded == 1 else 'states'} at a time"
    return f"up to about {rounded:.0e} states at a time, {_cost(states, model, by_size=by_size)}"


def _cost(states: int, model: Model, *, by_size: bool = False) -> str:
    """Say what so many states take; by size, with a word for each of them, for each prime."""
    squares = len(model.places)
    memory, seconds = states * BYTES_OF_A_STATE, SECONDS_OF_A_STEP
    if by_size:
        memory += states * 16 * squares
        seconds = (seconds + squares / 2 * SECONDS_OF_A_WORD) * (squares // 63 + 1)
    time = duration(states * squares * seconds)
    return f"{in_words(memory)} of memory{' at once' * by_size}, {time}"


def expected_states(model: Model, *, by_size: bool = False) -> int:
    """Estimate the peak number of states, for the optimum or for all sizes.

    Extrapolated from the first squares, unless the run is short enough to finish. Raises `NotPlain`
    if the model is not for this engine.
    """
    return _probe(model, by_size=by_size).states


@dataclass(frozen=True)
class _Probe:
    """The result of a short run: the expected number of states, and the answer if it finished.

    If it finished without a placement, `least_loss` is the least loss that it pruned.
    """

    states: int
    best: tuple[int, int] | None = None
    least_loss: int | None = 0


@lru_cache(maxsize=8)
def _compiled(model: Model, *, by_size: bool) -> tuple[ClausalModel, Weights | None, Transitions]:
    """Compile a model, for its optimum if it has one: it is probed, then run."""
    clausal = clauses.read(model)
    if not clausal.possible:
        return clausal, None, Transitions([], 0, [])
    weights = None
    if model.objective is not None and not by_size:
        weights = weights_for(clausal, model.objective.sense)
    return clausal, weights, transitions(clausal, best_order(model, clausal), weights)


@lru_cache(maxsize=8)
def _probe(model: Model, *, by_size: bool) -> _Probe:
    clausal, weights, steps = _compiled(model, by_size=by_size)
    if not clausal.possible:
        return _Probe(0)
    most_loss = 0
    if weights is not None:
        most_loss = weights.loss_at(weights.best_value(0))
        if most_loss:  # a fractional bound is seldom met
            most_loss += weights.scale
    try:
        outcome = _short_run(steps, most_loss)
    except OutOfPatience as stop:
        states = _extrapolated(steps, stop.states)
        if weights is None and states > WORTH_STRIPS:
            states = _judged_by_strips(model, clausal) or states
        return _Probe(states)
    if weights is None:
        return _Probe(outcome.peak)
    if not outcome.count:
        return _Probe(outcome.peak, least_loss=outcome.dropped)
    return _Probe(outcome.peak, (clausal.base + weights.best_value(outcome.loss), outcome.count))


def _short_run(
    steps: Transitions, most_loss: int, patience: int = PATIENCE_FOR_ESTIMATES
) -> RunResult:
    """Run up to a patience, where it is quickest: both ways reckon it alike."""
    if (compiled := _loaded()) is not None and compiled.is_ready(steps):
        outcome: RunResult = compiled.run(steps, most_loss, patience=patience)
        return outcome
    return run_python.run(steps, most_loss, patience=patience)


def _run(
    steps: Transitions, most_loss: int = 0, shift: int = 0, sizes: int = 1, words: int = 2
) -> RunResult:
    """Run in Python; if that takes long and the states fit, in the compiled twin."""
    compiled = _loaded()
    patience = PATIENCE if compiled is None else PATIENCE_WHEN_LOADED
    if compiled is not None and compiled.is_ready(steps) and not shift:
        patience = 0  # by size, there are primes to find first
    try:
        return run_python.run(steps, most_loss, shift, patience)
    except OutOfPatience:
        from satchess.engines.frontier import run_numba

        if steps.width > run_numba.WIDEST:
            return run_python.run(steps, most_loss, shift)
        return run_numba.run(steps, most_loss, shift, sizes, words)


def _loaded() -> ModuleType | None:
    """Return the compiled twin if it is loaded, which takes as long as many states do."""
    return sys.modules.get("satchess.engines.frontier.run_numba")


def _words(clausal: ClausalModel) -> int:
    """Return how many 64-bit words hold the number of all placements."""
    return most_placements(clausal).bit_length() // 64 + 1


def _judged_by_strips(model: Model, clausal: ClausalModel) -> int | None:
    """Extrapolate the bits of a state from strips of the board; None if it is too narrow."""
    sweep = best_sweep(model, clausal)
    bits: list[float] = []
    for _, strip in strips(model, clausal, sweep):
        programme = transitions(strip, swept(model, strip, sweep))
        try:
            peak = _short_run(programme, 0, PATIENCE_FOR_STRIPS).peak
        except OutOfPatience:
            break
        bits.append(log2(peak))
    if len(bits) < STRIPS_TO_JUDGE_BY:
        return None
    slope = (bits[-1] - bits[-STRIPS_TO_JUDGE_BY]) / (STRIPS_TO_JUDGE_BY - 1)
    missing = width_of(model, clausal, sweep) - (NARROWEST + len(bits) - 1)
    return int(2 ** min(bits[-1] + slope * missing, MOST_BITS))


def _extrapolated(steps: Transitions, states: list[int]) -> int:
    """Extrapolate the peak number of states from the numbers after the first steps.

    Either a slot stays worth as many bits of state as before; or states keep multiplying until the
    slots have been used once, at most for half of all steps.
    """
    done = len(states)
    if done < 2 or not states[-1]:
        return 1
    bits = log2(states[-1])
    by_slots = bits / max(1, steps.live[done - 1]) * max(steps.live[done:])
    slope = (bits - log2(states[done // 2])) / (done - done // 2)
    by_growth = bits + slope * max(0, min(steps.width, len(steps.steps) // 2) - done)
    return int(2 ** min(max(by_slots, by_growth), MOST_BITS))
