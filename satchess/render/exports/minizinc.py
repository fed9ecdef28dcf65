"""MiniZinc: the constraints as they are, conditions and parities too, for solvers of any kind."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TextIO, assert_never

from satchess.model import AtLeast, AtMost, Clause, Constraint, Exactly, Parity, Sense, When
from satchess.questions.base import Question
from satchess.render.exports.base import Encoding, Export, title, variable_names


class MiniZincExport(Export):
    """Boolean variables that are named by their squares."""

    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write variables, constraints, what is optimised, and the squares as output."""
        model = question.model()
        name = variable_names(model)
        stream.write(f"% {title(question)}\n")
        stream.writelines(f"var bool: {each};\n" for each in name)
        for constraint in model.constraints:
            stream.write(f"constraint {_stated(constraint, name)};\n")
        if model.objective is None:
            stream.write("solve satisfy;\n")
        else:
            stream.write(f"var int: value = {_sum(model.objective.terms, name)};\n")
            goal = "maximize" if model.objective.sense is Sense.MOST else "minimize"
            stream.write(f"solve {goal} value;\n")
            stream.write('output ["value = ", show(value), "\\n"];\n')
        shown = (
            f'if fix({each}) then "{place.piece} {place.square}\\n" else "" endif'
            for each, place in zip(name, model.places, strict=False)
        )
        stream.write(f"output [{', '.join(shown)}];\n")


def _stated(constraint: Constraint, name: Sequence[str]) -> str:
    match constraint:
        case Clause(literals):
            return " \\/ ".join(_literal(literal, name) for literal in literals) or "false"
        case AtMost(bound, literals):
            return f"{_sum(literals, name)} <= {bound}"
        case AtLeast(bound, literals):
            return f"{_sum(literals, name)} >= {bound}"
        case Exactly(bound, literals):
            return f"{_sum(literals, name)} = {bound}"
        case Parity(odd, literals):
            return f"({_sum(literals, name)}) mod 2 = {int(odd)}"
        case When(literal, then):
            return f"{_literal(literal, name)} -> ({_stated(then, name)})"
        case _:
            assert_never(constraint)


def _literal(literal: int, name: Sequence[str]) -> str:
    text = name[abs(literal) - 1]
    return text if literal > 0 else f"not {text}"


def _sum(literals: Iterable[int], name: Sequence[str]) -> str:
    terms = (
        f"{f'{often} * ' if often > 1 else ''}bool2int({_literal(literal, name)})"
        for literal, often in Counter(literals).items()
    )
    return " + ".join(terms) or "0"
