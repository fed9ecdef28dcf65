"""Peers: the solvers a user would otherwise pick, given the model of a question.

They get the same `Model` as satchess's engines, and their clock starts with it built: parsing the
question and stating its constraints costs them nothing. Each needs a process of its own, and not
only for the clock: highspy cannot be imported after ortools.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.trials import Contender, Trial, Work
from satchess.encodings.formula import Formula
from satchess.engines.sat.solver import heaviest_model
from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Model, Sense, When
from satchess.questions import Question

NONE = "none"
"""The answer that there is no placement."""


@dataclass(frozen=True)
class LinearRow:
    """The number of true literals lies between two bounds, if `condition` is true."""

    least: int
    most: int
    literals: tuple[int, ...]
    condition: int | None = None


def linear_rows(model: Model) -> Iterator[LinearRow]:
    """State the constraints of a model as bounds on numbers of true literals."""
    return map(_linear_row, model.constraints)


def _linear_row(constraint: Constraint) -> LinearRow:
    match constraint:
        case Clause(literals):
            return LinearRow(1, len(literals), literals)
        case AtMost(bound, literals):
            return LinearRow(0, bound, literals)
        case AtLeast(bound, literals):
            return LinearRow(bound, len(literals), literals)
        case Exactly(bound, literals):
            return LinearRow(bound, bound, literals)
        case When(literal, then) if not isinstance(then, When):
            return replace(_linear_row(then), condition=literal)
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
            stated = programme.add_bool_or(terms(row.literals))
        elif (row.least, row.most, row.condition) == (0, 1, None):
            stated = programme.add_at_most_one(terms(row.literals))
        else:
            stated = programme.add_linear_constraint(sum(terms(row.literals)), row.least, row.most)
        if row.condition is not None:
            stated.only_enforce_if(*terms((row.condition,)))
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
        for least, most, times in _unconditional(row):
            negated = sum(n for literal, n in times.items() if literal < 0)
            lower.append(float(least - negated))
            upper.append(float(most - negated))
            starts.append(len(indices))
            indices += [abs(literal) - 1 for literal in times]
            values += [float(n if literal > 0 else -n) for literal, n in times.items()]
    solver.addRows(len(lower), lower, upper, len(indices), starts, indices, values)
    return solver


def _unconditional(row: LinearRow) -> Iterator[tuple[int, int, Counter[int]]]:
    """Yield bounds on weighted literals: what is conditional is void if the condition is false."""
    times, number = Counter(row.literals), len(row.literals)
    if row.condition is None:
        yield row.least, row.most, times
        return
    if row.least > 0:
        yield row.least, number + row.least, times + Counter({-row.condition: row.least})
    if row.most < number:
        yield 0, number, times + Counter({row.condition: number - row.most})


def rc2(trial: Trial) -> Work:
    """Prepare RC2, the MaxSAT solver of python-sat."""
    import_module("pysat.examples.rc2")
    model = Question.parse(trial.question).model()
    return partial(_by_rc2, model)


def _by_rc2(model: Model) -> object:
    assert model.objective is not None
    sign = -1 if model.objective.sense is Sense.FEWEST else 1
    wanted = {sign * term: times for term, times in model.objective.weights.items()}
    true = heaviest_model(Formula(model).collector.clauses, wanted)
    return NONE if true is None else model.objective.value(true)


def sage(trial: Trial) -> Work:
    """Prepare Sage: its own graph of a chess piece."""
    generators: Any = import_module("sage.graphs.generators.chessboard")
    import_module("sage.graphs.cliquer")
    _, piece, board = trial.question.split()
    graph = getattr(generators, f"{piece.capitalize()}Graph")
    return partial(_by_sage, graph, tuple(map(int, board.split("x"))))


def _by_sage(graph: Any, sides: tuple[int, ...]) -> object:
    return len(graph(sides).independent_set(algorithm="Cliquer"))


PEERS = (
    *(
        Contender("CP-SAT", partial(cp_sat, level=level), "ortools", f"lin {level}")
        for level in (2, 1, 0)
    ),
    Contender("HiGHS", highs, "highspy"),
    Contender("RC2", rc2, "pysat"),
    Contender("Sage", sage, "sage.graphs.cliquer", pattern=r"^independence \w+ \d+x\d+$"),
)
"""The peers, one for each setting. Sage's Cliquer knows independent sets of its chess graphs."""
