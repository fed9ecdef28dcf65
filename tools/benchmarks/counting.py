"""The number of optimal placements, against the obvious alternatives.

Peers find the optimum by themselves, and count independent components separately (bishops on dark
and on light squares).
"""

from collections.abc import Sequence
from functools import partial

from benchmarks.contest import Contest, hold
from benchmarks.counting_peers import COUNTING_PEERS
from benchmarks.counts import Counts
from benchmarks.own import asked, ready
from benchmarks.trials import Contender, Told, Trial, Work

QUESTIONS = (
    *(f"independence king {n}x{n}" for n in (8, 12, 16, 24, 30, 40)),
    *(f"domination king {n}x{n}" for n in (8, 12, 16, 18)),
    "domination king 8x8:torus",
    "domination king 10x10:cylinder",
    "domination king 10x10 --total",
    *(f"independence knight {n}x{n}" for n in (8, 12)),
    "domination knight 8x8",
    *(f"independence queen {n}x{n}" for n in (8, 10, 12, 14, 16)),
    *(f"domination queen {n}x{n}" for n in range(8, 13)),
    *(f"independence bishop {board}" for board in ("8x8", "13x16", "16x16")),
    *(f"domination bishop {board}" for board in ("8x8", "9x9")),
    "domination rook 8x8",
    "independence queen 8x8 --by-size",
    *(f"domination king {n}x{n} --by-size" for n in (8, 10, 12)),
    "domination king 8x8 --total --by-size",
    "domination queen 6x6 --by-size",
    "independence queen 11x11:torus --size 11",
    "independence RBN 12x12",
)

WARM_UPS = {
    "formula": "independence rook 3x3",
    "kings": "independence king 18x18",
    "rows": "independence queen 6x6",
    "frontier": "independence king 19x17",
    "windows": "domination queen 12",
    "diagram": "domination rook 3x3",
    "ganak": "independence king 3x3",
    "sat": "independence knight 3x3",
}
"""Warm-up questions by engine: a long-running service would have loaded everything too."""


PLANNED = "domination knight 3x3"
"""Loads the engines that the plan asks before it comes to one of those."""


def ours(trial: Trial) -> Work:
    """Prepare satchess: its engines are loaded. It has no seed: runs repeat."""
    ready("count", WARM_UPS, PLANNED)
    return by_satchess(trial)


def by_satchess(trial: Trial) -> Work:
    """Return the work of counting."""
    return partial(_counted, trial)


def _counted(trial: Trial) -> object:
    answer = asked(f"count {trial.question}", trial.limit)
    if not answer.status.is_final:
        return None
    if answer.by_size is not None:
        return Told(Counts(answer.by_size), answer.engine)
    if answer.value is None or answer.count is None:
        return Told(Counts(()), answer.engine)
    return Told(Counts(((answer.value, answer.count),)), answer.engine)


CONTEST = Contest(
    name="counting",
    description=__doc__ or "",
    answer="placements",
    questions=QUESTIONS,
    contenders=(Contender("satchess", ours, "satchess"), *COUNTING_PEERS),
    asked_as="count",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
