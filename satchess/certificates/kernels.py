"""Compiled: hints for the clauses that a SAT solver has learned.

A solver's proof (DRUP) lists clauses, each of which follows by unit propagation from those before
it. `explain` does that propagation, and notes for each clause which others it took: a checker that
is told need not search.

A literal is 2 v for a variable and 2 v + 1 for its negation. Clauses are rows of `arena`, from
`starts[c]` to `starts[c + 1]`. The first two literals of a clause are watched; the clauses that
watch a literal form a linked list of nodes 2 c and 2 c + 1.
"""

import numpy as np
from numpy.typing import NDArray

from satchess.engines.kernels.compile import kernel

Numbers = NDArray[np.int64]

REFUTED, NOT_IMPLIED, NO_END = 0, 1, 2

NOBODY = -1


@kernel()
def _grown(numbers: Numbers, needed: int) -> Numbers:
    """Return an array with room for so many numbers, with the same content."""
    if needed <= len(numbers):
        return numbers
    larger = np.empty(max(needed, 2 * len(numbers)), np.int64)
    larger[: len(numbers)] = numbers
    return larger


@kernel()
def _propagate(
    arena: Numbers,
    starts: Numbers,
    deleted: NDArray[np.bool_],
    value: NDArray[np.int8],
    reason: Numbers,
    trail: Numbers,
    heads: Numbers,
    following: Numbers,
    done: int,
    length: int,
) -> tuple[int, int]:
    """Propagate the trail from `done` on; return a falsified clause (or none) and its length."""
    while done < length:
        false = trail[done] ^ 1
        done += 1
        before = NOBODY
        node = heads[false]
        while node != NOBODY:
            after = following[node]
            clause = node >> 1
            first = starts[clause]
            if not deleted[clause]:
                if arena[first] == false:
                    arena[first], arena[first + 1] = arena[first + 1], false
                if value[arena[first]] == 1:
                    before, node = node, after
                    continue
                moved = False
                for place in range(first + 2, starts[clause + 1]):
                    if value[arena[place]] != -1:
                        other = arena[place]
                        arena[place], arena[first + 1] = false, other
                        following[node] = heads[other]
                        heads[other] = node
                        moved = True
                        break
                if not moved:
                    forced = arena[first]
                    if value[forced] == -1:
                        return clause, length
                    value[forced], value[forced ^ 1] = 1, -1
                    reason[forced >> 1] = clause
                    trail[length] = forced
                    length += 1
                    before, node = node, after
                    continue
            if before == NOBODY:
                heads[false] = after
            else:
                following[before] = after
            node = after
    return NOBODY, length


@kernel()
def explain(
    top: int, arena: Numbers, starts: Numbers, events: Numbers
) -> tuple[int, Numbers, Numbers, Numbers, Numbers]:
    """Follow a proof: event c + 1 adds clause c, which must follow; -(c + 1) deletes it.

    The clauses before the first one that is mentioned are given. Return a status, and what was
    derived, in order: the clauses (number c, or -l - 1 for the unit clause of a literal l, which
    was propagated), where the hints of each begin, the hints, and the status' clause. Hints name
    given clauses by number, and what was derived by its place after them.
    """
    clauses = len(starts) - 1
    given = clauses
    for event in events:
        if event > 0:
            given = min(given, event - 1)
    value = np.zeros(2 * top + 2, np.int8)
    reason = np.full(top + 1, NOBODY, np.int64)
    known = np.full(top + 1, NOBODY, np.int64)  # the name of the unit clause of a variable
    trail = np.empty(top + 1, np.int64)
    heads = np.full(2 * top + 2, NOBODY, np.int64)
    following = np.full(2 * clauses, NOBODY, np.int64)
    deleted = np.zeros(clauses, np.bool_)
    names = np.full(clauses, NOBODY, np.int64)
    marked = np.zeros(top + 1, np.bool_)
    derived = np.empty(1024, np.int64)
    begins = np.empty(1024, np.int64)
    hints = np.empty(4096, np.int64)
    many, used = 0, 0  # derived so far, hints so far
    fixed, length = 0, 0  # the trail up to `fixed` has unit clauses

    for step in range(given + len(events)):
        if step < given:
            clause = step
            names[clause] = clause
        else:
            event = events[step - given]
            if event < 0:
                gone = -event - 1
                if starts[gone + 1] - starts[gone] > 1:
                    deleted[gone] = True
                continue
            clause = event - 1
            # deny its literals
            base = length
            satisfied = NOBODY
            for place in range(starts[clause], starts[clause + 1]):
                literal = arena[place]
                if value[literal] == 1:
                    if known[literal >> 1] != NOBODY:
                        satisfied = literal
                        break
                    continue
                if value[literal] == 0:
                    value[literal], value[literal ^ 1] = -1, 1
                    reason[literal >> 1] = NOBODY
                    trail[length] = literal ^ 1
                    length += 1
            begins = _grown(begins, many + 1)
            derived = _grown(derived, many + 1)
            begins[many] = used
            derived[many] = clause
            if satisfied != NOBODY:
                hints = _grown(hints, used + 1)
                hints[used] = known[satisfied >> 1]
                used += 1
            else:
                conflict, length = _propagate(
                    arena, starts, deleted, value, reason, trail, heads, following, base, length
                )
                if conflict == NOBODY:
                    return NOT_IMPLIED, derived, begins, hints, np.array([clause])
                hints = _grown(hints, used + top + 1 + length - base)
                # mark what the conflict needs, from the last to the first
                for place in range(starts[conflict], starts[conflict + 1]):
                    marked[arena[place] >> 1] = True
                for at in range(length - 1, base - 1, -1):
                    variable = trail[at] >> 1
                    if marked[variable] and reason[variable] != NOBODY:
                        because = reason[variable]
                        for place in range(starts[because], starts[because + 1]):
                            marked[arena[place] >> 1] = True
                for at in range(base):
                    variable = trail[at] >> 1
                    if marked[variable]:
                        hints[used] = known[variable]
                        used += 1
                        marked[variable] = False
                for at in range(base, length):
                    variable = trail[at] >> 1
                    if marked[variable]:
                        if reason[variable] != NOBODY:
                            hints[used] = names[reason[variable]]
                            used += 1
                        marked[variable] = False
                hints[used] = names[conflict]
                used += 1
            for at in range(base, length):
                literal = trail[at]
                value[literal], value[literal ^ 1] = 0, 0
                reason[literal >> 1] = NOBODY
            length = base
            names[clause] = given + many
            many += 1
        # enter the clause: literals that are not false come first
        first, end = starts[clause], starts[clause + 1]
        free = first
        for place in range(first, end):
            if value[arena[place]] != -1 and free < first + 2:
                arena[place], arena[free] = arena[free], arena[place]
                free += 1
        if end - first > 1:
            for side in range(2):
                literal = arena[first + side]
                following[2 * clause + side] = heads[literal]
                heads[literal] = 2 * clause + side
        conflict = NOBODY
        if free == first:
            conflict = clause
        elif free == first + 1 and value[arena[first]] == 0:
            forced = arena[first]
            value[forced], value[forced ^ 1] = 1, -1
            reason[forced >> 1] = clause
            trail[length] = forced
            length += 1
            conflict, length = _propagate(
                arena, starts, deleted, value, reason, trail, heads, following, fixed, length
            )
        # each literal that is true for good gets a unit clause
        for at in range(fixed, length):
            literal = trail[at]
            because = reason[literal >> 1]
            first, end = starts[because], starts[because + 1]
            if end - first == 1:
                known[literal >> 1] = names[because]
                continue
            begins = _grown(begins, many + 1)
            derived = _grown(derived, many + 1)
            hints = _grown(hints, used + end - first)
            begins[many] = used
            derived[many] = -literal - 1
            for place in range(first, end):
                if arena[place] != literal:
                    hints[used] = known[arena[place] >> 1]
                    used += 1
            hints[used] = names[because]
            used += 1
            known[literal >> 1] = given + many
            many += 1
        fixed = length
        if conflict != NOBODY:
            begins = _grown(begins, many + 2)
            derived = _grown(derived, many + 1)
            first, end = starts[conflict], starts[conflict + 1]
            hints = _grown(hints, used + end - first + 1)
            begins[many] = used
            derived[many] = clauses  # the empty clause
            for place in range(first, end):
                hints[used] = known[arena[place] >> 1]
                used += 1
            hints[used] = names[conflict]
            used += 1
            many += 1
            begins[many] = used
            return REFUTED, derived[:many], begins[: many + 1], hints[:used], np.array([given])
    return NO_END, derived[:0], begins[:0], hints[:0], np.array([given])


@kernel()
def needed_steps(given: int, begins: Numbers, hints: Numbers) -> NDArray[np.bool_]:
    """Mark the derived clauses that the last one needs, and those that these need."""
    many = len(begins) - 1
    needed = np.zeros(many, np.bool_)
    needed[many - 1] = True
    for step in range(many - 1, -1, -1):
        if needed[step]:
            for place in range(begins[step], begins[step + 1]):
                if hints[place] >= given:
                    needed[hints[place] - given] = True
    return needed


@kernel()
def last_uses(given: int, begins: Numbers, hints: Numbers, needed: NDArray[np.bool_]) -> Numbers:
    """Return for each derived clause the last step that needs it."""
    last = np.full(len(needed), NOBODY, np.int64)
    for step in range(len(needed)):
        if needed[step]:
            for place in range(begins[step], begins[step + 1]):
                if hints[place] >= given:
                    last[hints[place] - given] = step
    return last
