"""The compiled twin of `run_python`: the same transitions on machine words.

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
from numba import int64, uint64

from satchess.engines import tally
from satchess.engines.counting.remainders import enough_primes, interpolated, number_from
from satchess.engines.frontier.compile import Branch, Effect, Transitions
from satchess.engines.frontier.pace import Pace
from satchess.engines.frontier.run_python import OutOfPatience, RunResult, effort
from satchess.engines.kernels.compile import kernel, kernel_in_place
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

NO_END = 1 << 62
"""As much work as there is."""

CACHE = 1 << 20
"""Bytes that a processor keeps near: the states of a bucket, with their counts."""

BLOCKS = (64, 48, 32, 24, 16, 12, 8, 6, 4)
"""Steps of a block: as many as leave enough buckets."""

FEWEST_BUCKETS, MOST_BUCKETS = 16, 1 << 14

SAMPLE = 1 << 17
"""States that tell how many buckets there are."""

_DONE, _TOO_MANY, _OVERFLOW, _IMPATIENT = 0, 1, 2, 3
_MASKS = 6
"""Masks of a branch: care and want of `guard`, care and want of `wasteful`, keep, sets."""
_TEST = 4
"""Masks of an effect: care, want, clear, flip."""


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
        if ended.status == _TOO_MANY:
            raise programme.too_many(words)
        if ended.status == _IMPATIENT:
            raise OutOfPatience(ended.states)
        if ended.status == _DONE:
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
        through: Any = _through
        by_buckets: Any = _by_buckets
        by_size = len(moduli) > 0
        layer, spare = self._start(words, by_size=by_size), self._start(words, by_size=False)
        room: tuple[Array, ...] = spare[:3]
        table, numbers = np.zeros(4096, np.uint64), np.zeros(len(self.touched), np.int64)
        step, status, dropped = 0, _DONE, -1
        gains = np.maximum(self.arrays[1][0::2], self.arrays[1][1::2])
        sizes = np.minimum(self.sizes, 1 + gains.cumsum()) if by_size else np.ones_like(gains)
        while step < len(self.touched) and status == _DONE:
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
        known = layer.known if status == _DONE else 0
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
            different = _different(width, layer.keys, layer.known, stride, still, 4 * buckets)
            if different >= 2 * buckets:
                break
        buckets = min(buckets, 1 << max(0, different.bit_length() - 2))
        if buckets < FEWEST_BUCKETS:
            return end, NO_MEMBERS, np.array([layer.known])
        members, ends = _in_buckets(width, layer.keys, layer.known, still, buckets)
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
        if ended.status != _DONE:
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
        if ended.status == _DONE:
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
        if ended.status != _DONE:
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
        _split([mask for effect in effects for mask in effect[:_TEST]], key_words),
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


# Compiled. `width` is a tuple whose length, a constant for the compiler, is that of a key.


@kernel_in_place()
def _passes(width: Words, keys: Array, key: int, masks: Array, test: int) -> Any:
    different = uint64(0)
    for w in range(len(width)):
        care, want = masks[test + w], masks[test + len(width) + w]
        different |= (keys[key + w] & care) ^ want
    return different == 0


@kernel_in_place()
def _hash(width: Words, keys: Array, key: int) -> Any:
    mixed = uint64(0)
    for w in range(len(width)):
        mixed = (mixed ^ keys[key + w]) * uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> uint64(32)
    mixed *= uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> uint64(29))


@kernel_in_place()
def _find(width: Words, table: Array, keys: Array, mixed: Any, key: int) -> Any:
    """Return the slot of a state in the table, or the free slot where it belongs."""
    top = uint64(len(table) - 1)
    place = mixed & top
    while table[place] != 0:
        if (table[place] ^ mixed) >> uint64(32) == 0:
            other = (np.int64(table[place] & uint64(0xFFFFFFFF)) - 1) * len(width)
            different = uint64(0)
            for w in range(len(width)):
                different |= keys[other + w] ^ keys[key + w]
            if different == 0:
                return place
        place = (place + uint64(1)) & top
    return place


@kernel_in_place()
def _entry(mixed: Any, state: int) -> Any:
    return (mixed >> uint64(32) << uint64(32)) | uint64(state + 1)


@kernel()
def _longer(array: Array, length: int, used: int) -> Array:
    copy = np.empty(length, array.dtype)
    for i in range(used):
        copy[i] = array[i]
    return copy


@kernel_in_place()
def _add(counts: Array, target: int, others: Array, source: int, words: int) -> Any:
    """Add a count to another; return whether it overflowed."""
    carry = uint64(0)
    for w in range(words):
        half = counts[target + w] + carry
        total = half + others[source + w]
        carry = uint64(half < carry) | uint64(total < half)
        counts[target + w] = total
    return carry != 0


@kernel_in_place()
def _clear(words: Array) -> None:
    for i in range(len(words)):
        words[i] = 0


@kernel_in_place()
def _copy(into: Array, others: Array) -> None:
    for i in range(len(into)):
        into[i] = others[i]


@kernel_in_place()
def _add_remainders(into: Array, others: Array, moduli: Array) -> None:
    """Add remainders: of both candidates for a sum, the wrong one is larger."""
    for i in range(len(into)):
        total = into[i] + others[i]
        into[i] = min(total, total - moduli[i])


@kernel_in_place()
def _add_multiples(into: Array, others: Array, times: int, moduli: Array) -> None:
    """Add a small multiple of remainders, which may be negative."""
    for i in range(len(into)):
        more = others[i] if times > 0 else moduli[i] - others[i]
        total = into[i]
        for _ in range(abs(times)):
            total += more
            total = min(total, total - moduli[i])
        into[i] = total


@kernel_in_place(forceinline=True)
def _may_take(width: Words, keys: Array, key: int, masks: Array, mask: int) -> Any:
    """Whether a state passes the guard of a branch and does not make it wasteful."""
    return _passes(width, keys, key, masks, mask) and not _passes(
        width, keys, key, masks, mask + 2 * len(width)
    )


@kernel_in_place(forceinline=True)
def _follow(
    width: Words,
    keys: Array,
    key: int,
    drafts: Array,
    draft: int,
    masks: Array,
    mask: int,
    ends: Array,
    tests: Array,
    changes: Array,
    branch: int,
) -> int:
    """Write the successor of a state; return the change of its loss by effects."""
    key_words = len(width)
    change = 0
    for effect in range(ends[2 * branch], ends[2 * branch + 1]):
        if _passes(width, keys, key, tests, effect * _TEST * key_words):
            change += changes[effect]
    for w in range(key_words):
        keep, sets = masks[mask + 4 * key_words + w], masks[mask + 5 * key_words + w]
        drafts[draft + w] = (keys[key + w] & keep) | sets
    for effect in range(ends[2 * branch + 1], ends[2 * branch + 2]):
        test = effect * _TEST * key_words
        passed = int64(_passes(width, drafts, draft, tests, test))
        change += passed * changes[effect]
        all_or_none = uint64(-passed)
        for w in range(key_words):
            clear, flip = tests[test + 2 * key_words + w], tests[test + 3 * key_words + w]
            drafts[draft + w] = (drafts[draft + w] & ~(clear & all_or_none)) ^ (flip & all_or_none)
    return change


@kernel()
def _cleared(table: Array, known: int) -> Array:
    """Return an empty table with room for two successors of each state."""
    size = len(table)
    while size < 3 * known:
        size *= 2
    if size > len(table):
        return np.zeros(size, np.uint64)
    table[:] = 0
    return table


@kernel()
def _different(width: Words, keys: Array, known: int, stride: int, still: Array, cells: int) -> int:
    """Count the cells that a sample of states hits by the bits that stay: all cells, if many."""
    hit = np.zeros(cells, np.bool_)
    bits = np.zeros(len(width), np.uint64)
    for state in range(0, known, stride):
        for w in range(len(width)):
            bits[w] = keys[state * len(width) + w] & still[w]
        hit[np.int64(_hash(width, bits, 0) & uint64(cells - 1))] = True
    return int(hit.sum())


@kernel()
def _in_buckets(
    width: Words, keys: Array, known: int, still: Array, buckets: int
) -> tuple[Array, Array]:
    """Sort states by the bits that stay into a power of two of buckets; also return their ends."""
    ends = np.zeros(buckets + 1, np.int64)
    bucket_of = np.empty(known, np.int32)
    bits = np.zeros(len(width), np.uint64)
    for state in range(known):
        for w in range(len(width)):
            bits[w] = keys[state * len(width) + w] & still[w]
        bucket: Any = np.int64(_hash(width, bits, 0) & uint64(buckets - 1))
        bucket_of[state] = bucket
        ends[bucket + 1] += 1
    for bucket in range(buckets):
        ends[bucket + 1] += ends[bucket]
    members = np.empty(known, np.int64)
    for state in range(known):
        bucket = bucket_of[state]
        members[ends[bucket]] = state
        ends[bucket] += 1
    return members, ends[:buckets].copy()


@kernel_in_place(forceinline=True)
def _merge(
    losses: Array,
    counts: Array,
    target: int,
    loss: int,
    others: Array,
    source: int,
    words: int,
    moduli: Array,
    sizes: int,
    used_sizes: int,
    next_sizes: int,
    gain: int,
    wrap: int,
) -> Any:
    """Merge a count into a state, keeping only those of least loss; return whether sums fit.

    Sizes shift up by the gain; those beyond `used_sizes` are not used yet, or `next_sizes` after
    this step. What is shifted beyond the last size is multiplied by `wrap` and begins again at 0.
    """
    shift = gain * words
    length = min(used_sizes, sizes - gain) * words
    start, into = source * used_sizes * words, target * next_sizes * words
    if loss < losses[target]:
        losses[target] = loss
        _clear(counts[into : into + shift])
        _copy(counts[into + shift : into + shift + length], others[start : start + length])
        _clear(counts[into + shift + length : into + next_sizes * words])
    elif loss > losses[target]:
        return True
    elif len(moduli):
        first = into + shift
        _add_remainders(
            counts[first : first + length], others[start : start + length], moduli[:length]
        )
    elif _add(counts, into, others, start, words):
        return False
    if wrap and length < used_sizes * words:
        beyond = others[start + length : start + used_sizes * words]
        _add_multiples(counts[into : into + len(beyond)], beyond, wrap, moduli)
    return True


@kernel_in_place()
def _step(
    width: Words,
    step: int,
    keys: Array,
    lost: Array,
    counts: Array,
    known: int,
    next_keys: Array,
    next_lost: Array,
    next_counts: Array,
    table: Array,
    masks: Array,
    gains: Array,
    losses: Array,
    ends: Array,
    tests: Array,
    changes: Array,
    most_loss: int,
    dropped: int,
    sizes: int,
    used_sizes: int,
    next_sizes: int,
    words: int,
    moduli: Array,
    wrap: int,
    most_states: int,
) -> tuple[int, int, int]:
    """Take the branches of a step from every state, and merge equal states.

    Return the status, the number of states that follow, and the least loss pruned. A key past the
    known ones is a draft. There is room for two states from each, and one draft.
    """
    key_words = len(width)
    next_known = 0
    status = _DONE
    for state in range(known):
        for branch in (2 * step, 2 * step + 1):
            mask, key = branch * _MASKS * key_words, state * key_words
            if not _may_take(width, keys, key, masks, mask):
                continue
            draft = next_known * key_words
            loss = lost[state] + losses[branch]
            loss += _follow(
                width, keys, key, next_keys, draft, masks, mask, ends, tests, changes, branch
            )
            if loss > most_loss:
                dropped = min(dropped, loss) if dropped >= 0 else loss
                continue
            mixed = _hash(width, next_keys, draft)
            place = _find(width, table, next_keys, mixed, draft)
            target: Any = np.int64(table[place] & uint64(0xFFFFFFFF)) - 1
            if target < 0:
                if next_known == most_states:
                    return _TOO_MANY, next_known, dropped
                target = next_known
                table[place] = _entry(mixed, target)
                next_known += 1
                next_lost[target] = loss + 1
            gain = gains[branch] if len(moduli) else 0
            if not _merge(
                next_lost, next_counts, target, loss, counts, state,
                words, moduli, sizes, used_sizes, next_sizes, gain, wrap,
            ):  # fmt: skip
                status = _OVERFLOW
    return status, next_known, dropped


@kernel()
def _through(
    width: Words,
    masks: Array,
    gains: Array,
    losses: Array,
    efforts: Array,
    ends: Array,
    tests: Array,
    changes: Array,
    step: int,
    last: int,
    keys: Array,
    lost: Array,
    counts: Array,
    known: int,
    used_sizes: int,
    next_keys: Array,
    next_lost: Array,
    next_counts: Array,
    table: Array,
    sizes: int,
    most_loss: int,
    dropped: int,
    words: int,
    moduli: Array,
    wrap: int,
    most_states: int,
    patience: int,
    large: int,
    numbers: Array,
) -> tuple[int, int, int, Array, Array, Array, int, int, Array, Array, Array, Array]:
    """Take states through steps; add their numbers after each to `numbers`.

    Return the status, the step that was reached and the least loss dropped; the states there, the
    room beside them, and the table. Stops before the end where the patience is spent, or once the
    states take more than `large` bytes.
    """
    key_words, work = len(width), 0
    while step < last:
        for branch in (2 * step, 2 * step + 1):
            work += known * efforts[branch] // 2
        if work > patience:
            return (
                _IMPATIENT, step, dropped, keys, lost, counts, known, used_sizes,
                next_keys, next_lost, next_counts, table,
            )  # fmt: skip
        next_sizes = used_sizes
        if len(moduli):
            next_sizes = min(sizes, used_sizes + max(gains[2 * step], gains[2 * step + 1]))
        room = min(2 * known, most_states) + 1
        if len(next_lost) < room:
            next_keys, next_lost = np.empty(room * key_words, np.uint64), np.empty(room, np.int64)
        if len(next_counts) < room * next_sizes * words:
            next_counts = np.empty(room * next_sizes * words, np.uint64)
        table = _cleared(table, known)
        status, following, dropped = _step(
            width, step, keys, lost, counts, known, next_keys, next_lost, next_counts, table,
            masks, gains, losses, ends, tests, changes,
            most_loss, dropped, sizes, used_sizes, next_sizes, words, moduli, wrap,
            most_states,
        )  # fmt: skip
        if status != _DONE:
            return (
                status, step, dropped, keys, lost, counts, known, used_sizes,
                next_keys, next_lost, next_counts, table,
            )  # fmt: skip
        keys, next_keys = next_keys, keys
        lost, next_lost = next_lost, lost
        counts, next_counts = next_counts, counts
        known, used_sizes = following, next_sizes
        numbers[step] += known
        step += 1
        if known * (key_words + 1 + used_sizes * words) * 8 > large:
            break
    return (
        _DONE, step, dropped, keys, lost, counts, known, used_sizes,
        next_keys, next_lost, next_counts, table,
    )  # fmt: skip


@kernel()
def _by_buckets(
    width: Words,
    masks: Array,
    gains: Array,
    losses: Array,
    efforts: Array,
    ends: Array,
    tests: Array,
    changes: Array,
    first: int,
    last: int,
    all_keys: Array,
    all_lost: Array,
    all_counts: Array,
    all_known: int,
    first_sizes: int,
    out_keys: Array,
    out_lost: Array,
    out_counts: Array,
    members: Array,
    bucket_ends: Array,
    sizes: int,
    most_loss: int,
    dropped: int,
    words: int,
    moduli: Array,
    wrap: int,
    most_states: int,
    numbers: Array,
) -> tuple[int, int, int, Array, Array, Array, int, int]:
    """Take the states of one bucket after the other through steps; return as `_through` does."""
    key_words, row = len(width), first_sizes * words
    keys, next_keys = np.empty(0, np.uint64), np.empty(0, np.uint64)
    lost, next_lost = np.empty(0, np.int64), np.empty(0, np.int64)
    counts, next_counts = np.empty(0, np.uint64), np.empty(0, np.uint64)
    table = np.zeros(1024, np.uint64)
    out_known, start, last_sizes = 0, 0, first_sizes
    for bucket_end in bucket_ends:
        known = bucket_end - start
        if known == 0:
            continue
        if len(lost) < known:
            keys, lost = np.empty(known * key_words, np.uint64), np.empty(known, np.int64)
        if len(counts) < known * row:
            counts = np.empty(known * row, np.uint64)
        _gather(
            key_words, keys, lost, counts, all_keys, all_lost, all_counts,
            members[start:bucket_end], row,
        )  # fmt: skip
        start = bucket_end
        (
            status, step, dropped, keys, lost, counts, known, last_sizes,
            next_keys, next_lost, next_counts, table,
        ) = _through(
            width, masks, gains, losses, efforts, ends, tests, changes, first, last,
            keys, lost, counts, known, first_sizes, next_keys, next_lost, next_counts, table,
            sizes, most_loss, dropped, words, moduli, wrap, most_states, NO_END, NO_END, numbers,
        )  # fmt: skip
        if status == _DONE and out_known + known > most_states:
            status = _TOO_MANY
        if status != _DONE:
            return status, step, dropped, out_keys, out_lost, out_counts, out_known, last_sizes
        short = last_sizes * words
        room = min(max(2 * (out_known + known), all_known + all_known // 4), most_states)
        if len(out_lost) < out_known + known:
            out_keys = _longer(out_keys, room * key_words, out_known * key_words)
            out_lost = _longer(out_lost, room, out_known)
        if len(out_counts) < (out_known + known) * short:
            out_counts = _longer(out_counts, room * short, out_known * short)
        _append(
            key_words, out_keys, out_lost, out_counts, out_known, keys, lost, counts, known, short
        )
        out_known += known
    return _DONE, last, dropped, out_keys, out_lost, out_counts, out_known, last_sizes


@kernel_in_place()
def _gather(
    key_words: int,
    keys: Array,
    lost: Array,
    counts: Array,
    all_keys: Array,
    all_lost: Array,
    all_counts: Array,
    members: Array,
    row: int,
) -> None:
    """Copy some states to the beginning of other arrays."""
    for i in range(len(members)):
        state = members[i]
        lost[i] = all_lost[state]
        for w in range(key_words):
            keys[i * key_words + w] = all_keys[state * key_words + w]
        _copy(counts[i * row : (i + 1) * row], all_counts[state * row : (state + 1) * row])


@kernel_in_place()
def _append(
    key_words: int,
    out_keys: Array,
    out_lost: Array,
    out_counts: Array,
    out_known: int,
    keys: Array,
    lost: Array,
    counts: Array,
    known: int,
    row: int,
) -> None:
    """Copy states behind others."""
    end = out_known + known
    _copy(out_keys[out_known * key_words : end * key_words], keys[: known * key_words])
    _copy(out_lost[out_known:end], lost[:known])
    _copy(out_counts[out_known * row : end * row], counts[: known * row])
