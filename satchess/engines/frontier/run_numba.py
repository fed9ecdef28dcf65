"""The compiled twin of `run_python`: the same transitions on machine words.

States are keys of a fixed number of words, counts are rows of words. The states of a step are
contiguous in flat arrays; an open-addressing hash table, whose entries are half of the hash and the
index of the state, finds duplicates. Machine words overflow silently, so every sum is checked: on a
carry out, the run is repeated with longer rows. By size, there are long rows, of which a bound is
known: they hold remainders by several primes, which need no carry, so that sums are vectorised.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numba import uint64

from satchess.engines import tally
from satchess.engines.counting.remainders import enough_primes, number_from
from satchess.engines.frontier.compile import Branch, Transitions
from satchess.engines.frontier.run_python import OutOfPatience, RunResult
from satchess.engines.kernels.compile import kernel
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

NO_END = 1 << 62
"""As much work as there is."""

_DONE, _TOO_MANY, _OVERFLOW, _IMPATIENT = 0, 1, 2, 3
_MASKS = 6
"""Masks of a branch: care and want of `guard`, care and want of `wasteful`, keep, sets."""
_TEST = 3
"""Masks of an effect: care, want, flip."""


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
) -> RunResult:
    """Run as `run_python.run` does.

    With a shift, a count packs `sizes` counts of so many bits each. Without one, a count starts
    with `words` words.
    """
    key_words = _key_words(transitions)
    assert key_words is not None
    arrays = _arrays(transitions, key_words)
    limit = NO_END if patience is None else patience
    programme = _Programme(key_words, arrays, most_loss, sizes, limit)
    if shift:
        return _by_size(programme, shift)
    while True:
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


@dataclass(frozen=True)
class _Programme:
    """Transitions as arrays, and what is wanted of them."""

    key_words: int
    arrays: tuple[Array, ...]
    most_loss: int
    sizes: int
    patience: int

    def run(self, words: int, moduli: Array) -> _Ended:
        """Run the kernel, with so many words for the count of a size."""
        compiled: Any = _kernel
        width, most = (0,) * self.key_words, self.most_states(words)
        wanted = self.most_loss, self.sizes, words, moduli, most, self.patience
        return _Ended(*compiled(width, *self.arrays, *wanted))

    def most_states(self, words: int) -> int:
        """Return how many states there is memory for."""
        return min(MOST_STATES, int(SHARE_OF_MEMORY * free_bytes()) // self._bytes(words))

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
    """Run with remainders by as many primes at a time as there is memory for."""
    primes = enough_primes(PRIMES_BELOW, 1 << bits)
    remainders: list[list[int]] = []
    at_once = len(primes)
    while len(remainders) < len(primes):
        chosen = primes[len(remainders) : len(remainders) + at_once]
        moduli = np.array(chosen * programme.sizes, np.uint64)
        ended = programme.run(len(chosen), moduli)
        if ended.status == _TOO_MANY:
            if len(chosen) == 1:
                raise programme.too_many(1)
            at_once = len(chosen) // 2
            continue
        found = ended.counts.reshape(-1, len(chosen)).tolist()
        remainders += map(list, zip(*found, strict=True)) if found else [[]] * len(chosen)
    counts = (number_from(r, primes) for r in zip(*remainders, strict=True))
    return ended.result(sum(count << bits * size for size, count in enumerate(counts)))


def _key_words(transitions: Transitions) -> int | None:
    return next((words for words in KEY_WORDS if 64 * words >= transitions.width), None)


@lru_cache(maxsize=8)
def _arrays(transitions: Transitions, key_words: int) -> tuple[Array, ...]:
    """Flatten transitions into arrays: masks and numbers by branch, effects concatenated."""

    def masks(branch: Branch) -> tuple[int, ...]:
        return (*branch.guard, *branch.wasteful, branch.keep, branch.sets)

    branches = [branch for step in transitions.steps for branch in step]
    effects = [effect for branch in branches for effect in (*branch.before, *branch.after)]
    ends = [0]
    for branch in branches:
        ends += [ends[-1] + len(branch.before), ends[-1] + len(branch.before) + len(branch.after)]
    return (
        _split([mask for branch in branches for mask in masks(branch)], key_words),
        np.array([branch.gain for branch in branches], np.int64),
        np.array([branch.loss for branch in branches], np.int64),
        np.array(ends, np.int64),
        _split([m for effect in effects for m in (*effect.check, effect.flip)], key_words),
        np.array([effect.loss for effect in effects], np.int64),
    )


def _split(masks: list[int], key_words: int) -> Array:
    """Write masks in words, the lowest first."""
    word = (1 << 64) - 1
    if key_words == 1:
        return np.array([mask & word for mask in masks], np.uint64)
    return np.array([m >> 64 * w & word for m in masks for w in range(key_words)], np.uint64)


# Compiled. `width` is a tuple whose length, a constant for the compiler, is that of a key.


@kernel()
def _passes(width: Words, keys: Array, key: int, masks: Array, test: int) -> Any:
    different = uint64(0)
    for w in range(len(width)):
        care, want = masks[test + w], masks[test + len(width) + w]
        different |= (keys[key + w] & care) ^ want
    return different == 0


@kernel()
def _hash(width: Words, keys: Array, key: int) -> Any:
    mixed = uint64(0)
    for w in range(len(width)):
        mixed = (mixed ^ keys[key + w]) * uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> uint64(32)
    mixed *= uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> uint64(29))


@kernel()
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


@kernel()
def _entry(mixed: Any, state: int) -> Any:
    return (mixed >> uint64(32) << uint64(32)) | uint64(state + 1)


@kernel()
def _longer(array: Array, length: int) -> Array:
    copy = np.empty(length, array.dtype)
    for i in range(len(array)):
        copy[i] = array[i]
    return copy


@kernel()
def _add(counts: Array, target: int, others: Array, source: int, words: int) -> Any:
    """Add a count to another; return whether it overflowed."""
    carry = uint64(0)
    for w in range(words):
        half = counts[target + w] + carry
        total = half + others[source + w]
        carry = uint64(half < carry) | uint64(total < half)
        counts[target + w] = total
    return carry != 0


@kernel()
def _add_remainders(into: Array, others: Array, moduli: Array) -> None:
    """Add remainders: of both candidates for a sum, the wrong one is larger."""
    for i in range(len(into)):
        total = into[i] + others[i]
        into[i] = min(total, total - moduli[i])


@kernel(forceinline=True)
def _may_take(width: Words, keys: Array, key: int, masks: Array, mask: int) -> Any:
    """Whether a state passes the guard of a branch and does not make it wasteful."""
    return _passes(width, keys, key, masks, mask) and not _passes(
        width, keys, key, masks, mask + 2 * len(width)
    )


@kernel(forceinline=True)
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
        if _passes(width, drafts, draft, tests, test):
            change += changes[effect]
            for w in range(key_words):
                drafts[draft + w] ^= tests[test + 2 * key_words + w]
    return change


@kernel()
def _doubled(width: Words, table: Array, keys: Array, known: int) -> Array:
    """Return a table of twice the size with the `known` states rehashed."""
    larger = np.zeros(2 * len(table), np.uint64)
    for state in range(known):
        mixed = _hash(width, keys, state * len(width))
        larger[_find(width, larger, keys, mixed, state * len(width))] = _entry(mixed, state)
    return larger


@kernel()
def _cleared(table: Array, known: int) -> Array:
    """Return an empty table, sized for the successors of `known` states."""
    if len(table) < 3 * known:
        return np.zeros(2 * len(table), np.uint64)
    table[:] = 0
    return table


@kernel(forceinline=True)
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
    gain: int,
) -> Any:
    """Merge a count into a state, keeping only those of least loss; return whether sums fit.

    Sizes shift up by the gain; those beyond `used_sizes` are not used yet.
    """
    row = sizes * words
    fits = True
    if loss < losses[target]:
        losses[target] = loss
        for w in range(target * row, target * row + min(used_sizes + 1, sizes) * words):
            counts[w] = 0
    if loss == losses[target]:
        known = min(used_sizes, sizes - gain)
        to, start = target * row + gain * words, source * row
        if len(moduli):
            length = known * words
            _add_remainders(
                counts[to : to + length], others[start : start + length], moduli[:length]
            )
        elif _add(counts, to, others, start, words):
            fits = False
    return fits


@kernel(forceinline=True)
def _step(
    width: Words,
    branches: tuple[int, int],
    keys: Array,
    lost: Array,
    counts: Array,
    known: int,
    following: tuple[Array, Array, Array],
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
    words: int,
    moduli: Array,
    most_states: int,
) -> tuple[int, Array, Array, Array, int, Array, int]:
    """Take the branches of a step from every state, and merge equal states.

    Return the status; keys, losses and counts of the states that follow, and their number; the
    hash table; and the least loss pruned. A key past the known ones is a draft.
    """
    key_words, row = len(width), sizes * words
    next_keys, next_lost, next_counts = following
    next_known = 0
    status = _DONE
    for state in range(known):
        for branch in branches:
            mask, key = branch * _MASKS * key_words, state * key_words
            if not _may_take(width, keys, key, masks, mask):
                continue
            if next_known == len(next_lost):
                if next_known >= most_states:
                    return _TOO_MANY, *following, next_known, table, dropped
                more = min(2 * next_known, most_states)
                next_keys = _longer(next_keys, more * key_words)
                next_lost = _longer(next_lost, more)
                next_counts = _longer(next_counts, more * row)
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
                target = next_known
                table[place] = _entry(mixed, target)
                next_known += 1
                next_lost[target] = loss + 1
                if 3 * next_known > 2 * len(table):
                    table = _doubled(width, table, next_keys, next_known)
            gain = gains[branch] if sizes > 1 else 0
            if not _merge(
                next_lost, next_counts, target, loss, counts, state,
                words, moduli, sizes, used_sizes, gain,
            ):  # fmt: skip
                status = _OVERFLOW
    return status, next_keys, next_lost, next_counts, next_known, table, dropped


@kernel()
def _kernel(
    width: Words,
    masks: Array,
    gains: Array,
    losses: Array,
    ends: Array,
    tests: Array,
    changes: Array,
    most_loss: int,
    sizes: int,
    words: int,
    moduli: Array,
    most_states: int,
    patience: int,
) -> tuple[int, int, Array, int, Array]:
    """Return the status, the least loss, its counts, the least loss dropped, and all numbers.

    Its steps are force-inlined: as calls, they made it twice as slow.
    """
    key_words, row = len(width), sizes * words
    # the states of a step, and room for those that follow
    keys, old_keys = np.zeros(1024 * key_words, np.uint64), np.zeros(1024 * key_words, np.uint64)
    lost, old_lost = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
    counts, old_counts = np.zeros(1024 * row, np.uint64), np.zeros(1024 * row, np.uint64)
    table = np.zeros(4096, np.uint64)
    counts[: words if len(moduli) else 1] = 1
    known, dropped, used_sizes, work = 1, -1, 1, 0
    numbers = np.zeros(len(gains) // 2, np.int64)
    for step in range(len(gains) // 2):
        for branch in (2 * step, 2 * step + 1):  # as `run_python` reckons it
            work += known * (2 + ends[2 * branch + 2] - ends[2 * branch]) // 2
        if work > patience:
            return _IMPATIENT, 0, counts[:0], dropped, numbers[:step]
        table = _cleared(table, known)
        status, next_keys, next_lost, next_counts, known, table, dropped = _step(
            width, (2 * step, 2 * step + 1), keys, lost, counts, known,
            (old_keys, old_lost, old_counts), table,
            masks, gains, losses, ends, tests, changes,
            most_loss, dropped, sizes, used_sizes, words, moduli, most_states,
        )  # fmt: skip
        if status != _DONE:
            return status, 0, counts[:0], dropped, numbers[:step]
        keys, old_keys = next_keys, keys
        lost, old_lost = next_lost, lost
        counts, old_counts = next_counts, counts
        if sizes > 1:
            used_sizes = min(sizes, used_sizes + gains[2 * step + 1])
        numbers[step] = known
    used = known * used_sizes * words
    return _DONE, lost[0] if known else 0, counts[:used], dropped, numbers
