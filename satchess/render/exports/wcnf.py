"""Weighted DIMACS: the rules as hard clauses, the objective as soft ones.

The format is that of the MaxSAT Evaluations up to 2021, which solvers of today read as well.
"""

from collections.abc import Iterator
from typing import TextIO

from satchess.encodings.dimacs import write_weighted_dimacs
from satchess.encodings.linear import LinearProgramme
from satchess.model import Model
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export
from satchess.render.exports.cnf import comments, formula_of


class WcnfExport(Export):
    """A formula for MaxSAT solvers."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write hard clauses, then a unit clause for each weight."""
        formula = formula_of(question, encoding)
        soft, constant = soft_literals(formula.model)
        write_weighted_dimacs(
            stream,
            formula.collector.clauses,
            soft,
            formula.collector.top,
            [*comments(question, formula), *_cost(formula.model, constant)],
        )


def soft_literals(model: Model) -> tuple[dict[int, int], int]:
    """Return the weight of each literal that should be true, and the best cost that there could be.

    The value of a placement is this number, plus its cost if the fewest are asked for, or minus its
    cost if the most are.
    """
    programme = LinearProgramme.of(Model(model.places, (), model.objective, model.auxiliaries))
    weights: dict[int, int] = {}
    constant = 0
    for variable, coefficient in programme.objective.items():
        if variable == programme.one:
            constant += coefficient
            continue
        wanted = (coefficient > 0) == programme.maximises
        weights[variable if wanted else -variable] = abs(coefficient)
        if wanted:
            constant += coefficient
    return weights, constant


def _cost(model: Model, constant: int) -> Iterator[str]:
    if model.objective is not None:
        sign = "-" if model.objective.sense == "most" else "+"
        yield f"value = {constant} {sign} cost"
