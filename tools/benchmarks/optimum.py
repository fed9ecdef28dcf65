"""The optimum with its proof, against CP-SAT and HiGHS. No contender is told the optimum."""

from collections.abc import Sequence
from functools import partial

import satchess
from benchmarks.contest import hold
from benchmarks.peers import NONE, PEERS
from benchmarks.trials import Contender, Trial, Work

QUESTIONS = (
    *(f"domination queen {n}x{n}" for n in range(8, 15)),
    *(f"domination queen {n}x{n} --independent" for n in range(8, 13)),
    *(f"domination knight {n}x{n}" for n in range(8, 12)),
    *(f"domination {piece} 10x10" for piece in ("king", "rook", "bishop")),
    *(f"independence {piece} 12x12" for piece in ("queen", "king", "knight", "bishop")),
)


def ours(trial: Trial) -> Work:
    """Prepare satchess: a first question starts its worker. It has no seed: runs repeat."""
    satchess.ask("solve independence king 1x1", cache=False)
    return partial(_by_satchess, trial)


def _by_satchess(trial: Trial) -> object:
    answer = satchess.ask(f"solve {trial.question}", cache=False, timeout=trial.limit)
    if answer.status == satchess.Status.INFEASIBLE:
        return NONE
    return answer.value if answer.status == satchess.Status.OPTIMAL else None


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(
        arguments,
        name="optimum",
        description=__doc__ or "",
        answer="optimum",
        questions=QUESTIONS,
        contenders=(Contender("satchess", ours, "satchess"), *PEERS),
    )
