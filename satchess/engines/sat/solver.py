"""The door to python-sat's solvers.

Hides that CaDiCaL in python-sat cannot be interrupted and that its conflict budget lasts for one
call. Solvers that ignore assumptions (Kissat, Lingeling) are left out.
"""

import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from satchess.closable import Closable
from satchess.engines import tally
from satchess.errors import BadQuestion, EngineError, expected_one_of

if TYPE_CHECKING:
    from pysat.formula import WCNF

SOLVERS = {
    "cadical195": "CaDiCaL 1.9.5 (Biere et al.)",
    "cadical153": "CaDiCaL 1.5.3",
    "glucose42": "Glucose 4.2.1 (Audemard, Simon)",
    "maplechrono": "MapleLCMDistChronoBT (Nadel, Ryvchin)",
    "minisat22": "MiniSat 2.2 (Eén, Sörensson)",
}
"""Solvers that take assumptions and conflict budgets, by their names in python-sat."""

DEFAULT_SOLVER = "cadical195"


def _count(solver: Any) -> None:
    """Tally the work of a solver of python-sat that is about to be closed."""
    if tally.is_kept() and solver is not None and solver.solver is not None:
        done = {name: solver.accum_stats()[name] for name in ("conflicts", "propagations")}
        tally.add(solvers=1, variables=solver.nof_vars(), clauses=solver.nof_clauses(), **done)


@contextmanager
def _heeding_interrupts() -> Iterator[None]:
    """Raise `KeyboardInterrupt` where python-sat has an error of its own for Ctrl-C.

    It leaves its own handler behind, which would jump into a call that is over, and the signal
    blocked, so that the next Ctrl-C would be in vain.
    """
    from pysolvers import error as SolverError

    try:
        yield
    except SolverError as error:
        if "keyboard interrupt" not in str(error):
            raise
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        if hasattr(signal, "pthread_sigmask"):  # not on Windows
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        raise KeyboardInterrupt from None


class SatSolver(Closable):
    """An incremental solver. Use it as a context manager: it holds memory outside of Python."""

    def __init__(self, clauses: Iterable[list[int]] = (), name: str | None = None) -> None:
        from pysat.solvers import Solver

        name = name or DEFAULT_SOLVER
        if name not in SOLVERS:
            raise BadQuestion(f"solver {name!r}: {expected_one_of(name, SOLVERS)}")
        self._solver = Solver(name=name, bootstrap_with=clauses)

    def close(self) -> None:
        """Give the solver's memory back, and tell what it did."""
        _count(self._solver)
        self._solver.delete()

    def add(self, clauses: Iterable[list[int]]) -> None:
        """Add clauses for good."""
        self._solver.append_formula(clauses)

    def solve(self, assumptions: Iterable[int] = (), conflicts: int | None = None) -> bool | None:
        """Decide the formula under assumptions; None if the conflict budget runs out."""
        assumptions = list(assumptions)
        with _heeding_interrupts():
            if conflicts is None:
                answer = self._solver.solve(assumptions=assumptions)
            else:
                self._solver.conf_budget(conflicts)
                answer = self._solver.solve_limited(assumptions=assumptions)
        return None if answer is None else bool(answer)

    @property
    def conflicts(self) -> int:
        """Conflicts so far, over all calls."""
        return int(self._solver.accum_stats()["conflicts"])

    def propagate(self, assumptions: Iterable[int]) -> list[int] | None:
        """Return the literals propagated from assumptions; None on a conflict."""
        consistent, literals = self._solver.propagate(assumptions=list(assumptions))
        return list(literals) if consistent else None

    def true_variables(self) -> set[int]:
        """Return the true variables of the model just found."""
        return {literal for literal in self._solver.get_model() if literal > 0}


def proof_of_unsatisfiability(clauses: Iterable[Iterable[int]]) -> Iterator[str]:
    """Refute clauses, and yield the lines of the solver's proof (DRUP).

    python-sat returns no proof, or the beginning of one, for some solvers: whoever uses a proof has
    to check that it is whole. Raise `EngineError` if there is a model.
    """
    from pysat.solvers import Solver

    with Solver(name=DEFAULT_SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        with _heeding_interrupts():
            satisfiable = solver.solve()
        if satisfiable:
            raise EngineError("what was to be refuted has a model")
        yield from solver.get_proof() or ()


def heaviest_model(clauses: Iterable[list[int]], weights: Mapping[int, int]) -> set[int] | None:
    """Return the true variables of a model with the greatest weight of true literals, if any.

    Ignatiev, Morgado, Marques-Silva: RC2: An Efficient MaxSAT Solver. JSAT 11 (2019). It goes by
    unsatisfiable cores: nothing is known of the optimum before it is found.
    """
    from pysat.examples.rc2 import RC2Stratified

    formula = _weighted(clauses, weights)
    with RC2Stratified(formula, solver="g4", adapt=True, exhaust=True, minz=True) as solver:
        model = solver.compute()
    return None if model is None else {literal for literal in model if literal > 0}


def _weighted(clauses: Iterable[list[int]], weights: Mapping[int, int]) -> "WCNF":
    """Return clauses as hard ones, and the literals with weights as soft ones."""
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend(clauses)
    for literal, weight in weights.items():
        formula.append([literal], weight=weight)
    return formula


class CoreSearch(Closable):
    """The heaviest model by unsatisfiable cores, told core after core.

    Of the algorithms of python-sat's RC2 (see `heaviest_model`), OLL: Morgado, Dodaro,
    Marques-Silva: Core-Guided MaxSAT with Soft Cardinality Constraints. CP (2014).
    """

    def __init__(self, clauses: Iterable[list[int]], weights: Mapping[int, int]) -> None:
        from pysat.examples.rc2 import RC2

        formula = _weighted(clauses, weights)
        self._search = RC2(formula, solver="g4", exhaust=True)
        self.model: set[int] | None = None
        """The true variables of the heaviest model, when it is found."""

    def close(self) -> None:
        """Give the solver's memory back, and tell what it did."""
        _count(self._search.oracle)
        self._search.delete()

    def given_up(self) -> Iterator[int]:
        """Yield the weight that every model lacks, as it rises; the last is that of the best."""
        search = self._search
        while True:
            with _heeding_interrupts():
                if search.oracle.solve(assumptions=search.active_assumps()):
                    break
                search.get_core()
                if not search.core:
                    return  # there is no model at all
                search.process_core()
            yield int(search.cost)
        with _heeding_interrupts():  # all wishes can be had now: the model is read by asking again
            self.model = {literal for literal in search.compute() if literal > 0}
