"""The compiled twin of `run_python`: the same transitions on machine words.

States are keys of a fixed number of words, counts are rows of words. The states of a step are
contiguous in flat arrays; an open-addressing hash table, whose entries are half of the hash and the
index of the state, finds duplicates. Machine words overflow silently, so every sum is checked: on a
carry out, the run is repeated with longer rows.
"""

from typing import Any

import numpy as np
from numba import uint64

from satchess.engines.frontier.compile import Branch, Transitions
from satchess.engines.frontier.run_python import RunResult
from satchess.engines.kernels.compile import kernel
from satchess.errors import NotKnown

KEY_WORDS = (2, 4)
"""Possible key lengths; the kernel is compiled for each one in use."""

Array = Any
Words = tuple[int, ...]

WIDEST = 64 * KEY_WORDS[-1]
"""States with more slots are left to Python."""

MOST_STATES = 50_000_000
MOST_BYTES = 6_000_000_000

_DONE, _TOO_MANY, _OVERFLOW = 0, 1, 2
_MASKS = 6
"""Masks of a branch: care and want of `guard`, care and want of `wasteful`, keep, sets."""
_TEST = 3
"""Masks of an effect: care, want, flip."""


def run(
    transitions: Transitions, most_loss: int, shift: int = 0, sizes: int = 1, words: int = 2
) -> RunResult:
    """Run as `run_python.run` does.

    With a shift, a multiple of 64, a count packs `sizes` counts of `shift // 64` words each.
    Without one, a count starts with `words` words.
    """
    key_words = next(w for w in KEY_WORDS if 64 * w >= transitions.width)
    arrays = _arrays(transitions, key_words)
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
    return RunResult(int(loss), total, int(dropped) if dropped >= 0 else None, int(peak))


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
    sizes: int,
    used_sizes: int,
    gain: int,
) -> Any:
    """Merge a count into a state, keeping only those of least loss; return whether sums fit.

    Sizes shift up by the gain; those beyond `used_sizes` are still zero.
    """
    row = sizes * words
    fits = True
    if loss < losses[target]:
        losses[target] = loss
        for w in range(target * row, (target + 1) * row):
            counts[w] = 0
    if loss == losses[target]:
        for size in range(min(used_sizes, sizes - gain)):
            to, start = target * row + (size + gain) * words, source * row + size * words
            if _add(counts, to, others, start, words):
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
                next_lost, next_counts, target, loss, counts, state, words, sizes, used_sizes, gain
            ):
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
    most_states: int,
) -> tuple[int, int, Array, int, int]:
    """Return the status, the least loss, its counts, the least loss dropped, and the peak.

    Its steps are force-inlined: as calls, they made it twice as slow.
    """
    key_words, row = len(width), sizes * words
    # the states of a step, and room for those that follow
    keys, old_keys = np.zeros(1024 * key_words, np.uint64), np.zeros(1024 * key_words, np.uint64)
    lost, old_lost = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
    counts, old_counts = np.zeros(1024 * row, np.uint64), np.zeros(1024 * row, np.uint64)
    table = np.zeros(4096, np.uint64)
    counts[0] = 1
    known, peak, dropped, used_sizes = 1, 1, -1, 1
    for step in range(len(gains) // 2):
        table = _cleared(table, known)
        status, next_keys, next_lost, next_counts, known, table, dropped = _step(
            width, (2 * step, 2 * step + 1), keys, lost, counts, known,
            (old_keys, old_lost, old_counts), table,
            masks, gains, losses, ends, tests, changes,
            most_loss, dropped, sizes, used_sizes, words, most_states,
        )  # fmt: skip
        if status != _DONE:
            return status, 0, counts[:0], dropped, peak
        keys, old_keys = next_keys, keys
        lost, old_lost = next_lost, lost
        counts, old_counts = next_counts, counts
        if sizes > 1:
            used_sizes += gains[2 * step + 1]
        peak = max(peak, known)
    return _DONE, lost[0] if known else 0, counts[: known * row], dropped, peak
