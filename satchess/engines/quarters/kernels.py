"""Compiled sweeps over the variables of a cover problem."""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.bits import NONE, ONE, has_bit
from satchess.engines.kernels.compile import kernel

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Indices = NDArray[np.int32]

WASTED = 1 << 60
"""The value of a state that has no completion."""

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@kernel(inline="always")
def _place(masks: Words, state: int, table: Indices, mask: Words) -> int:
    """Return where a mask stands in a hash table of states, or where it would."""
    key = NONE
    for word in mask:
        key = (key ^ word) * _FACTOR
        key ^= key >> np.uint64(29)
    size = np.uint64(len(table) - 1)
    key &= size
    while table[key] >= 0:
        same = True
        for k in range(len(mask)):
            same &= masks[table[key], k] == mask[k]
        if same:
            break
        key = (key + ONE) & size
    return int(key)


@kernel()
def advance(
    masks: Words,
    spent: Numbers,
    pieces: Numbers,
    owed: Numbers,
    inside: Indices,
    weight: int,
    piece: int,
    adding: Words,
    closing: Words,
    slots: Numbers,
    prices: Numbers,
    children: Indices,
    first_child: Numbers,
    values: Numbers,
    first_value: Numbers,
    is_moving: NDArray[np.bool_],
    cutoff: int,
) -> tuple[Words, Numbers, Numbers, Numbers, Indices, Indices, Indices]:
    """Decide one variable in every state; return the new states, the children and the parents.

    A state is the mask of its open clauses that are covered. It has spent so much, and owes the
    `prices` of clauses that nothing covers; in window `w`, it is the state `inside[w]`, and what is
    needed to complete that is in `values`. Of equal states the one with fewest pieces stays, among
    these the one that has spent least: what completes another completes it, so that it is not
    dropped unless both are hopeless. Dropped is what will cost more than `cutoff`.
    """
    number, words, windows = len(spent), masks.shape[1], inside.shape[1]
    size = 16
    while size < 4 * number:
        size *= 2
    table = np.full(size, -1, np.int32)
    new_masks = np.empty((2 * number, words), np.uint64)
    new_spent = np.empty(2 * number, np.int64)
    new_pieces = np.empty(2 * number, np.int64)
    new_owed = np.empty(2 * number, np.int64)
    new_inside = np.empty((2 * number, windows), np.int32)
    parents = np.empty(2 * number, np.int32)
    child_of = np.full((2, number), -1, np.int32)
    mask, moved = np.empty(words, np.uint64), np.empty(windows, np.int32)
    count = 0
    for state in range(number):
        for choice in range(2):
            total, left = spent[state] + choice * weight, owed[state]
            for k in range(words):
                mask[k] = masks[state, k]
            if choice:
                for j in range(len(slots)):
                    if not has_bit(mask[slots[j] >> 6], slots[j]):
                        left -= prices[j]
                for k in range(words):
                    mask[k] |= adding[k]
            alive = True
            for k in range(words):
                alive &= mask[k] & closing[k] == closing[k]
                mask[k] &= ~closing[k]
            bound = total + left
            for w in range(windows):
                moved[w] = inside[state, w]
                if alive and is_moving[w]:
                    moved[w] = children[choice, first_child[w] + moved[w]]
                    alive = moved[w] >= 0
                if alive:
                    bound += values[first_value[w] + moved[w]]
            if not alive or bound > cutoff:
                continue
            key = _place(new_masks, count, table, mask)
            entry = table[key]
            if entry < 0:
                entry = table[key] = count
                for k in range(words):
                    new_masks[entry, k] = mask[k]
                count += 1
                child_of[choice, state] = entry
            else:
                child_of[choice, state] = entry
                more = pieces[state] + choice * piece - new_pieces[entry]
                if more > 0 or (more == 0 and total >= new_spent[entry]):
                    continue
            new_spent[entry], new_owed[entry] = total, left
            new_pieces[entry] = pieces[state] + choice * piece
            for w in range(windows):
                new_inside[entry, w] = moved[w]
            parents[entry] = 2 * state + choice
    return (
        new_masks[:count].copy(),
        new_spent[:count].copy(),
        new_pieces[:count].copy(),
        new_owed[:count].copy(),
        new_inside[:count].copy(),
        child_of,
        parents[:count].copy(),
    )


@kernel()
def still_owed(masks: Words, slots: Numbers, prices: Numbers, untouched: int) -> Numbers:
    """Return the prices of the clauses that each state lacks, and those of the untouched ones."""
    owed = np.full(len(masks), untouched, np.int64)
    for state in range(len(masks)):
        for j in range(len(slots)):
            if not has_bit(masks[state, slots[j] >> 6], slots[j]):
                owed[state] += prices[j]
    return owed


@kernel()
def values_before(children: Indices, weight: int, values: Numbers) -> Numbers:
    """Return what completes each state, given what completes its children."""
    before = np.full(children.shape[1], WASTED, np.int64)
    for state in range(len(before)):
        for choice in range(2):
            child = children[choice, state]
            if child >= 0:
                before[state] = min(before[state], values[child] + choice * weight)
    return before


@kernel(inline="always")
def _is_within(mask: Words, other: Words) -> bool:
    """Whether all bits of a mask are among those of another."""
    within = True
    for k in range(len(mask)):
        within &= mask[k] & ~other[k] == NONE
    return within


@kernel()
def lightest_with(masks: Words, spent: Numbers, needed: Words) -> int:
    """Return what the lightest of the states has spent that cover what is needed."""
    least = WASTED
    for state in range(len(spent)):
        if spent[state] < least and _is_within(needed, masks[state]):
            least = spent[state]
    return least


@kernel()
def undominated(masks: Words, pieces: Numbers) -> Numbers:
    """Return the states that no other beats, with as few pieces covering as much; of equals one.

    The fewest pieces come first.
    """
    order = np.argsort(pieces)
    kept = np.empty(len(order), np.int64)
    count = 0
    for state in order:
        beaten = False
        for k in range(count):
            beaten = _is_within(masks[state], masks[kept[k]])
            if beaten:
                break
        if beaten:
            continue
        left = 0
        for k in range(count):  # those with as many pieces may cover less
            if pieces[kept[k]] < pieces[state] or not _is_within(masks[kept[k]], masks[state]):
                kept[left] = kept[k]
                left += 1
        kept[left] = state
        count = left + 1
    return kept[:count].copy()
