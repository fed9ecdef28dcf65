"""The state of a walk as a value: the steps taken so far, and what is known of them.

A trail is never changed. Each event of the walk, such as a step, a placement, or a step that turns
out to be wrong, makes a new trail of an old one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.decisions import Method, Refuted
from satchess.engines.most_beautiful.search import Cells, Queens
from satchess.engines.most_beautiful.state import State


@dataclass(frozen=True)
class Proof:
    """Why a group needs so many queens: by which method, and the size of the proof."""

    weight: int
    number: int
    method: Method
    size: int


@dataclass(frozen=True)
class Floor:
    """A group is known to need so many queens, because of a refutation."""

    number: int
    reason: Refuted


@dataclass(frozen=True)
class Fault:
    """The first `depth` steps of a trail have no placement, and why."""

    depth: int
    reason: Refuted


@dataclass(frozen=True, eq=False)
class Step:
    """Groups `first` to `last` - 1 were given `number` queens each, which led to a state."""

    first: int
    last: int
    number: int
    state: State
    proof: Proof | None = None
    """That there are no fewer; None for groups without queens."""


@dataclass(frozen=True, eq=False)
class Trail:
    """Steps of a walk; a depth is a number of steps.

    The number of each step is proved to be the least possible, given those before it. It may still
    be too small: then the state after the step has no placement. The first `settled` steps agree
    with the best placement, so they are right.
    """

    board: WeightedBoard
    start: State
    steps: tuple[Step, ...]
    best: Queens | None
    settled: int
    floors: Mapping[int, Floor]
    """By group, where more queens are needed than a linear programme can tell."""

    @classmethod
    def begin(
        cls, board: WeightedBoard, best: Queens | None = None, beginning: tuple[int, ...] = ()
    ) -> "Trail":
        """Return a trail without steps; the fingerprint may be known to begin with some weights."""
        floors = {
            board.values.index(weight): Floor(number, Refuted("known"))
            for weight, number in Counter(beginning).items()
        }
        return cls(board, State.first(board), (), best, 0, floors)

    # What is known

    @property
    def depth(self) -> int:
        """The number of steps."""
        return len(self.steps)

    @property
    def end(self) -> State:
        """The state after all steps."""
        return self.state_at(self.depth)

    def state_at(self, depth: int) -> State:
        """Return the state after so many steps."""
        return self.steps[depth - 1].state if depth else self.start

    @property
    def has_all_queens(self) -> bool:
        """Whether the steps account for all queens."""
        return self.end.queens == self.board.size

    @property
    def is_complete(self) -> bool:
        """Whether the best placement is proved to be one with the smallest fingerprint."""
        return self.settled == self.depth and self.has_all_queens

    @property
    def beginning(self) -> tuple[int, ...]:
        """The weights that the smallest fingerprint is proved to begin with."""
        weights: list[int] = []
        for step in self.steps[: self.settled]:
            weights += [self.board.values[step.first]] * step.number
        return tuple(weights)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """Why the groups with queens, as far as they are settled, need so many."""
        return tuple(s.proof for s in self.steps[: self.settled] if s.proof is not None)

    def unsettled_depths(self, end: int) -> list[int]:
        """Return the first, the middle and the last unsettled depth before `end`."""
        first, last = self.settled + 1, end - 1
        return sorted({first, (first + last) // 2, last}) if first <= last else []

    def without_idle_steps(self, depth: int) -> int:
        """Return the least depth at which there are the same placements as at `depth`.

        A step is idle if its groups had lost all their cells before it.
        """
        while depth > 1:
            before, step = self.state_at(depth - 1), self.steps[depth - 1]
            if not before.asks_the_same(step.state) and self._living(depth - 1):
                break
            depth -= 1
        return depth

    def _living(self, index: int) -> list[int]:
        """Return the groups of a step that have cells before it."""
        step, before = self.steps[index], self.state_at(index)
        groups = self.board.groups
        inside = before.alive & (groups >= step.first) & (groups < step.last)
        return [int(g) for g in np.unique(groups[inside])]

    # What happens

    def extended(self, step: Step) -> "Trail":
        """Take a step."""
        return replace(self, steps=(*self.steps, step))

    def with_placement(self, queens: Queens) -> "Trail":
        """Learn of a placement; it may be the best, and settle some steps."""
        fingerprint = self.board.fingerprint
        if self.best is None or fingerprint(queens) < fingerprint(self.best):
            return replace(self, best=queens)._settled()
        return self._settled()

    def _settled(self) -> "Trail":
        """Settle the steps that agree with the best placement."""
        if self.best is None:
            return self
        counts = self.board.counts(self.best)
        depth = self.settled
        while depth < self.depth:
            step = self.steps[depth]
            if (counts[step.first : step.last] != step.number).any():
                break
            depth += 1
        return replace(self, settled=depth)

    def narrowed(self, depth: int, cells: Cells) -> "Trail":
        """Learn that all placements at some depth, and so at greater ones, are on given cells."""
        if not (self.state_at(depth).alive & ~cells).any():
            return self
        kept = max(0, depth - 1)
        steps = [
            replace(step, state=step.state.on(step.state.alive & cells))
            for step in self.steps[kept:]
        ]
        return replace(self, steps=(*self.steps[:kept], *steps))

    def divided(self, index: int) -> "Trail":
        """Divide a step over several groups into steps of one group each.

        Groups without cells go with those before them.
        """
        block, before = self.steps[index], self.state_at(index)
        living = self._living(index)
        if len(living) <= 1:
            return self
        groups = self.board.groups
        pieces = []
        for first, last in zip([block.first, *living[1:]], [*living[1:], block.last], strict=True):
            alive = before.alive & ((groups < block.first) | (groups >= last))
            pieces.append(Step(first, last, 0, replace(before.on(alive), following=last)))
        pieces[-1] = replace(pieces[-1], state=block.state)
        steps = (*self.steps[:index], *pieces, *self.steps[index + 1 :])
        return replace(self, steps=steps)._settled()

    def retracted(self, fault: Fault) -> "Trail":
        """Go back to before the last step of a fault; its group needs one more queen."""
        index = fault.depth - 1
        (group,) = self._living(index)
        # what was known of lighter groups rests on the wrong number
        floors = {g: floor for g, floor in self.floors.items() if g < group}
        floors[group] = Floor(self.steps[index].number + 1, fault.reason)
        return replace(self, steps=self.steps[:index], floors=floors)
