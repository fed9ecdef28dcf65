"""The walk to the most-beautiful placement: groups of equal weight, the heaviest first.

For each group in turn, a linear programme tells how many queens it needs at least, given those of
the groups before. The walk goes ahead on the speculation that so many are enough, and from time to
time asks for a placement with all these numbers. If there is none, bisection finds the first number
that is too small; it is raised by one, and the walk goes on from there.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from satchess.engines.beautiful_ground import Ground
from satchess.engines.beautiful_linear import UNIT, Bound, Integers, Optimum, Programme
from satchess.engines.beautiful_query import Query, Verdict
from satchess.engines.beautiful_search import Cells, Placed
from satchess.engines.beautiful_shaving import Refuted, shaved
from satchess.engines.beautiful_state import State, with_a_line_chosen

AHEAD = 6
"""How many groups with queens the walk goes ahead before it asks for a placement."""

PATIENCE = 0.2
"""Seconds for a question that bisection can do without, at first."""

LONGEST_BLOCK = 64
"""At most so many groups are shown to be empty by one linear programme."""

NOTHING = 1e-7
"""Sums up to this are taken for 0 on speculation."""

FEWEST_SYMMETRIES = 4
"""A line is fixed in the walk only if programmes stay small."""


Log = Callable[[int, State, Verdict | None, float], None]
"""Told of each question: its depth, its state, what came of it, and the seconds it took."""


@dataclass(frozen=True)
class Proof:
    """Why a group needs so many queens: by which method, and the size of the proof."""

    weight: int
    number: int
    method: str
    size: int


@dataclass(frozen=True, eq=False)
class Step:
    """Groups `first` to `last` - 1 were given `number` queens each, which led to a state."""

    first: int
    last: int
    number: int
    state: State
    proof: Proof | None


@dataclass(frozen=True)
class Progress:
    """What is known by now: the fingerprint begins so, and this placement is the best so far."""

    beginning: tuple[int, ...]
    best: Placed


class Walk:
    """The state of a walk; `run` yields what is known whenever it grows."""

    def __init__(
        self,
        ground: Ground,
        *,
        best: Placed | None = None,
        beginning: tuple[int, ...] = (),
        log: Log | None = None,
    ) -> None:
        """Begin a walk; a placement, and how the fingerprint begins, may be known already."""
        self.ground = ground
        self.steps: list[Step] = []
        self.best = best
        self._first = State.first(ground)
        self._settled = 0
        self._floors: dict[int, tuple[int, Verdict]] = {
            ground.values.index(weight): (number, Verdict(None, "known"))
            for weight, number in Counter(beginning).items()
        }
        """How many queens groups need at least, where a programme says less, and why."""
        self._programme: Programme | None = None
        self._optimum: Optimum | None = None
        self._lp_verdict: Verdict | None = None
        self._queries: dict[int, Query] = {}
        self._block = 8
        self._alone: int | None = None
        """A group that must not be in a block with those after it."""
        self._log = log

    # What is known

    @property
    def beginning(self) -> tuple[int, ...]:
        """The weights that the fingerprint is proved to begin with."""
        weights: list[int] = []
        for step in self.steps[: self._settled]:
            weights += [self.ground.values[step.first]] * step.number
        return tuple(weights)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """Why the groups with queens, as far as they are settled, need so many."""
        return tuple(s.proof for s in self.steps[: self._settled] if s.proof is not None)

    @property
    def state(self) -> State:
        """Where the walk is."""
        return self._state_at(len(self.steps))

    def _state_at(self, depth: int) -> State:
        return self.steps[depth - 1].state if depth else self._first

    # The walk

    def run(self) -> Iterator[Progress]:
        """Walk to the end; nothing is yielded if there is no placement at all."""
        if self.best is None:
            verdict = self._ask(0, float("inf"))
            assert verdict is not None
            self.best = verdict.placed
        while self.best is not None:
            refuted = self._go_ahead()
            yield from self._settle(refuted)
            if self._settled == len(self.steps) and self.state.queens == self.ground.size:
                return

    def _go_ahead(self) -> Verdict | None:
        """Take some steps; return why the last one cannot be right, if a programme says so."""
        ahead = 0
        while ahead < AHEAD and self.state.queens < self.ground.size:
            if not self._step():
                return self._lp_verdict
            ahead += self.steps[-1].number > 0
        return None

    def programme(self) -> Programme:
        """The linear programme of the state."""
        if self._programme is None:
            state = self.state
            self._programme = Programme(self.ground, state.alive, state.symmetries, state.numbers)
            self._optimum = None
        return self._programme

    def _minimise(self, costs: Integers) -> Optimum | None:
        """Ask HiGHS; where it finds no solution, `_lp_verdict` says whether that is proved."""
        self._optimum = self.programme().minimise(costs)
        self._lp_verdict = None
        if self._optimum is None:
            size = self.programme().refutation()
            if size is not None:
                self._lp_verdict = Verdict(None, "lp", size)
        return self._optimum

    def _step(self) -> bool:
        """Fix the next group, or a block of empty ones; False if the programme has no solution."""
        programme = self.programme()
        state = self.state
        first = state.following
        groups = len(self.ground.values)
        living = np.unique(programme.group_of[programme.live])
        living = living[living >= first]
        if not len(living):
            self._lp_verdict = None
            return False
        barrier = min(
            (g for g in (self._alone, *self._floors) if g is not None and g >= first),
            default=groups,
        )
        length = 1 if barrier == first else self._block
        while length >= 2:
            last = int(living[length - 1]) + 1 if length <= len(living) else groups
            last = min(last, barrier)
            inside = (programme.group_of >= first) & (programme.group_of < last) & programme.live
            known = self._optimum
            if not inside.any() or (known is not None and known.solution[inside].sum() < NOTHING):
                self._take(Step(first, last, 0, self._emptied(inside, last), None))
                self._block = min(LONGEST_BLOCK, 2 * length)
                return True
            costs = np.where(inside, programme.sizes, 0)
            optimum = self._minimise(costs)
            if self._lp_verdict is not None:
                return False
            if optimum is not None and optimum.value < NOTHING:
                self._fix_by_cost(programme.bound(costs, optimum.multipliers), 0)
                self._take(Step(first, last, 0, self._emptied(inside, last), None))
                self._block = min(LONGEST_BLOCK, 2 * length)
                return True
            length //= 2
        return self._single()

    def _single(self) -> bool:
        """Fix the next group."""
        programme = self.programme()
        first = self.state.following
        inside = (programme.group_of == first) & programme.live
        costs = np.where(inside, programme.sizes, 0)
        optimum = self._minimise(costs)
        if self._lp_verdict is not None:
            return False
        bound = None if optimum is None else programme.bound(costs, optimum.multipliers)
        least = 0 if bound is None else max(0, -(-bound.least // UNIT))
        floor, verdict = self._floors.get(first, (0, None))
        number = max(least, floor)
        self._fix_by_cost(bound, number)
        self._block = 2 if number == 0 else 4
        weight = self.ground.values[first]
        if number == 0:
            self._take(Step(first, first + 1, 0, self._emptied(inside, first + 1), None))
            return True
        if verdict is not None and number > least:
            proof = Proof(weight, number, verdict.method, verdict.size)
        else:
            assert bound is not None
            proof = Proof(weight, number, "lp", bound.size)
        state = self.state
        programme.fix(first, number)
        self._take(
            Step(
                first,
                first + 1,
                number,
                replace(
                    state,
                    alive=self.programme().alive,
                    following=first + 1,
                    numbers={**state.numbers, first: number},
                ),
                proof,
            )
        )
        if optimum is not None and number > optimum.value + NOTHING:
            self._optimum = None
        return True

    def _fix_by_cost(self, bound: Bound | None, number: int) -> None:
        """Ban the orbits in which a queen would cost more than a sum of so many has room for."""
        programme = self.programme()
        if bound is not None:
            # an orbit with a queen has an average of at least 1 / its size
            room = (number * UNIT - bound.least) * programme.sizes
            programme.ban(np.flatnonzero((bound.reduced > np.maximum(room, 0)) & programme.live))

    def _emptied(self, inside: Cells, last: int) -> State:
        """Ban variables, and return the state that this leads to."""
        self.programme().ban(np.flatnonzero(inside))
        return replace(self.state, alive=self.programme().alive, following=last)

    def _take(self, step: Step) -> None:
        state = step.state
        if state.queens == self.ground.size:  # nothing is left for the other groups
            named = np.isin(self.ground.groups, list(state.numbers))
            step = replace(step, state=replace(state, alive=state.alive & named))
        fixed = with_a_line_chosen(self.ground, step.state, FEWEST_SYMMETRIES)
        if fixed is not None:
            step = replace(step, state=fixed)
            self._programme = None
        self.steps.append(step)

    # Settling

    def _settle(self, refuted: Verdict | None) -> Iterator[Progress]:
        """Find out how many of the steps are right; take back the first wrong one and the rest."""
        low = self._matching(self._settled)
        high = len(self.steps) if refuted is not None else len(self.steps) + 1
        proved = high
        """No placement gets so far; `high` may be lower, where it was too long to find out."""
        reason = refuted
        deepest = True
        while True:
            if low > self._settled:
                self._settled = low
                assert self.best is not None
                yield Progress(self.beginning, self.best)
            if low == len(self.steps):
                return
            if high - low <= 1:
                if high == proved:
                    break
                patience = float("inf")
                middle = high
            else:
                patience = PATIENCE
                middle = high - 1 if deepest else (low + high) // 2
            deepest = False
            verdict = self._ask(middle, patience)
            if verdict is None:
                high = middle
            elif verdict.placed is None:
                while middle - 1 > low and self._state_at(middle - 1).asks_the_same(
                    self._state_at(middle)
                ):
                    middle -= 1
                high = proved = middle
                reason = verdict
            else:
                self._improve(verdict.placed)
                self._narrow(middle, self._queries[middle].cells)
                low = self._matching(middle)
                if low >= high:
                    high = proved
        assert reason is not None
        self._take_back(low, reason)

    def _matching(self, depth: int) -> int:
        """Return how far the best placement bears out the steps."""
        if self.best is not None:
            counts = self.ground.counts(self.best)
            while depth < len(self.steps):
                step = self.steps[depth]
                if (counts[step.first : step.last] != step.number).any():
                    break
                depth += 1
        return depth

    def _narrow(self, depth: int, cells: Cells) -> None:
        """Leave out what a question has found to be without queens, at so many steps and on."""
        if (self._state_at(depth).alive & ~cells).any():
            for number in range(max(1, depth), len(self.steps) + 1):
                step = self.steps[number - 1]
                state = step.state.on(step.state.alive & cells)
                self.steps[number - 1] = replace(step, state=state)
            self._programme = None

    def _improve(self, placed: Placed) -> None:
        if self.best is None or self.ground.fingerprint(placed) < self.ground.fingerprint(
            self.best
        ):
            self.best = placed

    def _ask(self, depth: int, seconds: float) -> Verdict | None:
        if depth not in self._queries:
            self._queries[depth] = Query(self.ground, self._state_at(depth))
        query = self._queries[depth]
        verdict = query.ask(seconds)
        if self._log is not None:
            self._log(depth, self._state_at(depth), verdict, query.seconds)
        return verdict

    def _take_back(self, depth: int, reason: Verdict) -> None:
        """Remember that the step after so many is wrong, and go back to before it."""
        wrong = self.steps[depth]
        del self.steps[depth:]
        self._queries = {d: q for d, q in self._queries.items() if d <= depth}
        self._programme = None
        self._alone = None
        if wrong.last - wrong.first == 1:
            self._floors[wrong.first] = wrong.number + 1, reason
        else:
            assert self.best is not None
            counts = self.ground.counts(self.best)[wrong.first : wrong.last]
            self._alone = wrong.first + int(np.flatnonzero(counts)[0])
            if self._alone == wrong.last - 1:
                self._floors[self._alone] = 1, reason
        self._shave(depth)

    def _shave(self, depth: int) -> None:
        """Leave out cells for good, where the walk has turned out to be difficult."""
        state = self._state_at(depth)
        cells = state.alive
        for shaved_cells in shaved(self.ground, state, state.symmetries):
            assert not isinstance(shaved_cells, Refuted), "the state has a placement"
            cells = shaved_cells
        self._narrow(depth, cells)
