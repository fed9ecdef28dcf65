"""The most beautiful queens, against CP-SAT and HiGHS solving as Fischetti and Salvagnin do.

Peers minimise the queens in each group of equally heavy squares in turn, and fix the result. They
get every shortcut: rows and columns are stated to be full, a group without queens in the last
placement is skipped, and outer groups are first emptied in blocks. Fingerprints are abbreviated in
print, with a digest of the whole to compare them by.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib import import_module
from typing import Any

import satchess
from benchmarks.contest import Contest, hold
from benchmarks.own import asked, ready
from benchmarks.peers import NONE, cp_sat_programme, highs_programme
from benchmarks.trials import Contender, Told, Trial, Work
from satchess.domain.weights import Fingerprint, write_fingerprint
from satchess.model import Clause, Model
from satchess.questions import Question

QUESTIONS = tuple(f"beautiful {n}" for n in (12, 16, 20, 24, 28, 32, 40, 47, 48, 64, 80, 96))

BLOCK = 100
"""Groups emptied at once, as in the paper."""

Ask = Callable[[list[int], float], set[int] | None]
"""(variables, seconds left) -> a minimum set of true variables; None without an optimum."""

Fix = Callable[[list[int], int], None]
"""Fixes how many of these variables are true from now on."""


def ours(trial: Trial) -> Work:
    """Prepare satchess: a first question loads and compiles the kernels."""
    is_wide = Question.parse(trial.question).board.rows > 64
    ready("solve", {}, "beautiful 5", *(["beautiful 65"] if is_wide else []))
    return partial(_by_satchess, trial)


def _by_satchess(trial: Trial) -> object:
    answer = asked(f"solve {trial.question}", trial.limit)
    if answer.status == satchess.Status.INFEASIBLE:
        return NONE
    if answer.status != satchess.Status.OPTIMAL or answer.fingerprint is None:
        return None
    return Told(_short(answer.fingerprint), answer.engine)


def _short(fingerprint: Fingerprint) -> str:
    digest = sha256(repr(fingerprint).encode()).hexdigest()[:6]
    return f"{write_fingerprint(fingerprint, 2)} #{digest}"


def _stated(question: Question) -> tuple[Model, dict[int, list[int]]]:
    """Return the plain model, rows and columns full, and the variables of each weight."""
    assert question.bottleneck is not None
    model = question.without_bottleneck().model()
    variable = {place.square: v for v, place in enumerate(model.places, start=1)}
    groups = question.bottleneck.groups(question.board, variable)
    full = (Clause(g) for f in model.families if len(f) == question.board.rows for g in f)
    return (
        replace(model, constraints=(*model.constraints, *full)),
        {weight: [variable[s] for s in squares] for weight, squares in groups.items()},
    )


def _group_by_group(
    groups: dict[int, list[int]], side: int, ask: Ask, fix: Fix, limit: float
) -> object:
    """Settle the groups from the heaviest; None if a peer runs out of time."""
    end = time.perf_counter() + limit
    rest = list(groups.items())
    fingerprint: list[int] = []
    true: set[int] = set()
    emptying = True
    while len(fingerprint) < side:
        block = [v for _, group in rest[:BLOCK] for v in group] if emptying else rest[0][1]
        if emptying or not true or true.intersection(block):
            found = ask(block, end - time.perf_counter())
            if found is None:
                return None
            true = found
        number = len(true.intersection(block))
        if emptying and number:
            emptying = False
            continue
        fix(block, number)
        if not emptying:
            fingerprint += [rest[0][0]] * number
        del rest[: BLOCK if emptying else 1]
    return _short(tuple(fingerprint))


def cp_sat(trial: Trial, level: int) -> Work:
    """Prepare Google's CP-SAT with a linearization level."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    question = Question.parse(trial.question)
    return partial(_by_cp_sat, cp_model, *_stated(question), question.board.rows, trial, level)


def _by_cp_sat(
    cp_model: Any,
    model: Model,
    groups: dict[int, list[int]],
    side: int,
    trial: Trial,
    level: int,
) -> object:
    programme, terms = cp_sat_programme(cp_model, model)
    everything = [(v, term) for v, term in zip(*_with(terms, model.top), strict=True)]

    def ask(variables: list[int], seconds: float) -> set[int] | None:
        programme.minimize(sum(terms(tuple(variables))))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = level
        solver.parameters.random_seed = trial.seed
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
        if solver.solve(programme) != cp_model.OPTIMAL:
            return None
        true = {v for v, term in everything if solver.value(term)}
        programme.clear_hints()
        for v, term in everything:
            programme.add_hint(term, v in true)
        return true

    def fix(variables: list[int], number: int) -> None:
        programme.add(sum(terms(tuple(variables))) == number)

    return _group_by_group(groups, side, ask, fix, trial.limit)


def _with(terms: Callable[[tuple[int, ...]], list[Any]], top: int) -> tuple[range, list[Any]]:
    variables = range(1, top + 1)
    return variables, terms(tuple(variables))


def highs(trial: Trial) -> Work:
    """Prepare HiGHS, a MIP solver."""
    highspy: Any = import_module("highspy")
    question = Question.parse(trial.question)
    return partial(_by_highs, highspy, *_stated(question), question.board.rows, trial)


def _by_highs(
    highspy: Any, model: Model, groups: dict[int, list[int]], side: int, trial: Trial
) -> object:
    solver = highs_programme(highspy, model, trial)

    def ask(variables: list[int], seconds: float) -> set[int] | None:
        inside = set(variables)
        for v in range(1, model.top + 1):
            solver.changeColCost(v - 1, float(v in inside))
        # its clock does not restart
        solver.setOptionValue("time_limit", solver.getRunTime() + max(0.01, seconds))
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        values = solver.getSolution().col_value
        return {v for v in range(1, model.top + 1) if values[v - 1] > 0.5}

    def fix(variables: list[int], number: int) -> None:
        columns = [v - 1 for v in variables]
        solver.addRow(float(number), float(number), len(columns), columns, [1.0] * len(columns))

    return _group_by_group(groups, side, ask, fix, trial.limit)


PEERS = (
    *(
        Contender("CP-SAT", partial(cp_sat, level=level), "ortools", f"lin {level}")
        for level in (1, 2)
    ),
    Contender("HiGHS", highs, "highspy"),
)


CONTEST = Contest(
    name="beautiful",
    description=__doc__ or "",
    answer="fingerprint",
    questions=QUESTIONS,
    contenders=(Contender("satchess", ours, "satchess"), *PEERS),
    asked_as="solve",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
