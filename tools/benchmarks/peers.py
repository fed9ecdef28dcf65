"""Peers: the solvers a user would otherwise pick, given the model of a question.

They get the same `Model` as satchess's engines, and their clock starts with it built: parsing the
question and stating its constraints costs them nothing. Each needs a process of its own, and not
only for the clock: highspy cannot be imported after ortools.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.trials import Contender, Trial, Work
from satchess.model import AtLeast, AtMost, Clause, Exactly, Model, Sense
from satchess.questions import Question

NONE = "none"
"""The answer that there is no placement."""


@dataclass(frozen=True)
class LinearRow:
    """The number of true literals lies between two bounds."""

    least: int
    most: int
    literals: tuple[int, ...]


def linear_rows(model: Model) -> Iterator[LinearRow]:
    """State the constraints of a model as bounds on numbers of true literals."""
    for constraint in model.constraints:
        match constraint:
            case Clause(literals):
                yield LinearRow(1, len(literals), literals)
            case AtMost(bound, literals):
                yield LinearRow(0, bound, literals)
            case AtLeast(bound, literals):
                yield LinearRow(bound, len(literals), literals)
            case Exactly(bound, literals):
                yield LinearRow(bound, bound, literals)
            case _:
                raise NotImplementedError(f"peers are not told of {type(constraint).__name__}")


def cp_sat(trial: Trial, level: int) -> Work:
    """Prepare Google's CP-SAT with a linearization level."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model = Question.parse(trial.question).model()
    return partial(_by_cp_sat, cp_model, model, trial, level)


def _by_cp_sat(cp_model: Any, model: Model, trial: Trial, level: int) -> object:
    programme, terms = cp_sat_programme(cp_model, model)
    if model.objective is not None:
        fewest = model.objective.sense is Sense.FEWEST
        (programme.minimize if fewest else programme.maximize)(sum(terms(model.objective.terms)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = level
    solver.parameters.random_seed = trial.seed
    solver.parameters.max_time_in_seconds = trial.limit
    status = solver.solve(programme)
    if status == cp_model.INFEASIBLE:
        return NONE
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def cp_sat_programme(
    cp_model: Any, model: Model
) -> tuple[Any, Callable[[tuple[int, ...]], list[Any]]]:
    """State a model for CP-SAT, without its objective; also return a translator of literals."""
    programme = cp_model.CpModel()
    variables = [programme.new_bool_var("") for _ in range(model.top)]

    def terms(literals: tuple[int, ...]) -> list[Any]:
        return [variables[v - 1] if v > 0 else ~variables[-v - 1] for v in literals]

    for row in linear_rows(model):
        if (row.least, row.most) == (1, len(row.literals)):
            programme.add_bool_or(terms(row.literals))
        elif (row.least, row.most) == (0, 1):
            programme.add_at_most_one(terms(row.literals))
        else:
            programme.add_linear_constraint(sum(terms(row.literals)), row.least, row.most)
    return programme, terms


def highs(trial: Trial) -> Work:
    """Prepare HiGHS, a MIP solver."""
    highspy: Any = import_module("highspy")
    model = Question.parse(trial.question).model()
    return partial(_by_highs, highspy, model, trial)


def _by_highs(highspy: Any, model: Model, trial: Trial) -> object:
    solver = highs_programme(highspy, model, trial)
    if model.objective is not None:
        for term in model.objective.terms:
            solver.changeColCost(abs(term) - 1, 1.0 if term > 0 else -1.0)
        solver.changeObjectiveOffset(float(sum(term < 0 for term in model.objective.terms)))
        if model.objective.sense is Sense.MOST:
            solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return NONE
    optimal = status == highspy.HighsModelStatus.kOptimal
    return round(solver.getInfo().objective_function_value) if optimal else None


def highs_programme(highspy: Any, model: Model, trial: Trial) -> Any:
    """State a model for HiGHS, without its objective."""
    solver = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "parallel": "off", "mip_rel_gap": 0.0}
    for name, value in {**options, "time_limit": trial.limit, "random_seed": trial.seed}.items():
        solver.setOptionValue(name, value)
    columns = list(range(model.top))
    solver.addVars(model.top, [0.0] * model.top, [1.0] * model.top)
    solver.changeColsIntegrality(model.top, columns, [highspy.HighsVarType.kInteger] * model.top)
    lower: list[float] = []
    upper: list[float] = []
    starts: list[int] = []
    indices: list[int] = []
    values: list[float] = []
    for row in linear_rows(model):
        negated = sum(literal < 0 for literal in row.literals)
        lower.append(float(row.least - negated))
        upper.append(float(row.most - negated))
        starts.append(len(indices))
        indices += [abs(literal) - 1 for literal in row.literals]
        values += [1.0 if literal > 0 else -1.0 for literal in row.literals]
    solver.addRows(len(lower), lower, upper, len(indices), starts, indices, values)
    return solver


PEERS = (
    *(
        Contender("CP-SAT", partial(cp_sat, level=level), "ortools", f"lin {level}")
        for level in (2, 1, 0)
    ),
    Contender("HiGHS", highs, "highspy"),
)
