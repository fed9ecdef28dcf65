"""LP: an integer programme in the format of CPLEX, which people read as well as solvers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from satchess.encodings.linear import LinearProgramme, Row
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export, title, variable_names

TERMS_IN_A_LINE = 8
"""Some readers take no more than 255 characters in a line."""


class LpExport(Export):
    """Rows over binary variables that are named by their squares."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write objective, rows, bounds and kinds of variables."""
        programme = LinearProgramme.of(question.model())
        name = column_names(programme)
        stream.write(f"\\ {title(question)}\n")
        stream.write("Maximize\n" if programme.maximises else "Minimize\n")
        stream.write(f" obj: {_terms(programme.objective or {1: 0}, name)}\n")
        stream.write("Subject To\n")
        for number, row in enumerate(programme.rows, start=1):
            stream.write(f" c{number}: {_stated(row, name)}\n")
        general = [v for v, most in programme.most.items() if most > 1]
        fixed = [v for v in (programme.zero, programme.one) if v is not None]
        stream.write("Bounds\n")
        for variable in general:
            stream.write(f" 0 <= {name[variable - 1]} <= {programme.most[variable]}\n")
        for variable in fixed:
            stream.write(f" {name[variable - 1]} = {programme.most[variable]}\n")
        binary = [v for v in programme.most if v not in {*general, *fixed}]
        for kind, variables in (("General", [*general, *fixed]), ("Binary", binary)):
            if variables:
                stream.write(f"{kind}\n")
                stream.writelines(f" {name[variable - 1]}\n" for variable in variables)
        stream.write("End\n")


def column_names(programme: LinearProgramme) -> list[str]:
    """Name all variables of a programme."""
    names = variable_names(programme.model)
    for variable in list(programme.most)[len(names) :]:
        constant = {programme.zero: "zero", programme.one: "one"}.get(variable)
        names.append(constant or f"z_{variable - programme.model.top}")
    return names


def _stated(row: Row, name: Sequence[str]) -> str:
    """Write a row, one of negative coefficients alone as `at most`."""
    if row.is_equation or any(coefficient > 0 for coefficient in row.coefficients.values()):
        return f"{_terms(row.coefficients, name)} {'=' if row.is_equation else '>='} {row.least}"
    positive = {variable: -coefficient for variable, coefficient in row.coefficients.items()}
    return f"{_terms(positive, name)} <= {-row.least}"


def _terms(coefficients: Mapping[int, int], name: Sequence[str]) -> str:
    texts = [f"{c:+d} {name[variable - 1]}" for variable, c in coefficients.items()]
    return "\n  ".join(_lines(texts))


def _lines(texts: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(texts), TERMS_IN_A_LINE):
        yield " ".join(texts[start : start + TERMS_IN_A_LINE])
