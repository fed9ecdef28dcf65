"""DIMACS: the rules as clauses, with what their variables mean; comments say what is optimised."""

from collections.abc import Iterator
from typing import TextIO

from satchess.encodings.dimacs import write_dimacs
from satchess.encodings.formula import Formula
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export, meanings, title


class CnfExport(Export):
    """A formula for SAT solvers and model counters."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write the clauses, and the board variables as the projection."""
        formula = formula_of(question, encoding)
        write_dimacs(
            stream,
            formula.collector.clauses,
            formula.collector.top,
            comments(question, formula),
            projection=list(formula.model.board_variables),
        )


def formula_of(question: Question, encoding: Encoding) -> Formula:
    """Return the clauses of a question."""
    formula = Formula(
        question.model(), cardinality=encoding.cardinality, at_most_one=encoding.at_most_one
    )
    if encoding.break_symmetry:
        formula.break_symmetry()
    return formula


def comments(question: Question, formula: Formula) -> Iterator[str]:
    """Yield what the variables mean, and what is to be optimised."""
    yield title(question)
    objective = formula.model.objective
    if objective is not None:
        if objective.terms == tuple(formula.model.board_variables):
            among = f"variables among {len(objective.terms)} below"
        else:
            times = objective.weights.items()
            counted = (f"{often}*{term}" if often > 1 else str(term) for term, often in times)
            among = f"literals of {' '.join(counted)}"
        yield f"objective: the {objective.sense} true {among}"
    yield from meanings(formula.model, map(str, formula.model.board_variables))
