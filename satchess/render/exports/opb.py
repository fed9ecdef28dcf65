"""OPB: linear constraints over Boolean variables, for pseudo-Boolean solvers.

The format of the Pseudo-Boolean Competitions: http://www.cril.univ-artois.fr/PB24/OPBcompetition.pdf.
"""

from collections.abc import Iterator, Mapping
from typing import TextIO

from satchess.encodings.linear import LinearProgramme, Row, bits
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export, meanings, title


class OpbExport(Export):
    """Constraints in the oldest dialect: integers are sums of bits, objectives are minimised."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write the constraints with what their variables mean."""
        programme = LinearProgramme.of(question.model())
        bits_of, top = _numbered(programme)
        rows = [*programme.rows, *_fixed(programme)]
        stream.write(f"* #variable= {top} #constraint= {len(rows)}\n")
        names = (f"x{bits_of[variable][0][0]}" for variable in programme.model.board_variables)
        for comment in (title(question), *_value(programme), *meanings(programme.model, names)):
            stream.write(f"* {comment}\n")
        if programme.objective:
            sign = -1 if programme.maximises else 1
            stream.write(f"min: {_terms(programme.objective, bits_of, sign)};\n")
        for row in rows:
            relation = "=" if row.is_equation else ">="
            stream.write(f"{_terms(row.coefficients, bits_of)}{relation} {row.least} ;\n")


def _value(programme: LinearProgramme) -> Iterator[str]:
    if programme.objective:
        yield f"value = {'-' if programme.maximises else ''}min"


def _fixed(programme: LinearProgramme) -> Iterator[Row]:
    """Yield what the bounds of constants say."""
    for constant, value in ((programme.zero, 0), (programme.one, 1)):
        if constant is not None:
            yield Row({constant: 1}, value, is_equation=True)


def _numbered(programme: LinearProgramme) -> tuple[dict[int, list[tuple[int, int]]], int]:
    """Return for each variable the numbers and weights of its bits, and the largest number."""
    bits_of: dict[int, list[tuple[int, int]]] = {}
    top = 0
    for variable, most in programme.most.items():
        weights = [1] if variable == programme.zero else list(bits(most))
        bits_of[variable] = [(top + n, weight) for n, weight in enumerate(weights, start=1)]
        top += len(weights)
    return bits_of, top


def _terms(
    coefficients: Mapping[int, int], bits_of: Mapping[int, list[tuple[int, int]]], sign: int = 1
) -> str:
    return "".join(
        f"{sign * coefficient * weight:+d} x{number} "
        for variable, coefficient in coefficients.items()
        for number, weight in bits_of[variable]
    )
