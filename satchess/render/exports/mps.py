"""MPS: an integer programme by columns, in the free format that every solver reads.

Old readers only minimise: what is to be the most is the fewest of its negative.
"""

from typing import TextIO

from satchess.encodings.linear import LinearProgramme
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export, title
from satchess.render.exports.lp import column_names


class MpsExport(Export):
    """Columns of binary variables that are named by their squares."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write rows, columns, right-hand sides and bounds."""
        programme = LinearProgramme.of(question.model())
        name = column_names(programme)
        stream.write(f"* {title(question)}\n")
        if programme.maximises:
            stream.write("* value = -obj\n")
        stream.write("NAME satchess\nROWS\n N obj\n")
        columns: dict[int, list[str]] = {variable: [] for variable in programme.most}
        sign = -1 if programme.maximises else 1
        for variable in columns:
            coefficient = programme.objective.get(variable, 0)
            columns[variable].append(f"obj {sign * coefficient}")
        for number, row in enumerate(programme.rows, start=1):
            stream.write(f" {'E' if row.is_equation else 'G'} c{number}\n")
            for variable, coefficient in row.coefficients.items():
                columns[variable].append(f"c{number} {coefficient}")
        stream.write("COLUMNS\n MARKER 'MARKER' 'INTORG'\n")
        for variable, entries in columns.items():
            stream.writelines(f" {name[variable - 1]} {entry}\n" for entry in entries)
        stream.write(" MARKER 'MARKER' 'INTEND'\nRHS\n")
        for number, row in enumerate(programme.rows, start=1):
            if row.least:
                stream.write(f" RHS c{number} {row.least}\n")
        stream.write("BOUNDS\n")
        for variable, most in programme.most.items():
            kind = "FX" if variable in (programme.zero, programme.one) else "UP"
            stream.write(f" {kind} BND {name[variable - 1]} {most}\n")
        stream.write("ENDATA\n")
