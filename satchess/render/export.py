"""Export: the formula of a question in DIMACS, with what its variables mean."""

from collections.abc import Iterator
from typing import TextIO

from satchess import __version__
from satchess.encodings.dimacs import write_dimacs
from satchess.encodings.formula import Formula
from satchess.questions.base import Question


def write_formula(stream: TextIO, question: Question, formula: Formula) -> None:
    """Write a formula with a comment for each board variable."""
    collector = formula.collector
    write_dimacs(
        stream,
        collector.clauses,
        collector.top,
        _comments(question, formula),
        projection=list(formula.model.board_variables),
    )


def _comments(question: Question, formula: Formula) -> Iterator[str]:
    yield f"satchess {__version__}: {question}"
    objective = formula.model.objective
    if objective is not None:
        if objective.terms == tuple(formula.model.board_variables):
            among = f"variables among {len(objective.terms)} below"
        else:
            among = f"literals of {' '.join(map(str, objective.terms))}"
        yield f"objective: the {objective.sense} true {among}"
    for variable, place in zip(formula.model.board_variables, formula.model.places, strict=True):
        yield f"{variable} {place.piece} {place.square}"
