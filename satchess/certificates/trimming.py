"""From a SAT solver's proof to one with hints, without what it does not need."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from satchess.certificates.kernels import (
    NOT_IMPLIED,
    REFUTED,
    explain,
    last_uses,
    needed_steps,
)
from satchess.errors import EngineError


@dataclass(frozen=True)
class Step:
    """A clause that follows from those it names by unit propagation, in their order.

    Hints below the number of given clauses are given ones, others are earlier steps by their
    `name`. After it, the steps in `obsolete` are not needed any more.
    """

    name: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]
    obsolete: tuple[int, ...]


def trimmed(clauses: Sequence[Sequence[int]], proof: Iterable[str]) -> Iterator[Step]:
    """Yield the steps of a refutation that matter; the last one is the empty clause.

    Raise `EngineError` if the proof is not whole: some solvers return the beginning of one.
    """
    rows = [tuple(clause) for clause in clauses]
    given = len(rows)
    events: list[int] = []
    numbers: dict[tuple[int, ...], list[int]] = {}
    for number, row in enumerate(rows):
        numbers.setdefault(tuple(sorted(row)), []).append(number)
    for line in proof:
        words = line.split()
        is_deletion = words[0] == "d"
        row = tuple(map(int, words[is_deletion:-1]))
        if words[-1] != "0":
            raise EngineError("a line of the solver's proof has no end")
        key = tuple(sorted(row))
        if not is_deletion:
            numbers.setdefault(key, []).append(len(rows))
            events.append(len(rows) + 1)
            rows.append(row)
        elif numbers.get(key):
            events.append(-numbers[key].pop() - 1)
        if not row:
            break
    # without a clause that was learned, the given ones are refuted at once, or not at all
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    arena = np.array([2 * abs(lit) + (lit < 0) for row in rows for lit in row], np.int64)
    top = max((abs(lit) for row in rows for lit in row), default=0)
    status, derived, begins, hints, place = explain(top, arena, starts, np.array(events, np.int64))
    if status == NOT_IMPLIED:
        raise EngineError(f"clause {place[0]} of the solver's proof does not follow")
    if status != REFUTED:
        raise EngineError("the solver's proof is not whole: it does not end with a contradiction")
    needed = needed_steps(given, begins, hints)
    last = last_uses(given, begins, hints, needed)
    obsolete: dict[int, list[int]] = {}
    steps = [int(step) for step in np.flatnonzero(needed)]
    for step in steps[:-1]:
        obsolete.setdefault(int(last[step]), []).append(given + step)
    for step in steps:
        number = int(derived[step])
        if number < 0:
            literals: tuple[int, ...] = (_literal(-number - 1),)
        else:
            literals = rows[number] if number < len(rows) else ()
        yield Step(
            given + step,
            literals,
            tuple(map(int, hints[begins[step] : begins[step + 1]])),
            tuple(obsolete.get(step, ())),
        )


def _literal(code: int) -> int:
    return -(code >> 1) if code & 1 else code >> 1
