"""The number of placements of n leprechauns on n x n, against CP-SAT and clingo.

A count of zero is a refutation. Peers are told that each row and column has a piece: redundant,
given the number of pieces, but it helps them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from benchmarks.contest import Contest, hold
from benchmarks.counting import WARM_UPS, by_satchess
from benchmarks.counting_peers import Clingo, CpSat
from benchmarks.counts import Counter, pieces_of, prepared
from benchmarks.own import ready
from benchmarks.trials import Contender, Trial, Work
from satchess.model import Clause, Model

QUESTIONS = (
    *(f"leprechauns 2 {n}" for n in (10, 12, 13, 14)),
    *(f"leprechauns 3 {n}" for n in range(16, 23)),
    *(f"leprechauns 4 {n}" for n in (28, 29, 30)),
    *(f"leprechauns 5 {n}" for n in (36, 37)),
    *(f"leprechauns 4 {n}" for n in (26, 27)),
    "leprechauns 5 38",
    *(f"leprechauns 6 {n}" for n in (50, 51)),
)
"""Counts first, then refutations."""


def ours(trial: Trial) -> Work:
    """Prepare satchess: its kernel for the range is loaded, as in a service that knows it."""
    _, reach, _ = trial.question.split()
    ready("count", {**WARM_UPS, "rows": f"leprechauns {reach} 6"})
    return by_satchess(trial)


class _ByRows(Counter):
    """A peer that is told of full rows and columns."""

    def __init__(self, trial: Trial, peer: Callable[[Trial], Counter]) -> None:
        super().__init__(trial)
        self._peer = peer(trial)

    def total(self, model: Model) -> int | None:
        """Count, with a clause for every row and column."""
        number = pieces_of(model)
        full = (Clause(g) for f in model.families if len(f) == number for g in f)
        return self._peer.total(replace(model, constraints=(*model.constraints, *full)))

    def best(self, model: Model) -> None:
        """Unused: the number of pieces is given."""
        raise NotImplementedError


def _contenders(
    name: str, package: str, settings: Mapping[str, Callable[[Trial], Counter]]
) -> tuple[Contender, ...]:
    """Return a peer once for each of its settings."""
    return tuple(
        Contender(name, partial(prepared, partial(_ByRows, peer=peer)), package, setting)
        for setting, peer in settings.items()
    )


PEERS = (
    *_contenders(
        "clingo",
        "clingo",
        {
            "auto": Clingo,
            "crafty": partial(Clingo, options=("--configuration=crafty",)),
            "jumpy": partial(Clingo, options=("--configuration=jumpy",)),
        },
    ),
    *_contenders(
        "CP-SAT",
        "ortools",
        {
            **{f"lin {level}": partial(CpSat, level=level) for level in (0, 1, 2)},
            **{
                f"decide, lin {level}": partial(CpSat, level=level, decides_first=True)
                for level in (0, 2)
            },
        },
    ),
)
"""The counting peers, grouped by name, once per setting."""


CONTEST = Contest(
    name="leprechauns",
    description=__doc__ or "",
    answer="placements",
    questions=QUESTIONS,
    contenders=(Contender("satchess", ours, "satchess"), *PEERS),
    asked_as="count",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
