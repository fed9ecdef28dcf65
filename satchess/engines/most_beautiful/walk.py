"""The walk to the most-beautiful placement: groups of equal weight, the heaviest first.

For each group in turn, a linear programme tells how many queens it needs at least, given those of
the groups before. The walk goes ahead on the speculation that so many are enough, and from time to
time asks for a placement with all these numbers. If there is none, bisection finds the first number
that is too small; it is raised by one, and the walk goes on from there.

A number is proved for given numbers before it, not for a placement: so the walk need not have one,
and what is hard to decide while many cells are left is left open. A placement at the end bears out
all of it. If there is none with an open state, numbers after it rise until that is shown.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.lp import UNIT, Bound, Integers, Optimum, Programme
from satchess.engines.most_beautiful.probing import Refuted, shaved
from satchess.engines.most_beautiful.query import SMALL, Method, Query, Verdict
from satchess.engines.most_beautiful.search import Cells, Placed
from satchess.engines.most_beautiful.state import State, with_a_line_chosen

AHEAD = 6
"""How many groups with queens the walk goes ahead before it asks for a placement."""

PATIENCE = 0.2
"""Seconds for a question that the walk can do without."""

SHORT = 1.0
"""Seconds that do not matter; of longer questions, two are left open before one is repeated, the
second with less time."""

INSISTENCE = 4
"""How many times longer than before to ask for what must not be left open."""

LONGEST = 4.0
"""Seconds for a question about a large state before it is left open, though a step is wrong."""

OPEN_SHARE = 0.2
"""Of the time since a question was first asked, the share that it has while it is open."""

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
    method: Method
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


Wrong = tuple[int, Verdict]
"""So many steps have no placement, and why."""


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

    def _minimise(self, costs: Integers, *, tightly: bool = False) -> Optimum | None:
        """Ask HiGHS; where it finds no solution, `_lp_verdict` says whether that is proved."""
        programme = self.programme()
        self._optimum = (programme.minimise_tightly if tightly else programme.minimise)(costs)
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
            (g for g in self._floors if g >= first),
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
        if optimum is not None and optimum.value > NOTHING:
            optimum = self._minimise(costs, tightly=True)
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
        """Find out how far the steps are right; take back one that is wrong, and those after it.

        A state that is not decided soon is left open: the walk goes ahead, as if it had a
        placement. Numbers are proved for those before them, so that is right once there is one
        with all of them; and if there is none, some number will turn out to be wrong.
        """
        known = self._settled
        wrong = None if refuted is None else (len(self.steps), refuted)
        if wrong is None:
            wrong = self._wrong_at_the_end()
        if self._settled > known:
            assert self.best is not None
            yield Progress(self.beginning, self.best)
        while wrong is not None:
            known = self._settled
            high, reason = self._first_wrong(*wrong)
            wrong = self._overdue(high)
            if wrong is None and self._without_idle(high) < high:  # something was shaved meanwhile
                wrong = self._without_idle(high), reason
            if wrong is None:
                verdict = self._take_back(high - 1, reason)
                wrong = None if verdict is None else (len(self.steps), verdict)
            if self._settled > known:
                assert self.best is not None
                yield Progress(self.beginning, self.best)

    def _wrong_at_the_end(self) -> Wrong | None:
        """Return what is wrong, asked for a placement with all steps; None if there is one.

        Also if that is open, as long as further steps can be taken.
        """
        end = len(self.steps)
        patience = PATIENCE
        verdict = self._ask(end, patience)
        while verdict is None and self.state.queens == self.ground.size:
            patience *= 2
            for depth in (*self._open_depths(end), end):
                verdict = self._ask(depth, patience)
                if verdict is not None and verdict.placed is None:
                    return depth, verdict
        return (end, verdict) if verdict is not None and verdict.placed is None else None

    def _first_wrong(self, high: int, reason: Verdict) -> Wrong:
        """Return the fewest steps that turn out to have no placement, by bisection, and why.

        A state that is small enough is not left open, a large one only after a while. Where
        questions are long, those in the middle are hardly easier than the first that is open: it
        comes before them, since it may settle the matter; if it is right, one twice as far.
        """
        patience = PATIENCE
        while True:
            low = self._settled
            undecided = 0
            reach = 1 if patience > SHORT and self._query(high).cells.sum() <= SMALL else 0
            while high - low > 1 and (patience <= SHORT or undecided < 2):
                middle = (low + high) // 2
                if reach:
                    middle = min(low + reach, middle)
                second = patience > SHORT and undecided > 0
                verdict = self._ask(middle, patience / INSISTENCE if second else patience)
                undecided += verdict is None
                reach = 0 if verdict is None else 2 * reach
                if verdict is not None and verdict.placed is None:
                    high, reason = middle, verdict
                else:
                    low = max(middle, self._settled)
            high = self._without_idle(high)
            pieces = self._divided(high - 1)
            if pieces > 1:
                high += pieces - 1
            elif high - 1 == self._settled:
                return high, reason
            else:
                patience *= INSISTENCE
                if patience > LONGEST and self._query(high - 1).cells.sum() > SMALL:
                    return high, reason

    def _without_idle(self, end: int) -> int:
        """Return the fewest steps after which there are the same placements as after so many.

        A step whose groups have no cells any more, since something was shaved, takes none away.
        """
        while end > 1:
            before, step = self._state_at(end - 1), self.steps[end - 1]
            if not before.asks_the_same(step.state) and self._living(step, before):
                break
            end -= 1
        return end

    def _divided(self, index: int) -> int:
        """Divide a step over a block of groups into steps of one group each; return how many.

        Groups without cells go with those before them.
        """
        block = self.steps[index]
        before = self._state_at(index)
        living = self._living(block, before)
        if len(living) <= 1:
            return 1
        groups = self.ground.groups
        ends = [*living[1:], block.last]
        steps = []
        for first, last in zip([block.first, *living[1:]], ends, strict=True):
            alive = before.alive & ((groups < block.first) | (groups >= last))
            state = replace(before.on(alive), following=last)
            steps.append(Step(first, last, 0, state, None))
        steps[-1] = replace(steps[-1], state=block.state)
        self.steps[index : index + 1] = steps
        more = len(steps) - 1
        self._queries = {d if d <= index else d + more: q for d, q in self._queries.items()}
        self._settled = self._matching(min(self._settled, index))
        return len(steps)

    def _living(self, step: Step, before: State) -> list[int]:
        """Return the groups of a step that have cells before it."""
        groups = self.ground.groups
        inside = before.alive & (groups >= step.first) & (groups < step.last)
        return [int(g) for g in np.unique(groups[inside])]

    def _open_depths(self, end: int) -> list[int]:
        """Return some numbers of steps before `end` of which it is open if they are right."""
        first, last = self._settled + 1, end - 1
        return sorted({first, (first + last) // 2, last}) if first <= last else []

    def _overdue(self, end: int) -> Wrong | None:
        """Ask for what has been open for long; return what turns out to be wrong earlier.

        What is open has a share of the time for as long as it is open.
        """
        for depth in self._open_depths(end):
            query = self._query(depth)
            seconds = OPEN_SHARE * query.age - query.seconds
            if depth > self._settled and seconds > 0:
                verdict = self._ask(depth, seconds)
                if verdict is not None and verdict.placed is None:
                    return depth, verdict
        return None

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

    def _query(self, depth: int) -> Query:
        if depth not in self._queries:
            self._queries[depth] = Query(self.ground, self._state_at(depth))
        return self._queries[depth]

    def _ask(self, depth: int, seconds: float) -> Verdict | None:
        """Ask for a placement of the state after so many steps."""
        query = self._query(depth)
        verdict = query.ask(seconds)
        if self._log is not None:
            self._log(depth, self._state_at(depth), verdict, query.seconds)
        if verdict is None or verdict.placed is not None:
            self._narrow(depth, query.cells)
        if verdict is not None and verdict.placed is not None:
            self._improve(verdict.placed)
            self._settled = self._matching(self._settled)
        return verdict

    def _take_back(self, depth: int, reason: Verdict) -> Verdict | None:
        """Remember that the step after so many is wrong, and go back to before it.

        Return why that has no placement either, if it turns out so.
        """
        wrong = self.steps[depth]
        del self.steps[depth:]
        self._queries = {d: q for d, q in self._queries.items() if d <= depth}
        self._programme = None
        (group,) = self._living(wrong, self.state)
        least = wrong.number + 1
        # what was known of lighter groups rests on what was wrong
        self._floors = {g: floor for g, floor in self._floors.items() if g < group}
        self._floors[group] = least, reason
        return self._shaved(depth)

    def _shaved(self, depth: int) -> Verdict | None:
        """Leave out cells for good, where the walk is difficult; return why none are left."""
        state = self._state_at(depth)
        cells = state.alive
        for result in shaved(self.ground, state, state.symmetries):
            if isinstance(result, Refuted):
                return Verdict(None, "lp", result.size)
            cells = result
        self._narrow(depth, cells)
        return None
