"""Runs transitions between residual states on Python integers: slow, but without limits."""

from dataclasses import dataclass

from satchess.engines import tally
from satchess.engines.frontier.compile import Branch, Transitions
from satchess.errors import NotKnown

MOST_STATES = 5_000_000


class OutOfPatience(Exception):
    """The run exceeded its budget; `states` is their number after each step."""

    def __init__(self, states: list[int]) -> None:
        super().__init__(f"given up at step {len(states)}")
        self.states = states


@dataclass(frozen=True)
class RunResult:
    """The least loss and the number of placements that have it; 0 if all were pruned.

    `dropped` is the least loss pruned; `peak` is the largest number of states at a time.
    """

    loss: int
    count: int
    dropped: int | None
    peak: int


def run(
    transitions: Transitions, most_loss: int, shift: int = 0, patience: int | None = None
) -> RunResult:
    """Run all steps, pruning the states that lose more than `most_loss`.

    With a shift, a count packs the counts of all gains: that of gain `g` is shifted by `g * shift`
    bits. `patience` limits the number of states expanded.
    """
    states = {0: (0, 1)}
    dropped: list[int] = []
    sizes: list[int] = []
    work = 0
    for step in transitions.steps:
        following: dict[int, tuple[int, int]] = {}
        for branch in step:
            work += len(states) * effort(branch) // 2
            if patience is not None and work > patience:
                tally.add(states=sum(sizes))
                raise OutOfPatience(sizes)
            (care, want), (care_waste, want_waste) = branch.guard, branch.wasteful
            moved = branch.gain * shift
            least_dropped = None
            for state, (loss, count) in states.items():
                if state & care != want or state & care_waste == want_waste:
                    continue
                loss += branch.loss
                for (cares, wants), _, more in branch.before:
                    if state & cares == wants:
                        loss += more
                state = state & branch.keep | branch.sets
                for (cares, wants), flip, more in branch.after:
                    if state & cares == wants:
                        state ^= flip
                        loss += more
                if loss > most_loss:
                    if least_dropped is None or loss < least_dropped:
                        least_dropped = loss
                    continue
                known = following.get(state)
                if known is None or loss < known[0]:
                    following[state] = loss, count << moved
                elif loss == known[0]:
                    following[state] = loss, known[1] + (count << moved)
            if least_dropped is not None:
                dropped.append(least_dropped)
        states = following
        sizes.append(len(states))
        if len(states) > MOST_STATES:
            raise NotKnown(f"frontier: more than {MOST_STATES} states at a time")
    tally.add(states=sum(sizes))
    loss, count = states.get(0, (0, 0))
    return RunResult(loss, count, min(dropped, default=None), max(sizes, default=1))


def effort(branch: Branch) -> int:
    """Return what it takes to bring a state through a branch, in halves of a state expanded."""
    return 2 + len(branch.before) + len(branch.after)
