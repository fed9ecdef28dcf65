"""Proofs in parts: cases, each refuted by itself, and a proof that there are no others."""

from collections.abc import Sequence

from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.formula import Constraint, Formula, clause
from satchess.verify.refusal import Refused
from satchess.verify.veripb.checker import check_proof


def check_parts(
    certificate: Certificate, part: int | None, more: Sequence[Constraint], claimed: str
) -> str:
    """Check that the statement with more constraints has no solution, part by part."""
    parts = len(certificate.parts)
    if part is not None and not 1 <= part <= parts:
        raise Refused(f"there is no part {part}: there are {parts}", MANIFEST)
    numbers = range(1, parts + 1) if part is None else (part,)
    cases = [_literals(certificate, number) for number in range(1, parts + 1)]
    stated = certificate.formula.with_more(more, "")
    for number in numbers:
        formula = part_formula(stated, cases[number - 1], number)
        _check_unsolvable(certificate, f"part-{number}", formula)
    if part is not None:
        return f"part {part} of {parts} of the proof that {claimed}"
    _check_unsolvable(certificate, "join", join_formula(stated, cases))
    return claimed


def part_formula(stated: Formula, case: Sequence[int], number: int) -> Formula:
    """What was stated, where the literals of one case are true."""
    return stated.with_more((clause([literal]) for literal in case), f"part {number}")


def join_formula(stated: Formula, cases: Sequence[Sequence[int]]) -> Formula:
    """What was stated, where none of the cases holds."""
    refuted = (clause(-literal for literal in case) for case in cases)
    return stated.with_more(refuted, "what the parts leave")


def _literals(certificate: Certificate, number: int) -> list[int]:
    variable = certificate.formula.variable
    literals = []
    for word in certificate.parts[number - 1]:
        name = word.removeprefix("~")
        if name not in variable:
            raise Refused(f"part {number}: {word[:40]!r} is no literal", MANIFEST)
        literals.append(variable[name] if word == name else -variable[name])
    if len(set(map(abs, literals))) < len(literals):
        raise Refused(f"part {number}: a variable is named twice", MANIFEST)
    return literals


def _check_unsolvable(certificate: Certificate, name: str, formula: Formula) -> None:
    certificate.compare(f"{name}.opb", formula)
    proof = f"{name}.pbp"
    if check_proof(formula, certificate.lines(proof), proof).kind != "UNSAT":
        raise Refused("it does not conclude UNSAT", proof)
