"""The optimum with its proof, against CP-SAT, HiGHS and RC2. No contender is told the optimum."""

from collections.abc import Sequence
from functools import partial

import satchess
from benchmarks.contest import Contest, hold
from benchmarks.own import asked, ready
from benchmarks.peers import NONE, PEERS
from benchmarks.trials import Contender, Told, Trial, Work

QUESTIONS = (
    *(f"domination queen {n}x{n}" for n in range(8, 15)),
    *(f"domination queen {n}x{n} --independent" for n in range(8, 13)),
    *(f"domination knight {n}x{n}" for n in range(8, 15)),
    *(f"domination knight {n}x{n} --total" for n in (10, 12)),
    *(f"domination knight {n}x{n} --independent" for n in (9, 10)),
    *(f"domination {piece} 10x10" for piece in ("king", "rook", "bishop", "camel")),
    *("domination king 10x10 --total", "domination queen 8x8 --total"),
    *(f"domination {piece} 8x8:torus" for piece in ("king", "knight", "queen")),
    *(f"independence {piece} 12x12" for piece in ("queen", "king", "knight", "bishop")),
    *("independence knight 9x9:torus", "independence queen 9x9:torus"),
    *(f"non-dominating queen {n}" for n in (7, 8, 9)),
    *(f"peaceable queen {n}" for n in (6, 7, 8)),
    *("domination king 6x6 --upper", "domination knight 6x6 --upper"),
    "crowded-board 6 --pieces queen=6,rook=6,bishop=8,knight",
)

WARM_UP = {
    "sat": "domination queen 5x5",
    "theorem": "independence king 2x2",
    "cores": "domination knight 5x5",
    "linear": "domination knight 5x5",
    "quarters": "domination knight 8x8",
    "armies": "peaceable queen 5",
    "frames": "domination queen 9",
}
"""What loads each engine, as peers load their libraries before the clock starts."""


PLANNED = "domination knight 4x5"
"""Loads the engines that the plan asks before it comes to one of those."""


def ours(trial: Trial) -> Work:
    """Prepare satchess: its engines are loaded. It has no seed: runs repeat."""
    ready("solve", WARM_UP, PLANNED)
    return partial(_by_satchess, trial)


def _by_satchess(trial: Trial) -> object:
    answer = asked(f"solve {trial.question}", trial.limit)
    if answer.status == satchess.Status.INFEASIBLE:
        return NONE
    return Told(answer.value, answer.engine) if answer.status.is_final else None


CONTEST = Contest(
    name="optimum",
    description=__doc__ or "",
    answer="optimum",
    questions=QUESTIONS,
    contenders=(Contender("satchess", ours, "satchess"), *PEERS),
    asked_as="solve",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
