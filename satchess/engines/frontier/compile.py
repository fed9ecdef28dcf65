"""Transitions between residual states: for each variable in order, the successors of a state.

A state is a set of bits, all that matters of the choices so far: 'this variable ahead is blocked'
and 'this clause is still unmet'. A bit lives from the first variable that affects it to the last,
in a slot that other bits reuse before and after. Three facts keep states few:

- an unmet clause whose remaining literals are a subset of another's implies it, so the other counts
  as met; two clauses with equal remainders share a bit;
- where a clause says 'this variable or one that blocks it' (a kernel), blocked and met coincide,
  and share a bit;
- for an optimum, a state has a *loss*: a lower bound on how far it misses the bound of `Weights`.
  Each choice adds to it, by tests on few bits, and states that lose too much are pruned.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, overload

from satchess.engines.frontier.bounds import Weights
from satchess.engines.frontier.clauses import ClausalModel


class Check(NamedTuple):
    """A state passes if its bits under the mask `care` equal `want`."""

    care: int
    want: int


NEVER = Check(0, 1)
"""No state passes."""


class Effect(NamedTuple):
    """Flips bits and changes the loss of the states that pass a check."""

    check: Check
    flip: int
    loss: int


@dataclass
class Branch:
    """The transition of a state under one value of one variable.

    Only states that pass `guard` may take it; for those that pass `wasteful` it cannot be optimal.
    Effects in `before` apply before bits outside `keep` are cleared and `sets` are set, effects in
    `after` afterwards, in order.
    """

    guard: Check = Check(0, 0)
    wasteful: Check = NEVER
    keep: int = -1
    sets: int = 0
    gain: int = 0
    loss: int = 0
    before: list[Effect] = field(default_factory=list)
    after: list[Effect] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Transitions:
    """For each variable, in order, its branches: false, then true.

    `width` is the number of slots, `live` how many of them are in use after each step.
    """

    steps: Sequence[tuple[Branch, Branch]]
    width: int
    live: list[int]


class _Steps(Sequence[tuple[Branch, Branch]]):
    """Steps that are compiled when they are needed: an estimate may give up after a few."""

    def __init__(self, number: int, compiled: Callable[[int], tuple[Branch, Branch]]) -> None:
        self._number, self._compiled = number, cache(compiled)

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, i: int) -> tuple[Branch, Branch]: ...

    @overload
    def __getitem__(self, i: slice) -> list[tuple[Branch, Branch]]: ...

    def __getitem__(self, i: int | slice) -> Any:
        numbers = range(self._number)[i]
        if isinstance(numbers, range):
            return [self._compiled(number) for number in numbers]
        return self._compiled(numbers)


def transitions(
    clausal: ClausalModel, order: list[int], weights: Weights | None = None
) -> Transitions:
    """Compile the steps for a variable order; with weights, for an optimum."""
    return _Compiler(clausal, order, weights).transitions()


class _Compiler:
    def __init__(self, clausal: ClausalModel, order: list[int], weights: Weights | None) -> None:
        self.clausal, self.order, self.weights = clausal, order, weights
        self.time = {v: i for i, v in enumerate(order)}
        self.clauses_of: dict[int, list[int]] = {v: [] for v in order}
        for number, clause in enumerate(clausal.clauses):
            for literal in clause:
                self.clauses_of[abs(literal)].append(number)
        self.times = [sorted(self.time[abs(v)] for v in clause) for clause in clausal.clauses]
        self.ending_at: list[list[int]] = [[] for _ in order]
        for number, times in enumerate(self.times):
            self.ending_at[times[-1]].append(number)
        self.masks = [sum(map(self._literal_bit, clause)) for clause in clausal.clauses]
        self.first_rival = {
            v: min((self.time[w] for w in clausal.conflicts[v]), default=len(order)) for v in order
        }
        number_of = {clause: number for number, clause in enumerate(clausal.clauses)}
        self.kernel = {v: number_of[c] for v, c in clausal.kernels.items()}
        self.kernel_needed_until: dict[int, int] = {}
        for v in order:
            if v in self.kernel:
                self.kernel_needed_until[self.kernel[v]] = self.time[v]
        self.slots, self.width, self.live = self._slots()

    def transitions(self) -> Transitions:
        """Return all steps, each compiled when it is first looked at."""
        return Transitions(_Steps(len(self.order), self._step), self.width, self.live)

    # Bits are named ("blocked", variable) and ("unmet", number of the clause)

    def _slots(self) -> tuple[dict[tuple[str, int], int], int, list[int]]:
        """Allocate a slot for every bit, freed at the step where the bit ends."""
        starts: list[list[tuple[str, int]]] = [[] for _ in self.order]
        ends: list[list[tuple[str, int]]] = [[] for _ in self.order]
        for v, first in self.first_rival.items():
            if v not in self.kernel and first < self.time[v]:
                starts[first].append(("blocked", v))
                ends[self.time[v]].append(("blocked", v))
        for number, times in enumerate(self.times):
            starts[times[0]].append(("unmet", number))
            ends[times[-1]].append(("unmet", number))
        slots: dict[tuple[str, int], int] = {}
        free: list[int] = []
        width, live = 0, []
        for i in range(len(self.order)):
            free += (slots[bit] for bit in ends[i])
            for bit in starts[i]:
                if not free:
                    free.append(width)
                    width += 1
                slots[bit] = free.pop()
            live.append(width - len(free))
        return slots, width, live

    def _unmet(self, number: int) -> int:
        return 1 << self.slots["unmet", number]

    def _blocked(self, v: int) -> Check:
        """The check that a variable ahead is blocked, if it can be."""
        if v in self.kernel:
            return Check(self._unmet(self.kernel[v]), 0)
        return Check(bit := 1 << self.slots["blocked", v], bit)

    def _all_blocked(self, variables: Iterable[int], i: int) -> Check | None:
        """The check that all are blocked before step i; None if they cannot be."""
        variables = list(variables)
        if any(self.first_rival[v] >= i for v in variables):
            return None
        return _all(map(self._blocked, variables))

    def _free(self, v: int) -> Check:
        """The check that a variable is not blocked at its step."""
        if self.first_rival[v] >= self.time[v]:
            return Check(0, 0)
        care, want = self._blocked(v)
        return Check(care, care ^ want)

    # Steps

    def _step(self, i: int) -> tuple[Branch, Branch]:
        v = self.order[i]
        skip, take = self._branch(i, -v), self._branch(i, v)
        free = self._free(v)
        take.guard = _all([take.guard, free])
        if v not in self.kernel:
            skip.keep &= ~free.care
            take.keep &= ~free.care
        for w in self.clausal.conflicts[v]:
            if self.time[w] > i and w not in self.kernel:
                take.sets |= self._blocked(w).care
        skip.after = self._implications(i)
        if self.weights is not None:
            if self.weights.most:
                self._lose_parts(self.weights, i, skip, take)
            else:
                self._lose_pieces(self.weights, i, take)
        return skip, take

    def _branch(self, i: int, literal: int) -> Branch:
        """Meet the clauses with the literal; among the others, start and end bits as due."""
        branch = Branch(gain=self.clausal.gains[literal] if literal > 0 else 0)
        for number in self.clauses_of[abs(literal)]:
            bit, times = self._unmet(number), self.times[number]
            if literal in self.clausal.clauses[number]:
                if times[0] < i:
                    branch.keep &= ~bit
            elif times[0] == i:
                branch.sets |= bit
            elif times[-1] == i:
                branch.guard = Check(branch.guard.care | bit, branch.guard.want)
        return branch

    # Implied clauses

    def _implications(self, i: int) -> list[Effect]:
        """Find the clauses that, from this step on, another unmet clause implies.

        Only clauses of this step's variable have lost a literal, and only where the variable is
        false: where it is true, they are met. (Lost negative literals are ignored.)
        """
        v = self.order[i]
        effects = []
        for number in self.clauses_of[v]:
            if v not in self.clausal.clauses[number] or self.times[number][-1] == i:
                continue
            remains = self._remains(number, i)
            for other in self.clauses_of[self.order[self.times[number][-1]]]:
                if other != number and self._forgettable(other, i):
                    others = self._remains(other, i)
                    if remains == others and number < other:
                        effects.append(self._implication(number, other))
                        if self._forgettable(number, i):
                            effects.append(self._renaming(other, number))
                    elif remains != others and not remains & ~others:
                        effects.append(self._implication(number, other))
        for other in self.clauses_of[v]:  # a clause that starts here may be implied from the start
            if self.times[other][0] == i and self._forgettable(other, i):
                others = self._remains(other, i)
                for number in self._within(other, i):
                    if not self._remains(number, i) & ~others:
                        effects.append(self._implication(number, other))
        return effects

    def _within(self, other: int, i: int) -> list[int]:
        """The clauses under way that may be part of one that starts at step i: they end within."""
        v, ends = self.order[i], self.times[other][1:]
        return sorted(
            number
            for end in ends
            for number in self.ending_at[end]
            if self.times[number][0] < i and v not in self.clausal.clauses[number]
        )

    def _literal_bit(self, literal: int) -> int:
        return 1 << 2 * self.time[abs(literal)] + (literal < 0)

    def _remains(self, number: int, i: int) -> int:
        """The literals of a clause after step i, as a mask."""
        return self.masks[number] >> 2 * (i + 1)

    def _forgettable(self, number: int, i: int) -> bool:
        """Whether a clause is live after step i, with a bit that only records whether it is met."""
        times = self.times[number]
        return times[0] <= i < times[-1] and self.kernel_needed_until.get(number, i) <= i

    def _implication(self, number: int, implied: int) -> Effect:
        both = self._unmet(number) | self._unmet(implied)
        return Effect(Check(both, both), self._unmet(implied), -self._weight(implied))

    def _renaming(self, number: int, name: int) -> Effect:
        both = self._unmet(number) | self._unmet(name)
        loss = self._weight(name) - self._weight(number)
        return Effect(Check(both, self._unmet(number)), both, loss)

    def _weight(self, number: int) -> int:
        return self.weights.clauses[number] if self.weights is not None else 0

    # Losses

    def _lose_pieces(self, weights: Weights, i: int, take: Branch) -> None:
        """Charge a piece for its cost beyond the weight of the unmet clauses it meets."""
        v = self.order[i]
        take.loss = weights.scale * take.gain
        unmet, starts = 0, False
        for number in self.clauses_of[v]:
            if v in self.clausal.clauses[number]:
                weight = weights.clauses[number]
                if self.times[number][0] == i:
                    take.loss -= weight
                    starts = True
                else:
                    bit = self._unmet(number)
                    unmet |= bit
                    if weight:
                        take.before.append(Effect(Check(bit, bit), 0, -weight))
        if take.gain and not starts:  # without the piece, no clause would be left unmet by it
            take.wasteful = Check(unmet, 0)

    def _lose_parts(self, weights: Weights, i: int, skip: Branch, take: Branch) -> None:
        """Charge a part without a piece once none of its variables is free."""
        v = self.order[i]
        conflicts = self.clausal.conflicts[v]
        ahead = [w for w in conflicts if self.time[w] > i]

        def remains(part: int) -> list[int]:
            return [w for w in weights.parts[part] if self.time[w] > i]

        own = weights.part_of[v]
        take.loss = weights.best[own] - take.gain
        if (lost := self._all_blocked(remains(own), i)) is not None:
            skip.before.append(Effect(_all([lost, self._free(v)]), 0, weights.best[own]))
        for part in {weights.part_of[w] for w in ahead} - {own}:
            rest = remains(part)
            if (lost := self._all_blocked(set(rest) - conflicts, i)) is not None:
                take.before.append(Effect(lost, 0, weights.best[part]))
                if (already := self._all_blocked(rest, i)) is not None:
                    take.before.append(Effect(already, 0, -weights.best[part]))


def _all(tests: Iterable[Check]) -> Check:
    """Join checks into one; they may contradict each other where two bits share a slot."""
    ones = zeros = 0
    for care, want in tests:
        ones |= want
        zeros |= care & ~want
    return Check(ones | zeros, ones) if not ones & zeros else NEVER
