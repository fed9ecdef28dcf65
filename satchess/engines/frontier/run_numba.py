"""The compiled twin of `frontier_states`: the same programme on machine words.

States are keys of a fixed number of words, counts are rows of words. The states of a step lie one
behind the other in flat arrays; a hash table with open addressing, of which each entry is half of
the hash and the number of the state, tells whether a state is known. Machine words overflow
silently, so every sum is watched: when a carry is left over, the run is repeated with longer rows.
"""

from typing import Any

import numpy as np
from numba import uint64

from satchess.engines.frontier.compile import Branch, Programme
from satchess.engines.frontier.run_python import Outcome
from satchess.engines.kernels.compile import kernel
from satchess.errors import NotKnown

KEY_WORDS = (2, 4)
"""How long keys can be; the kernel is compiled for each length that is used."""

Array = Any
Words = tuple[int, ...]

WIDEST = 64 * KEY_WORDS[-1]
"""Programmes of more slots are left to Python."""

MOST_STATES = 50_000_000
MOST_BYTES = 6_000_000_000

_DONE, _TOO_MANY, _OVERFLOW = 0, 1, 2
_MASKS = 6
"""Masks of a branch: care and want of its guard, care and want of what is wasteful, keep, sets."""
_TEST = 3
"""Masks of an effect: care, want, flip."""


def run(
    programme: Programme, most_loss: int, shift: int = 0, sizes: int = 1, words: int = 2
) -> Outcome:
    """Run a programme as `frontier_states.run` does.

    With a shift, which must be a multiple of 64, `sizes` is the number of counts that the count
    holds; each then has `shift // 64` words. Without, a count starts with `words` words.
    """
    key_words = next(w for w in KEY_WORDS if 64 * w >= programme.width)
    arrays = _arrays(programme, key_words)
    kernel: Any = _kernel
    words = shift // 64 or words
    while True:
        bytes_of_a_state = 8 * (2 * (key_words + 1 + sizes * words) + 4)
        most_states = min(MOST_STATES, MOST_BYTES // bytes_of_a_state)
        status, loss, count, dropped, peak = kernel(
            (0,) * key_words, *arrays, most_loss, sizes, words, most_states
        )
        if status == _TOO_MANY:
            raise NotKnown(f"frontier: more than {most_states} states at a time")
        if status == _DONE:
            break
        assert not shift, "a bound on the number of placements is wrong"
        words *= 2
    total = int.from_bytes(count.astype("<u8").tobytes(), "little")
    return Outcome(int(loss), total, int(dropped) if dropped >= 0 else None, int(peak))


def _arrays(programme: Programme, key_words: int) -> tuple[Array, ...]:
    """Write a programme as flat arrays: masks and numbers by branch, and all effects in a row."""

    def masks(branch: Branch) -> tuple[int, ...]:
        return (*branch.guard, *branch.wasteful, branch.keep, branch.sets)

    branches = [branch for step in programme.steps for branch in step]
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
    return np.array([m >> 64 * w & word for m in masks for w in range(key_words)], np.uint64)


# Compiled. `width` is a tuple whose length, a constant for the compiler, is that of a key.


@kernel()
def _passes(
    width: Words, keys: Array, key: int, masks: Array, test: int
) -> Any:  # pragma: no cover
    different = uint64(0)
    for w in range(len(width)):
        care, want = masks[test + w], masks[test + len(width) + w]
        different |= (keys[key + w] & care) ^ want
    return different == 0


@kernel()
def _hash(width: Words, keys: Array, key: int) -> Any:  # pragma: no cover
    mixed = uint64(0)
    for w in range(len(width)):
        mixed = (mixed ^ keys[key + w]) * uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> uint64(32)
    mixed *= uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> uint64(29))


@kernel()
def _find(width: Words, table: Array, keys: Array, mixed: Any, key: int) -> Any:  # pragma: no cover
    """Return the place of a state in the table, or the free place where it belongs."""
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
def _entry(mixed: Any, state: int) -> Any:  # pragma: no cover
    return (mixed >> uint64(32) << uint64(32)) | uint64(state + 1)


@kernel()
def _longer(array: Array, length: int) -> Array:  # pragma: no cover
    copy = np.empty(length, array.dtype)
    for i in range(len(array)):
        copy[i] = array[i]
    return copy


@kernel()
def _add(
    counts: Array, target: int, others: Array, source: int, words: int
) -> Any:  # pragma: no cover
    """Add a count to another; return whether a carry is left over."""
    carry = uint64(0)
    for w in range(words):
        half = counts[target + w] + carry
        total = half + others[source + w]
        carry = uint64(half < carry) | uint64(total < half)
        counts[target + w] = total
    return carry != 0


@kernel()
def _kernel(  # pragma: no cover
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
    most_states: int,
) -> tuple[int, int, Array, int, int]:
    key_words, row = len(width), sizes * words
    # of the states now and of those after the step; a key beyond the known ones is a draft
    keys, next_keys = np.zeros(1024 * key_words, np.uint64), np.zeros(1024 * key_words, np.uint64)
    lost, next_lost = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
    counts, next_counts = np.zeros(1024 * row, np.uint64), np.zeros(1024 * row, np.uint64)
    table = np.zeros(4096, np.uint64)
    counts[0] = 1
    known, peak, dropped, largest = 1, 1, -1, 0
    for step in range(len(gains) // 2):
        if len(table) < 3 * known:
            table = np.zeros(2 * len(table), np.uint64)
        else:
            table[:] = 0
        next_known = 0
        for state in range(known):
            for branch in range(2 * step, 2 * step + 2):
                mask = branch * _MASKS * key_words
                key = state * key_words
                if not _passes(width, keys, key, masks, mask):
                    continue
                if _passes(width, keys, key, masks, mask + 2 * key_words):
                    continue
                loss = lost[state] + losses[branch]
                for effect in range(ends[2 * branch], ends[2 * branch + 1]):
                    if _passes(width, keys, key, tests, effect * _TEST * key_words):
                        loss += changes[effect]
                if next_known == len(next_lost):
                    if next_known >= most_states:
                        return _TOO_MANY, 0, counts[:0], dropped, next_known
                    more = min(2 * next_known, most_states)
                    next_keys = _longer(next_keys, more * key_words)
                    next_lost = _longer(next_lost, more)
                    next_counts = _longer(next_counts, more * row)
                draft = next_known * key_words
                for w in range(key_words):
                    keep, sets = masks[mask + 4 * key_words + w], masks[mask + 5 * key_words + w]
                    next_keys[draft + w] = (keys[key + w] & keep) | sets
                for effect in range(ends[2 * branch + 1], ends[2 * branch + 2]):
                    test = effect * _TEST * key_words
                    if _passes(width, next_keys, draft, tests, test):
                        loss += changes[effect]
                        for w in range(key_words):
                            next_keys[draft + w] ^= tests[test + 2 * key_words + w]
                if loss > most_loss:
                    if dropped < 0 or loss < dropped:
                        dropped = loss
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
                        table = np.zeros(2 * len(table), np.uint64)
                        for other in range(next_known):
                            again = _hash(width, next_keys, other * key_words)
                            place = _find(width, table, next_keys, again, other * key_words)
                            table[place] = _entry(again, other)
                if loss > next_lost[target]:
                    continue
                if loss < next_lost[target]:
                    next_lost[target] = loss
                    for w in range(target * row, (target + 1) * row):
                        next_counts[w] = 0
                gain = gains[branch] if sizes > 1 else 0
                for size in range(min(largest, sizes - 1 - gain) + 1):
                    to, source = target * row + (size + gain) * words, state * row + size * words
                    if _add(next_counts, to, counts, source, words):
                        return _OVERFLOW, 0, counts[:0], dropped, peak
        if sizes > 1:
            largest += gains[2 * step + 1]
        keys, next_keys = next_keys, keys
        lost, next_lost = next_lost, lost
        counts, next_counts = next_counts, counts
        known = next_known
        peak = max(peak, known)
    return _DONE, lost[0] if known else 0, counts[: known * row], dropped, peak
