"""Sweeps over the variables of a cover problem: which clauses are covered so far, and at what cost.

A clause is *open* between the first and the last of its variables. Two choices that cover the same
open clauses have the same future, so that of all states only those have to be kept whose cost, with
a lower bound for the rest, does not exceed a cutoff.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from satchess.engines.kernels.bits import ONE, WORD
from satchess.engines.quarters.kernels import (
    WASTED,
    Indices,
    Numbers,
    Words,
    advance,
    lightest_with,
    still_owed,
    values_before,
)
from satchess.engines.quarters.pricing import Pricing
from satchess.engines.quarters.quartering import Cover
from satchess.engines.room import ensure_room

SAMPLE = 5_000
"""How many states tell what prices are for."""

SEEN = 50_000
"""After so many states, and four times those there are, new prices are worth their time."""


@dataclass(frozen=True)
class Frontier:
    """Clauses along an order of variables: when they open and close, and their bit meanwhile."""

    clauses: tuple[Cover, ...]
    order: tuple[int, ...]

    @cached_property
    def position(self) -> dict[int, int]:
        """The place of each variable in the order."""
        return {v: t for t, v in enumerate(self.order)}

    @cached_property
    def last(self) -> list[int]:
        """The place of the last variable of each clause."""
        return [max(self.position[v] for v in clause) for clause in self.clauses]

    @cached_property
    def closing(self) -> list[list[int]]:
        """The clauses whose last variable is decided at each step."""
        closing: list[list[int]] = [[] for _ in self.order]
        for c, last in enumerate(self.last):
            closing[last].append(c)
        return closing

    @cached_property
    def covering(self) -> list[list[int]]:
        """The clauses that the variable of each step covers."""
        covering: list[list[int]] = [[] for _ in self.order]
        for c, clause in enumerate(self.clauses):
            for v in clause:
                covering[self.position[v]].append(c)
        return covering

    @cached_property
    def slots(self) -> list[int]:
        """The bit of each clause; it is given to another when the clause is closed."""
        slots = [-1] * len(self.clauses)
        free: list[int] = []
        used = 0
        for t in range(len(self.order)):
            for c in self.covering[t]:
                if slots[c] < 0:
                    slots[c] = free.pop() if free else used
                    used = max(used, slots[c] + 1)
            free += [slots[c] for c in self.closing[t]]
        return slots

    @property
    def words(self) -> int:
        """How many words a mask has."""
        return -(-(max(self.slots, default=0) + 1) // WORD)

    def mask(self, clauses: Sequence[int]) -> Words:
        """Return the bits of some clauses."""
        mask = np.zeros(self.words, np.uint64)
        for c in clauses:
            mask[self.slots[c] // WORD] |= np.uint64(1 << self.slots[c] % WORD)
        return mask

    def open_after(self, steps: int) -> list[int]:
        """Return the clauses that some variables before and some after a step cover."""
        return [
            c
            for c, clause in enumerate(self.clauses)
            if min(self.position[v] for v in clause) < steps <= self.last[c]
        ]


@dataclass
class States:
    """What can have become of the first variables; an entry for each state."""

    masks: Words
    spent: Numbers
    pieces: Numbers
    owed: Numbers
    inside: Indices

    @classmethod
    def at_first(cls, words: int, owed: int, windows: int) -> "States":
        """Return the state in which nothing is decided."""
        zero = np.zeros(1, np.int64)
        masks, inside = np.zeros((1, words), np.uint64), np.zeros((1, windows), np.int32)
        return cls(masks, zero, zero, np.array([owed], np.int64), inside)

    def __len__(self) -> int:
        return len(self.spent)


class Window:
    """The covers of some clauses that cost little: every state, and what would complete it."""

    def __init__(
        self,
        frontier: Frontier,
        weights: Mapping[int, int],
        pricing: Pricing,
        cutoff: int,
        kept: int = 0,
    ) -> None:
        """Sweep; prices of clauses bound the weight of what covers them from below.

        They are renewed on the way, for what the states there are leave to be covered. The states
        after some number of steps are `kept`.
        """
        self.order, self._weights = frontier.order, weights
        self._frontier = frontier
        self.children: list[Indices] = []
        states = States.at_first(frontier.words, 0, 0)
        prices, seen = self._priced(states, 0, pricing), 0
        self._kept, self._middle = kept, states
        for t, v in enumerate(frontier.order):
            if t == kept:
                self._middle = states
            if seen > SEEN:
                prices, seen = self._priced(states, t, pricing), 0
            states, children, _ = step(
                frontier, t, states, weights[v], weights[v], prices, Inside(()), cutoff
            )
            self.children.append(children)
            seen += len(states)
        self.least = int(states.spent[0]) if len(states) else None
        """The weight of the lightest cover; None if the cutoff is below it."""

    def _priced(self, states: States, t: int, pricing: Pricing) -> list[int]:
        """Return prices for the clauses that states lack, who owe them from now on."""
        is_open = self._frontier.open_after(t)
        slots = np.array([self._frontier.slots[c] for c in is_open], np.int64)
        sample = states.masks[:: -(-len(states) // SAMPLE)]
        covered = sample[:, slots // WORD] >> (slots % WORD).astype(np.uint64) & ONE
        first = [min(map(self._frontier.position.__getitem__, c)) for c in self._frontier.clauses]
        lacking = [float(place >= t) for place in first]
        for c, share in zip(is_open, covered.mean(axis=0), strict=True):
            lacking[c] = 1 - float(share)
        prices = pricing.prices(self._weights, t, lacking)
        untouched = sum(p for p, place in zip(prices, first, strict=True) if place >= t)
        of_open = np.array([prices[c] for c in is_open], np.int64)
        states.owed = still_owed(states.masks, slots, of_open, untouched)
        return prices

    def lightest(self, chosen: Set[int]) -> int:
        """Return the weight of the lightest cover that ends with some variables.

        They are all it has of those that are decided after the kept states. `WASTED` if there is
        none up to the cutoff, and what may not be the lightest if it exceeds that.
        """
        frontier = self._frontier
        end = chosen & set(self.order[self._kept :])
        lacking = [
            c
            for c, clause in enumerate(frontier.clauses)
            if frontier.last[c] >= self._kept and not clause & end
        ]
        if not set(lacking) <= set(frontier.open_after(self._kept)):
            return WASTED
        needed, middle = frontier.mask(lacking), self._middle
        spent = sum(self._weights[v] for v in end)
        return spent + lightest_with(middle.masks, middle.spent, needed)

    @cached_property
    def values(self) -> list[Numbers]:
        """What completes each state, after each number of steps."""
        last = self.children[-1].max(initial=-1) + 1
        values = [np.zeros(last, np.int64)]
        for children, v in zip(reversed(self.children), reversed(self.order), strict=True):
            values.append(values_before(children, self._weights[v], values[-1]))
        return values[::-1]


class Inside:
    """Windows that a wider sweep looks at on its way."""

    def __init__(self, windows: Sequence[Window]) -> None:
        self._windows = windows
        self._places = [{v: t for t, v in enumerate(w.order)} for w in windows]
        self._steps = [0] * len(windows)

    def __len__(self) -> int:
        return len(self._windows)

    def bounds(self, states: States) -> Numbers:
        """Return what each state has spent, with what completes the windows."""
        total = states.spent.copy()
        for w, window in enumerate(self._windows):
            total += window.values[self._steps[w]][states.inside[:, w]]
        return total

    def move(self, variable: int) -> "Moves":
        """Decide a variable in the windows that have it."""
        is_moving = np.array([variable in places for places in self._places], np.bool_)
        children, values = [np.zeros((2, 0), np.int32)], [np.zeros(0, np.int64)]
        first_child = np.zeros(len(self), np.int64)
        first_value = np.zeros(len(self), np.int64)
        for w, window in enumerate(self._windows):
            first_child[w] = sum(c.shape[1] for c in children)
            first_value[w] = sum(map(len, values))
            if is_moving[w]:
                children.append(window.children[self._steps[w]])
                self._steps[w] += 1
            values.append(window.values[self._steps[w]])
        return Moves(
            np.ascontiguousarray(np.concatenate(children, axis=1)),
            first_child,
            np.concatenate(values),
            first_value,
            is_moving,
        )


@dataclass(frozen=True)
class Moves:
    """The tables of windows for one variable, one after the other."""

    children: Indices
    first_child: Numbers
    values: Numbers
    first_value: Numbers
    is_moving: np.ndarray[tuple[int], np.dtype[np.bool_]]


def step(
    frontier: Frontier,
    t: int,
    states: States,
    weight: int,
    piece: int,
    prices: Sequence[int],
    inside: Inside,
    cutoff: int,
) -> tuple[States, Indices, Indices]:
    """Decide one variable; return the states, the children of those before, the parents.

    Raises `NotKnown` if there is no room for them.
    """
    needed = len(states) * bytes_a_state(frontier.words, len(inside))
    ensure_room("quarters", needed, f"{len(states):,} states at a time")
    covered = frontier.covering[t]
    moves = inside.move(frontier.order[t])
    masks, spent, pieces, owed, places, children, parents = advance(
        states.masks, states.spent, states.pieces, states.owed, states.inside,
        weight, piece, frontier.mask(covered), frontier.mask(frontier.closing[t]),
        np.array([frontier.slots[c] for c in covered], np.int64),
        np.array([prices[c] for c in covered], np.int64),
        moves.children, moves.first_child, moves.values, moves.first_value, moves.is_moving,
        cutoff,
    )  # fmt: skip
    return States(masks, spent, pieces, owed, places), children, parents


def bytes_a_state(words: int, windows: int) -> int:
    """Return what a step allocates at most for each state before it: two new ones, and a copy."""
    new = 8 * words + 3 * 8 + 4 * windows + 4
    table, children = 8 * 4, 2 * 4
    return 2 * 2 * new + table + children
