"""Compiled steps of the frontier: states through one step, a block of steps, bucket by bucket.

States and counts are flat arrays of words, as `run_numba` lays them out. `width` is a tuple whose
length, a constant for the compiler, is that of a key.
"""

from typing import Any

import numpy as np
from numba import int64, uint64

from satchess.engines.kernels.compile import kernel, kernel_in_place

Array = Any
Words = tuple[int, ...]

NO_END = 1 << 62
"""As much work as there is."""

DONE, TOO_MANY, OVERFLOW, IMPATIENT = 0, 1, 2, 3
"""How a run of kernels ends."""

_MASKS = 6
"""Masks of a branch: care and want of `guard`, care and want of `wasteful`, keep, sets."""

TEST_MASKS = 4
"""Masks of an effect: care, want, clear, flip."""


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
        if _passes(width, keys, key, tests, effect * TEST_MASKS * key_words):
            change += changes[effect]
    for w in range(key_words):
        keep, sets = masks[mask + 4 * key_words + w], masks[mask + 5 * key_words + w]
        drafts[draft + w] = (keys[key + w] & keep) | sets
    for effect in range(ends[2 * branch + 1], ends[2 * branch + 2]):
        test = effect * TEST_MASKS * key_words
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
def cells_hit(width: Words, keys: Array, known: int, stride: int, still: Array, cells: int) -> int:
    """Count the cells that a sample of states hits by the bits that stay: all cells, if many."""
    hit = np.zeros(cells, np.bool_)
    bits = np.zeros(len(width), np.uint64)
    for state in range(0, known, stride):
        for w in range(len(width)):
            bits[w] = keys[state * len(width) + w] & still[w]
        hit[np.int64(_hash(width, bits, 0) & uint64(cells - 1))] = True
    return int(hit.sum())


@kernel()
def in_buckets(
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
    status = DONE
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
                    return TOO_MANY, next_known, dropped
                target = next_known
                table[place] = _entry(mixed, target)
                next_known += 1
                next_lost[target] = loss + 1
            gain = gains[branch] if len(moduli) else 0
            if not _merge(
                next_lost, next_counts, target, loss, counts, state,
                words, moduli, sizes, used_sizes, next_sizes, gain, wrap,
            ):  # fmt: skip
                status = OVERFLOW
    return status, next_known, dropped


@kernel()
def go_through(
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
                IMPATIENT, step, dropped, keys, lost, counts, known, used_sizes,
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
        if status != DONE:
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
        DONE, step, dropped, keys, lost, counts, known, used_sizes,
        next_keys, next_lost, next_counts, table,
    )  # fmt: skip


@kernel()
def go_by_buckets(
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
    """Take the states of one bucket after the other through steps; return as `through` does."""
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
        ) = go_through(
            width, masks, gains, losses, efforts, ends, tests, changes, first, last,
            keys, lost, counts, known, first_sizes, next_keys, next_lost, next_counts, table,
            sizes, most_loss, dropped, words, moduli, wrap, most_states, NO_END, NO_END, numbers,
        )  # fmt: skip
        if status == DONE and out_known + known > most_states:
            status = TOO_MANY
        if status != DONE:
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
    return DONE, last, dropped, out_keys, out_lost, out_counts, out_known, last_sizes


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
