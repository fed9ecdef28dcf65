"""Counting peers: by enumeration, by decision diagrams, and by model counting.

Each finds the optimum by itself, and each gets the components of a model one by one.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations
from typing import Any

from benchmarks.counts import Counter, costs, prepared
from benchmarks.peers import cp_sat_programme, linear_rows
from benchmarks.trials import Contender, Trial
from satchess.engines.counting.base import Polynomial
from satchess.model import AtMost, Clause, Model, Sense


class CpSat(Counter):
    """Google's CP-SAT: the optimum, then all solutions of that value.

    The linearization level is that of the enumeration; the optimum is found at level 2. With
    `decides_first`, it first decides feasibility at full strength: when enumerating, it forgoes
    symmetry breaking and some presolve.
    """

    def __init__(self, trial: Trial, level: int, *, decides_first: bool = False) -> None:
        super().__init__(trial)
        self._level = level
        self._decides_first = decides_first
        self._cp_model: Any = import_module("ortools.sat.python.cp_model")

    def total(self, model: Model) -> int | None:
        """List all solutions."""

        class Tally(self._cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
            """Counts solutions."""

            number = 0

            def on_solution_callback(self) -> None:
                """Count one more."""
                self.number += 1

        programme, _ = cp_sat_programme(self._cp_model, model)
        solver = self._solver(self._level)
        if self._decides_first and solver.solve(programme) == self._cp_model.INFEASIBLE:
            return 0
        solver.parameters.enumerate_all_solutions = True
        tally = Tally()
        status = solver.solve(programme, tally)
        complete = status in (self._cp_model.OPTIMAL, self._cp_model.INFEASIBLE)
        return tally.number if complete else None

    def best(self, model: Model) -> Polynomial | None:
        """Optimise first."""
        assert model.objective is not None
        programme, terms = cp_sat_programme(self._cp_model, model)
        fewest = model.objective.sense is Sense.FEWEST
        (programme.minimize if fewest else programme.maximize)(sum(terms(model.objective.terms)))
        solver = self._solver(level=2)
        status = solver.solve(programme)
        if status == self._cp_model.INFEASIBLE:
            return {}
        if status != self._cp_model.OPTIMAL:
            return None
        value = round(solver.objective_value)
        count = self.total(model.with_value(value))
        return None if count is None else {value: count}

    def _solver(self, level: int) -> Any:
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = level
        solver.parameters.random_seed = self.trial.seed
        solver.parameters.max_time_in_seconds = self.trial.limit
        return solver


class Clingo(Counter):
    """Answer sets: clingo's own enumeration of all optimal models, without printing them."""

    def __init__(self, trial: Trial, options: tuple[str, ...] = ()) -> None:
        super().__init__(trial)
        self._options = options
        self._clingo: Any = import_module("clingo")

    def total(self, model: Model) -> int:
        """List all answer sets."""
        return int(self._summary(_answer_set_rules(model))["models"]["enumerated"])

    def best(self, model: Model) -> Polynomial:
        """Let it optimise, and list all optimal answer sets."""
        assert model.objective is not None
        weighed = "; ".join(f"1,{abs(t)}: {_atom(t)}" for t in costs(model.objective))
        rules = [*_answer_set_rules(model), f"#minimize {{ {weighed} }}."]
        summary = self._summary(rules, "--opt-mode=optN")
        if not summary["models"]["enumerated"]:
            return {}
        cost = int(summary["costs"][0])
        fewest = model.objective.sense is Sense.FEWEST
        value = cost if fewest else len(model.objective.terms) - cost
        return {value: int(summary["models"]["optimal"])}

    def _summary(self, rules: list[str], *options: str) -> Any:
        seed = f"--seed={self.trial.seed}"
        control = self._clingo.Control(["--models=0", seed, *self._options, *options])
        control.add("base", [], "\n".join(rules))
        control.ground([("base", [])])
        control.solve()
        return control.statistics["summary"]


def _atom(literal: int) -> str:
    return f"x({literal})" if literal > 0 else f"not x({-literal})"


def _answer_set_rules(model: Model) -> list[str]:
    rules = [f"{{ x(1..{model.top}) }}."]
    for row in linear_rows(model):
        if (row.least, row.most) == (1, len(row.literals)):
            rules.append(f":- {', '.join(_atom(-literal) for literal in row.literals)}.")
            continue
        atoms = "; ".join(map(_atom, row.literals))
        if row.most < len(row.literals):
            rules.append(f":- {row.most + 1} {{ {atoms} }}.")
        if row.least > 0:
            rules.append(f":- {{ {atoms} }} {row.least - 1}.")
    return rules


class Graphillion(Counter):
    """Families of sets as decision diagrams: the vertex sets of the attack graph.

    Its classes for vertex sets build the same families (independent, dominating) from one square
    and one edge at a time, which was slower than these operations on families.
    """

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        self._setset: Any = import_module("graphillion").setset

    def total(self, model: Model) -> int:
        """Count the family."""
        return int(self._family(model).len())

    def sizes(self, model: Model) -> Polynomial:
        """Count the family by size."""
        family = self._family(model)
        counts = {size: _number_of_size(family, size) for size in range(len(model.places) + 1)}
        return {size: count for size, count in counts.items() if count}

    def best(self, model: Model) -> Polynomial:
        """Search the smallest sets upwards, the largest by bisection."""
        assert model.objective is not None
        family = self._family(model)
        if not family:
            return {}
        size, most = 0, len(model.places)
        if model.objective.sense is Sense.FEWEST:
            while not _number_of_size(family, size):
                size += 1
        else:
            while size < most:
                middle = (size + most + 1) // 2
                larger = family.larger(middle - 1)
                if larger:
                    size, family = middle, larger
                else:
                    most = middle - 1
        return {size: _number_of_size(family, size)}

    def _family(self, model: Model) -> Any:
        """Return the sets that meet all clauses and contain no conflicting pair."""
        self._setset.set_universe(list(model.board_variables))
        everything = ~self._setset([])
        clauses, pairs = _clauses_and_pairs(model)
        family = self._setset(clauses).hitting() if clauses else everything
        return family.non_supersets(self._setset(pairs)) if pairs else family


def _number_of_size(family: Any, size: int) -> int:
    """Return how many sets of a size there are; `set_size(0)` would not find the empty one."""
    return int((family.set_size(size) if size else family.smaller(1)).len())


class GraphillionBySize(Graphillion):
    """Families of sets of one size: size after size, filtered by one constraint at a time."""

    def best(self, model: Model) -> Polynomial:
        """Try sizes from the bound on the best one towards the others."""
        assert model.objective is not None
        sizes: range = range(len(model.places) + 1)
        if model.objective.sense is Sense.MOST:
            bounds = [len(model.places), *map(len, model.exclusive_families)]
            sizes = range(min(bounds), -1, -1)
        self._setset.set_universe(list(model.board_variables))
        for size in sizes:
            if count := int(self._of_size(model, size).len()):
                return {size: count}
        return {}

    def _of_size(self, model: Model, size: int) -> Any:
        everything = ~self._setset([])
        family = everything.set_size(size) if size else everything.smaller(1)
        for constraint in model.constraints:
            clauses, pairs = _clauses_and_pairs(replace(model, constraints=(constraint,)))
            if clauses:
                family = family & self._setset(clauses).hitting()
            if pairs:
                family = family.non_supersets(self._setset(pairs))
            if not family:
                break
        return family


def _clauses_and_pairs(model: Model) -> tuple[list[set[int]], list[set[int]]]:
    """Return what a set must meet, and what it must not hold."""
    clauses = []
    pairs = []
    for constraint in model.constraints:
        match constraint:
            case Clause(literals) if min(literals, default=1) > 0:
                clauses.append(set(literals))
            case AtMost(1, literals) if min(literals, default=1) > 0:
                pairs += [set(pair) for pair in combinations(literals, 2)]
            case _:
                raise NotImplementedError(f"families are not told of {constraint}")
    return clauses, pairs


class PySat(Counter):
    """Enumeration by a SAT solver: each placement found is excluded by a clause on the board."""

    def __init__(self, trial: Trial, solver: str) -> None:
        super().__init__(trial)
        self._name = solver
        self._solvers: Any = import_module("pysat.solvers")
        self._cards: Any = import_module("pysat.card")
        self._formulas: Any = import_module("pysat.formula")

    def total(self, model: Model) -> int:
        """List all placements."""
        return self._listed(model, lambda taken, board: [-v if v in taken else v for v in board])

    def best(self, model: Model) -> Polynomial:
        """Optimise first; at one size, blocking clauses need only the occupied squares."""
        value = self.optimum(model)
        if value is None:
            return {}
        bounded = bounded_by(model, value)
        return {value: self._listed(bounded, lambda taken, _: [-v for v in sorted(taken)])}

    def optimum(self, model: Model) -> int | None:
        """Improve on placements until UNSAT; None if infeasible."""
        assert model.objective is not None
        literals = costs(model.objective)
        formula = self.clauses(model)
        with (
            self._solvers.Solver(name=self._name, bootstrap_with=formula.clauses) as solver,
            self._cards.ITotalizer(
                list(literals), len(literals), max(formula.nv, model.top)
            ) as sum_,
        ):
            solver.append_formula(sum_.cnf.clauses)
            cost: int | None = None
            while solver.solve([] if cost is None else [-sum_.rhs[cost - 1]]):
                true = set(solver.get_model())
                cost = sum(literal in true for literal in literals)
                if cost == 0:
                    break
        if cost is None:
            return None
        return cost if model.objective.sense is Sense.FEWEST else len(literals) - cost

    def clauses(self, model: Model) -> Any:
        """Encode a model: cliques pairwise, bounds by sequential counters."""
        formula = self._formulas.CNF()
        formula.nv = model.top
        for row in linear_rows(model):
            literals = list(row.literals)
            if (row.least, row.most) == (1, len(literals)):
                formula.append(literals)
                continue
            encodings = self._cards.EncType
            encoding = encodings.pairwise if row.most == 1 else encodings.seqcounter
            for state, bound, says in (
                (self._cards.CardEnc.atmost, row.most, row.most < len(literals)),
                (self._cards.CardEnc.atleast, row.least, row.least > 0),
            ):
                if says:
                    added = state(literals, bound, top_id=formula.nv, encoding=encoding)
                    formula.extend(added.clauses)
                    formula.nv = max(formula.nv, added.nv)
        return formula

    def _listed(self, model: Model, excluding: Callable[[set[int], range], list[int]]) -> int:
        board = model.board_variables
        number = 0
        formula = self.clauses(model)
        with self._solvers.Solver(name=self._name, bootstrap_with=formula.clauses) as solver:
            while solver.solve():
                number += 1
                taken = {v for v in solver.get_model()[: len(board)] if v > 0}
                solver.add_clause(excluding(taken, board))
        return number


class Ganak(Counter):
    """Plain projected model counting of the same clauses, at the optimum that PySAT finds."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        self._pyganak: Any = import_module("pyganak")
        self._sat = PySat(trial, "cadical195")

    def total(self, model: Model) -> int:
        """Count the models, projected on the board."""
        formula = self._sat.clauses(model)
        counter = self._pyganak.Counter()
        counter.new_vars(formula.nv)
        counter.add_clauses(formula.clauses)
        if formula.nv > len(model.places):
            counter.set_sampling_set(list(model.board_variables))
        return int(counter.count())

    def best(self, model: Model) -> Polynomial:
        """Optimise first; then count with a one-sided bound, which is faster than an equality."""
        value = self._sat.optimum(model)
        return {} if value is None else {value: self.total(bounded_by(model, value))}


def bounded_by(model: Model, value: int) -> Model:
    """Return the model of the placements that are no worse than a value."""
    assert model.objective is not None
    literals = costs(model.objective)
    fewest = model.objective.sense is Sense.FEWEST
    bound = AtMost(value if fewest else len(literals) - value, literals)
    return replace(model, constraints=(*model.constraints, bound), objective=None)


def _contenders() -> Iterator[Contender]:
    ways: tuple[tuple[str, Callable[[Trial], Counter], str, str], ...] = (
        ("graphillion", Graphillion, "graphillion", "family"),
        ("graphillion", GraphillionBySize, "graphillion", "by size"),
        ("pyganak", Ganak, "pyganak", ""),
        ("clingo", Clingo, "clingo", "bb"),
        ("clingo", partial(Clingo, options=("--opt-strategy=usc",)), "clingo", "usc"),
        ("CP-SAT", partial(CpSat, level=2), "ortools", "lin 2"),
        ("CP-SAT", partial(CpSat, level=0), "ortools", "lin 0"),
        ("PySAT", partial(PySat, solver="cadical195"), "pysat", "cadical195"),
        ("PySAT", partial(PySat, solver="glucose4"), "pysat", "glucose4"),
    )
    for name, make, package, setting in ways:
        yield Contender(name, partial(prepared, make), package, setting)


COUNTING_PEERS = tuple(_contenders())
"""The counting peers, grouped by name, once per setting."""
