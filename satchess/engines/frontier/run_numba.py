"""The twin of `run_python`: the same transitions on machine words, by compiled kernels.

States are keys of a fixed number of words, counts are rows of words. The states of a step are
contiguous in flat arrays; an open-addressing hash table, whose entries are half of the hash and the
index of the state, finds duplicates. Machine words overflow silently, so every sum is checked: on a
carry out, the run is repeated with longer rows. By size, there are long rows, of which a bound is
known: they hold remainders by several primes, which need no carry, so that sums are vectorised.

Once the states of a step are more than a cache holds, they go through a block of steps a bucket at
a time. States that differ in a bit that the block leaves alone never merge, so these bits tell the
bucket of a state. A bucket stays in the cache for the whole block, and is written once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from satchess.engines import tally
from satchess.engines.counting.remainders import enough_primes, interpolated, number_from
from satchess.engines.frontier.compile import Branch, Effect, Transitions
from satchess.engines.frontier.kernels import (
    DONE,
    IMPATIENT,
    NO_END,
    TEST_MASKS,
    TOO_MANY,
    cells_hit,
    go_by_buckets,
    go_through,
    in_buckets,
)
from satchess.engines.frontier.pace import Pace
from satchess.engines.frontier.run_python import OutOfPatience, RunResult, effort
from satchess.engines.room import free_bytes, in_words
from satchess.errors import NotKnown

KEY_WORDS = (1, 2, 4)
"""Possible key lengths; the kernel is compiled for each one in use."""

Array = Any
Words = tuple[int, ...]

WIDEST = 64 * KEY_WORDS[-1]
"""States with more slots are left to Python."""

MOST_STATES = 50_000_000

SHARE_OF_MEMORY = 0.6
"""Of what is free; the rest is for copies when arrays grow."""

PRIMES_BELOW = 1 << 63
"""The sum of two remainders fits into a word."""

NO_MODULI = np.empty(0, np.uint64)
"""Counts are words of one number, not remainders."""

NO_MEMBERS = np.empty(0, np.int64)
"""Of a bucket that has all states."""

CACHE = 1 << 20
"""Bytes that a processor keeps near: the states of a bucket, with their counts."""

BLOCKS = (64, 48, 32, 24, 16, 12, 8, 6, 4)
"""Steps of a block: as many as leave enough buckets."""

FEWEST_BUCKETS, MOST_BUCKETS = 16, 1 << 14

SAMPLE = 1 << 17
"""States that tell how many buckets there are."""


_ready: set[int] = set()


def is_ready(transitions: Transitions) -> bool:
    """Whether the kernel for states of this length has run, so that nothing is left to load."""
    return _key_words(transitions) in _ready


def run(
    transitions: Transitions,
    most_loss: int,
    shift: int = 0,
    sizes: int = 1,
    words: int = 2,
    patience: int | None = None,
    cache: int | None = None,
) -> RunResult:
    """Run as `run_python.run` does.

    With a shift, a count packs `sizes` counts of so many bits each. Without one, a count starts
    with `words` words. Layers of more bytes than `cache` go through buckets.
    """
    key_words = _key_words(transitions)
    assert key_words is not None
    arrays = _arrays(transitions, key_words)
    limit = NO_END if patience is None else patience
    pace = Pace(settled=transitions.width)
    programme = _Programme(
        key_words, arrays, most_loss, sizes, limit, _touched(transitions), pace, cache or CACHE
    )
    if shift:
        return _by_size(programme, shift)
    while True:
        pace.next_turn(pace.turn + 2)
        ended = programme.run(words, NO_MODULI)
        _ready.add(key_words)
        if ended.status == TOO_MANY:
            raise programme.too_many(words)
        if ended.status == IMPATIENT:
            raise OutOfPatience(ended.states)
        if ended.status == DONE:
            return ended.result(int.from_bytes(ended.counts.astype("<u8").tobytes(), "little"))
        words *= 2


@dataclass(frozen=True)
class _Ended:
    """What the kernel returns."""

    status: int
    loss: int
    counts: Array
    dropped: int
    numbers: Array
    """Of states, after each step."""

    @property
    def states(self) -> list[int]:
        known: list[int] = self.numbers.tolist()
        return known

    def result(self, count: int) -> RunResult:
        peak = max(self.states, default=1)
        tally.add(peak_states=peak)
        dropped = int(self.dropped) if self.dropped >= 0 else None
        return RunResult(int(self.loss), count, dropped, peak)


class _Layer(NamedTuple):
    """The states between two steps, and room for more of them.

    A count has words for the sizes that are `used` so far.
    """

    keys: Array
    losses: Array
    counts: Array
    known: int
    used: int


@dataclass(frozen=True)
class _Programme:
    """Transitions as arrays, and what is wanted of them."""

    key_words: int
    arrays: tuple[Array, ...]
    most_loss: int
    sizes: int
    patience: int
    touched: tuple[int, ...]
    """The bits that each step reads or writes."""
    pace: Pace
    cache: int

    def run(self, words: int, moduli: Array, wrap: int = 0) -> _Ended:
        """Run the kernel, with so many words for the count of a size.

        Counts by size are coefficients of a polynomial in x, modulo x^sizes - wrap.
        """
        through: Any = go_through
        by_buckets: Any = go_by_buckets
        by_size = len(moduli) > 0
        layer, spare = self._start(words, by_size=by_size), self._start(words, by_size=False)
        room: tuple[Array, ...] = spare[:3]
        table, numbers = np.zeros(4096, np.uint64), np.zeros(len(self.touched), np.int64)
        step, status, dropped = 0, DONE, -1
        gains = np.maximum(self.arrays[1][0::2], self.arrays[1][1::2])
        sizes = np.minimum(self.sizes, 1 + gains.cumsum()) if by_size else np.ones_like(gains)
        while step < len(self.touched) and status == DONE:
            wanted = words, moduli, wrap, self.most_states(words)
            end, members, ends = self._block(layer, step, words)
            start = (0,) * self.key_words, *self.arrays, step, end, *layer, *room
            limits = self.sizes, self.most_loss, dropped
            if len(ends) == 1:
                large = self.cache if end == len(self.touched) else NO_END
                status, step, dropped, *states = through(
                    *start, table, *limits, *wanted, self.patience, large, numbers
                )
                *states, table = states
            else:
                status, step, dropped, *states = by_buckets(
                    *start, members, ends, *limits, *wanted, numbers
                )
                states += layer[:3]
            layer, room = _Layer(*states[:5]), tuple(states[5:])
            if step < len(numbers):
                self.pace.after(step, numbers, sizes * words)
        loss = layer.losses[0] if layer.known else 0
        known = layer.known if status == DONE else 0
        counts = layer.counts[: known * layer.used * words].copy()  # lets go of the others
        return _Ended(status, loss, counts, dropped, numbers[:step])

    def _start(self, words: int, *, by_size: bool) -> _Layer:
        """Return the state before the first step."""
        counts = np.zeros(words, np.uint64)
        counts[: words if by_size else 1] = 1
        return _Layer(np.zeros(self.key_words, np.uint64), np.zeros(1, np.int64), counts, 1, 1)

    def _block(self, layer: _Layer, step: int, words: int) -> tuple[int, Array, Array]:
        """Return the end of a block of steps, the states in their buckets, and the buckets' ends.

        They are one bucket if they fit into the cache, or if no bits stay that tell them apart.
        """
        steps, width = len(self.touched), (0,) * self.key_words
        wanted = layer.known * (self.key_words + 1 + layer.used * words) * 8 // self.cache
        if not wanted or self.patience != NO_END:
            return steps, NO_MEMBERS, np.array([layer.known])
        buckets = min(MOST_BUCKETS, 1 << wanted.bit_length())
        stride = max(1, layer.known // SAMPLE)
        for length in BLOCKS:
            end = min(steps, step + length)
            still = self._still(step, end)
            different = cells_hit(width, layer.keys, layer.known, stride, still, 4 * buckets)
            if different >= 2 * buckets:
                break
        buckets = min(buckets, 1 << max(0, different.bit_length() - 2))
        if buckets < FEWEST_BUCKETS:
            return end, NO_MEMBERS, np.array([layer.known])
        members, ends = in_buckets(width, layer.keys, layer.known, still, buckets)
        return end, members, ends

    def _still(self, step: int, end: int) -> Array:
        """Return the bits that some steps leave alone."""
        touched = 0
        for bits in self.touched[step:end]:
            touched |= bits
        return _split([~touched], self.key_words)

    def most_states(self, words: int) -> int:
        """Return how many states there is memory for."""
        return min(MOST_STATES, int(SHARE_OF_MEMORY * free_bytes()) // self._bytes(words))

    def division(self, primes: list[int]) -> tuple[int, int]:
        """Return how many primes fit into memory at a time, and into how many parts sizes go.

        How many states there are, a run without sizes has found out. A part has no fewer sizes than
        a step can gain (in quotients, an orbit at once): `_merge` wraps once.
        """
        ended = replace(self, sizes=1).run(1, np.array(primes[:1], np.uint64))
        self.pace.turn = -1
        if ended.status != DONE:
            raise self.too_many(1)
        states = max(ended.states)
        for at_once in range(len(primes) - 1, 0, -1):
            if states <= self.most_states(at_once):
                return at_once, 1
        for times in range(2, self.sizes + 1):
            part = replace(self, sizes=-(-self.sizes // times))
            if part.sizes < self.arrays[1].max():
                break
            if states <= part.most_states(1):
                return 1, times
        raise self.too_many(1)

    def _bytes(self, words: int) -> int:
        """Those of a state, the one that follows, and their place in the table."""
        return 8 * (2 * (self.key_words + 1 + self.sizes * words) + 4)

    def too_many(self, words: int) -> NotKnown:
        """Say so, and what more of them would need."""
        most = self.most_states(words)
        if most == MOST_STATES:
            return NotKnown(f"frontier: more than {most:,} states at a time")
        needed = in_words(int(2 * most * self._bytes(words) / SHARE_OF_MEMORY))
        return NotKnown(
            f"frontier: more than {most:,} states at a time do not fit into"
            f" {in_words(free_bytes())} of memory; twice as many would need {needed}"
        )


def _by_size(programme: _Programme, bits: int) -> RunResult:
    """Run with remainders by as many primes, and for as many sizes, as there is memory for."""
    primes = enough_primes(PRIMES_BELOW, 1 << bits)
    remainders: list[list[int]] = []
    at_once, times, tried = len(primes), 1, False
    while len(remainders) < len(primes):
        chosen = primes[len(remainders) : len(remainders) + at_once]
        part = replace(programme, sizes=-(-programme.sizes // times))
        ended, found = _in_turn(part, chosen, times, times * -(-len(primes) // at_once))
        if ended.status == DONE:
            remainders += (counts[: programme.sizes] for counts in found)
        elif tried:
            raise programme.too_many(1)
        else:
            at_once, times = programme.division(primes)
            tried = True
    counts = [number_from(r, primes) for r in zip(*remainders, strict=True)]
    return ended.result(sum(count << bits * size for size, count in enumerate(counts)))


def _in_turn(
    programme: _Programme, primes: list[int], times: int, turns: int
) -> tuple[_Ended, list[list[int]]]:
    """Run several times, for sizes that do not fit into memory at once; return all, by each prime.

    With k sizes, a run finds the polynomial of the counts modulo x^k - w. Its coefficient of x^j is
    the value at w of the polynomial whose coefficients are the counts of sizes j, j + k, j + 2k...
    """
    points = [n // 2 if n % 2 == 0 else -(n // 2 + 1) for n in range(times)]
    values = []
    for point in points:
        programme.pace.next_turn(turns)
        ended, found = _remainders(programme, primes, point)
        if ended.status != DONE:
            return ended, []
        values.append(found)
    counts = []
    for number, prime in enumerate(primes):
        columns = zip(*(found[number] for found in values), strict=True)
        parts = [interpolated(points, column, prime) for column in columns]
        counts.append([count for counts in zip(*parts, strict=True) for count in counts])
    return ended, counts


def _remainders(
    programme: _Programme, primes: list[int], wrap: int
) -> tuple[_Ended, list[list[int]]]:
    """Run once; return the remainders of the counts of all sizes, by each prime."""
    ended = programme.run(len(primes), np.array(primes * programme.sizes, np.uint64), wrap)
    found = ended.counts.reshape(-1, len(primes)).tolist()
    none = [0] * len(primes)
    found += [none] * (programme.sizes - len(found))
    return ended, list(map(list, zip(*found, strict=True)))


@lru_cache(maxsize=8)
def _touched(transitions: Transitions) -> tuple[int, ...]:
    return tuple(map(_touched_by, transitions.steps))


def _touched_by(step: tuple[Branch, Branch]) -> int:
    """Return the bits that a step reads or writes."""
    touched = 0
    for branch in step:
        touched |= branch.guard.care | branch.wasteful.care | ~branch.keep | branch.sets
        for check, flip, _ in (*branch.before, *branch.after):
            touched |= check.care | flip
    return touched


def _key_words(transitions: Transitions) -> int | None:
    return next((words for words in KEY_WORDS if 64 * words >= transitions.width), None)


@lru_cache(maxsize=8)
def _arrays(transitions: Transitions, key_words: int) -> tuple[Array, ...]:
    """Flatten transitions into arrays: masks and numbers by branch, effects concatenated."""

    def masks(branch: Branch) -> tuple[int, ...]:
        return (*branch.guard, *branch.wasteful, branch.keep, branch.sets)

    branches = [branch for step in transitions.steps for branch in step]
    effects: list[_Effect] = []
    ends = [0]
    for branch in branches:
        for part in (branch.before, branch.after):
            effects += _joined(part)
            ends.append(len(effects))
    return (
        _split([mask for branch in branches for mask in masks(branch)], key_words),
        np.array([branch.gain for branch in branches], np.int64),
        np.array([branch.loss for branch in branches], np.int64),
        np.array([effort(branch) for branch in branches], np.int64),
        np.array(ends, np.int64),
        _split([mask for effect in effects for mask in effect[:TEST_MASKS]], key_words),
        np.array([effect.loss for effect in effects], np.int64),
    )


class _Effect(NamedTuple):
    """What becomes of a state whose bits under a mask are as wanted."""

    care: int
    want: int
    clear: int
    flip: int
    loss: int


def _joined(effects: Iterable[Effect]) -> list[_Effect]:
    """Join effects in a row that clear bits, at no loss, because of the same other bit."""
    joined: list[_Effect] = []
    for (care, want), flip, loss in effects:
        if loss or flip & ~care or want != care:
            joined.append(_Effect(care, want, 0, flip, loss))
            continue
        cause = care & ~flip
        if joined and joined[-1] == (cause, cause, clear := joined[-1].clear, 0, 0):
            joined[-1] = _Effect(cause, cause, clear | flip, 0, 0)
        else:
            joined.append(_Effect(cause, cause, flip, 0, 0))
    return joined


def _split(masks: list[int], key_words: int) -> Array:
    """Write masks in words, the lowest first."""
    word = (1 << 64) - 1
    if key_words == 1:
        return np.array([mask & word for mask in masks], np.uint64)
    return np.array([m >> 64 * w & word for m in masks for w in range(key_words)], np.uint64)
